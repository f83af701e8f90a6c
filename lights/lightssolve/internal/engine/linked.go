package engine

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// linked is the method for a net: its buttons and lamps without a link, of which there may be many more
// than links, are no part of the matrix. What presses of such a button do is known, and so is what becomes of such a
// lamp.
type linked struct {
	rest          Engine // for what is linked; nil where nothing is
	q             zmod.PrimePower
	buttons       []int32 // that are linked, ascending
	lamps         []int32
	width, height int // how many buttons and lamps there are in all
}

// newLinked makes the engine of a net.
func newLinked(mt *meter.Meter, r rules) (Engine, error) {
	n := r.p.Net
	e := &linked{q: r.q, width: n.Buttons, height: n.Lamps}
	if err := mt.Hold("the links of this net", 36*int64(len(n.Links))); err != nil {
		return nil, err
	}
	marks := lights.BoardBytes(1, n.Lamps, 2)
	if err := mt.Hold("the lamps of this net", marks); err != nil {
		return nil, err
	}
	defer mt.Release(marks)
	links, lit := make([]lights.Link, 0, len(n.Links)), lights.NewBoard(1, n.Lamps, 2)
	for _, l := range n.Links {
		if l.Weight %= r.q.Value(); l.Weight != 0 {
			links = append(links, l)
			if k := len(e.buttons); k == 0 || e.buttons[k-1] != l.Button { // links are sorted by button
				e.buttons = append(e.buttons, l.Button)
			}
			lit.Set(0, int(l.Lamp), 1)
		}
		if err := mt.Work(10); err != nil {
			return nil, err
		}
	}
	for i := range n.Lamps {
		if lit.At(0, i) != 0 {
			e.lamps = append(e.lamps, int32(i))
		}
		if err := mt.Work(4); err != nil {
			return nil, err
		}
	}
	if len(links) == 0 {
		return e, nil
	}
	for i := range links {
		b, _ := slices.BinarySearch(e.buttons, links[i].Button)
		l, _ := slices.BinarySearch(e.lamps, links[i].Lamp)
		links[i].Button, links[i].Lamp = int32(b), int32(l)
		if err := mt.Work(100); err != nil {
			return nil, err
		}
	}
	p := *r.p
	p.Width, p.Net = len(e.lamps), &lights.Net{Buttons: len(e.buttons), Lamps: len(e.lamps), Links: links}
	rest, err := newGeneral(mt, rules{p: &p, q: r.q})
	e.rest = rest
	return e, err
}

func (e *linked) Method() string {
	if e.rest == nil {
		return "no button reaches a lamp"
	}
	return e.rest.Method()
}

// loose is how many buttons are not linked.
func (e *linked) loose() int { return e.width - len(e.buttons) }

func (e *linked) Nullity() int {
	n := e.loose()
	if e.rest != nil {
		n += e.rest.Nullity()
	}
	return n
}

func (e *linked) Solutions() *big.Int {
	n := new(big.Int).Exp(big.NewInt(int64(e.q.P)), bigInt(e.q.K*e.loose()), nil)
	if e.rest != nil {
		n.Mul(n, e.rest.Solutions())
	}
	return n
}

func (e *linked) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	q := e.q.Value()
	part := lights.NewBoard(1, max(1, len(e.lamps)), q)
	next := 0
	for i := range e.height {
		if err := mt.Work(4); err != nil {
			return nil, nil, err
		}
		v := b.At(0, i)
		if next < len(e.lamps) && e.lamps[next] == int32(i) {
			part.Set(0, next, v)
			next++
		} else if v != 0 {
			y = lights.NewBoard(1, e.height, q)
			y.Set(0, i, 1)
			return nil, y, nil
		}
	}
	if e.rest == nil {
		return lights.NewBoard(1, e.width, q), nil, nil
	}
	if x, y, err = e.rest.Solve(mt, part, verdictOnly); err != nil || verdictOnly {
		return x, y, err
	}
	return e.placed(mt, x, e.buttons, e.width), e.placed(mt, y, e.lamps, e.height), mt.Err()
}

// placed puts the values of a board for what is linked into one for all; nil stays nil.
func (e *linked) placed(mt *meter.Meter, part *lights.Board, places []int32, n int) *lights.Board {
	if part == nil || mt.Work(4*len(places)) != nil {
		return nil
	}
	out := lights.NewBoard(1, n, e.q.Value())
	for i, at := range places {
		out.Set(0, int(at), part.At(0, i))
	}
	return out
}

func (e *linked) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	var part []*lights.Board
	var err error
	if e.rest != nil {
		part, err = e.rest.Kernel(mt)
	}
	return e.generators(mt, part, e.buttons, e.width), err
}

func (e *linked) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	var part []*lights.Board
	var err error
	if e.rest != nil {
		part, err = e.rest.LeftKernel(mt)
	}
	return e.generators(mt, part, e.lamps, e.height), err
}

// generators are those of what is linked, and a unit for each that is not.
func (e *linked) generators(mt *meter.Meter, part []*lights.Board, places []int32, n int) (out []*lights.Board) {
	for _, b := range part {
		out = append(out, e.placed(mt, b, places, n))
	}
	next := 0
	for i := 0; i < n && mt.Work(n/64+8) == nil; i++ {
		if next < len(places) && places[next] == int32(i) {
			next++
			continue
		}
		unit := lights.NewBoard(1, n, e.q.Value())
		unit.Set(0, i, 1)
		out = append(out, unit)
	}
	return out
}
