package puzzle_test

import (
	"context"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestProvenDocuments writes claims that were proved, which keep their documents, and the same claims only solved,
// which do not: under any head they are one text. Check looks at what a claim holds, and not at what it kept.
func TestProvenDocuments(t *testing.T) {
	f := halvings()
	ctx, lim := context.Background(), puzzle.Limits{}
	for _, n := range []int64{0, 6, 7} {
		in, err := f.InstanceOf(halving{N: n})
		if err != nil {
			t.Fatal(err)
		}
		solved, err1 := f.Solve(ctx, in, lim)
		proved, err2 := f.Prove(ctx, in, lim)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for _, h := range []puzzle.Head{{}, {Name: "a name", Author: "somebody"}, {Comment: "\"quoted\"\n"}} {
			a, err1 := solved.WithHead(h).AppendJSON(nil)
			b, err2 := proved.WithHead(h).AppendJSON([]byte("before "))
			if err1 != nil || err2 != nil || "before "+string(a) != string(b) {
				t.Errorf("%d: %s, proved %s; %v, %v", n, a, b, err1, err2)
			}
		}
		if o := proved.Value().(outcome); o.Witness != nil {
			*o.Witness++ // somebody changes the answer in memory
			wantErr(t, f.Check(ctx, in, proved, lim), puzzle.ErrRejected, "")
			*o.Witness--
		}
	}
}
