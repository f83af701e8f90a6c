package permutecheck

import (
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// A part is what a search has to look at, as an instance of its own, and how that belongs to the whole one. Cells
// that no move touches are left out: their tiles stay. And as no tile leaves the orbit of its cell, alike tiles of
// different orbits count as different ones.
type part struct {
	whole *permute.Instance
	cells []int32        // the whole's cell of each, orbit by orbit
	tiles []permute.Tile // the whole's tile of each, orbit by orbit
	orbit []int32        // of each tile
	goals []int          // the whole's number of each goal
	name  []permute.Tile // of the whole's tiles in the orbit at hand, Any where it has none
	left  []int32        // of each tile, for the goal at hand
}

// lean returns the work on what a search has to look at; k itself where that is everything. Goals that want other
// tiles than the start has in an orbit, or in a cell that no move touches, are not among it.
func (k *work) lean() (*work, error) {
	moved := 0
	for i := range k.p.Moves.Moves {
		moved += 4 + len(k.p.Moves.Moves[i].Cycles)
		for _, cycle := range k.p.Moves.Moves[i].Cycles {
			moved += len(cycle)
		}
	}
	size := int64(k.n)*int64(44+4*len(k.p.Goals)) + int64(len(k.p.Labels))*8 + 24*int64(moved)
	if err := k.hold("the cells that move", size); err != nil {
		return nil, err
	}
	root, err := k.roots()
	if err != nil {
		return nil, err
	}
	n := make([]int32, k.n) // cells of the orbit
	for _, r := range root {
		n[r]++
	}
	if err := k.spend(4 * k.n); err != nil {
		return nil, err
	}
	s := &part{whole: k.p}
	if int(n[root[0]]) < k.n {
		s.cells = byOrbit(root, n)
	}
	if len(s.cells) == 0 { // all is one orbit, or nothing moves
		k.held -= size
		return k, nil
	}
	if err := k.spend(4 * k.n); err != nil {
		return nil, err
	}
	q := *k
	q.part, q.n = s, len(s.cells)
	q.p = &permute.Instance{Rows: 1, Cols: q.n, Start: make([]permute.Tile, q.n),
		Goals: make([][]permute.Tile, len(k.p.Goals)), Given: true}
	for g, goal := range k.p.Goals {
		fits := true
		for c, t := range goal {
			fits = fits && (n[root[c]] > 1 || accepts(t, k.p.Start[c]))
		}
		if fits {
			q.p.Goals[g] = make([]permute.Tile, q.n)
		}
		if err := k.spend(k.n); err != nil {
			return nil, err
		}
	}
	s.name = slices.Repeat([]permute.Tile{permute.Any}, len(k.p.Labels))
	for lo := 0; lo < q.n; {
		r := root[s.cells[lo]]
		hi := lo + int(n[r])
		if err := s.split(k, q.p, lo, hi, r); err != nil {
			return nil, err
		}
		lo = hi
	}
	q.p.Labels = make([]string, len(s.tiles)) // nobody asks for a name
	kept := q.p.Goals[:0]
	for g, goal := range q.p.Goals {
		if goal != nil {
			kept, s.goals = append(kept, goal), append(s.goals, g)
		}
	}
	q.p.Goals = kept
	q.p.Moves, err = k.within(s.cells)
	return &q, err
}

// byOrbit lists the cells of orbits of more than one, orbit by orbit; n tells how many the orbit has that is named by
// a cell.
func byOrbit(root, n []int32) []int32 {
	next := make([]int32, len(root)) // where the orbit's cells go
	moving := int32(0)
	for c, r := range root {
		if int(r) == c && n[c] > 1 {
			next[c] = moving
			moving += n[c]
		}
	}
	cells := make([]int32, moving)
	for c, r := range root {
		if n[r] > 1 {
			cells[next[r]] = int32(c)
			next[r]++
		}
	}
	return cells
}

// roots names each cell's orbit by one of its cells.
func (k *work) roots() ([]int32, error) {
	root := make([]int32, k.n)
	for c := range root {
		root[c] = int32(c)
	}
	top := func(c int32) int32 {
		for root[c] != c {
			root[c] = root[root[c]]
			c = root[c]
		}
		return c
	}
	for i := range k.p.Moves.Moves {
		for _, cycle := range k.p.Moves.Moves[i].Cycles {
			for _, c := range cycle[1:] {
				root[top(c)] = top(cycle[0])
				if err := k.spend(4); err != nil {
					return nil, err
				}
			}
		}
	}
	for c := range root {
		root[c] = top(int32(c))
	}
	return root, k.spend(2 * k.n)
}

// split names the tiles of one orbit, the cells lo to hi of p, in the start and the goals. A goal that wants others
// is none.
func (s *part) split(k *work, p *permute.Instance, lo, hi int, orbit int32) error {
	first := len(s.tiles)
	for c := lo; c < hi; c++ {
		t := s.whole.Start[s.cells[c]]
		if s.name[t] == permute.Any {
			s.name[t] = permute.Tile(len(s.tiles))
			s.tiles, s.orbit, s.left = append(s.tiles, t), append(s.orbit, orbit), append(s.left, 0)
		}
		p.Start[c] = s.name[t]
	}
	for g, goal := range p.Goals {
		if err := k.spend(3 * (hi - lo)); err != nil {
			return err
		}
		if goal == nil {
			continue
		}
		for _, t := range p.Start[lo:hi] {
			s.left[t] = 0
		}
		for _, t := range p.Start[lo:hi] {
			s.left[t]++
		}
		for c := lo; c < hi; c++ {
			want := s.whole.Goals[g][s.cells[c]]
			if want != permute.Any {
				want = s.name[want]
				if want == permute.Any || s.left[want] == 0 {
					p.Goals[g] = nil
					break
				}
				s.left[want]--
			}
			goal[c] = want
		}
	}
	for _, t := range s.tiles[first:] {
		s.name[t] = permute.Any
	}
	return k.spend(2 * (hi - lo))
}

// within is the moves on some cells only, which hold all that moves.
func (k *work) within(cells []int32) (*permute.MoveSet, error) {
	number := make([]int32, k.n)
	for i, c := range cells {
		number[c] = int32(i)
	}
	set := &permute.MoveSet{Rows: 1, Cols: len(cells), Moves: slices.Clone(k.p.Moves.Moves)}
	for i := range set.Moves {
		cycles := make([][]int32, len(set.Moves[i].Cycles))
		for j, cycle := range set.Moves[i].Cycles {
			for _, c := range cycle {
				cycles[j] = append(cycles[j], number[c])
			}
			if err := k.spend(2 * len(cycle)); err != nil {
				return nil, err
			}
		}
		set.Moves[i].Cycles = cycles
	}
	return set, nil
}

// sameOrbit reports whether two tiles stand in one orbit, as far as that is known.
func (k *work) sameOrbit(a, b permute.Tile) bool {
	return k.part == nil || k.part.orbit[a] == k.part.orbit[b]
}
