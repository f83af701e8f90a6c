package assemblysolve

import (
	"math"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Editor changes the shape, what of it is in place, and the model of contact.
func Editor() puzzle.Editor[*assembly.Instance] {
	return puzzle.Editor[*assembly.Instance]{Layers: layers, Stroke: stroke, Choose: choose}
}

// Names of layers, and symbols of their cells.
const (
	layerShape  = "shape"
	layerPlaced = "placed"
	cellEmpty   = "."
	cellBlock   = "#"
	cellRoot    = "R"
)

func layers(p *assembly.Instance) puzzle.Editing {
	empty := puzzle.Swatch{Symbol: cellEmpty, Name: "empty"}
	block := puzzle.Swatch{Symbol: cellBlock, Name: "block", Look: scene.Look{Shape: scene.Block}}
	root := puzzle.Swatch{Symbol: cellRoot, Name: "the block that is there from the start",
		Look: scene.Look{Colour: colourFirst, Label: cellRoot}}
	contact := puzzle.Choice{Name: "contact", Title: "Contact", Value: p.Contact.String()}
	titles := []string{"frontal: stops at what is ahead", "sticky: stops beside a block too"}
	for c := assembly.Frontal; c <= assembly.Sticky; c++ {
		contact.Values = append(contact.Values, puzzle.ChoiceValue{Value: c.String(), Title: titles[c]})
	}
	return puzzle.Editing{
		Layers: []puzzle.Layer{
			{Name: layerShape, Title: "Shape", Act: puzzle.Toggle, Scene: 1, Margin: 1,
				Palette: []puzzle.Swatch{empty, block, root}},
			{Name: layerPlaced, Title: "In place", Act: puzzle.Toggle, Palette: []puzzle.Swatch{empty, block}},
		},
		Choices: []puzzle.Choice{contact},
	}
}

func choose(p *assembly.Instance, _, value string) (*assembly.Instance, error) {
	q := *p
	for c := assembly.Frontal; c <= assembly.Sticky; c++ {
		if c.String() == value {
			q.Contact = c
		}
	}
	return &q, nil
}

func stroke(p *assembly.Instance, layer string, cells [][2]int, symbol string) (*assembly.Instance, error) {
	low, high := sets.Frame(p)
	margin := int32(1)
	if layer == layerPlaced {
		margin = 0
	}
	var at []assembly.Block
	for _, c := range cells {
		r, k := int64(c[0]), int64(c[1])
		if r >= int64(-margin) && r <= int64(high.R-low.R+margin) && k >= int64(-margin) &&
			k <= int64(high.C-low.C+margin) {
			at = append(at, assembly.Block{R: low.R + int32(r), C: low.C + int32(k)})
		}
	}
	if len(at) == 0 {
		return p, nil
	}
	if layer == layerPlaced {
		return place(p, at, symbol)
	}
	return reshape(p, at, symbol)
}

// place puts blocks of the shape in place, or takes them away.
func place(p *assembly.Instance, at []assembly.Block, symbol string) (*assembly.Instance, error) {
	in := sets.Start(p)
	if symbol == "" {
		symbol = cellBlock
		if sets.Has(in, p.Find(at[0])) {
			symbol = cellEmpty
		}
	}
	for _, b := range at {
		if i := p.Find(b); i >= 0 && symbol == cellBlock {
			in[i>>6] |= 1 << (i & 63)
		} else if i >= 0 {
			in[i>>6] &^= 1 << (i & 63)
		}
	}
	var placed []int32
	for i := range int32(len(p.Blocks)) {
		if sets.Has(in, i) {
			placed = append(placed, i)
		}
	}
	if p.Root != assembly.NoRoot && !sets.Has(in, p.Root) {
		return nil, grid.Errorf(grid.Pos{}, "the block at %v is there from the start; paint it as a plain block of the "+
			"shape to change that", p.Blocks[p.Root])
	}
	return p.WithPlaced(placed)
}

// reshape adds blocks to the shape, or takes them away. The board grows where it has to; what was in place stays as far
// as it still hangs together.
func reshape(p *assembly.Instance, at []assembly.Block, symbol string) (*assembly.Instance, error) {
	if symbol == "" {
		symbol = nextOf(p, p.Find(at[0]))
	}
	touched := map[assembly.Block]bool{}
	for _, b := range at {
		touched[b] = true
	}
	var blocks, placed []assembly.Block
	root := assembly.Block{R: math.MinInt32, C: math.MinInt32} // no cell, and none of the margin either
	for i, b := range p.Blocks {
		if touched[b] {
			continue
		}
		if blocks = append(blocks, b); int32(i) == p.Root {
			root = b
		}
	}
	in := sets.Start(p)
	for i, b := range p.Blocks {
		if sets.Has(in, int32(i)) && p.Placed != nil && (!touched[b] || symbol != cellEmpty) {
			placed = append(placed, b)
		}
	}
	if symbol != cellEmpty {
		for b := range touched {
			blocks = append(blocks, b)
		}
	}
	if symbol == cellRoot {
		root = at[len(at)-1]
	}
	if len(blocks) == 0 {
		return nil, grid.Errorf(grid.Pos{}, "this is the last block; a shape has at least one")
	}
	return rebuild(p, blocks, placed, root)
}

// nextOf is the symbol behind that of a block; one that is none is empty.
func nextOf(p *assembly.Instance, i int32) string {
	now := cellEmpty
	switch {
	case i >= 0 && i == p.Root:
		now = cellRoot
	case i >= 0:
		now = cellBlock
	}
	return layers(p).Layers[0].Next(now)
}

// rebuild is a shape with the contact of p, moved where it passes the edge of the board.
func rebuild(p *assembly.Instance, blocks, placed []assembly.Block, root assembly.Block) (*assembly.Instance, error) {
	var shift assembly.Block
	rows, cols := p.Rows, p.Cols
	for _, b := range blocks {
		shift.R, shift.C = max(shift.R, -b.R), max(shift.C, -b.C)
	}
	first := assembly.NoRoot
	for i := range blocks {
		if blocks[i] == root {
			first = i
		}
		blocks[i] = assembly.Block{R: blocks[i].R + shift.R, C: blocks[i].C + shift.C}
		rows, cols = max(rows, blocks[i].R+1), max(cols, blocks[i].C+1)
	}
	rows, cols = max(rows, p.Rows+shift.R), max(cols, p.Cols+shift.C)
	q, err := assembly.New(rows, cols, blocks, first, p.Contact)
	if err != nil || len(placed) == 0 {
		return q, err
	}
	var indices []int32
	for _, b := range placed {
		indices = append(indices, q.Find(assembly.Block{R: b.R + shift.R, C: b.C + shift.C}))
	}
	return q.WithPlaced(together(q, indices))
}

// together is the part of the blocks that hangs together with the root, or with the first of them.
func together(p *assembly.Instance, placed []int32) []int32 {
	in := map[int32]bool{}
	for _, i := range placed {
		in[i] = true
	}
	first := placed[0]
	if p.Root != assembly.NoRoot {
		if first = p.Root; !in[first] {
			return nil
		}
	}
	out := []int32{first}
	delete(in, first)
	for k := 0; k < len(out); k++ {
		i := out[k]
		for _, j := range [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
			if in[j] {
				delete(in, j)
				out = append(out, j)
			}
		}
	}
	return out
}
