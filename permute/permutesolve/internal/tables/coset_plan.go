package tables

import (
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// planCosets chooses base and rest and counts, with the symmetries that serve or without any; memory tells what
// filling it needs.
func planCosets(c *moveset.Compiled, symmetric bool) *Cosets {
	even := c.N >= 2
	for i := range c.Moves {
		even = even && c.Moves[i].Even
	}
	var all []moveset.Symmetry
	if symmetric {
		all = c.Symmetries()
	}
	steps := int64(len(c.Moves))
	var best *Cosets
	var least int64
	for _, rest := range restSets(c, all) {
		x := splitCosets(c, rest, even, all)
		// Nanoseconds, roughly: edges, rows, orbits, and the look-ups of the search.
		cost := int64(x.blocks)*steps*80 + int64(x.fact)*int64(x.inner)*8 + int64(x.blocks)*int64(x.inner)*steps*2
		if len(x.Carries) > 1 {
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

// splitCosets plans an index with a set of tiles for the rest, two of one orbit among them where only even
// permutations count.
func splitCosets(c *moveset.Compiled, rest uint32, even bool, all []moveset.Symmetry) *Cosets {
	x := &Cosets{n: c.N, w: bits.OnesCount32(rest), even: even, fact: 1}
	x.arrange(c, rest)
	x.chooseCarries(rest, all)
	x.cosets = 1
	for i := range x.n {
		if i < x.n-x.w {
			x.cosets = int(min(int64(x.cosets)*int64(x.radix[i]), mostCosets))
		} else {
			x.fact *= uint64(x.radix[i])
		}
	}
	x.inner = int(x.fact)
	if even {
		x.inner /= 2
	}
	x.words = (x.inner + 63) / 64
	x.blocks = x.cosets/len(x.Carries) + 1 // about; exact once filled
	return x
}

// Size is the number of boards that the index tells apart, before symmetries: n! or n!/2, for each orbit.
func (x *Cosets) Size() float64 {
	f := float64(x.inner)
	for _, r := range x.radix[:x.n-x.w] {
		f *= float64(r)
	}
	return f
}

// memory is about what the filled index holds, for a set of the given number of moves, with the moves' edges.
func (x *Cosets) memory(moves int) int64 {
	m := 2*int64(x.fact)*int64(x.inner) + int64(x.blocks)*(8*int64(moves)+8)
	if len(x.Carries) > 1 {
		m += 5*int64(x.cosets) + 8*int64(len(x.Carries))*int64(x.inner)
	}
	return m
}

// mostOrders bounds the orders of the rest: their products are in a table.
const mostOrders = 5040

// restSets lists sets of tiles that may be the rest. Of some tiles of the largest orbit, 4 to 7, these are the ones
// that the most symmetries keep as a set; with several orbits, also tiles of more than one that all symmetries keep
// together.
func restSets(c *moveset.Compiled, all []moveset.Symmetry) (list []uint32) {
	parts := c.ByOrbit()
	largest := parts[0]
	for _, o := range parts {
		if len(o) > len(largest) {
			largest = o
		}
	}
	for w := min(4, len(largest)); w <= min(7, len(largest)); w++ {
		list = append(list, keptMost(largest, w, all))
	}
	if len(parts) == 1 {
		return list
	}
	var units []uint32 // the symmetries carry the cells of each among themselves
	for x := range int32(c.N) {
		unit := uint32(1) << x
		for i := range all {
			unit |= 1 << all[i].Cell[x]
		}
		if bits.TrailingZeros32(unit) == int(x) {
			units = append(units, unit)
		}
	}
	for i := range units {
		set := uint32(0)
		for k := range units {
			set |= units[(i+k)%len(units)]
			orders := 1
			for _, o := range parts {
				n := 0
				for _, x := range o {
					if n += int(set >> x & 1); set>>x&1 != 0 {
						orders = min(orders*n, mostOrders+1)
					}
				}
			}
			if orders > mostOrders || bits.OnesCount32(set) > mostPacked {
				break
			}
			if orders > 1 {
				list = append(list, set)
			}
		}
	}
	return list
}

// mostPacked is the most tiles of the rest: their order is a perm.Packed.
const mostPacked = 16

// keptMost returns the w of some cells that the most symmetries keep as a set; without symmetries, the last ones.
func keptMost(cells []int32, w int, all []moveset.Symmetry) uint32 {
	n := len(cells)
	spread := func(set uint32) (out uint32) {
		for ; set != 0; set &= set - 1 {
			out |= 1 << cells[bits.TrailingZeros32(set)]
		}
		return out
	}
	best, kept := spread(uint32(1<<n-1)&^(1<<(n-w)-1)), 1
	if len(all) < 2 {
		return best
	}
	for set := uint32(1)<<w - 1; set < 1<<n; {
		k, whole := 0, spread(set)
		for i := range all {
			if carriedSet(all[i].Cell, whole) == whole {
				k++
			}
		}
		if k > kept {
			best, kept = whole, k
		}
		low := set & -set // the next set of as many, by Gosper
		high := set + low
		set = (set^high)/low>>2 | high
	}
	return best
}

// arrange puts the tiles in order.
func (x *Cosets) arrange(c *moveset.Compiled, rest uint32) {
	var orbit [maxRanked]uint32 // of each cell
	for _, o := range c.ByOrbit() {
		set := uint32(0)
		for _, t := range o {
			set |= 1 << t
		}
		for _, t := range o {
			orbit[t] = set
		}
	}
	i := 0
	for _, late := range []bool{false, true} {
		for t := range x.n {
			if rest>>t&1 != 0 == late {
				x.order[i] = uint8(t)
				i++
			}
		}
	}
	var seen uint32
	for i, t := range x.order[:x.n] {
		x.own[i] = orbit[t]
		x.radix[i] = uint32(bits.OnesCount32(orbit[t] &^ seen))
		x.flip ^= x.digit(i, uint32(t), seen)
		seen |= 1 << t
	}
	x.flip &= 1
	for j := range x.w {
		for i := range x.w {
			if x.own[x.n-x.w+i] == x.own[x.n-x.w+j] {
				x.places[j] |= 1 << i
			}
		}
	}
}

// digit is the one of the i-th tile in order, in cell v, where the tiles before it are in seen.
func (x *Cosets) digit(i int, v, seen uint32) uint32 {
	return uint32(bits.OnesCount32(x.own[i&(maxRanked-1)] &^ seen & (1<<(v&31) - 1)))
}

// chooseCarries takes the symmetries that keep the rest as a set.
func (x *Cosets) chooseCarries(rest uint32, all []moveset.Symmetry) {
	x.Carries = []carry{x.carry(moveset.Identity(x.n))}
	for i := range all {
		if carriedSet(all[i].Cell, rest) == rest && !slices.Equal(all[i].Cell, moveset.Identity(x.n)) {
			x.Carries = append(x.Carries, x.carry(all[i].Cell))
		}
	}
}

func carriedSet(cell []int32, set uint32) (out uint32) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << cell[bits.TrailingZeros32(set)]
	}
	return out
}

func (x *Cosets) carry(cell []int32) (s carry) {
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
