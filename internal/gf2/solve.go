package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// Solve answers A·x = b for the eliminated matrix A and a vector b of ⌈rows/64⌉ words.
// Exactly one of the results is not nil: a solution x of ⌈cols/64⌉ words, free unknowns
// 0, or a certificate y of ⌈rows/64⌉ words with y·A = 0 and y·b = 1, which proves that there
// is no x. Cost: rows·cols/64 word operations.
func (e *PLE) Solve(mt *meter.Meter, b []uint64) (x, y []uint64) {
	checkVec("Solve", b, e.m.rows)
	c := e.forward(mt, b)
	if mt.Err() != nil {
		return nil, nil
	}
	for i := e.Rank(); i < e.m.rows; i++ {
		if c[i] != 0 {
			return nil, e.leftVector(mt, i)
		}
	}
	return e.backward(mt, c), nil
}

// forward returns L⁻¹·P·b, one byte an entry.
func (e *PLE) forward(mt *meter.Meter, b []uint64) []byte {
	m := e.m
	c := make([]byte, m.rows)
	for i, o := range e.perm {
		c[i] = byte(b[o/wordBits] >> (uint(o) % wordBits) & 1)
	}
	for _, p := range e.panels {
		if mt.Work(2*(m.rows-p.lo)) != nil {
			break
		}
		var on uint64 // pivot columns whose row has a 1 in c
		for i := p.lo; i < m.rows; i++ {
			// Rows of the panel see the pivots above them only: on has no others yet.
			w := m.w[i*m.stride+p.word] & p.pivot & on
			c[i] ^= byte(bits.OnesCount64(w)) & 1
			if i < p.lo+p.n && c[i] != 0 {
				on |= 1 << (uint(e.pivots[i]) % wordBits)
			}
		}
	}
	return c
}

// backward solves E·x = c with free unknowns as x has them: all zero here.
func (e *PLE) backward(mt *meter.Meter, c []byte) []uint64 {
	x := make([]uint64, words(e.m.cols))
	e.backwardInto(mt, x, c)
	return x
}

// backwardInto fills in the pivot unknowns of x, given the free ones; c may be nil for 0.
// Pivot unknowns are 0 before.
func (e *PLE) backwardInto(mt *meter.Meter, x []uint64, c []byte) {
	for k := len(e.panels) - 1; k >= 0; k-- {
		p := e.panels[k]
		if mt.Work(p.n*(len(x)-p.word)) != nil {
			return
		}
		for s := p.lo + p.n - 1; s >= p.lo; s-- {
			row := e.m.Row(s)
			// In its own panel the row holds multipliers at the pivots before it. Their
			// unknowns are still 0, so they do not count; nor does its own.
			v := Dot(row[p.word:], x[p.word:])
			if c != nil {
				v ^= uint(c[s])
			}
			col := uint(e.pivots[s])
			x[col/wordBits] |= uint64(v) << (col % wordBits)
		}
	}
}

// leftVector returns, for a row i ≥ rank, the y with y·P⁻¹… = row i of L⁻¹·P: the combination
// of rows of A that elimination has turned into zero there.
func (e *PLE) leftVector(mt *meter.Meter, i int) []uint64 {
	m := e.m
	on := make([]byte, m.rows)
	on[i] = 1
	top := i
	for k := len(e.panels) - 1; k >= 0; k-- {
		p := e.panels[k]
		if mt.Work(2*(top-p.lo)+p.n*p.n) != nil {
			break
		}
		// sum collects, for each pivot column, the multipliers of the rows that are on.
		var sum uint64
		for r := p.lo + p.n; r <= top; r++ {
			sum ^= m.w[r*m.stride+p.word] & -uint64(on[r])
		}
		for s := p.lo + p.n - 1; s >= p.lo; s-- {
			v := sum >> (uint(e.pivots[s]) % wordBits) & 1
			on[s] = byte(v)
			// The row's bits right of its pivot in elimination order are E, not L.
			sum ^= m.w[s*m.stride+p.word] & -v & e.before(p, s)
		}
	}
	y := make([]uint64, words(m.rows))
	for r, v := range on {
		o := uint(e.perm[r])
		y[o/wordBits] |= uint64(v) << (o % wordBits)
	}
	return y
}

// before returns the pivot columns of p eliminated before pivot s.
func (e *PLE) before(p panel, s int) uint64 {
	var b uint64
	for t := p.lo; t < s; t++ {
		b |= 1 << (uint(e.pivots[t]) % wordBits)
	}
	return b
}

// LeftNullVector returns a y ≠ 0 with y·A = 0, or nil if the rows of A are independent.
func (e *PLE) LeftNullVector(mt *meter.Meter) []uint64 {
	if e.Rank() == e.m.rows {
		return nil
	}
	return e.leftVector(mt, e.Rank())
}

// LeftKernel returns a basis of the y with y·A = 0 as the rows of a matrix of
// (rows − rank) × rows. Cost: rows·cols/64 a basis vector.
func (e *PLE) LeftKernel(mt *meter.Meter) *Matrix {
	k := New(mt, e.m.rows-e.Rank(), e.m.rows)
	if k == nil {
		return nil
	}
	for i := 0; i < k.rows && mt.Err() == nil; i++ {
		copy(k.Row(i), e.leftVector(mt, e.Rank()+i))
	}
	return k
}

// fewKernel is the kernel dimension up to which back-substitution beats a second elimination.
const fewKernel = 32

// Kernel returns a basis of the x with A·x = 0 as the rows of a matrix of
// (cols − rank) × cols. Vector f has a 1 at the f-th free column and 0 at all other free
// columns, so the basis depends on A alone. Cost: rank·cols/64 a basis vector when there
// are few, and [PLE.RowEchelon] in all when there are many.
func (e *PLE) Kernel(mt *meter.Meter) *Matrix {
	k := New(mt, e.m.cols-e.Rank(), e.m.cols)
	if k == nil {
		return nil
	}
	pivots := e.Pivots()
	var t *Matrix // column c of the reduced form as row c
	if k.rows > fewKernel {
		r := e.RowEchelon(mt)
		if r == nil {
			return nil
		}
		t = r.Transpose(mt)
		r.Release(mt)
		if t == nil {
			return nil
		}
		defer t.Release(mt)
	}
	f, s := 0, 0
	for c := range e.m.cols {
		if s < len(pivots) && pivots[s] == c {
			s++
			continue
		}
		x := k.Row(f)
		k.Set(f, c, 1)
		f++
		if mt.Work(len(pivots)/wordBits+1) != nil {
			return nil
		}
		if t == nil {
			e.backwardInto(mt, x, nil)
			continue
		}
		for i, w := range t.Row(c) {
			for ; w != 0; w &= w - 1 {
				p := uint(pivots[i*wordBits+bits.TrailingZeros64(w)])
				x[p/wordBits] |= 1 << (p % wordBits)
			}
		}
	}
	return k
}

// RowEchelon returns the reduced row echelon form of A with its zero rows left out: a
// matrix of rank × cols. Cost: as much again as the elimination.
func (e *PLE) RowEchelon(mt *meter.Meter) *Matrix {
	r := New(mt, e.Rank(), e.m.cols)
	if r == nil {
		return nil
	}
	// Rows in the order of their pivot columns, without the multipliers.
	var src [wordBits][]uint64
	for _, p := range e.panels {
		_ = mt.Work(p.n * r.stride)
		for s := p.lo; s < p.lo+p.n; s++ {
			c := e.pivots[s]
			at := p.lo + bits.OnesCount64(p.pivot&(1<<(uint(c)%wordBits)-1))
			row := r.Row(at)
			copy(row[p.word:], e.m.Row(s)[p.word:])
			row[p.word] &^= e.before(p, s)
		}
	}
	pool := newTablePool(len(r.w))
	pick := make([]uint64, e.Rank())
	for k := len(e.panels) - 1; k >= 0; k-- {
		p := e.panels[k]
		if mt.Work(p.n*p.n/2*(r.stride-p.word)+p.lo) != nil {
			return nil
		}
		clear(src[:])
		at := p.lo + p.n - 1
		for c := p.n - 1; c >= 0; c-- { // within the panel, last pivot first
			row := r.full(at)
			low := row[p.word] & p.pivot
			own := low & -low
			for o := low ^ own; o != 0; o &= o - 1 {
				xorInto(row[p.word:], src[bits.TrailingZeros64(o)][p.word:])
			}
			src[bits.TrailingZeros64(own)] = row
			at--
		}
		for i := range p.lo {
			pick[i] = r.w[i*r.stride+p.word] & p.pivot
		}
		r.combos(mt, 0, pick[:p.lo], &src, p.word, pool)
	}
	return r
}

// Solve answers m·x = b as [PLE.Solve] does, for one right-hand side; m stays as it is.
func (m *Matrix) Solve(mt *meter.Meter, b []uint64) (x, y []uint64) {
	e := m.Eliminate(mt)
	if e == nil {
		return nil, nil
	}
	return e.Solve(mt, b)
}

// Kernel returns a basis of the x with m·x = 0 as [PLE.Kernel] does.
func (m *Matrix) Kernel(mt *meter.Meter) *Matrix {
	e := m.Eliminate(mt)
	if e == nil {
		return nil
	}
	return e.Kernel(mt)
}
