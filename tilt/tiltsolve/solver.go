package tiltsolve

import (
	"context"
	"math/big"
	"sync"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// A Solver answers questions and remembers a start that it has met twice, so that many targets of one
// start do not cost a decomposition each. It compares starts by their cells, with a copy of its
// own, and forgets boards of more than a million: for those, Prepare once. Safe for concurrent use.
type Solver struct {
	mu   sync.Mutex
	seen *tilt.Board // the start of the latest question
	last *Rings
	copy *tilt.Board // what last was made of; the caller's board may have changed since
}

// NewSolver returns a Solver that has seen nothing yet.
func NewSolver() *Solver { return new(Solver) }

// rings returns the decomposition of p's start.
func (s *Solver) rings(p *tilt.Instance) *Rings {
	if p.Start.Len() > keepBoth {
		return Prepare(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && sameBoard(s.copy, p.Start) {
		return s.last
	}
	s.last = nil
	if s.seen != p.Start { // perhaps the only question about it: a copy would be in vain
		s.seen = p.Start
		return Prepare(p)
	}
	s.copy = p.Start.Clone()
	s.last = Prepare(&tilt.Instance{Palette: p.Palette, Start: s.copy})
	return s.last
}

func sameBoard(a, b *tilt.Board) bool {
	return a == b || a.H == b.H && a.W == b.W && equalCells(a.Narrow, b.Narrow) && equalCells(a.Wide, b.Wide)
}

// Solve finds the shortest sequence of tilts from the start to the target, exactly, or a
// certificate that there is none. p is validated. O(cells) time; 10 bytes a cell at the
// peak with both boards (40 for more than 254 colours).
func (s *Solver) Solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return tilt.Outcome{}, err
	}
	return s.rings(p).solve(ctx, p, lim)
}

// Count returns the exact number of boards that tilts can make of the start, itself
// included. p is validated. O(cells).
func (s *Solver) Count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	return s.rings(p).count(ctx, p, lim)
}
