package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/tree"
	"github.com/gridwright/gridwright/puzzle"
)

// A Solver answers questions about shapes. It keeps nothing between questions and is safe for concurrent use.
type Solver struct{}

// Options are how a Solver works; there is nothing to choose yet.
type Options struct{}

// NewSolver returns a Solver.
func NewSolver(Options) *Solver { return new(Solver) }

// Solve finds a way to build p, with a schedule, or a certificate that there is none.
//
// Trees with a root in the frontal model, and all shapes without holes, take O(blocks); but in the sticky model shapes
// in which two blocks touch at a corner only are treated as those with holes are: by an exact search, which a limit may
// stop (a *puzzle.LimitError). Where blocks are in place the question is whether the rest can be built from there, and
// all but trees in the frontal model may take such a search. Errors: limits, the context's, and what Validate reports.
func (s *Solver) Solve(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if err := p.Validate(); err != nil {
		return assembly.Outcome{}, err
	}
	return solve(ctx, p, lim)
}

func solve(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if p.Placed != nil {
		return solvePlaced(ctx, p, lim)
	}
	forced := p.IsTree() && p.Contact == assembly.Frontal
	if forced && p.Root != assembly.NoRoot {
		return tree.Solve(ctx, p, lim)
	}
	d, err := peel.Decide(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	switch {
	case d.Found && forced && !lim.VerdictOnly:
		// From one root all directions are forced, and the shortest schedule is known.
		rooted := *p
		rooted.Root = d.Peeler.One()
		return tree.Solve(ctx, &rooted, lim)
	case d.Found:
		return d.Peeler.Plan().Outcome(ctx, p, lim)
	case lim.VerdictOnly:
		return assembly.Outcome{Verdict: puzzle.Impossible}, nil
	case d.Stuck:
		stuck := &assembly.Stuck{Remainder: d.Peeler.Remainder(), Moves: d.Peeler.Moves()}
		return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: stuck}}, nil
	}
	whole, err := peel.New(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	inTheWay, err := peel.Blocked(ctx, whole)
	if err != nil {
		return assembly.Outcome{}, err
	}
	return impossible(ctx, p, inTheWay, lim)
}
