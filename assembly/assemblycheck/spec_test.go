package assemblycheck_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblycheck"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

const head = `{"family":"assembly","version":1,`

func check(instance, claim string) error {
	c := puzzle.DefineChecker(assemblycheck.Spec())
	tree, err := document.ParseJSON([]byte(head + instance + "}"))
	if err != nil {
		return err
	}
	in, err := c.DecodeInstances(nil, &tree)
	if err != nil {
		return err
	}
	if tree, err = document.ParseJSON([]byte(head + claim + "}")); err != nil {
		return err
	}
	cl, err := c.DecodeClaim(nil, &tree)
	if err != nil {
		return err
	}
	return c.Check(context.Background(), in[0], cl, puzzle.DefaultLimits())
}

func Example() {
	const shape = `"shape":["R#",".#"]`
	fmt.Println(check(shape, `"verdict":"solved","witness":{"first":[1,1],"moves":["< 1","^ 2"]}`))
	fmt.Println(check(shape, `"verdict":"solved","witness":{"first":[1,1],"moves":["^ 2","< 1"]}`))
	// Output:
	// <nil>
	// claim rejected: move 1 (^ 2) is illegal: it meets no block and falls off
}

func ExampleReplay() {
	r, err := assemblycheck.NewReplay(3, 3, assembly.Sticky, assembly.Block{R: 1, C: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []assembly.Move{
		assembly.MakeMove(assembly.Down, 0),  // stops beside the first block
		assembly.MakeMove(assembly.Right, 0), // stops at its entry cell: a block lies below it
		assembly.MakeMove(assembly.Down, 0),
	} {
		b, err := r.Move(m)
		fmt.Println(b, err)
	}
	// Output:
	// (2, 1) <nil>
	// (1, 1) <nil>
	// (1, 1) claim rejected: v 1: its entry cell is taken
}

// TestDocuments takes claims of each kind through their documents.
func TestDocuments(t *testing.T) {
	const tree = `"shape":["##.R","#.##","###."]`
	cycle := `"verdict":"impossible","certificate":{"cycle":{"constraints":[` +
		`{"block":[1,4],"because":"there from the start"},{"block":[1,2],"because":"in the way"}],"shortest":true}}`
	for _, c := range []struct {
		instance, claim string
		ok              bool
	}{
		{tree, cycle, true},
		{tree, strings.Replace(cycle, "in the way", "parent of", 1), false},
		{`"shape":["##.#","#.##","##R."]`, cycle, false},
		{tree, `"count":"8"`, true},
		{tree, `"count":"6"`, false},
		{tree, `"count":"999999999999999999999999999999999999999999999"`, false},
		{`"shape":["R"]`, `"verdict":"solved","witness":{"first":[1,1],"moves":[],"steps":[]}`, true},
		{`"shape":["R"]`, `"count":"1"`, true},
	} {
		err := check(c.instance, c.claim)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, puzzle.ErrRejected) {
			t.Errorf("%s %s: %v", c.instance, c.claim, err)
		}
	}
	if err := check(tree, `"verdict":"unknown"`); !errors.Is(err, puzzle.ErrRejected) {
		t.Error(err)
	}
}
