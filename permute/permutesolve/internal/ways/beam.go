package ways

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// beam looks for cheap words on boards that are too large for tables and searches for the least. It goes move by move
// and keeps at each step the boards whose tiles are nearest to their places, all tiles' own distances added up. It
// need not end with the solved board; the constructive solver then finishes the nearest one.
type beam struct {
	c *moveset.Compiled
	n int
	// The tile that has to go to d is at x: dist[·][d·n+x] is about the cost of bringing it there, and that to the power
	// of 1½, by which the farthest tiles count more. Neither is always better.
	dist  [2][]int32
	code  []uint64 // a random number for d and x, for sums that tell boards apart
	steps int64
	next  []beamNode // room for the boards of a step
}

// Bounds of the beam.
const (
	beamCells    = 400
	beamPatience = 30 // steps without a nearer board than ever
	beamFinishes = 6
	firstWidth   = 64
	maxWidth     = 1 << 15
	maxNodes     = 1 << 20
)

// newBeam takes the time of shortest paths from every cell; it is nil where the board is too large.
func newBeam(ctx context.Context, c *moveset.Compiled) *beam {
	if c.N > beamCells || len(c.Moves) == 0 {
		return nil
	}
	b := &beam{c: c, n: c.N, dist: [2][]int32{make([]int32, c.N*c.N), make([]int32, c.N*c.N)},
		code: make([]uint64, c.N*c.N)}
	rng := rand.New(rand.NewPCG(2, uint64(c.N)))
	for i := range b.code {
		b.code[i] = rng.Uint64()
	}
	// What it costs to bring one tile from x to d, by moves that do what they like to others.
	type arc struct {
		to   int32
		cost int64
	}
	arcs := make([][]arc, c.N)
	least := int64(math.MaxInt64)
	for m := range c.Moves {
		least = min(least, c.Moves[m].Cost)
		for k, to := range c.Moves[m].To {
			arcs[c.Moves[m].From[k]] = append(arcs[c.Moves[m].From[k]], arc{to, c.Moves[m].Cost})
		}
	}
	far := make([]int64, c.N)
	for x := range c.N {
		if ctx.Err() != nil {
			return nil
		}
		for i := range far {
			far[i] = math.MaxInt64
		}
		far[x] = 0
		var q costHeapOf
		q.push(0, int32(x))
		for len(q) > 0 {
			cost, at := q.pop()
			if cost > far[at] {
				continue
			}
			for _, a := range arcs[at] {
				if d := cost + a.cost; d < far[a.to] {
					far[a.to] = d
					q.push(d, a.to)
				}
			}
		}
		for d := range c.N {
			if far[d] < math.MaxInt64 {
				v := min(far[d]*4/least, 1<<14)
				b.dist[0][d*c.N+x], b.dist[1][d*c.N+x] = int32(v), int32(math.Sqrt(float64(v*v*v)))
			}
		}
	}
	return b
}

// beamNode is a board of one step.
type beamNode struct {
	score  int64 // how far its tiles are
	cost   int64
	sum    uint64
	parent int32
	move   int32
}

// run starts from dest and returns words that lead to ever nearer boards, the nearest last, with a cost below limit.
func (b *beam) run(ctx context.Context, dest []int32, width, power int, limit int64) (words [][]int32) {
	n, dist := b.n, b.dist[power]
	level := []beamNode{{parent: -1, move: -1}}
	boards := slices.Clone(dest)
	for x, d := range dest {
		level[0].score += int64(dist[int(d)*n+x])
		level[0].sum += b.code[int(d)*n+x]
	}
	history := [][]beamNode{level}
	best, idle := level[0].score, 0
	seen := make(map[uint64]struct{})
	buf := make([]permute.Tile, n)
	for best > 0 && idle < beamPatience && b.steps > 0 {
		next, ok := b.expand(ctx, level, boards, dist, limit)
		if !ok {
			return words
		}
		kept := b.keep(next, width, seen)
		if len(kept) == 0 {
			return words
		}
		made := make([]int32, len(kept)*n)
		for i, node := range kept {
			board := made[i*n : (i+1)*n]
			copy(board, boards[int(node.parent)*n:])
			b.c.Apply(board, buf, node.move)
		}
		b.steps -= int64(len(made))
		boards, level = made, kept
		history = append(history, kept)
		idle++
		if kept[0].score < best {
			best, idle = kept[0].score, 0
			words = append(words, b.trace(history))
			if len(words) > beamFinishes {
				words = words[1:]
			}
		}
	}
	return words
}

// expand makes every move on every board of a level; ok is false where ctx ended.
func (b *beam) expand(ctx context.Context, level []beamNode, boards, dist []int32,
	limit int64) (next []beamNode, ok bool) {
	n := b.n
	b.next = b.next[:0]
	for i := range level {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, false
		}
		board := boards[i*n : (i+1)*n]
		for m := range b.c.Moves {
			mv := &b.c.Moves[m]
			node := beamNode{level[i].score, level[i].cost + mv.Cost, level[i].sum, int32(i), int32(m)}
			if node.cost >= limit || level[i].move >= 0 && b.c.Inverse[m] == level[i].move {
				continue
			}
			for k, to := range mv.To {
				from := mv.From[k]
				row := int(board[from]) * n
				node.score += int64(dist[row+int(to)] - dist[row+int(from)])
				node.sum += b.code[row+int(to)] - b.code[row+int(from)]
			}
			b.next = append(b.next, node)
		}
	}
	for m := range b.c.Moves {
		b.steps -= int64(len(level)) * int64(16+4*len(b.c.Moves[m].To))
	}
	return b.next, true
}

// keep picks the nearest boards that are new, as many as the beam is wide.
func (b *beam) keep(next []beamNode, width int, seen map[uint64]struct{}) (kept []beamNode) {
	next = nearest(next, 2*width)
	slices.SortFunc(next, func(x, y beamNode) int {
		return cmp.Or(cmp.Compare(x.score, y.score), cmp.Compare(x.cost, y.cost), cmp.Compare(x.sum, y.sum))
	})
	b.steps -= int64(len(next)) * 32
	for _, node := range next {
		if _, ok := seen[node.sum]; ok {
			continue
		}
		seen[node.sum] = struct{}{}
		if kept = append(kept, node); len(kept) == width {
			break
		}
	}
	return kept
}

// nearest leaves out the boards that are farthest, so that about so many are left, or more where they are equally far.
func nearest(nodes []beamNode, about int) []beamNode {
	if len(nodes) <= about {
		return nodes
	}
	low, high := nodes[0].score, nodes[0].score
	for i := range nodes {
		low, high = min(low, nodes[i].score), max(high, nodes[i].score)
	}
	const classes = 1 << 10
	width := (high-low)/classes + 1
	var count [classes]int
	for i := range nodes {
		count[(nodes[i].score-low)/width]++
	}
	sum, class := 0, 0
	for ; sum < about; class++ {
		sum += count[class]
	}
	limit := low + int64(class)*width
	return slices.DeleteFunc(nodes, func(x beamNode) bool { return x.score >= limit })
}

// trace is the word of the first board of the last step.
func (b *beam) trace(history [][]beamNode) []int32 {
	var word []int32
	at := int32(0)
	for k := len(history) - 1; k > 0; k-- {
		word = append(word, history[k][at].move)
		at = history[k][at].parent
	}
	slices.Reverse(word)
	return word
}

// Improve makes a word for d, which comes behind d.head, cheaper where it can, and never dearer: by beams, ever
// wider, as long as the steps last, a few nanoseconds each, and by shorten. The same arguments give the same word,
// unless ctx ends first or memory is short.
func (g *Builder) Improve(ctx context.Context, d group.Decision, word []int32, steps int64, lim puzzle.Limits) []int32 {
	total := func(w []int32) (sum int64) {
		for _, m := range w {
			sum += g.C.Moves[m].Cost
		}
		return sum
	}
	dest := slices.Clone(d.Dest)
	buf := make([]permute.Tile, g.C.N)
	for _, m := range d.Head {
		g.C.Apply(dest, buf, m)
	}
	word = Shorten(ctx, g.C, word, 0)
	cost := total(word)
	b := newBeam(ctx, g.C)
	if b != nil {
		b.steps = steps * 3 / 4
		for round := 0; b.steps > 0 && cost > 0; round++ {
			// Not so wide that one step takes long.
			width := firstWidth << (2 * (round / 2))
			if width > maxWidth || width > firstWidth && width*len(g.C.Moves) > maxNodes {
				break
			}
			if lim.CheckMemory("a search for shorter words", int64(width)*int64(48*len(g.C.Moves)+8*g.C.N+1<<12)) != nil {
				break
			}
			for _, head := range b.run(ctx, dest, width, round%2, cost) {
				rest := group.Decision{Verdict: puzzle.Solved, Goal: d.Goal, Dest: slices.Clone(dest)}
				for _, m := range head {
					g.C.Apply(rest.Dest, buf, m)
				}
				tail, err := g.Word(ctx, rest, lim)
				if err != nil {
					break
				}
				if w := Shorten(ctx, g.C, slices.Concat(head, tail), 0); total(w) < cost {
					word, cost = w, total(w)
				}
			}
			if ctx.Err() != nil {
				return word
			}
		}
	}
	return Shorten(ctx, g.C, word, steps/4)
}
