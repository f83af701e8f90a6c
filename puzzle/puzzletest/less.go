package puzzletest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// claimsThatSayLess leaves out of each claim whatever can be left out, in every combination, as people do who
// write claims by hand: what is left is refused as a document, rejected, or accepted and true. A verdict alone is
// a claim that is not shown.
func (k Kit) claimsThatSayLess(t testing.TB) {
	schemas := k.compile(t)
	accepted, tried := 0, 0
	for name, in := range k.generated() {
		cl := k.prove(t, name, in)
		for doc := range subsets(t, mustJSON(t, cl)) {
			if tried++; tried%forgedShare != 0 {
				continue
			}
			tree, err := document.ParseJSON(doc)
			if err != nil {
				t.Fatalf("%v in %s", err, doc)
			}
			less, err := k.Family.DecodeClaim(nil, &tree)
			if err != nil {
				if !errors.Is(err, puzzle.ErrInput) {
					t.Fatalf("%s: %v", doc, err)
				}
				continue
			}
			schemas.accept(t, puzzle.SchemaClaim, doc)
			k.survives(t, in, less)
			switch err := k.Family.Check(context.Background(), in, less, puzzle.Limits{}); {
			case err == nil && !k.holds(in, less):
				t.Fatalf("%s: instance %s: accepted, and not true: %s", name, mustJSON(t, in), doc)
			case err == nil:
				accepted++
			case !errors.Is(err, puzzle.ErrRejected):
				t.Fatalf("%s: %s: %v", name, doc, err)
			}
		}
		for _, verdict := range []puzzle.Verdict{puzzle.Solved, puzzle.Impossible} {
			doc := fmt.Appendf(nil, `{"family":%q,"version":%d,"verdict":%q}`, k.Family.Name(), k.Family.Version(), verdict)
			bare, err := k.Family.DecodeClaim(nil, mustTree(t, doc))
			if err != nil || !bytes.Equal(mustJSON(t, bare), doc) {
				t.Fatalf("%s: %v", doc, err)
			}
			schemas.accept(t, puzzle.SchemaClaim, doc)
			k.survives(t, in, bare)
			if err := k.Family.Check(context.Background(), in, bare, puzzle.Limits{}); !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("%s: %v", doc, err)
			}
		}
	}
	if accepted == 0 {
		t.Fatal("nothing was accepted")
	}
}

// survives calls all that takes a claim and is not Check.
func (k Kit) survives(t testing.TB, in puzzle.Instance, cl puzzle.Claim) {
	t.Helper()
	doc := mustJSON(t, cl)
	again, err := k.Family.DecodeClaim(nil, mustTree(t, doc))
	if err != nil || !bytes.Equal(mustJSON(t, again), doc) {
		t.Fatalf("%s does not come back: %v", doc, err)
	}
	if err := k.Family.Explain(context.Background(), io.Discard, in, cl, puzzle.Style{Checked: true},
		puzzle.Limits{}); err != nil {
		t.Fatalf("explaining %s: %v", doc, err)
	}
	k.Family.Parts(in, cl)
	if k.Family.Can(puzzle.AskHint) {
		if _, err := k.Family.Hint(in, cl); err != nil && !errors.Is(err, puzzle.ErrUnsupported) {
			t.Fatalf("a hint from %s: %v", doc, err)
		}
	}
	for _, f := range k.Family.Formats() {
		if err := k.Family.WriteEvidence(io.Discard, f.Name, in, cl); err != nil && !errors.Is(err, puzzle.ErrUnsupported) {
			t.Fatalf("the evidence of %s as %s: %v", doc, f.Name, err)
		}
	}
}

// subsets yields a claim with every set of its evidence's fields, where these are so few that all can be tried.
func subsets(t testing.TB, honest []byte) func(yield func([]byte) bool) {
	var claim map[string]json.RawMessage
	if err := json.Unmarshal(honest, &claim); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte) bool) {
		for _, side := range []string{"witness", "certificate"} {
			var fields map[string]json.RawMessage
			if json.Unmarshal(claim[side], &fields) != nil || len(fields) > 8 {
				continue
			}
			names := slices.Sorted(maps.Keys(fields))
			for set := range 1 << len(names) {
				some := map[string]json.RawMessage{}
				for i, n := range names {
					if set>>i&1 != 0 {
						some[n] = fields[n]
					}
				}
				less := maps.Clone(claim)
				var err error
				if less[side], err = json.Marshal(some); err != nil {
					t.Fatal(err)
				}
				doc, err := json.Marshal(less)
				if err != nil {
					t.Fatal(err)
				}
				if !yield(doc) {
					return
				}
			}
		}
	}
}
