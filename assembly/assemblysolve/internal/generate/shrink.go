package generate

import (
	"iter"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// maxShrunk is the number of blocks up to which Shrink tries to leave out each of them.
const maxShrunk = 20000

// Shrink yields instances smaller than p: half the blocks or a row or column left out (with what then hangs on
// nothing), a board that fits, no root, and each single block left out without which the rest is connected; and of the
// blocks in place none, and where they are few each single one left out.
func Shrink(p *assembly.Instance) iter.Seq[*assembly.Instance] {
	return func(yield func(*assembly.Instance) bool) {
		_ = shrinkPlaced(p, yield) && shrinkLines(p, yield) && shrinkBoard(p, yield) && shrinkBlocks(p, yield)
	}
}

// keeping yields p with only the blocks that are asked for, as far as they hang together.
func keeping(p *assembly.Instance, yield func(*assembly.Instance) bool, keep func(b assembly.Block) bool) bool {
	var part []int32
	for i, b := range p.Blocks {
		if keep(b) || int32(i) == p.Root {
			part = append(part, int32(i))
		}
	}
	part = sets.Component(p, part)
	if len(part) == 0 || len(part) == len(p.Blocks) {
		return true
	}
	return yield(Part(p, part))
}

// Part is the instance of a connected part of p on the same board.
func Part(p *assembly.Instance, part []int32) *assembly.Instance {
	cells := make([]assembly.Block, len(part))
	for k, i := range part {
		cells[k] = p.Blocks[i]
	}
	root := assembly.NoRoot
	if p.Root != assembly.NoRoot {
		root = slices.Index(part, p.Root)
	}
	q, err := assembly.New(p.Rows, p.Cols, cells, root, p.Contact)
	if err != nil {
		panic("assemblysolve: a connected part is not valid: " + err.Error())
	}
	var placed []int32
	for k, i := range part {
		if _, in := slices.BinarySearch(p.Placed, i); in {
			placed = append(placed, int32(k))
		}
	}
	return withPlaced(q, placed)
}

// withPlaced puts blocks in place where they hang together.
func withPlaced(p *assembly.Instance, placed []int32) *assembly.Instance {
	if q, err := p.WithPlaced(placed); err == nil {
		return q
	}
	return p
}

// maxPlacedShrunk is the number of blocks in place up to which each of them is left out.
const maxPlacedShrunk = 64

func shrinkPlaced(p *assembly.Instance, yield func(*assembly.Instance) bool) bool {
	if p.Placed == nil {
		return true
	}
	q, err := p.WithPlaced(nil)
	if err != nil || !yield(q) {
		return false
	}
	for k := range p.Placed[:min(len(p.Placed), maxPlacedShrunk)] {
		fewer := slices.Delete(slices.Clone(p.Placed), k, k+1)
		if q, err := p.WithPlaced(fewer); err == nil && len(fewer) > 0 && !yield(q) {
			return false
		}
	}
	return true
}

func shrinkLines(p *assembly.Instance, yield func(*assembly.Instance) bool) bool {
	low, high := sets.Frame(p)
	for _, cut := range []func(b assembly.Block) bool{
		func(b assembly.Block) bool { return b.R <= (low.R+high.R)/2 },
		func(b assembly.Block) bool { return b.R > (low.R+high.R)/2 },
		func(b assembly.Block) bool { return b.C <= (low.C+high.C)/2 },
		func(b assembly.Block) bool { return b.C > (low.C+high.C)/2 },
		func(b assembly.Block) bool { return b.R > low.R },
		func(b assembly.Block) bool { return b.R < high.R },
		func(b assembly.Block) bool { return b.C > low.C },
		func(b assembly.Block) bool { return b.C < high.C },
	} {
		if !keeping(p, yield, cut) {
			return false
		}
	}
	return true
}

func shrinkBoard(p *assembly.Instance, yield func(*assembly.Instance) bool) bool {
	low, high := sets.Frame(p)
	if rows, cols := high.R-low.R+1, high.C-low.C+1; rows < p.Rows || cols < p.Cols {
		cells := make([]assembly.Block, len(p.Blocks))
		for i, b := range p.Blocks {
			cells[i] = assembly.Block{R: b.R - low.R, C: b.C - low.C}
		}
		q, err := assembly.New(rows, cols, cells, int(p.Root), p.Contact)
		if err != nil {
			panic("assemblysolve: a shape that was moved is not valid: " + err.Error())
		}
		if !yield(withPlaced(q, p.Placed)) {
			return false
		}
	}
	if p.Root != assembly.NoRoot {
		q := *p
		q.Root = assembly.NoRoot
		return yield(&q)
	}
	return true
}

func shrinkBlocks(p *assembly.Instance, yield func(*assembly.Instance) bool) bool {
	n := len(p.Blocks)
	if n == 1 || n > maxShrunk {
		return true
	}
	v := sets.NewLeaver(p)
	v.Cuts(sets.Full(n), 0)
	part := make([]int32, 0, n)
	for out := range int32(n) {
		if v.Cut[out] || out == p.Root {
			continue
		}
		part = part[:0]
		for i := range int32(n) {
			if i != out {
				part = append(part, i)
			}
		}
		if !yield(Part(p, part)) {
			return false
		}
	}
	return true
}
