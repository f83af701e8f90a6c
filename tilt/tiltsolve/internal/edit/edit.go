// Package edit is what a person may change of a board of tiles: the tiles of start and target, and the sides.
package edit

import (
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
)

// Editor paints tiles on the start and on the target.
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
)

func layers(p *tilt.Instance) puzzle.Editing {
	inks := palette(p)
	e := puzzle.Editing{
		Layers: []puzzle.Layer{{Name: layerStart, Title: "Start", Act: puzzle.Paint, Palette: inks}},
		Choices: []puzzle.Choice{{Name: layerTarget, Title: "Target", Value: none,
			Values: []puzzle.ChoiceValue{{Value: given, Title: "a board"}, {Value: none, Title: "none"}}}},
		Sides: &puzzle.Sides{Least: 1, Most: mostSide, Rows: p.Start.H, Cols: p.Start.W},
	}
	if p.Rules != nil { // what they say of cells stays where it is
		e.Choices, e.Sides = nil, nil
	}
	if p.Target != nil {
		e.Layers = append(e.Layers, puzzle.Layer{Name: layerTarget, Title: "Target", Act: puzzle.Paint, Palette: inks,
			Scene: 1})
		if e.Choices != nil {
			e.Choices[0].Value = given
		}
	}
	return e
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
	q := &tilt.Instance{Start: p.Start, Target: p.Target, Rules: p.Rules}
	var c int
	q.Palette, c = inked(p.Palette, symbol)
	board := &q.Start
	if layer == layerTarget {
		board = &q.Target
	}
	*board = (*board).Clone()
	q.Start, q.Target = wideFor(q.Start, len(q.Palette)), wideFor(q.Target, len(q.Palette))
	if p.Rules != nil && (q.Start.Wide != nil) != (p.Start.Wide != nil) && p.Rules.Goals != nil {
		return nil, &grid.Error{Msg: "a board with goals gets no more colours by hand"}
	}
	if p.Rules != nil {
		q.Rules = loosened(p, layer, cells)
	}
	for _, at := range cells {
		if b := *board; at[0] >= 0 && at[0] < b.H && at[1] >= 0 && at[1] < b.W {
			b.Set(at[0], at[1], c)
		}
	}
	return q, nil
}

// loosened is p's rules after painting cells: each is then in no piece, or matters.
func loosened(p *tilt.Instance, layer string, cells [][2]int) *tilt.Rules {
	r := *p.Rules
	r.Pieces, r.Any = slices.Clone(r.Pieces), slices.Clone(r.Any)
	for _, at := range cells {
		if at[0] < 0 || at[0] >= p.Start.H || at[1] < 0 || at[1] >= p.Start.W {
			continue
		}
		i := at[0]*p.Start.W + at[1]
		if layer == layerStart && r.Pieces != nil {
			r.Pieces[i] = 0
		}
		if layer == layerTarget && r.Any != nil {
			r.Any[i] = false
		}
	}
	return &r
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

func resize(p *tilt.Instance, rows, cols int) (*tilt.Instance, error) {
	n := len(p.Palette)
	return &tilt.Instance{Palette: p.Palette, Start: sized(p.Start, rows, cols, n),
		Target: sized(p.Target, rows, cols, n)}, nil
}

// choose gives p a target, which is the start as it stands, or takes it away.
func choose(p *tilt.Instance, _, value string) (*tilt.Instance, error) {
	q := &tilt.Instance{Palette: p.Palette, Start: p.Start}
	if value == given {
		q.Target = p.Start.Clone()
	}
	return q, nil
}
