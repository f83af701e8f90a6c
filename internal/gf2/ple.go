package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// A PLE is an eliminated matrix: P·A = L·E, with a row permutation P, a unit lower
// triangular L and an echelon form E of rank rows, both kept in the place of A. It answers
// for the matrix it came from: rank, solutions, certificates, kernels. It is immutable
// and safe for concurrent use.
//
// The panels of E are 64 columns wide, one word. In the pivot rows of its panel a pivot
// column holds, above and at the pivot, E, and below it the multipliers L; what is right
// of the panel in non-pivot rows is what elimination has left.
type PLE struct {
	m      *Matrix
	perm   []int32 // perm[i] is the row of A that has come to be row i
	pivots []int32 // pivots[s] is the column of pivot s, in order of elimination
	panels []panel // those panels that have pivots
}

type panel struct {
	word  int    // columns 64·word … 64·word+63
	lo    int    // its first pivot is pivot (and row) lo
	n     int    // number of pivots
	pivot uint64 // the pivot columns, as bits of the word
}

// Eliminate returns the elimination of m, which stays as it is, or nil where mt stops it.
// Cost: rank²·cols / (64·8·3) fused additions for a full-rank square matrix and on all
// cores: 10,000 × 10,000 takes a quarter of a CPU second.
func (m *Matrix) Eliminate(mt *meter.Meter) *PLE {
	c := m.Clone(mt)
	if c == nil {
		return nil
	}
	return c.EliminateInPlace(mt)
}

// EliminateInPlace is [Matrix.Eliminate] without the copy: the result takes over m, which must
// not be used any more.
func (m *Matrix) EliminateInPlace(mt *meter.Meter) *PLE {
	scratch := 20*int64(m.rows) + tableBytes(len(m.w))
	if mt.Hold("an elimination", scratch) != nil {
		return nil
	}
	defer mt.Release(scratch)
	e := &PLE{m: m, perm: make([]int32, m.rows)}
	for i := range e.perm {
		e.perm[i] = int32(i)
	}
	pool := newTablePool(len(m.w))
	s := panelScratch{w: make([]uint64, m.rows), mult: make([]uint64, m.rows)}
	for j := 0; j < words(m.cols) && len(e.pivots) < m.rows; j++ {
		e.panel(mt, j, &s, pool)
		if mt.Err() != nil {
			return nil
		}
	}
	return e
}

// panelSteps is what a row costs in a panel, in steps of a meter: a cache miss and the reducer.
const panelSteps = 10

type panelScratch struct {
	w, mult []uint64 // for the rows from the first pivot on: panel word, multipliers
	reduce  *reducer
}

// prepare makes s.reduce know the pivots so far. Small matrices do without it.
func (s *panelScratch) prepare(p *panel, basis *[wordBits]uint64, cols *[wordBits]uint8) {
	if s.reduce == nil {
		s.reduce = new(reducer)
	}
	s.reduce.prepare(p, basis, cols)
}

// panel eliminates word column j from the rows below the pivots so far.
func (e *PLE) panel(mt *meter.Meter, j int, s *panelScratch, pool *tablePool) {
	m, lo := e.m, len(e.pivots)
	w := s.w[:m.rows-lo]
	if mt.Work(panelSteps*len(w)) != nil {
		return
	}
	for i := range w {
		w[i] = m.w[(lo+i)*m.stride+j]
	}
	p := panel{word: j, lo: lo}
	var basis, mults [wordBits]uint64
	var cols [wordBits]uint8
	mult := s.mult[:len(w)]
	fresh := false // whether the tables know all pivots
	i := 0
	for ; i < len(w) && p.n < wordBits; i++ {
		v, c := w[i], uint64(0)
		if i < 2*wordBits {
			for t := range p.n {
				b := -(v >> (cols[t] & 63) & 1)
				v ^= basis[t] & b
				c |= b & (1 << (cols[t] & 63))
			}
		} else {
			if !fresh {
				s.prepare(&p, &basis, &cols)
				fresh = true
			}
			v, c = s.reduce.apply(v)
		}
		w[i], mult[i] = v, c
		if v == 0 {
			continue
		}
		// A new pivot: its row goes to the end of the pivot rows.
		fresh = false
		col := bits.TrailingZeros64(v)
		basis[p.n], mults[p.n], cols[p.n] = v, c, uint8(col)
		p.pivot |= 1 << col
		if i != p.n {
			m.SwapRows(lo+i, lo+p.n)
			e.perm[lo+i], e.perm[lo+p.n] = e.perm[lo+p.n], e.perm[lo+i]
			w[i], mult[i] = w[p.n], mult[p.n]
		}
		e.pivots = append(e.pivots, int32(j*wordBits+col))
		p.n++
	}
	if p.n == 0 {
		return
	}
	if i < len(w) { // 64 pivots: the rows not yet looked at reduce to zero
		s.prepare(&p, &basis, &cols)
		for ; i < len(w); i++ {
			_, mult[i] = s.reduce.apply(w[i])
		}
	}
	e.panels = append(e.panels, p)
	e.carry(mt, p, &basis, &mults, &cols, mult, pool)
}

// carry does to the columns right of panel p what was done to its word: basis, mults and cols are
// word, multipliers and column of its pivot rows, mult the multipliers of all rows from the first
// pivot on.
func (e *PLE) carry(
	mt *meter.Meter, p panel, basis, mults *[wordBits]uint64, cols *[wordBits]uint8, mult []uint64, pool *tablePool,
) {
	m, lo, j := e.m, p.lo, p.word
	// The pivot rows one after the other, then all rows below them by tables.
	var src [wordBits][]uint64
	for t := range p.n {
		row := m.full(lo + t)
		if mt.Work(bits.OnesCount64(mults[t])*(m.stride-j)) != nil {
			return
		}
		row[j] = basis[t] | mults[t]
		tail := row[j+1:]
		for c := mults[t]; c != 0; c &= c - 1 {
			xorInto(tail, src[bits.TrailingZeros64(c)][j+1:])
		}
		src[cols[t]] = row
	}
	for i := p.n; i < len(mult); i++ {
		m.w[(lo+i)*m.stride+j] = mult[i]
	}
	m.combos(mt, lo+p.n, mult[p.n:], &src, j+1, pool)
}

// A reducer reduces panel words by the pivots so far, by tables on bytes: both the remainder
// and the multipliers are linear in the word.
type reducer [8][256][2]uint64

func (r *reducer) prepare(p *panel, basis *[wordBits]uint64, cols *[wordBits]uint8) {
	for b := range r {
		for k := range 8 {
			v, c := uint64(1)<<(8*b+k), uint64(0)
			if p.pivot&v != 0 {
				for t := range p.n {
					if bit := uint64(1) << cols[t]; v&bit != 0 {
						v ^= basis[t]
						c |= bit
					}
				}
			}
			half := 1 << k
			for x := range half {
				r[b][half+x] = [2]uint64{r[b][x][0] ^ v, r[b][x][1] ^ c}
			}
		}
	}
}

func (r *reducer) apply(w uint64) (v, c uint64) {
	for b := range r {
		e := &r[b][w>>(8*b)&255]
		v ^= e[0]
		c ^= e[1]
	}
	return v, c
}

// Rank returns the rank of the matrix.
func (e *PLE) Rank() int { return len(e.pivots) }

// Pivots returns the pivot columns in ascending order: the columns that are not
// combinations of those before them.
func (e *PLE) Pivots() []int {
	p := make([]int, 0, len(e.pivots))
	for _, q := range e.panels {
		for c := q.pivot; c != 0; c &= c - 1 {
			p = append(p, q.word*wordBits+bits.TrailingZeros64(c))
		}
	}
	return p
}

// Rank returns the rank of m; it copies and eliminates m.
func (m *Matrix) Rank(mt *meter.Meter) int {
	e := m.Eliminate(mt)
	if e == nil {
		return 0
	}
	return e.Rank()
}
