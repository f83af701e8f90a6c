package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
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
// Trees with a root in the frontal model, and all shapes without holes, take O(blocks); but in the sticky model
// shapes in which two blocks touch at a corner only are treated as those with holes are: by
// an exact search, which a limit may stop (a *puzzle.LimitError). Where blocks are in place the question is whether the
// rest can be built from there, and all but trees in the frontal model may take such a search. Errors: limits, the context's, and
// what Validate reports.
func (s *Solver) Solve(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if err := p.Validate(); err != nil {
		return assembly.Outcome{}, err
	}
	return solve(ctx, p, lim)
}

// decision is what the solver knows before evidence is written.
type decision struct {
	q     *peeler
	found bool // q has one block left
	stuck bool // not found, and what q has left is why; otherwise all was searched
}

func solve(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if p.Placed != nil {
		return solvePlaced(ctx, p, lim)
	}
	forced := p.IsTree() && p.Contact == assembly.Frontal
	if forced && p.Root != assembly.NoRoot {
		return solveTree(ctx, p, lim)
	}
	d, err := decide(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	switch {
	case d.found && forced && !lim.VerdictOnly:
		// From one root all directions are forced, and the shortest schedule is known.
		rooted := *p
		rooted.Root = d.q.one()
		return solveTree(ctx, &rooted, lim)
	case d.found:
		return d.q.plan().outcome(ctx, p, lim)
	case lim.VerdictOnly:
		return assembly.Outcome{Verdict: puzzle.Impossible}, nil
	case d.stuck:
		stuck := &assembly.Stuck{Remainder: d.q.remainder(), Moves: d.q.moves()}
		return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: stuck}}, nil
	}
	whole, err := newPeeler(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	switch inTheWay, err := blocked(ctx, whole); {
	case err != nil:
		return assembly.Outcome{}, err
	case inTheWay != nil:
		return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Blocked: inTheWay}}, nil
	}
	all, err := exhaust(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Exhausted: all}}, nil
}

// decide takes p apart, or finds that it cannot be.
func decide(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (decision, error) {
	need := peelBytes * int64(len(p.Blocks))
	if !lim.VerdictOnly {
		need += scheduleBytes(p) * int64(len(p.Blocks))
	}
	if err := lim.CheckMemory("taking the shape apart", need); err != nil {
		return decision{}, err
	}
	q, err := newPeeler(ctx, p)
	if err != nil {
		return decision{}, err
	}
	if p.Root != assembly.NoRoot {
		q.keep(p.Root)
	}
	if err := q.run(ctx); err != nil {
		return decision{}, err
	}
	q.drain()
	if q.left() == 1 {
		return decision{q: q, found: true}, nil
	}
	if peelingDecides(p) {
		return decision{q: q, stuck: true}, nil
	}
	if p.Contact == assembly.Sticky {
		q.undo(0) // what came off may have been the wrong thing to remove
	}
	s, err := newSearch(ctx, q, p.Root, lim, nil)
	if err != nil {
		return decision{}, err
	}
	found, err := s.run()
	return decision{q: q, found: found}, err
}

// peelingDecides tells whether p can be built iff taking off convex blocks that can leave, in any order, leaves one block.
func peelingDecides(p *assembly.Instance) bool {
	return !p.HasHoles() && (p.Contact == assembly.Frontal || !pinched(p))
}

// pinched reports whether two blocks of p touch at a corner and share no neighbour.
func pinched(p *assembly.Instance) bool {
	j := 0
	for i, b := range p.Blocks {
		for p.Blocks[j].R < b.R-1 || p.Blocks[j].R == b.R-1 && p.Blocks[j].C < b.C-1 {
			j++
		}
		if p.Above[i] >= 0 {
			continue
		}
		for k := j; k < j+2 && p.Blocks[k].R == b.R-1 && p.Blocks[k].C <= b.C+1; k++ {
			if p.Blocks[k].C < b.C && p.Left(int32(i)) < 0 || p.Blocks[k].C > b.C && p.Right(int32(i)) < 0 {
				return true
			}
		}
	}
	return false
}
