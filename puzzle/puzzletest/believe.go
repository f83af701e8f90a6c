package puzzletest

import (
	"context"

	"github.com/gridwright/gridwright/puzzle"
)

// Believe makes a check for each kind that accepts whatever it says: for tests of data, which need a checker to be
// read.
func Believe[P, E any](kinds []puzzle.Kind[E]) []puzzle.KindCheck[P, E] {
	var checks []puzzle.KindCheck[P, E]
	for _, k := range kinds {
		checks = append(checks, puzzle.KindCheck[P, E]{
			Name:  k.Name,
			Check: func(context.Context, P, *E, puzzle.Limits) error { return nil },
		})
	}
	return checks
}
