// Package families is the list of the families of puzzles: one file for each, which puts
// its data, its checker and its solver together. Adding a family is a file here and a
// line in All; see docs/new-family.md. Only commands and tests import it.
package families

import "github.com/gridwright/gridwright/puzzle"

// All returns every family, with solvers that remember nothing yet.
func All() []*puzzle.Family {
	return []*puzzle.Family{
		Tilt(),
		Lights(),
	}
}
