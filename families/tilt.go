package families

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
	"github.com/gridwright/gridwright/tilt/tiltcontest"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// Tilt is the family of tilting boards.
func Tilt() *puzzle.Family {
	solver := tiltsolve.NewSolver(tiltsolve.Options{})
	return puzzle.Define(puzzle.Spec[*tilt.Instance, tilt.Witness, tilt.Certificate]{
		CheckSpec:   tiltcheck.Spec(),
		Solve:       solver.Solve,
		MoreTexts:   contest.Texts(tiltcontest.Contests()),
		Count:       solver.Count,
		CountOf:     "reachable boards",
		CountOne:    "reachable board",
		Apply:       solver.Apply,
		When:        solver.When,
		All:         solver.All,
		Hint:        solver.Hint,
		Scramble:    solver.Scramble,
		Analyze:     solver.Analyze,
		Draw:        tiltsolve.Draw,
		Edit:        tiltsolve.Editor(),
		Level:       solver.Level(),
		TellWitness: []puzzle.KindTell[*tilt.Instance, tilt.Witness]{{Name: "moves", Tell: tiltsolve.TellWay}},
		TellCertificate: []puzzle.KindTell[*tilt.Instance, tilt.Certificate]{
			{Name: "colours", Tell: tiltsolve.TellColours},
			{Name: "shapes", Tell: tiltsolve.TellRings},
			{Name: "exhausted", Tell: tiltsolve.TellExhausted},
		},
		Generate: tiltsolve.Random,
		Shrink:   tiltsolve.Shrink,
		How: map[puzzle.Question]string{
			puzzle.AskApply: "moves like LU(RDLU)^1000000, or 2,3R where pieces move alone; repetitions may be huge",
		},
		Lacks: map[puzzle.Question]string{puzzle.AskEvery: "ways that go round in circles never end"},
	})
}

func tiltContests(f *puzzle.Family) []*contest.Problem {
	spec := tiltcheck.Spec()
	return contest.Bind(f, spec.Judge, tiltcontest.Contests())
}
