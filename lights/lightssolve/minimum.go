package lightssolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Minimum is what is known about the cheapest solution. Where Exact is set Presses is one, the
// lexicographically least, Cost its cost and Optima the number of them; otherwise
// Presses is the best that was found, and the least cost lies from Lower to Cost: it is Cost where the two are equal.
type Minimum struct {
	Presses *lights.Board
	Cost    *big.Int
	Exact   bool
	Optima  *big.Int // where Exact
	Lower   *big.Int // Cost, where Exact
}

// maxEnumerated bounds the solutions that are visited one by one, times the cells.
const maxEnumerated = 1 << 31

// Minimum finds the cheapest presses: exactly where there are at most 2^34 solutions of a board of
// bits, or few enough to visit otherwise; else it gives bounds. It returns nil where
// there is no solution.
func (s *System) Minimum(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*Minimum, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	m, err := s.minimum(mt, p)
	return m, puzzle.AsLimit(err)
}

func (s *System) minimum(mt *meter.Meter, p *lights.Instance) (*Minimum, error) {
	need := s.memory(p, false)
	if err := mt.Hold("solving a board of this size", need); err != nil {
		return nil, err
	}
	defer mt.Release(need)
	b := wanted(mt, p)
	xs := make([]*lights.Board, len(s.parts))
	for i, part := range s.parts {
		x, y, err := part.e.Solve(mt, reduced(mt, b, s.m, part.q.Value()), false)
		if err != nil || y != nil {
			return nil, err
		}
		xs[i] = x
	}
	x := s.join(mt, xs)
	if s.unique() {
		c := costOf(mt, p, x)
		return &Minimum{x, c, true, big.NewInt(1), c}, mt.Poll()
	}
	if enumerable(p, s.Solutions()) {
		gens, err := s.kernel(mt)
		if err != nil {
			return nil, err
		}
		best, err := enumerate(mt, p, x, gens)
		if err != nil {
			return nil, err
		}
		return &Minimum{best.presses, best.cost, true, best.optima, best.cost}, nil
	}
	if s.m == 2 && p.Costs == nil && s.kernelBytes() <= maxDescent {
		gens, err := s.kernel(mt)
		if err != nil {
			return nil, err
		}
		x = descend(mt, x, gens)
	}
	m := &Minimum{Presses: x, Cost: costOf(mt, p, x), Lower: lowerBound(mt, p, b)}
	if m.Cost.Sign() == 0 && p.Priced() {
		m.Exact, m.Optima = true, big.NewInt(1)
	}
	return m, mt.Poll()
}

// unique reports whether there is one solution at most.
func (s *System) unique() bool {
	for _, p := range s.parts {
		if p.e.Nullity() > 0 {
			return false
		}
	}
	return true
}

// transformable reports whether transform takes p with that many solutions, a power of 2.
func transformable(p *lights.Instance, dimension int) bool {
	if p.Modulus != 2 || dimension < minTransform || dimension > maxTransform {
		return false
	}
	w, h := p.Buttons()
	if p.Costs == nil {
		return w*h < laneBias
	}
	sum := uint64(0)
	for _, c := range p.Costs {
		if sum += uint64(c); sum >= laneBias {
			return false
		}
	}
	return true
}

// enumerable reports whether the solutions can be gone through.
func enumerable(p *lights.Instance, solutions *big.Int) bool {
	if transformable(p, solutions.BitLen()-1) {
		return true
	}
	w, h := p.Buttons()
	n := int64(w) * int64(h)
	if p.Modulus == 2 && p.Costs == nil {
		n = n/64 + 1
	}
	return solutions.IsInt64() && solutions.Int64() <= maxEnumerated/n
}

// maxDescent is the memory of a kernel up to which descend is tried.
const maxDescent = 1 << 28

// descend adds single generators as long as one makes a solution of bits lighter: a quick upper
// bound.
func descend(mt *meter.Meter, x *lights.Board, gens []*lights.Board) *lights.Board {
	c := newCoset(mt, x, gens)
	now, least := c.x, weight(c.x)
	try := make([]uint64, len(now))
	for better := true; better && mt.Poll() == nil; {
		better = false
		for _, g := range c.basis {
			if mt.Work(2*len(g)) != nil {
				break
			}
			for i, v := range g {
				try[i] = now[i] ^ v
			}
			if w := weight(try); w < least {
				now, try, least, better = try, now, w, true
			}
		}
	}
	return &lights.Board{W: x.W, H: x.H, Bits: now}
}

// lowerBound is ⌈lamps that must change · the least cost of a press / the most lamps a press
// reaches⌉.
func lowerBound(mt *meter.Meter, p *lights.Instance, b *lights.Board) *big.Int {
	lamps, reach := int64(0), int64(1)
	for y := range b.H {
		for x := range b.W {
			if x%engine.PollEvery == 0 && mt.Work(4*min(b.W, engine.PollEvery)) != nil {
				return new(big.Int)
			}
			if p.Cell(x, y)&lights.NoLamp == 0 && b.At(x, y) != 0 {
				lamps++
			}
		}
	}
	if p.Net == nil {
		held := mt.Held()
		offsets, err := p.Offsets(mt)
		if err != nil {
			return new(big.Int)
		}
		mt.Release(mt.Held() - held)
		reach = max(1, int64(len(offsets)))
	} else {
		run := int64(0)
		for i, l := range p.Net.Links {
			if i == 0 || l.Button != p.Net.Links[i-1].Button {
				run = 0
			}
			run++
			reach = max(reach, run)
		}
	}
	cheapest := int64(1)
	for i, c := range p.Costs {
		if i == 0 || int64(c) < cheapest {
			cheapest = int64(c)
		}
	}
	presses := (lamps + reach - 1) / reach
	return new(big.Int).Mul(big.NewInt(presses), big.NewInt(cheapest))
}
