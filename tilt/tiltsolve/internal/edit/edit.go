// Package edit is what a person may change of a board of tiles: the tiles of start, target and goals, what does not
// matter, walls and holes, which tiles are one piece, the sides, and how pieces move.
package edit

import (
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/draft"
)

// Editor paints boards.
func Editor() puzzle.Editor[*tilt.Instance] {
	return puzzle.Editor[*tilt.Instance]{Layers: layers, Stroke: stroke, Resize: resize, Choose: choose}
}

// Bounds of what is offered to a person.
const (
	offered  = 8   // colours, also those that are on no board yet
	mostInks = 60  // of the boards' own
	mostSide = 400 // rows and columns
)

const (
	layerStart  = "start"
	layerTarget = "target"
	noTile      = "."
	given       = "given"
	none        = "none"
	whatever    = "?"
)

func layers(p *tilt.Instance) puzzle.Editing {
	inks := palette(p)
	e := puzzle.Editing{
		Layers:  []puzzle.Layer{{Name: layerStart, Title: "Start", Act: puzzle.Paint, Palette: inks}},
		Choices: choices(p),
		Sides:   &puzzle.Sides{Least: 1, Most: mostSide, Rows: p.Start.H, Cols: p.Start.W},
	}
	asked := append(slices.Clone(inks), puzzle.Swatch{Symbol: whatever, Name: "does not matter", Kind: scene.Any})
	for i := range p.Goals() {
		l := puzzle.Layer{Name: layerTarget, Title: "Target", Act: puzzle.Paint, Palette: asked, Scene: i + 1}
		if p.Target == nil {
			l.Name, l.Title = fmt.Sprintf("goal%d", i+1), fmt.Sprintf("Goal %d", i+1)
		}
		e.Layers = append(e.Layers, l)
	}
	return puzzle.Editing{Layers: append(e.Layers, groundLayer(), piecesLayer()), Choices: e.Choices, Sides: e.Sides}
}

// palette is the empty cell, the colours of p, and letters for further ones.
func palette(p *tilt.Instance) []puzzle.Swatch {
	out := []puzzle.Swatch{{Symbol: noTile, Name: "empty"}}
	add := func(label string, colour int) {
		out = append(out, puzzle.Swatch{Symbol: label, Name: "tile " + label, Look: scene.Look{Colour: colour, Label: label}})
	}
	known := p.Palette[:min(len(p.Palette), mostInks)]
	inks := scene.Inks(p.Palette)
	for i, label := range known {
		add(label, inks[i])
	}
	for _, c := range "rgbyopsvnacdefhijklmqtuwxz" {
		if len(out) <= offered && !slices.Contains(p.Palette, string(c)) {
			more := scene.Inks(append(slices.Clone(p.Palette), string(c)))
			add(string(c), more[len(more)-1])
		}
	}
	return out
}

// inked finds the code of a label in labels, which it may have to join.
func inked(labels []string, label string) ([]string, int) {
	if label == noTile {
		return labels, 0
	}
	i := slices.Index(labels, label)
	if i < 0 {
		i = len(labels)
		labels = append(labels[:i:i], label)
	}
	return labels, i + 1
}

func stroke(p *tilt.Instance, layer string, cells [][2]int, symbol string) (*tilt.Instance, error) {
	q := draft.Of(p)
	if q.Rules == nil {
		q.Rules = &tilt.Rules{}
	}
	var on []int
	for _, at := range cells {
		if at[0] >= 0 && at[0] < p.Start.H && at[1] >= 0 && at[1] < p.Start.W {
			on = append(on, at[0]*p.Start.W+at[1])
		}
	}
	var err error
	switch layer {
	case layerGround:
		dig(q, on, symbol)
	case layerPieces:
		err = join(q, on, symbol)
	default:
		tiles(q, layer, on, symbol)
	}
	if err != nil {
		return nil, err
	}
	draft.Mend(q)
	return q.Tidy(), nil
}

// tiles paints the start, or a goal.
func tiles(q *tilt.Instance, layer string, cells []int, symbol string) {
	code := 0
	if symbol != whatever {
		q.Palette, code = inked(q.Palette, symbol)
	}
	widen(q)
	b, any := q.Start, (*[]bool)(nil)
	if layer == layerTarget {
		b, any = q.Target, &q.Rules.Any
	}
	for i := range q.Rules.Goals {
		if layer == fmt.Sprintf("goal%d", i+1) {
			b, any = q.Rules.Goals[i].Board, &q.Rules.Goals[i].Any
		}
	}
	for _, i := range cells {
		b.Set(i/b.W, i%b.W, code)
		if any == nil && q.Rules.Pieces != nil { // a painted tile is one by itself
			q.Rules.Pieces[i] = 0
		}
		if any != nil && *any == nil && symbol == whatever {
			*any = make([]bool, b.Len())
		}
		if any != nil && *any != nil {
			(*any)[i] = symbol == whatever && q.Ground(i) != tilt.Wall
		}
	}
}

// widen stores all boards as those of so many colours are.
func widen(q *tilt.Instance) {
	q.Start, q.Target = wideFor(q.Start, len(q.Palette)), wideFor(q.Target, len(q.Palette))
	for i, g := range q.Rules.Goals {
		q.Rules.Goals[i].Board = wideFor(g.Board, len(q.Palette))
	}
}

// wideFor is b stored as boards of so many colours are.
func wideFor(b *tilt.Board, colours int) *tilt.Board {
	if b == nil {
		return nil
	}
	empty := tilt.NewBoard(0, 0, colours)
	if empty.Wide == nil || b.Wide != nil {
		return b
	}
	return sized(b, b.H, b.W, colours)
}

// sized is b cut to another size; new cells are empty.
func sized(b *tilt.Board, rows, cols, colours int) *tilt.Board {
	if b == nil {
		return nil
	}
	out := tilt.NewBoard(rows, cols, colours)
	if b.Wide != nil && out.Wide == nil {
		out.Narrow, out.Wide = nil, make([]uint32, rows*cols)
	}
	for r := range min(rows, b.H) {
		for c := range min(cols, b.W) {
			out.Set(r, c, b.At(r, c))
		}
	}
	return out
}
