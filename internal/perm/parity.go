package perm

import "math/bits"

// A permutation that keeps the orbits has a parity on each of them: a vector over GF(2). Those
// of the group's elements are the space of the generators' vectors. A permutation
// outside it is told by a set of orbits on which, taken together, all generators are even and it is odd.

// A paritySpace is the space in reduced echelon form.
type paritySpace struct {
	group *Group
	rows  [][]uint64 // bit k of a row: odd on orbit k
	pivot []int      // the first bit of each row, which no other row has
}

func newParitySpace(g *Group) *paritySpace {
	s := &paritySpace{group: g}
	for _, c := range g.gens {
		v := s.reduce(s.vector(c))
		k := firstBit(v)
		if k < 0 {
			continue
		}
		for _, r := range s.rows {
			if bit(r, k) {
				xor(r, v)
			}
		}
		s.rows, s.pivot = append(s.rows, v), append(s.pivot, k)
	}
	return s
}

// vector returns the parities of a permutation that keeps the orbits.
func (s *paritySpace) vector(c Cycles) []uint64 {
	v := make([]uint64, (len(s.group.orbits)+63)/64)
	for _, cycle := range c {
		if len(cycle)%2 == 0 && len(cycle) > 0 {
			k := s.group.orbitOf[cycle[0]]
			v[k/64] ^= 1 << (k % 64)
		}
	}
	return v
}

// reduce subtracts rows from v until it has no pivot bits; 0 is left of the vectors in the space.
func (s *paritySpace) reduce(v []uint64) []uint64 {
	for i, r := range s.rows {
		if bit(v, s.pivot[i]) {
			xor(v, r)
		}
	}
	return v
}

// separate returns a set of orbits, in order, on which together each element of the group is even and c
// is odd, or nil if there is none.
func (s *paritySpace) separate(c Cycles) []int {
	k := firstBit(s.reduce(s.vector(c)))
	if k < 0 {
		return nil
	}
	// The sum over orbit k and the pivots of the rows that have bit k is 0 on each row, and on
	// what is left of c, which has no pivot bits, it is bit k.
	set := make([]uint64, (len(s.group.orbits)+63)/64)
	set[k/64] |= 1 << (k % 64)
	for i, r := range s.rows {
		if bit(r, k) {
			set[s.pivot[i]/64] |= 1 << (s.pivot[i] % 64)
		}
	}
	var orbits []int
	for i := range s.group.orbits {
		if bit(set, i) {
			orbits = append(orbits, i)
		}
	}
	return orbits
}

func bit(v []uint64, k int) bool { return v[k/64]>>(k%64)&1 != 0 }

func xor(v, w []uint64) {
	for i := range v {
		v[i] ^= w[i]
	}
}

func firstBit(v []uint64) int {
	for i, w := range v {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}
