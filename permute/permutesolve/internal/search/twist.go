package search

import (
	"math"
	"math/bits"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// MaxMiddle is the most cells of a board for which positions are searched up to symmetry.
const MaxMiddle = 32

// position is a permutation of up to 32 cells, or a board of different tiles: the array keeps the loops free of
// bounds checks.
type position [MaxMiddle]uint8

// twist is a symmetry of the distances of positions: it takes y to s∘y∘s⁻¹, or to s∘y⁻¹∘s⁻¹ where flip is set. The
// first keeps distances where s takes the moves to the moves at the same cost, the second where it takes them to the
// inverses of moves: a way m₁m₂…m_k for y becomes the way of the inverses backwards. Even a set that only shifts
// right and down has a flip, with the half turn of the grid.
type twist struct {
	s, inv position
	bit    position // 4 s, for words of 4 bits a cell
	flip   bool
}

// findTwists tests the symmetries of the grid as a torus, shifts, reflections and, where it is square, the
// transposition.
func findTwists(c *moveset.Compiled) []twist {
	n := c.N
	ahead, back := make(map[string]int64), make(map[string]int64)
	conj := func(s *position, m *moveset.Move, inverse bool) string {
		to, from := m.To, m.From
		if inverse {
			to, from = from, to
		}
		var whole [MaxMiddle]byte
		for i := range n {
			whole[i] = byte(i)
		}
		for k := range to {
			whole[s[to[k]]] = s[from[k]]
		}
		return string(whole[:n])
	}
	var id position
	for i := range id {
		id[i] = uint8(i)
	}
	put := func(set map[string]int64, key string, cost int64) {
		if old, ok := set[key]; !ok || cost < old {
			set[key] = cost
		}
	}
	for i := range c.Moves {
		put(ahead, conj(&id, &c.Moves[i], false), c.Moves[i].Cost)
		put(back, conj(&id, &c.Moves[i], true), c.Moves[i].Cost)
	}
	keeps := func(s *position, inverse bool) bool {
		set := ahead
		if inverse {
			set = back
		}
		for i := range c.Moves {
			// The image of a move has to cost as little as the move at its best does.
			plain := ahead[conj(&id, &c.Moves[i], false)]
			if cost, ok := set[conj(s, &c.Moves[i], false)]; !ok || cost != plain {
				return false
			}
		}
		return true
	}
	var out []twist
	seen := make(map[position]bool)
	c.Carriers(func(cell []int32) {
		var t twist
		for i, to := range cell {
			t.s[i], t.inv[to] = uint8(to), uint8(i)
		}
		if seen[t.s] {
			return
		}
		seen[t.s] = true
		for _, flip := range []bool{false, true} {
			if keeps(&t.s, flip) {
				t.flip = flip
				out = append(out, t)
			}
		}
	})
	return out
}

// canon finds for each position the representative of those that the twists make of it.
//
// Comparing all images would cost 256 of them on a 4 × 4 torus. Instead: a twist takes the pair (cell i, its tile's
// place y(i)) to such a pair of the image, so pairs fall into classes, and how many pairs of each class a position
// has is the same for its images. The class whose pairs have the fewest twists to their class's first pair, in all,
// is the rarest sign: only the images under these twists are compared, half a dozen as a rule.
type canon struct {
	n      int
	twists []twist
	class  []uint16   // of the pair (i, j), at 32 i + j
	weight []int32    // by class: twists that take one of its pairs to the first
	ways   [][]uint16 // by pair: these twists, those without a flip
	flips  [][]uint16 // and those with one
	some   bool       // some twist has a flip
}

func newCanon(n int, twists []twist) *canon {
	c := &canon{n: n, twists: twists, class: make([]uint16, MaxMiddle*MaxMiddle),
		ways: make([][]uint16, MaxMiddle*MaxMiddle), flips: make([][]uint16, MaxMiddle*MaxMiddle)}
	const none = math.MaxUint16
	for i := range c.class {
		c.class[i] = none
	}
	for i := range n {
		for j := range n {
			if c.class[32*i+j] != none {
				continue
			}
			id := uint16(len(c.weight))
			weight := int32(0)
			for k := range twists {
				pi, pj := twists[k].pair(i, j)
				c.class[32*pi+pj] = id
				if pi == i && pj == j {
					weight++
				}
			}
			c.weight = append(c.weight, weight)
		}
	}
	first := make([]int, len(c.weight))
	for i := n*MaxMiddle - 1; i >= 0; i-- {
		if c.class[i] != none {
			first[c.class[i]] = i
		}
	}
	for k := range twists {
		for i := range n {
			twists[k].bit[i] = 4 * twists[k].s[i]
		}
		c.some = c.some || twists[k].flip
		for i := range n {
			for j := range n {
				pi, pj := twists[k].pair(i, j)
				if at := 32*i + j; 32*pi+pj == first[c.class[at]] {
					if twists[k].flip {
						c.flips[at] = append(c.flips[at], uint16(k))
					} else {
						c.ways[at] = append(c.ways[at], uint16(k))
					}
				}
			}
		}
	}
	return c
}

// pair returns what the twist makes of y(i) = j.
func (t *twist) pair(i, j int) (int, int) {
	if t.flip {
		i, j = j, i
	}
	return int(t.s[i]), int(t.s[j])
}

// canonScratch is the working memory of one user of a canon.
type canonScratch struct {
	count [MaxMiddle * MaxMiddle]uint8 // zero between calls
	inv   position
}

// packedClasses is the most classes whose counts, up to 32 each, fit into one word.
const packedClasses = 64 / 6

// rarest returns the cells whose pairs are of the class with the fewest twists to look at.
func (c *canon) rarest(y *position, sc *canonScratch) (cells uint32) {
	n, best := c.n, uint16(0)
	var classes [MaxMiddle]uint16
	bestWeight := int32(math.MaxInt32)
	if len(c.weight) <= packedClasses {
		var counts uint64
		for i := range n {
			k := c.class[32*i+int(y[i&31])]
			classes[i&31] = k
			counts += 1 << (k * 6 & 63)
		}
		for k, weight := range c.weight {
			// What does not occur becomes the greatest number.
			if w := weight*int32(counts&63) - 1; uint32(w) < uint32(bestWeight) {
				best, bestWeight = uint16(k), w
			}
			counts >>= 6
		}
	} else {
		for i := range n {
			k := c.class[32*i+int(y[i&31])]
			classes[i&31] = k
			sc.count[k&1023]++
		}
		for i := range n {
			k := classes[i&31]
			if w := c.weight[k] * int32(sc.count[k&1023]); w < bestWeight || w == bestWeight && k < best {
				best, bestWeight = k, w
			}
		}
		for i := range n {
			sc.count[classes[i&31]&1023] = 0
		}
	}
	for i := range n {
		same := uint32(classes[i&31]^best) - 1
		cells |= same >> 31 << (i & 31)
	}
	return cells
}

// chosen returns the cells of the pairs from which the twists without and with a flip are to be compared, and leaves
// the inverse of y in sc.
//
// Of the rarest pairs those count whose neighbours in the image, the pair that begins at y(i) and the one that ends
// at i, have the first classes. A flip swaps the two.
func (c *canon) chosen(y *position, sc *canonScratch) (plain, flip uint32) {
	cells := c.rarest(y, sc)
	for i := range c.n {
		sc.inv[y[i&31]&31] = uint8(i)
	}
	first := uint32(math.MaxUint32)
	for ; cells != 0; cells &= cells - 1 {
		i := bits.TrailingZeros32(cells) & 31
		j := int(y[i])
		at := (32*i + j) & 1023
		after, before := uint32(c.class[(32*j+int(y[j&31]))&1023]), uint32(c.class[(32*int(sc.inv[i])+i)&1023])
		if code := after<<16 | before; len(c.ways[at]) > 0 && code <= first {
			if code < first {
				first, plain, flip = code, 0, 0
			}
			plain |= 1 << i
		}
		if code := before<<16 | after; len(c.flips[at]) > 0 && code <= first {
			if code < first {
				first, plain, flip = code, 0, 0
			}
			flip |= 1 << i
		}
	}
	return plain, flip
}

// leastWord is least for boards of up to 16 cells: it returns the representative packed, cell i in the bits from 4i
// on, as far as the last cell but one. The order of the images is another.
func (c *canon) leastWord(y *position, sc *canonScratch) uint64 {
	n := c.n
	least := uint64(math.MaxUint64)
	plain, flip := c.chosen(y, sc)
	for ; plain != 0; plain &= plain - 1 {
		i := bits.TrailingZeros32(plain) & 31
		for _, k := range c.ways[(32*i+int(y[i]))&1023] {
			t := &c.twists[k]
			var word uint64
			for x := range n {
				word |= uint64(t.s[y[x&31]&31]) << (t.bit[x&31] & 63)
			}
			least = min(least, word)
		}
	}
	for ; flip != 0; flip &= flip - 1 {
		i := bits.TrailingZeros32(flip) & 31
		for _, k := range c.flips[(32*i+int(y[i]))&1023] {
			t := &c.twists[k]
			var word uint64
			for x := range n {
				word |= uint64(t.s[x&31]) << (t.bit[y[x&31]&31] & 63)
			}
			least = min(least, word)
		}
	}
	return least & (1<<(4*n-4) - 1)
}

// least writes the representative of y's images to out.
func (c *canon) least(out, y *position, sc *canonScratch) {
	plain, flip := c.chosen(y, sc)
	some := false
	for ; plain != 0; plain &= plain - 1 {
		i := bits.TrailingZeros32(plain) & 31
		for _, k := range c.ways[(32*i+int(y[i]))&1023] {
			c.lesser(out, y, &c.twists[k], !some)
			some = true
		}
	}
	for ; flip != 0; flip &= flip - 1 {
		i := bits.TrailingZeros32(flip) & 31
		for _, k := range c.flips[(32*i+int(y[i]))&1023] {
			c.lesser(out, &sc.inv, &c.twists[k], !some)
			some = true
		}
	}
}

// lesser writes t∘base∘t⁻¹ to out if it is less than what is there, or the first.
func (c *canon) lesser(out, base *position, t *twist, first bool) {
	n, at := c.n, 0
	for !first && at < n {
		v, b := t.s[base[t.inv[at&31]&31]&31], out[at&31]
		if v > b {
			return
		}
		if v < b {
			break
		}
		at++
	}
	for ; at < n; at++ {
		out[at&31] = t.s[base[t.inv[at&31]&31]&31]
	}
}
