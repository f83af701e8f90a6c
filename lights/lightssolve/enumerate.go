package lightssolve

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// optimum is the cheapest solution, the lexicographically least of them, and how many there are.
type optimum struct {
	presses *lights.Board
	cost    *big.Int
	optima  *big.Int
}

// enumerate visits every solution, x and what the generators add to it.
func enumerate(mt *meter.Meter, p *lights.Instance, x *lights.Board, gens []*lights.Board) (optimum, error) {
	if x.Bits != nil && transformable(p, len(gens)) {
		c := newCoset(mt, x, gens)
		if err := mt.Err(); err != nil {
			return optimum{}, err
		}
		return transform(mt, p, c)
	}
	if x.Bits != nil && p.Costs == nil {
		return enumerateBits(mt, x, gens)
	}
	return enumerateResidues(mt, p, x, gens)
}

// A coset is x + span(basis) over GF(2) in reduced echelon form: basis vector i alone has
// a 1 at its pivot, pivots are first ones and ascend, x is 0 at all of them. The solution with
// the numbers y_i has y_i at pivot i; two solutions differ first at a pivot, so their
// lexicographic order is that of y_0 y_1 … y_{k−1} read as a binary number.
type coset struct {
	x     []uint64
	basis [][]uint64
	pivot []int
}

func newCoset(mt *meter.Meter, x *lights.Board, gens []*lights.Board) *coset {
	c := &coset{x: slices.Clone(x.Bits)}
	for _, g := range gens {
		c.basis = append(c.basis, slices.Clone(g.Bits))
	}
	for i := range c.basis {
		if mt.Work(3*len(c.basis)*len(c.x)) != nil {
			return c
		}
		// The vector whose first one comes first.
		best, at := i, firstOne(c.basis[i])
		for j := i + 1; j < len(c.basis); j++ {
			if f := firstOne(c.basis[j]); f < at {
				best, at = j, f
			}
		}
		c.basis[i], c.basis[best] = c.basis[best], c.basis[i]
		c.pivot = append(c.pivot, at)
		for j := range c.basis {
			if j != i {
				clearBit(c.basis[j], c.basis[i], at)
			}
		}
		clearBit(c.x, c.basis[i], at)
	}
	return c
}

func firstOne(v []uint64) int {
	for i, w := range v {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return 64 * len(v)
}

// clearBit adds b to v where v has bit at.
func clearBit(v, b []uint64, at int) {
	if v[at/64]>>(at%64)&1 != 0 {
		for i, w := range b {
			v[i] ^= w
		}
	}
}

// at returns the solution with the numbers y, y_0 being the highest of len(basis) bits.
func (c *coset) at(y uint64) []uint64 {
	v := slices.Clone(c.x)
	for i, b := range c.basis {
		if y>>(len(c.basis)-1-i)&1 != 0 {
			for k, w := range b {
				v[k] ^= w
			}
		}
	}
	return v
}

// enumerateBits visits the solutions in the order of a Gray code: one vector is added for each.
// Cost: 2^k additions and counts of a board of words.
func enumerateBits(mt *meter.Meter, x *lights.Board, gens []*lights.Board) (optimum, error) {
	c := newCoset(mt, x, gens)
	k := len(c.basis)
	if err := mt.Err(); err != nil {
		return optimum{}, err
	}
	now, y := slices.Clone(c.x), uint64(0)
	least, best, optima := weight(now), uint64(0), int64(1)
	for i := uint64(1); i < 1<<k; i++ {
		if err := mt.Work(len(now) + 4); err != nil {
			return optimum{}, err
		}
		j := bits.TrailingZeros64(i)
		y ^= 1 << j
		n := 0
		for t, w := range c.basis[k-1-j] {
			now[t] ^= w
			n += bits.OnesCount64(now[t])
		}
		switch {
		case n < least:
			least, best, optima = n, y, 1
		case n == least:
			best = min(best, y)
			optima++
		}
	}
	out := &lights.Board{W: x.W, H: x.H, Bits: c.at(best)}
	return optimum{out, big.NewInt(int64(least)), big.NewInt(optima)}, nil
}

func weight(v []uint64) int {
	n := 0
	for _, w := range v {
		n += bits.OnesCount64(w)
	}
	return n
}

// enumerateResidues visits all solutions of any modulus and any costs. Cost: two passes over a board for each solution.
func enumerateResidues(mt *meter.Meter, p *lights.Instance, x *lights.Board, gens []*lights.Board) (optimum, error) {
	var best optimum
	optima := int64(0)
	err := gray(mt, x, gens, p.Modulus, func(now *lights.Board) error {
		cost := costOf(mt, p, now)
		switch {
		case optima == 0 || cost.Cmp(best.cost) < 0:
			best, optima = optimum{presses: now.Clone(), cost: cost}, 1
		case cost.Cmp(best.cost) == 0:
			optima++
			if before(now, best.presses) {
				best.presses = now.Clone()
			}
		}
		return nil
	})
	best.optima = big.NewInt(optima)
	return best, err
}

// commonDivisor is the greatest common divisor of m and all values.
func commonDivisor(v []uint32, m uint64) uint64 {
	g := m
	for _, c := range v {
		for a := uint64(c); a != 0; {
			g, a = a, g%a
		}
	}
	return g
}
