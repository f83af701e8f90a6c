package puzzle_test

import (
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestZeroByCertificate counts what is impossible: the count rests on the certificate, also where the checker cannot count.
func TestZeroByCertificate(t *testing.T) {
	f := halvings()
	const head = `{"family":"halving","version":3,`
	for _, c := range []struct {
		n         int64
		mode, doc string
	}{
		{7, "", `"count":"0","impossible":"odd"}`},
		{7, "vast count", `"count":"0","impossible":"odd"}`},
		{7, "rooted", `"count":"0"}`},
		{6, "", `"count":"1"}`},
	} {
		in := number(t, f.Checker, c.n, c.mode)
		cl, err := f.ProveCount(t.Context(), in, puzzle.Limits{})
		if err != nil {
			t.Fatalf("%d %s: %v", c.n, c.mode, err)
		}
		if got := encode(t, cl); got != head+c.doc {
			t.Errorf("%d %s: %s", c.n, c.mode, got)
		}
		back, err := f.DecodeClaim(nil, parse(t, head+c.doc))
		if err != nil || encode(t, back) != head+c.doc || back.Verdict() != puzzle.Unknown {
			t.Errorf("%s came back otherwise: %v", c.doc, err)
		}
		if err := f.Check(t.Context(), in, back, puzzle.Limits{}); err != nil {
			t.Errorf("%s: %v", c.doc, err)
		}
	}
	_, err := f.ProveCount(t.Context(), number(t, f.Checker, 6, "vast count"), puzzle.Limits{})
	wantErr(t, err, puzzle.ErrLimit, "a number was found, but the checker cannot verify it: the number of halves")
}

// TestFalseZeros offers a count of 0 with a certificate that shows something else, or nothing here.
func TestFalseZeros(t *testing.T) {
	f := halvings()
	zero := func(reason string) puzzle.Claim {
		cl, err := f.DecodeClaim(nil, parse(t, `{"count":"0","impossible":"`+reason+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		return cl
	}
	for _, c := range []struct {
		n            int64
		mode, reason string
		want         string
	}{
		{6, "", "odd", "6 is even"},
		{7, "", "even", "7 is even"}, // in the words of this checker
		{7, "rooted", "odd", "that this puzzle is impossible does not show that the count is 0"},
	} {
		wantErr(t, f.Check(t.Context(), number(t, f.Checker, c.n, c.mode), zero(c.reason), puzzle.Limits{}), puzzle.ErrRejected, c.want)
	}
	s := halvingSpec("halving")
	s.NoneIsImpossible = nil
	plain := puzzle.Define(s)
	_, err := plain.DecodeClaim(nil, parse(t, `{"count":"0","impossible":"odd"}`))
	wantErr(t, err, puzzle.ErrInput, `the claim has no field "impossible"`)
	wantErr(t, plain.Check(t.Context(), number(t, plain.Checker, 7, ""), zero("odd"), puzzle.Limits{}), puzzle.ErrRejected, "does not survive")
	why := solve(t, f, number(t, f.Checker, 7, ""))
	for name, in := range map[string]puzzle.Instance{
		"rooted": number(t, f.Checker, 7, "rooted"), "none": {},
	} {
		if _, ok := f.ZeroBy(in, why); ok {
			t.Errorf("an instance %s has a count of 0 by a certificate", name)
		}
	}
	if _, ok := f.ZeroBy(number(t, f.Checker, 6, ""), solve(t, f, number(t, f.Checker, 6, ""))); ok {
		t.Error("a witness shows a count of 0")
	}
	if _, ok := why.Reason(); ok {
		t.Error("a verdict is a count")
	}
}

// TestZeroIsZero changes the number of a count that rests on a certificate, in memory: nothing but 0 is shown by it.
func TestZeroIsZero(t *testing.T) {
	f := halvings()
	seven := number(t, f.Checker, 7, "")
	cl, err := f.DecodeClaim(nil, parse(t, `{"family":"halving","version":3,"count":"0","impossible":"odd"}`))
	if err != nil {
		t.Fatal(err)
	}
	cl.Count().SetInt64(5) // the caller's own
	if err := f.Check(t.Context(), seven, cl, puzzle.Limits{}); err != nil || cl.Count().Sign() != 0 {
		t.Errorf("%v: %v", cl.Count(), err)
	}
}
