package cases

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Most bounds rows, columns and blocks.
const Most = 400_000

// A Profile makes cases of one kind.
type Profile = contest.Profile[*assembly.Instance]

// Sizes of profiles: those that answer soon, those that are asked more than once for one case, and the long ones.
const (
	medium = 3000
	fewer  = 600
	long   = 200_000
)

// Profiles are all kinds. Every shape may be turned and mirrored, so that its root stands anywhere in the order of
// blocks; where a shape says nothing of its root, it is often the last one of that order, or in the middle.
func Profiles() []Profile {
	return []Profile{
		{Name: "tree", Doc: "trees grown cell by cell, thin or bushy", Sizes: [2]int{1, medium}, Make: anyRoot(randomTree)},
		{Name: "dense", Doc: "trees that fill a square", Sizes: [2]int{1, medium}, Make: anyRoot(denseTree)},
		{Name: "slides", Doc: "trees grown by slides: they can be built", Sizes: [2]int{1, medium},
			Make: firstRoot(slideTree)},
		{Name: "near-miss", Doc: "trees that can be built, with one block or the root moved so that they cannot",
			Sizes: [2]int{2, fewer}, Make: nearMiss},
		{Name: "far-block", Doc: "rings of blocks that wait for each other, closed by a block behind a harmless one",
			Sizes: [2]int{12, medium}, Make: pattern("##.#.R", "#.####", "###...")},
		{Name: "root-in-the-way", Doc: "blocks that would have to pass the first one",
			Sizes: [2]int{9, medium}, Make: pattern("##.R", "#.##", "###.")},
		{Name: "stretched", Doc: "small dense trees with their lines doubled", Sizes: [2]int{1, medium},
			Make: anyRoot(stretchedTree)},
		{Name: "root-last", Doc: "trees whose first block is the last by rows", Sizes: [2]int{1, medium}, Make: rootLast},
		{Name: "root-middle", Doc: "trees that are dense around the first block", Sizes: [2]int{1, medium},
			Make: firstRoot(denseTree)},
		{Name: "spiral", Doc: "spirals", Sizes: [2]int{1, medium}, Make: anyRoot(spiral)},
		{Name: "comb", Doc: "a back with teeth of random lengths", Sizes: [2]int{1, medium}, Make: anyRoot(comb)},
		{Name: "snake", Doc: "a line that goes to and fro", Sizes: [2]int{1, medium}, Make: anyRoot(snake)},
		{Name: "staircase", Doc: "staircases with leaves", Sizes: [2]int{1, medium}, Make: anyRoot(staircase)},
		{Name: "thin", Doc: "boards of one to three rows or columns", Sizes: [2]int{1, medium}, Make: anyRoot(thin)},
		{Name: "pocket", Doc: "a ring that lacks a block, with arms inside and outside", Sizes: [2]int{8, medium},
			Make: anyRoot(pocket)},
		{Name: "single", Doc: "one block", Sizes: [2]int{1, 1}, Make: single},
		{Name: "long-line", Doc: "a straight line, or one with few corners, whose end is often the first block",
			Sizes: [2]int{long, Most}, Slow: true, Make: longLine},
		{Name: "large", Doc: "large trees of the other kinds", Sizes: [2]int{long, Most}, Slow: true, Make: anyRoot(large)},
		{Name: "large-slides", Doc: "large trees grown by slides", Sizes: [2]int{long, Most}, Slow: true,
			Make: firstRoot(slideTree)},
	}
}

// A maker makes the cells of a tree of at most size blocks, somewhere.
type maker func(rng *rand.Rand, size int) []assembly.Block

// firstRoot makes cases whose root is the first of the cells.
func firstRoot(make maker) func(rng *rand.Rand, size int) *assembly.Instance {
	return func(rng *rand.Rand, size int) *assembly.Instance { return place(rng, turned(rng, make(rng, size)), 0) }
}

// anyRoot makes cases whose root is the first of the cells, the last one by rows, one in the middle, or any.
func anyRoot(make maker) func(rng *rand.Rand, size int) *assembly.Instance {
	return func(rng *rand.Rand, size int) *assembly.Instance {
		cells := turned(rng, make(rng, size))
		root := 0
		switch rng.IntN(5) {
		case 0:
		case 1:
			root = last(cells)
		case 2:
			root = middle(cells)
		default:
			root = rng.IntN(len(cells))
		}
		return place(rng, cells, root)
	}
}

// single makes boards of one block, of all sides: there are few small ones.
func single(rng *rand.Rand, _ int) *assembly.Instance {
	side := func() int32 {
		if rng.IntN(4) == 0 {
			return 1 + rng.Int32N(Most)
		}
		return 1 + rng.Int32N(20)
	}
	rows, cols := side(), side()
	return must(rows, cols, []assembly.Block{{R: rng.Int32N(rows), C: rng.Int32N(cols)}}, 0)
}

func rootLast(rng *rand.Rand, size int) *assembly.Instance {
	kinds := []maker{randomTree, denseTree, stretchedTree, slideTree}
	cells := turned(rng, kinds[rng.IntN(len(kinds))](rng, size))
	return place(rng, cells, last(cells))
}

// last is the index of the last cell by rows.
func last(cells []assembly.Block) (at int) {
	for i, b := range cells {
		if compare(b, cells[at]) > 0 {
			at = i
		}
	}
	return at
}

// middle is the index of a cell that is nearest to the middle of the frame.
func middle(cells []assembly.Block) (at int) {
	low, high := frame(cells)
	off := func(b assembly.Block) int32 {
		r, c := 2*b.R-low.R-high.R, 2*b.C-low.C-high.C
		return max(r, -r) + max(c, -c)
	}
	for i, b := range cells {
		if off(b) < off(cells[at]) {
			at = i
		}
	}
	return at
}

// turned is cells, turned and mirrored in one of eight ways.
func turned(rng *rand.Rand, cells []assembly.Block) []assembly.Block {
	way := rng.IntN(8)
	for i, b := range cells {
		if way&1 != 0 {
			b.R = -b.R
		}
		if way&2 != 0 {
			b.C = -b.C
		}
		if way&4 != 0 {
			b.R, b.C = b.C, b.R
		}
		cells[i] = b
	}
	return moved(cells)
}

// place puts cells, moved to the corner, on a board: mostly the smallest, or a larger one, or once in a while the
// largest.
func place(rng *rand.Rand, cells []assembly.Block, root int) *assembly.Instance {
	_, high := frame(cells)
	margin := func(side int32) (before, after int32) {
		room := Most - side
		switch rng.IntN(16) {
		case 0:
			before = rng.Int32N(room + 1)
			return before, room - before
		case 1, 2, 3, 4, 5:
			before = rng.Int32N(min(3, room) + 1)
			return before, rng.Int32N(min(3, room-before) + 1)
		}
		return 0, 0
	}
	top, bottom := margin(high.R + 1)
	left, right := margin(high.C + 1)
	for i := range cells {
		cells[i].R += top
		cells[i].C += left
	}
	return must(high.R+1+top+bottom, high.C+1+left+right, cells, root)
}

// nearMiss takes a tree that can be built and moves a leaf, or adds one, or begins with another block, so that it
// cannot, where it finds such a way. It then lets more blocks in, which come last and change nothing.
func nearMiss(rng *rand.Rand, size int) *assembly.Instance {
	cells := slideTree(rng, max(2, size/4+rng.IntN(size-size/4)))
	for range 40 {
		changed := slices.Clone(cells)
		way := rng.IntN(3)
		if way == 0 {
			changed = withoutLeaf(rng, cells)
		}
		g := newGrowth(rng, changed...)
		for tries := 0; tries < 10 && way < 2 && len(g.cells) < size; tries++ {
			if b := step(g.cells[rng.IntN(len(g.cells))], assembly.Direction(rng.IntN(4))); g.free(b) {
				g.put(b)
				break
			}
		}
		if way == 2 {
			k := rng.IntN(len(g.cells))
			g.cells[0], g.cells[k] = g.cells[k], g.cells[0]
		}
		if !buildable(fitting(g.cells, 0)) {
			cells = g.cells
			break
		}
	}
	g := newGrowth(rng, cells...)
	g.slide(size)
	return place(rng, turned(rng, g.cells), 0)
}

// withoutLeaf is cells without one that has one neighbour and is not the first; cells itself where none is found.
func withoutLeaf(rng *rand.Rand, cells []assembly.Block) []assembly.Block {
	g := newGrowth(nil, cells...)
	for range 20 {
		i := 1 + rng.IntN(len(cells)-1)
		delete(g.on, cells[i])
		if g.free(cells[i]) {
			return slices.Delete(slices.Clone(cells), i, i+1)
		}
		g.on[cells[i]] = true
	}
	return cells
}

func buildable(p *assembly.Instance) bool {
	s := assemblysolve.NewSolver(assemblysolve.Options{})
	o, err := s.Solve(context.Background(), p, puzzle.Limits{VerdictOnly: true})
	return err == nil && o.Verdict == puzzle.Solved
}

// pattern makes cases of a picture with its lines doubled. Blocks that slide in last, and so are in nobody's way, or as
// well some anywhere make it larger. One in six has another root.
func pattern(rows ...string) func(rng *rand.Rand, size int) *assembly.Instance {
	return func(rng *rand.Rand, size int) *assembly.Instance {
		cells := []assembly.Block{}
		for r, row := range rows {
			for c, char := range row {
				b := assembly.Block{R: int32(r), C: int32(c)}
				switch char {
				case 'R':
					cells = slices.Insert(cells, 0, b)
				case '#':
					cells = append(cells, b)
				}
			}
		}
		most := len(cells) + rng.IntN(size-len(cells)+1)
		g := newGrowth(rng, stretch(rng, cells, most)...)
		if rng.IntN(6) == 0 {
			g.grow(min(size, len(g.cells)+1+rng.IntN(4)), size, Most)
		}
		g.slide(len(g.cells) + rng.IntN(size-len(g.cells)+1))
		cells = turned(rng, g.cells)
		root := 0
		if rng.IntN(6) == 0 {
			root = rng.IntN(len(cells))
		}
		return place(rng, cells, root)
	}
}
