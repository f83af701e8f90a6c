package gf2

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// The plain twin of Poly: one byte a coefficient, no trailing zeros.

type bytePoly []byte

func (p Poly) plain() bytePoly {
	b := make(bytePoly, p.Degree()+1)
	for i := range b {
		b[i] = byte(p.Coeff(i))
	}
	return b
}

func (b bytePoly) packed() Poly {
	w := make([]uint64, words(len(b)))
	for i, v := range b {
		w[i/64] |= uint64(v) << (i % 64)
	}
	return Normal(w)
}

func (b bytePoly) trim() bytePoly {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

func (b bytePoly) add(o bytePoly) bytePoly {
	r := make(bytePoly, max(len(b), len(o)))
	copy(r, b)
	for i, v := range o {
		r[i] ^= v
	}
	return r.trim()
}

func (b bytePoly) mul(o bytePoly) bytePoly {
	if len(b) == 0 || len(o) == 0 {
		return nil
	}
	r := make(bytePoly, len(b)+len(o)-1)
	for i, v := range b {
		if v != 0 {
			for j, u := range o {
				r[i+j] ^= u
			}
		}
	}
	return r
}

func (b bytePoly) divMod(d bytePoly) (q, r bytePoly) {
	r = append(bytePoly(nil), b...)
	q = make(bytePoly, max(len(b)-len(d)+1, 0))
	for s := len(b) - len(d); s >= 0; s-- {
		if r[s+len(d)-1] != 0 {
			q[s] = 1
			for i, v := range d {
				r[s+i] ^= v
			}
		}
	}
	return q.trim(), r.trim()
}

func (b bytePoly) gcd(o bytePoly) bytePoly {
	for len(o) > 0 {
		_, r := b.divMod(o)
		b, o = o, r
	}
	return b
}

// naivePath returns p_n(x) by the recurrence.
func naivePath(n int, x bytePoly) bytePoly {
	p, q := bytePoly{1}, bytePoly(nil)
	for range n {
		p, q = x.mul(p).add(q), p
	}
	return p
}

func randomPoly(rng *rand.Rand, n int) Poly { return Normal(randomVec(rng, n)) }

func drawPoly(t *rapid.T, name string, limit int) Poly {
	n := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 130), rapid.IntRange(0, limit)).Draw(t, name)
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, name+" seed"), 7))
	switch rapid.IntRange(0, 5).Draw(t, name+" kind") {
	case 0:
		return Monomial(n)
	case 1:
		return Monomial(n + 1).Add(One())
	case 2:
		return bytePoly(randomPoly(rng, n).Sqr(nil).plain()).packed()
	}
	return randomPoly(rng, n)
}
