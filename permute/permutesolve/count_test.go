package permutesolve

import (
	"os"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// TestCountOfTheImpossible counts the ways to turn one of eight dominoes. The group says that there are none: no
// table of the 10,321,920 boards is made, which would ask its context thousands of times.
func TestCountOfTheImpossible(t *testing.T) {
	text, err := os.ReadFile("../../examples/dominoes.json")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := document.ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	ins, err := puzzle.DefineChecker(permutecheck.Spec()).DecodeInstances(nil, &tree)
	if err != nil {
		t.Fatal(err)
	}
	ctx := puzzletest.NewPolls(1000)
	n, err := NewSolver(Options{}).Count(ctx, ins[0].Value().(*permute.Instance), puzzle.Limits{})
	if err != nil || n.Sign() != 0 {
		t.Fatalf("%v, %v, after %d polls", n, err, ctx.Asked())
	}
	t.Log(ctx.Asked(), "polls")
}
