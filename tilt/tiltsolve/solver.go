package tiltsolve

import (
	"context"
	"math/big"
	"sync"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// A Solver answers questions and remembers the start it last decomposed, so that many
// targets of one start cost one decomposition. It compares starts by their cells, and forgets
// boards of more than a million: for those, Prepare once. Safe for concurrent use.
type Solver struct {
	mu   sync.Mutex
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
	if s.last == nil || !sameBoard(s.copy, p.Start) {
		s.copy = p.Start.Clone()
		s.last = Prepare(&tilt.Instance{Palette: p.Palette, Start: s.copy})
	}
	return s.last
}

func sameBoard(a, b *tilt.Board) bool {
	return a == b || a.H == b.H && a.W == b.W && equalCells(a.Narrow, b.Narrow) && equalCells(a.Wide, b.Wide)
}

// Solve finds the shortest sequence of tilts from the start to the target, exactly, or a
// certificate that there is none. p is validated. O(cells) time; 10 bytes a cell at the
// peak with both boards (40 for more than 254 colours).
func (s *Solver) Solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	if err := p.Validate(); err != nil {
		return tilt.Outcome{}, err
	}
	return s.rings(p).solve(ctx, p, lim)
}

// Count returns the exact number of boards that tilts can make of the start, itself
// included. p is validated. O(cells).
func (s *Solver) Count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return s.rings(p).count(ctx, p, lim)
}
