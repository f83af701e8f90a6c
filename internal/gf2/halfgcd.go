package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// A matrix2 is a 2 × 2 matrix of polynomials with determinant 1.
type matrix2 struct{ a, b, c, d Poly }

func identity2() matrix2 { return matrix2{a: One(), d: One()} }

// apply returns (a·p + b·q, c·p + d·q).
func (m *matrix2) apply(mt *meter.Meter, p, q Poly) (Poly, Poly) {
	return m.a.Mul(mt, p).Add(m.b.Mul(mt, q)), m.c.Mul(mt, p).Add(m.d.Mul(mt, q))
}

// applyLow completes a pair (u, v) that m made of the quotients of (p, q) by t^k to the
// pair that it makes of (p, q): only the low parts are multiplied.
func (m *matrix2) applyLow(mt *meter.Meter, u, v, p, q Poly, k int) (Poly, Poly) {
	x, y := m.apply(mt, p.Low(k), q.Low(k))
	return u.ShiftLeft(k).Add(x), v.ShiftLeft(k).Add(y)
}

// after returns m·o: first o, then m. It takes seven products (Winograd's form of
// Strassen's, in which signs do not matter here).
func (m *matrix2) after(mt *meter.Meter, o *matrix2) matrix2 {
	s1 := m.c.Add(m.d)
	s2 := s1.Add(m.a)
	s3 := m.a.Add(m.c)
	t1 := o.b.Add(o.a)
	t2 := o.d.Add(t1)
	t3 := o.d.Add(o.b)
	p1, p2 := m.a.Mul(mt, o.a), m.b.Mul(mt, o.c)
	p5 := s1.Mul(mt, t1)
	u2 := p1.Add(s2.Mul(mt, t2))
	u3 := u2.Add(s3.Mul(mt, t3))
	return matrix2{
		a: p1.Add(p2),
		b: u2.Add(p5).Add(m.b.Add(s2).Mul(mt, o.d)),
		c: u3.Add(m.d.Mul(mt, t2.Add(o.c))),
		d: u3.Add(p5),
	}
}

// quotient returns the matrix of one division step, (p, q) ← (q, p + quo·q), after m.
func (m *matrix2) quotient(mt *meter.Meter, quo Poly) matrix2 {
	return matrix2{m.c, m.d, m.a.Add(quo.Mul(mt, m.c)), m.b.Add(quo.Mul(mt, m.d))}
}

// halfGCD returns, for deg p ≥ deg q, the product M of division steps that takes (p, q) to
// the consecutive remainders u, v of the Euclidean scheme with deg u ≥ n/2 > deg v,
// n = deg p, and u and v themselves.
//
// The quotients on the way depend on the upper halves only, half of them on the upper
// halves of these; so two calls of half the size do it, and the low parts are multiplied after.
func halfGCD(mt *meter.Meter, p, q Poly) (m matrix2, u, v Poly) {
	half := (p.Degree() + 1) / 2
	if q.Degree() < half || mt.Err() != nil {
		return identity2(), p, q
	}
	if p.Degree() < halfGCDBits/2 {
		return euclidHalf(mt, p, q, half)
	}
	m, u, v = halfGCD(mt, p.ShiftRight(half), q.ShiftRight(half))
	u, v = m.applyLow(mt, u, v, p, q, half)
	if v.Degree() < half || mt.Err() != nil {
		return m, u, v
	}
	quo, r := u.DivMod(mt, v)
	m = m.quotient(mt, quo)
	u, v = v, r
	if v.Degree() < half || mt.Err() != nil {
		return m, u, v
	}
	k := 2*half - u.Degree()
	s, x, y := halfGCD(mt, u.ShiftRight(k), v.ShiftRight(k))
	u, v = s.applyLow(mt, x, y, u, v, k)
	return s.after(mt, &m), u, v
}

// euclidHalf is halfGCD by Euclid, for deg p ≥ deg q ≥ m.
func euclidHalf(mt *meter.Meter, p, q Poly, m int) (matrix2, Poly, Poly) {
	n := len(p) + 1
	buf := make([]uint64, 6*n)
	take := func(x Poly) []uint64 {
		w := buf[:n:n]
		buf = buf[n:]
		copy(w, x)
		return w
	}
	u, v := take(p), take(q)
	// Row 0 is (a0, b0), row 1 is (a1, b1): u = a0·p + b0·q, v = a1·p + b1·q.
	a0, b0, a1, b1 := take(One()), take(nil), take(nil), take(One())
	du, dv := p.Degree(), q.Degree()
	used := 1 // words of the cofactors in use
	for dv >= m && mt.Err() == nil {
		for du >= dv {
			s := du - dv
			_ = mt.Work(dv/wordBits + 2*used + 8)
			xorShifted(u[:du/wordBits+1], v[:dv/wordBits+1], s)
			xorShifted(a0, a1[:used], s)
			xorShifted(b0, b1[:used], s)
			du = degreeBelow(u, du)
		}
		u, v, a0, a1, b0, b1 = v, u, a1, a0, b1, b0
		du, dv = dv, du
		used = min(n, (p.Degree()-du)/wordBits+1)
	}
	return matrix2{Normal(a0), Normal(b0), Normal(a1), Normal(b1)}, Normal(u), Normal(v)
}

// degreeBelow returns the degree of w given that it is at most n.
func degreeBelow(w []uint64, n int) int {
	for i := n / wordBits; i >= 0; i-- {
		if w[i] != 0 {
			return i*wordBits + bits.Len64(w[i]) - 1
		}
	}
	return -1
}
