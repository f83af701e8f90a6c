package search

import (
	"container/heap"
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// DistanceBound returns a cost that no way from p's start to a goal can go below, as permute.ByDistance has it: every
// tile has its own way to go, and a move of cost w that moves k cells pays w/k to each. On the torus with unit shifts
// of 1 that is the sum of all tiles' Manhattan distances over the length of a line. -1 says that some tile cannot get
// anywhere a goal accepts it, so that there is no way at all.
//
// The time is that of shortest paths from every cell, or from one where the moves are the same everywhere on the
// torus.
func DistanceBound(ctx context.Context, c *moveset.Compiled, p *permute.Instance) (int64, error) {
	g := newChargeGraph(c)
	accepts := make([]map[permute.Tile][]int32, len(p.Goals)) // cells, by the tile they accept
	for i, goal := range p.Goals {
		accepts[i] = make(map[permute.Tile][]int32)
		for cell, t := range goal {
			accepts[i][t] = append(accepts[i][t], int32(cell))
		}
	}
	sums := make([]chargeSum, len(p.Goals))
	var dist []int64
	for cell, t := range p.Start {
		if cell%16 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if cell == 0 || !g.uniform {
			dist = g.from(int32(cell), dist)
		}
		for i := range p.Goals {
			least := int64(math.MaxInt64)
			for _, list := range [2][]int32{accepts[i][t], accepts[i][permute.Any]} {
				for _, to := range list {
					if g.uniform {
						to = g.shifted(int32(cell), to)
					}
					least = min(least, dist[to])
				}
			}
			sums[i].add(least)
		}
	}
	best := int64(-1)
	for i := range sums {
		if v := sums[i].ceil(g.scale); v >= 0 && (best < 0 || v < best) {
			best = v
		}
	}
	return best, nil
}

// chargeSum adds up distances in 128 bits.
type chargeSum struct {
	hi, lo uint64
	never  bool
}

func (s *chargeSum) add(d int64) {
	if d == math.MaxInt64 {
		s.never = true
		return
	}
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, uint64(d), 0)
	s.hi += carry
}

// ceil is the sum over scale, rounded up, or -1.
func (s *chargeSum) ceil(scale int64) int64 {
	if s.never {
		return -1
	}
	if s.hi >= uint64(scale) {
		return math.MaxInt64 // no cost is that high: bounds of Move.Cost and cells
	}
	q, r := bits.Div64(s.hi, s.lo, uint64(scale))
	if r > 0 {
		q++
	}
	return int64(min(q, math.MaxInt64))
}

// chargeGraph has an edge for every cell that a move brings to another, with what the move charges, in units of
// 1/scale.
type chargeGraph struct {
	rows, cols int
	scale      int64
	out        [][]charge
	uniform    bool // the same from every cell of the torus
	equal      bool // all charges are this one
	charge     int64
}

type charge struct {
	to   int32
	cost int64
}

func newChargeGraph(c *moveset.Compiled) *chargeGraph {
	g := &chargeGraph{rows: c.Set.Rows, cols: c.Set.Cols, scale: 1, out: make([][]charge, c.N)}
	// No distance overflows: it is at most as many charges as there are cells.
	dearest := int64(1)
	for i := range c.Moves {
		dearest = max(dearest, c.Moves[i].Cost)
	}
	most := math.MaxInt64 / dearest / int64(c.N)
	for i := range c.Moves {
		k := int64(len(c.Moves[i].To))
		a, b := g.scale, k
		for b > 0 {
			a, b = b, a%b
		}
		if l := g.scale / max(1, a) * k; l <= most {
			g.scale = l
		}
	}
	for i := range c.Moves {
		m := &c.Moves[i]
		// Rounded down where the scale does not hold every length: that only weakens the bound.
		w := m.Cost * g.scale / int64(max(1, len(m.To)))
		for k, to := range m.To {
			g.out[m.From[k]] = append(g.out[m.From[k]], charge{to, w})
		}
	}
	for i, list := range g.out {
		slices.SortFunc(list, func(a, b charge) int {
			if a.to != b.to {
				return int(a.to - b.to)
			}
			return int(min(1, max(-1, a.cost-b.cost)))
		})
		g.out[i] = slices.CompactFunc(list, func(a, b charge) bool { return a.to == b.to })
	}
	g.uniform, g.equal = g.isUniform(), true
	for _, list := range g.out {
		for _, e := range list {
			if g.charge == 0 {
				g.charge = e.cost
			}
			g.equal = g.equal && e.cost == g.charge
		}
	}
	return g
}

// shifted is where a cell lies when from is carried to cell 0.
func (g *chargeGraph) shifted(from, cell int32) int32 {
	cols := int32(g.cols)
	r := (cell/cols - from/cols + int32(g.rows)) % int32(g.rows)
	return r*cols + (cell%cols-from%cols+cols)%cols
}

func (g *chargeGraph) isUniform() bool {
	want := make(map[int32]int64, len(g.out[0]))
	for _, e := range g.out[0] {
		want[e.to] = e.cost
	}
	for i, list := range g.out {
		if len(list) != len(want) {
			return false
		}
		for _, e := range list {
			if cost, ok := want[g.shifted(int32(i), e.to)]; !ok || cost != e.cost {
				return false
			}
		}
	}
	return true
}

// from returns the distances from a cell, math.MaxInt64 for those that cannot be reached; into is used again.
func (g *chargeGraph) from(cell int32, into []int64) []int64 {
	if into == nil {
		into = make([]int64, len(g.out))
	}
	for i := range into {
		into[i] = math.MaxInt64
	}
	into[cell] = 0
	if g.equal {
		queue := make([]int32, 1, len(g.out))
		queue[0] = cell
		for at := 0; at < len(queue); at++ {
			for _, e := range g.out[queue[at]] {
				if into[e.to] == math.MaxInt64 {
					into[e.to] = into[queue[at]] + g.charge
					queue = append(queue, e.to)
				}
			}
		}
		return into
	}
	q := chargeHeap{{cell, 0}}
	for len(q) > 0 {
		at := heap.Pop(&q).(charge)
		if at.cost > into[at.to] {
			continue
		}
		for _, e := range g.out[at.to] {
			if d := at.cost + e.cost; d < into[e.to] {
				into[e.to] = d
				heap.Push(&q, charge{e.to, d})
			}
		}
	}
	return into
}

type chargeHeap []charge

func (h chargeHeap) Len() int           { return len(h) }
func (h chargeHeap) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h chargeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *chargeHeap) Push(x any)        { *h = append(*h, x.(charge)) }
func (h *chargeHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// countingBound returns a cost that some board among boards reachable ones is at least away: what costs less are too
// few words of moves. It speaks of the hardest board, not of a given one. Words that a pruner leaves out are not
// counted; it is nil for large sets. Where costs differ, words are counted by their length and taken to cost the
// least each.
func countingBound(c *moveset.Compiled, pr *pruner, boards *big.Int) int64 {
	least := int64(math.MaxInt64)
	for i := range c.Moves {
		least = min(least, c.Moves[i].Cost)
	}
	total := big.NewInt(1)
	if len(c.Moves) == 0 || boards.Cmp(total) <= 0 {
		return 0
	}
	if pr == nil {
		if len(c.Moves) == 1 {
			length := new(big.Int).Sub(boards, total)
			if !length.IsInt64() || length.Int64() > math.MaxInt64/least {
				return math.MaxInt64
			}
			return length.Int64() * least
		}
		words, branch := big.NewInt(1), big.NewInt(int64(len(c.Moves)))
		length := int64(0)
		for ; total.Cmp(boards) < 0; length++ {
			words.Mul(words, branch)
			total.Add(total, words)
		}
		return length * least
	}
	// Words by the state that they leave the pruner in.
	now := map[int32]*big.Int{0: big.NewInt(1)}
	length := int64(0)
	for ; total.Cmp(boards) < 0 && len(now) > 0; length++ {
		next := make(map[int32]*big.Int, len(now))
		for s, n := range now {
			for _, to := range pr.next[s] {
				if next[to] == nil {
					next[to] = new(big.Int)
				}
				next[to].Add(next[to], n)
			}
		}
		for _, n := range next {
			total.Add(total, n)
		}
		now = next
	}
	return length * least
}
