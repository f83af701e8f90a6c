package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// antipodes is how many of the farthest boards an analysis lists.
const antipodes = 3

// Analyze says what p's moves can do: their group with its order, orbits, block systems and parity, and where all boards fit the
// limits, how many are at which distance from the goals, and the farthest. The sum over all distances is checked against the order. The work on
// distances goes on where it was stopped if the solver has a directory. p's start plays no part, but that its tiles may be alike.
func (s *Solver) Analyze(ctx context.Context, p *permute.Instance, lim puzzle.Limits, yield func(puzzle.Fact) error) error {
	if err := p.Validate(); err != nil {
		return err
	}
	g := s.game(p.Moves)
	a := &analysis{s: s, g: g, p: p, lim: lim, yield: yield}
	a.moves()
	a.orbits()
	st, err := g.group.structure(ctx, lim)
	if err != nil {
		if a.err != nil {
			return a.err
		}
		return err
	}
	a.group(st)
	a.blocks(st)
	if a.err != nil {
		return a.err
	}
	return a.distances(ctx, st.Order())
}

// An analysis is under way until err is set.
type analysis struct {
	s     *Solver
	g     *game
	p     *permute.Instance
	lim   puzzle.Limits
	yield func(puzzle.Fact) error
	err   error
}

func (a *analysis) fact(name string, value any, format string, args ...any) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Name: name, Value: value, Text: fmt.Sprintf(format, args...)})
	}
}

// moves tells what the set is like.
func (a *analysis) moves() {
	c := a.g.c
	odd, reversible := 0, 0
	for i := range c.moves {
		if !c.moves[i].even {
			odd++
		}
		if c.inverse[i] >= 0 {
			reversible++
		}
	}
	a.fact("cells", c.n, "%d × %d", c.set.Rows, c.set.Cols)
	if !a.p.Given {
		a.fact("goal", "natural order", "none was given: it is the natural order of the tiles")
	}
	a.fact("moves", len(c.moves), "")
	switch {
	case c.closed:
		a.fact("reversible", true, "every move has its inverse, at the same cost")
	default:
		a.fact("reversible", false, "%d of %d moves have an inverse at the same cost: distances depend on the direction", reversible, len(c.moves))
	}
	if !c.unit {
		low, high := c.moves[0].cost, c.moves[0].cost
		for i := range c.moves {
			low, high = min(low, c.moves[i].cost), max(high, c.moves[i].cost)
		}
		a.fact("costs", []int64{low, high}, "from %d to %d", low, high)
	}
	a.fact("odd moves", odd, "%s", parityText(odd, len(c.moves)))
}

func parityText(odd, all int) string {
	switch odd {
	case 0:
		return "none: every board that can be reached is an even permutation"
	case all:
		return "all: with each move the parity of the permutation changes"
	}
	return fmt.Sprintf("%d of %d", odd, all)
}

// orbits tells which cells tiles can get to.
func (a *analysis) orbits() {
	orbits := a.g.group.orbits
	if len(orbits) == 1 {
		a.fact("orbits", 1, "1: every tile can get to every cell")
		return
	}
	sizes := map[int]int{}
	var order []int
	for _, o := range orbits {
		if sizes[len(o)] == 0 {
			order = append(order, len(o))
		}
		sizes[len(o)]++
	}
	var parts []string
	for _, size := range order {
		parts = append(parts, fmt.Sprintf("%d of %s each", sizes[size], number(int64(size), "cell")))
	}
	a.fact("orbits", len(orbits), "%d sets of cells that no tile leaves: %s", len(orbits), strings.Join(parts, ", "))
	for i, o := range orbits {
		if i == maxListed || a.err != nil {
			break
		}
		if len(o) <= maxListed {
			a.fact(fmt.Sprintf("orbit %d", i+1), cellNames(o, a.g.c.set.Cols), "%s", strings.Join(cellNames(o, a.g.c.set.Cols), " "))
		}
	}
}

// maxListed is the most orbits or blocks, and cells of one, that are spelled out.
const maxListed = 32

// cellNames writes cells as "[row, column]" from 1.
func cellNames(cells []int32, cols int) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = cellName(cols, c)
	}
	return out
}

// group tells what the moves generate.
func (a *analysis) group(st *perm.Structure) {
	order := st.Order()
	a.fact("order", order, "%s", digits(order))
	for _, giant := range st.Giants() {
		kind := "all even permutations"
		if giant.Symmetric {
			kind = "all permutations"
		}
		a.fact(fmt.Sprintf("giant orbit %d", giant.Orbit+1), kind, "%s of its %d cells: the moves %s give a cycle of %d cells, and the group is primitive there (%s)",
			kind, len(a.g.group.orbits[giant.Orbit]), a.wordText(giant.Word), len(giant.Cycle), giant.Theorem)
		if giant.Orbit+1 >= maxListed {
			break
		}
	}
}

// wordText writes a word of generators by their names, an inverse with an apostrophe.
func (a *analysis) wordText(w perm.Word) string {
	const most = 40
	var b strings.Builder
	for i, l := range w {
		if i == most {
			fmt.Fprintf(&b, " … (%d moves in all)", len(w))
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.p.Moves.Moves[l.Gen()].Name)
		if l.Inverted() {
			b.WriteString("⁻¹")
		}
	}
	return b.String()
}

// digits writes an order, and in powers of ten where it is long.
func digits(n *big.Int) string {
	text := n.String()
	if len(text) <= 60 {
		return text
	}
	return fmt.Sprintf("%s… (%d digits)", text[:30], len(text))
}

// blocks tells which cells stay together.
func (a *analysis) blocks(st *perm.Structure) {
	for i := range a.g.group.orbits {
		system := st.Blocks(i)
		if system == nil || i >= maxListed {
			continue
		}
		var names []string
		for j, block := range system {
			if j == maxListed {
				names = append(names, "…")
				break
			}
			cells := make([]int32, len(block))
			for k, c := range block {
				cells[k] = int32(c)
			}
			names = append(names, strings.Join(cellNames(cells, a.g.c.set.Cols), " "))
		}
		a.fact(fmt.Sprintf("blocks in orbit %d", i+1), names, "%d blocks of %d cells that stay together: %s", len(system), len(system[0]), strings.Join(names, " | "))
	}
}

// distances tells how far boards are from the goals.
func (a *analysis) distances(ctx context.Context, order *big.Int) error {
	opt := DistributionOptions{Order: order, Checkpoint: a.s.checkpoints(), Every: time.Second, Now: time.Now, Antipodes: antipodes, spare: true}
	var p *permute.Instance
	if ownTable(a.p) || loose(a.p) {
		p = a.p
	}
	d, err := a.s.tables.distribution(ctx, a.g.c, p, opt, a.lim)
	if le := (*puzzle.LimitError)(nil); errors.As(err, &le) && le.Limit == "size" {
		a.fact("distances", nil, "unknown: %s", le.Msg)
		return a.err
	}
	if err != nil {
		return err
	}
	if p == nil {
		if order == nil || order.Cmp(big.NewInt(d.Total)) != 0 {
			return fmt.Errorf("%w: the distances count %d boards and the group has order %v", puzzle.ErrInternal, d.Total, order)
		}
		a.fact("boards", d.Total, "%d, as many as the order says", d.Total)
	} else {
		a.fact("boards", d.Total, "%d, tiles that are alike or that no goal asks for being exchangeable, from which a goal can be reached", d.Total)
	}
	last := len(d.Costs) - 1
	a.fact("diameter", d.Costs[last], "%d: no board needs more (God's number)", d.Costs[last])
	parts := make([]string, len(d.Costs))
	rows := make([][2]int64, len(d.Costs))
	for i := range d.Costs {
		parts[i] = fmt.Sprintf("%d at %d", d.Boards[i], d.Costs[i])
		rows[i] = [2]int64{d.Costs[i], d.Boards[i]}
	}
	a.fact("distances", rows, "%s", strings.Join(parts, ", "))
	if d.Symmetries > 1 {
		a.fact("symmetries", d.Symmetries, "%d symmetries of the moves were used", d.Symmetries)
	}
	a.farthest("hardest starts", d.Hardest, d.Boards[last])
	if !a.g.c.closed {
		a.farthest("antipodes", d.Antipodes, d.Boards[last])
	}
	return a.err
}

// farthest lists boards that are as far as any.
func (a *analysis) farthest(name string, boards [][]permute.Tile, all int64) {
	if len(boards) == 0 {
		return
	}
	texts := make([]string, len(boards))
	for i, b := range boards {
		texts[i] = a.boardText(b)
	}
	more := ""
	if int64(len(boards)) < all {
		more = fmt.Sprintf(" and %d more", all-int64(len(boards)))
	}
	a.fact(name, texts, "%s%s", strings.Join(texts, "  "), more)
}

// boardText writes a board of the instance's tiles as one line. For different tiles a number is the cell in which the goal has the tile.
func (a *analysis) boardText(board []permute.Tile) string {
	cols := a.g.c.set.Cols
	var b strings.Builder
	labels := a.p.Labels
	wide := false
	for _, l := range labels {
		wide = wide || len([]rune(l)) != 1
	}
	for i, t := range board {
		if !ownTable(a.p) && !loose(a.p) {
			t = a.goalTile(t)
		}
		switch {
		case i > 0 && i%cols == 0:
			b.WriteByte('/')
		case i > 0 && wide:
			b.WriteByte(',')
		}
		b.WriteString(labels[t])
	}
	return b.String()
}

// goalTile is the tile that the first goal has in a cell; where it does not matter, one that is left.
func (a *analysis) goalTile(cell int32) permute.Tile {
	goal := a.p.Goals[0]
	if goal[cell] != permute.Any {
		return goal[cell]
	}
	used := make([]bool, len(a.p.Labels))
	for _, t := range goal {
		if t != permute.Any {
			used[t] = true
		}
	}
	for i, t := range goal {
		if t != permute.Any {
			continue
		}
		for k := range used {
			if !used[k] {
				used[k] = true
				if int32(i) == cell {
					return permute.Tile(k)
				}
				break
			}
		}
	}
	return 0 // not reached: there are as many tiles as cells
}
