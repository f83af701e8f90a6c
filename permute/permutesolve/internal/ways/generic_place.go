package ways

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// giantTools is what solving the tiles of one orbit needs, where the group has all even permutations of it. But for
// table it never changes.
type giantTools struct {
	a     *alphabet
	orbit []int32
	point []int32 // by cell: its place in orbit, or -1
	// at[x] are the letters that move cell x; push[l] is where letter number l takes the cells.
	letters []letter
	cost    []int64 // of a letter
	undo    []int64 // of its inverse
	push    [][]int32
	at      [][]int32
	moved   []int  // by letter: how many cells it moves
	alone   []bool // by letter: they are all of this orbit
	base    map[triple]element
	order   []int32 // in which cells are finished

	gate  chan struct{} // held by who looks at table or makes it
	table *tripleTable
}

func newGiantTools(ctx context.Context, a *alphabet, orbit []int32, lim puzzle.Limits) (*giantTools, error) {
	if len(orbit) > maxGeneric || a.c.N > moveset.MaxDense {
		return nil, noWord("the board has too many cells to be solved tile by tile; %d are possible", maxGeneric)
	}
	if int64(len(a.c.Moves))*int64(a.c.N) > 1<<24 {
		return nil, noWord("the set has too many moves, %d", len(a.c.Moves))
	}
	// Where letters take the cells, and the pool of words.
	if err := lim.CheckMemory("solving an orbit tile by tile",
		8*int64(a.c.N)*(int64(len(a.c.Moves))+poolSize)); err != nil {
		return nil, err
	}
	f := newTripleFinder(a, orbit)
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	if len(f.found) == 0 {
		return nil, noWord("no short 3-cycle was found")
	}
	t := &giantTools{a: a, orbit: orbit, base: f.found, gate: make(chan struct{}, 1)}
	t.listLetters()
	t.findOrder()
	return t, nil
}

// triples returns the table of an orbit of up to most cells, nil for larger ones that have none yet.
func (t *giantTools) triples(ctx context.Context, most int, lim puzzle.Limits) (*tripleTable, error) {
	if err := group.Enter(ctx, t.gate); err != nil {
		return nil, err
	}
	defer group.Leave(t.gate)
	if t.table != nil || len(t.orbit) > most {
		return t.table, nil
	}
	table, err := newTripleTable(ctx, t, lim)
	if err == nil {
		t.table = table
	}
	return table, err
}

func (t *giantTools) listLetters() {
	c := t.a.c
	t.point = make([]int32, c.N)
	for i := range t.point {
		t.point[i] = -1
	}
	for i, x := range t.orbit {
		t.point[x] = int32(i)
	}
	t.at = make([][]int32, c.N)
	add := func(l letter, to, from []int32) {
		cost, ok := t.a.cost(l)
		undo, ok2 := t.a.cost(^l)
		if !ok || !ok2 {
			return
		}
		push := moveset.Identity(c.N)
		for k := range to {
			push[from[k]] = to[k]
		}
		number := int32(len(t.letters))
		alone := true
		for _, x := range to {
			t.at[x] = append(t.at[x], number)
			alone = alone && t.point[x] >= 0
		}
		t.letters, t.cost, t.undo, t.push = append(t.letters, l), append(t.cost, cost), append(t.undo, undo),
			append(t.push, push)
		t.moved, t.alone = append(t.moved, len(to)), append(t.alone, alone)
	}
	for m := range c.Moves {
		add(letter(m), c.Moves[m].To, c.Moves[m].From)
		if c.Inverse[m] < 0 {
			add(^letter(m), c.Moves[m].From, c.Moves[m].To)
		}
	}
}

// findOrder puts cells far from one with a short 3-cycle first, so that what is left to the end lies together there.
func (t *giantTools) findOrder() {
	var first triple
	best := int64(-1)
	for b, e := range t.base {
		if best < 0 || e.cost < best || e.cost == best && slices.Compare(b[:], first[:]) < 0 {
			best, first = e.cost, b
		}
	}
	dist, _ := t.distances(first[0], -1, make([]int, len(t.letters)))
	t.order = slices.Clone(t.orbit)
	slices.SortStableFunc(t.order, func(x, y int32) int { return int(min(1, max(-1, dist[y]-dist[x]))) })
}

// giantSolver finishes the tiles of an orbit.
type giantSolver struct {
	*giantTools
	w       *assembly
	lim     puzzle.Limits
	table   *tripleTable // of the tools, where they have one
	touched []int        // by letter: cells among those it moves that are finished or of other orbits
	done    []bool
}

// finishGiant puts the tiles of an orbit, whose permutation must be even, into their places.
func finishGiant(ctx context.Context, w *assembly, t *giantTools, lim puzzle.Limits) error {
	table, err := t.triples(ctx, smallTripleTable, lim)
	if err != nil {
		return err
	}
	s := &giantSolver{giantTools: t, w: w, lim: lim, table: table, touched: make([]int, len(t.letters)),
		done: make([]bool, len(t.point))}
	if err := s.run(ctx, true); err != nil {
		return err
	}
	// Tiles that walked may have left the orbit odd. Then some letter was odd that moves nothing else; of what it
	// disturbs only 3-cycles are made.
	for _, x := range t.orbit {
		if w.dest[x] == x {
			continue
		}
		best := -1
		for i, l := range s.letters {
			if s.alone[i] && !w.a.c.Moves[max(l, ^l)].Even && (best < 0 || s.moved[i] < s.moved[best]) {
				best = i
			}
		}
		if best < 0 {
			return fmt.Errorf("%w: an orbit is odd and no move makes it so", puzzle.ErrInternal)
		}
		if err := w.do(s.letters[best]); err != nil {
			return err
		}
		return s.run(ctx, false)
	}
	return nil
}

// restart forgets what is finished.
func (s *giantSolver) restart() {
	clear(s.done)
	for i, alone := range s.alone {
		s.touched[i] = 0
		if !alone {
			s.touched[i] = 1
		}
	}
}

// run finishes the cells one after the other, all but the last two, which are right then if the orbit is even. Tiles
// may walk, by letters that touch nothing finished and no other orbit; that may change whether it is.
func (s *giantSolver) run(ctx context.Context, mayWalk bool) error {
	s.restart()
	where := make([]int32, len(s.point)) // the cell of the tile that has to go to a cell
	for _, d := range s.order[:len(s.order)-2] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, to := range s.w.dest {
			where[to] = int32(i)
		}
		if x := where[d]; x != d {
			var walk []letter
			var walkCost int64
			if mayWalk {
				walk, walkCost = s.walk(x, d)
			}
			cycle, cycleCost, err := s.cycle(ctx, x, d, walk == nil)
			if err != nil {
				return err
			}
			switch {
			case walk != nil && (cycle == nil || walkCost <= cycleCost):
				err = s.w.do(walk...)
			case cycle != nil:
				err = s.w.do(cycle...)
			default:
				return noWord("a tile could not be brought to its place by short 3-cycles")
			}
			if err != nil {
				return err
			}
		}
		s.done[d] = true
		for _, l := range s.at[d] {
			s.touched[l]++
		}
	}
	return nil
}

// distances are the least costs of letters that bring a tile from x to each cell without touching what they must not,
// as far as that is known when the cell until is reached; last is the letter on the way, -1 where there is none.
// Letters that are touched are not used.
func (s *giantTools) distances(x, until int32, touched []int) (dist []int64, last []int32) {
	const far = int64(1) << 62
	dist, last = make([]int64, len(s.point)), make([]int32, len(s.point))
	for i := range dist {
		dist[i], last[i] = far, -1
	}
	dist[x] = 0
	var q costHeapOf
	q.push(0, x)
	for len(q) > 0 {
		cost, at := q.pop()
		if at == until {
			break
		}
		if cost > dist[at] {
			continue
		}
		for _, l := range s.at[at] {
			if to := s.push[l][at]; touched[l] == 0 && cost+s.cost[l] < dist[to] {
				dist[to], last[to] = cost+s.cost[l], l
				q.push(dist[to], to)
			}
		}
	}
	return dist, last
}

// walk brings the tile at x to d by letters that touch nothing finished; nil where that is not possible.
func (s *giantSolver) walk(x, d int32) ([]letter, int64) {
	dist, last := s.distances(x, d, s.touched)
	if last[d] < 0 {
		return nil, 0
	}
	var word []letter
	for at := d; at != x; {
		l := last[at]
		word = append(word, s.letters[l])
		at = int32(slices.Index(s.push[l], at))
	}
	slices.Reverse(word)
	return word, dist[d]
}

// cycle is a 3-cycle that brings the tile at x to d, that at d to a cell that is not finished, and that one's to x.
// Where need is not set it may say nil without having tried everything.
func (s *giantSolver) cycle(ctx context.Context, x, d int32, need bool) ([]letter, int64, error) {
	if s.table != nil {
		return s.table.cycle(x, d, s.done)
	}
	word, cost, err := s.search(ctx, x, d, quickTriples)
	if err != nil || word != nil || !need {
		return word, cost, err
	}
	if s.table, err = s.triples(ctx, maxTripleTable, s.lim); err != nil {
		return nil, 0, err
	}
	if s.table != nil {
		return s.table.cycle(x, d, s.done)
	}
	return s.search(ctx, x, d, mostTriples)
}

// Bounds of a search for a 3-cycle on a large board.
const (
	quickTriples = 1 << 12
	mostTriples  = 1 << 20
)

// search looks for a way from the triples x, d, e to one that has a word, e being some of the cells that are not
// finished: what brings the three there, the word, and what brings them back. Up to most triples are looked at in the
// order of their cost.
func (s *giantSolver) search(ctx context.Context, x, d int32, most int) ([]letter, int64, error) {
	walk := tripleWalk{known: map[triple]int32{}}
	for _, e := range s.thirds(x, d) {
		walk.see(tripleNode{triple{x, d, e}, 0, -1, -1})
	}
	best, bestCost := int32(-1), int64(0)
	for pops := 0; len(walk.queue) > 0; pops++ {
		if pops%1024 == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		cost, k := walk.queue.pop()
		if best >= 0 && cost >= bestCost || pops > most {
			break
		}
		n := walk.nodes[k]
		if cost > n.cost {
			continue
		}
		if e, ok := s.base[n.t.turned()]; ok {
			if best < 0 || cost+e.cost < bestCost {
				best, bestCost = k, cost+e.cost
			}
		}
		for i, c := range n.t {
			for _, l := range s.at[c] {
				p := s.push[l]
				if i > 0 && p[n.t[0]] != n.t[0] || i > 1 && p[n.t[1]] != n.t[1] {
					continue // seen with the cell before
				}
				walk.see(tripleNode{triple{p[n.t[0]], p[n.t[1]], p[n.t[2]]}, cost + s.cost[l] + s.undo[l], k, l})
			}
		}
	}
	if best < 0 {
		return nil, 0, nil
	}
	var there []letter
	for k := best; walk.nodes[k].from >= 0; k = walk.nodes[k].from {
		there = append(there, s.letters[walk.nodes[k].letter])
	}
	slices.Reverse(there)
	word := append(slices.Clone(there), s.base[walk.nodes[best].t.turned()].word...)
	return append(word, inverseWord(there)...), bestCost, nil
}

// mostThirds is how many third cells a search begins with.
const mostThirds = 24

// thirds are cells that are not finished near d: those that the letters at d reach first.
func (s *giantSolver) thirds(x, d int32) (out []int32) {
	queue, seen := []int32{d}, map[int32]bool{d: true}
	for at := 0; at < len(queue) && len(out) < mostThirds; at++ {
		for _, l := range s.at[queue[at]] {
			e := s.push[l][queue[at]]
			if seen[e] {
				continue
			}
			seen[e] = true
			queue = append(queue, e)
			if e != x && !s.done[e] {
				out = append(out, e)
			}
		}
	}
	return out
}

// A tripleWalk has the triples that a search has seen, and those that it has still to look at by their cost.
type tripleWalk struct {
	nodes []tripleNode
	known map[triple]int32 // places in nodes
	queue costHeapOf
}

// A tripleNode is a triple and how it was met: by a letter from another node, or at the beginning (-1).
type tripleNode struct {
	t      triple
	cost   int64
	from   int32
	letter int32
}

// see notes a triple that is new, or was dearer.
func (w *tripleWalk) see(n tripleNode) {
	k, ok := w.known[n.t]
	switch {
	case !ok:
		k = int32(len(w.nodes))
		w.known[n.t] = k
		w.nodes = append(w.nodes, n)
	case w.nodes[k].cost <= n.cost:
		return
	default:
		w.nodes[k] = n
	}
	w.queue.push(n.cost, k)
}

// costHeapOf is a heap of numbers by cost.
type costHeapOf []costItem

type costItem struct {
	cost int64
	item int32
}

func (h *costHeapOf) push(cost int64, item int32) {
	*h = append(*h, costItem{cost, item})
	q := *h
	for i := len(q) - 1; i > 0; {
		up := (i - 1) / 2
		if q[up].cost <= q[i].cost {
			break
		}
		q[up], q[i] = q[i], q[up]
		i = up
	}
}

func (h *costHeapOf) pop() (int64, int32) {
	q := *h
	top, last := q[0], len(q)-1
	q[0] = q[last]
	q = q[:last]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && q[down].cost < q[least].cost {
				least = down
			}
		}
		if least == i {
			break
		}
		q[least], q[i] = q[i], q[least]
		i = least
	}
	*h = q
	return top.cost, top.item
}
