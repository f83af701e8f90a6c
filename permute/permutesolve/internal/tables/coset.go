package tables

import (
	"context"
	"math/bits"

	"github.com/gridwright/gridwright/internal/perm"
)

// maxRanked is the most cells whose permutations are ranked: a set of cells is a word of 32 bits.
const maxRanked = 32

// Cosets is an index of the permutations of n ≤ 32 distinct tiles that keep each in its orbit, made so that moves act
// on it by table look-ups.
//
// A board is where each tile is. The tiles are split into base and rest: what a move does to the positions of the
// base tiles does not depend on the rest (a coset of the permutations that fix the base), and what it does to the
// order of the rest among the free cells is one of a few fixed permutations that depends on the base alone: all w! of
// them, or with several orbits those that keep each of the rest in its own. So the index of a board is (coset, order
// of the rest), a block is all boards of one coset, and a move carries whole blocks to whole blocks. Where all moves
// are even only half of the orders occur, and their last digit is dropped.
//
// Symmetries that keep the set of base tiles carry blocks to blocks as well, without changing distances; only one
// block of each orbit is kept. Of the 12! boards of 3 × 4 with unit shifts 24 symmetries of the torus leave one in
// 23.7. What a board is reached from, the index tells for each board that it keeps. What a board leads to, it tells
// up to symmetry: where a symmetry carries a block to itself, the board meant may be another one of the block. So
// with symmetries searches go by predecessors.
type Cosets struct {
	n, w  int // cells; tiles of the rest
	even  bool
	flip  uint32           // parity of order
	order [maxRanked]uint8 // the tiles: base, then rest
	// own is the orbit of each tile in order, a set of cells, and radix how many of these the tiles before it leave
	// free. A digit of the rank is how many of the free ones come before the tile's.
	own, radix [maxRanked]uint32
	places     [mostPacked]uint32 // of each tile of the rest: the places of its orbit's tiles
	fact       uint64             // orders of the rest: w!, or with several orbits the product of such
	inner      int                // boards of a block: fact or fact/2
	cosets,
	blocks int
	words int // of 64 bits, for a set of boards of one block

	Carries []carry  // the symmetries in use, the identity first
	block   []uint32 // of each coset, or nil where every coset is a block
	by      []uint8  // the carry that takes a coset to its block
	code    []uint32 // the coset that stands for each block, or nil
	weight  []uint8  // cosets in the orbit of each block, or nil

	right   []uint16 // right[p·inner+r]: the order r after permutation p of the free cells
	inverse []uint16 // of each of the permutations
	// left[2s+odd][r] is the order r, completed to an odd or even one, after renaming the rest tiles and their places by
	// symmetry s; unleft is its inverse. nil is the identity.
	left, unleft [][]uint16
}

// carry is a symmetry in the forms that the index needs.
type carry struct {
	cell  [maxRanked]uint8
	place [maxRanked]uint8 // place[i]: which tile, by its place in order, the i-th becomes
}

// fillCosets makes the tables of a plan whose numbers are within reach.
func fillCosets(ctx context.Context, x *Cosets) (*Cosets, error) {
	w := x.w
	orders := make([]perm.Packed, x.fact)
	for r := range orders {
		orders[r] = x.restOrder(uint32(r))
	}
	half := 0
	if x.even {
		half = 1
	}
	x.right = make([]uint16, len(orders)*x.inner)
	x.inverse = make([]uint16, len(orders))
	for p, by := range orders {
		row := x.right[p*x.inner : (p+1)*x.inner]
		for r := range row {
			// The tile in free place q[j] goes to by[q[j]].
			row[r] = uint16(x.restRank(relabel(orders[r<<half], by, w)) >> half)
		}
		var inv perm.Packed
		for i := range w {
			inv |= perm.Packed(i) << (4 * by.At(i))
		}
		x.inverse[p] = uint16(x.restRank(inv))
		if p&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	x.left, x.unleft = make([][]uint16, 2*len(x.Carries)), make([][]uint16, 2*len(x.Carries))
	for s := 1; s < len(x.Carries); s++ {
		for odd := range half + 1 {
			row, back := make([]uint16, x.inner), make([]uint16, x.inner)
			for r := range row {
				q := orders[r<<half]
				if x.even && odd != parity(q, w) {
					q = orders[r<<half|1]
				}
				var renamed perm.Packed
				to := x.Carries[s].place[x.n-w:]
				for j := range w {
					renamed |= perm.Packed(int(to[q.At(j)])-(x.n-w)) << (4 * (int(to[j]) - (x.n - w)))
				}
				row[r] = uint16(x.restRank(renamed) >> half)
				back[row[r]] = uint16(r)
			}
			x.left[2*s+odd], x.unleft[2*s+odd] = row, back
		}
	}
	if len(x.Carries) == 1 {
		x.blocks = x.cosets
		return x, nil
	}
	return x, x.findOrbits(ctx)
}

// place j of the rest is, of the cells that the base leaves free in the orbit of the rest's tile j, the one with as
// many before it as places of that orbit come before j. restRank is the rank of an order: tile j is in place q[j].
func (x *Cosets) restRank(q perm.Packed) (r uint32) {
	var seen uint32
	for j, radix := range x.radix[x.n-x.w : x.n] {
		v := q & 15
		q >>= 4
		r = r*radix + uint32(bits.OnesCount32(x.places[j&(mostPacked-1)]&^seen&(1<<v-1)))
		seen |= 1 << v
	}
	return r
}

// restOrder is the inverse of restRank.
func (x *Cosets) restOrder(r uint32) (q perm.Packed) {
	var digits [maxRanked]uint32
	for j := x.w - 1; j >= 0; j-- {
		radix := x.radix[x.n-x.w+j]
		digits[j] = r % radix
		r /= radix
	}
	var seen uint32
	for j := range x.w {
		v := nth(x.places[j]&^seen, digits[j])
		seen |= 1 << v
		q |= perm.Packed(v) << (4 * j)
	}
	return q
}

// nth is the place of a bit of set with d below it.
func nth(set, d uint32) uint32 {
	for ; d > 0; d-- {
		set &= set - 1
	}
	return uint32(bits.TrailingZeros32(set))
}

func relabel(q, by perm.Packed, w int) (out perm.Packed) {
	for j := range w {
		out |= perm.Packed(by.At(q.At(j))) << (4 * j)
	}
	return out
}

func parity(q perm.Packed, w int) int {
	odd := 0
	for i := range w {
		for j := range i {
			if q.At(j) > q.At(i) {
				odd ^= 1
			}
		}
	}
	return odd
}

// findOrbits numbers the orbits of the cosets under the symmetries.
func (x *Cosets) findOrbits(ctx context.Context) error {
	const unset = 1<<32 - 1
	k := x.n - x.w
	x.block, x.by = make([]uint32, x.cosets), make([]uint8, x.cosets)
	for i := range x.block {
		x.block[i] = unset
	}
	undo := make([]uint8, len(x.Carries)) // the list is a group
	for s := range x.Carries {
		for u := range x.Carries {
			if c := &x.Carries[s]; x.Carries[u].cell[c.cell[0]] == 0 && x.undoes(&x.Carries[u], c) {
				undo[s] = uint8(u)
			}
		}
	}
	x.code, x.weight = make([]uint32, 0, x.blocks), make([]uint8, 0, x.blocks)
	for c := range x.block {
		if x.block[c] != unset {
			continue
		}
		if len(x.code)&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b, n := uint32(len(x.code)), uint8(0)
		at := x.positions(uint32(c))
		for s := range x.Carries {
			var to [maxRanked]uint8
			for i := range k {
				to[x.Carries[s].place[i]] = x.Carries[s].cell[at[i]]
			}
			if image := x.rank(&to, k); x.block[image] == unset {
				x.block[image], x.by[image] = b, undo[s]
				n++
			}
		}
		x.code, x.weight = append(x.code, uint32(c)), append(x.weight, n)
	}
	x.blocks = len(x.code)
	return nil
}

func (x *Cosets) undoes(u, s *carry) bool {
	for i := range x.n {
		if u.cell[s.cell[i]] != uint8(i) {
			return false
		}
	}
	return true
}

// rank numbers the ways to put the first k tiles into cells: at[i] is where the i-th is.
func (x *Cosets) rank(at *[maxRanked]uint8, k int) uint32 {
	var r, seen uint32
	for i := range k {
		v := uint32(at[i&(maxRanked-1)])
		r = r*x.radix[i&(maxRanked-1)] + x.digit(i, v, seen)
		seen |= 1 << (v & 31)
	}
	return r
}

// positions is the inverse of rank for the base tiles; the cells of the rest's places follow.
func (x *Cosets) positions(code uint32) (at [maxRanked]uint8) {
	var digits [maxRanked]uint32
	for i := x.n - x.w - 1; i >= 0; i-- {
		digits[i] = code % x.radix[i]
		code /= x.radix[i]
	}
	var seen uint32
	for i := range x.n {
		v := nth(x.own[i]&^seen, digits[i])
		at[i] = uint8(v)
		seen |= 1 << v
	}
	return at
}

// index returns the place of the board in which tile t is in cell at[t], block·inner + order, or false
// where the board is an odd permutation and all moves are even.
func (x *Cosets) index(at *[maxRanked]uint8) (uint64, bool) {
	r, sum := x.rankAll(at)
	if x.even {
		if (sum^x.flip)&1 != 0 {
			return 0, false
		}
		if x.block == nil {
			return r >> 1, true
		}
	} else if x.block == nil {
		return r, true
	}
	code := r / x.fact
	if s := x.by[code]; s != 0 {
		carried, c := [maxRanked]uint8{}, &x.Carries[s]
		for t := range x.n {
			carried[c.cell[t]&(maxRanked-1)] = c.cell[at[t]&(maxRanked-1)]
		}
		r, _ = x.rankAll(&carried)
	}
	q := r % x.fact
	if x.even {
		q >>= 1
	}
	return uint64(x.block[code])*uint64(x.inner) + q, true
}

// rankAll is the rank of all tiles' positions in their order, and the sum of its digits, which has the parity.
func (x *Cosets) rankAll(at *[maxRanked]uint8) (r uint64, sum uint32) {
	var seen uint32
	for i := range x.n {
		v := uint32(at[x.order[i&(maxRanked-1)]&(maxRanked-1)])
		d := x.digit(i, v, seen)
		r = r*uint64(x.radix[i&(maxRanked-1)]) + uint64(d)
		sum += d
		seen |= 1 << (v & 31)
	}
	return r, sum
}

// board is the inverse of index: a board with this index.
func (x *Cosets) board(i uint64) (at [maxRanked]uint8) {
	b, r := i/uint64(x.inner), i%uint64(x.inner)
	code := uint32(b)
	if x.code != nil {
		code = x.code[b]
	}
	if x.even {
		r <<= 1
		q := x.restOrder(uint32(r))
		if uint32(parity(q, x.w)) != x.oddRest(code) {
			r |= 1
		}
	}
	places := x.positions(code)
	k := x.n - x.w
	for i := range k {
		at[x.order[i]] = places[i]
	}
	q := x.restOrder(uint32(r))
	for j := range x.w {
		at[x.order[k+j]] = places[k+q.At(j)]
	}
	return at
}

// oddRest is the parity that the rest's order has on even boards of this coset.
func (x *Cosets) oddRest(code uint32) uint32 {
	sum := x.flip
	for i := x.n - x.w - 1; i >= 0; i-- {
		sum += code % x.radix[i]
		code /= x.radix[i]
	}
	return sum & 1
}

// An edge is what a step does to a block: the board with order r goes to block to, to the order
// right[by·inner + left[r]].
type edge struct {
	to   uint32
	by   uint16
	left uint16
}

// edges returns what the steps, permutations of positions, do to each block: edges[block·len(steps)+step].
func (x *Cosets) edges(ctx context.Context, steps [][]int32) ([]edge, error) {
	n, k := x.n, x.n-x.w
	out := make([]edge, x.blocks*len(steps))
	for b := range x.blocks {
		if b&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		code := uint32(b)
		if x.code != nil {
			code = x.code[b]
		}
		at := x.positions(code)
		odd := uint16(0)
		if x.even {
			odd = uint16(x.oddRest(code))
		}
		for i, g := range steps {
			var to [maxRanked]uint8
			for j := range n {
				to[j&(maxRanked-1)] = uint8(g[at[j&(maxRanked-1)]])
			}
			e := edge{to: x.rank(&to, k)}
			if x.block != nil {
				if s := x.by[e.to]; s != 0 {
					e.left = uint16(s)<<1 | odd
					c, moved := &x.Carries[s], to
					for j := range n { // the rest's places, as left renames them
						to[c.place[j]&(maxRanked-1)] = c.cell[moved[j]]
					}
				}
				e.to = x.block[e.to]
			}
			var r, seen uint32
			for _, v := range to[:k] {
				seen |= 1 << v
			}
			for j := k; j < n; j++ {
				v := uint32(to[j&(maxRanked-1)])
				r = r*x.radix[j&(maxRanked-1)] + x.digit(j, v, seen)
				seen |= 1 << (v & 31)
			}
			e.by = uint16(r)
			out[b*len(steps)+i] = e
		}
	}
	return out, nil
}
