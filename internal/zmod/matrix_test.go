package zmod

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var testModuli = []uint32{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 27, 30, 36, 49, 210, 251, 65537, 1 << 20, 1<<31 - 1, 1 << 31}

func isZero(x []uint32) bool { return !slices.ContainsFunc(x, func(v uint32) bool { return v != 0 }) }

// checkSolve checks the answer for one right-hand side by multiplying back.
func checkSolve(t interface {
	Helper()
	Fatalf(string, ...any)
}, a *Matrix, d *Decomposition, b []uint32) bool {
	t.Helper()
	x, y := d.Solve(nil, b)
	switch {
	case (x == nil) == (y == nil):
		t.Fatalf("one of x and y")
	case x != nil && !slices.Equal(naiveMulVec(a, x), b):
		t.Fatalf("mod %d: wrong solution", a.ring.Modulus())
	case y != nil && (!isZero(naiveMulVec(a.Transpose(nil), y)) || a.ring.Dot(y, b) == 0):
		t.Fatalf("mod %d: wrong certificate", a.ring.Modulus())
	}
	for _, v := range append(slices.Clone(x), y...) {
		if v >= a.ring.Modulus() {
			t.Fatalf("entry not reduced")
		}
	}
	return x != nil
}

func TestDecompose(t *testing.T) {
	for _, m := range testModuli {
		prime := IsPrime(m)
		rapid.Check(t, func(t *rapid.T) {
			a, rng := drawMatrix(t, m, 110)
			d := a.Decompose(nil)
			if !checkSolve(t, a, d, naiveMulVec(a, randomVec(rng, a.cols, m))) {
				t.Fatalf("a solvable system was not solved")
			}
			checkSolve(t, a, d, randomVec(rng, a.rows, m))
			kernel := d.Kernel(nil)
			for _, x := range kernel {
				if !isZero(naiveMulVec(a, x)) || isZero(x) {
					t.Fatalf("kernel")
				}
			}
			inv := d.Invariants()
			for i := 1; i < len(inv); i++ {
				if inv[i] != 0 && (inv[i-1] == 0 || inv[i]%inv[i-1] != 0) {
					t.Fatalf("invariants %v", inv)
				}
			}
			if !prime {
				return
			}
			rank := naiveRank(a)
			want := new(big.Int).Exp(big.NewInt(int64(m)), big.NewInt(int64(a.cols-rank)), nil)
			if d.Rank() != rank || len(kernel) != a.cols-rank || d.Solutions().Cmp(want) != 0 {
				t.Fatalf("mod %d: rank %d, want %d", m, d.Rank(), rank)
			}
			if y := d.LeftNullVector(nil); (y == nil) != (rank == a.rows) || y != nil && (isZero(y) || !isZero(a.VecMul(nil, y))) {
				t.Fatalf("left null vector")
			}
		})
	}
}

// TestEnumeration compares everything with trying all vectors, for every small modulus.
func TestEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for m := uint32(2); m <= 12; m++ {
		for range 60 {
			rows, cols := rng.IntN(4), rng.IntN(4)
			a := randomMatrix(rng, rows, cols, m, -1, []int{256, 100}[rng.IntN(2)])
			if rng.IntN(2) == 0 { // common factors
				for i := range a.a {
					a.a[i] = a.a[i] * Factor(m)[0].P % m
				}
			}
			count := make(map[string]int64) // image → number of x
			vectors(cols, m, func(x []uint32) { count[key(naiveMulVec(a, x))]++ })
			d := a.Decompose(nil)
			solutions := d.Solutions()
			vectors(rows, m, func(b []uint32) {
				n := count[key(b)]
				if checkSolve(t, a, d, b) != (n > 0) {
					t.Fatalf("mod %d, %v: solvability of %v", m, a.a, b)
				}
				if n > 0 && solutions.Cmp(big.NewInt(n)) != 0 {
					t.Fatalf("mod %d, %v: %v solutions, want %d", m, a.a, solutions, n)
				}
			})
			// The generators span the kernel.
			span := map[string]bool{key(make([]uint32, cols)): true}
			todo := [][]uint32{make([]uint32, cols)}
			for gens := d.Kernel(nil); len(todo) > 0; {
				x := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				for _, g := range gens {
					y := make([]uint32, cols)
					for i := range y {
						y[i] = a.ring.Add(x[i], g[i])
					}
					if !span[key(y)] {
						span[key(y)] = true
						todo = append(todo, y)
					}
				}
			}
			if int64(len(span)) != solutions.Int64() {
				t.Fatalf("mod %d, %v: generators span %d of %v", m, a.a, len(span), solutions)
			}
			// |kernel| is the product of the gcd(d_i, m), zeros and missing columns counting m.
			product := int64(1)
			for _, v := range d.Invariants() {
				if v == 0 {
					v = m
				}
				product *= int64(v)
			}
			for i := min(rows, cols); i < cols; i++ {
				product *= int64(m)
			}
			if product != solutions.Int64() {
				t.Fatalf("mod %d, %v: invariants %v", m, a.a, d.Invariants())
			}
		}
	}
}

func key(x []uint32) string {
	b := make([]byte, len(x))
	for i, v := range x {
		b[i] = byte(v)
	}
	return string(b)
}

// vectors calls f with every vector of n entries mod m.
func vectors(n int, m uint32, f func([]uint32)) {
	x := make([]uint32, n)
	for {
		f(x)
		i := 0
		for ; i < n; i++ {
			if x[i]++; x[i] < m {
				break
			}
			x[i] = 0
		}
		if i == n {
			return
		}
	}
}

// Sizes with several panels and blocks in every store, zero blocks in the way.
func TestDecomposeLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range []uint32{2, 3, 5, 7, 11, 13, 1<<31 - 1} {
		for _, rank := range []int{-1, 333} {
			a := randomMatrix(rng, 400, 450, m, rank, 256)
			for i := range 90 {
				clear(a.Row(i)[20:300])
			}
			d := a.Decompose(nil)
			if rank == 333 { // the plain way is slow
				if want := naiveRank(a); d.Rank() != want {
					t.Errorf("mod %d: rank %d, want %d", m, d.Rank(), want)
				}
			}
			checkSolve(t, a, d, naiveMulVec(a, randomVec(rng, a.cols, m)))
			checkSolve(t, a, d, randomVec(rng, a.rows, m))
			if kernel := d.Kernel(nil); len(kernel) != a.cols-d.Rank() || !isZero(a.MulVec(nil, kernel[len(kernel)-1])) {
				t.Fatal("kernel")
			}
		}
	}
}

func TestMatrixProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(testModuli).Draw(t, "m")
		a, rng := drawMatrix(t, m, 40)
		b := randomMatrix(rng, a.cols, 17, m, -1, 256)
		x, y := randomVec(rng, 17, m), randomVec(rng, a.rows, m)
		if !slices.Equal(a.Mul(nil, b).MulVec(nil, x), naiveMulVec(a, naiveMulVec(b, x))) {
			t.Fatal("Mul")
		}
		if !slices.Equal(a.VecMul(nil, y), naiveMulVec(a.Transpose(nil), y)) || !a.Transpose(nil).Transpose(nil).Equal(a) {
			t.Fatal("VecMul, Transpose")
		}
	})
}

func TestPanics(t *testing.T) {
	a := NewMatrix(nil, 2, 3, 6)
	for name, f := range map[string]func(){
		"row":      func() { a.At(2, 0) },
		"column":   func() { a.At(0, 3) },
		"size":     func() { NewMatrix(nil, -1, 0, 2) },
		"modulus":  func() { NewRing(1) },
		"modulus2": func() { NewRing(1<<31 + 1) },
		"vector":   func() { a.Solve(nil, make([]uint32, 3)) },
		"mulvec":   func() { a.MulVec(nil, make([]uint32, 2)) },
		"shape":    func() { a.Mul(nil, a) },
		"left":     func() { a.Decompose(nil).LeftNullVector(nil) },
		"field":    func() { NewField(9) },
		"dot":      func() { a.Ring().Dot([]uint32{1}, nil) },
		"crt":      func() { CRT(nil, [][]uint32{{1}, {1}}, []uint32{4, 6}) },
		"factor":   func() { Factor(0) },
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
