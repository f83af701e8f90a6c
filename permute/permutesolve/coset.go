package permutesolve

import (
	"context"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/internal/perm"
)

// maxRanked is the most cells whose permutations are ranked: a position is a nibble.
const maxRanked = 16

// cosets is an index of the permutations of n ≤ 16 distinct tiles, made so that moves act on it by table look-ups.
//
// A board is where each tile is. The tiles are split into base and rest: what a move does to
// the positions of the base tiles does not depend on the rest (a coset of the permutations that fix the
// base), and what it does to the order of the rest among the free cells is one of w! fixed permutations
// that depends on the base alone. So the index of a board is (coset, order of the rest), a block is all boards of one coset, and
// a move carries whole blocks to whole blocks. Where all moves are even only half of the orders occur, and their last
// digit is dropped.
//
// Symmetries that keep the set of base tiles carry blocks to blocks as well, without changing
// distances; only one block of each orbit is kept. Of the 12! boards of 3 × 4 with unit shifts 24 symmetries of
// the torus leave one in 23.7. What a board is reached from, the index tells for each board that it keeps. What a board
// leads to, it tells up to symmetry: where a symmetry carries a block to itself, the board meant may be another one of the
// block. So with symmetries searches go by predecessors.
type cosets struct {
	n, w  int // cells; tiles of the rest
	even  bool
	flip  uint32           // parity of order
	order [maxRanked]uint8 // the tiles: base, then rest
	fact  uint64           // w!
	inner int              // boards of a block: w! or w!/2
	cosets,
	blocks int
	words int // of 64 bits, for a set of boards of one block

	carries []carry  // the symmetries in use, the identity first
	block   []uint32 // of each coset, or nil where every coset is a block
	by      []uint8  // the carry that takes a coset to its block
	code    []uint32 // the coset that stands for each block, or nil
	weight  []uint8  // cosets in the orbit of each block, or nil

	right   []uint16 // right[p·inner+r]: the order r after permutation p of the free cells
	inverse []uint16 // of each of the w! permutations
	// left[2s+odd][r] is the order r, completed to an odd or even one, after renaming the rest tiles by
	// symmetry s; unleft is its inverse. nil is the identity.
	left, unleft [][]uint16
}

// carry is a symmetry in the forms that the index needs.
type carry struct {
	cell  [maxRanked]uint8
	place [maxRanked]uint8 // place[i]: which tile, by its place in order, the i-th becomes
}

// planCosets chooses base and rest and counts, with the symmetries that serve or without any; memory tells what filling it
// needs.
func planCosets(c *compiled, symmetric bool) *cosets {
	even := c.n >= 2
	for i := range c.moves {
		even = even && c.moves[i].even
	}
	var all []symmetry
	if symmetric {
		all = c.symmetries()
	}
	steps := int64(len(c.moves))
	var best *cosets
	var least int64
	for w := min(4, c.n); w <= min(7, c.n); w++ {
		x := splitCosets(c.n, w, even, all)
		// Nanoseconds, roughly: edges, rows, orbits, and the look-ups of the search.
		cost := int64(x.blocks)*steps*80 + int64(x.fact)*int64(x.inner)*8 + int64(x.blocks)*int64(x.inner)*steps*2
		if len(x.carries) > 1 {
			cost += int64(x.cosets) * 120
		}
		if best == nil || cost < least {
			best, least = x, cost
		}
	}
	return best
}

// mostCosets is the most cosets that can be numbered; so many stand for more.
const mostCosets = 1<<31 - 1

// splitCosets plans an index whose rest has w tiles, 2 or more where only even permutations count.
func splitCosets(n, w int, even bool, all []symmetry) *cosets {
	x := &cosets{n: n, w: w, even: even}
	x.chooseRest(all)
	x.fact = perm.Factorial(w)
	x.inner = int(x.fact)
	if even {
		x.inner /= 2
	}
	x.words = (x.inner + 63) / 64
	x.cosets = 1
	for i := range n - w {
		x.cosets = int(min(int64(x.cosets)*int64(n-i), mostCosets))
	}
	x.blocks = x.cosets/len(x.carries) + 1 // about; exact once filled
	return x
}

// size is the number of boards that the index tells apart, before symmetries: n! or n!/2.
func (x *cosets) size() float64 {
	f := float64(x.inner)
	for i := x.w + 1; i <= x.n; i++ {
		f *= float64(i)
	}
	return f
}

// memory is about what the filled index holds, for a set of the given number of moves, with the moves' edges.
func (x *cosets) memory(moves int) int64 {
	m := 2*int64(x.fact)*int64(x.inner) + int64(x.blocks)*(8*int64(moves)+8)
	if len(x.carries) > 1 {
		m += 5*int64(x.cosets) + 8*int64(len(x.carries))*int64(x.inner)
	}
	return m
}

// chooseRest takes as rest the w tiles that the most symmetries keep as a set; without symmetries, the last ones.
func (x *cosets) chooseRest(all []symmetry) {
	best, kept := uint32(1<<x.n-1)&^(1<<(x.n-x.w)-1), 1
	if len(all) > 1 {
		for set := uint32(1)<<x.w - 1; set < 1<<x.n; {
			k := 0
			for i := range all {
				if carriedSet(all[i].cell, set) == set {
					k++
				}
			}
			if k > kept {
				best, kept = set, k
			}
			low := set & -set // the next set of as many, by Gosper
			high := set + low
			set = (set^high)/low>>2 | high
		}
	}
	i := 0
	for _, rest := range []bool{false, true} {
		for t := range x.n {
			if best>>t&1 != 0 == rest {
				x.order[i] = uint8(t)
				i++
			}
		}
	}
	var seen uint32
	for _, t := range x.order[:x.n] {
		x.flip ^= uint32(t) - uint32(bits.OnesCount32(seen&(1<<t-1)))
		seen |= 1 << t
	}
	x.flip &= 1
	x.carries = []carry{x.carry(identity(x.n))}
	if kept == 1 {
		return
	}
	for i := range all {
		if carriedSet(all[i].cell, best) == best && !slices.Equal(all[i].cell, identity(x.n)) {
			x.carries = append(x.carries, x.carry(all[i].cell))
		}
	}
}

func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

func carriedSet(cell []int32, set uint32) (out uint32) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << cell[bits.TrailingZeros32(set)]
	}
	return out
}

func (x *cosets) carry(cell []int32) (s carry) {
	var place [maxRanked]uint8
	for i, t := range x.order[:x.n] {
		place[t] = uint8(i)
	}
	for i := range x.n {
		s.cell[i] = uint8(cell[i])
		s.place[i] = place[cell[x.order[i]]]
	}
	return s
}

// fillCosets makes the tables of a plan whose numbers are within reach.
func fillCosets(ctx context.Context, x *cosets) (*cosets, error) {
	w := x.w
	orders := make([]perm.Packed, x.fact)
	for r := range orders {
		orders[r] = perm.Unrank(uint64(r), w)
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
			row[r] = uint16(relabel(orders[r<<half], by, w).Rank(w) >> half)
		}
		var inv perm.Packed
		for i := range w {
			inv |= perm.Packed(i) << (4 * by.At(i))
		}
		x.inverse[p] = uint16(inv.Rank(w))
		if p&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	x.left, x.unleft = make([][]uint16, 2*len(x.carries)), make([][]uint16, 2*len(x.carries))
	for s := 1; s < len(x.carries); s++ {
		for odd := range half + 1 {
			row, back := make([]uint16, x.inner), make([]uint16, x.inner)
			for r := range row {
				q := orders[r<<half]
				if x.even && odd != parity(q, w) {
					q = orders[r<<half|1]
				}
				var renamed perm.Packed
				for j := range w {
					renamed |= perm.Packed(q.At(j)) << (4 * (int(x.carries[s].place[x.n-w+j]) - (x.n - w)))
				}
				row[r] = uint16(renamed.Rank(w) >> half)
				back[row[r]] = uint16(r)
			}
			x.left[2*s+odd], x.unleft[2*s+odd] = row, back
		}
	}
	if len(x.carries) == 1 {
		x.blocks = x.cosets
		return x, nil
	}
	return x, x.findOrbits(ctx)
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
func (x *cosets) findOrbits(ctx context.Context) error {
	const unset = 1<<32 - 1
	k := x.n - x.w
	x.block, x.by = make([]uint32, x.cosets), make([]uint8, x.cosets)
	for i := range x.block {
		x.block[i] = unset
	}
	undo := make([]uint8, len(x.carries)) // the list is a group
	for s := range x.carries {
		for u := range x.carries {
			if c := &x.carries[s]; x.carries[u].cell[c.cell[0]] == 0 && x.undoes(&x.carries[u], c) {
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
		for s := range x.carries {
			var to [maxRanked]uint8
			for i := range k {
				to[x.carries[s].place[i]] = x.carries[s].cell[at[i]]
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

func (x *cosets) undoes(u, s *carry) bool {
	for i := range x.n {
		if u.cell[s.cell[i]] != uint8(i) {
			return false
		}
	}
	return true
}

// rank numbers the ways to put k tiles into n cells: at[i] is where the i-th is.
func (x *cosets) rank(at *[maxRanked]uint8, k int) uint32 {
	var r, seen uint32
	for i := range k {
		v := uint32(at[i] & 15)
		r = r*uint32(x.n-i) + v - uint32(bits.OnesCount32(seen&(1<<v-1)))
		seen |= 1 << v
	}
	return r
}

// positions is the inverse of rank for the base tiles; the free cells follow, rising.
func (x *cosets) positions(code uint32) (at [maxRanked]uint8) {
	k := x.n - x.w
	var digits [maxRanked]uint8
	for i := k - 1; i >= 0; i-- {
		digits[i] = uint8(code % uint32(x.n-i))
		code /= uint32(x.n - i)
	}
	free := uint64(0xfedcba9876543210)
	for i := range x.n {
		d := 4 * digits[i] // 0 for the free cells
		at[i] = uint8(free >> d & 15)
		low := uint64(1)<<d - 1
		free = free&low | free>>4&^low
	}
	return at
}

// index returns the place of the board in which tile t is in cell at[t], block·inner + order, or false
// where the board is an odd permutation and all moves are even.
func (x *cosets) index(at *[maxRanked]uint8) (uint64, bool) {
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
		carried, c := [maxRanked]uint8{}, &x.carries[s]
		for t := range x.n {
			carried[c.cell[t]&15] = c.cell[at[t]&15]
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
func (x *cosets) rankAll(at *[maxRanked]uint8) (r uint64, sum uint32) {
	var seen uint32
	for i := range x.n {
		v := uint32(at[x.order[i&15]&15] & 15)
		d := v - uint32(bits.OnesCount32(seen&(1<<v-1)))
		r = r*uint64(x.n-i) + uint64(d)
		sum += d
		seen |= 1 << v
	}
	return r, sum
}

// board is the inverse of index: a board with this index.
func (x *cosets) board(i uint64) (at [maxRanked]uint8) {
	b, r := i/uint64(x.inner), i%uint64(x.inner)
	code := uint32(b)
	if x.code != nil {
		code = x.code[b]
	}
	if x.even {
		r <<= 1
		q := perm.Unrank(r, x.w)
		if uint32(parity(q, x.w)) != x.oddRest(code) {
			r |= 1
		}
	}
	places := x.positions(code)
	k := x.n - x.w
	for i := range k {
		at[x.order[i]] = places[i]
	}
	q := perm.Unrank(r, x.w)
	for j := range x.w {
		at[x.order[k+j]] = places[k+q.At(j)]
	}
	return at
}

// oddRest is the parity that the rest's order has on even boards of this coset.
func (x *cosets) oddRest(code uint32) uint32 {
	sum := x.flip
	for i := x.n - x.w - 1; i >= 0; i-- {
		sum += code % uint32(x.n-i)
		code /= uint32(x.n - i)
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
func (x *cosets) edges(ctx context.Context, steps [][]int32) ([]edge, error) {
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
				to[j&15] = uint8(g[at[j&15]])
			}
			e := edge{to: x.rank(&to, k)}
			if x.block != nil {
				if s := x.by[e.to]; s != 0 {
					e.left = uint16(s)<<1 | odd
					c, moved := &x.carries[s], to
					for j := range k {
						to[c.place[j]&15] = c.cell[moved[j]]
					}
					for j := k; j < n; j++ { // places, not tiles: left renames those
						to[j] = c.cell[moved[j]]
					}
				}
				e.to = x.block[e.to]
			}
			var used uint32
			for _, v := range to[:k] {
				used |= 1 << v
			}
			var r, seen uint32
			for j := k; j < n; j++ {
				v := uint32(to[j&15] & 15)
				v -= uint32(bits.OnesCount32(used & (1<<v - 1)))
				r = r*uint32(n-j) + v - uint32(bits.OnesCount32(seen&(1<<v-1)))
				seen |= 1 << v
			}
			e.by = uint16(r)
			out[b*len(steps)+i] = e
		}
	}
	return out, nil
}
