// Package checks is the list of the families' checkers alone: what a program needs that
// verifies claims and trusts no solver. It links none.
package checks

import (
	"github.com/gridwright/gridwright/assembly/assemblycheck"
	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
)

// All returns every family's checker.
func All() []*puzzle.Checker {
	return puzzle.Unique(
		puzzle.DefineChecker(tiltcheck.Spec()),
		puzzle.DefineChecker(lightscheck.Spec()),
		puzzle.DefineChecker(assemblycheck.Spec()),
		puzzle.DefineChecker(permutecheck.Spec()),
	)
}
