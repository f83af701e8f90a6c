package permutesolve

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
)

func (a *argument) chain(c *permute.Chain) {
	n := len(a.p.Start)
	among := "the cells"
	if c.Cells != nil {
		among = a.cells(c.Cells)
		a.say("No move leads out of %s.", among)
		a.ring(c.Cells)
		n = len(c.Cells)
	}
	levels := levelsOf(c, len(a.p.Start))
	if levels == nil {
		return
	}
	order := big.NewInt(1)
	for _, l := range levels {
		order.Mul(order, big.NewInt(int64(len(l.orbit))))
	}
	a.say("The moves make %s of the %s permutations of %s at most. The certificate's %s show which: they make all moves.",
		shortNumber(order), shortNumber(new(big.Int).MulRange(1, int64(n))), among, grid.Number(len(c.Strong), "permutation"))
	if !group.AllDifferent(a.p) {
		a.say("Wherever they take the tiles in %s, one after another, in the end some cells between which tiles can still "+
			"go lack a tile that is wanted there.", a.cells(c.Base))
		return
	}
	a.goals(len(a.p.Goals), func(i int, name string) { a.stuck(c, levels, group.AskedOf(a.p, i), name) })
}

// stuck names the first tile that cannot come right, when the tiles of the base are brought home one after another.
func (a *argument) stuck(c *permute.Chain, levels []level, asked []int32, goal string) {
	so := make([]int32, len(asked)) // what is made so far: the tile in x goes to so[x]
	for x := range so {
		so[x] = int32(x)
	}
	when := func(k int) string {
		var tiles []string
		for _, b := range c.Base[:k] {
			tiles = append(tiles, a.p.Label(a.p.Start[b]))
		}
		switch {
		case k == 0:
			return "However the others lie, "
		case k > maxNamed:
			return fmt.Sprintf("With %d tiles where %s wants them, ", k, goal)
		case k == 1:
			return fmt.Sprintf("With tile %s where %s wants it, ", tiles[0], goal)
		}
		return fmt.Sprintf("With the tiles %s where %s wants them, ", listed(tiles), goal)
	}
	for k, l := range levels {
		// What else fixes the base so far sends the tile in b to so of the level's orbit.
		at := -1
		var cells []int32
		for i, x := range l.orbit {
			cells = append(cells, so[x])
			if so[x] == asked[l.base] {
				at = i
			}
		}
		if at < 0 {
			a.say("%stile %s can get to %s alone; %s wants it in %s.", when(k), a.tile(l.base), a.cells(cells), goal,
				cellName(a.p.Cols, asked[l.base]))
			return
		}
		next := make([]int32, len(so))
		for x, y := range l.bring(at, len(so)) {
			next[x] = so[y]
		}
		so = next
	}
	for x := range so {
		if so[x] != asked[x] && (c.Cells == nil || slices.Contains(c.Cells, int32(x))) {
			a.say("%sthe places of all others are settled: tile %s gets to %s, and %s wants it in %s.", when(len(levels)),
				a.tile(int32(x)),
				cellName(a.p.Cols, so[x]), goal, cellName(a.p.Cols, asked[x]))
			return
		}
	}
}

// A level of a chain is the permutations that fix the base before it: where they take its base cell, and how.
type level struct {
	base  int32
	orbit []int32 // base first
	from  []int   // for each of orbit but the first: the place of the cell before it
	by    [][]int32
}

// levelsOf makes the levels of a chain on n cells, nil where it is none.
func levelsOf(c *permute.Chain, n int) []level {
	for _, p := range c.Strong {
		if len(p) != n {
			return nil
		}
		for _, y := range p {
			if y < 0 || int(y) >= n {
				return nil
			}
		}
	}
	levels := make([]level, 0, len(c.Base))
	gens := c.Strong
	for _, b := range c.Base {
		if b < 0 || int(b) >= n {
			return nil
		}
		l := level{base: b, orbit: []int32{b}, from: []int{0}, by: [][]int32{nil}}
		seen := make([]bool, n)
		seen[b] = true
		for at := 0; at < len(l.orbit); at++ {
			for _, p := range gens {
				if y := p[l.orbit[at]]; !seen[y] {
					seen[y] = true
					l.orbit, l.from, l.by = append(l.orbit, y), append(l.from, at), append(l.by, p)
				}
			}
		}
		levels = append(levels, l)
		var rest [][]int32
		for _, p := range gens {
			if p[b] == b {
				rest = append(rest, p)
			}
		}
		gens = rest
	}
	return levels
}

// bring is a permutation of the level that takes the base cell to the i-th of its orbit.
func (l *level) bring(i, n int) []int32 {
	out := make([]int32, n)
	for x := range out {
		out[x] = int32(x)
	}
	var way [][]int32 // the last one first
	for ; i != 0; i = l.from[i] {
		way = append(way, l.by[i])
	}
	for k := len(way) - 1; k >= 0; k-- {
		for x := range out {
			out[x] = way[k][out[x]]
		}
	}
	return out
}
