package zmod

import (
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/meter"
)

var testPrimes = []uint32{2, 3, 5, 7, 11, 101, 65537, 1<<31 - 1}

func drawPoly(t *rapid.T, p uint32, name string, limit int) Poly {
	n := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, limit)).Draw(t, name)
	return Normal(randomVec(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, name+" seed"), 7)), n, p))
}

func TestPolyArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(testPrimes).Draw(t, "p")
		f := NewField(p)
		a, b, c := drawPoly(t, p, "a", 900), drawPoly(t, p, "b", 450), drawPoly(t, p, "c", 30)
		if !f.PolyMul(nil, a, b).Equal(naiveMul(p, a, b)) || !f.PolyMul(nil, b, a).Equal(f.PolyMul(nil, a, b)) {
			t.Fatal("PolyMul")
		}
		if !f.PolyAdd(a, b).Equal(naiveAdd(p, a, b, 1)) || !f.PolySub(b, a).Equal(naiveAdd(p, b, a, uint64(p)-1)) {
			t.Fatal("PolyAdd, PolySub")
		}
		if len(b) > 0 {
			q, r := f.PolyDivMod(nil, a, b)
			if len(r) >= len(b) || !naiveAdd(p, naiveMul(p, q, b), r, 1).Equal(a) {
				t.Fatal("PolyDivMod")
			}
		}
		x := uint32(rapid.Uint32Range(0, p-1).Draw(t, "x"))
		if f.PolyEval(f.PolyMul(nil, a, c), x) != f.Mul(f.PolyEval(a, x), f.PolyEval(c, x)) {
			t.Fatal("PolyEval")
		}
	})
}

func TestPolyGCD(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(testPrimes).Draw(t, "p")
		f := NewField(p)
		a, b, c := drawPoly(t, p, "a", 60), drawPoly(t, p, "b", 60), drawPoly(t, p, "c", 30)
		a, b = f.PolyMul(nil, a, c), f.PolyMul(nil, b, c)
		g, x, y := f.PolyExtGCD(nil, a, b)
		if !g.Equal(f.PolyGCD(nil, a, b)) || !f.PolyAdd(f.PolyMul(nil, x, a), f.PolyMul(nil, y, b)).Equal(g) {
			t.Fatal("PolyExtGCD")
		}
		if len(g) == 0 {
			return
		}
		if g[len(g)-1] != 1 || len(f.PolyMod(nil, a, g))+len(f.PolyMod(nil, b, g)) > 0 || len(c) > 0 && len(f.PolyMod(nil, g, c)) > 0 {
			t.Fatal("PolyGCD")
		}
		if len(b) > 1 {
			g2, x := f.PolyGCDMod(nil, a, b)
			if !g2.Equal(g) || len(x) >= len(b) || !f.PolyMulMod(nil, x, a, b).Equal(f.PolyMod(nil, g, b)) {
				t.Fatal("PolyGCDMod")
			}
		}
	})
}

func TestPath(t *testing.T) {
	for _, p := range testPrimes {
		f := NewField(p)
		for n := -1; n < 60; n++ {
			want := naivePath(p, max(n, 0), Poly{0, 1})
			if n < 0 {
				want = nil
			}
			if got := f.PathPoly(nil, n); !got.Equal(want) {
				t.Fatalf("p_%d mod %d = %v, want %v", n, p, got, want)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(testPrimes).Draw(t, "p")
		f := NewField(p)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		r := randomVec(rng, rapid.IntRange(0, 60).Draw(t, "w"), p)
		var want Poly
		for k, v := range r {
			want = naiveAdd(p, want, naivePath(p, k, Poly{0, 1}), uint64(v))
		}
		got := f.FromPathBasis(nil, r)
		if !got.Equal(want) || !slices.Equal(f.ToPathBasis(nil, got, len(r)), r) {
			t.Fatal("path basis")
		}
		x, d := drawPoly(t, p, "x", 4), drawPoly(t, p, "d", 30)
		if len(d) > 0 {
			n := rapid.IntRange(0, 60).Draw(t, "n")
			if !f.PathAt(nil, big.NewInt(int64(n)), x, d).Equal(f.PolyMod(nil, naivePath(p, n, x), d)) {
				t.Fatal("PathAt")
			}
		}
	})
}

// Products whose halves lose coefficients of their own keep to the memory of others: some ten polynomials, and not one
// for each coefficient that is lost.
func TestProductsOfGaps(t *testing.T) {
	f := NewField(3)
	d, most, base := f.PathPoly(nil, 2000), uint64(0), uint64(0)
	f.PathPairAt(meter.New(watched(func() {
		var m runtime.MemStats
		runtime.GC()
		if runtime.ReadMemStats(&m); base == 0 {
			base = m.HeapAlloc
		}
		most = max(most, m.HeapAlloc)
	}), 0), big.NewInt(6000), Poly{2, 2}, d)
	if most -= base; most > 30*4*2000 {
		t.Errorf("modulo a polynomial of degree 2000, products had %d bytes in use", most)
	}
}

// watched is a context that calls a function whenever it is asked.
type watched func()

func (w watched) Deadline() (t time.Time, ok bool) { return t, false }
func (w watched) Done() <-chan struct{}            { return nil }
func (w watched) Value(any) any                    { return nil }
func (w watched) Err() error                       { w(); return nil }
