package ways

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
)

// Orbits of up to smallTripleTable cells have a table of all their 3-cycles, of a million numbers, and those of up to
// maxTripleTable where a search for one 3-cycle has failed.
const (
	smallTripleTable = 100
	maxTripleTable   = 216
)

// tripleTable has for each ordered triple of points of an orbit the cheapest way known to turn their tiles round:
// letters to a triple that has a word, that word, and the letters back.
type tripleTable struct {
	s    *giantTools
	n    int32
	cost []int64
	last []int32 // the letter that leads on towards the triple with a word, or -1 there
}

func (t *tripleTable) index(a, b, c int32) int { return int((a*t.n+b)*t.n + c) }

// newTripleTable is Dijkstra's algorithm from the triples that have words.
func newTripleTable(ctx context.Context, s *giantTools, lim puzzle.Limits) (*tripleTable, error) {
	n := int32(len(s.orbit))
	t := &tripleTable{s: s, n: n}
	size := int64(n) * int64(n) * int64(n)
	if err := lim.CheckMemory("a table of the 3-cycles of an orbit", 48*size); err != nil {
		return nil, err
	}
	const far = int64(1) << 62
	t.cost, t.last = make([]int64, size), make([]int32, size)
	for i := range t.cost {
		t.cost[i], t.last[i] = far, -1
	}
	arcs := s.arcs()
	q := newRounds(s)
	see := func(i int, cost int64, l int32) {
		if cost < t.cost[i] {
			t.cost[i], t.last[i] = cost, l
			q.push(cost, int32(i))
		}
	}
	var bases []triple
	for b := range s.base {
		bases = append(bases, b)
	}
	slices.SortFunc(bases, func(a, b triple) int { return slices.Compare(a[:], b[:]) })
	for _, b := range bases {
		x, y, z := s.point[b[0]], s.point[b[1]], s.point[b[2]]
		for range 3 {
			see(t.index(x, y, z), s.base[b].cost, -1)
			x, y, z = y, z, x
		}
	}
	for pops := 0; ; pops++ {
		if pops%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cost, i, ok := q.pop()
		if !ok {
			break
		}
		if cost > t.cost[i] {
			continue
		}
		c := i % n
		b := i / n % n
		a := i / n / n
		// A letter that brings a triple here: it, what is known here, and its inverse.
		for k, x := range [3]int32{a, b, c} {
			for _, r := range arcs[x] {
				if k > 0 && r.pull[a] != a || k > 1 && r.pull[b] != b {
					continue // seen with the point before
				}
				see(t.index(r.pull[a], r.pull[b], r.pull[c]), cost+s.cost[r.letter]+s.undo[r.letter], r.letter)
			}
		}
	}
	return t, nil
}

// An arc is a letter in terms of points.
type arc struct {
	letter int32
	pull   []int32 // where the tile at a point comes from
}

// arcs lists the letters by the points that they move.
func (s *giantTools) arcs() [][]arc {
	arcs := make([][]arc, len(s.orbit))
	for l := range s.letters {
		pull := make([]int32, len(s.orbit))
		for i, x := range s.orbit {
			pull[s.point[s.push[l][x]]] = int32(i)
		}
		for i := range pull {
			if pull[i] != int32(i) {
				arcs[i] = append(arcs[i], arc{int32(l), pull})
			}
		}
	}
	return arcs
}

// cycle is giantSolver.cycle.
func (t *tripleTable) cycle(x, d int32, done []bool) ([]letter, int64, error) {
	s := t.s
	a, b := s.point[x], s.point[d]
	best, bestCost := int32(-1), int64(1)<<62
	for i, e := range s.orbit {
		if e == x || e == d || done[e] {
			continue
		}
		if cost := t.cost[t.index(a, b, int32(i))]; cost < bestCost {
			best, bestCost = int32(i), cost
		}
	}
	if best < 0 {
		return nil, 0, nil
	}
	var there []letter
	at := triple{x, d, s.orbit[best]}
	for {
		l := t.last[t.index(s.point[at[0]], s.point[at[1]], s.point[at[2]])]
		if l < 0 {
			break
		}
		there = append(there, s.letters[l])
		for k, c := range at {
			at[k] = s.push[l][c]
		}
	}
	word := append(slices.Clone(there), s.base[at.turned()].word...)
	return append(word, inverseWord(there)...), bestCost, nil
}

// rounds is a queue of numbers by cost in which nothing is put before what was taken last. As long as all steps are
// short it has a list for each cost of the near future, in a ring; a heap has what does not fit there.
type rounds struct {
	ring  [][]int32
	now   int64 // the cost of the list that is being taken
	count int   // in the ring
	heap  costHeapOf
}

func newRounds(s *giantTools) *rounds {
	longest := int64(0)
	for l := range s.letters {
		longest = max(longest, s.cost[l]+s.undo[l])
	}
	for _, e := range s.base {
		longest = max(longest, e.cost)
	}
	return &rounds{ring: make([][]int32, min(longest+1, 1<<12))}
}

func (q *rounds) push(cost int64, item int32) {
	if n := int64(len(q.ring)); cost < q.now+n {
		q.ring[cost%n] = append(q.ring[cost%n], item)
		q.count++
		return
	}
	q.heap.push(cost, item)
}

func (q *rounds) pop() (cost int64, item int32, ok bool) {
	n := int64(len(q.ring))
	for {
		if q.count == 0 {
			if len(q.heap) == 0 {
				return 0, 0, false
			}
			q.now = q.heap[0].cost
		}
		for len(q.heap) > 0 && q.heap[0].cost < q.now+n {
			c, i := q.heap.pop()
			q.push(c, i)
		}
		if list := q.ring[q.now%n]; len(list) > 0 {
			q.ring[q.now%n] = list[:len(list)-1]
			q.count--
			return q.now, list[len(list)-1], true
		}
		q.now++
	}
}
