// Package twin tells boards of lamps that are one board up to symmetry: their common form.
package twin

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of canonical forms, in cells: maxCanonical of boards that are turned and mirrored, maxShifted of boards whose
// edges are joined and which are shifted too, in as many ways as they have cells.
const (
	maxCanonical = 1 << 18
	maxShifted   = 1 << 10

	maxTurnedGoals = 16
)

// bytesPerCell is what two forms and their texts take for each cell at most.
const bytesPerCell = 64

// Form makes the form that all boards share which are the same after turning, mirroring, shifting across joined
// edges and counting all lamps from another value on. Only symmetries that keep what a press does are taken. A net is
// its own form, and so is a board of more than 2^18 cells. O(cells) for each symmetry.
func Form(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (puzzle.Form[*lights.Instance], error) {
	form := puzzle.Form[*lights.Instance]{P: p}
	switch {
	case p.LitOnly:
		form.Partial = "boards on which only lit lamps can be pressed are compared cell by cell"
		return form, nil
	case p.Choice != nil && len(p.Choice.Goals) > maxTurnedGoals:
		form.Partial = fmt.Sprintf("boards with more than %d goals are compared cell by cell", maxTurnedGoals)
		return form, nil
	case p.Net != nil:
		form.Partial = "nets are compared link by link"
		return form, nil
	case int64(p.Height)*int64(p.Width) > maxCanonical:
		form.Partial = "boards of more than 2^18 cells are compared cell by cell"
		return form, nil
	}
	mt := lim.Meter(ctx)
	if err := mt.Hold("the symmetries of a board of this size", bytesPerCell*int64(p.Height*p.Width)); err != nil {
		return form, puzzle.AsLimit(err)
	}
	offsets, err := p.Offsets(mt)
	if err != nil {
		return form, puzzle.AsLimit(err)
	}
	if p.Topology != lights.Plane && p.Height*p.Width > maxShifted {
		form.Partial = "boards of more than 1024 cells are not shifted"
	}
	var best []byte
	goals := 1 // which may be the one whose first lamp is 0
	if p.Choice != nil {
		goals = max(1, len(p.Choice.Goals))
	}
	for s := range grid.Symmetry(grid.Symmetries) {
		if ok, err := Keeps(mt, p, offsets, s); err != nil {
			return form, puzzle.AsLimit(err)
		} else if !ok {
			continue
		}
		down, right := Shifts(p, s)
		for dy := range down {
			for dx := range right {
				for goal := range goals {
					if err := mt.Work(20 * p.Height * p.Width * (1 + goals)); err != nil {
						return form, puzzle.AsLimit(err)
					}
					q, first := laid(p, s, dy, dx, goal)
					if text := appendBoards(nil, q); best == nil || bytes.Compare(text, best) < 0 {
						best, form.P, form.Symmetry, form.Names = text, q, s, fmt.Sprint(first)
					}
				}
			}
		}
	}
	return form, nil
}

// Shifts are in how many ways p after s is shifted down and to the right.
func Shifts(p *lights.Instance, s grid.Symmetry) (down, right int) {
	down, right = 1, 1
	if p.Height*p.Width > maxShifted {
		return down, right
	}
	h, w := s.Sides(p.Height, p.Width)
	if p.Topology != lights.Plane {
		right = w
	}
	if p.Topology == lights.Torus {
		down = h
	}
	return down, right
}

// Keeps reports whether s takes p's rules to rules that are written alike: what a press adds, and which edges are
// joined. offsets are those of p.
func Keeps(mt *meter.Meter, p *lights.Instance, offsets []lights.Offset, s grid.Symmetry) (bool, error) {
	if s.Transposes() && p.Topology == lights.Cylinder {
		return false, nil
	}
	q := *p
	q.Height, q.Width = s.Sides(p.Height, p.Width)
	theirs := offsets
	if q.Height != p.Height {
		var err error
		if theirs, err = q.Offsets(mt); err != nil || len(theirs) != len(offsets) {
			return false, err
		}
	}
	has := make(map[lights.Offset]bool, len(theirs))
	for _, o := range theirs {
		has[o] = true
	}
	for _, o := range offsets {
		dy, dx := s.Step(o.DY, o.DX)
		if q.Topology != lights.Plane {
			dx = (dx%q.Width + q.Width) % q.Width
		}
		if q.Topology == lights.Torus {
			dy = (dy%q.Height + q.Height) % q.Height
		}
		if !has[lights.Offset{DX: dx, DY: dy, Weight: o.Weight}] {
			return false, mt.Work(100 * len(offsets))
		}
	}
	return true, mt.Work(100 * len(offsets))
}

// laid is p after s and a shift, with its lamps counted so that the first one that matters is wanted at 0, by the given
// goal, or shows 0 where all lamps are to be alike; and from which value p counts that. What a lamp shows that does not
// matter is 0. Goals are sorted.
func laid(p *lights.Instance, s grid.Symmetry, dy, dx, goal int) (q *lights.Instance, first uint32) {
	out := *p
	q = &out
	q.Height, q.Width = s.Sides(p.Height, p.Width)
	to := func(y, x int) (int, int) {
		y, x = s.At(y, x, p.Height, p.Width)
		return (y + dy) % q.Height, (x + dx) % q.Width
	}
	if p.Cells != nil {
		q.Cells = make([]lights.Cell, len(p.Cells))
	}
	if p.Costs != nil {
		q.Costs = make([]uint32, len(p.Costs))
	}
	all := []*lights.Board{lights.NewBoard(q.Height, q.Width, p.Modulus)} // the start, then what is wanted
	wants := 1
	switch c := p.Choice; {
	case c != nil && c.Uniform:
		wants = 0
	case c != nil:
		wants = max(1, len(c.Goals))
	}
	for range wants {
		all = append(all, lights.NewBoard(q.Height, q.Width, p.Modulus))
	}
	for y := range p.Height {
		for x := range p.Width {
			r, c := to(y, x)
			all[0].Set(r, c, p.Start.At(y, x))
			for i := range wants {
				if b := p.Base(i); b != nil {
					all[1+i].Set(r, c, b.At(y, x))
				}
			}
			if p.Cells != nil {
				q.Cells[r*q.Width+c] = p.Cell(y, x)
			}
			if p.Costs != nil {
				q.Costs[r*q.Width+c] = p.Costs[y*p.Width+x]
			}
		}
	}
	matters := func(r, c int) bool { return q.Cell(r, c)&lights.NoLamp == 0 }
	found := false
	m := uint64(p.Modulus)
	for r := range q.Height {
		for c := range q.Width {
			if !found && matters(r, c) {
				found, first = true, all[min(1+goal, wants)].At(r, c)
			}
			for _, b := range all {
				v := uint32(0)
				if matters(r, c) {
					v = uint32((uint64(b.At(r, c)) + m - uint64(first)) % m)
				}
				b.Set(r, c, v)
			}
		}
	}
	want(q, all[0], all[1:])
	if !slices.ContainsFunc(q.Cells, func(c lights.Cell) bool { return c != lights.Whole }) {
		q.Cells = nil
	}
	return q, first
}

// want gives q its start and what is wanted: its goals, in order and each once, or its target.
func want(q *lights.Instance, start *lights.Board, wanted []*lights.Board) {
	q.Start, q.Target = start, nil
	if q.Choice != nil && len(q.Choice.Goals) > 0 {
		slices.SortFunc(wanted, func(a, b *lights.Board) int {
			return bytes.Compare(appendBoard(nil, a), appendBoard(nil, b))
		})
		c := *q.Choice
		c.Goals = slices.CompactFunc(wanted, (*lights.Board).Equal)
		q.Choice = &c
		return
	}
	if len(wanted) > 0 && !wanted[0].IsZero() {
		q.Target = wanted[0]
	}
}

// appendBoard appends the values of b.
func appendBoard(text []byte, b *lights.Board) []byte {
	for y := range b.H {
		for x := range b.W {
			text = binary.BigEndian.AppendUint32(text, b.At(y, x))
		}
	}
	return text
}

// appendBoards appends what tells q from other boards with the same rules.
func appendBoards(b []byte, q *lights.Instance) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(q.Height))
	b = binary.BigEndian.AppendUint32(b, uint32(q.Width))
	for y := range q.Height {
		for x := range q.Width {
			b = append(b, byte(q.Cell(y, x)))
			b = binary.BigEndian.AppendUint32(b, q.Start.At(y, x))
			if q.Target != nil {
				b = binary.BigEndian.AppendUint32(b, q.Target.At(y, x))
			}
			if q.Costs != nil {
				b = binary.BigEndian.AppendUint32(b, q.Costs[y*q.Width+x])
			}
		}
	}
	if q.Choice != nil {
		for _, g := range q.Choice.Goals {
			b = appendBoard(b, g)
		}
	}
	return b
}
