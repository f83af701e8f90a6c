package tiltsolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/picture"
)

// Bounds of the pictures of an argument.
const (
	maxDrawnBoard = 1 << 14 // cells of a board
	maxDrawnCycle = 400     // cells of a cycle
	maxDrawnRings = 4
)

// drawnRings are the pictures of an argument, each once.
type drawnRings struct {
	ctx    context.Context
	p      *tilt.Instance
	window scene.Window
	frames []scene.Frame
	seen   []string
	boards [][]int // their colours
	err    error
}

// behind is st with the pictures behind its sentences.
func (d *drawnRings) behind(st puzzle.Story) (puzzle.Story, error) {
	if d.err != nil || len(d.frames) == 0 {
		return st, d.err
	}
	told, n := st.Frames, st.Frames.Len.Int64()
	st.Frames.Len = big.NewInt(n + int64(len(d.frames)))
	st.Frames.From = func(from *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			if from.Int64() < n {
				for fr, err := range told.From(from) {
					if !yield(fr, err) {
						return
					}
				}
			}
			for _, fr := range d.frames[max(0, from.Int64()-n):] {
				if !yield(fr, nil) {
					return
				}
			}
		}
	}
	return st, nil
}

// after is the start after some tilts, of tiles' numbers; ok is false where nothing more is drawn.
func (d *drawnRings) after(tilts string) (cells []uint32, ok bool) {
	if b := d.p.Start; d.err != nil || b.Len() > maxDrawnBoard || len(d.frames) == maxDrawnRings ||
		slices.Contains(d.seen, tilts) || d.window.Clip(b.H, b.W) != scene.Corner(b.H, b.W) {
		return nil, false
	}
	d.seen = append(d.seen, tilts)
	cells, d.err = play(d.ctx, numbered(d.p.Start).Wide, d.p.Start.H, d.p.Start.W, tilts)
	colours := make([]int, len(cells))
	for i, n := range cells {
		if n != 0 {
			colours[i] = d.p.Start.At(int(n-1)/d.p.Start.W, int(n-1)%d.p.Start.W)
		}
	}
	if d.err != nil || slices.ContainsFunc(d.boards, func(b []int) bool { return slices.Equal(b, colours) }) {
		return nil, false
	}
	d.boards = append(d.boards, colours)
	return cells, true
}

// packed draws what the first of some tilts leaves in a corner.
func (d *drawnRings) packed(first string) {
	if first == "" {
		return
	}
	base := afterBase(first[:1])
	if cells, ok := d.after(base); ok {
		s := picture.Board(d.p, d.p.Start, d.window, cells)
		s.Caption = "packed by " + base
		d.frames = append(d.frames, scene.Frame{Scene: s})
	}
}

// ring draws the cycles of r on the first board of its ring.
func (d *drawnRings) ring(r tilt.Refutation) {
	base := afterBase(r.First)
	cells, ok := d.after(base)
	if !ok {
		return
	}
	s := picture.Board(d.p, d.p.Start, d.window, cells)
	s.Caption = "the ring after " + base
	to, err := d.turn(cells)
	if err != nil {
		d.err = err
		return
	}
	var badges []scene.Mark
	says := []string{s.Caption}
	for i, c := range r.Cycles {
		m := scene.Mark{Sign: scene.Cycle, Colour: 1 + (4+i)%scene.Colours}
		from := int(c.From[0]-1)*d.p.Start.W + int(c.From[1]-1)
		if from < 0 || from >= len(cells) || cells[from] == 0 {
			continue // not what a checker accepts
		}
		for at := from; len(m.At) <= maxDrawnCycle; {
			m.At = append(m.At, scene.Middle(at/d.p.Start.W, at%d.p.Start.W))
			if at = to[at]; at == from {
				break
			}
		}
		if len(m.At) > maxDrawnCycle {
			continue
		}
		if len(m.At) == 1 {
			m.Sign = scene.Ring
		}
		s.Marks = append(s.Marks, m)
		if c.Turns != nil {
			badges = append(badges, scene.Mark{Sign: scene.Badge, Colour: m.Colour, Label: strconv.Itoa(i + 1), At: m.At[:1]})
			says = append(says, fmt.Sprintf("cycle %d: n ≡ %d mod %d", i+1, *c.Turns, c.Period))
		}
	}
	if s.Marks = append(s.Marks, badges...); len(s.Marks) > 0 {
		d.frames = append(d.frames, scene.Frame{Scene: s, Sentence: strings.Join(says, "; ")})
	}
}

// turn is where a turn of four tilts takes the tile of each cell. The tilts lead back to the corner of the base.
func (d *drawnRings) turn(cells []uint32) ([]int, error) {
	at := make(map[uint32]int, len(cells))
	for i, n := range cells {
		if n != 0 {
			at[n] = i
		}
	}
	to := make([]int, len(cells))
	for i := range to {
		to[i] = i
	}
	after, err := play(d.ctx, slices.Clone(cells), d.p.Start.H, d.p.Start.W, "RDLU")
	if err != nil {
		return nil, err
	}
	for i, n := range after {
		if n != 0 {
			to[at[n]] = i
		}
	}
	return to, nil
}
