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
	n := len(q)
	if n == 0 || mt.Work(2*len(p)) != nil {
		return nil
	}
	r := make([]uint32, len(p)+n-1)
	if n < karatsubaSize {
		f.schoolbook(mt, r, p, q)
		return Normal(r)
	}
	for i := 0; i < len(p) && mt.Err() == nil; i += n { // pieces of p as long as q
		var c Poly
		if part := Normal(p[i:min(i+n, len(p))]); len(part) == n {
			c = f.karatsuba(mt, part, q)
		} else {
			c = f.PolyMul(mt, part, q)
		}
		for j, v := range c {
			r[i+j] = f.Add(r[i+j], v)
		}
	}
	return Normal(r)
}

// karatsuba multiplies two polynomials of the same length by three products of half of it.
func (f Field) karatsuba(mt *meter.Meter, p, q Poly) Poly {
	h := len(p) / 2
	p0, p1, q0, q1 := Normal(p[:h]), p[h:], Normal(q[:h]), q[h:]
	low, high := f.PolyMul(mt, p0, q0), f.PolyMul(mt, p1, q1)
	mid := f.PolyMul(mt, f.PolyAdd(p0, p1), f.PolyAdd(q0, q1))
	if mt.Work(8*len(p)) != nil {
		return nil
	}
	mid = f.PolySub(mid, f.PolyAdd(low, high))
	r := make([]uint32, len(p)+len(q)-1)
	copy(r, low)
	copy(r[2*h:], high)
	for i, v := range mid {
		r[h+i] = f.Add(r[h+i], v)
	}
	return r
}

// schoolbook sets r to p·q with sums reduced as late as possible.
func (f Field) schoolbook(mt *meter.Meter, r []uint32, p, q Poly) {
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
