package lightssolve

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// gray visits x and all that sums of the generators add to it, each once, in the order of a reflected Gray code: from
// one board to the next, one generator is added or taken away. The board that visit gets changes behind it. Cost of
// each step: the words of a board.
func gray(mt *meter.Meter, x *lights.Board, gens []*lights.Board, m uint32, visit func(*lights.Board) error) error {
	now := x.Clone()
	order, digit, down := make([]uint64, len(gens)), make([]uint64, len(gens)), make([]bool, len(gens))
	for i, g := range gens {
		order[i] = uint64(m) / commonDivisor(engine.Cells(mt, g), uint64(m))
	}
	for {
		if err := mt.Err(); err != nil {
			return err
		}
		if err := visit(now); err != nil {
			return err
		}
		i := 0
		for ; i < len(gens); i++ {
			if down[i] && digit[i] > 0 || !down[i] && digit[i]+1 < order[i] {
				break
			}
			down[i] = !down[i]
		}
		if i == len(gens) {
			return nil
		}
		if err := mt.Work(len(now.Bits) + 2*len(now.Bytes) + 2*len(now.Wide) + 4); err != nil {
			return err
		}
		if down[i] {
			digit[i]--
		} else {
			digit[i]++
		}
		addTo(now, gens[i], m, down[i])
	}
}

// addTo adds g to b modulo m, or takes it away. Both are stored as boards modulo m are.
func addTo(b, g *lights.Board, m uint32, away bool) {
	for i, v := range g.Bits {
		b.Bits[i] ^= v
	}
	addCells(b.Bytes, g.Bytes, uint64(m), away)
	addCells(b.Wide, g.Wide, uint64(m), away)
}

func addCells[T uint8 | uint32](b, g []T, m uint64, away bool) {
	for i, v := range g {
		s := uint64(v)
		if away {
			s = m - s
		}
		if s += uint64(b[i]); s >= m {
			s -= m
		}
		b[i] = T(s)
	}
}

// before reports whether a comes before b, read row by row.
func before(a, b *lights.Board) bool {
	for i, v := range a.Bits {
		if d := v ^ b.Bits[i]; d != 0 {
			return v>>bits.TrailingZeros64(d)&1 == 0
		}
	}
	return comesBefore(a.Bytes, b.Bytes) || comesBefore(a.Wide, b.Wide)
}

func comesBefore[T uint8 | uint32](a, b []T) bool {
	for i, v := range a {
		if v != b[i] {
			return v < b[i]
		}
	}
	return false
}

// Each visits every solution of p, whose rules must be those that s was made from, each once and in the order of a Gray
// code: from one to the next, one quiet pattern of Kernel is added or taken away. There are Solutions of them, or none.
// The board changes behind visit, whose error ends it. Cost of each solution: the words of a board.
func (s *System) Each(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, visit func(presses *lights.Board) error,
) error {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return err
	}
	x, err := s.any(mt, p, wanted(mt, p))
	if err != nil || x == nil {
		return puzzle.AsLimit(err)
	}
	gens, err := s.kernel(mt)
	if err != nil {
		return puzzle.AsLimit(err)
	}
	return puzzle.AsLimit(gray(mt, x, gens, s.m, visit))
}

// All yields every cheapest solution of p, the lexicographically least first, with what Solve claims about it; the
// others come in the order of a Gray code and claim their presses and their cost. Where there are too many solutions to
// go through all it is a *puzzle.LimitError. Cost: every solution is visited twice, or once where there is one optimum.
func (s *Solver) All(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, yield func(lights.Witness) error,
) error {
	if p.LitOnly {
		return litUnsupported("ways are not listed")
	}
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return err
	}
	if p.Choice != nil {
		return sys.allAny(ctx, p, lim, yield)
	}
	best, err := sys.Minimum(ctx, p, lim)
	if err != nil || best == nil {
		return err
	}
	if !best.Exact {
		return &puzzle.LimitError{Limit: "size", Msg: "the best answers cannot be listed: " + sys.unknown(best)}
	}
	first := lights.Witness{Presses: best.Presses, Cost: best.Cost}
	if count, _ := p.Verifiable(nil); count && sys.writable() {
		first.Solutions = sys.Solutions()
		if _, fewest := p.Verifiable(first.Solutions); fewest {
			first.Optima = best.Optima
		}
	}
	if err := yield(first); err != nil || best.Optima.IsInt64() && best.Optima.Int64() == 1 {
		return err
	}
	mt := lim.Meter(ctx)
	return sys.Each(ctx, p, lim, func(x *lights.Board) error {
		if costOf(mt, p, x).Cmp(best.Cost) != 0 || x.Equal(best.Presses) {
			return mt.Err()
		}
		return yield(lights.Witness{Presses: x.Clone(), Cost: best.Cost})
	})
}

// Every yields every solution of p, whatever it costs, in the order of System.Each, with its cost.
func (s *Solver) Every(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, yield func(lights.Witness) error,
) error {
	if p.LitOnly {
		return litUnsupported("ways are not listed")
	}
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return err
	}
	mt := lim.Meter(ctx)
	each := sys.Each
	if p.Choice != nil {
		each = sys.everyAny
	}
	return each(ctx, p, lim, func(x *lights.Board) error {
		w := lights.Witness{Presses: x.Clone(), Cost: costOf(mt, p, x)}
		if err := mt.Err(); err != nil {
			return err
		}
		return yield(w)
	})
}

// unknown says what is not known about the cheapest solutions where best is not exact.
func (s *System) unknown(best *Minimum) string {
	if best.Lower.Cmp(best.Cost) == 0 {
		return fmt.Sprintf("they cost %s, but which of the %s solutions do is not known", grid.Short(best.Cost),
			grid.Short(s.Solutions()))
	}
	return fmt.Sprintf("the least cost is not known, only that it is from %s to %s", grid.Short(best.Lower),
		grid.Short(best.Cost))
}
