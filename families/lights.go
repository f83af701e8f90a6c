package families

import (
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/lights/lightscontest"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Lights is the family of Lights Out and its variants.
func Lights() *puzzle.Family {
	solver := lightssolve.NewSolver(lightssolve.Options{})
	return puzzle.Define(puzzle.Spec[*lights.Instance, lights.Witness, lights.Certificate]{
		CheckSpec: lightscheck.Spec(),
		Solve:     solver.Solve,
		MoreTexts: contest.Texts(lightscontest.Contests()),
		Count:     solver.Count,
		CountOf:   "solutions",
		CountOne:  "solution",
		Apply:     solver.Apply,
		Analyze:   solver.Analyze,
		All:       solver.All,
		Every:     solver.Every,
		Streams:   []puzzle.Stream{{Format: "lights-pbm", Solve: lightssolve.StreamPBM}},
		Hint:      solver.Hint,
		Scramble:  solver.Scramble,
		Tables:    lightssolve.Tables(),
		Draw:      lightssolve.Draw,
		Edit:      lightssolve.Editor(),
		Level:     solver.Level(),
		TellWitness: []puzzle.KindTell[*lights.Instance, lights.Witness]{
			{Name: "presses", Tell: lightssolve.TellPresses},
			{Name: "moves", Tell: lightssolve.TellMoves},
		},
		TellCertificate: []puzzle.KindTell[*lights.Instance, lights.Certificate]{
			{Name: "weights", Tell: lightssolve.TellWeights},
			{Name: "sums", Tell: lightssolve.TellSums},
			{Name: "exhausted", Tell: lightssolve.TellExhausted},
		},
		Generate: lightssolve.Generate,
		Shrink:   lightssolve.Shrink,
		How: map[puzzle.Question]string{
			puzzle.AskApply: "presses like 1,2 3,1*4, by row and column",
		},
		Lacks: map[puzzle.Question]string{
			puzzle.AskWhen: "a word repeated as often as lamps have states changes nothing",
		},
	})
}

func lightsContests(f *puzzle.Family) []*contest.Problem {
	spec := lightscheck.Spec()
	return contest.Bind(f, spec.Judge, lightscontest.Contests())
}
