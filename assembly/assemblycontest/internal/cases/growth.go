package cases

import (
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/assembly"
)

// A growth is a tree that grows on an unlimited board.
type growth struct {
	rng       *rand.Rand
	on        map[assembly.Block]bool
	cells     []assembly.Block
	low, high assembly.Block
}

// newGrowth begins with cells, which form a tree.
func newGrowth(rng *rand.Rand, cells ...assembly.Block) *growth {
	g := &growth{rng: rng, on: make(map[assembly.Block]bool, len(cells))}
	g.low, g.high = frame(cells)
	for _, b := range cells {
		g.put(b)
	}
	return g
}

func (g *growth) put(b assembly.Block) {
	g.on[b] = true
	g.cells = append(g.cells, b)
	g.low.R, g.low.C = min(g.low.R, b.R), min(g.low.C, b.C)
	g.high.R, g.high.C = max(g.high.R, b.R), max(g.high.C, b.C)
}

// free reports whether b can be added so that a tree stays one.
func (g *growth) free(b assembly.Block) bool {
	if g.on[b] {
		return false
	}
	n := 0
	for d := assembly.Left; d <= assembly.Down; d++ {
		if g.on[step(b, d)] {
			n++
		}
	}
	return n == 1
}

// grow adds cells beside random ones of the last so many, inside a square of the given side; it ends where there is no
// room.
func (g *growth) grow(size, last int, side int32) {
	inside := func(b assembly.Block) bool {
		return max(g.high.R, b.R)-min(g.low.R, b.R) < side && max(g.high.C, b.C)-min(g.low.C, b.C) < side
	}
	// Where a cell has no room beside it now, it never will.
	for open := slices.Clone(g.cells); len(g.cells) < size && len(open) > 0; {
		k := len(open) - 1 - g.rng.IntN(min(last, len(open)))
		turn, found := g.rng.IntN(4), false
		for d := 0; d < 4 && !found; d++ {
			b := step(open[k], assembly.Direction((turn+d)%4))
			if found = g.free(b) && inside(b); found {
				g.put(b)
				open = append(open, b)
			}
		}
		if !found {
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
		}
	}
}

// line adds n cells in a direction, from the last one, and ends where one is not free.
func (g *growth) line(d assembly.Direction, n int) {
	for ; n > 0; n-- {
		b := step(g.cells[len(g.cells)-1], d)
		if !g.free(b) {
			return
		}
		g.put(b)
	}
}

// A span is the first and the last block of a line.
type span struct{ lo, hi int32 }

// slide lets blocks in along random lines where they touch one block alone: such a tree can be built, in this order.
func (g *growth) slide(size int) {
	rows, cols := map[int32]span{}, map[int32]span{}
	widen := func(lines map[int32]span, line, at int32) {
		s, ok := lines[line]
		if !ok {
			s = span{at, at}
		}
		lines[line] = span{min(s.lo, at), max(s.hi, at)}
	}
	for _, b := range g.cells {
		widen(rows, b.R, b.C)
		widen(cols, b.C, b.R)
	}
	for tries := 0; len(g.cells) < size && tries < 200; tries++ {
		var b assembly.Block
		switch d := assembly.Direction(g.rng.IntN(4)); d {
		case assembly.Left, assembly.Right:
			b.R = g.low.R + g.rng.Int32N(g.high.R-g.low.R+1)
			if b.C = rows[b.R].hi + 1; d == assembly.Right {
				b.C = rows[b.R].lo - 1
			}
		default:
			b.C = g.low.C + g.rng.Int32N(g.high.C-g.low.C+1)
			if b.R = cols[b.C].hi + 1; d == assembly.Down {
				b.R = cols[b.C].lo - 1
			}
		}
		if g.free(b) {
			tries = 0
			g.put(b)
			widen(rows, b.R, b.C)
			widen(cols, b.C, b.R)
		}
	}
}

// stretch doubles random lines of cells until there are about size of them: between the two runs a line with a block
// wherever both have one side by side. Doubled lines change nothing in which block has to wait for which.
func stretch(rng *rand.Rand, cells []assembly.Block, size int) []assembly.Block {
	low, high := frame(cells)
	h, w := high.R-low.R, high.C-low.C
	gapsR, gapsC := make([]int32, h+1), make([]int32, w+1) // the lines in front of each line
	length := make(map[int32]int)                          // what a gap's line costs: rows at g, columns at −1 − g
	on := make(map[assembly.Block]bool, len(cells))
	for _, b := range cells {
		on[b] = true
	}
	for _, b := range cells {
		if on[step(b, assembly.Up)] {
			length[b.R-low.R]++
		}
		if on[step(b, assembly.Left)] {
			length[-1-(b.C-low.C)]++
		}
	}
	for n, tries := len(cells), 0; n < size && tries < 2*size+40; tries++ {
		g := rng.Int32N(h + w + 1) // gaps 1 to h, then 1 to w; 0 is none
		many := int32(1 + rng.IntN(1+(size-n)/16))
		switch {
		case g == 0:
		case g <= h && n+int(many)*length[g] <= size:
			gapsR[g] += many
			n += int(many) * length[g]
		case g > h && n+int(many)*length[-1-(g-h)] <= size:
			gapsC[g-h] += many
			n += int(many) * length[-1-(g-h)]
		}
	}
	sum(gapsR)
	sum(gapsC)
	at := func(b assembly.Block) assembly.Block {
		return assembly.Block{R: b.R + gapsR[b.R-low.R], C: b.C + gapsC[b.C-low.C]}
	}
	out := make([]assembly.Block, 0, size)
	for _, b := range cells {
		out = append(out, at(b)) // in the given order: the root stays the first
	}
	for _, b := range cells {
		for _, d := range [2]assembly.Direction{assembly.Up, assembly.Left} {
			if !on[step(b, d)] {
				continue
			}
			for c, end := step(at(b), d), at(step(b, d)); c != end; c = step(c, d) {
				out = append(out, c)
			}
		}
	}
	return out
}

// sum replaces each number by the sum of those up to it.
func sum(list []int32) {
	for i := 1; i < len(list); i++ {
		list[i] += list[i-1]
	}
}
