// Package edit is what a person may change of a board of lamps: the lamps, their target, what cells lack, the rules.
package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/look"
	"github.com/gridwright/gridwright/puzzle"
)

// Editor changes lamps, their target, what cells lack, and the rules.
func Editor() puzzle.Editor[*lights.Instance] {
	return puzzle.Editor[*lights.Instance]{Layers: layers, Stroke: stroke, Resize: resize, Choose: choose}
}

// Bounds of what is offered to a person.
const (
	mostStates = 32  // of a lamp
	mostSide   = 400 // rows and columns
)

// Names of layers and choices, and of values that stand for what has no name.
const (
	layerStart  = "start"
	layerTarget = "target"
	layerCells  = "cells"
	pickPattern = "pattern"
	pickEdges   = "topology"
	pickModulus = "modulus"
	given       = "given"
	allOff      = "off"
	allAlike    = "alike"
	several     = "several"
	spelledOut  = "its own"
)

// cellSymbols are those of documents.
const cellSymbols = ".x?O"

func layers(p *lights.Instance) puzzle.Editing {
	lamps := states(p)
	e := puzzle.Editing{Layers: []puzzle.Layer{{Name: layerStart, Title: "Start", Act: puzzle.Toggle, Palette: lamps}}}
	target := puzzle.Choice{Name: layerTarget, Title: "Target", Value: allOff,
		Values: []puzzle.ChoiceValue{{Value: allOff, Title: "all lamps off"}, {Value: given, Title: "a board"},
			{Value: allAlike, Title: "all lamps alike"}}}
	if p.LitOnly { // then one board is wanted
		target.Values = target.Values[:2]
	}
	if p.Choice != nil && p.Choice.Uniform {
		target.Value = allAlike
	}
	if p.Choice != nil && len(p.Choice.Goals) > 0 {
		target.Value = several
		target.Values = append(target.Values, puzzle.ChoiceValue{Value: several, Title: "any of several boards"})
	}
	if p.Target != nil {
		target.Value = given
		e.Layers = append(e.Layers, puzzle.Layer{Name: layerTarget, Title: "Target", Act: puzzle.Toggle, Palette: lamps,
			Scene: 1})
	}
	if p.Net != nil {
		e.Choices = []puzzle.Choice{target}
		return e
	}
	names := []string{"a whole cell", "no button", "the lamp does not matter", "a hole"}
	cells := puzzle.Layer{Name: layerCells, Title: "Cells", Act: puzzle.Paint}
	for i, name := range names {
		cells.Palette = append(cells.Palette, puzzle.Swatch{Symbol: cellSymbols[i : i+1], Name: name,
			Kind: look.Ground(lights.Cell(i), lights.Hole).Kind})
	}
	e.Layers = append(e.Layers, cells)
	e.Choices = []puzzle.Choice{patterns(p), edges(p), moduli(p), target}
	e.Sides = &puzzle.Sides{Least: 1, Most: mostSide, Rows: p.Height, Cols: p.Width}
	return e
}

// states are those of a lamp, from off.
func states(p *lights.Instance) []puzzle.Swatch {
	out := []puzzle.Swatch{{Symbol: "0", Name: "off"}}
	for v := uint32(1); v < min(p.Modulus, mostStates); v++ {
		s := puzzle.Swatch{Symbol: strconv.Itoa(int(v)), Name: "state " + strconv.Itoa(int(v)), Look: look.Lamp(p, v)}
		if p.Modulus == 2 {
			s.Name = "on"
		}
		out = append(out, s)
	}
	return out
}

func patterns(p *lights.Instance) puzzle.Choice {
	c := puzzle.Choice{Name: pickPattern, Title: "Pattern", Value: p.Pattern.Name, Free: true}
	for _, name := range lights.Names() {
		name = strings.Replace(name, ":d", ":2", 1)
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: name, Title: name},
			puzzle.ChoiceValue{Value: "open-" + name, Title: name + " without its middle"})
	}
	if c.Value == "" {
		c.Value = spelledOut
	}
	known := func(v puzzle.ChoiceValue) bool { return v.Value == c.Value }
	if !slices.ContainsFunc(c.Values, known) {
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: c.Value, Title: c.Value})
	}
	return c
}

func edges(p *lights.Instance) puzzle.Choice {
	c := puzzle.Choice{Name: pickEdges, Title: "Edges", Value: p.Topology.String()}
	titles := []string{"plane", "cylinder: left joins right", "torus: all edges join"}
	for t := lights.Plane; t <= lights.Torus; t++ {
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: t.String(), Title: titles[t]})
	}
	return c
}

func moduli(p *lights.Instance) puzzle.Choice {
	c := puzzle.Choice{Name: pickModulus, Title: "States of a lamp", Value: strconv.FormatUint(uint64(p.Modulus), 10),
		Free: true}
	for m := 2; m <= 7; m++ {
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: strconv.Itoa(m), Title: strconv.Itoa(m)})
	}
	if p.Modulus > 7 {
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: c.Value, Title: c.Value})
	}
	return c
}

func stroke(p *lights.Instance, layer string, cells [][2]int, symbol string) (*lights.Instance, error) {
	q := *p
	cells = slices.DeleteFunc(slices.Clone(cells), func(at [2]int) bool {
		return at[0] < 0 || at[0] >= p.Height || at[1] < 0 || at[1] >= p.Width
	})
	if len(cells) == 0 {
		return p, nil
	}
	if layer == layerCells {
		lack(&q, cells, lights.Cell(strings.Index(cellSymbols, symbol)))
		return &q, nil
	}
	board := &q.Start
	if layer == layerTarget {
		board = &q.Target
	}
	*board = (*board).Clone()
	v := next(p, *board, cells[0])
	if symbol != "" {
		n, err := strconv.ParseUint(symbol, 10, 32)
		if err != nil {
			return nil, grid.Errorf(grid.Pos{}, "%s is no state of a lamp", grid.Quote(symbol))
		}
		v = uint32(n)
	}
	for _, at := range cells {
		if p.Cell(at[0], at[1]) != lights.Hole {
			(*board).Set(at[0], at[1], v)
		}
	}
	return &q, nil
}

// next is the state behind the one that a lamp has now.
func next(p *lights.Instance, b *lights.Board, at [2]int) uint32 {
	return (b.At(at[0], at[1]) + 1) % p.Modulus
}

// lack says what cells of p lack. A hole has no lamp that could be on, and no price.
func lack(p *lights.Instance, cells [][2]int, kind lights.Cell) {
	if p.Cells = slices.Clone(p.Cells); p.Cells == nil {
		p.Cells = make([]lights.Cell, p.Width*p.Height)
	}
	if kind == lights.Hole {
		p.Start, p.Costs = p.Start.Clone(), slices.Clone(p.Costs)
		if p.Target != nil {
			p.Target = p.Target.Clone()
		}
		p.Choice = p.Choice.Map((*lights.Board).Clone)
	}
	for _, at := range cells {
		i := at[0]*p.Width + at[1]
		if p.Costs != nil && p.Cells[i] == lights.Hole && kind != lights.Hole {
			p.Costs = slices.Clone(p.Costs)
			p.Costs[i] = 1
		}
		p.Cells[i] = kind
		if kind != lights.Hole {
			continue
		}
		p.Start.Set(at[0], at[1], 0)
		if p.Target != nil {
			p.Target.Set(at[0], at[1], 0)
		}
		if p.Choice != nil {
			for _, g := range p.Choice.Goals {
				g.Set(at[0], at[1], 0)
			}
		}
		if p.Costs != nil {
			p.Costs[i] = 0
		}
	}
	if !slices.ContainsFunc(p.Cells, func(c lights.Cell) bool { return c != lights.Whole }) {
		p.Cells = nil
	}
}

func resize(p *lights.Instance, rows, cols int) (*lights.Instance, error) {
	q := *p
	q.Height, q.Width = rows, cols
	q.Start = sized(p.Start, rows, cols, p.Modulus)
	if p.Target != nil {
		q.Target = sized(p.Target, rows, cols, p.Modulus)
	}
	q.Choice = p.Choice.Map(func(g *lights.Board) *lights.Board { return sized(g, rows, cols, p.Modulus) })
	if p.Cells != nil {
		q.Cells = make([]lights.Cell, rows*cols)
		for y := range min(rows, p.Height) {
			copy(q.Cells[y*cols:(y+1)*cols], p.Cells[y*p.Width:(y+1)*p.Width])
		}
	}
	if p.Costs != nil {
		q.Costs = slices.Repeat([]uint32{1}, rows*cols)
		for y := range min(rows, p.Height) {
			copy(q.Costs[y*cols:(y+1)*cols], p.Costs[y*p.Width:(y+1)*p.Width])
		}
	}
	return &q, nil
}

// sized is b cut to another size, with lamps off where it has none, and modulo m.
func sized(b *lights.Board, rows, cols int, m uint32) *lights.Board {
	out := lights.NewBoard(rows, cols, m)
	for y := range min(rows, b.H) {
		for x := range min(cols, b.W) {
			out.Set(y, x, b.At(y, x)%m)
		}
	}
	return out
}

func choose(p *lights.Instance, choice, value string) (*lights.Instance, error) {
	q := *p
	switch choice {
	case layerTarget:
		if value != several {
			aim(&q, value)
		}
	case pickPattern:
		q.Pattern = lights.Pattern{Name: value}
	case pickEdges:
		for t := lights.Plane; t <= lights.Torus; t++ {
			if t.String() == value {
				q.Topology = t
			}
		}
	case pickModulus:
		m, err := strconv.ParseUint(value, 10, 32)
		if err != nil || m < 2 || m > lights.MaxModulus {
			return nil, grid.Errorf(grid.Pos{}, "a lamp has from 2 to %d states, not %s", uint32(lights.MaxModulus),
				grid.Quote(value))
		}
		q.Modulus = uint32(m)
		q.Start = sized(p.Start, p.Height, p.Width, q.Modulus)
		if p.Target != nil {
			q.Target = sized(p.Target, p.Height, p.Width, q.Modulus)
		}
		q.Choice = p.Choice.Map(func(g *lights.Board) *lights.Board { return sized(g, p.Height, p.Width, q.Modulus) })
	}
	return &q, q.Validate()
}

// aim makes one board, or boards with all lamps alike, what p wants. As many lamps as before may be wrong.
func aim(p *lights.Instance, value string) {
	c := lights.Choice{Uniform: value == allAlike}
	if p.Choice != nil {
		c.Wrong = p.Choice.Wrong
	}
	p.Target, p.Choice = nil, nil
	if value == given {
		p.Target = lights.NewBoard(p.Height, p.Width, p.Modulus)
	}
	if c.Uniform || c.Wrong > 0 {
		p.Choice = &c
	}
}
