package zmod

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// plusBoard is the matrix of the plus pattern on w × h cells, centre included.
func plusBoard(w, h int) [][]int64 {
	m := make([][]int64, w*h)
	for y := range h {
		for x := range w {
			row := make([]int64, w*h)
			for _, d := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				u, v := x+d[0], y+d[1]
				if 0 <= u && u < w && 0 <= v && v < h {
					row[v*w+u] = 1
				}
			}
			m[y*w+x] = row
		}
	}
	return m
}

// notOne lists the invariants other than 1, zeros last as they come.
func notOne(d []*big.Int) string {
	var s []string
	for _, v := range d {
		if v.String() != "1" {
			s = append(s, v.String())
		}
	}
	return fmt.Sprint(s)
}

func TestSmithBoards(t *testing.T) {
	for n, want := range map[int]string{1: "[]", 2: "[3]", 3: "[7]", 4: "[2 2 0 0]", 5: "[33 0 0]"} {
		if got := notOne(SmithInvariants(nil, plusBoard(n, n))); got != want {
			t.Errorf("%d × %d: %s, want %s", n, n, got, want)
		}
	}
}

// naiveInvariants takes the gcds of all minors.
func naiveInvariants(a [][]int64) []*big.Int {
	n, m := len(a), len(a[0])
	d := make([]*big.Int, min(n, m))
	prev := big.NewInt(1)
	for k := 1; k <= len(d); k++ {
		var g big.Int
		subsets(n, k, func(rows []int) {
			subsets(m, k, func(cols []int) {
				g.GCD(nil, nil, &g, new(big.Int).Abs(det(a, rows, cols)))
			})
		})
		d[k-1] = new(big.Int)
		if g.Sign() == 0 {
			for ; k <= len(d); k++ {
				d[k-1] = new(big.Int)
			}
			break
		}
		d[k-1].Quo(&g, prev)
		prev = &g
	}
	return d
}

func det(a [][]int64, rows, cols []int) *big.Int {
	if len(rows) == 0 {
		return big.NewInt(1)
	}
	s := new(big.Int)
	for i, c := range cols {
		rest := append(append([]int(nil), cols[:i]...), cols[i+1:]...)
		v := new(big.Int).Mul(big.NewInt(a[rows[0]][c]), det(a, rows[1:], rest))
		if i%2 == 1 {
			v.Neg(v)
		}
		s.Add(s, v)
	}
	return s
}

func subsets(n, k int, f func([]int)) {
	var rec func(from int, s []int)
	rec = func(from int, s []int) {
		if len(s) == k {
			f(s)
			return
		}
		for i := from; i < n; i++ {
			rec(i+1, append(s[:len(s):len(s)], i))
		}
	}
	rec(0, nil)
}

func TestSmithMinors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n, m := 1+rng.IntN(4), 1+rng.IntN(4)
		a := make([][]int64, n)
		scale := []int64{1, 1, 2, 6, 12}
		for i := range a {
			a[i] = make([]int64, m)
			f := scale[rng.IntN(len(scale))]
			for j := range a[i] {
				a[i][j] = f * (rng.Int64N(13) - 6)
			}
		}
		if got, want := fmt.Sprint(SmithInvariants(nil, a)), fmt.Sprint(naiveInvariants(a)); got != want {
			t.Fatalf("%v: %s, want %s", a, got, want)
		}
	}
	if SmithInvariants(nil, nil) != nil || len(SmithInvariants(nil, [][]int64{{}, {}})) != 0 {
		t.Error("empty")
	}
}

// The integer invariants explain those modulo any m.
func TestSmithModular(t *testing.T) {
	for n := 2; n <= 6; n++ {
		board := plusBoard(n, n)
		d := SmithInvariants(nil, board)
		for _, m := range testModuli {
			a := NewMatrix(nil, n*n, n*n, m)
			for i, r := range board {
				for j, v := range r {
					a.Set(i, j, v)
				}
			}
			want := big.NewInt(1)
			for _, v := range d {
				want.Mul(want, new(big.Int).GCD(nil, nil, v, big.NewInt(int64(m))))
			}
			if got := a.Decompose(nil).Solutions(); got.Cmp(want) != 0 {
				t.Errorf("%d × %d mod %d: %v solutions, want %v", n, n, m, got, want)
			}
		}
	}
}

func BenchmarkSmith10x10(b *testing.B) {
	board := plusBoard(10, 10)
	for b.Loop() {
		SmithInvariants(nil, board)
	}
}
