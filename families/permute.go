package families

import (
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/permute/permutecontest"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Permute is the family of permutation grids. Its solver keeps tables in the directory cache, or in memory alone where
// that is empty.
func Permute(cache string) *puzzle.Family {
	solver := permutesolve.NewSolver(permutesolve.Options{Cache: cache})
	return puzzle.Define(puzzle.Spec[*permute.Instance, permute.Witness, permute.Certificate]{
		CheckSpec:       permutecheck.Spec(),
		Solve:           solver.Solve,
		MoreTexts:       contest.Texts(permutecontest.Contests()),
		Distrust:        solver.Distrust,
		Quick:           solver.Quick,
		Count:           solver.Count,
		CountOf:         "optimal solutions",
		CountOne:        "optimal solution",
		Apply:           solver.Apply,
		Analyze:         solver.Analyze,
		Draw:            permutesolve.Draw,
		Edit:            permutesolve.Editor(),
		Level:           solver.Level(),
		TellWitness:     permutesolve.TellWitness(),
		TellCertificate: permutesolve.TellCertificate(),
		Generate:        permutesolve.Generate,
		Shrink:          permutesolve.Shrink,
		All:             solver.All,
		Hint:            solver.Hint,
		Scramble:        solver.Scramble,
		How:             map[puzzle.Question]string{puzzle.AskApply: "moves like R1 U2^2 CW"},
		Lacks: map[puzzle.Question]string{
			puzzle.AskEvery: "ways that go round in circles never end",
			puzzle.AskWhen:  "its words are not repeated",
		},
	})
}

func permuteContests(f *puzzle.Family) []*contest.Problem {
	spec := permutecheck.Spec()
	all := permutecontest.Contests()
	for i := range all {
		all[i].CheckMany = new(permutecheck.Costs).Check
	}
	return contest.Bind(f, spec.Judge, all)
}
