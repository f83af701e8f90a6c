package perm

import (
	"math/bits"
)

// Packed is a permutation of n ≤ 16 cells in one word: bits 4i..4i+3 are p[i], the rest 0.
// It does not know its n.
type Packed uint64

// Unpack returns the first n ≤ 16 cells.
func (w Packed) Unpack(n int) Perm {
	p := make(Perm, n)
	for i := range p {
		p[i] = uint16(w >> (4 * i) & 15)
	}
	return p
}

// At returns p[i].
func (w Packed) At(i int) int { return int(w >> (4 * i) & 15) }

// Then is Mul: the first n cells of "first w, then q".
func (w Packed) Then(q Packed, n int) Packed {
	var r Packed
	for s := 0; s < 4*n; s += 4 {
		r |= w >> (q >> s & 15 * 4) & 15 << s
	}
	return r
}

// Rank returns the number of permutations of n ≤ 16 cells that come before w in lexicographic order:
// 0..n!-1. The digit of cell i (Lehmer) is p[i] less the number of smaller tiles already seen.
func (w Packed) Rank(n int) uint64 {
	var r uint64
	var seen uint32
	for i := n; i > 1; i-- { // Horner: the digit of weight (i−1)! is below i
		v := uint32(w & 15)
		r = r*uint64(i) + uint64(v-uint32(bits.OnesCount32(seen&(1<<v-1))))
		seen |= 1 << v
		w >>= 4
	}
	return r
}

// EvenRank returns a rank of the even permutations of 2 ≤ n ≤ 16 cells: 0..n!/2-1. The last digit of
// the Lehmer code follows from the parity, so it is dropped. An odd permutation gets the rank of the
// even one that differs in the last two cells.
func (w Packed) EvenRank(n int) uint64 { return w.Rank(n) / 2 }
