package permutesolve

import (
	"iter"
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// maxSpelled is the most moves of a set that Shrink spells out to leave single ones out.
const maxSpelled = 256

// Shrink yields instances smaller than p: a row or a column less, fewer moves, costs of 1, fewer kinds of tiles, fewer
// goals, a start that is nearer to the goals. Each has, in this order, fewer cells, moves, cost, labels, goals
// or tiles out of place, so that shrinking ends.
func Shrink(p *permute.Instance) iter.Seq[*permute.Instance] {
	return func(yield func(*permute.Instance) bool) {
		_ = shrinkBoard(p, yield) && shrinkMoves(p, yield) && shrinkCosts(p, yield) && shrinkGoals(p, yield) &&
			shrinkTiles(p, yield)
	}
}

// shrinkBoard leaves out the last row, the last column or both (which keeps squares square), and the first ones.
func shrinkBoard(p *permute.Instance, yield func(*permute.Instance) bool) bool {
	for _, cut := range [][2]int{{p.Rows - 1, -1}, {-1, p.Cols - 1}, {p.Rows - 1, p.Cols - 1}, {0, -1}, {-1, 0}} {
		if q := without(p, cut[0], cut[1]); q != nil && !yield(q) {
			return false
		}
	}
	return true
}

// without leaves out a row and a column, where they are not negative; nil where that does not work. Moves that
// are spelled out stay if they do not touch what goes.
func without(p *permute.Instance, row, col int) *permute.Instance {
	q := *p
	if row >= 0 {
		q.Rows--
	}
	if col >= 0 {
		q.Cols--
	}
	if q.Rows == 0 || q.Cols == 0 {
		return nil
	}
	place := make([]int32, len(p.Start)) // by cell of p: the cell of q, or -1
	next := int32(0)
	for i := range place {
		if i/p.Cols == row || i%p.Cols == col {
			place[i] = -1
			continue
		}
		place[i] = next
		next++
	}
	var sources []permute.Source
	for _, src := range sourcesOf(p.Moves) {
		if src.Move == nil {
			sources = append(sources, src)
			continue
		}
		if m := moved(src.Move, place); m != nil {
			src.Move = m
			sources = append(sources, src)
		}
	}
	set, err := permute.NewMoveSet(q.Rows, q.Cols, sources)
	if err != nil {
		return nil
	}
	q.Moves = set
	pick := func(b []permute.Tile) (out []permute.Tile) {
		for i, t := range b {
			if place[i] >= 0 {
				out = append(out, t)
			}
		}
		return out
	}
	q.Start = pick(p.Start)
	q.Goals = nil
	for _, g := range p.Goals {
		q.Goals = append(q.Goals, supplied(pick(g), q.Start, len(p.Labels)))
	}
	return relabelled(&q)
}

// moved carries a move to other cells; nil where it touches one that has no place.
func moved(m *permute.Move, place []int32) *permute.Move {
	out := &permute.Move{Name: m.Name, Cost: m.Cost}
	for _, cycle := range m.Cycles {
		var to []int32
		for _, x := range cycle {
			if place[x] < 0 {
				return nil
			}
			to = append(to, place[x])
		}
		out.Cycles = append(out.Cycles, to)
	}
	return out
}

// supplied replaces the tiles of a goal that the start does not have by some that are left over there.
func supplied(goal, start []permute.Tile, labels int) []permute.Tile {
	left := make([]int, labels)
	for _, t := range start {
		left[t]++
	}
	var short []int
	for i, t := range goal {
		switch {
		case t < 0:
		case left[t] == 0:
			short = append(short, i)
		default:
			left[t]--
		}
	}
	t := 0
	for _, i := range short {
		for left[t] == 0 {
			t++
		}
		goal[i] = permute.Tile(t)
		left[t]--
	}
	return goal
}

// relabelled drops labels that the start does not use, and gives an instance without a goal its solved board.
func relabelled(p *permute.Instance) *permute.Instance {
	used := make([]bool, len(p.Labels))
	for _, t := range p.Start {
		used[t] = true
	}
	number := make([]permute.Tile, len(p.Labels))
	labels := []string{}
	for t, u := range used {
		if u {
			number[t] = permute.Tile(len(labels))
			labels = append(labels, p.Labels[t])
		}
	}
	renumber := func(b []permute.Tile) []permute.Tile {
		out := slices.Clone(b)
		for i, t := range b {
			if t >= 0 {
				out[i] = number[t]
			}
		}
		return out
	}
	q := *p
	q.Labels, q.Start = labels, renumber(p.Start)
	q.Goals = nil
	if !p.Given {
		solved := slices.Clone(q.Start)
		slices.Sort(solved)
		q.Goals = [][]permute.Tile{solved}
		return &q
	}
	for _, g := range p.Goals {
		q.Goals = append(q.Goals, renumber(g))
	}
	return &q
}

// sourcesOf is a set's Source, or its moves spelled out.
func sourcesOf(s *permute.MoveSet) []permute.Source {
	if len(s.Source) > 0 || len(s.Moves) == 0 {
		return s.Source
	}
	return spelled(s.Moves)
}

func spelled(moves []permute.Move) []permute.Source {
	out := make([]permute.Source, len(moves))
	for i := range moves {
		out[i].Move = &moves[i]
	}
	return out
}

// withMoves is p with other moves; nil where they make no set.
func withMoves(p *permute.Instance, sources []permute.Source) *permute.Instance {
	set, err := permute.NewMoveSet(p.Rows, p.Cols, sources)
	if err != nil {
		return nil
	}
	q := *p
	q.Moves = set
	return &q
}

func shrinkMoves(p *permute.Instance, yield func(*permute.Instance) bool) bool {
	sources := sourcesOf(p.Moves)
	for i := range sources {
		q := withMoves(p, slices.Delete(slices.Clone(sources), i, i+1))
		if q != nil && len(q.Moves.Moves) < len(p.Moves.Moves) && !yield(q) {
			return false
		}
	}
	if len(p.Moves.Moves) > maxSpelled {
		return true
	}
	for i := range p.Moves.Moves {
		if q := withMoves(p, spelled(slices.Delete(slices.Clone(p.Moves.Moves), i, i+1))); q != nil && !yield(q) {
			return false
		}
	}
	return true
}

func shrinkCosts(p *permute.Instance, yield func(*permute.Instance) bool) bool {
	sources := sourcesOf(p.Moves)
	for i, src := range sources {
		switch {
		case src.Move != nil && src.Move.Cost > 1:
			m := *src.Move
			m.Cost, src.Move = 1, &m
		case src.Cost > 1:
			src.Cost = 0
		default:
			continue
		}
		cheaper := slices.Clone(sources)
		cheaper[i] = src
		// A source may have no moves on this board.
		if q := withMoves(p, cheaper); q != nil && totalCost(q.Moves) < totalCost(p.Moves) && !yield(q) {
			return false
		}
	}
	return true
}

func totalCost(s *permute.MoveSet) (sum int64) {
	for i := range s.Moves {
		sum += s.Moves[i].Cost
	}
	return sum
}

func shrinkGoals(p *permute.Instance, yield func(*permute.Instance) bool) bool {
	for i := 0; len(p.Goals) > 1 && i < len(p.Goals); i++ {
		q := *p
		q.Goals = slices.Delete(slices.Clone(p.Goals), i, i+1)
		if !yield(&q) {
			return false
		}
	}
	return true
}

// shrinkTiles makes tiles equal, and exchanges tiles of the start so that one more is where a goal wants it.
func shrinkTiles(p *permute.Instance, yield func(*permute.Instance) bool) bool {
	for t := 1; t < len(p.Labels); t++ {
		merge := func(b []permute.Tile) []permute.Tile {
			out := slices.Clone(b)
			for i := range out {
				if out[i] == permute.Tile(t) {
					out[i]--
				}
			}
			return out
		}
		q := *p
		q.Start, q.Goals = merge(p.Start), nil
		for _, g := range p.Goals {
			q.Goals = append(q.Goals, merge(g))
		}
		if !yield(relabelled(&q)) {
			return false
		}
	}
	amiss := func(x int, t permute.Tile) (n int) {
		for _, g := range p.Goals {
			if g[x] >= 0 && g[x] != t {
				n++
			}
		}
		return n
	}
	for x, want := range p.Goals[0] {
		if want < 0 || p.Start[x] == want {
			continue
		}
		for y, t := range p.Start {
			if t != want || amiss(x, t)+amiss(y, p.Start[x]) >= amiss(x, p.Start[x])+amiss(y, t) {
				continue
			}
			q := *p
			q.Start = slices.Clone(p.Start)
			q.Start[x], q.Start[y] = t, p.Start[x]
			if !yield(&q) {
				return false
			}
			break
		}
	}
	return true
}
