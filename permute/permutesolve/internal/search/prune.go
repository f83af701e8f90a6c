package search

import "github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"

// Bounds up to which words of two and of three moves are compared with each other.
const (
	maxPrunePairs   = 512
	maxPruneTriples = 48
)

// pruner knows, for the last two moves of a way, which moves need not follow, because some way that costs no more
// leads to the same board and is looked at instead.
//
// Order the words of moves by cost, then length, then move by move. The first word to each board holds no word inside
// it that another one, earlier in this order and with the same effect, could replace. So a search that leaves out
// every word which holds such a replaceable word of two or three moves still meets each board at its least cost. Of
// parallel shifts, which commute, that leaves one order; on the 4 × 4 torus about 11 of the 16 moves remain.
type pruner struct {
	moves int
	rest  [][]int32 // by state: the moves that may follow
	next  [][]int32 // likewise: the state after each
}

// The state of no move, and of one.
func newPruner(c *moveset.Compiled) *pruner {
	m := len(c.Moves)
	p := &pruner{moves: m}
	all := make([]int32, m)
	for i := range all {
		all[i] = int32(i)
	}
	if m > maxPrunePairs {
		p.rest, p.next = [][]int32{all}, [][]int32{make([]int32, m)}
		return p
	}
	best := p.firsts(c)
	allowed := func(word ...int32) bool {
		got := best[c.Effect(word)]
		return compareWords(c, got, word) == 0
	}
	// State 0: nothing; 1+a: only a; 1+m+am+b: a, then b, where triples are compared.
	triples := m <= maxPruneTriples
	states := 1 + m
	if triples {
		states += m * m
	}
	p.rest, p.next = make([][]int32, states), make([][]int32, states)
	pair := make([][]int32, m)
	for a := range all {
		for b := range all {
			if allowed(int32(a), int32(b)) {
				pair[a] = append(pair[a], int32(b))
			}
		}
	}
	for a := range all {
		if allowed(int32(a)) {
			p.rest[0] = append(p.rest[0], int32(a))
			p.next[0] = append(p.next[0], int32(1+a))
		}
	}
	follow := func(a, b int) int32 {
		if triples {
			return int32(1 + m + a*m + b)
		}
		return int32(1 + b)
	}
	for a := range all {
		for _, b := range pair[a] {
			p.rest[1+a] = append(p.rest[1+a], b)
			p.next[1+a] = append(p.next[1+a], follow(a, int(b)))
			if !triples {
				continue
			}
			s := follow(a, int(b))
			for _, d := range pair[b] {
				if allowed(int32(a), b, d) {
					p.rest[s] = append(p.rest[s], d)
					p.next[s] = append(p.next[s], follow(int(b), int(d)))
				}
			}
		}
	}
	return p
}

// firsts maps the effect of every word of up to two or three moves to the first such word.
func (p *pruner) firsts(c *moveset.Compiled) map[string][]int32 {
	best := make(map[string][]int32)
	put := func(word ...int32) {
		key := c.Effect(word)
		if old, ok := best[key]; !ok || compareWords(c, word, old) < 0 {
			best[key] = append([]int32(nil), word...)
		}
	}
	put()
	for a := range int32(p.moves) {
		put(a)
		for b := range int32(p.moves) {
			put(a, b)
			if p.moves <= maxPruneTriples {
				for d := range int32(p.moves) {
					put(a, b, d)
				}
			}
		}
	}
	return best
}

// compareWords is the order by cost, then length, then move by move.
func compareWords(c *moveset.Compiled, a, b []int32) int {
	var d int64
	for _, m := range a {
		d += c.Moves[m].Cost
	}
	for _, m := range b {
		d -= c.Moves[m].Cost
	}
	switch {
	case d != 0:
		return int(d>>62 | 1) // the sign
	case len(a) != len(b):
		return len(a) - len(b)
	}
	for i := range a {
		if a[i] != b[i] {
			return int(a[i] - b[i])
		}
	}
	return 0
}
