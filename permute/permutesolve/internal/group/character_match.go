package group

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// A kindMatch is what is known of the ways to match the start's blocks of one kind with the goal's.
type kindMatch struct {
	possible    bool
	turn        int64 // of one way
	odd         bool
	free        []turned // differences between ways
	oddPlaces   bool
	loosePlaces bool // blocks may be exchanged
}

// turned is a turn, and whether it is odd inside the block.
type turned struct {
	turn int64
	odd  bool
}

// A bundle is blocks of a kind that are alike, on the start or in the goal.
type bundle struct {
	block  int32 // one of them
	count  int
	places [][]int32 // by fibre: the places in the block, by their tiles, rising
}

type bundleEdge struct {
	from, to int
	turned
	loose bool // tiles in the block may be exchanged: it may be odd or not
	flow  int
}

// bundles collects the blocks of a kind by what they have on a board.
func (v *blockView) bundles(board []permute.Tile, r int, fibres [][]int32) []bundle {
	var out []bundle
	at := make(map[string]int)
	for _, b := range v.kinds[r].blocks {
		var key []byte
		for _, x := range v.blocks[b] {
			key = binary.AppendVarint(key, int64(board[x]))
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(out)
			at[string(key)] = i
			u := bundle{block: b}
			for _, f := range fibres {
				list := slices.Clone(f)
				slices.SortStableFunc(list, func(p, q int32) int {
					return cmp.Compare(board[v.blocks[b][p]], board[v.blocks[b][q]])
				})
				u.places = append(u.places, list)
			}
			out = append(out, u)
		}
		out[i].count++
	}
	return out
}

// fibres lists the places in a block of kind r that have one phase and whose cells are of one orbit: the tiles there
// stay together. onto says which fibre a turn takes each of them to; it returns nil where there is none, and no block
// can turn so.
func (v *blockView) fibres(g *Group, r int) (fibres [][]int32, onto func(turn int64) []int) {
	k := &v.kinds[r]
	type key struct {
		orbit int32
		phase int64
	}
	index := make(map[key]int)
	var keys []key
	for i, x := range v.blocks[k.blocks[0]] {
		at := key{g.OrbitOf[x], k.phases[i]}
		f, ok := index[at]
		if !ok {
			f = len(fibres)
			index[at] = f
			keys, fibres = append(keys, at), append(fibres, nil)
		}
		fibres[f] = append(fibres[f], int32(i))
	}
	return fibres, func(turn int64) []int {
		out := make([]int, len(keys))
		for f, at := range keys {
			at.phase = (at.phase + turn) % k.turns
			to, ok := index[at]
			if !ok || len(fibres[to]) != len(fibres[f]) {
				return nil
			}
			out[f] = to
		}
		return out
	}
}

// matchKind is nil where there would be too many pairs to compare.
func (g *Group) matchKind(ctx context.Context, p *permute.Instance, goal int, v *blockView, r int,
	lim puzzle.Limits) (*kindMatch, error) {
	k := &v.kinds[r]
	most := maxCharacterEdges
	if lim.Memory > 0 {
		most = int(min(int64(most), lim.Memory/256)) // an edge takes about half of that, with what is found along it
	}
	fibres, onto := v.fibres(g, r)
	have, want := v.bundles(p.Start, r, fibres), v.bundles(p.Goals[goal], r, fibres)
	if int64(len(have))*int64(len(want))*int64(len(fibres)) > maxCharacterPairs {
		return nil, nil
	}
	var edges []bundleEdge
	c := &blockCompare{v: v, start: p.Start, goal: p.Goals[goal], image: make([]int32, len(k.phases))}
	tried := make(map[int64]bool)
	for _, phase := range k.phases {
		turn := (phase - k.phases[0] + k.turns) % k.turns
		if tried[turn] {
			continue
		}
		tried[turn] = true
		if c.onto = onto(turn); c.onto == nil {
			continue
		}
		for i := range have {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for j := range want {
				if ok, odd, loose := c.fits(&have[i], &want[j]); ok {
					if len(edges) == most {
						return nil, nil
					}
					edges = append(edges, bundleEdge{from: i, to: j, turned: turned{turn, odd}, loose: loose})
				}
			}
		}
	}
	w := newBundleFlow(have, want, edges)
	if full, err := w.fill(ctx); !full || err != nil {
		return &kindMatch{}, err
	}
	w.components()
	return w.evaluate(v, k), nil
}

// blockCompare compares blocks of one kind, for one turn.
type blockCompare struct {
	v     *blockView
	start []permute.Tile
	goal  []permute.Tile
	onto  []int   // by fibre: the one that it is turned onto
	image []int32 // by place: the one that it goes to
}

func (c *blockCompare) fits(have, want *bundle) (ok, odd, loose bool) {
	from, to := c.v.blocks[have.block], c.v.blocks[want.block]
	for f, list := range have.places {
		goal := want.places[c.onto[f]]
		open := 0
		for open < len(goal) && c.goal[to[goal[open]]] == permute.Any {
			open++
		}
		loose = loose || open > 1
		next, rest := open, 0
		for i, x := range list {
			tile := c.start[from[x]]
			loose = loose || i > 0 && c.start[from[list[i-1]]] == tile
			if next < len(goal) && c.goal[to[goal[next]]] == tile {
				c.image[x] = goal[next]
				next++
			} else if rest < open {
				c.image[x] = goal[rest]
				rest++
			} else {
				return false, false, false
			}
		}
	}
	return true, !loose && oddImages(c.image, nil), loose
}

// A bundleFlow matches bundles. Nodes are the start's bundles, and behind them the goal's.
type bundleFlow struct {
	have, want []bundle
	edges      []bundleEdge
	at         [][]int // by node: its edges
	comp       []int   // by node: its strong component in what a full flow leaves open
	seen       []bool
	steps      int
}

func newBundleFlow(have, want []bundle, edges []bundleEdge) *bundleFlow {
	w := &bundleFlow{have: have, want: want, edges: edges, at: make([][]int, len(have)+len(want))}
	for i, e := range edges {
		w.at[e.from] = append(w.at[e.from], i)
		w.at[len(have)+e.to] = append(w.at[len(have)+e.to], i)
	}
	w.seen = make([]bool, len(w.at))
	return w
}

// over is the other end of an edge seen from node x, and how much can be sent there.
func (w *bundleFlow) over(x, edge int) (y, room int) {
	e := &w.edges[edge]
	if x < len(w.have) {
		return len(w.have) + e.to, 1 << 30
	}
	return e.from, e.flow
}

// fill sends all blocks, depth first along what can be changed, and reports whether that is possible.
func (w *bundleFlow) fill(ctx context.Context) (bool, error) {
	room := make([]int, len(w.want))
	for j := range w.want {
		room[j] = w.want[j].count
	}
	for i := range w.have {
		for left := w.have[i].count; left > 0; {
			clear(w.seen)
			n := w.send(ctx, i, left, room)
			if err := ctx.Err(); err != nil {
				return false, err
			}
			if n == 0 {
				return false, nil
			}
			left -= n
		}
	}
	return true, nil
}

// send sends up to n blocks on from node x and returns how many.
func (w *bundleFlow) send(ctx context.Context, x, n int, room []int) int {
	w.seen[x] = true
	if w.steps++; w.steps%4096 == 0 && ctx.Err() != nil {
		return 0
	}
	if j := x - len(w.have); j >= 0 && room[j] > 0 {
		n = min(n, room[j])
		room[j] -= n
		return n
	}
	for _, i := range w.at[x] {
		y, most := w.over(x, i)
		if most == 0 || w.seen[y] {
			continue
		}
		if sent := w.send(ctx, y, min(n, most), room); sent > 0 {
			if x < len(w.have) {
				w.edges[i].flow += sent
			} else {
				w.edges[i].flow -= sent
			}
			return sent
		}
	}
	return 0
}

// components is Tarjan's algorithm. A pair of bundles is matched in some way exactly if both are in one component.
func (w *bundleFlow) components() {
	n := len(w.at)
	low, number := make([]int, n), make([]int, n)
	w.comp = make([]int, n)
	var stack []int
	clock, comps := 0, 0
	var walk func(x int)
	walk = func(x int) {
		clock++
		low[x], number[x] = clock, clock
		stack = append(stack, x)
		for _, i := range w.at[x] {
			y, room := w.over(x, i)
			switch {
			case room == 0:
			case number[y] == 0:
				walk(y)
				low[x] = min(low[x], low[y])
			case w.comp[y] == 0: // still on the stack
				low[x] = min(low[x], number[y])
			}
		}
		if low[x] < number[x] {
			return
		}
		comps++
		for {
			y := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			w.comp[y] = comps
			if y == x {
				return
			}
		}
	}
	for x := range n {
		if number[x] == 0 {
			walk(x)
		}
	}
}

// evaluate adds up what the flow counts, and finds what generates the differences to all others: along a tree of
// pairs that are matched in some way, bundles get numbers so that each pair counts the sum of its two; what does not
// fit is a difference.
func (w *bundleFlow) evaluate(v *blockView, k *blockKind) *kindMatch {
	m := &kindMatch{possible: true}
	known := make(map[turned]bool)
	free := func(d turned) {
		if d != (turned{}) && !known[d] {
			known[d] = true
			m.free = append(m.free, d)
		}
	}
	at := make([]*turned, len(w.at))
	for first := range at {
		if at[first] != nil {
			continue
		}
		at[first] = &turned{}
		queue := []int{first}
		for q := 0; q < len(queue); q++ {
			x := queue[q]
			for _, i := range w.at[x] {
				e := &w.edges[i]
				y, _ := w.over(x, i)
				if w.comp[x] != w.comp[y] {
					continue
				}
				if e.loose {
					free(turned{odd: true})
				}
				value := turned{(e.turn - at[x].turn + k.turns) % k.turns, e.odd != at[x].odd}
				if at[y] == nil {
					at[y] = &value
					queue = append(queue, y)
				} else {
					free(turned{(value.turn - at[y].turn + k.turns) % k.turns, value.odd != at[y].odd})
				}
			}
		}
	}
	to := moveset.Identity(len(v.blocks))
	partner := make([]int, len(w.have))
	for i := range w.edges {
		if e := &w.edges[i]; e.flow > 0 {
			m.turn = (m.turn + e.turn*int64(e.flow)) % k.turns
			m.odd = m.odd != (e.odd && e.flow%2 != 0)
			to[w.have[e.from].block] = w.want[e.to].block
			partner[e.from] = e.to
		}
	}
	for _, list := range [][]bundle{w.have, w.want} {
		for _, b := range list {
			m.loosePlaces = m.loosePlaces || b.count > 1
		}
	}
	for i := range w.edges {
		e := &w.edges[i]
		m.loosePlaces = m.loosePlaces || w.comp[e.from] == w.comp[len(w.have)+e.to] && partner[e.from] != e.to
	}
	m.oddPlaces = !m.loosePlaces && oddImages(to, k.blocks)
	return m
}
