package gf2

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func same(t interface{ Fatalf(string, ...any) }, what string, got Poly, want bytePoly) {
	if len(got) > 0 && got[len(got)-1] == 0 {
		t.Fatalf("%s: not normalised", what)
	}
	if bytes.Equal(want, got.plain()) {
		return
	}
	if d := cmp.Diff(want, got.plain(), cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}

func TestPolyArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPoly(t, "p", 2500), drawPoly(t, "q", 2500)
		a, b := p.plain(), q.plain()
		same(t, "round trip", a.packed(), a)
		same(t, "add", p.Add(q), a.add(b))
		same(t, "mul", p.Mul(nil, q), a.mul(b))
		same(t, "mul", q.Mul(nil, p), a.mul(b))
		same(t, "sqr", p.Sqr(nil), a.mul(a))
		same(t, "sqrt", p.Sqr(nil).Sqrt(), a)
		n := rapid.IntRange(0, 200).Draw(t, "n")
		same(t, "shift left", p.ShiftLeft(n), a.mul(Monomial(n).plain()))
		same(t, "shift right", p.ShiftRight(n), a[min(n, len(a)):])
		same(t, "low", p.Low(n), append(bytePoly(nil), a[:min(n, len(a))]...).trim())
		rev := make(bytePoly, len(a)+n)
		for i, v := range a {
			rev[len(rev)-1-i] = v
		}
		if len(rev) > 0 {
			same(t, "reverse", p.Reverse(len(rev)-1), rev.trim())
		}
		s := p.Set(n, 1)
		if s.Coeff(n) != 1 || !s.Set(n, p.Coeff(n)).Equal(p) || p.Degree() != len(a)-1 {
			t.Fatal("Set, Coeff, Degree")
		}
		if len(q) > 0 {
			quo, rem := p.DivMod(nil, q)
			wq, wr := a.divMod(b)
			same(t, "quotient", quo, wq)
			same(t, "remainder", rem, wr)
			same(t, "reduce", NewModulus(nil, q).Reduce(nil, p), wr)
			same(t, "mulmod", p.MulMod(nil, p, q), wr.mul(wr).mod(b))
		}
	})
}

func (b bytePoly) mod(d bytePoly) bytePoly {
	_, r := b.divMod(d)
	return r
}

func TestGCD(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q, r := drawPoly(t, "p", 900), drawPoly(t, "q", 900), drawPoly(t, "r", 400)
		p, q = p.Mul(nil, r), q.Mul(nil, r)
		want := p.plain().gcd(q.plain())
		same(t, "gcd", p.GCD(nil, q), want)
		g, x, y := p.ExtGCD(nil, q)
		same(t, "extgcd", g, want)
		if !x.Mul(nil, p).Add(y.Mul(nil, q)).Equal(g) {
			t.Fatalf("cofactors")
		}
		if q.Degree() > 0 {
			g, x := p.GCDMod(nil, q)
			same(t, "gcd", g, want)
			same(t, "cofactor", x.MulMod(nil, p, q), g.Mod(nil, q).plain())
			if x.Degree() >= q.Degree() {
				t.Fatalf("cofactor too large")
			}
		}
		if inv, ok := p.Inverse(nil, q.Set(0, 1).ShiftLeft(1).Add(One())); ok {
			f := q.Set(0, 1).ShiftLeft(1).Add(One())
			if !inv.MulMod(nil, p, f).IsOne() || inv.Degree() >= f.Degree() {
				t.Fatalf("inverse")
			}
		}
	})
}

// Sizes at which products split, division goes by Newton and gcds by halves, against
// identities and against the plain way at the same size.
func TestPolyLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{2047, 2048, 2200, 5000, 6400, 20000, 50001} {
		a, b, c := randomPoly(rng, n), randomPoly(rng, n-rng.IntN(n/2)), randomPoly(rng, n/3)
		ab := a.Mul(nil, b)
		if !ab.Add(a.Mul(nil, c)).Equal(a.Mul(nil, b.Add(c))) || !a.Mul(nil, a).Equal(a.Sqr(nil)) {
			t.Fatal("products")
		}
		if n <= 6400 {
			same(t, "product", ab, a.plain().mul(b.plain()))
		}
		for _, d := range []Poly{b, c, a.Mul(nil, c)} {
			quo, rem := ab.DivMod(nil, d)
			if rem.Degree() >= d.Degree() || !quo.Mul(nil, d).Add(rem).Equal(ab) {
				t.Fatal("division")
			}
			if !NewModulus(nil, d).Reduce(nil, ab).Equal(rem) {
				t.Fatal("Barrett")
			}
		}
		p, q := a.Mul(nil, c), b.Mul(nil, c)
		g, x, y := p.ExtGCD(nil, q)
		if !g.Equal(p.GCD(nil, q)) || !x.Mul(nil, p).Add(y.Mul(nil, q)).Equal(g) || !p.Mod(nil, g).IsZero() || !q.Mod(nil, g).IsZero() {
			t.Fatal("gcd")
		}
		if x.Degree() > q.Degree()-g.Degree() || y.Degree() > p.Degree()-g.Degree() {
			t.Fatal("cofactors too large")
		}
		u, v := append([]uint64(nil), p...), append([]uint64(nil), q...)
		if n <= 20000 && !euclid(nil, u, v).Equal(g) {
			t.Fatal("half-gcd against Euclid")
		}
	}
}

func TestPathBasis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(60, 70), rapid.IntRange(100, 600)).Draw(t, "w")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		r := randomVec(rng, w)
		var want, p, q bytePoly
		p = bytePoly{1}
		for k := range w {
			if bitAt(r, k) != 0 {
				want = want.add(p)
			}
			p, q = bytePoly{0, 1}.mul(p).add(q), p
		}
		got := FromPathBasis(nil, r, w)
		same(t, "from path basis", got, want)
		if d := cmp.Diff(r, ToPathBasis(nil, got, w), cmpopts.EquateEmpty()); d != "" {
			t.Fatal(d)
		}
	})
}

func TestPathPoly(t *testing.T) {
	x, x1 := bytePoly{0, 1}, bytePoly{1, 1}
	for n := range 300 {
		same(t, "path", PathPoly(nil, n), naivePath(n, x))
		for k := range n/2 + 1 { // Lucas: C(n−k, k) is odd when no bit of k is missing in n−k
			if PathPoly(nil, n).Coeff(n-2*k) == 1 != (k&^(n-k) == 0) {
				t.Fatal("Lucas")
			}
		}
		if n%7 == 0 {
			same(t, "shifted", PathPolyShifted(nil, n), naivePath(n, x1))
		}
	}
	if PathPoly(nil, -1) != nil {
		t.Error("p_{-1}")
	}
	rapid.Check(t, func(t *rapid.T) {
		p, f := drawPoly(t, "x", 20), drawPoly(t, "f", 200)
		if len(f) == 0 {
			return
		}
		n := rapid.IntRange(0, 150).Draw(t, "n")
		same(t, "at", PathAt(nil, big.NewInt(int64(n)), p, NewModulus(nil, f)), naivePath(n, p.plain()).mod(f.plain()))
	})
}

func TestShiftAndSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoly(t, "p", 1500)
		s := p.Shift(nil)
		if !s.Shift(nil).Equal(p) {
			t.Fatal("shift twice")
		}
		a, b := p.splitShift(nil)
		// Horner in s = t² + t, from the plain definition.
		sq := FromExponents(2, 1)
		var at, bt Poly
		for i := max(a.Degree(), b.Degree()); i >= 0; i-- {
			at, bt = at.Mul(nil, sq), bt.Mul(nil, sq)
			at, bt = at.Set(0, at.Coeff(0)^a.Coeff(i)), bt.Set(0, bt.Coeff(0)^b.Coeff(i))
		}
		if !at.Add(bt.ShiftLeft(1)).Equal(p) || !bt.Add(p).Equal(s) {
			t.Fatal("p = a(s) + t·b(s)")
		}
	})
}

func TestPolyString(t *testing.T) {
	for p, want := range map[*Poly]string{{}: "0", {1}: "1", {2}: "t", {0x25}: "t^5 + t^2 + 1"} {
		if p.String() != want {
			t.Errorf("%q, want %q", p.String(), want)
		}
	}
}
