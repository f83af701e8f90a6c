package cases

import (
	"cmp"
	"iter"
	"slices"

	"github.com/gridwright/gridwright/assembly"
)

// TinyBlocks is the size up to which Tiny has every tree: 5,404 with all of their roots.
const TinyBlocks = 7

// Tiny yields every tree of up to TinyBlocks blocks with every root, on the smallest board, the smallest first.
func Tiny(yield func(*assembly.Instance) bool) {
	for _, trees := range tinyTrees(TinyBlocks) {
		for _, cells := range trees {
			for root := range cells {
				if !yield(fitting(cells, root)) {
					return
				}
			}
		}
	}
}

// tinyTrees lists all trees by size, in order: each of n + 1 blocks is one of n blocks with a leaf more.
func tinyTrees(most int) (bySize [][][]assembly.Block) {
	bySize = [][][]assembly.Block{{{{}}}}
	for n := 1; n < most; n++ {
		var next [][]assembly.Block
		seen := map[[TinyBlocks]assembly.Block]bool{}
		for _, cells := range bySize[n-1] {
			t := newGrowth(nil, cells...)
			for leaf := range t.leaves() {
				grown := moved(append(slices.Clone(cells), leaf))
				slices.SortFunc(grown, compare)
				var key [TinyBlocks]assembly.Block
				copy(key[:], grown)
				if !seen[key] {
					seen[key] = true
					next = append(next, grown)
				}
			}
		}
		slices.SortFunc(next, func(a, b []assembly.Block) int { return slices.CompareFunc(a, b, compare) })
		bySize = append(bySize, next)
	}
	return bySize
}

// leaves yields the cells that can be added, some of them twice.
func (g *growth) leaves() iter.Seq[assembly.Block] {
	return func(yield func(assembly.Block) bool) {
		for _, b := range g.cells {
			for d := assembly.Left; d <= assembly.Down; d++ {
				if at := step(b, d); g.free(at) && !yield(at) {
					return
				}
			}
		}
	}
}

// compare is the order of blocks by rows.
func compare(a, b assembly.Block) int { return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.C, b.C)) }

// step is the next cell in a direction.
func step(b assembly.Block, d assembly.Direction) assembly.Block {
	dr, dc := d.Delta()
	return assembly.Block{R: b.R + dr, C: b.C + dc}
}

// frame is the smallest rectangle around cells.
func frame(cells []assembly.Block) (low, high assembly.Block) {
	low, high = cells[0], cells[0]
	for _, b := range cells {
		low.R, low.C = min(low.R, b.R), min(low.C, b.C)
		high.R, high.C = max(high.R, b.R), max(high.C, b.C)
	}
	return low, high
}

// moved is cells, moved so that their frame begins in the corner.
func moved(cells []assembly.Block) []assembly.Block {
	low, _ := frame(cells)
	out := make([]assembly.Block, len(cells))
	for i, b := range cells {
		out[i] = assembly.Block{R: b.R - low.R, C: b.C - low.C}
	}
	return out
}

// fitting is the instance of cells on the smallest board.
func fitting(cells []assembly.Block, root int) *assembly.Instance {
	cells = moved(cells)
	_, high := frame(cells)
	return must(high.R+1, high.C+1, cells, root)
}

// must makes an instance of cells that hang together.
func must(rows, cols int32, cells []assembly.Block, root int) *assembly.Instance {
	p, err := assembly.New(rows, cols, cells, root, assembly.Frontal)
	if err != nil {
		panic("assemblysolve: a tree is not valid: " + err.Error()) // a bug: every cell was put next to another
	}
	return p
}
