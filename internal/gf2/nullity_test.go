package gf2

import (
	"math/big"
	"testing"
)

// squareNullities is the nullity of the n × n board, n = 1 … 39 (OEIS A159257).
var squareNullities = []int{
	0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10,
	20, 0, 20, 16, 4, 6, 0, 0, 0, 32,
}

func TestNullityTable(t *testing.T) {
	for i, want := range squareNullities {
		if got := Nullity(nil, i+1, i+1); got != want {
			t.Errorf("Nullity(%d) = %d, want %d", i+1, got, want)
		}
	}
}

// boardMatrix is the w·h × w·h matrix of the plus pattern.
func boardMatrix(w, h int) *Matrix {
	m := New(nil, w*h, w*h)
	for y := range h {
		for x := range w {
			for _, d := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				u, v := x+d[0], y+d[1]
				if 0 <= u && u < w && 0 <= v && v < h {
					m.Set(v*w+u, y*w+x, 1)
				}
			}
		}
	}
	return m
}

func TestNullityMatrix(t *testing.T) {
	for w := 1; w <= 12; w++ {
		for h := 1; h <= 12; h++ {
			want := w*h - boardMatrix(w, h).Rank(nil)
			if got := Nullity(nil, w, h); got != want {
				t.Errorf("Nullity(%d, %d) = %d, want %d", w, h, got, want)
			}
		}
	}
}

// The multiplicities against the plain gcd, odd parts and powers of two mixed.
func TestNullityGCD(t *testing.T) {
	for w := 1; w <= 100; w++ {
		for h := 1; h <= 100; h++ {
			want := PathPolyShifted(nil, h).GCD(nil, PathPoly(nil, w)).Degree()
			if got := Nullity(nil, w, h); got != want {
				t.Fatalf("Nullity(%d, %d) = %d, want %d", w, h, got, want)
			}
			if got := NullityBig(nil, w, big.NewInt(int64(h))); got != want {
				t.Fatalf("NullityBig(%d, %d) = %d, want %d", w, h, got, want)
			}
		}
	}
	for _, n := range []int{511, 767, 1022, 1023, 2047, 3071, 5114} {
		want := PathPolyShifted(nil, n).GCD(nil, PathPoly(nil, n)).Degree()
		if got := Nullity(nil, n, n); got != want {
			t.Errorf("Nullity(%d) = %d, want %d", n, got, want)
		}
	}
}

// w + 1 = 2^30 leaves nothing but powers of t: by the formula, at no cost.
func TestNullityPowers(t *testing.T) {
	const w = 1<<30 - 1
	if got := Nullity(nil, w, w); got != 0 {
		t.Errorf("%d", got)
	}
	if got := Nullity(nil, w, 2); got != 2 { // p_2(1+t) = t²
		t.Errorf("%d", got)
	}
	if got := NullityBig(nil, w, big.NewInt(5)); got != Nullity(nil, 63, 5) {
		t.Errorf("%d", got)
	}
}

// Heights repeat: the nullity depends on h + 1 through gcds with a period, here 2·(period
// of the width). A height near 10^41 must agree with a small one.
func TestNullityHugeHeight(t *testing.T) {
	huge, _ := new(big.Int).SetString("1"+string(make41()), 10)
	for _, w := range []int{1, 4, 5, 9, 11, 16, 23} {
		x := FromExponents(1, 0)
		f := NewModulus(nil, PathPoly(nil, w))
		period := 0
		for n := int64(1); n < 1<<20; n++ {
			p, q := PathPairAt(nil, big.NewInt(n), x, f)
			if q.IsZero() && p.IsOne() {
				period = int(n)
				break
			}
		}
		if period == 0 {
			t.Fatalf("width %d: no period", w)
		}
		small := new(big.Int).Mod(huge, big.NewInt(int64(period))).Int64()
		if small == 0 {
			small = int64(period)
		}
		if got, want := NullityBig(nil, w, huge), Nullity(nil, w, int(small)); got != want {
			t.Errorf("width %d: %d, want %d", w, got, want)
		}
	}
}

func make41() []byte {
	b := make([]byte, 41)
	for i := range b {
		b[i] = '0'
	}
	return b
}
