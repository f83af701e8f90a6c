package engine

import (
	"slices"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// sparse is A modulo q by rows: for each lamp the buttons that reach it. Buttons that do not
// work and lamps that do not matter have no entries. Buttons and lamps are numbered row by row.
type sparse struct {
	lamps, buttons int
	from           []int32 // entries of lamp i are from[i] … from[i+1]−1
	button         []int32
	weight         []uint32
	dark           []bool // lamps that do not matter; nil for none
	dead           []bool // buttons that do not work; nil for none
}

// row returns the entries of lamp i.
func (s *sparse) row(i int) ([]int32, []uint32) {
	a, b := s.from[i], s.from[i+1]
	return s.button[a:b], s.weight[a:b]
}

// sparseBytes is the memory of an entry with all that goes with it.
const sparseBytes = 16

// newSparse writes out the matrix of r, which is fitted.
func newSparse(mt *meter.Meter, r rules) (*sparse, error) {
	if r.p.Net != nil {
		return netSparse(mt, r.p.Net, r.q.Value())
	}
	p := r.p
	w, h, q := p.Width, p.Height, r.q.Value()
	offsets := slices.DeleteFunc(slices.Clone(r.offsets), func(o lights.Offset) bool { return o.Weight%q == 0 })
	entries := int64(w) * int64(h) * int64(len(offsets)+1)
	if err := mt.Hold("the matrix of this board", sparseBytes*entries); err != nil {
		return nil, err
	}
	if int64(w)*int64(h) > 1<<31-1 || entries > 1<<31-1 {
		return nil, &puzzle.LimitError{Limit: "memory", Msg: "the matrix of this board has more than 2^31 entries"}
	}
	s := &sparse{lamps: w * h, buttons: w * h, from: make([]int32, 1, w*h+1)}
	room := r.room(offsets)
	s.button, s.weight = make([]int32, 0, room), make([]uint32, 0, room)
	if p.Cells != nil {
		s.dark, s.dead = make([]bool, w*h), make([]bool, w*h)
		for i, c := range p.Cells {
			s.dark[i], s.dead[i] = c&lights.NoLamp != 0, c&lights.NoButton != 0
		}
	}
	for y := range h {
		for x := range w {
			if err := mt.Work(4 * len(offsets)); err != nil {
				return nil, err
			}
			if s.dark == nil || !s.dark[y*w+x] {
				s.appendRow(p, offsets, x, y, q)
			}
			s.from = append(s.from, int32(len(s.button)))
		}
	}
	return s, nil
}

// room is the number of entries, were all cells whole.
func (r rules) room(offsets []lights.Offset) int {
	n := 0
	for _, o := range offsets {
		rows, cols := r.p.Height, r.p.Width
		if r.p.Topology == lights.Plane {
			cols -= max(o.DX, -o.DX)
		}
		if r.p.Topology != lights.Torus {
			rows -= max(o.DY, -o.DY)
		}
		n += rows * cols
	}
	return n
}

// appendRow appends the entries of the lamp at (x, y).
func (s *sparse) appendRow(p *lights.Instance, offsets []lights.Offset, x, y int, q uint32) {
	for _, o := range offsets {
		bx, by := x-o.DX, y-o.DY
		if p.Topology != lights.Plane && bx < 0 {
			bx += p.Width
		}
		if p.Topology == lights.Torus && by < 0 {
			by += p.Height
		}
		if bx < 0 || bx >= p.Width || by < 0 || by >= p.Height {
			continue
		}
		if b := by*p.Width + bx; s.dead == nil || !s.dead[b] {
			s.button = append(s.button, int32(b))
			s.weight = append(s.weight, o.Weight%q)
		}
	}
}

func netSparse(mt *meter.Meter, n *lights.Net, q uint32) (*sparse, error) {
	if err := mt.Hold("the matrix of this net",
		sparseBytes*(int64(n.Lamps)+int64(n.Buttons)+int64(len(n.Links)))); err != nil {
		return nil, err
	}
	s := &sparse{lamps: n.Lamps, buttons: n.Buttons, from: make([]int32, n.Lamps+1)}
	for _, l := range n.Links {
		if err := mt.Work(4); err != nil {
			return nil, err
		}
		if l.Weight%q != 0 {
			s.from[l.Lamp+1]++
		}
	}
	for i := range n.Lamps {
		if err := mt.Work(1); err != nil {
			return nil, err
		}
		s.from[i+1] += s.from[i]
	}
	at := slices.Clone(s.from)
	s.button, s.weight = make([]int32, s.from[n.Lamps]), make([]uint32, s.from[n.Lamps])
	for _, l := range n.Links {
		if err := mt.Work(8); err != nil {
			return nil, err
		}
		if v := l.Weight % q; v != 0 {
			s.button[at[l.Lamp]], s.weight[at[l.Lamp]] = l.Button, v
			at[l.Lamp]++
		}
	}
	return s, nil
}

// transposed is A by columns: row(j) gives the lamps that button j reaches.
func (s *sparse) transposed(mt *meter.Meter) *sparse {
	t := &sparse{lamps: s.buttons, buttons: s.lamps, from: make([]int32, s.buttons+1)}
	for i, b := range s.button {
		if i%PollEvery == 0 && mt.Work(4*PollEvery) != nil {
			return nil
		}
		t.from[b+1]++
	}
	for i := range s.buttons {
		t.from[i+1] += t.from[i]
	}
	at := slices.Clone(t.from)
	t.button, t.weight = make([]int32, len(s.button)), make([]uint32, len(s.button))
	for i := range s.lamps {
		if mt.Work(int(s.from[i+1]-s.from[i])*8+1) != nil {
			return nil
		}
		buttons, weights := s.row(i)
		for k, b := range buttons {
			t.button[at[b]], t.weight[at[b]] = int32(i), weights[k]
			at[b]++
		}
	}
	return t
}

// Integers writes out the matrix of p as it stands, weights from 1 to m − 1 and not modulo
// anything: a row for each lamp that matters, a column for each button that works. Where there are
// more than most lamps or buttons of any kind, fits is false and there are no rows. Cost: the
// entries, which mt counts and holds, and then at most most² numbers.
func Integers(mt *meter.Meter, p *lights.Instance, most int) (rows [][]int64, fits bool, err error) {
	// A modulus that no sum of weights reaches keeps them as they are.
	plain := *p
	plain.Modulus = lights.MaxModulus
	r := rules{p: &plain, q: zmod.PrimePower{P: lights.MaxModulus, K: 1}}
	if err := r.fit(mt); err != nil {
		return nil, false, err
	}
	s, err := newSparse(mt, r)
	if err != nil || s.lamps > most || s.buttons > most {
		return nil, false, err
	}
	for i := range s.lamps {
		if s.dark != nil && s.dark[i] {
			continue
		}
		row := make([]int64, 0, s.buttons)
		place := make(map[int32]int64)
		buttons, weights := s.row(i)
		for k, b := range buttons {
			place[b] += int64(weights[k])
		}
		for b := range int32(s.buttons) {
			if s.dead == nil || !s.dead[b] {
				row = append(row, place[b])
			}
		}
		rows = append(rows, row)
	}
	return rows, true, nil
}
