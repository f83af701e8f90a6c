package zmod

import (
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// A Matrix is a dense rows × cols matrix over Z/m, entries in [0, m), 4 bytes each.
type Matrix struct {
	ring       Ring
	rows, cols int
	a          []uint32
}

// NewMatrix returns the zero matrix of rows × cols, both ≥ 0, over Z/m, or nil where mt stops it.
// mt holds its memory until [Matrix.Release].
func NewMatrix(mt *meter.Meter, rows, cols int, m uint32) *Matrix {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("zmod: NewMatrix(%d, %d): negative size", rows, cols))
	}
	if mt.Hold("a matrix", 4*int64(rows)*int64(cols)) != nil {
		return nil
	}
	return &Matrix{ring: NewRing(m), rows: rows, cols: cols, a: make([]uint32, rows*cols)}
}

// Release gives mt back what it holds for m, which is not used any more.
func (m *Matrix) Release(mt *meter.Meter) { mt.Release(4 * int64(len(m.a))) }

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Cols returns the number of columns.
func (m *Matrix) Cols() int { return m.cols }

// Ring returns Z/m.
func (m *Matrix) Ring() Ring { return m.ring }

// At returns entry (i, j).
func (m *Matrix) At(i, j int) uint32 { return m.Row(i)[j] }

// Set makes v mod m entry (i, j); v may be negative.
func (m *Matrix) Set(i, j int, v int64) { m.Row(i)[j] = m.ring.FromInt(v) }

// Row returns row i of the matrix itself: writing to it writes to m. Whoever writes keeps the
// entries in [0, m).
func (m *Matrix) Row(i int) []uint32 {
	if uint(i) >= uint(m.rows) {
		panic(fmt.Sprintf("zmod: row %d of a matrix with %d", i, m.rows))
	}
	return m.a[i*m.cols : (i+1)*m.cols : (i+1)*m.cols]
}

// Clone returns a copy that shares nothing with m.
func (m *Matrix) Clone() *Matrix {
	c := *m
	c.a = slices.Clone(m.a)
	return &c
}

// Equal reports whether m and o have one ring, one shape and the same entries.
func (m *Matrix) Equal(o *Matrix) bool {
	return m.ring == o.ring && m.rows == o.rows && m.cols == o.cols && slices.Equal(m.a, o.a)
}

// Transpose returns the cols × rows transpose.
func (m *Matrix) Transpose(mt *meter.Meter) *Matrix {
	t := NewMatrix(mt, m.cols, m.rows, m.ring.Modulus())
	if t == nil {
		return nil
	}
	for i := range m.rows {
		if mt.Work(4*m.cols) != nil { // each entry goes to a line of its own
			return nil
		}
		for j, v := range m.Row(i) {
			t.a[j*t.cols+i] = v
		}
	}
	return t
}

// MulVec returns m·x for a vector x of cols entries in [0, m).
func (m *Matrix) MulVec(mt *meter.Meter, x []uint32) []uint32 {
	m.checkVec("MulVec", x, m.cols)
	y := make([]uint32, m.rows)
	for i := range y {
		if mt.Work(m.cols) != nil {
			return nil
		}
		y[i] = m.ring.dot(m.Row(i), x)
	}
	return y
}

// VecMul returns the row vector y·m for a vector y of rows entries in [0, m).
func (m *Matrix) VecMul(mt *meter.Meter, y []uint32) []uint32 {
	m.checkVec("VecMul", y, m.rows)
	s := m.ring.newSum(m.cols)
	for i, c := range y {
		if mt.Work(m.cols) != nil {
			return nil
		}
		s.add(m.Row(i), c)
	}
	x := make([]uint32, m.cols)
	s.store(x)
	return x
}

// Mul returns the product m·o, of m.rows × o.cols. Cost: m.rows·m.cols·o.cols multiplications.
func (m *Matrix) Mul(mt *meter.Meter, o *Matrix) *Matrix {
	if m.cols != o.rows || m.ring != o.ring {
		panic("zmod: Mul: shapes or moduli do not fit")
	}
	c := NewMatrix(mt, m.rows, o.cols, m.ring.Modulus())
	if c == nil {
		return nil
	}
	s := m.ring.newSum(o.cols)
	for i := range m.rows {
		for k, v := range m.Row(i) {
			if mt.Work(o.cols) != nil {
				return nil
			}
			s.add(o.Row(k), v)
		}
		s.store(c.Row(i))
	}
	return c
}

func (m *Matrix) checkVec(name string, x []uint32, n int) {
	if len(x) != n {
		panic(fmt.Sprintf("zmod: %s: %d entries where %d are wanted", name, len(x), n))
	}
}

// Dot returns Σ a_i·b_i mod m; the vectors have one length.
func (r Ring) Dot(a, b []uint32) uint32 {
	if len(a) != len(b) {
		panic("zmod: Dot: lengths differ")
	}
	return r.dot(a, b)
}

// A sum adds up multiples of vectors and reduces when the next could overflow.
type sum struct {
	ring Ring
	acc  []uint64
	left int
}

func (r Ring) newSum(n int) *sum { return &sum{ring: r, acc: make([]uint64, n), left: r.terms} }

// add adds c·v.
func (s *sum) add(v []uint32, c uint32) {
	if c == 0 {
		return
	}
	if s.left == 0 {
		for i, x := range s.acc {
			s.acc[i] = uint64(s.ring.Reduce(x))
		}
		s.left = s.ring.terms
	}
	s.left--
	addMul(s.acc, v, uint64(c))
}

// store writes the sum to dst and starts a new one.
func (s *sum) store(dst []uint32) {
	for i, x := range s.acc {
		dst[i] = s.ring.Reduce(x)
	}
	clear(s.acc)
	s.left = s.ring.terms
}
