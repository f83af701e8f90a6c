// Package families is the list of the families of puzzles: one file for each, which puts
// its data, its checker and its solver together. Adding a family is a file here and a
// line in All; see docs/new-family.md. Only commands and tests import it.
package families

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// All returns every family, with solvers that remember nothing yet and write no files.
func All() []*puzzle.Family { return WithCache("") }

// WithCache is All with solvers that keep what is expensive to prepare as files in dir, a directory that may not be
// there yet; "" is none.
func WithCache(dir string) []*puzzle.Family {
	return puzzle.Unique(
		Tilt(),
		Lights(),
		Assembly(),
		Permute(dir),
	)
}

// Contests returns the contests of families, which All or WithCache made.
func Contests(families []*puzzle.Family) (problems []*contest.Problem) {
	of := map[string]func(*puzzle.Family) []*contest.Problem{
		"tilt": tiltContests, "lights": lightsContests, "assembly": assemblyContests, "permute": permuteContests,
	}
	for _, f := range families {
		if of[f.Name()] != nil {
			problems = append(problems, of[f.Name()](f)...)
		}
	}
	return problems
}
