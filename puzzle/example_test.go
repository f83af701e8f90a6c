package puzzle_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
)

// A document is solved, the claim travels as a document, and somebody who has only the
// checkers verifies it.
func Example() {
	board, err := document.ParseJSON([]byte(`{"family":"tilt","version":1,"start":["a.b","..c"],"target":["..b",".ac"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := families.Tilt()
	ins, err := solver.DecodeInstances(nil, &board)
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, err := solver.Solve(context.Background(), ins[0], puzzle.DefaultLimits())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := claim.AppendJSON(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))

	// Elsewhere, on another machine:
	checker := puzzle.DefineChecker(tiltcheck.Spec())
	check := func(text []byte) error {
		tree, err := document.ParseJSON(text)
		if err != nil {
			return err
		}
		cl, err := checker.DecodeClaim(nil, &tree)
		if err != nil {
			return err
		}
		return checker.Check(context.Background(), ins[0], cl, puzzle.DefaultLimits())
	}
	fmt.Println(check(text))
	err = check([]byte(`{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"DL","length":"2"}}`))
	fmt.Println(errors.Is(err, puzzle.ErrRejected))
	// Output:
	// {"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"RD","length":"2"}}
	// <nil>
	// true
}
