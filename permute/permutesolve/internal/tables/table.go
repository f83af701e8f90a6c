package tables

import (
	"context"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// A Table holds the level of every board of an index: how far it is by the moves of a set, as a number into values.
//
// There are two kinds. A relative table is about different tiles. Labels drop out: what turns board A into board B is
// what turns the solved board into the board rel with rel[i] = the cell in which A has the tile B[i]; so distances
// from the solved board to all others answer all pairs, with one table for a set of moves. The way is found from its
// end: undoing its last move brings rel nearer to the solved board.
//
// The other kind is about alike tiles or cells that do not matter. Labels do not drop out then: it holds the distance
// from each arrangement to the nearest of the goals, found from all goals at once by undoing moves.
type Table struct {
	C     *moveset.Compiled
	Index Index
	x     *Cosets // the index of a relative table where it is ranked
	// class is nil in a relative table; otherwise the name of each tile in the table: tiles that no goal asks for are
	// alike, and have the highest class.
	class   []uint8
	Store   *Store
	values  []int64 // the cost of each level
	counts  []int64 // the boards of each level
	classes []int64 // the same up to symmetry
	root    uint64  // of a relative table: the solved board
	Read    bool    // from a file, which may lie: see sound
}

// memory is what the table keeps.
func (t *Table) memory() int64 {
	m := int64(len(t.Store.Data))
	switch {
	case t.x != nil:
		m += t.x.memory(0)
	case t.Index != nil:
		if f, ok := t.Index.(*Found); ok {
			m += int64(len(f.boards)) + 4*int64(len(f.slots))
		}
	}
	return m
}

// step makes or undoes move m on a board of bytes; buf has room for what it moves.
func (t *Table) step(board, buf []uint8, m int32, undo bool) {
	stepBytes(&t.C.Moves[m], board, buf, undo)
}

func stepBytes(mv *moveset.Move, board, buf []uint8, undo bool) {
	to, from := mv.To, mv.From
	if undo {
		to, from = from, to
	}
	for k, f := range from {
		buf[k] = board[f]
	}
	for k, c := range to {
		board[c] = buf[k]
	}
}

// undoes reports in which direction a way is followed to its root.
func (t *Table) undoes() bool { return t.class == nil }

// level returns the level of a board, or false where it cannot be reached. buf is scratch. With 2 bits a board it
// has to go all the way down. It is no level at all, but len(t.values), where the table contradicts itself.
func (t *Table) level(board, buf []uint8) (uint32, bool) {
	i, ok := t.Index.find(board)
	if !ok {
		return 0, false
	}
	v := t.Store.Get(i)
	if v == t.Store.top() {
		return 0, false
	}
	if t.Store.Bits != 2 {
		return v, true
	}
	way := make([]uint8, len(board))
	copy(way, board)
	n := uint32(0)
	for i != t.root && int(n) < len(t.values) { // what was read from a file may go round
		for m := range t.C.Moves {
			t.step(way, buf, int32(m), true)
			if i, _ = t.Index.find(way); t.Store.Get(i) == (v+2)%3 {
				v = (v + 2) % 3
				break
			}
			t.step(way, buf, int32(m), false)
		}
		n++
	}
	return n, true
}

// down takes move m, from a board of the given level towards the root, if it lies on a way of least cost, and returns
// the level then. Otherwise the board stays as it is.
func (t *Table) down(board, buf []uint8, level uint32, m int32) (uint32, bool) {
	t.step(board, buf, m, t.undoes())
	if i, ok := t.Index.find(board); ok && level > 0 {
		v := t.Store.Get(i)
		if t.Store.Bits == 2 {
			if v == (level+2)%3 {
				return level - 1, true
			}
		} else if v < level && t.values[v] == t.values[level]-t.C.Moves[m].Cost {
			return v, true
		}
	}
	t.step(board, buf, m, !t.undoes())
	return 0, false
}

// relativeTo writes where the tiles that start has in cells 0, 1, … are in goal. It is false where the tiles are more
// than 32 or not the same, all different.
func relativeTo(at *[maxRanked]uint8, start, goal []permute.Tile) bool {
	if len(start) > maxRanked || len(goal) != len(start) {
		return false
	}
	var where [maxRanked]uint8
	var seen uint32
	for i, t := range goal {
		if uint32(t) >= maxRanked {
			return false
		}
		where[t] = uint8(i)
		seen |= 1 << t
	}
	if seen != 1<<len(goal)-1 {
		return false
	}
	for i, t := range start {
		if uint32(t) >= maxRanked {
			return false
		}
		at[i&(maxRanked-1)] = where[t]
		seen &^= 1 << t
	}
	return seen == 0
}

// between returns the least cost from start to goal by a relative table of full width, and whether there is a way;
// known is false where the table is not about such boards. It allocates nothing.
func (t *Table) between(start, goal []permute.Tile) (cost int64, reachable, known bool) {
	var at [maxRanked]uint8
	if t.x == nil || t.Store.Bits == 2 || len(start) != t.x.n || !relativeTo(&at, start, goal) {
		return 0, false, false
	}
	i, ok := t.x.index(&at)
	if !ok {
		return 0, false, true
	}
	v := t.Store.Get(i)
	if v == t.Store.top() {
		return 0, false, true
	}
	return t.values[v], true, true
}

// buildRanked makes the relative table of a filled plan, with at least so many bits a board. watch may be nil; it is
// for moves that all cost the same.
func buildRanked(ctx context.Context, c *moveset.Compiled, x *Cosets, bits int, watch *watch) (*Table, error) {
	t := &Table{C: c, Index: Relative{x}, x: x}
	t.root, _ = t.Index.find(IdentityBytes(c.N))
	list := c.Distinct(nil)
	if len(c.CostClasses(list)) > 1 {
		return t, t.waveRanked(ctx, list)
	}
	t.Store = newStore(uint64(x.blocks)*uint64(x.inner), bits)
	s, err := newLevels(ctx, x, c.Pulls(list), t.Store)
	if err != nil {
		return nil, err
	}
	if err := s.run(ctx, watch); err != nil {
		return nil, err
	}
	t.adopt(s, c, list)
	return t, nil
}

// adopt takes over the counts of a finished search.
func (t *Table) adopt(s *levels, c *moveset.Compiled, list []int32) {
	t.counts, t.classes, t.Read = s.counts, s.classes, s.read
	for k := range s.counts {
		cost := int64(0)
		if k > 0 {
			cost = int64(k) * c.Moves[list[0]].Cost
		}
		t.values = append(t.values, cost)
	}
}

func IdentityBytes(n int) []uint8 {
	b := make([]uint8, n)
	for i := range b {
		b[i] = uint8(i)
	}
	return b
}

// waveRanked fills a relative table for moves of different costs. It goes by what boards lead to, so the index must be
// without symmetries.
func (t *Table) waveRanked(ctx context.Context, list []int32) error {
	x, c := t.x, t.C
	classes := c.CostClasses(list)
	var pushes [][]int32
	for _, class := range classes {
		for _, m := range class.Moves {
			p := moveset.Identity(c.N)
			for k, from := range c.Moves[m].From {
				p[from] = c.Moves[m].To[k]
			}
			pushes = append(pushes, p)
		}
	}
	first := make([]int, len(classes)+1)
	for i, class := range classes {
		first[i+1] = first[i] + len(class.Moves)
	}
	ahead, err := x.edges(ctx, pushes)
	if err != nil {
		return err
	}
	var w wave
	err = w.run(ctx, uint64(x.blocks)*uint64(x.inner), []uint32{uint32(t.root)}, classes,
		func(i uint32, class int, out []uint32) ([]uint32, error) {
			b, r := int(i)/x.inner, int(i)%x.inner
			for _, e := range ahead[b*len(pushes)+first[class] : b*len(pushes)+first[class+1]] {
				q := r
				if e.left != 0 && x.left[e.left] != nil {
					q = int(x.left[e.left][r])
				}
				out = append(out, e.to*uint32(x.inner)+uint32(x.right[int(e.by)*x.inner+q]))
			}
			return out, nil
		})
	if err != nil {
		return err
	}
	t.Store, t.values = w.store(), w.values
	t.counts, t.classes = make([]int64, len(w.values)), make([]int64, len(w.values))
	for i, v := range w.level {
		if v != unsettled {
			t.counts[v] += x.orbit(i / x.inner)
			t.classes[v]++
		}
	}
	return nil
}

// buildFound makes a relative table of the boards that are reached, for small groups on boards of any size up to 255
// cells.
func buildFound(ctx context.Context, c *moveset.Compiled, most int64) (*Table, error) {
	f := newFound(c.N, most)
	t := &Table{C: c, Index: f}
	return t, t.waveBoards(ctx, f, [][]uint8{IdentityBytes(c.N)})
}

// waveBoards fills a table board by board, from its roots.
func (t *Table) waveBoards(ctx context.Context, f *Found, roots [][]uint8) error {
	c := t.C
	classes := c.CostClasses(c.Distinct(nil))
	n := uint64(0)
	number := func(board []uint8) (uint32, error) {
		i, _ := t.Index.find(board)
		return uint32(i), nil
	}
	if f != nil {
		number = f.add
	} else {
		n = t.Index.(Ranked).Size
	}
	var sources []uint32
	for _, b := range roots {
		i, err := number(b)
		if err != nil {
			return err
		}
		sources = append(sources, i)
	}
	board, next, buf := make([]uint8, c.N), make([]uint8, c.N), make([]uint8, c.N)
	undo := t.class != nil
	var w wave
	err := w.run(ctx, n, sources, classes, func(i uint32, class int, out []uint32) ([]uint32, error) {
		t.Index.Board(uint64(i), board)
		for _, m := range classes[class].Moves {
			copy(next, board)
			t.step(next, buf, m, undo)
			j, err := number(next)
			if err != nil {
				return nil, err
			}
			out = append(out, j)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	t.Store, t.values, t.root = w.store(), w.values, uint64(sources[0])
	for _, k := range w.sizes {
		t.counts = append(t.counts, int64(k))
	}
	t.classes = t.counts
	return nil
}

// buildGoals makes the table of the arrangements of classes of tiles, counted in counts, whose roots are given.
func buildGoals(ctx context.Context, c *moveset.Compiled, class []uint8, set *Ranked, roots [][]uint8,
	most int64) (*Table, error) {
	t := &Table{C: c, class: class}
	if set != nil {
		t.Index = *set
		return t, t.waveBoards(ctx, nil, roots)
	}
	f := newFound(c.N, most)
	t.Index = f
	return t, t.waveBoards(ctx, f, roots)
}
