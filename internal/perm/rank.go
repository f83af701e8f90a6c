package perm

import (
	"math/bits"
)

// Packed is a permutation of n ≤ 16 cells in one word: bits 4i..4i+3 are p[i], the rest 0.
// It does not know its n.
type Packed uint64

// factorials[n] = n!; 20! is the last below 2^64.
var factorials = func() (f [21]uint64) {
	f[0] = 1
	for i := 1; i < len(f); i++ {
		f[i] = f[i-1] * uint64(i)
	}
	return f
}()

// reciprocals[d] = ⌈2^64/d⌉ for 2 ≤ d ≤ 16: for r < 2^60 the high half of r·reciprocals[d] is ⌊r/d⌋,
// as the error r·(d−1)/2^64 stays below 1/d.
var reciprocals = func() (m [17]uint64) {
	for d := uint64(2); d < uint64(len(m)); d++ {
		m[d] = ^uint64(0)/d + 1 // for d = 2^k too: ⌊(2^64−1)/d⌋ = 2^64/d − 1
	}
	return m
}()

// packedIdentity is the identity of 16 cells.
const packedIdentity = 0xFEDCBA9876543210

// Pack packs a permutation of at most 16 cells; longer ones panic.
func Pack(p Perm) Packed {
	if len(p) > 16 {
		panic("perm: Pack: more than 16 cells")
	}
	var w Packed
	for i, v := range p {
		w |= Packed(v) << (4 * i)
	}
	return w
}

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

// Factorial returns n! for 0 ≤ n ≤ 20.
func Factorial(n int) uint64 { return factorials[n] }

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

// Unrank returns the permutation of n ≤ 16 cells with the given rank below n!.
func Unrank(rank uint64, n int) Packed {
	digits, _ := lehmerDigits(rank, n, 2)
	return fromDigits(digits, n)
}

// EvenRank returns a rank of the even permutations of 2 ≤ n ≤ 16 cells: 0..n!/2-1. The last digit of
// the Lehmer code follows from the parity, so it is dropped. An odd permutation gets the rank of the
// even one that differs in the last two cells.
func (w Packed) EvenRank(n int) uint64 { return w.Rank(n) / 2 }

// EvenUnrank returns the even permutation with the given rank below n!/2.
func EvenUnrank(rank uint64, n int) Packed {
	digits, sum := lehmerDigits(rank, n, 3)
	return fromDigits(digits|uint64(sum&1)<<(4*(n-2)), n)
}

// lehmerDigits takes the digits of bases from, from+1, …, n off a rank; the digit of base d belongs
// to cell n−d and goes to nibble n−d. The sum of all digits has the parity of the permutation.
func lehmerDigits(rank uint64, n, from int) (digits uint64, sum uint32) {
	for d := from; d <= n; d++ {
		q, _ := bits.Mul64(rank, reciprocals[d])
		v := rank - q*uint64(d)
		digits |= v << (4 * (n - d))
		sum += uint32(v)
		rank = q
	}
	return digits, sum
}

// fromDigits takes the tiles one by one out of the sorted list of those that remain.
func fromDigits(digits uint64, n int) Packed {
	var w Packed
	rest := uint64(packedIdentity)
	for s := 0; s < 4*n; s += 4 {
		at := digits & 15 * 4
		digits >>= 4
		w |= Packed(rest>>at&15) << s
		low := uint64(1)<<at - 1
		rest = rest&low | rest>>4&^low
	}
	return w
}
