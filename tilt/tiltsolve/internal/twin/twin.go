// Package twin finds boards that are the same up to symmetry and the names of colours.
package twin

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// maxCanonical bounds the boards that are turned and mirrored, in cells.
const maxCanonical = 1 << 18

// Form makes the form that all boards share which are the same after turning, mirroring and renaming colours:
// of the eight boards, each with its colours called 1, 2, … as they come up in the target or the goals and then in the
// start, the least. Goals stay in their order. A board of more than 2^18 cells is its own form. O(cells) for each of
// the eight, and for each goal.
func Form(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (puzzle.Form[*tilt.Instance], error) {
	form := puzzle.Form[*tilt.Instance]{P: p}
	boards := int64(1 + len(p.Goals()))
	if boards*int64(p.Start.Len()) > 2*maxCanonical {
		form.Partial = "boards of more than 2^18 cells are compared cell by cell"
		return form, nil
	}
	m := lim.Meter(ctx)
	const bytesPerCell = 32 // two forms and their texts
	if err := m.Hold("the symmetries of a board of this size", bytesPerCell*boards*int64(p.Start.Len())); err != nil {
		return form, puzzle.AsLimit(err)
	}
	var best []byte
	for s := range grid.Symmetry(grid.Symmetries) {
		if err := m.Work(20 * int(boards) * p.Start.Len()); err != nil {
			return form, puzzle.AsLimit(err)
		}
		q, r := laid(p, s)
		text := formText(q)
		if best != nil && bytes.Compare(text, best) >= 0 {
			continue
		}
		labels := make([]string, len(r.order))
		for i, code := range r.order {
			labels[i] = p.Palette[code-1]
		}
		best, form = text, puzzle.Form[*tilt.Instance]{P: q, Symmetry: s, Names: strings.Join(labels, " ")}
	}
	return form, nil
}

// laid is p after s, with colours called as they come up.
func laid(p *tilt.Instance, s grid.Symmetry) (*tilt.Instance, *renaming) {
	r := &renaming{names: make([]int, len(p.Palette)+1)}
	q := *p
	if p.Target != nil {
		q.Target = r.board(p.Target, s)
	}
	if p.Rules != nil {
		q.Rules = r.rules(p, s)
	}
	q.Start = r.board(p.Start, s)
	if p.Rules != nil { // robots that stand nowhere forbid that others are named
		for i, code := range q.Rules.Robots {
			q.Rules.Robots[i] = r.name(code)
		}
		slices.Sort(q.Rules.Robots)
		for i, g := range q.Rules.Goals {
			q.Rules.Goals[i].Board = stored(g.Board, len(r.order))
		}
		q.Tidy()
	}
	q.Palette = make([]string, len(r.order))
	for i := range q.Palette {
		q.Palette[i] = strconv.Itoa(i + 1)
	}
	if q.Start = stored(q.Start, len(r.order)); p.Target != nil {
		q.Target = stored(q.Target, len(r.order))
	}
	return &q, r
}

// rules is p's rules after s; the robots have their old codes.
func (r *renaming) rules(p *tilt.Instance, s grid.Symmetry) *tilt.Rules {
	h, w := p.Start.H, p.Start.W
	q := *p.Rules
	q.Ground, q.Pieces, q.Any = moved(q.Ground, s, h, w), moved(q.Pieces, s, h, w), moved(q.Any, s, h, w)
	numbers := map[uint32]uint32{0: 0}
	for i, n := range q.Pieces { // from 1 in reading order
		if _, known := numbers[n]; !known {
			numbers[n] = uint32(len(numbers))
		}
		q.Pieces[i] = numbers[n]
	}
	q.Robots, q.Goals = slices.Clone(q.Robots), slices.Clone(q.Goals)
	for i, g := range q.Goals {
		if q.Goals[i] = (tilt.Goal{Board: r.board(g.Board, s), Any: moved(g.Any, s, h, w)}); !slices.Contains(g.Any, true) {
			q.Goals[i].Any = nil
		}
	}
	return &q
}

// moved is a list with an entry for each cell of a board of h × w after s.
func moved[T any](list []T, s grid.Symmetry, h, w int) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		y, x := s.At(i/w, i%w, h, w)
		_, wide := s.Sides(h, w)
		out[y*wide+x] = v
	}
	return out
}

// formText is a text that no other form has.
func formText(q *tilt.Instance) []byte {
	var text []byte
	for _, g := range q.Goals() {
		text = appendBoard(text, g.Board)
	}
	text = appendBoard(text, q.Start)
	if q.Rules == nil {
		return text
	}
	list := func(n int, value func(i int) uint32) {
		text = binary.BigEndian.AppendUint32(text, uint32(n))
		for i := range n {
			text = binary.BigEndian.AppendUint32(text, value(i))
		}
	}
	rules := q.Rules
	list(len(rules.Ground), func(i int) uint32 { return uint32(rules.Ground[i]) })
	list(len(rules.Pieces), func(i int) uint32 { return rules.Pieces[i] })
	list(len(rules.Robots), func(i int) uint32 { return uint32(rules.Robots[i]) })
	for _, g := range q.Goals() {
		list(len(g.Any), func(i int) uint32 {
			if g.Any[i] {
				return 1
			}
			return 0
		})
	}
	return text
}

// A renaming gives codes the numbers 1, 2, … as they come up.
type renaming struct {
	names []int // by code; 0: it has not come up
	order []int // codes
}

// board is b after s, with new codes.
func (r *renaming) board(b *tilt.Board, s grid.Symmetry) *tilt.Board {
	h, w := s.Sides(b.H, b.W)
	out := tilt.NewBoard(h, w, len(r.names)-1)
	back := s.Inverse()
	for y := range h {
		for x := range w {
			code := b.At(back.At(y, x, h, w))
			if code == 0 {
				continue
			}
			out.Set(y, x, r.name(code))
		}
	}
	return out
}

func (r *renaming) name(code int) int {
	if r.names[code] == 0 {
		r.order = append(r.order, code)
		r.names[code] = len(r.order)
	}
	return r.names[code]
}

// stored is b as boards of so many colours are stored: a palette may hold some that no cell has.
func stored(b *tilt.Board, colours int) *tilt.Board {
	out := tilt.NewBoard(b.H, b.W, colours)
	if (out.Wide != nil) == (b.Wide != nil) {
		return b
	}
	for y := range b.H {
		for x := range b.W {
			out.Set(y, x, b.At(y, x))
		}
	}
	return out
}

func appendBoard(text []byte, b *tilt.Board) []byte {
	text = binary.BigEndian.AppendUint32(text, uint32(b.H))
	text = binary.BigEndian.AppendUint32(text, uint32(b.W))
	for y := range b.H {
		for x := range b.W {
			text = binary.BigEndian.AppendUint32(text, uint32(b.At(y, x)))
		}
	}
	return text
}
