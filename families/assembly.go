package families

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblycheck"
	"github.com/gridwright/gridwright/assembly/assemblycontest"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Assembly is the family of shapes that are built by sliding blocks in.
func Assembly() *puzzle.Family {
	solver := assemblysolve.NewSolver(assemblysolve.Options{})
	return puzzle.Define(puzzle.Spec[*assembly.Instance, assembly.Witness, assembly.Certificate]{
		CheckSpec:   assemblycheck.Spec(),
		Solve:       solver.Solve,
		MoreTexts:   contest.Texts(assemblycontest.Contests()),
		Count:       solver.Count,
		CountOf:     "possible first blocks",
		CountOne:    "possible first block",
		Apply:       solver.Apply,
		Analyze:     solver.Analyze,
		Tables:      assemblysolve.Tables(),
		All:         solver.All,
		Every:       solver.All, // all take as many moves
		Hint:        solver.Hint,
		Opening:     assembly.Opening,
		Scramble:    solver.Scramble,
		Draw:        assemblysolve.Draw,
		Edit:        assemblysolve.Editor(),
		Level:       solver.Level(),
		TellWitness: []puzzle.KindTell[*assembly.Instance, assembly.Witness]{{Name: "moves", Tell: assemblysolve.TellMoves}},
		TellCertificate: []puzzle.KindTell[*assembly.Instance, assembly.Certificate]{
			{Name: "cycle", Tell: assemblysolve.TellCycle},
			{Name: "stuck", Tell: assemblysolve.TellStuck},
			{Name: "blocked", Tell: assemblysolve.TellBlocked},
			{Name: "exhausted", Tell: assemblysolve.TellExhausted},
		},
		Generate: assemblysolve.Generate,
		Shrink:   assemblysolve.Shrink,
		How: map[puzzle.Question]string{
			puzzle.AskApply: "moves like (1,2) >1 ^3, a first block and the sides to come in from",
			puzzle.AskScramble: "another shape, a random one of as many blocks that can be built, or with --distance one " +
				"that takes so many moves",
		},
		Lacks: map[puzzle.Question]string{puzzle.AskWhen: "a block slides in once"},
	})
}

func assemblyContests(f *puzzle.Family) []*contest.Problem {
	spec := assemblycheck.Spec()
	return contest.Bind(f, spec.Judge, assemblycontest.Contests())
}
