package engine

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// power is the method for a plus modulo a prime power p^k that is not invertible modulo p, where
// polynomials have no gcds. The rows follow as in linear, but the system N·v = −d for the first
// row (or two) is written out as a matrix over Z/p^k and eliminated. Writing out is cheap:
// N is made of polynomials in T, so that its columns follow from one of them, N·e_0: on a ring
// by rotation, on a path by N·e_{j+1} = T·N·e_j − N·e_{j−1}.
//
// Cost: w³/3 for preparation (8·w³/3 on a torus); a board costs two passes and w².
type power struct {
	rows *linear[zmod.Poly, []uint32] // its row operations alone
	core core
	size int // unknowns: w, or 2·w
}

// newRowLine is a residueLine for row operations alone, over any Z/q in which b is a unit.
func newRowLine(w int, q uint32, a arms, closed bool) *residueLine {
	ring := zmod.NewRing(q)
	l := &residueLine{w: w, field: zmod.Field{Ring: ring}, ring: closed}
	l.bInv, _ = ring.Inv(a.b % q)
	l.negC, l.negA = ring.Neg(ring.Mul(a.c%q, l.bInv)), ring.Neg(ring.Mul(a.a%q, l.bInv))
	return l
}

func newPower(mt *meter.Meter, r rules, a arms) (*power, error) {
	q := r.q.Value()
	w, h := r.size()
	ring, closes := r.closed()
	l := newRowLine(w, q, a, ring)
	e := &power{size: w, rows: &linear[zmod.Poly, []uint32]{l: l, w: w, h: h, torus: closes}}
	if e.rows.torus {
		e.size = 2 * w
	}
	// The matrix and its elimination.
	if err := mt.Room(fmt.Sprintf("a dense system with %d unknowns", e.size), 8*int64(e.size)*int64(e.size)); err != nil {
		return nil, err
	}
	m := zmod.NewMatrix(mt, e.size, e.size, q)
	if m == nil {
		return nil, mt.Err()
	}
	for block := range e.size / w {
		v := [][]uint32{l.newRow()}
		if e.rows.torus {
			v = [][]uint32{l.newRow(), l.newRow()}
		}
		v[block][0] = 1
		out, err := e.rows.pass(mt, v, e.rows.nothing(), nil)
		if err != nil {
			return nil, err
		}
		if !e.rows.torus {
			e.fill(mt, m, out[1], 0, 0)
			continue
		}
		for i := range 2 {
			first := out[i]
			if i == block {
				first = l.clone(first)
				first[0] = l.field.Sub(first[0], 1)
			}
			e.fill(mt, m, first, i*w, block*w)
		}
	}
	d := m.Decompose(mt)
	if d == nil {
		return nil, mt.Err()
	}
	e.core = &residueCore{m, d}
	return e, nil
}

// fill writes the w columns that follow from the first one to rows top … and columns from ….
func (e *power) fill(mt *meter.Meter, m *zmod.Matrix, first []uint32, top, from int) {
	l := e.rows.l.(*residueLine)
	w, f := l.w, l.field
	before, now, next := l.newRow(), l.clone(first), l.newRow()
	for j := 0; j < w && mt.Work(8*w) == nil; j++ {
		for i, v := range now {
			m.Row(top + i)[from+j] = v
		}
		for i := range next {
			if l.ring {
				next[(i+1)%w] = now[i]
				continue
			}
			left, right := uint32(0), uint32(0)
			if i > 0 {
				left = now[i-1]
			}
			if i+1 < w {
				right = now[i+1]
			}
			next[i] = f.Sub(f.Add(left, right), before[i])
		}
		before, now, next = now, next, before
	}
}

func (e *power) Method() string {
	return fmt.Sprintf("light chasing to the %d unknowns of a row, then elimination", e.size)
}
func (e *power) Nullity() int        { return e.core.nullity() }
func (e *power) Solutions() *big.Int { return e.core.solutions() }

// split takes the unknowns apart into first rows.
func (e *power) split(v []uint32) [][]uint32 {
	if !e.rows.torus {
		return [][]uint32{v}
	}
	return [][]uint32{v[:e.size/2], v[e.size/2:]}
}

func (e *power) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	out, err := e.rows.pass(mt, nil, e.rows.wanted(b), nil)
	if err != nil {
		return nil, nil, err
	}
	d := out[1]
	if e.rows.torus {
		d = append(append([]uint32(nil), out[0]...), out[1]...)
	}
	for i, v := range d {
		d[i] = e.rows.l.(*residueLine).field.Neg(v)
	}
	v, left := e.core.solve(mt, d)
	if err := mt.Err(); err != nil {
		return nil, nil, err
	}
	switch {
	case verdictOnly && left != nil:
		y = &lights.Board{}
	case verdictOnly:
		x = &lights.Board{}
	case left != nil:
		y, err = e.form(mt, left)
	default:
		x, err = e.rows.play(mt, e.split(v), e.rows.wanted(b))
	}
	return x, y, err
}

// form makes weights of all lamps from those of the rows behind the last, as linear.formRows
// does.
func (e *power) form(mt *meter.Meter, left []uint32) (*lights.Board, error) {
	l := e.rows.l.(*residueLine)
	begin := e.split(left)
	if e.rows.torus {
		begin[0] = l.clone(begin[0])
		for i, v := range begin[0] {
			begin[0][i] = l.field.Neg(v)
		}
	}
	y := l.newBoard(e.rows.h)
	_, err := e.rows.pass(mt, begin, e.rows.nothing(), func(row int, r []uint32) error {
		l.write(y, e.rows.h-1-row, r)
		return nil
	})
	return y, err
}

func (e *power) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, v := range e.core.kernel(mt) {
		x, err := e.rows.play(mt, e.split(v), e.rows.nothing())
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, mt.Err()
}

func (e *power) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, left := range e.core.leftKernel(mt) {
		y, err := e.form(mt, left)
		if err != nil {
			return nil, err
		}
		out = append(out, y)
	}
	return out, mt.Err()
}
