package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// halfGCDBits is the degree from which gcds go by half-gcd; below, Euclid.
const halfGCDBits = 12000

// GCD returns the greatest common divisor of p and q; gcd(0, 0) = 0. Cost for degree n:
// n²/64 word operations below 12,000, n^1.58·log n above.
func (p Poly) GCD(mt *meter.Meter, q Poly) Poly {
	if p.Degree() < q.Degree() {
		p, q = q, p
	}
	for q.Degree() > halfGCDBits && mt.Err() == nil {
		_, u, v := halfGCD(mt, p, q)
		if len(v) == 0 {
			return u
		}
		p, q = u, v
		p, q = q, p.Mod(mt, q)
	}
	a := append(make([]uint64, 0, len(p)+1), p...)
	b := append(make([]uint64, 0, len(q)+1), q...)
	return euclid(mt, a, b)
}

// euclid returns the gcd and destroys both arguments.
func euclid(mt *meter.Meter, a, b []uint64) Poly {
	p, q := Normal(a), Normal(b)
	for {
		s := p.Degree() - q.Degree()
		if s < 0 {
			p, q = q, p
			s = -s
		}
		if mt.Work(len(q)+4) != nil {
			return nil
		}
		if len(q) <= 1 {
			break
		}
		xorShifted(p, q, s)
		p = Normal(p)
	}
	if len(q) == 0 {
		return p
	}
	// The divisor fits a word: one reduction, then words only.
	r := modWord(p, q[0])
	u := q[0]
	for r != 0 {
		for s := bits.Len64(u) - bits.Len64(r); s >= 0 && u != 0; s = bits.Len64(u) - bits.Len64(r) {
			u ^= r << s
		}
		u, r = r, u
	}
	return Poly{u}
}

// modWord returns p modulo a polynomial of one word, d ≠ 0.
func modWord(p Poly, d uint64) uint64 {
	n := bits.Len64(d) - 1
	if n == 0 {
		return 0
	}
	var r uint64
	for i := len(p) - 1; i >= 0; i-- {
		v := p[i]
		for range wordBits {
			r = r<<1 | v>>63
			v <<= 1
			if r>>n&1 != 0 {
				r ^= d
			}
		}
	}
	return r
}

// ExtGCD returns g = gcd(p, q) and cofactors with x·p + y·q = g, of degree below that of
// q/g and p/g (unless one of p, q divides the other). Cost as for [Poly.GCD] times three.
func (p Poly) ExtGCD(mt *meter.Meter, q Poly) (g, x, y Poly) {
	if p.Degree() < q.Degree() {
		g, y, x = q.ExtGCD(mt, p)
		return g, x, y
	}
	m := identity2()
	for len(q) > 0 && mt.Err() == nil {
		h, u, v := halfGCD(mt, p, q)
		p, q = u, v
		m = h.after(mt, &m)
		if len(q) == 0 {
			break
		}
		quo, r := p.DivMod(mt, q)
		p, q = q, r
		m = m.quotient(mt, quo)
	}
	return p, m.a, m.b
}

// GCDMod returns g = gcd(p, f) and an x of degree < deg f with x·p ≡ g mod f: the one cofactor
// that solving p·x ≡ r mod f takes. deg f ≥ 1.
func (p Poly) GCDMod(mt *meter.Meter, f Poly) (g, x Poly) {
	q := p.Mod(mt, f)
	g = f
	var b, d Poly = nil, One() // g = …·f + b·p, q = …·f + d·p
	for len(q) > 0 && mt.Err() == nil {
		h, u, v := halfGCD(mt, g, q)
		g, q = u, v
		b, d = h.apply(mt, b, d)
		if len(q) == 0 {
			break
		}
		quo, r := g.DivMod(mt, q)
		g, q = q, r
		b, d = d, b.Add(quo.Mul(mt, d))
	}
	return g, b
}

// Inverse returns the x of degree < deg f with x·p ≡ 1 mod f, or false if p and f have a
// common divisor. deg f ≥ 1.
func (p Poly) Inverse(mt *meter.Meter, f Poly) (Poly, bool) {
	g, x := p.GCDMod(mt, f)
	if !g.IsOne() {
		return nil, false
	}
	return x, true
}
