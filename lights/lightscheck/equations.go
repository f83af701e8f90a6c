package lightscheck

import (
	"math"

	"github.com/gridwright/gridwright/lights"
)

// maxElimination bounds an elimination, in rows · (columns + 1)² numbers, of which 64 count as
// one modulo 2, for each prime of the modulus. On a full grid that allows 1,600 buttons for
// one odd prime and 6,500 for m = 2: seconds.
const maxElimination = 1 << 32

// equations are the linear system of an instance: a row for each lamp that matters, a column
// for each button that works, both row by row over the board, and its solutions.
type equations struct {
	k             *work
	columns, rows []int32 // of each button and each lamp; -1 for none
	width, height int     // how many columns and rows there are
	augmented     bool    // one more column holds target − start

	parity *parityForm // m = 2
	powers []*powerForm
}

// eliminate brings the equations of k into a form that tells how many solutions they have;
// with their right side, if augmented, also whether they have any.
func (k *work) eliminate(augmented bool) (*equations, error) {
	if err := k.fit(); err != nil {
		return nil, err
	}
	e := &equations{k: k, augmented: augmented}
	if err := e.number(); err != nil {
		return nil, err
	}
	if k.m == 2 {
		e.parity = &parityForm{}
		return e, e.parity.eliminate(e)
	}
	for _, f := range factor(uint32(k.m)) {
		pf := &powerForm{primePower: f}
		if err := pf.eliminate(e); err != nil {
			return nil, err
		}
		e.powers = append(e.powers, pf)
	}
	return e, nil
}

// number gives columns and rows their places, once it has made sure that there are not
// too many.
func (e *equations) number() error {
	p := e.k.p
	h, w := p.Buttons()
	buttons, lamps := int64(w)*int64(h), int64(p.Width)*int64(p.Height)
	width, height := buttons, lamps
	for _, c := range p.Cells {
		if c&lights.NoButton != 0 {
			width--
		}
		if c&lights.NoLamp != 0 {
			height--
		}
		if err := e.k.spend(1); err != nil {
			return err
		}
	}
	n := float64(width) + 1
	effort := n * n * (float64(height) + 1)
	if e.k.m == 2 {
		effort /= 64
	} else {
		effort *= float64(len(factor(uint32(e.k.m))))
	}
	if effort > maxElimination || height > math.MaxInt32 {
		return tooMuch("the number of solutions, which takes the elimination of %d unknowns from %d equations", width, height)
	}
	if err := e.k.room("the equations of this board", 4*(buttons+lamps)); err != nil {
		return err
	}
	e.width, e.height = int(width), int(height)
	e.columns, e.rows = make([]int32, buttons), make([]int32, lamps)
	if err := e.k.places(e.columns, lights.NoButton); err != nil {
		return err
	}
	return e.k.places(e.rows, lights.NoLamp)
}

// places numbers the cells of a list that do not lack what kind says.
func (k *work) places(list []int32, kind lights.Cell) error {
	next := int32(0)
	for i := range list {
		if k.p.Cells != nil && k.p.Cells[i]&kind != 0 {
			list[i] = -1
			continue
		}
		list[i] = next
		next++
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}

// entries visits the entries of the matrix that are not 0.
func (e *equations) entries(visit func(row, column int32, weight uint64)) error {
	p := e.k.p
	if p.Net != nil {
		for _, l := range p.Net.Links {
			visit(l.Lamp, l.Button, uint64(l.Weight))
			if err := e.k.spend(1); err != nil {
				return err
			}
		}
		return nil
	}
	wrap, _ := e.k.wraps()
	for i, column := range e.columns {
		if err := e.k.spend(1); err != nil {
			return err
		}
		if column < 0 {
			continue
		}
		for _, o := range e.k.offsets {
			x, y := o.from(false, i%p.Width, i/p.Width)
			if wrap {
				x = (x%p.Width + p.Width) % p.Width
			}
			y, ok := e.k.row(y)
			if ok && x >= 0 && x < p.Width && e.rows[y*p.Width+x] >= 0 {
				visit(e.rows[y*p.Width+x], column, o.weight)
			}
			if err := e.k.spend(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// wanted visits the right side of the equations.
func (e *equations) wanted(visit func(row int32, v uint64)) error {
	for i, row := range e.rows {
		if err := e.k.spend(1); err != nil {
			return err
		}
		if row >= 0 {
			visit(row, e.k.wanted(i%e.k.p.Width, i/e.k.p.Width))
		}
	}
	return nil
}
