package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// Three changes of basis that work by halves, in place, on the bits of a vector of n = 2^k
// coefficients. Each level takes the vector in blocks of 2·2^j bits, the low half L and
// the high half H, and adds something made of H to L; it is its own inverse, so the way back
// is the same levels in the opposite order. Levels below a word work inside words, the
// others on runs of words: n·log n/64 word operations in all, where the recurrences
// would take n²/64.

// halfMask[j] selects the low halves of the blocks of 2·2^j bits in a word.
var halfMask = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
	0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF,
}

// padPower returns p in a new vector of 2^k words, the least that holds n ≥ 1 coefficients.
func padPower(p []uint64, n int) []uint64 {
	w := make([]uint64, 1<<bits.Len(uint(words(max(n, 1))-1)))
	copy(w, p)
	return w
}

// Shift returns p(t + 1). From (t+1)^{2^j} = t^{2^j} + 1, a level is L ← L + H.
func (p Poly) Shift(mt *meter.Meter) Poly {
	w := padPower(p, p.Degree()+1)
	for j, m := range halfMask {
		if mt.Work(len(w)) != nil {
			return nil
		}
		for i, v := range w {
			w[i] = v ^ v>>(1<<j)&m
		}
	}
	for h := 1; h < len(w); h *= 2 {
		if mt.Work(len(w)/2) != nil {
			return nil
		}
		for i := 0; i < len(w); i += 2 * h {
			xorInto(w[i:i+h], w[i+h:i+2*h])
		}
	}
	return Normal(w)
}

// The path basis by way of t = z + 1/z. With e_0 = 1 and e_k = z^k + z^{−k}, which over
// GF(2) makes t^{2^j} = e_{2^j},
//
//	e_{2^j + i} = t^{2^j}·e_i + e_{2^j − i}   for 0 < i < 2^j,
//
// so a level reflects H onto L: bit i of H goes to bit 2^j − i of L. Path polynomials are
// p_k = e_{k+1} / t.

// FromPathBasis returns Σ r_k·p_k(t) for the vector r of w bits, r_k being bit k: the
// polynomial that stands for a row of presses when the adjacency of the path stands for t.
func FromPathBasis(mt *meter.Meter, r []uint64, w int) Poly {
	checkVec("FromPathBasis", r, w)
	v := padPower(Normal(r).ShiftLeft(1), w+1)
	for h := len(v) / 2; h >= 1; h /= 2 {
		if mt.Work(len(v)) != nil {
			return nil
		}
		for i := 0; i < len(v); i += 2 * h {
			reflect(v[i:i+h], v[i+h:i+2*h])
		}
	}
	for j := 5; j >= 1; j-- {
		if mt.Work(3*len(v)) != nil {
			return nil
		}
		reflectInWords(v, j)
	}
	return Normal(v).ShiftRight(1)
}

// ToPathBasis returns the vector r of w bits with Σ r_k·p_k = p; deg p < w.
func ToPathBasis(mt *meter.Meter, p Poly, w int) []uint64 {
	if mt.Err() != nil {
		return make([]uint64, words(w))
	}
	if p.Degree() >= w {
		panic("gf2: ToPathBasis: degree too large")
	}
	v := padPower(p.ShiftLeft(1), w+1)
	for j := 1; j <= 5 && mt.Work(3*len(v)) == nil; j++ {
		reflectInWords(v, j)
	}
	for h := 1; h < len(v) && mt.Work(len(v)) == nil; h *= 2 {
		for i := 0; i < len(v); i += 2 * h {
			reflect(v[i:i+h], v[i+h:i+2*h])
		}
	}
	return Normal(v).ShiftRight(1).Words(w)
}

// reflect adds bit i of high to bit n − i of low, 0 < i < n, n = 64·len(low).
func reflect(low, high []uint64) {
	var carry uint64
	for i := range low {
		v := bits.Reverse64(high[len(high)-1-i])
		low[i] ^= v<<1 | carry
		carry = v >> 63
	}
}

// reflectInWords is reflect for the blocks of 2·2^j bits of each word, 1 ≤ j ≤ 5.
func reflectInWords(w []uint64, j int) {
	h := uint(1) << j
	m := halfMask[j]
	for i, v := range w {
		v = v >> h & m // H in the place of L
		// Reverse within the halves: all fields of the word, then the fields back in order.
		v = bits.Reverse64(v)
		// Field f of width 2h went to field 64/2h−1−f, and L sits in its high half.
		v >>= h
		for k := 5; k > j; k-- {
			s := uint(1) << k
			v = v>>s&halfMask[k] | v&halfMask[k]<<s
		}
		w[i] ^= v << 1 & m
	}
}

// PathPoly returns p_n(t) mod 2 for n ≥ −1 (p_{−1} = 0): the coefficient of t^{n−2k} is
// C(n−k, k) mod 2. It is monic of degree n, and its zeros are the numbers ζ + 1/ζ with
// ζ^{n+1} = 1. Cost: n·log n/64 word operations.
func PathPoly(mt *meter.Meter, n int) Poly {
	if n < 0 {
		return nil
	}
	return FromPathBasis(mt, Monomial(n), n+1)
}

// PathPolyShifted returns p_n(t + 1), which stands for the pattern that toggles its own cell.
func PathPolyShifted(mt *meter.Meter, n int) Poly { return PathPoly(mt, n).Shift(mt) }

// splitShift writes p(t) = a(s) + t·b(s) with s = t² + t and returns a and b. Since s
// does not change under t → t + 1, p(t+1) = p(t) + b(s), and
// gcd(p(t), p(t+1)) = gcd(a, b) at s.
//
// From s^{2^j} = t^{2·2^j} + t^{2^j}, a block of four quarters f0 … f3 of 2^j bits
// becomes f0, f1+f2+f3, f2+f3, f3 (Gao and Mateer).
func (p Poly) splitShift(mt *meter.Meter) (a, b Poly) {
	w := padPower(p, p.Degree()+1)
	for q := len(w) / 4; q >= 1; q /= 2 {
		if mt.Work(len(w)/2) != nil {
			return nil, nil
		}
		for i := 0; i < len(w); i += 4 * q {
			xorInto(w[i+2*q:i+3*q], w[i+3*q:i+4*q])
			xorInto(w[i+q:i+2*q], w[i+2*q:i+3*q])
		}
	}
	if len(w) >= 2 {
		for i := 0; i < len(w); i += 2 { // quarters of 32 bits
			w[i+1] ^= w[i+1] >> 32
			w[i] ^= w[i+1] << 32
		}
	}
	for j := 4; j >= 0; j-- { // quarters of 2^j bits inside words
		if mt.Work(2*len(w)) != nil {
			return nil, nil
		}
		h := uint(1) << j
		third := halfMask[j] &^ halfMask[j+1]    // bits of f2
		second := (halfMask[j+1] &^ halfMask[j]) // bits of f1
		for i, v := range w {
			v ^= v >> h & third
			v ^= v >> h & second
			w[i] = v
		}
	}
	// Even bits are a, odd bits are b.
	x, y := make([]uint64, (len(w)+1)/2), make([]uint64, (len(w)+1)/2)
	for i, v := range w {
		if i%pollWords == 0 && mt.Work(8*min(pollWords, len(w)-i)) != nil {
			return nil, nil
		}
		x[i/2] |= uint64(gather(v)) << (i % 2 * 32)
		y[i/2] |= uint64(gather(v>>1)) << (i % 2 * 32)
	}
	return Normal(x), Normal(y)
}
