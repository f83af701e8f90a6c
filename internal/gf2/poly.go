package gf2

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A Poly is a polynomial over GF(2): bit i%64 of word i/64 is the coefficient of t^i. The
// last word is not zero; nil is the zero polynomial. A Poly is a value: no method changes
// its receiver or arguments, and results may share memory with them. Who fills the words
// himself calls [Normal].
type Poly []uint64

// One returns the polynomial 1.
func One() Poly { return Poly{1} }

// Monomial returns t^n, n ≥ 0.
func Monomial(n int) Poly {
	p := make(Poly, n/wordBits+1)
	p[n/wordBits] = 1 << (uint(n) % wordBits)
	return p
}

// FromExponents returns the sum of the t^e; exponents that occur twice cancel.
func FromExponents(exponents ...int) Poly {
	var p Poly
	for _, e := range exponents {
		p = p.Add(Monomial(e))
	}
	return p
}

// Normal returns the polynomial whose coefficients are the bits of w; it shares w.
func Normal(w []uint64) Poly {
	n := len(w)
	for n > 0 && w[n-1] == 0 {
		n--
	}
	if n == 0 {
		return nil
	}
	return Poly(w[:n:n])
}

// Degree returns the degree of p, and −1 for the zero polynomial.
func (p Poly) Degree() int { return len(p)*wordBits - 1 - p.leading() }

// leading returns the number of zero bits on top of the last word.
func (p Poly) leading() int {
	if len(p) == 0 {
		return 0
	}
	return bits.LeadingZeros64(p[len(p)-1])
}

// IsZero reports whether p = 0.
func (p Poly) IsZero() bool { return len(p) == 0 }

// IsOne reports whether p = 1.
func (p Poly) IsOne() bool { return len(p) == 1 && p[0] == 1 }

// Equal reports whether p = q.
func (p Poly) Equal(q Poly) bool { return slices.Equal(p, q) }

// Coeff returns the coefficient of t^i, 0 or 1; it is 0 beyond the degree.
func (p Poly) Coeff(i int) uint {
	if i < 0 || i/wordBits >= len(p) {
		return 0
	}
	return uint(p[i/wordBits]>>(uint(i)%wordBits)) & 1
}

// Set returns p with the lowest bit of v as the coefficient of t^i, i ≥ 0. It copies p.
func (p Poly) Set(i int, v uint) Poly {
	r := make(Poly, max(len(p), i/wordBits+1))
	copy(r, p)
	s := uint(i) % wordBits
	r[i/wordBits] = r[i/wordBits]&^(1<<s) | uint64(v&1)<<s
	return Normal(r)
}

// Weight returns the number of coefficients that are 1.
func (p Poly) Weight() int {
	n := 0
	for _, v := range p {
		n += bits.OnesCount64(v)
	}
	return n
}

// Words returns the coefficients of t^0 … t^{n−1} as a vector of ⌈n/64⌉ words of its own.
func (p Poly) Words(n int) []uint64 {
	w := make([]uint64, words(n))
	copy(w, p)
	if len(w) > 0 {
		w[len(w)-1] &= tailMask(n)
	}
	return w
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	r := slices.Clone(p)
	xorInto(r, q)
	return Normal(r)
}

// ShiftLeft returns t^n·p, n ≥ 0.
func (p Poly) ShiftLeft(n int) Poly {
	if len(p) == 0 || n == 0 {
		return p
	}
	r := make(Poly, len(p)+n/wordBits+1)
	xorShifted(r, p, n)
	return Normal(r)
}

// ShiftRight returns the quotient of p by t^n, n ≥ 0.
func (p Poly) ShiftRight(n int) Poly {
	k, s := n/wordBits, uint(n)%wordBits
	if k >= len(p) {
		return nil
	}
	p = p[k:]
	if s == 0 {
		return p
	}
	r := make(Poly, len(p))
	for i, v := range p {
		r[i] = v >> s
		if i > 0 {
			r[i-1] |= v << (wordBits - s)
		}
	}
	return Normal(r)
}

// Low returns p mod t^n, n ≥ 0.
func (p Poly) Low(n int) Poly {
	if n >= len(p)*wordBits {
		return p
	}
	return Normal(p.Words(n))
}

// Reverse returns t^n·p(1/t): coefficient i becomes coefficient n − i. n is at least the degree.
func (p Poly) Reverse(n int) Poly {
	if p.Degree() > n {
		panic("gf2: Reverse: n below the degree")
	}
	k := words(n + 1)
	r := make(Poly, k)
	for i, v := range p {
		r[k-1-i] = bits.Reverse64(v)
	}
	return Normal(r).ShiftRight(k*wordBits - 1 - n)
}

// xorShifted adds t^n·src to dst. dst holds the result, except that it need not have the
// word that the shift would leave zero.
func xorShifted(dst, src []uint64, n int) {
	dst = dst[n/wordBits:]
	s := uint(n) % wordBits
	if s == 0 {
		xorInto(dst, src)
		return
	}
	k := len(src)
	d := dst[:k]
	var carry uint64
	for i, v := range src {
		// Not an or of the two shifts: that would compile to one slow double shift.
		d[i] ^= v<<(s&63) ^ carry
		carry = v >> ((wordBits - s) & 63)
	}
	if carry != 0 {
		dst[k] ^= carry
	}
}

// String returns p as "t^5 + t + 1", and "0" for the zero polynomial.
func (p Poly) String() string {
	if len(p) == 0 {
		return "0"
	}
	var b strings.Builder
	for i := p.Degree(); i >= 0; i-- {
		if p.Coeff(i) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" + ")
		}
		switch i {
		case 0:
			b.WriteByte('1')
		case 1:
			b.WriteByte('t')
		default:
			b.WriteString("t^")
			b.WriteString(strconv.Itoa(i))
		}
	}
	return b.String()
}
