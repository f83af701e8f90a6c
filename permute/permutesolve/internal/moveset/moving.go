package moveset

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
)

// Moving is a set of moves without the cells that no move touches. Tables and searches are made for it, so idle cells
// take neither room nor time; and it knows the orbits, so boards are numbered orbit by orbit.
type Moving struct {
	Compiled *Compiled
	cells    []int32 // the board's cell for each of c; nil where they are the same
}

// NewMoving takes the idle cells off a set with these orbits, all but one cell where nothing moves. It is the set
// itself where every cell moves in one orbit. mt says whether it is complete.
func NewMoving(mt *meter.Meter, c *Compiled, orbits [][]int32) *Moving {
	number := make([]int32, c.N)
	many := 0
	for _, o := range orbits {
		if len(o) == 1 {
			number[o[0]] = -1
		} else {
			many++
		}
	}
	var cells []int32
	for x, k := range number {
		if k == 0 {
			number[x] = int32(len(cells))
			cells = append(cells, int32(x))
		}
	}
	m := &Moving{Compiled: c}
	if many == 0 {
		number[0], cells = 0, []int32{0}
	}
	if many < 2 && len(cells) == c.N {
		return m
	}
	if len(cells) == c.N {
		own := *c
		m.Compiled = &own
	} else {
		m.Compiled, m.cells = c.restricted(mt, cells, number), cells
		if mt.Err() != nil {
			return &Moving{Compiled: c}
		}
	}
	if many < 2 {
		return m
	}
	m.Compiled.orbit = make([]int32, len(cells))
	for _, o := range orbits {
		if len(o) == 1 {
			continue
		}
		part := make([]int32, len(o))
		for i, x := range o {
			part[i] = number[x]
			m.Compiled.orbit[number[x]] = int32(len(m.Compiled.parts))
		}
		m.Compiled.parts = append(m.Compiled.parts, part)
	}
	return m
}

// restricted is the set on some cells only, which it numbers anew; their rows and columns close up. On a
// full rectangle it is the same as on a board of that size.
func (c *Compiled) restricted(mt *meter.Meter, cells, number []int32) *Compiled {
	line := func(of func(x int32) int) (map[int]int32, int) {
		var used []int
		for _, x := range cells {
			used = append(used, of(x))
		}
		slices.Sort(used)
		used = slices.Compact(used)
		at := make(map[int]int32, len(used))
		for i, v := range used {
			at[v] = int32(i)
		}
		return at, len(used)
	}
	width := c.Set.Cols
	row, rows := line(func(x int32) int { return int(x) / width })
	col, cols := line(func(x int32) int { return int(x) % width })
	set := &permute.MoveSet{Rows: 1, Cols: len(cells), Moves: slices.Clone(c.Set.Moves)}
	if rows*cols == len(cells) {
		set.Rows, set.Cols = rows, cols
	}
	for i := range set.Moves {
		moved := len(c.Moves[i].To)
		if mt.Hold("the moves on the cells that they move", 4*int64(moved)) != nil || mt.Work(64+8*moved) != nil {
			return c
		}
		cycles := make([][]int32, len(set.Moves[i].Cycles))
		for k, cycle := range set.Moves[i].Cycles {
			cycles[k] = make([]int32, len(cycle))
			for j, x := range cycle {
				cycles[k][j] = number[x]
			}
		}
		set.Moves[i].Cycles = cycles
	}
	out, err := CompileWithin(mt, set)
	if err != nil {
		return c
	}
	if rows*cols != len(cells) {
		out.Rows, out.Cols = rows, cols
		out.Place = make([]int32, len(cells))
		for i, x := range cells {
			out.Place[i] = row[int(x)/width]*int32(cols) + col[int(x)%width]
		}
	}
	return out
}

// A Stage is a question reduced to what takes part in it: the cells that move, and tiles that are told apart by their
// orbits, since alike tiles of different orbits never change places.
type Stage struct {
	Compiled *Compiled
	// Instance is nil where no goal has in each orbit, and in each idle cell, tiles that the start has there: none can be
	// reached then.
	Instance *permute.Instance
	Whole    *permute.Instance
	cells    []int32        // as in moving
	tiles    []permute.Tile // what each tile of p is in whole; nil where they are the same
	goals    []int          // likewise for goals
}

// Stage reduces p, which is valid and of m's set. O(cells · goals). The error is ctx's.
func (m *Moving) Stage(ctx context.Context, p *permute.Instance) (*Stage, error) {
	s := &Stage{Compiled: m.Compiled, Instance: p, Whole: p, cells: m.cells}
	if m.cells == nil && m.Compiled.parts == nil {
		return s, nil
	}
	q := &permute.Instance{Rows: m.Compiled.Set.Rows, Cols: m.Compiled.Set.Cols, Moves: m.Compiled.Set, Given: true,
		Start: make([]permute.Tile, m.Compiled.N)}
	s.Instance, s.tiles = q, []permute.Tile{}
	var left []int32 // of each tile of q, in a goal
	goals := make([][]permute.Tile, len(p.Goals))
	looked := 0 // cells since ctx was asked
	ask := func(cells int) error {
		if looked += cells; looked < 1<<20 {
			return nil
		}
		looked = 0
		return ctx.Err()
	}
	for i, g := range p.Goals {
		if err := ask(len(g)); err != nil {
			return nil, err
		}
		if s.idleFits(g) {
			goals[i] = make([]permute.Tile, m.Compiled.N)
		}
	}
	name := make([]permute.Tile, len(p.Labels)) // of a tile in the orbit at hand
	for i := range name {
		name[i] = permute.Any
	}
	for _, orbit := range m.Compiled.ByOrbit() {
		first := len(s.tiles)
		for _, x := range orbit {
			t := p.Start[s.cell(int(x))]
			if name[t] == permute.Any {
				name[t] = permute.Tile(len(s.tiles))
				s.tiles, q.Labels = append(s.tiles, t), append(q.Labels, p.Labels[t])
			}
			q.Start[x] = name[t]
		}
		left = slices.Grow(left[:0], len(s.tiles))[:len(s.tiles)]
		for i, g := range goals {
			if err := ask(4 + len(orbit)); err != nil {
				return nil, err
			}
			if g != nil && !s.goalIn(orbit, p.Goals[i], g, name, left) {
				goals[i] = nil
			}
		}
		for _, t := range s.tiles[first:] {
			name[t] = permute.Any
		}
	}
	for i, g := range goals {
		if g != nil {
			q.Goals, s.goals = append(q.Goals, g), append(s.goals, i)
		}
	}
	if len(q.Goals) == 0 {
		s.Instance = nil
	}
	return s, nil
}

// goalIn names the tiles of one orbit of a goal; false where the start does not have them there.
func (s *Stage) goalIn(orbit []int32, from, to, name []permute.Tile, left []int32) bool {
	for _, x := range orbit {
		left[s.Instance.Start[x]] = 0
	}
	for _, x := range orbit {
		left[s.Instance.Start[x]]++
	}
	for _, x := range orbit {
		t := from[s.cell(int(x))]
		if t != permute.Any {
			if t = name[t]; t == permute.Any || left[t] == 0 {
				return false
			}
			left[t]--
		}
		to[x] = t
	}
	return true
}

// idleFits reports whether a goal has in each idle cell the tile that will always be there.
func (s *Stage) idleFits(goal []permute.Tile) bool {
	next := 0
	for x, t := range goal {
		switch {
		case s.cells == nil || next < len(s.cells) && int(s.cells[next]) == x:
			next++
		case t != permute.Any && t != s.Whole.Start[x]:
			return false
		}
	}
	return true
}

// cell is the board's cell for one of c's.
func (s *Stage) cell(i int) int32 {
	if s.cells == nil {
		return int32(i)
	}
	return s.cells[i]
}

// Goal is the number of a goal of p in the question.
func (s *Stage) Goal(i int) int {
	if s.goals == nil || i < 0 {
		return i
	}
	return s.goals[i]
}

// Board puts a board of p's tiles among the idle cells of the start.
func (s *Stage) Board(b []permute.Tile) []permute.Tile {
	if s.tiles == nil {
		return b
	}
	out := slices.Clone(s.Whole.Start)
	for i, t := range b {
		out[s.cell(i)] = s.tiles[t]
	}
	return out
}

// Placed puts a board whose tiles are numbered by cells of c among idle cells that are as they are; n is the number of
// the board's cells.
func (m *Moving) Placed(b []permute.Tile, n int) []permute.Tile {
	if m.cells == nil {
		return b
	}
	out := Identity(n)
	for i, t := range b {
		out[m.cells[i]] = m.cells[t]
	}
	return out
}

// FromGoals is p with a start from which its first goal can be reached. Where all boards from which any goal can be
// reached have the same tiles in each orbit, but for tiles that no goal asks for, it is reduced to these; otherwise
// it is taken as it is, of the set c.
func (m *Moving) FromGoals(ctx context.Context, c *Compiled, p *permute.Instance, rng *rand.Rand) (*Stage, error) {
	q := *p
	q.Start = Filled(p, p.Goals[0], rng)
	s, err := m.Stage(ctx, &q)
	if err != nil {
		return nil, err
	}
	if s.tiles != nil && (len(s.Instance.Goals) < len(p.Goals) || !settled(&q)) {
		return &Stage{Compiled: c, Instance: &q, Whole: &q}, nil
	}
	return s, nil
}

// settled reports whether no goal of p leaves over a tile that some goal asks for. Then what is left for its open
// cells is all alike, and the goal alone says which of the other tiles stand in which orbit.
func settled(p *permute.Instance) bool {
	asked := make([]bool, len(p.Labels))
	have := make([]int, len(p.Labels))
	for _, t := range p.Start {
		have[t]++
	}
	for _, g := range p.Goals {
		for _, t := range g {
			if t != permute.Any {
				asked[t] = true
			}
		}
	}
	for _, g := range p.Goals {
		left := slices.Clone(have)
		for _, t := range g {
			if t != permute.Any {
				left[t]--
			}
		}
		for t, yes := range asked {
			if yes && left[t] > 0 {
				return false
			}
		}
	}
	return true
}

// Filled returns a goal whose cells that do not matter hold the tiles that are left, in random order; rising where
// rng is nil.
func Filled(p *permute.Instance, goal []permute.Tile, rng *rand.Rand) []permute.Tile {
	left := make([]int, len(p.Labels))
	for _, t := range p.Start {
		left[t]++
	}
	for _, t := range goal {
		if t != permute.Any {
			left[t]--
		}
	}
	var spare []permute.Tile
	for t, n := range left {
		for range n {
			spare = append(spare, permute.Tile(t))
		}
	}
	if rng != nil {
		rng.Shuffle(len(spare), func(i, j int) { spare[i], spare[j] = spare[j], spare[i] })
	}
	out := append([]permute.Tile(nil), goal...)
	for i, t := range out {
		if t == permute.Any {
			out[i], spare = spare[0], spare[1:]
		}
	}
	return out
}
