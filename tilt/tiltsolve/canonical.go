package tiltsolve

import (
	"bytes"
	"context"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// maxCanonical bounds the boards that are turned and mirrored, in cells.
const maxCanonical = 1 << 18

// Canonical makes the form that all boards share which are the same after turning, mirroring and renaming colours:
// of the eight boards, each with its colours called 1, 2, … as they come up in the target and then in the start, the
// least. A board of more than 2^18 cells is its own form. O(cells) for each of the eight.
func Canonical(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (puzzle.Form[*tilt.Instance], error) {
	form := puzzle.Form[*tilt.Instance]{P: p}
	if p.Start.Len() > maxCanonical {
		form.Partial = "boards of more than 2^18 cells are compared cell by cell"
		return form, nil
	}
	m := lim.Meter(ctx)
	const bytesPerCell = 48 // two forms and their texts
	if err := m.Hold("the symmetries of a board of this size", bytesPerCell*int64(p.Start.Len())); err != nil {
		return form, puzzle.AsLimit(err)
	}
	var best []byte
	for s := range grid.Symmetry(grid.Symmetries) {
		if err := m.Work(40 * p.Start.Len()); err != nil {
			return form, puzzle.AsLimit(err)
		}
		r := renaming{names: make([]int, len(p.Palette)+1)}
		var boards []*tilt.Board
		if p.Target != nil {
			boards = append(boards, r.board(p.Target, s))
		}
		boards = append(boards, r.board(p.Start, s))
		var text []byte
		for _, b := range boards {
			text = appendBoard(text, b)
		}
		if best != nil && bytes.Compare(text, best) >= 0 {
			continue
		}
		q := *p
		q.Palette = make([]string, len(r.order))
		labels := make([]string, len(r.order))
		for i, code := range r.order {
			q.Palette[i], labels[i] = strconv.Itoa(i+1), p.Palette[code-1]
		}
		if q.Start = stored(boards[len(boards)-1], len(r.order)); p.Target != nil {
			q.Target = stored(boards[0], len(r.order))
		}
		best, form = text, puzzle.Form[*tilt.Instance]{P: &q, Symmetry: s, Names: strings.Join(labels, " ")}
	}
	return form, nil
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
			if r.names[code] == 0 {
				r.order = append(r.order, code)
				r.names[code] = len(r.order)
			}
			out.Set(y, x, r.names[code])
		}
	}
	return out
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
