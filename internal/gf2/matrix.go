package gf2

import (
	"fmt"
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

const (
	wordBits = 64
	// blockWords is the width of a column block of the tables: one cache line. Rows are
	// padded to a multiple of it, so that a block is always whole.
	blockWords = 8
)

// words returns how many words hold n bits.
func words(n int) int { return (n + wordBits - 1) / wordBits }

// tailMask has the bits set that the last word of an n-bit row uses.
func tailMask(n int) uint64 {
	if n%wordBits == 0 {
		return ^uint64(0)
	}
	return 1<<(uint(n)%wordBits) - 1
}

// A Matrix is a dense rows × cols matrix over GF(2). Bit j of row i is bit j%64 of word
// j/64 of [Matrix.Row](i). Rows lie in one slice; the bits from cols on are zero.
type Matrix struct {
	rows, cols int
	stride     int // words from row to row, a multiple of blockWords
	w          []uint64
}

// New returns the zero matrix of rows × cols, both ≥ 0, or nil where mt stops it. It takes
// rows·cols/8 bytes, rows rounded up to 64 bytes, which mt holds until [Matrix.Release].
func New(mt *meter.Meter, rows, cols int) *Matrix {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("gf2: New(%d, %d): negative size", rows, cols))
	}
	stride := (words(cols) + blockWords - 1) / blockWords * blockWords
	if mt.Hold("a matrix", 8*int64(rows)*int64(stride)) != nil {
		return nil
	}
	return &Matrix{rows: rows, cols: cols, stride: stride, w: make([]uint64, rows*stride)}
}

// Release gives mt back what it holds for m, which is not used any more.
func (m *Matrix) Release(mt *meter.Meter) { mt.Release(8 * int64(len(m.w))) }

// Identity returns the n × n identity matrix.
func Identity(n int) *Matrix {
	m := New(nil, n, n)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Cols returns the number of columns.
func (m *Matrix) Cols() int { return m.cols }

// At returns entry (i, j), 0 or 1.
func (m *Matrix) At(i, j int) uint {
	m.check(j)
	return uint(m.full(i)[j/wordBits]>>(uint(j)%wordBits)) & 1
}

// Set makes the lowest bit of v entry (i, j).
func (m *Matrix) Set(i, j int, v uint) {
	m.check(j)
	p := &m.full(i)[j/wordBits]
	s := uint(j) % wordBits
	*p = *p&^(1<<s) | uint64(v&1)<<s
}

// Flip adds 1 to entry (i, j).
func (m *Matrix) Flip(i, j int) {
	m.check(j)
	m.full(i)[j/wordBits] ^= 1 << (uint(j) % wordBits)
}

func (m *Matrix) check(j int) {
	if uint(j) >= uint(m.cols) {
		panic(fmt.Sprintf("gf2: column %d of a matrix with %d", j, m.cols))
	}
}

// Row returns row i as ⌈cols/64⌉ words of the matrix itself: writing to it writes to m.
// Whoever writes keeps the bits from cols on zero.
func (m *Matrix) Row(i int) []uint64 {
	n := words(m.cols)
	return m.full(i)[:n:n]
}

// full returns row i with its padding.
func (m *Matrix) full(i int) []uint64 {
	if uint(i) >= uint(m.rows) {
		panic(fmt.Sprintf("gf2: row %d of a matrix with %d", i, m.rows))
	}
	return m.w[i*m.stride : (i+1)*m.stride : (i+1)*m.stride]
}

// Clone returns a copy that shares nothing with m, or nil as [New] does.
func (m *Matrix) Clone(mt *meter.Meter) *Matrix {
	c := New(mt, m.rows, m.cols)
	if c == nil || mt.Work(len(m.w)) != nil {
		return nil
	}
	copy(c.w, m.w)
	return c
}

// Equal reports whether m and o have one shape and the same entries.
func (m *Matrix) Equal(o *Matrix) bool {
	if m.rows != o.rows || m.cols != o.cols {
		return false
	}
	for i, v := range m.w {
		if v != o.w[i] {
			return false
		}
	}
	return true
}

// SwapRows exchanges rows i and j.
func (m *Matrix) SwapRows(i, j int) {
	if i == j {
		return
	}
	a, b := m.full(i), m.full(j)
	for k, v := range a {
		a[k], b[k] = b[k], v
	}
}

// MulVec returns m·x, a vector of ⌈rows/64⌉ words, for a vector x of cols bits.
func (m *Matrix) MulVec(mt *meter.Meter, x []uint64) []uint64 {
	checkVec("MulVec", x, m.cols)
	y := make([]uint64, words(m.rows))
	for i := 0; i < m.rows && mt.Work(m.stride) == nil; i++ {
		y[i/wordBits] |= uint64(Dot(m.Row(i), x)) << (uint(i) % wordBits)
	}
	return y
}

// VecMul returns the row vector y·m, ⌈cols/64⌉ words, for a vector y of rows bits.
func (m *Matrix) VecMul(mt *meter.Meter, y []uint64) []uint64 {
	checkVec("VecMul", y, m.rows)
	x := make([]uint64, words(m.cols))
	for i := 0; i < m.rows && mt.Work(m.stride) == nil; i++ {
		if y[i/wordBits]>>(uint(i)%wordBits)&1 != 0 {
			xorInto(x, m.Row(i))
		}
	}
	return x
}

// Dot returns the scalar product of two vectors of the same length.
func Dot(a, b []uint64) uint {
	b = b[:len(a)]
	var s uint64
	for i, v := range a {
		s ^= v & b[i]
	}
	return uint(bits.OnesCount64(s)) & 1
}

// xorInto adds src to dst; dst is at least as long.
func xorInto(dst, src []uint64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] ^= v
	}
}

func checkVec(name string, x []uint64, n int) {
	if len(x) != words(n) {
		panic(fmt.Sprintf("gf2: %s: a vector of %d words where %d bits are wanted", name, len(x), n))
	}
}
