package gf2

import "github.com/gridwright/gridwright/meter"

// newtonWords is the size of quotient and divisor, in words, from which division by a Newton
// reciprocal beats the schoolbook.
const newtonWords = 40

// DivMod returns quotient and remainder of p by d ≠ 0: p = quo·d + rem, deg rem < deg d.
// Cost for quotient and divisor of n bits: n²/128 word operations, or some five products.
func (p Poly) DivMod(mt *meter.Meter, d Poly) (quo, rem Poly) {
	if mt.Err() != nil {
		return nil, nil
	}
	if len(d) == 0 {
		panic("gf2: division by zero")
	}
	n := p.Degree() - d.Degree()
	if n < 0 {
		return nil, p
	}
	if min(n/wordBits, len(d)) >= newtonWords {
		return p.divNewton(mt, d)
	}
	r := append(make([]uint64, 0, len(p)+1), p...)
	q := make([]uint64, n/wordBits+1)
	rem = reduce(mt, r, d, q)
	return Normal(q), rem
}

// Mod returns p mod d, d ≠ 0.
func (p Poly) Mod(mt *meter.Meter, d Poly) Poly {
	_, r := p.DivMod(mt, d)
	return r
}

// reduce reduces r modulo d in place and, if quo is not nil, adds the quotient to it.
func reduce(mt *meter.Meter, r []uint64, d Poly, quo []uint64) Poly {
	dd := d.Degree()
	rem := Normal(r)
	for {
		s := rem.Degree() - dd
		if s < 0 || mt.Work(len(d)+4) != nil {
			return rem
		}
		if quo != nil {
			quo[s/wordBits] |= 1 << (uint(s) % wordBits)
		}
		xorShifted(rem, d, s)
		rem = Normal(rem)
	}
}

// divNewton divides from the top: a reciprocal of d as long as the quotient, or as d if the
// quotient is longer.
func (p Poly) divNewton(mt *meter.Meter, d Poly) (quo, rem Poly) {
	n := min(p.Degree()-d.Degree(), d.Degree())
	inv := reciprocal(mt, d, n)
	step := n + 1
	rem = p
	q := make([]uint64, (p.Degree()-d.Degree())/wordBits+2)
	for {
		s := rem.Degree() - d.Degree()
		if s < 0 || mt.Err() != nil {
			return Normal(q), rem
		}
		// The top bits of the remainder, as many as the reciprocal is good for.
		low := max(0, s+1-step)
		c := barrettQuotient(mt, rem.ShiftRight(low), d.Degree(), s-low, inv, n)
		xorShifted(q, c, low)
		rem = rem.Add(c.Mul(mt, d).ShiftLeft(low))
	}
}

// reciprocal returns the quotient of t^{deg d + n} by d, a polynomial of degree n ≥ 0, by
// Newton iteration on the reversed divisor: over GF(2) the step is g ← g²·d.
func reciprocal(mt *meter.Meter, d Poly, n int) Poly {
	f := d.Reverse(d.Degree())
	g := One()
	for prec := 1; prec < n+1 && mt.Err() == nil; {
		prec = min(2*prec, n+1)
		g = g.Sqr(mt).Mul(mt, f.Low(prec)).Low(prec)
	}
	return g.Reverse(n)
}

// barrettQuotient returns the quotient of p, of degree dd + s, by a divisor of degree dd
// whose reciprocal to n ≥ s bits is inv. There is no error term without carries.
func barrettQuotient(mt *meter.Meter, p Poly, dd, s int, inv Poly, n int) Poly {
	return p.ShiftRight(dd).Mul(mt, inv.ShiftRight(n-s)).ShiftRight(s)
}

// A Modulus is a polynomial f of degree ≥ 0 prepared for many reductions. It is immutable
// and safe for concurrent use.
type Modulus struct {
	f      Poly
	deg    int
	cyclic bool // f = t^deg + 1
	inv    Poly // reciprocal to deg bits, or nil for small f
}

// NewModulus prepares f ≠ 0. Cost: some four products of the size of f when f is large.
func NewModulus(mt *meter.Meter, f Poly) *Modulus {
	if mt.Err() != nil {
		f = One()
	}
	if len(f) == 0 {
		panic("gf2: modulus zero")
	}
	m := &Modulus{f: f, deg: f.Degree()}
	m.cyclic = m.deg > 0 && f.Coeff(0) == 1 && f.Weight() == 2
	if !m.cyclic && len(f) >= newtonWords/2 {
		m.inv = reciprocal(mt, f, m.deg)
	}
	return m
}

// Poly returns the modulus itself.
func (m *Modulus) Poly() Poly { return m.f }

// Reduce returns p mod f. Cost for deg p < 2·deg f: two products of the size of f, or, for
// f = t^n + 1, one pass.
func (m *Modulus) Reduce(mt *meter.Meter, p Poly) Poly {
	d := p.Degree()
	switch {
	case d < m.deg:
		return p
	case m.cyclic:
		r := make([]uint64, words(m.deg)+1)
		for i := 0; i <= d && mt.Work(3*words(m.deg)) == nil; i += m.deg {
			xorInto(r, p.ShiftRight(i).Low(m.deg))
		}
		return Normal(r)
	case m.inv == nil:
		return reduce(mt, append(make([]uint64, 0, len(p)+1), p...), m.f, nil)
	}
	for d >= m.deg && mt.Err() == nil {
		s := min(d-m.deg, m.deg)
		low := d - m.deg - s
		c := barrettQuotient(mt, p.ShiftRight(low), m.deg, s, m.inv, m.deg)
		p = p.Add(c.Mul(mt, m.f).ShiftLeft(low))
		d = p.Degree()
	}
	return p
}

// Mul returns p·q mod f.
func (m *Modulus) Mul(mt *meter.Meter, p, q Poly) Poly { return m.Reduce(mt, p.Mul(mt, q)) }

// Sqr returns p² mod f.
func (m *Modulus) Sqr(mt *meter.Meter, p Poly) Poly { return m.Reduce(mt, p.Sqr(mt)) }

// MulMod returns p·q mod f, f ≠ 0. For many products with one f use a [Modulus].
func (p Poly) MulMod(mt *meter.Meter, q, f Poly) Poly { return p.Mul(mt, q).Mod(mt, f) }
