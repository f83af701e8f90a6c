package permutesolve

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
)

// maxListedCells is the most cells that a sentence lists.
const maxListedCells = 12

func (e *explainer) impossible(c *permute.Certificate) {
	e.say("impossible%s:", e.note())
	switch {
	case c.Orbit != nil:
		e.orbit(c.Orbit)
	case c.Parity != nil:
		e.parity(c.Parity)
	case c.Blocks != nil:
		e.blocks(c.Blocks)
	case c.Characters != nil:
		e.characters(c.Characters)
	case c.Chain != nil:
		e.chain(c.Chain)
	case c.Exhausted != nil:
		if c.Exhausted.States == 1 {
			e.say("no board but the start can be reached, and it is not what is wanted.")
		} else {
			e.say("%s can be reached from the start. All of them have been looked at, and none is what is wanted.", grid.Number(c.Exhausted.States, "board"))
		}
	}
}

// cells lists cells, or says how many they are.
func (e *explainer) cells(list []int32) string {
	if len(list) > maxListedCells {
		return grid.Number(len(list), "cell")
	}
	var out []string
	for _, x := range list {
		out = append(out, cellName(e.p.Cols, x))
	}
	return strings.Join(out, " ")
}

// mark draws cells, where they are too many for a list.
func (e *explainer) mark(list []int32) {
	if len(list) <= maxListedCells || !e.pen.fits() {
		return
	}
	in := make(map[int]bool, len(list))
	for _, x := range list {
		in[int(x)] = true
	}
	e.draw(marks("these cells", func(x int) string {
		if in[x] {
			return "#"
		}
		return "."
	}))
}

func (e *explainer) orbit(c *permute.Orbit) {
	e.say("no move leads out of certain cells, so the tiles in them stay among them.")
	for i, g := range c.Goals {
		if i == maxShownGoals {
			e.say("and so on for %s", grid.Number(len(c.Goals)-i, "more goal"))
			return
		}
		have := fmt.Sprintf("has it there %d times", g.Have)
		switch g.Have {
		case 0:
			have = "has none there"
		case 1:
			have = "has one there"
		}
		e.say("In %s %s wants the tile %s %s; the start %s.", e.cells(g.Cells), e.goalName(i), g.Tile, times(g.Want), have)
		e.mark(g.Cells)
	}
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (e *explainer) parity(c *permute.Parity) {
	where := ""
	if c.Cells != nil {
		where = " of the tiles in " + e.cells(c.Cells)
	}
	e.say("every permutation comes from swaps of two tiles: always from an even number of them, or always from an odd")
	e.say("one. A cycle of k tiles takes k − 1 swaps. Every move is an even permutation%s, and so is", where)
	e.say("whatever moves make together.")
	if c.Cells != nil {
		e.say("No move leads out of these cells.")
		e.mark(c.Cells)
	}
	if !group.AllDifferent(e.p) {
		return // no claim about this puzzle; checkers refuse it
	}
	in := func(x int32) bool {
		_, ok := slices.BinarySearch(c.Cells, x)
		return c.Cells == nil || ok
	}
	for i := range e.p.Goals {
		if i == maxShownGoals {
			return
		}
		asked := group.AskedOf(e.p, i)
		seen := make([]bool, len(asked))
		swaps := 0
		var lengths []int
		for x := range asked {
			n := 0
			for at := int32(x); !seen[at] && in(at); at = asked[at] {
				seen[at] = true
				n++
			}
			if n > 1 {
				lengths = append(lengths, n)
				swaps += n - 1
			}
		}
		slices.Sort(lengths)
		list := strings.Trim(fmt.Sprint(lengths), "[]")
		if len(lengths) > maxListedCells {
			list = strings.Trim(fmt.Sprint(lengths[len(lengths)-maxListedCells:]), "[]") + " and shorter ones"
		}
		e.say("But %s asks for cycles of %s tiles: %s, an odd permutation.", e.goalName(i), list, grid.Number(swaps, "swap"))
	}
}

func (e *explainer) blocks(c *permute.Blocks) {
	e.say("some cells belong together in blocks. Every move takes each block as a whole to a block, so that tiles which")
	e.say("share a block share one for ever.")
	name := make(map[int]string)
	for i, b := range c.System {
		for _, x := range b {
			name[int(x)] = blockName(i)
		}
	}
	e.pictures([]picture{marks("the blocks", named(name))}, len(c.System))
	if !group.AllDifferent(e.p) {
		return
	}
	for i, pair := range c.Pairs {
		if i == maxShownGoals || i == len(e.p.Goals) {
			return
		}
		if max(pair[0], pair[1]) >= int32(len(e.p.Start)) || min(pair[0], pair[1]) < 0 {
			return
		}
		asked := group.AskedOf(e.p, i)
		a, b := pair[0], pair[1]
		e.say("The tiles %s in %s and %s in %s share a block; %s wants them in %s and %s, which do not.",
			e.p.Label(e.p.Start[a]), cellName(e.p.Cols, a), e.p.Label(e.p.Start[b]), cellName(e.p.Cols, b), e.goalName(i),
			cellName(e.p.Cols, asked[a]), cellName(e.p.Cols, asked[b]))
	}
}

// blockName names the i-th block: a, b, … z, aa, ab, …
func blockName(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('a'+(i-1)%26)) + s
	}
	return s
}

func (e *explainer) chain(c *permute.Chain) {
	order := chainOrder(c, len(e.p.Start))
	size := len(e.p.Start)
	if c.Cells != nil {
		size = len(c.Cells)
	}
	all := new(big.Int).MulRange(1, int64(size))
	if c.Cells != nil {
		e.say("no move leads out of %s, and there alone the goals cannot be made.", e.cells(c.Cells))
		e.mark(c.Cells)
		e.say("In these cells")
	}
	e.say("the moves make %s of the %s permutations of the cells at most, and what is wanted is none of them.", shortNumber(order), shortNumber(all))
	e.say("The certificate shows this by a stabiliser chain: %s of cells, chosen so that it can be", grid.Number(len(c.Strong), "permutation"))
	e.say("decided cell by cell what can be made of them. All moves can be, and %s cannot:", e.wanted())
	if !group.AllDifferent(e.p) {
		e.say("wherever the tiles of %s go, one after another, in the end some cells", e.cells(c.Base))
		e.say("between which tiles can still go lack a tile that is wanted there.")
		return
	}
	e.say("when the tiles that belong into %s are brought there by them, one after another, the rest is not right", e.cells(c.Base))
	e.say("or one cannot be brought there.")
}

func (e *explainer) wanted() string {
	if len(e.p.Goals) == 1 {
		return "the goal"
	}
	return "the goals"
}

func shortNumber(n *big.Int) string {
	s := n.String()
	if len(s) > 24 {
		return fmt.Sprintf("%s.%s·10^%d", s[:1], s[1:3], len(s)-1)
	}
	return s
}

// chainOrder is the product of the lengths of a chain's orbits.
func chainOrder(c *permute.Chain, n int) *big.Int {
	order := big.NewInt(1)
	gens := c.Strong
	for _, b := range c.Base {
		if b < 0 || int(b) >= n {
			return order
		}
		in := make([]bool, n)
		in[b] = true
		queue := []int32{b}
		for at := 0; at < len(queue); at++ {
			for _, p := range gens {
				if len(p) != n || p[queue[at]] < 0 || int(p[queue[at]]) >= n {
					return order
				}
				if to := p[queue[at]]; !in[to] {
					in[to] = true
					queue = append(queue, to)
				}
			}
		}
		order.Mul(order, big.NewInt(int64(len(queue))))
		var rest [][]int32
		for _, p := range gens {
			if p[b] == b {
				rest = append(rest, p)
			}
		}
		gens = rest
	}
	return order
}
