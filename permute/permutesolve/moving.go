package permutesolve

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// moving is a set of moves without the cells that no move touches. Tables and searches are made for it, so idle cells take
// neither room nor time; and it knows the orbits, so boards are numbered orbit by orbit.
type moving struct {
	c     *compiled
	cells []int32 // the board's cell for each of c; nil where they are the same
}

// newMoving takes the idle cells off a set with these orbits, all but one cell where nothing moves. It is the set itself where every cell
// moves in one orbit.
func newMoving(c *compiled, orbits [][]int32) *moving {
	number := make([]int32, c.n)
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
	m := &moving{c: c}
	if many == 0 {
		number[0], cells = 0, []int32{0}
	}
	if many < 2 && len(cells) == c.n {
		return m
	}
	if len(cells) == c.n {
		own := *c
		m.c = &own
	} else {
		m.c, m.cells = c.restricted(cells, number), cells
	}
	if many < 2 {
		return m
	}
	m.c.orbit = make([]int32, len(cells))
	for _, o := range orbits {
		if len(o) == 1 {
			continue
		}
		part := make([]int32, len(o))
		for i, x := range o {
			part[i] = number[x]
			m.c.orbit[number[x]] = int32(len(m.c.parts))
		}
		m.c.parts = append(m.c.parts, part)
	}
	return m
}

// restricted is the set on some cells only, which it numbers anew; their rows and columns close up. On a
// full rectangle it is the same as on a board of that size.
func (c *compiled) restricted(cells, number []int32) *compiled {
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
	width := c.set.Cols
	row, rows := line(func(x int32) int { return int(x) / width })
	col, cols := line(func(x int32) int { return int(x) % width })
	set := &permute.MoveSet{Rows: 1, Cols: len(cells), Moves: slices.Clone(c.set.Moves)}
	if rows*cols == len(cells) {
		set.Rows, set.Cols = rows, cols
	}
	for i := range set.Moves {
		cycles := make([][]int32, len(set.Moves[i].Cycles))
		for k, cycle := range set.Moves[i].Cycles {
			cycles[k] = make([]int32, len(cycle))
			for j, x := range cycle {
				cycles[k][j] = number[x]
			}
		}
		set.Moves[i].Cycles = cycles
	}
	out := compile(set)
	if rows*cols != len(cells) {
		out.rows, out.cols = rows, cols
		out.place = make([]int32, len(cells))
		for i, x := range cells {
			out.place[i] = row[int(x)/width]*int32(cols) + col[int(x)%width]
		}
	}
	return out
}

// A stage is a question reduced to what takes part in it: the cells that move, and tiles that are told apart by their
// orbits, since alike tiles of different orbits never change places.
type stage struct {
	c *compiled
	// p is nil where no goal has in each orbit, and in each idle cell, tiles that the start has there: none can be
	// reached then.
	p     *permute.Instance
	whole *permute.Instance
	cells []int32        // as in moving
	tiles []permute.Tile // what each tile of p is in whole; nil where they are the same
	goals []int          // likewise for goals
}

// stage reduces p, which is valid and of m's set. O(cells · goals). The error is ctx's.
func (m *moving) stage(ctx context.Context, p *permute.Instance) (*stage, error) {
	s := &stage{c: m.c, p: p, whole: p, cells: m.cells}
	if m.cells == nil && m.c.parts == nil {
		return s, nil
	}
	q := &permute.Instance{Rows: m.c.set.Rows, Cols: m.c.set.Cols, Moves: m.c.set, Given: true, Start: make([]permute.Tile, m.c.n)}
	s.p, s.tiles = q, []permute.Tile{}
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
			goals[i] = make([]permute.Tile, m.c.n)
		}
	}
	name := make([]permute.Tile, len(p.Labels)) // of a tile in the orbit at hand
	for i := range name {
		name[i] = permute.Any
	}
	for _, orbit := range m.c.byOrbit() {
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
		s.p = nil
	}
	return s, nil
}

// goalIn names the tiles of one orbit of a goal; false where the start does not have them there.
func (s *stage) goalIn(orbit []int32, from, to, name []permute.Tile, left []int32) bool {
	for _, x := range orbit {
		left[s.p.Start[x]] = 0
	}
	for _, x := range orbit {
		left[s.p.Start[x]]++
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
func (s *stage) idleFits(goal []permute.Tile) bool {
	next := 0
	for x, t := range goal {
		switch {
		case s.cells == nil || next < len(s.cells) && int(s.cells[next]) == x:
			next++
		case t != permute.Any && t != s.whole.Start[x]:
			return false
		}
	}
	return true
}

// cell is the board's cell for one of c's.
func (s *stage) cell(i int) int32 {
	if s.cells == nil {
		return int32(i)
	}
	return s.cells[i]
}

// goal is the number of a goal of p in the question.
func (s *stage) goal(i int) int {
	if s.goals == nil || i < 0 {
		return i
	}
	return s.goals[i]
}

// board puts a board of p's tiles among the idle cells of the start.
func (s *stage) board(b []permute.Tile) []permute.Tile {
	if s.tiles == nil {
		return b
	}
	out := slices.Clone(s.whole.Start)
	for i, t := range b {
		out[s.cell(i)] = s.tiles[t]
	}
	return out
}

// placed puts a board whose tiles are numbered by cells of c among idle cells that are as they are; n is the number of
// the board's cells.
func (m *moving) placed(b []permute.Tile, n int) []permute.Tile {
	if m.cells == nil {
		return b
	}
	out := identity(n)
	for i, t := range b {
		out[m.cells[i]] = m.cells[t]
	}
	return out
}

// fromGoals is p with a start from which its first goal can be reached. Where all boards from which any goal can be reached have the same tiles in each
// orbit, but for tiles that no goal asks for, it is reduced to these; otherwise it is taken as it is, of the set c.
func (m *moving) fromGoals(ctx context.Context, c *compiled, p *permute.Instance, rng *rand.Rand) (*stage, error) {
	q := *p
	q.Start = filled(p, p.Goals[0], rng)
	s, err := m.stage(ctx, &q)
	if err != nil {
		return nil, err
	}
	if s.tiles != nil && (len(s.p.Goals) < len(p.Goals) || !settled(&q)) {
		return &stage{c: c, p: &q, whole: &q}, nil
	}
	return s, nil
}

// settled reports whether no goal of p leaves over a tile that some goal asks for. Then what is left for its open cells is all
// alike, and the goal alone says which of the other tiles stand in which orbit.
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

// filled returns a goal whose cells that do not matter hold the tiles that are left, in random order; rising where rng is nil.
func filled(p *permute.Instance, goal []permute.Tile, rng *rand.Rand) []permute.Tile {
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
