package gf2

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// The plain twin of Matrix: one byte a bit, textbook elimination.

type bitMatrix [][]byte

func (m *Matrix) plain() bitMatrix {
	b := make(bitMatrix, m.rows)
	for i := range b {
		b[i] = make([]byte, m.cols)
		for j := range b[i] {
			b[i][j] = byte(m.At(i, j))
		}
	}
	return b
}

func (b bitMatrix) packed(cols int) *Matrix {
	m := New(nil, len(b), cols)
	for i, r := range b {
		for j, v := range r {
			m.Set(i, j, uint(v))
		}
	}
	return m
}

func (b bitMatrix) mul(o bitMatrix, cols int) bitMatrix {
	c := make(bitMatrix, len(b))
	for i := range c {
		c[i] = make([]byte, cols)
		for k, v := range b[i] {
			for j := 0; v != 0 && j < cols; j++ {
				c[i][j] ^= o[k][j]
			}
		}
	}
	return c
}

// rref reduces b in place and returns the pivot columns.
func (b bitMatrix) rref(cols int) []int {
	var pivots []int
	for c := 0; c < cols && len(pivots) < len(b); c++ {
		r := len(pivots)
		at := -1
		for i := r; i < len(b); i++ {
			if b[i][c] != 0 {
				at = i
				break
			}
		}
		if at < 0 {
			continue
		}
		b[r], b[at] = b[at], b[r]
		for i := range b {
			if i != r && b[i][c] != 0 {
				for j := range b[i] {
					b[i][j] ^= b[r][j]
				}
			}
		}
		pivots = append(pivots, c)
	}
	return pivots
}

func bitAt(x []uint64, i int) byte { return byte(x[i/64] >> (uint(i) % 64) & 1) }

// randomMatrix draws entries that are 1 with probability density/256; rank, if ≥ 0, is an
// upper bound of the rank.
func randomMatrix(rng *rand.Rand, rows, cols, density, rank int) *Matrix {
	if rank >= 0 && rank < min(rows, cols) {
		a := randomMatrix(rng, rows, rank, density, -1)
		b := randomMatrix(rng, rank, cols, density, -1)
		return a.Mul(nil, b)
	}
	m := New(nil, rows, cols)
	for i := range rows {
		row := m.Row(i)
		for j := range row {
			if density == 128 {
				row[j] = rng.Uint64()
			} else {
				for k := range 64 {
					if rng.IntN(256) < density {
						row[j] |= 1 << k
					}
				}
			}
		}
		if len(row) > 0 {
			row[len(row)-1] &= tailMask(cols)
		}
	}
	return m
}

func randomVec(rng *rand.Rand, n int) []uint64 {
	return append([]uint64(nil), randomMatrix(rng, 1, n, 128, -1).Row(0)...)
}

func drawMatrix(t *rapid.T, rows, cols int) (*Matrix, *rand.Rand) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	density := rapid.SampledFrom([]int{0, 2, 10, 128, 250, 256}).Draw(t, "density")
	rank := rapid.SampledFrom([]int{-1, -1, 1, 5, 63, 64, 65, 130}).Draw(t, "rank")
	return randomMatrix(rng, rows, cols, density, rank), rng
}

func drawSize(t *rapid.T, name string) int {
	return rapid.OneOf(rapid.IntRange(0, 10), rapid.IntRange(60, 70), rapid.IntRange(120, 270)).Draw(t, name)
}
