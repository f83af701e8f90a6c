package zmod

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// naiveRank is textbook elimination over Z/p, % at every step.
func naiveRank(m *Matrix) int {
	p := uint64(m.ring.Modulus())
	var a [][]uint64
	for i := range m.rows {
		row := make([]uint64, m.cols)
		for j := range row {
			row[j] = uint64(m.At(i, j))
		}
		a = append(a, row)
	}
	rank := 0
	for c := 0; c < m.cols && rank < m.rows; c++ {
		at := rank
		for at < m.rows && a[at][c] == 0 {
			at++
		}
		if at == m.rows {
			continue
		}
		a[rank], a[at] = a[at], a[rank]
		inv := uint64(1) // Fermat, bit by bit
		for e, b := p-2, a[rank][c]; e > 0; e >>= 1 {
			if e&1 != 0 {
				inv = inv * b % p
			}
			b = b * b % p
		}
		for i := rank + 1; i < m.rows; i++ {
			f := a[i][c] * inv % p
			for j := c; f != 0 && j < m.cols; j++ {
				a[i][j] = (a[i][j] + (p-f)*a[rank][j]) % p
			}
		}
		rank++
	}
	return rank
}

// naiveMulVec is m·x by the definition.
func naiveMulVec(m *Matrix, x []uint32) []uint32 {
	y := make([]uint32, m.rows)
	for i := range y {
		var s uint64
		for j, v := range x {
			s = (s + uint64(m.At(i, j))*uint64(v)) % uint64(m.ring.Modulus())
		}
		y[i] = uint32(s)
	}
	return y
}

func randomVec(rng *rand.Rand, n int, m uint32) []uint32 {
	v := make([]uint32, n)
	for i := range v {
		v[i] = uint32(rng.Uint64N(uint64(m)))
	}
	return v
}

// randomMatrix has, if rank ≥ 0, at most that rank; density of 256 entries are not forced to 0.
func randomMatrix(rng *rand.Rand, rows, cols int, m uint32, rank, density int) *Matrix {
	if rank >= 0 {
		return randomMatrix(rng, rows, rank, m, -1, density).Mul(nil, randomMatrix(rng, rank, cols, m, -1, density))
	}
	a := NewMatrix(nil, rows, cols, m)
	for i := range a.a {
		if rng.IntN(256) < density {
			a.a[i] = uint32(rng.Uint64N(uint64(m)))
		}
	}
	return a
}

func drawMatrix(t *rapid.T, m uint32, limit int) (*Matrix, *rand.Rand) {
	size := rapid.OneOf(rapid.IntRange(0, 8), rapid.IntRange(0, limit))
	rows, cols := size.Draw(t, "rows"), size.Draw(t, "cols")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	density := rapid.SampledFrom([]int{0, 4, 30, 256}).Draw(t, "density")
	rank := rapid.SampledFrom([]int{-1, -1, 1, 5, 31, 70}).Draw(t, "rank")
	return randomMatrix(rng, rows, cols, m, rank, density), rng
}

// The plain polynomials: schoolbook, % at every step.

func naiveMul(m uint32, a, b Poly) Poly {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	r := make([]uint32, len(a)+len(b)-1)
	for i, v := range a {
		for j, w := range b {
			r[i+j] = uint32((uint64(r[i+j]) + uint64(v)*uint64(w)) % uint64(m))
		}
	}
	return Normal(r)
}

func naiveAdd(m uint32, a, b Poly, c uint64) Poly { // a + c·b
	r := make([]uint32, max(len(a), len(b)))
	copy(r, a)
	for i, v := range b {
		r[i] = uint32((uint64(r[i]) + c*uint64(v)) % uint64(m))
	}
	return Normal(r)
}

// naivePath is p_n(x) by the recurrence.
func naivePath(m uint32, n int, x Poly) Poly {
	p, q := Poly{1}, Poly(nil)
	for range n {
		p, q = naiveAdd(m, naiveMul(m, x, p), q, uint64(m)-1), p
	}
	return p
}
