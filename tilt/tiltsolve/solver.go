package tiltsolve

import (
	"context"
	"math/big"
	"sync"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// A Solver answers questions and remembers the start it last decomposed, so that many
// targets of one start cost one decomposition. Safe for concurrent use.
type Solver struct {
	mu   sync.Mutex
	last *Rings
}

// NewSolver returns a Solver that has seen nothing yet.
func NewSolver() *Solver { return new(Solver) }

// rings returns the decomposition of p's start.
func (s *Solver) rings(p *tilt.Instance) *Rings {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || s.last.start != p.Start {
		s.last = nil // before the next one asks for memory
		s.last = Prepare(p)
	}
	return s.last
}

// Solve finds the shortest sequence of tilts from the start to the target, exactly, or a
// certificate that there is none. O(cells) time; 10 bytes a cell at the peak with both boards
// (40 for more than 254 colours).
func (s *Solver) Solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	return s.rings(p).Solve(ctx, p, lim)
}

// Count returns the exact number of boards that tilts can make of the start, itself
// included. O(cells).
func (s *Solver) Count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	return s.rings(p).Count(ctx, p, lim)
}
