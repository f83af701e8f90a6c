package families

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblycheck"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Assembly is the family of shapes that are built by sliding blocks in.
func Assembly() *puzzle.Family {
	solver := assemblysolve.NewSolver()
	return puzzle.Define(puzzle.Spec[*assembly.Instance, assembly.Witness, assembly.Certificate]{
		CheckSpec:       assemblycheck.Spec(),
		Solve:           solver.Solve,
		Count:           solver.Count,
		CountOf:         "possible first blocks",
		CountOne:        "possible first block",
		Analyze:         assemblysolve.Analyze,
		Tables:          assemblysolve.Tables(),
		Draw:            func(p *assembly.Instance, w scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		TellWitness:     silent[*assembly.Instance](assembly.Data().Witnesses),
		TellCertificate: silent[*assembly.Instance](assembly.Data().Certificates),
		Generate:        assemblysolve.Generate,
		Shrink:          assemblysolve.Shrink,
		Lacks:           map[puzzle.Question]string{puzzle.AskWhen: "a block slides in once"},
	})
}
