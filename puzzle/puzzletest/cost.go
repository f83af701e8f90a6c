package puzzletest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A question is a call with an instance that a limit may stop.
type question struct {
	name string
	ask  func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error
}

// questions are all that f answers. Hooks without a context are asked behind those that have one.
func questions(f *puzzle.Family) []question {
	qs := []question{
		{"Solve", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			cl, err := f.Solve(ctx, in, lim)
			return afterSolve(ctx, f, in, cl, err)
		}},
		{"Prove", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			cl, err := f.Prove(ctx, in, lim)
			return afterSolve(ctx, f, in, cl, err)
		}},
		{"All", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			return f.All(ctx, in, lim, func(puzzle.Claim) error { return nil })
		}},
		{"Every", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			return f.Every(ctx, in, lim, func(puzzle.Claim) error { return nil })
		}},
		{"Apply", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			_, err := f.Apply(ctx, in, "", lim)
			return err
		}},
		{"Analyze", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			return f.Analyze(ctx, in, lim, func(puzzle.Fact) error { return nil })
		}},
		{"Scramble", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			_, err := f.Scramble(ctx, in, -1, rand.New(rand.NewPCG(1, 2)), lim)
			return err
		}},
		{"Scramble by 5", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			_, err := f.Scramble(ctx, in, 5, rand.New(rand.NewPCG(1, 2)), lim)
			return err
		}},
	}
	if f.CountOf() != "" {
		qs = append(qs, question{"Count", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			n, err := f.Count(ctx, in, lim)
			if err == nil {
				err = f.Check(ctx, in, n, lim)
			}
			return err
		}})
	}
	return qs
}

// afterSolve does with an answer what a front does.
func afterSolve(ctx context.Context, f *puzzle.Family, in puzzle.Instance, cl puzzle.Claim, err error) error {
	if err != nil || cl.Verdict() == puzzle.Unknown {
		return err
	}
	f.Unverified(in, cl)
	if err := f.Explain(ctx, io.Discard, in, cl, puzzle.Style{}, puzzle.Limits{}); err != nil {
		return err
	}
	if cl.Verdict() == puzzle.Solved && f.Can(puzzle.AskHint) {
		if _, err := f.Hint(in, cl); err != nil {
			return err
		}
	}
	_, err = cl.AppendJSON(nil)
	return err
}

// expected reports whether err is one that hostile input may meet: anything else is a fault of the family.
func expected(err error) bool {
	for _, target := range []error{nil, context.Canceled, puzzle.ErrLimit, puzzle.ErrInput, puzzle.ErrUnsupported} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// costMemory is the limit under which tiny documents are asked: it keeps the test itself small.
const costMemory = 64 << 20

// stops are the polls at which a call is told to stop: in its first steps, and when it is well under way.
func stops() []int64 { return extent.Less([]int64{1, 20}, []int64{1, 2, 5, 20, 100}) }

// cost asks everything about tiny documents that describe much work. Whatever a document costs, its reader learns at
// the next poll that enough is enough: polls come often, none is ignored, and memory stays within its limit.
func (k Kit) cost(t testing.TB) {
	docs, asked, failed := 0, 0, 0
	for doc := range k.tinyDocuments(t) {
		n, err := askAbout(k.Family, doc)
		if err != nil {
			t.Errorf("%.300s\n%v", doc, err)
			if failed++; failed == 5 {
				t.Fatal("and so on")
			}
		}
		if docs++; n > 0 {
			asked++
		}
	}
	for _, doc := range k.Expensive {
		v, err := document.ParseJSON([]byte(doc))
		if err == nil {
			_, err = k.Family.DecodeInstances(puzzle.Limits{Memory: costMemory}.Meter(context.Background()), &v)
		}
		if errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%.300s\nis no puzzle: %v", doc, err)
		}
	}
	if asked == 0 {
		t.Fatalf("of %d documents none was a puzzle: the test tests nothing", docs)
	}
	t.Logf("%d documents, of which %d were puzzles", docs, asked)
}

// askAbout asks f everything about the puzzles of a document, under a ladder of polls; it returns how many questions it
// asked.
func askAbout(f *puzzle.Family, doc []byte) (asked int, err error) {
	lim := puzzle.Limits{Memory: costMemory}
	decode := func(ctx context.Context) ([]puzzle.Instance, error) {
		m := lim.Meter(ctx)
		v, err := document.ParseJSONWithin(m, doc)
		if err != nil {
			return nil, err
		}
		return f.DecodeInstances(m, &v)
	}
	for _, after := range stops() {
		ctx := NewPolls(after)
		_, err := decode(ctx)
		if !expected(err) {
			return asked, fmt.Errorf("reading it, stopped at poll %d: %v", after, err)
		}
		if c := ctx.Complaint(costMemory); c != "" {
			return asked, fmt.Errorf("reading it, stopped at poll %d: %s", after, c)
		}
	}
	ins, err := decode(context.Background())
	if err != nil || len(ins) == 0 {
		return asked, nil
	}
	runtime.GC() // what Polls measures begins with no garbage
	for _, q := range questions(f) {
		for _, after := range stops() {
			asked++
			ctx := NewPolls(after)
			err := q.ask(ctx, ins[0], lim)
			if !expected(err) {
				return asked, fmt.Errorf("%s, stopped at poll %d: %v", q.name, after, err)
			}
			if c := ctx.Complaint(costMemory); c != "" {
				return asked, fmt.Errorf("%s, stopped at poll %d: %s", q.name, after, c)
			}
			if ctx.Asked() < after {
				break // it is done before that, and before all later ones
			}
		}
	}
	return asked, nil
}

// tinyDocuments yields the family's own expensive documents, and generated instances with their numbers blown up.
func (k Kit) tinyDocuments(t testing.TB) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, doc := range k.Expensive {
			if !yield([]byte(doc)) {
				return
			}
		}
		seen := map[string]bool{}
		for _, size := range k.Sizes {
			for i := range uint64(3) {
				for doc := range blownUp(t, mustJSON(t, k.generate(k.Seed+i, size))) {
					if len(doc) > 400 || seen[string(doc)] {
						continue
					}
					if seen[string(doc)] = true; len(seen)%share() == 0 && !yield(doc) {
						return
					}
				}
			}
		}
	}
}

// blownUp yields documents in which numbers are huge: each one alone, and all of the outermost at once, with any one
// field left out, since a picture that says how large a board is keeps its width from lying.
func blownUp(t testing.TB, doc []byte) iter.Seq[[]byte] {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	var tree map[string]any
	if err := dec.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte) bool) {
		without := []string{""}
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			if name != "family" && name != "version" {
				without = append(without, name)
			}
		}
		for _, drop := range without {
			part := maps.Clone(tree)
			delete(part, drop)
			for _, n := range []json.Number{"1000", "100000", "16777216", "2147483647"} {
				for one := range enlarged(part, n) {
					b, err := json.Marshal(one)
					if err != nil {
						t.Fatal(err)
					}
					if !yield(b) {
						return
					}
				}
			}
		}
	}
}

// enlarged yields copies of tree, each with one of its numbers, or all the outermost of them, replaced by n.
func enlarged(tree map[string]any, n json.Number) iter.Seq[map[string]any] {
	return func(yield func(map[string]any) bool) {
		all := maps.Clone(tree)
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			if name == "version" {
				continue
			}
			if _, ok := tree[name].(json.Number); ok {
				all[name] = n
			}
			for v := range replaced(tree[name], n) {
				one := maps.Clone(tree)
				one[name] = v
				if !yield(one) {
					return
				}
			}
		}
		yield(all)
	}
}

// replaced yields copies of v with one number replaced by n.
func replaced(v any, n json.Number) iter.Seq[any] {
	return func(yield func(any) bool) {
		switch v := v.(type) {
		case json.Number:
			yield(n)
		case []any:
			for i := range v {
				for w := range replaced(v[i], n) {
					c := slices.Clone(v)
					if c[i] = w; !yield(c) {
						return
					}
				}
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				for w := range replaced(v[name], n) {
					c := maps.Clone(v)
					if c[name] = w; !yield(c) {
						return
					}
				}
			}
		}
	}
}
