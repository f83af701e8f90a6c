package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// How many of the farthest boards an analysis lists in documents, and how many in its text.
const (
	antipodes      = 1000
	antipodesShown = 3
)

// Analyze says what p's moves can do: their group with its order, orbits, block systems and parity, and where all
// boards fit the limits, how many are at which distance from the goals, and the farthest. The sum over all distances
// is checked against the order. The work on distances goes on where it was stopped if the solver has a directory. p's
// start plays no part, but that its tiles may be alike.
func (s *Solver) Analyze(ctx context.Context, p *permute.Instance, lim puzzle.Limits,
	yield func(puzzle.Fact) error) error {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return err
	}
	a := &analysis{s: s, g: g, p: p, lim: lim, yield: yield}
	a.moves()
	a.orbits()
	st, err := g.group.Structure(ctx, lim)
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

func (a *analysis) fact(key string, value any, lines ...puzzle.Line) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: key, Value: value, Lines: lines})
	}
}

// drawn is a fact with pictures.
func (a *analysis) drawn(key string, value any, pictures func(w scene.Window) []*scene.Scene, lines ...puzzle.Line) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: key, Value: value, Lines: lines, Pictures: pictures})
	}
}

// parts draws cells in the colour and with the number of the part that they belong to, from 1; those of none are empty.
func (a *analysis) parts(caption string, w scene.Window, parts int, part func(i int) []int32) *scene.Scene {
	of := map[int32]int{}
	for i := range parts {
		for _, cell := range part(i) {
			of[cell] = i + 1
		}
	}
	return cellScene(a.p, caption, w, scene.Hole, func(x int) (scene.Look, int) {
		n, ok := of[int32(x)]
		if !ok {
			return scene.Look{}, -1
		}
		return scene.Look{Colour: 1 + (n-1)%scene.Colours, Label: strconv.Itoa(n)}, x
	})
}

// say makes a line for a person.
func say(label, format string, args ...any) puzzle.Line {
	return puzzle.Line{Label: label, Text: fmt.Sprintf(format, args...)}
}

// moves tells what the set is like.
func (a *analysis) moves() {
	c := a.g.c
	odd, reversible := 0, 0
	for i := range c.Moves {
		if !c.Moves[i].Even {
			odd++
		}
		if c.Inverse[i] >= 0 {
			reversible++
		}
	}
	a.fact("rows", c.Set.Rows, say("cells", "%d × %d", c.Set.Rows, c.Set.Cols))
	a.fact("columns", c.Set.Cols)
	if a.p.Given {
		a.fact("goal_given", true)
	} else {
		a.fact("goal_given", false, say("goal", "none was given: it is the natural order of the tiles"))
	}
	a.fact("moves", len(c.Moves), say("moves", "%d", len(c.Moves)))
	text := "every move has its inverse, at the same cost"
	if !c.Closed {
		text = fmt.Sprintf("%d of %d moves have an inverse at the same cost: distances depend on the direction", reversible,
			len(c.Moves))
	}
	a.fact("reversible", c.Closed, say("reversible", "%s", text))
	a.fact("moves_with_inverse", reversible)
	if !c.Unit {
		low, high := c.Moves[0].Cost, c.Moves[0].Cost
		for i := range c.Moves {
			low, high = min(low, c.Moves[i].Cost), max(high, c.Moves[i].Cost)
		}
		a.fact("costs", costRange{natural(low), natural(high)}, say("costs", "from %d to %d", low, high))
	}
	a.fact("odd_moves", odd, say("odd moves", "%s", parityText(odd, len(c.Moves))))
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

// Values of facts in documents. Orbits are numbered from 1.
type (
	costRange struct {
		Least string `json:"least"`
		Most  string `json:"most"`
	}
	orbit struct {
		Size  int      `json:"size"`
		Cells [][2]int `json:"cells"`
	}
	giantOrbit struct {
		Orbit   int      `json:"orbit"`
		Group   string   `json:"group"`
		Word    []string `json:"word"`
		Cycle   int      `json:"cycle"`
		Theorem string   `json:"theorem"`
	}
	blockSystem struct {
		Orbit  int        `json:"orbit"`
		Blocks [][][2]int `json:"blocks"`
	}
	atDistance struct {
		Cost   string `json:"cost"`
		Boards string `json:"boards"`
	}
	farBoards struct {
		Total  string       `json:"total"`
		Boards [][][]string `json:"boards"`
	}
)

func natural(n int64) string { return strconv.FormatInt(n, 10) }

// place is a cell as documents have it: row and column, from 1.
func (a *analysis) place(cell int) [2]int {
	cols := a.g.c.Set.Cols
	return [2]int{cell/cols + 1, cell%cols + 1}
}

// orbits tells which cells tiles can get to.
func (a *analysis) orbits() {
	orbits := a.g.group.Orbits
	values := make([]orbit, len(orbits))
	for i, o := range orbits {
		values[i] = orbit{len(o), make([][2]int, len(o))}
		for k, cell := range o {
			values[i].Cells[k] = a.place(int(cell))
		}
	}
	if len(orbits) == 1 {
		a.fact("orbits", values, say("orbits", "1: every tile can get to every cell"))
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
		parts = append(parts, fmt.Sprintf("%d of %s each", sizes[size], grid.Number(size, "cell")))
	}
	lines := []puzzle.Line{say("orbits", "%d sets of cells that no tile leaves: %s", len(orbits),
		strings.Join(parts, ", "))}
	for i, o := range orbits[:min(len(orbits), maxListed)] {
		if len(o) <= maxListed {
			lines = append(lines, say(fmt.Sprintf("orbit %d", i+1), "%s", strings.Join(cellNames(o, a.g.c.Set.Cols), " ")))
		}
	}
	a.drawn("orbits", values, func(w scene.Window) []*scene.Scene {
		return []*scene.Scene{a.parts("the orbit of each cell", w, len(orbits), func(i int) []int32 { return orbits[i] })}
	}, lines...)
}

// maxListed is the most orbits or blocks, and cells of one, that are spelled out.
const maxListed = 32

// cellNames writes cells as "(row,column)" from 1.
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
	a.fact("order", order.String(), say("order", "%s", grid.Short(order)))
	values := []giantOrbit{}
	var lines []puzzle.Line
	for _, giant := range st.Giants() {
		group, kind := "alternating", "all even permutations"
		if giant.Symmetric {
			group, kind = "symmetric", "all permutations"
		}
		word := make([]string, len(giant.Word))
		for i, l := range giant.Word {
			word[i] = a.letter(l)
		}
		values = append(values, giantOrbit{giant.Orbit + 1, group, word, len(giant.Cycle), giant.Theorem.String()})
		if giant.Orbit < maxListed {
			lines = append(lines, say(fmt.Sprintf("giant orbit %d", giant.Orbit+1),
				"%s of its %d cells: the moves %s give a cycle of %d cells, and the group is primitive there (%s)",
				kind, len(a.g.group.Orbits[giant.Orbit]), wordText(word), len(giant.Cycle), giant.Theorem))
		}
	}
	a.fact("giant_orbits", values, lines...)
}

// letter is a move's name, with a mark where it is undone.
func (a *analysis) letter(l perm.Letter) string {
	name := a.p.Moves.Moves[l.Gen()].Name
	if l.Inverted() {
		name += "⁻¹"
	}
	return name
}

// wordText writes the beginning of a word of moves.
func wordText(word []string) string {
	const most = 40
	if len(word) <= most {
		return strings.Join(word, " ")
	}
	return fmt.Sprintf("%s … (%d moves in all)", strings.Join(word[:most], " "), len(word))
}

// blocks tells which cells stay together.
func (a *analysis) blocks(st *perm.Structure) {
	values := []blockSystem{}
	var lines []puzzle.Line
	var drawn []func(w scene.Window) *scene.Scene
	for i := range a.g.group.Orbits {
		system := st.Blocks(i)
		if system == nil {
			continue
		}
		value := blockSystem{i + 1, make([][][2]int, len(system))}
		var names []string
		for j, block := range system {
			cells := make([]int32, len(block))
			for k, c := range block {
				cells[k] = int32(c)
				value.Blocks[j] = append(value.Blocks[j], a.place(int(c)))
			}
			if j < maxListed {
				names = append(names, strings.Join(cellNames(cells, a.g.c.Set.Cols), " "))
			}
		}
		if len(system) > maxListed {
			names = append(names, "…")
		}
		values = append(values, value)
		if i < maxListed {
			drawn = append(drawn, func(w scene.Window) *scene.Scene {
				return a.parts(fmt.Sprintf("blocks in orbit %d", i+1), w, len(system), func(j int) (cells []int32) {
					for _, c := range system[j] {
						cells = append(cells, int32(c))
					}
					return cells
				})
			})
			lines = append(lines, say(fmt.Sprintf("blocks in orbit %d", i+1), "%d blocks of %d cells that stay together: %s",
				len(system), len(system[0]), strings.Join(names, " | ")))
		}
	}
	if len(drawn) == 0 {
		a.fact("block_systems", values)
		return
	}
	a.drawn("block_systems", values, func(w scene.Window) (list []*scene.Scene) {
		for _, draw := range drawn {
			list = append(list, draw(w))
		}
		return list
	}, lines...)
}

// distances tells how far boards are from the goals.
func (a *analysis) distances(ctx context.Context, order *big.Int) error {
	opt := tables.Spared(tables.DistributionOptions{Order: order, Checkpoint: a.s.checkpoints(), Every: time.Second,
		Now: time.Now, Antipodes: antipodes})
	st, err := a.g.moving.FromGoals(ctx, a.g.c, a.p, nil)
	if err != nil {
		return err
	}
	p := st.Instance
	if !tables.OwnTable(p) && !tables.Loose(p) {
		p = nil
	}
	d, err := a.s.tables.Distribution(ctx, st.Compiled, p, opt, a.lim)
	if le := (*puzzle.LimitError)(nil); errors.As(err, &le) && le.Limit == "size" {
		a.fact("no_distances", le.Msg, say("distances", "unknown: %s", le.Msg))
		return a.err
	}
	if err != nil {
		return err
	}
	if p == nil {
		a.named(d)
		if order == nil || order.Cmp(big.NewInt(d.Total)) != 0 {
			return fmt.Errorf("%w: the distances count %s and the group has order %v", puzzle.ErrInternal,
				grid.Number(d.Total, "board"), order)
		}
		a.fact("boards", natural(d.Total), say("boards", "%d, as many as the order says", d.Total))
	} else {
		for i := range d.Hardest {
			d.Hardest[i] = st.Board(d.Hardest[i])
		}
		a.fact("boards", natural(d.Total), say("boards",
			"%d, tiles that are alike or that no goal asks for being exchangeable, from which a goal can be reached", d.Total))
	}
	last := len(d.Costs) - 1
	a.fact("diameter", natural(d.Costs[last]), say("diameter", "%d: no board needs more (God's number)", d.Costs[last]))
	parts := make([]string, len(d.Costs))
	rows := make([]atDistance, len(d.Costs))
	drawn := puzzle.Distribution{Of: "boards", By: "moves"}
	if !a.g.c.Unit {
		drawn.By = "cost"
	}
	for i := range d.Costs {
		cost := big.NewInt(d.Costs[i])
		drawn.Bins = append(drawn.Bins, puzzle.Bin{From: cost, To: cost, Count: big.NewInt(d.Boards[i])})
		parts[i] = fmt.Sprintf("%d at %d", d.Boards[i], d.Costs[i])
		rows[i] = atDistance{natural(d.Costs[i]), natural(d.Boards[i])}
	}
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: "distances", Value: rows, Distribution: drawn,
			Lines: []puzzle.Line{say("distances", "%s", strings.Join(parts, ", "))}})
	}
	if d.Symmetries > 1 {
		a.fact("symmetries", d.Symmetries, say("symmetries", "%d symmetries of the moves were used", d.Symmetries))
	}
	a.farthest("hardest_starts", "hardest starts", d.Hardest, d.Boards[last])
	if !a.g.c.Closed {
		a.farthest("antipodes", "antipodes", d.Antipodes, d.Boards[last])
	}
	return a.err
}

// farthest lists boards that are as far as any, all of them up to antipodes; their number is told with them.
func (a *analysis) farthest(key, label string, boards [][]permute.Tile, all int64) {
	if len(boards) == 0 {
		return
	}
	texts := make([]string, len(boards))
	value := farBoards{Total: natural(all)}
	for i, b := range boards {
		labels := a.labels(b)
		texts[i] = a.boardText(labels)
		value.Boards = append(value.Boards, labels)
	}
	more := ""
	if texts = texts[:min(len(texts), antipodesShown)]; int64(len(texts)) < all {
		more = fmt.Sprintf(" and %d more", all-int64(len(texts)))
	}
	boards = boards[:len(texts)]
	a.drawn(key, value, func(w scene.Window) (list []*scene.Scene) {
		for _, b := range boards {
			list = append(list, boardScene(a.p, "", b, w))
		}
		return list
	}, say(label, "%s%s", strings.Join(texts, "  "), more))
}

// labels are the rows of a board, in the instance's tiles.
func (a *analysis) labels(board []permute.Tile) [][]string {
	cols := a.g.c.Set.Cols
	var rows [][]string
	for i, t := range board {
		if i%cols == 0 {
			rows = append(rows, make([]string, 0, cols))
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], a.p.Labels[t])
	}
	return rows
}

// boardText writes a board as one line.
func (a *analysis) boardText(board [][]string) string {
	between := ""
	for _, l := range a.p.Labels {
		if len([]rune(l)) != 1 {
			between = ","
		}
	}
	rows := make([]string, len(board))
	for i, row := range board {
		rows[i] = strings.Join(row, between)
	}
	return strings.Join(rows, "/")
}

// named gives the farthest boards, whose tiles are numbered by the cells in which the goal has them, the goal's
// tiles. Where a cell does not matter it has one that is left.
func (a *analysis) named(d *tables.Distribution) {
	tables.PlaceFarthest(a.g.moving, d, a.g.c.N)
	goal := moveset.Filled(a.p, a.p.Goals[0], nil)
	for _, list := range [][][]permute.Tile{d.Antipodes, d.Hardest} {
		for _, b := range list {
			for i, cell := range b {
				b[i] = goal[cell]
			}
		}
	}
}
