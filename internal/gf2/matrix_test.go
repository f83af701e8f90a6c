package gf2

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func isZero(x []uint64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

func TestMatrixProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, p := drawSize(t, "n"), drawSize(t, "k"), drawSize(t, "p")
		a, rng := drawMatrix(t, n, k)
		b := randomMatrix(rng, k, p, 128, -1)
		c := a.Mul(nil, b)
		if !a.plain().mul(b.plain(), p).packed(p).Equal(c) {
			t.Fatal("Mul")
		}
		x, y := randomVec(rng, p), randomVec(rng, n)
		if !slices.Equal(a.MulVec(nil, b.MulVec(nil, x)), c.MulVec(nil, x)) {
			t.Fatal("MulVec")
		}
		if !slices.Equal(b.VecMul(nil, a.VecMul(nil, y)), c.VecMul(nil, y)) {
			t.Fatal("VecMul")
		}
		if !b.Transpose(nil).Mul(nil, a.Transpose(nil)).Equal(c.Transpose(nil)) || !a.Transpose(nil).Transpose(nil).Equal(a) {
			t.Fatal("Transpose")
		}
		if !a.Mul(nil, Identity(k)).Equal(a) {
			t.Fatal("Identity")
		}
	})
}

func TestElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := drawSize(t, "rows"), drawSize(t, "cols")
		a, rng := drawMatrix(t, rows, cols)
		plain := a.plain()
		pivots := plain.rref(cols)
		e := a.Eliminate(nil)
		if e.Rank() != len(pivots) || !slices.Equal(e.Pivots(), pivots) {
			t.Fatalf("pivots %v, want %v", e.Pivots(), pivots)
		}
		if !plain[:len(pivots)].packed(cols).Equal(e.RowEchelon(nil)) {
			t.Fatal("reduced echelon form")
		}

		// Right-hand sides in the image, and any.
		for range 3 {
			x0 := randomVec(rng, cols)
			b := a.MulVec(nil, x0)
			x, y := e.Solve(nil, b)
			if y != nil || x == nil || !slices.Equal(a.MulVec(nil, x), b) {
				t.Fatal("solution of a solvable system")
			}
			b = randomVec(rng, rows)
			switch x, y := e.Solve(nil, b); {
			case (x == nil) == (y == nil):
				t.Fatal("one of x and y")
			case x != nil && !slices.Equal(a.MulVec(nil, x), b):
				t.Fatal("wrong solution")
			case y != nil && (!isZero(a.VecMul(nil, y)) || Dot(y, b) != 1):
				t.Fatal("wrong certificate")
			}
		}

		k := e.Kernel(nil)
		if k.rows != cols-len(pivots) || k.Rank(nil) != k.rows || !isZero(a.Mul(nil, k.Transpose(nil)).w) {
			t.Fatal("kernel")
		}
		l := e.LeftKernel(nil)
		if l.rows != rows-len(pivots) || l.Rank(nil) != l.rows || !isZero(l.Mul(nil, a).w) {
			t.Fatal("left kernel")
		}
		if y := e.LeftNullVector(nil); (y == nil) != (l.rows == 0) || y != nil && isZero(y) {
			t.Fatal("left null vector")
		}
		for f := range k.rows { // the free columns of the kernel are a unit matrix
			g := 0
			for c := range cols {
				if !slices.Contains(pivots, c) {
					if k.At(f, c) == 1 != (f == g) {
						t.Fatal("kernel basis is not reduced")
					}
					g++
				}
			}
		}
	})
}

// Large enough for several workers, tables and the reducer; low rank panels between.
func TestEliminationLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rank := range []int{-1, 700, 1499} {
		a := randomMatrix(rng, 1500, 1600, 128, rank)
		for i := range 300 { // a block of zero columns on many rows makes panels without 64 pivots
			clear(a.Row(i)[3:20])
		}
		e := a.Eliminate(nil)
		b := a.MulVec(nil, randomVec(rng, a.cols))
		x, _ := e.Solve(nil, b)
		if x == nil || !slices.Equal(a.MulVec(nil, x), b) {
			t.Fatal("solution")
		}
		_, y := e.Solve(nil, randomVec(rng, a.rows))
		if rank == 700 && y == nil || y != nil && (isZero(y) || !isZero(a.VecMul(nil, y))) {
			t.Fatal("certificate")
		}
		k := e.Kernel(nil)
		if k.rows != a.cols-e.Rank() || !isZero(a.Mul(nil, k.Transpose(nil)).w) {
			t.Fatal("kernel")
		}
		if r := e.RowEchelon(nil); r.Rank(nil) != e.Rank() || !isZero(r.Mul(nil, k.Transpose(nil)).w) {
			t.Fatal("echelon form")
		}
	}
}

func TestMatrixAccess(t *testing.T) {
	m := New(nil, 3, 70)
	m.Set(1, 69, 1)
	m.Flip(1, 2)
	m.Flip(1, 2)
	m.Set(2, 0, 3)
	m.Set(2, 0, 2)
	if m.At(1, 69) != 1 || m.At(1, 2) != 0 || m.At(2, 0) != 0 || m.Rank(nil) != 1 {
		t.Error("Set, Flip, At")
	}
	m.SwapRows(1, 0)
	if m.At(0, 69) != 1 || m.At(1, 69) != 0 {
		t.Error("SwapRows")
	}
	for name, f := range map[string]func(){
		"column": func() { m.At(0, 70) },
		"row":    func() { m.At(3, 0) },
		"size":   func() { New(nil, -1, 2) },
		"vector": func() { m.Solve(nil, make([]uint64, 2)) },
		"shape":  func() { m.Mul(nil, m) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
