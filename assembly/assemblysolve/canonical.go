package assemblysolve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// maxCanonical bounds the shapes that are turned and mirrored, in blocks.
const maxCanonical = 1 << 16

// Canonical makes the form that all shapes share which are the same after turning, mirroring and moving them on the
// board, whose sides do not matter: blocks come in from its edges, however far away. The form lies in the corner of the
// smallest board. A shape of more than 2^16 blocks is its own form. O(blocks · log blocks) for each of eight.
func Canonical(
	ctx context.Context, p *assembly.Instance, lim puzzle.Limits,
) (puzzle.Form[*assembly.Instance], error) {
	form := puzzle.Form[*assembly.Instance]{P: p}
	if len(p.Blocks) > maxCanonical {
		form.Partial = "shapes of more than 2^16 blocks are compared block by block"
		return form, nil
	}
	m := lim.Meter(ctx)
	const bytesPerBlock = 80 // two forms and their texts
	if err := m.Hold("the symmetries of a shape of so many blocks", bytesPerBlock*int64(len(p.Blocks))); err != nil {
		return form, puzzle.AsLimit(err)
	}
	low, high := sets.Frame(p)
	h, w := int(high.R-low.R)+1, int(high.C-low.C)+1
	var best []byte
	var shape []cell
	for s := range grid.Symmetry(grid.Symmetries) {
		if err := m.Work(200 * len(p.Blocks)); err != nil {
			return form, puzzle.AsLimit(err)
		}
		cells := laid(p, s, low, h, w)
		h2, _ := s.Sides(h, w)
		text := binary.BigEndian.AppendUint32(nil, uint32(h2))
		for _, c := range cells {
			text = binary.BigEndian.AppendUint32(text, uint32(c.R))
			text = binary.BigEndian.AppendUint32(text, uint32(c.C))
			text = append(text, c.kind)
		}
		if best == nil || bytes.Compare(text, best) < 0 {
			best, shape, form.Symmetry = text, cells, s
		}
	}
	h, w = form.Symmetry.Sides(h, w)
	q, err := made(p, shape, h, w)
	if err != nil {
		return form, err
	}
	form.P = q
	return form, nil
}

// A cell is a block of a form.
type cell struct {
	assembly.Block
	kind byte
}

// The kinds of blocks.
const (
	isRoot = 1 << iota
	isPlaced
)

// laid are p's blocks after s, in order, in the corner of the board.
func laid(p *assembly.Instance, s grid.Symmetry, low assembly.Block, h, w int) []cell {
	cells := make([]cell, len(p.Blocks))
	for i, b := range p.Blocks {
		r, c := s.At(int(b.R-low.R), int(b.C-low.C), h, w)
		cells[i].Block = assembly.Block{R: int32(r), C: int32(c)}
	}
	if p.Root != assembly.NoRoot {
		cells[p.Root].kind |= isRoot
	}
	for _, i := range p.Placed {
		cells[i].kind |= isPlaced
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.C, b.C)) })
	return cells
}

// made is the instance of cells, with the rules of p.
func made(p *assembly.Instance, cells []cell, h, w int) (*assembly.Instance, error) {
	blocks := make([]assembly.Block, len(cells))
	root := assembly.NoRoot
	var placed []int32
	for i, c := range cells {
		blocks[i] = c.Block
		if c.kind&isRoot != 0 {
			root = i
		}
		if c.kind&isPlaced != 0 {
			placed = append(placed, int32(i))
		}
	}
	q, err := assembly.New(int32(h), int32(w), blocks, root, p.Contact)
	if err != nil || placed == nil {
		return q, err
	}
	return q.WithPlaced(placed)
}
