package zmod

import (
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// A Field is Z/p for a prime p ≤ 2^31.
type Field struct{ Ring }

// NewField returns Z/p; it panics if p is not prime.
func NewField(p uint32) Field {
	if !IsPrime(p) {
		panic(fmt.Sprintf("zmod: NewField(%d): not a prime", p))
	}
	return Field{NewRing(p)}
}

// A Poly is a polynomial over a [Field], coefficient of t^i at index i. The last coefficient is
// not 0; nil is the zero polynomial. A Poly is a value: no method changes its arguments.
type Poly []uint32

// Degree returns the degree of p, and −1 for the zero polynomial.
func (p Poly) Degree() int { return len(p) - 1 }

// Coeff returns the coefficient of t^i, 0 beyond the degree.
func (p Poly) Coeff(i int) uint32 {
	if i < 0 || i >= len(p) {
		return 0
	}
	return p[i]
}

// Equal reports whether p = q.
func (p Poly) Equal(q Poly) bool { return slices.Equal(p, q) }

// Normal returns c without its leading zeros, as a polynomial; it shares c.
func Normal(c []uint32) Poly {
	n := len(c)
	for n > 0 && c[n-1] == 0 {
		n--
	}
	if n == 0 {
		return nil
	}
	return Poly(c[:n:n])
}

// Monomial returns t^n.
func Monomial(n int) Poly {
	p := make(Poly, n+1)
	p[n] = 1
	return p
}

// PolyAdd returns p + q.
func (f Field) PolyAdd(p, q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	r := slices.Clone(p)
	for i, v := range q {
		r[i] = f.Add(r[i], v)
	}
	return Normal(r)
}

// PolySub returns p − q.
func (f Field) PolySub(p, q Poly) Poly {
	r := make([]uint32, max(len(p), len(q)))
	copy(r, p)
	for i, v := range q {
		r[i] = f.Sub(r[i], v)
	}
	return Normal(r)
}

// PolyScale returns c·p.
func (f Field) PolyScale(c uint32, p Poly) Poly {
	r := make([]uint32, len(p))
	for i, v := range p {
		r[i] = f.Mul(c, v)
	}
	return Normal(r)
}

// PolyMonic returns p divided by its leading coefficient; the zero polynomial stays.
func (f Field) PolyMonic(p Poly) Poly {
	if len(p) == 0 || p[len(p)-1] == 1 {
		return p
	}
	inv, _ := f.Inv(p[len(p)-1])
	return f.PolyScale(inv, p)
}

// PolyEval returns p(x).
func (f Field) PolyEval(p Poly, x uint32) uint32 {
	var v uint32
	for _, c := range slices.Backward(p) {
		v = f.Add(f.Mul(v, x), c)
	}
	return v
}

// karatsubaSize is the number of coefficients from which products split.
const karatsubaSize = 200

// PolyMul returns p·q. Cost: n² multiplications for n coefficients, n^1.58 above 200.
func (f Field) PolyMul(mt *meter.Meter, p, q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	if len(q) == 0 || mt.Work(2*len(p)) != nil {
		return nil
	}
	r := make([]uint32, len(p)+len(q)-1)
	f.mulInto(mt, r, p, q)
	return Normal(r)
}

// mulInto sets r, of len(p) + len(q) − 1 coefficients, to p·q, len(p), len(q) ≥ 1. A few zeros at the ends stay: halves
// and pieces of one length stay of one length, which is what makes the recursion shallow.
func (f Field) mulInto(mt *meter.Meter, r, p, q []uint32) {
	a, short := nonZero(p)
	b, other := nonZero(q)
	if 4*len(short) < 3*len(p) || 4*len(other) < 3*len(q) {
		clear(r)
		if len(short) > 0 && len(other) > 0 {
			f.mulInto(mt, r[a+b:][:len(short)+len(other)-1], short, other)
		}
		return
	}
	if len(p) < len(q) {
		p, q = q, p
	}
	n := len(q)
	switch {
	case n < karatsubaSize:
		f.schoolbook(mt, r, p, q)
		return
	case n == len(p):
		f.karatsuba(mt, r, p, q)
		return
	}
	clear(r)
	piece := make([]uint32, 2*n-1)
	for i := 0; i < len(p) && mt.Work(2*n) == nil; i += n { // pieces of p as long as q
		c := p[i:min(i+n, len(p))]
		piece = piece[:n+len(c)-1]
		f.mulInto(mt, piece, q, c)
		for j, v := range piece {
			r[i+j] = f.Add(r[i+j], v)
		}
	}
}

// nonZero returns p without the zeros at both ends, and where that begins in p.
func nonZero(p []uint32) (from int, part []uint32) {
	for from < len(p) && p[from] == 0 {
		from++
	}
	to := len(p)
	for to > from && p[to-1] == 0 {
		to--
	}
	return from, p[from:to]
}

// karatsuba multiplies two polynomials of the same length by three products of half of it.
func (f Field) karatsuba(mt *meter.Meter, r, p, q []uint32) {
	n := len(p)
	if mt.Work(8*n) != nil {
		return
	}
	h := n / 2
	low, high := r[:2*h-1], r[2*h:]
	f.mulInto(mt, low, p[:h], q[:h])
	f.mulInto(mt, high, p[h:], q[h:])
	r[2*h-1] = 0
	scratch := make([]uint32, 4*(n-h)-1)
	sp, sq, mid := scratch[:n-h], scratch[n-h:2*(n-h)], scratch[2*(n-h):]
	copy(sp, p[h:])
	copy(sq, q[h:])
	for i := range h {
		sp[i], sq[i] = f.Add(sp[i], p[i]), f.Add(sq[i], q[i])
	}
	f.mulInto(mt, mid, sp, sq)
	for i, v := range low {
		mid[i] = f.Sub(mid[i], v)
	}
	for i, v := range high {
		mid[i] = f.Sub(mid[i], v)
	}
	for i, v := range mid {
		r[h+i] = f.Add(r[h+i], v)
	}
}

// schoolbook sets r to p·q with sums reduced as late as possible.
func (f Field) schoolbook(mt *meter.Meter, r, p, q []uint32) {
	acc := make([]uint64, len(r))
	left := f.terms
	for i, c := range q {
		if mt.Work(len(p)) != nil {
			return
		}
		if left == 0 {
			for j, v := range acc {
				acc[j] = uint64(f.Reduce(v))
			}
			left = f.terms
		}
		left--
		addMul(acc[i:], p, uint64(c))
	}
	for j, v := range acc {
		r[j] = f.Reduce(v)
	}
}

// addMul adds c·p to acc, which is at least as long.
func addMul(acc []uint64, p []uint32, c uint64) {
	acc = acc[:len(p)]
	for i, v := range p {
		acc[i] += c * uint64(v)
	}
}

// PolyDivMod returns quotient and remainder of p by d ≠ 0. Cost: (deg p − deg d)·deg d multiplications.
func (f Field) PolyDivMod(mt *meter.Meter, p, d Poly) (quo, rem Poly) {
	if mt.Work(2*len(p)) != nil {
		return nil, nil
	}
	if len(d) == 0 {
		panic("zmod: division by zero")
	}
	n := len(p) - len(d)
	if n < 0 {
		return nil, p
	}
	inv, _ := f.Inv(d[len(d)-1])
	r := make([]uint64, len(p))
	for i, v := range p {
		r[i] = uint64(v)
	}
	q := make([]uint32, n+1)
	left := f.terms
	for s := n; s >= 0; s-- {
		c := f.Mul(f.Reduce(r[s+len(d)-1]), inv)
		q[s] = c
		if c == 0 {
			continue
		}
		if left == 0 {
			for i, v := range r[:s+len(d)] {
				r[i] = uint64(f.Reduce(v))
			}
			left = f.terms
		}
		left--
		if mt.Work(len(d)) != nil {
			return nil, nil
		}
		addMul(r[s:], d, f.m-uint64(c))
	}
	rest := make([]uint32, len(d)-1)
	for i := range rest {
		rest[i] = f.Reduce(r[i])
	}
	return Normal(q), Normal(rest)
}

// PolyMod returns p mod d, d ≠ 0.
func (f Field) PolyMod(mt *meter.Meter, p, d Poly) Poly {
	_, r := f.PolyDivMod(mt, p, d)
	return r
}

// PolyMulMod returns p·q mod d, d ≠ 0.
func (f Field) PolyMulMod(mt *meter.Meter, p, q, d Poly) Poly {
	return f.PolyMod(mt, f.PolyMul(mt, p, q), d)
}
