package zmod

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.OneOf(rapid.SampledFrom(testModuli), rapid.Uint32Range(2, MaxModulus)).Draw(t, "m")
		r := NewRing(m)
		x := rapid.OneOf(rapid.Uint64(), rapid.Just(uint64(math.MaxUint64))).Draw(t, "x")
		if uint64(r.Reduce(x)) != x%uint64(m) {
			t.Fatalf("Reduce(%d) mod %d = %d", x, m, r.Reduce(x))
		}
		a, b := rapid.Uint32Range(0, m-1).Draw(t, "a"), rapid.Uint32Range(0, m-1).Draw(t, "b")
		w := uint64(m)
		if uint64(r.Add(a, b)) != (uint64(a)+uint64(b))%w || uint64(r.Sub(a, b)) != (uint64(a)+w-uint64(b))%w ||
			uint64(r.Mul(a, b)) != uint64(a)*uint64(b)%w || r.Add(a, r.Neg(a)) != 0 {
			t.Fatal("arithmetic")
		}
		unit := true
		for _, q := range Factor(m) {
			unit = unit && a%q.P != 0
		}
		inv, ok := r.Inv(a)
		if ok != unit || ok && r.Mul(a, inv) != 1 {
			t.Fatalf("Inv(%d) mod %d = %d, %v", a, m, inv, ok)
		}
		n, p := rapid.Uint64Range(0, 40).Draw(t, "n"), uint32(1)
		for range n {
			p = r.Mul(p, a)
		}
		if r.Pow(a, n) != p {
			t.Fatal("Pow")
		}
		if v := rapid.Int64().Draw(t, "v"); int64(r.FromInt(v)) != ((v%int64(m))+int64(m))%int64(m) {
			t.Fatal("FromInt")
		}
	})
	// The fullest sums.
	for _, m := range testModuli {
		r := NewRing(m)
		v := slices.Repeat([]uint32{m - 1}, 1000)
		if got := r.Dot(v, v); got != r.Reduce(1000) {
			t.Errorf("Dot mod %d = %d", m, got)
		}
	}
}

func TestFactorCRT(t *testing.T) {
	for m := uint32(1); m < 3000; m++ {
		v, last := uint32(1), uint32(1)
		for _, q := range Factor(m) {
			if q.P <= last || !IsPrime(q.P) {
				t.Fatalf("Factor(%d) = %v", m, Factor(m))
			}
			v, last = v*q.Value(), q.P
		}
		if v != m {
			t.Fatalf("Factor(%d) = %v", m, Factor(m))
		}
	}
	if f := Factor(1 << 31); len(f) != 1 || f[0] != (PrimePower{2, 31}) {
		t.Errorf("Factor(2^31) = %v", f)
	}
	if !IsPrime(1<<31-1) || IsPrime(1) || IsPrime(46337*46337) {
		t.Error("IsPrime")
	}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Uint32Range(1, MaxModulus).Draw(t, "m")
		x := rapid.SliceOfN(rapid.Uint32Range(0, m-1), 3, 3).Draw(t, "x")
		residues, moduli := [][]uint32{{0, 0, 0}}, []uint32{1}
		for _, q := range Factor(m) {
			r := make([]uint32, len(x))
			for i, v := range x {
				r[i] = v % q.Value()
			}
			residues, moduli = append(residues, r), append(moduli, q.Value())
		}
		if got := CRT(nil, residues, moduli); !slices.Equal(got, x) {
			t.Fatalf("CRT = %v, want %v", got, x)
		}
	})
}
