package zmod

import (
	"fmt"
	"math/bits"
)

// MaxModulus is the largest modulus: products of two residues have 62 bits, and at least
// four of them can be added up in a word.
const MaxModulus = 1 << 31

// A Ring is Z/m. Elements are uint32 in [0, m).
type Ring struct {
	m     uint64
	inv   uint64 // ⌊2^64 / m⌋, for m a power of two one less
	terms int    // how many products of two elements, plus one element, fit a uint64; capped
}

// NewRing returns Z/m, 2 ≤ m ≤ MaxModulus.
func NewRing(m uint32) Ring {
	if m < 2 || m > MaxModulus {
		panic(fmt.Sprintf("zmod: modulus %d is not in [2, 2^31]", m))
	}
	d := uint64(m)
	most := (^uint64(0) - d) / ((d - 1) * (d - 1))
	return Ring{m: d, inv: ^uint64(0) / d, terms: int(min(most, 1<<20))}
}

// Modulus returns m.
func (r Ring) Modulus() uint32 { return uint32(r.m) }

// Reduce returns x mod m for any x.
func (r Ring) Reduce(x uint64) uint32 {
	q, _ := bits.Mul64(x, r.inv) // at most one too small
	x -= q * r.m
	if x >= r.m {
		x -= r.m
	}
	return uint32(x)
}

// FromInt returns x mod m for any x, negative ones too.
func (r Ring) FromInt(x int64) uint32 {
	v := x % int64(r.m)
	if v < 0 {
		v += int64(r.m)
	}
	return uint32(v)
}

// Add returns a + b.
func (r Ring) Add(a, b uint32) uint32 {
	s := uint64(a) + uint64(b) - r.m
	return uint32(s + r.m&-(s>>63)) // no branch: it would be guessed wrong half of the time
}

// Sub returns a − b.
func (r Ring) Sub(a, b uint32) uint32 {
	s := uint64(a) - uint64(b)
	return uint32(s + r.m&-(s>>63))
}

// Neg returns −a.
func (r Ring) Neg(a uint32) uint32 {
	if a == 0 {
		return 0
	}
	return uint32(r.m - uint64(a))
}

// Mul returns a·b.
func (r Ring) Mul(a, b uint32) uint32 { return r.Reduce(uint64(a) * uint64(b)) }

// Pow returns a^n, with a^0 = 1.
func (r Ring) Pow(a uint32, n uint64) uint32 {
	p := r.Reduce(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			p = r.Mul(p, a)
		}
		a = r.Mul(a, a)
	}
	return p
}

// Inv returns the inverse of a, or false if a is not a unit, that is gcd(a, m) ≠ 1.
func (r Ring) Inv(a uint32) (uint32, bool) {
	g, x := gcdMod(uint64(a), r.m)
	return uint32(x), g == 1
}

// gcdMod returns g = gcd(a, m) and an x in [0, m) with x·a ≡ g mod m.
func gcdMod(a, m uint64) (g, x uint64) {
	u, v := int64(m), int64(a%m)
	var s, t int64 = 0, 1 // u ≡ s·a, v ≡ t·a
	for v != 0 {
		q := u / v
		u, v = v, u-q*v
		s, t = t, s-q*t
	}
	if s < 0 {
		s += int64(m)
	}
	return uint64(u), uint64(s)
}

// dot returns Σ a_i·b_i; b is at least as long as a.
func (r Ring) dot(a, b []uint32) uint32 {
	var sum uint64
	for len(a) > r.terms {
		for i, v := range a[:r.terms] {
			sum += uint64(v) * uint64(b[i])
		}
		sum = uint64(r.Reduce(sum))
		a, b = a[r.terms:], b[r.terms:]
	}
	b = b[:len(a)]
	for i, v := range a {
		sum += uint64(v) * uint64(b[i])
	}
	return r.Reduce(sum)
}
