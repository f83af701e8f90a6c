package zmod

import (
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// A remainderStep is one division of Euclid's algorithm: quo with p = quo·q + r. Nearly all
// quotients are linear; those are kept as two negated coefficients, and are applied in one
// pass that overwrites what it replaces.
type remainderStep struct {
	linear bool
	m0, m1 uint32 // −quo when it is m1·t + m0
	quo    Poly
}

// divide returns p mod q in the memory of p, q ≠ 0, and the step that made it.
func (f Field) divide(mt *meter.Meter, p, q Poly) (Poly, remainderStep) {
	n := len(q)
	if len(p) != n+1 || n < 2 {
		quo, r := f.PolyDivMod(mt, p, q)
		return append(p[:0], r...), remainderStep{quo: quo}
	}
	if mt.Work(3*n) != nil {
		return nil, remainderStep{}
	}
	inv, _ := f.Inv(q[n-1])
	m1 := f.Neg(f.Mul(p[n], inv))
	m0 := f.Neg(f.Mul(f.Add(p[n-1], f.Mul(m1, q[n-2])), inv))
	s := remainderStep{linear: true, m0: m0, m1: m1}
	f.addLinear(p[:n-1], q[:n-1], s)
	return trim(p[:n-1]), s
}

// follow returns x − quo·y, in the memory of x if that is large enough: the cofactors go
// through the same steps as the remainders.
func (f Field) follow(mt *meter.Meter, s remainderStep, x, y Poly) Poly {
	if !s.linear {
		return f.PolySub(x, f.PolyMul(mt, s.quo, y))
	}
	if len(y) == 0 || mt.Work(3*len(y)) != nil {
		return x
	}
	for len(x) < len(y)+1 {
		x = append(x, 0)
	}
	f.addLinear(x[:len(y)], y, s)
	x[len(y)] = f.Add(x[len(y)], f.Mul(s.m1, y[len(y)-1]))
	return trim(x)
}

// trim is [Normal] for polynomials that are going to grow again: it keeps the capacity.
func trim(p Poly) Poly {
	for len(p) > 0 && p[len(p)-1] == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// addLinear adds the low len(q) coefficients of (m1·t + m0)·q to p of the same length.
func (f Field) addLinear(p, q []uint32, s remainderStep) {
	m0, m1, prev := uint64(s.m0), uint64(s.m1), uint64(0)
	p = p[:len(q)]
	for i, v := range q {
		here := uint64(v)
		p[i] = f.Reduce(uint64(p[i]) + m0*here + m1*prev)
		prev = here
	}
}

// PolyGCD returns the monic greatest common divisor; gcd(0, 0) = 0. Cost for degree n: n² multiplications.
func (f Field) PolyGCD(mt *meter.Meter, p, q Poly) Poly {
	p, q = slices.Clone(p), slices.Clone(q)
	for len(q) > 0 && mt.Err() == nil {
		p, _ = f.divide(mt, p, q)
		p, q = q, p
	}
	return f.PolyMonic(p)
}

// PolyExtGCD returns the monic g = gcd(p, q) and cofactors with x·p + y·q = g. Cost for
// degree n: 3·n² multiplications.
func (f Field) PolyExtGCD(mt *meter.Meter, p, q Poly) (g, x, y Poly) {
	p, q = slices.Clone(p), slices.Clone(q)
	var x1, y1 Poly = nil, Poly{1}
	x = Poly{1}
	for len(q) > 0 && mt.Err() == nil {
		var s remainderStep
		p, s = f.divide(mt, p, q)
		p, q = q, p
		x, x1 = x1, f.follow(mt, s, x, x1)
		y, y1 = y1, f.follow(mt, s, y, y1)
	}
	if len(p) == 0 || mt.Err() != nil {
		return nil, nil, nil
	}
	inv, _ := f.Inv(p[len(p)-1])
	return f.PolyScale(inv, p), f.PolyScale(inv, x), f.PolyScale(inv, y)
}

// PolyGCDMod returns the monic g = gcd(p, d) and an x of degree < deg d with x·p ≡ g
// mod d: the one cofactor that solving p·x ≡ r mod d takes. deg d ≥ 1. Cost: 2·n² multiplications.
func (f Field) PolyGCDMod(mt *meter.Meter, p, d Poly) (g, x Poly) {
	var x1 Poly = Poly{1}
	g, p = slices.Clone(d), slices.Clone(f.PolyMod(mt, p, d))
	for len(p) > 0 && mt.Err() == nil {
		var s remainderStep
		g, s = f.divide(mt, g, p)
		g, p = p, g
		x, x1 = x1, f.follow(mt, s, x, x1)
	}
	if mt.Err() != nil {
		return nil, nil
	}
	inv, _ := f.Inv(g[len(g)-1])
	return f.PolyScale(inv, g), f.PolyScale(inv, x)
}
