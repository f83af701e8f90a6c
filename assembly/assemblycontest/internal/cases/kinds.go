package cases

import (
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
)

// randomTree grows from the last few cells, or from all.
func randomTree(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	last := size
	if rng.IntN(2) == 0 {
		last = 1 + rng.IntN(8)
	}
	g.grow(size, last, Most)
	return g.cells
}

// denseTree fills a square, or a part of it.
func denseTree(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	g.grow(size, 1+rng.IntN(size), square(size))
	return g.cells
}

// square is the side of a square that a tree of size blocks fills: two cells of three are about the most.
func square(size int) (side int32) {
	for side = 2; int(side)*int(side)*5 < size*8; side++ {
	}
	return side
}

func slideTree(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	g.slide(size)
	return g.cells
}

// stretchedTree is a dense tree of 8 to 27 blocks, stretched, with some leaves.
func stretchedTree(rng *rand.Rand, size int) []assembly.Block {
	cells := denseTree(rng, min(size, 8+rng.IntN(20)))
	g := newGrowth(rng, stretch(rng, cells, size-rng.IntN(1+size/8))...)
	g.grow(min(size, len(g.cells)+rng.IntN(4)), size, Most)
	return g.cells
}

// spiral winds around its first cell, with one empty line or more between its arms.
func spiral(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	gap := 2 + rng.IntN(1+min(4, size/40))
	for d, n := 0, 1; len(g.cells) < size; d++ {
		g.line([4]assembly.Direction{assembly.Right, assembly.Down, assembly.Left, assembly.Up}[d%4],
			min(n*gap, size-len(g.cells)))
		n += d % 2
	}
	if size > 8 && rng.IntN(2) == 0 {
		g.cells = g.cells[:len(g.cells)-rng.IntN(size/8)]
	}
	return g.cells
}

// comb has teeth on one side, or on both where they are drawn so.
func comb(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	back := 1 + rng.IntN(size)
	if rng.IntN(2) == 0 {
		back = min(back, int(square(size)))
	}
	g.line(assembly.Right, back-1)
	spine := len(g.cells)
	sides := 1 + rng.IntN(2)
	longest := max(1, (size-spine)*(1+rng.IntN(3))/max(1, spine*sides/2))
	for i := 0; i < spine && len(g.cells) < size; i += 2 {
		for side := range sides {
			b := step(g.cells[i], assembly.Up+assembly.Direction(side))
			tooth := rng.IntN(longest + 1)
			for ; tooth > 0 && len(g.cells) < size && g.free(b); tooth-- {
				g.put(b)
				b = step(b, assembly.Up+assembly.Direction(side))
			}
		}
	}
	return g.cells
}

// snake goes to and fro in rows that are two or three apart.
func snake(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	width := 1 + rng.IntN(2*int(square(size)))
	for d := assembly.Right; len(g.cells) < size; d ^= 1 {
		g.line(d, min(size-len(g.cells), width))
		g.line(assembly.Down, min(size-len(g.cells), 2+rng.IntN(2)))
	}
	return g.cells
}

// staircase has stairs of one size or of random ones, and leaves on it.
func staircase(rng *rand.Rand, size int) []assembly.Block {
	g := newGrowth(rng, assembly.Block{})
	stair := 1 + rng.IntN(1+min(9, size/10))
	random := rng.IntN(2) == 0
	for whole, d := size-rng.IntN(1+size/4), 0; len(g.cells) < whole; d++ {
		n := stair
		if random {
			n = 1 + rng.IntN(stair)
		}
		g.line([2]assembly.Direction{assembly.Right, assembly.Down}[d%2], min(n, whole-len(g.cells)))
	}
	g.grow(size, size, Most)
	return g.cells
}

// thin is a line in one to three rows.
func thin(rng *rand.Rand, size int) []assembly.Block {
	rows := 1 + rng.Int32N(3)
	g := newGrowth(rng, assembly.Block{})
	tip := assembly.Block{} // the last cell of the part that goes on to the right
	for tries := 0; len(g.cells) < size && tries < 20; tries++ {
		d := [4]assembly.Direction{assembly.Right, assembly.Right, assembly.Up, assembly.Down}[rng.IntN(4)]
		b := step(tip, d)
		if b.R < 0 || b.R >= rows || !g.free(b) {
			continue
		}
		g.put(b)
		if d == assembly.Right || rng.IntN(2) == 0 {
			tip = b
		}
		tries = 0
	}
	return g.cells
}

// pocket is a rectangle of blocks that lacks some in a row, with arms.
func pocket(rng *rand.Rand, size int) []assembly.Block {
	around := 7 + rng.IntN(size-7)
	h := 2 + rng.IntN(1+max(0, around/4-1))
	w := max(2, around/2-h)
	side := [4]int{rng.IntN(w + 1), h, w, h}
	g := newGrowth(rng, assembly.Block{})
	for k, d := range [4]assembly.Direction{assembly.Right, assembly.Down, assembly.Left, assembly.Up} {
		g.line(d, min(side[k], size-len(g.cells)))
	}
	g.line(assembly.Right, min(max(0, w-side[0]-2), size-len(g.cells)))
	g.grow(size, size, Most)
	return g.cells
}

// longLine has no corner, or one, or some.
func longLine(rng *rand.Rand, size int) *assembly.Instance {
	g := newGrowth(rng, assembly.Block{})
	corners := [4]int{0, 0, 1, 9}[rng.IntN(4)]
	for k := range corners + 1 {
		g.line([2]assembly.Direction{assembly.Right, assembly.Down}[k%2],
			min(size-len(g.cells), max(1, (size-1)/(corners+1))))
	}
	cells := turned(rng, g.cells)
	root := [3]int{0, len(cells) - 1, rng.IntN(len(cells))}[rng.IntN(3)]
	return place(rng, cells, root)
}

// large is one of the kinds whose trees may be large.
func large(rng *rand.Rand, size int) []assembly.Block {
	kinds := []maker{randomTree, denseTree, stretchedTree, spiral, comb, snake, staircase, thin}
	return kinds[rng.IntN(len(kinds))](rng, size)
}
