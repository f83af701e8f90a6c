package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/picture"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/scatter"
)

// A Solver answers questions and remembers the latest start, so that many targets of one start do not cost a
// decomposition each; a small one it remembers when it has met it twice. It compares starts by their cells, with a copy
// of its own, and forgets boards of more than a million: for those, Prepare once. Safe for concurrent use.
type Solver struct {
	mu   sync.Mutex
	seen *tilt.Board // the start of the latest question
	last *Rings
	copy *tilt.Board // what last was made of; the caller's board may have changed since

	scatter scatter.Scatterer
}

// Options of a Solver: there are none yet.
type Options struct{}

// NewSolver returns a Solver that has seen nothing yet.
func NewSolver(Options) *Solver { return new(Solver) }

// Prepare decomposes the start of p for many targets; the target of p plays no role. The start must not be changed as
// long as the Rings are in use. What takes long is done at the first question.
func (s *Solver) Prepare(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*Rings, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	if p.Rules != nil {
		return nil, fmt.Errorf("%w: a board with walls or other rules is searched anew for each target",
			puzzle.ErrUnsupported)
	}
	if err := checkMemory(p, lim); err != nil {
		return nil, err
	}
	return prepare(p), nil
}

// worthCopy is the number of cells from which a copy of a start costs next to nothing beside its decomposition. There
// are many questions about smaller boards, and mostly one about each.
const worthCopy = 1 << 12

// rings returns the decomposition of p's start.
func (s *Solver) rings(p *tilt.Instance) *Rings {
	if p.Start.Len() > keepBoth {
		return prepare(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && sameBoard(s.copy, p.Start) {
		return s.last
	}
	s.last = nil
	if s.seen != p.Start && p.Start.Len() < worthCopy { // perhaps the only question about it
		s.seen = p.Start
		return prepare(p)
	}
	s.copy = p.Start.Clone()
	s.last = prepare(&tilt.Instance{Palette: p.Palette, Start: s.copy})
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
	if p.Rules != nil {
		return solveRules(ctx, p, lim)
	}
	return s.rings(p).solve(ctx, p, lim)
}

// Count returns the exact number of boards that tilts can make of the start, itself
// included. p is validated. O(cells).
func (s *Solver) Count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	if p.Rules != nil {
		return countRules(ctx, p, lim)
	}
	return s.rings(p).count(ctx, p, lim)
}

// All yields every shortest sequence of tilts from p's start to its target, each once; nothing where there is none.
// There are few: a way leads onto a ring by one of eight pairs of tilts, and round it one way or the other. Cost as
// Solve.
func (s *Solver) All(ctx context.Context, p *tilt.Instance, lim puzzle.Limits, yield func(tilt.Witness) error) error {
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	if p.Rules != nil {
		return allRules(ctx, p, lim, yield)
	}
	words, err := s.rings(p).all(ctx, p, lim)
	if err != nil {
		return err
	}
	for _, w := range words {
		if err := yield(tilt.Witness{Moves: w, Length: w.Length()}); err != nil {
			return err
		}
	}
	return nil
}

// Hint tells the next tilt of w: "L: tilt left"; "" where none is left to make.
func (s *Solver) Hint(_ *tilt.Instance, w tilt.Witness) string {
	_, letters := w.Moves.Cut(new(big.Int))
	move, _ := letters()
	return picture.Hint(move)
}
