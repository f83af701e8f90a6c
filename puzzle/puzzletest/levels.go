package puzzletest

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// levels wants canonical forms to be puzzles with the verdict, the minimum and the number of optima of those that they
// stand for, to be their own forms, and to stop when asked to; and minima to be no more than what a way has.
func (k Kit) levels(t testing.TB) {
	ctx, f := context.Background(), k.Family
	for name, in := range k.generated() {
		canon, err := f.Canonical(ctx, in, puzzle.Limits{})
		if err != nil || f.Validate(canon.Form) != nil {
			t.Fatalf("%s: its form: %v, %v", name, err, f.Validate(canon.Form))
		}
		doc := mustJSON(t, canon.Form)
		again, err := f.DecodeInstances(nil, mustTree(t, doc))
		if err != nil || len(again) != 1 {
			t.Fatalf("%s: its form %s: %v", name, doc, err)
		}
		twice, err := f.Canonical(ctx, again[0], puzzle.Limits{})
		if err != nil || !bytes.Equal(mustJSON(t, twice.Form), doc) {
			t.Fatalf("%s: the form of its form %s is %s, %v", name, doc, mustJSON(t, twice.Form), err)
		}
		own, form := k.measured(t, name, in), k.measured(t, name+", its form", canon.Form)
		if own.verdict != form.verdict && own.verdict != puzzle.Unknown && form.verdict != puzzle.Unknown {
			t.Fatalf("%s is %v, its form %s is %v", name, own.verdict, doc, form.verdict)
		}
		if own.exact && form.exact && own.text != form.text {
			t.Fatalf("%s: %s, of its form %s: %s", name, own.text, doc, form.text)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	in := k.generate(k.Seed, k.Sizes[len(k.Sizes)-1])
	if cl := k.prove(t, "the last size", in); cl.Verdict() == puzzle.Solved && f.Grades() {
		_, _ = f.Difficulty(gone, in, cl, puzzle.Fewest{}, puzzle.Limits{}) // it ends, and does not panic
	}
}

// measured is what is known of the shortest ways of a puzzle.
type measured struct {
	verdict puzzle.Verdict
	exact   bool
	text    string
}

func (k Kit) measured(t testing.TB, name string, in puzzle.Instance) (m measured) {
	ctx, f := context.Background(), k.Family
	cl := k.prove(t, name, in)
	m.verdict = cl.Verdict()
	if m.verdict != puzzle.Solved || !f.Reads() {
		return m
	}
	length, err := f.Length(in, cl)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	k.reread(t, name, in, cl, length.String())
	fewest, err := f.Fewest(ctx, in, cl, puzzle.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if fewest.AtLeast != nil && fewest.AtLeast.Cmp(length) > 0 {
		t.Fatalf("%s: a way of %v, and no way is shorter than %v", name, length, fewest.AtLeast)
	}
	if m.exact = fewest.AtLeast != nil && fewest.AtLeast.Cmp(length) == 0; m.exact {
		m.text = length.String() + " by "
		if fewest.Ways != nil {
			m.text += fewest.Ways.String()
			if fewest.Ways.Sign() <= 0 {
				t.Fatalf("%s: solved in no way: %s", name, m.text)
			}
		}
	}
	if !f.Grades() {
		return m
	}
	d, err := f.Difficulty(ctx, in, cl, fewest, puzzle.Limits{})
	if errors.Is(err, puzzle.ErrLimit) { // bounds of its own
		return m
	}
	if err != nil || d.Length == nil || d.Length.Cmp(length) != 0 || d.Bits() < 0 {
		t.Fatalf("%s: %+v, %v", name, d, err)
	}
	return m
}

// reread wants the moves that are told of cl to be a solution again, of the same length; and words that are none to be
// bad input, or a witness that the checker rejects.
func (k Kit) reread(t testing.TB, name string, in puzzle.Instance, cl puzzle.Claim, length string) {
	ctx, f := context.Background(), k.Family
	st, err := f.Tell(ctx, in, cl, scene.Corner(1, 1), puzzle.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if st.Way != "" {
		again, err := f.WitnessOf(ctx, in, st.Way, puzzle.Limits{})
		if err == nil {
			err = f.Check(ctx, in, again, puzzle.Limits{})
		}
		if err != nil {
			t.Fatalf("%s: its own way %q: %v", name, st.Way, err)
		}
		if n, err := f.Length(in, again); err != nil || n.String() != length {
			t.Fatalf("%s: the way %q has the length %v, not %s, %v", name, st.Way, n, length, err)
		}
	}
	for _, bad := range []string{"?", "no such moves", "(", "1,", "\x00", st.Way + " ?"} {
		cl, err := f.WitnessOf(ctx, in, bad, puzzle.Limits{})
		if err == nil {
			err = f.Check(ctx, in, cl, puzzle.Limits{})
		}
		if !errors.Is(err, puzzle.ErrInput) && !errors.Is(err, puzzle.ErrRejected) {
			t.Fatalf("%s: the moves %q: %v", name, bad, err)
		}
	}
}
