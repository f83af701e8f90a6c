package perm

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
)

// A Chain is a stabiliser chain: base cells b_0, b_1, … and for each level i a group H_i, given by
// generators, that fixes b_0 … b_{i−1}, with the orbit of b_i under H_i and for each cell of
// the orbit an element of H_i that takes b_i there. H_0 is the whole group, and
// H_{i+1} is all of H_i that fixes b_i: this has been verified, by sifting all Schreier generators
// of H_i, so the order is the product of the orbits' lengths.
//
// Elements are functions here, as everywhere: x goes to p[x], and products are those of Mul.
type Chain struct {
	n      int
	gens   []Perm // as given; Words speaks about these
	strong []Perm
	levels []*level
	order  *big.Int
}

type level struct {
	base    uint16
	gens    []int // of H_i, indices in strong
	checked []int // for each of gens, for how many cells of the orbit its Schreier generator has been sifted
	orbit   []uint16
	at      []int32 // cell -> index in orbit, −1 outside
	inverse []Perm  // of the elements that take base to the cells of orbit: inverse[i][orbit[i]] = base
}

// NewChain returns the verified chain of the group of degree n that gens generate. Random
// elements, by product replacement with the seed of the options, build it; sifting all Schreier
// generators, a deterministic check, completes it. The error names the first generator that
// is no permutation of degree n, or wraps that of ctx, noticed within a few
// milliseconds, or ErrMemory.
//
// Cost: the verification sifts (orbit length × generators) elements for each level, each with up to
// depth × n steps: moments for small groups of degree some hundreds; giants and products of
// giants are what [Group.Structure] is there for.
func NewChain(ctx context.Context, n int, gens []Perm, o Options) (*Chain, error) {
	if err := checkDegree(n); err != nil {
		return nil, err
	}
	for k, p := range gens {
		if err := p.validateDegree(n); err != nil {
			return nil, fmt.Errorf("generator %d: %w", k, err)
		}
	}
	return newChain(newBudget(ctx, o), n, gens, o.Seed)
}

// Degree returns the number of cells.
func (c *Chain) Degree() int { return c.n }

// Order returns the order of the group.
func (c *Chain) Order() *big.Int { return new(big.Int).Set(c.order) }

// Base returns the base cells. Only the identity fixes them all.
func (c *Chain) Base() []uint16 {
	b := make([]uint16, len(c.levels))
	for i, l := range c.levels {
		b[i] = l.base
	}
	return b
}

// OrbitLengths returns the length of the orbit of each base cell at its level; their product is the order.
func (c *Chain) OrbitLengths() []int {
	r := make([]int, len(c.levels))
	for i, l := range c.levels {
		r[i] = len(l.orbit)
	}
	return r
}

// Strong returns a strong generating set for Base, the generators without doubles first: for each i, those
// elements that fix the first i base cells generate all of the group that fixes them. With base and set
// anybody can verify the order, or that a permutation is not in the group, without trust
// in how they were found; for a "not in the group" it is even enough that the group's generators
// sift through the chain. Do not change the permutations.
func (c *Chain) Strong() []Perm { return slices.Clone(c.strong) }

// siftFrom divides p by elements of the levels from i on, in place, until it moves a base cell out
// of its orbit. It returns that level, or the number of levels if there was none.
func (c *Chain) siftFrom(i int, p Perm) int {
	for ; i < len(c.levels); i++ {
		l := c.levels[i]
		k := l.at[p[l.base]]
		if k < 0 {
			return i
		}
		if k > 0 {
			MulInto(p, l.inverse[k], p)
		}
	}
	return i
}

// Sift divides p, which has the chain's degree, by chain elements as far as possible. p is in the
// group if and only if the residue is the identity. Otherwise level is where it stopped: at
// a level below the number of base cells the residue takes that base cell out of its orbit,
// at that number it fixes the whole base. p is not changed.
func (c *Chain) Sift(p Perm) (residue Perm, level int) {
	residue = p.Clone()
	level = c.siftFrom(0, residue)
	return residue, level
}

// Contains reports whether p, of the chain's degree, is in the group.
func (c *Chain) Contains(p Perm) bool {
	r, _ := c.Sift(p)
	return r.IsIdentity()
}

// Random returns an element of the group, each with the same probability.
func (c *Chain) Random(rng *rand.Rand) Perm {
	p := Identity(c.n) // the inverse of u_0·u_1·…, from the left
	for _, l := range c.levels {
		MulInto(p, l.inverse[rng.IntN(len(l.orbit))], p)
	}
	return p.Inverse()
}
