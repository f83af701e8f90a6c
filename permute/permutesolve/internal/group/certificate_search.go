package group

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// refuteInChain makes a stabiliser chain in which a checker finds no way to any goal, by no more choices than it
// makes; nil where there is none. The giants in which tiles may be exchanged, whatever the goal, are left out: they
// can do all that is wanted.
func (g *Group) refuteInChain(ctx context.Context, p *permute.Instance, aims []*aim,
	lim puzzle.Limits) (*permute.Chain, error) {
	st := g.st.Load()
	if st == nil {
		return nil, nil
	}
	giant := make(map[int]bool)
	for _, x := range st.Giants() {
		giant[int(g.OrbitOf[st.Group().Orbits()[x.Orbit][0]])] = true
	}
	drop := func(orbit int) bool {
		tight := func(a *aim) bool { return a.lost != nil || a.swap[orbit][0] < 0 }
		return giant[orbit] && !slices.ContainsFunc(aims, tight)
	}
	chain, err := g.chainFor(ctx, st, drop, lim)
	if err != nil {
		return nil, err
	}
	w, err := newChainWalk(ctx, p, chain, lim)
	if err != nil {
		return nil, err
	}
	for _, goal := range p.Goals {
		if none, err := w.refutes(ctx, goal); !none || err != nil {
			return nil, err
		}
	}
	return chain, nil
}

// A chainWalk makes the choices that a checker makes in a chain.
type chainWalk struct {
	p       *permute.Instance
	inside  []bool // nil: all cells count
	levels  []chainLevel
	goal    []permute.Tile
	count   []int32 // by tile: scratch
	choices int
	images  int64 // looked up
}

// A chainLevel is an orbit of a base cell.
type chainLevel struct {
	ways   [][]int32 // take the base cell along its orbit
	orbits [][]int32 // of what fixes the base cells up to this one
	first  [][]int32 // the orbits of all, at the first level
}

func newChainWalk(ctx context.Context, p *permute.Instance, c *permute.Chain, lim puzzle.Limits) (*chainWalk, error) {
	n := len(p.Start)
	w := &chainWalk{p: p, goal: make([]permute.Tile, n), count: make([]int32, len(p.Labels))}
	if c.Cells != nil {
		w.inside = make([]bool, n)
		for _, x := range c.Cells {
			w.inside[x] = true
		}
	}
	gens := c.Strong
	lists := int64(0) // of n numbers
	for _, b := range c.Base {
		rest := slices.DeleteFunc(slices.Clone(gens), func(q []int32) bool { return q[b] != b })
		if len(rest) < len(gens) {
			l := chainLevel{first: orbitsOf(n, gens), orbits: orbitsOf(n, rest)}
			of := slices.IndexFunc(l.first, func(o []int32) bool { return slices.Contains(o, b) })
			lists += int64(len(l.first[of])) + 24
			if err := lim.CheckMemory("a search in a stabiliser chain", 4*int64(n)*lists); err != nil {
				return nil, err
			}
			at := map[int32]bool{b: true}
			l.ways = [][]int32{moveset.Identity(n)}
			for i := 0; i < len(l.ways); i++ {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				for _, q := range gens {
					to := q[l.ways[i][b]]
					if at[to] {
						continue
					}
					at[to] = true
					way := make([]int32, n)
					for x, y := range l.ways[i] {
						way[x] = q[y]
					}
					l.ways = append(l.ways, way)
				}
			}
			w.levels = append(w.levels, l)
		}
		gens = rest
	}
	return w, nil
}

// orbitsOf lists the orbits of the group that gens generate.
func orbitsOf(n int, gens [][]int32) [][]int32 {
	var out [][]int32
	seen := make([]bool, n)
	for x := range int32(n) {
		if seen[x] {
			continue
		}
		seen[x] = true
		orbit := []int32{x}
		for at := 0; at < len(orbit); at++ {
			for _, q := range gens {
				if y := q[orbit[at]]; !seen[y] {
					seen[y] = true
					orbit = append(orbit, y)
				}
			}
		}
		out = append(out, orbit)
	}
	return out
}

// refutes reports whether no element of the group gives the goal, and a checker can find that out.
func (w *chainWalk) refutes(ctx context.Context, goal []permute.Tile) (bool, error) {
	copy(w.goal, goal)
	for x := range w.goal {
		if w.inside != nil && !w.inside[x] {
			w.goal[x] = permute.Any
		}
	}
	if len(w.levels) == 0 {
		return false, nil
	}
	id := moveset.Identity(len(goal))
	if !w.enough(w.levels[0].first, id) {
		return true, nil
	}
	return w.walk(ctx, 0, id)
}

// enough reports whether each orbit holds what the goal wants where so takes it.
func (w *chainWalk) enough(orbits [][]int32, so []int32) bool {
	w.images += 2 * int64(len(so))
	for _, orbit := range orbits {
		if len(orbit) == 1 {
			if want := w.goal[so[orbit[0]]]; want >= 0 && want != w.p.Start[orbit[0]] {
				return false
			}
			continue
		}
		for _, x := range orbit {
			w.count[w.p.Start[x]]++
			if want := w.goal[so[x]]; want >= 0 {
				w.count[want]--
			}
		}
		ok := true
		for _, x := range orbit {
			// What is wanted more often than it is there has a number below 0.
			if want := w.goal[so[x]]; want >= 0 && w.count[want] < 0 {
				ok = false
			}
		}
		for _, x := range orbit {
			w.count[w.p.Start[x]] = 0
			if want := w.goal[so[x]]; want >= 0 {
				w.count[want] = 0
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *chainWalk) walk(ctx context.Context, i int, so []int32) (none bool, err error) {
	if i == len(w.levels) {
		return false, nil
	}
	next := make([]int32, len(so))
	for _, way := range w.levels[i].ways {
		w.choices++
		w.images += 2 * int64(len(so))
		if w.choices > permute.SearchBound || w.images > maxChainImages {
			return false, nil
		}
		if w.choices%256 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		for x, y := range way {
			next[x] = so[y]
		}
		if !w.enough(w.levels[i].orbits, next) {
			continue
		}
		if none, err := w.walk(ctx, i+1, next); !none || err != nil {
			return false, err
		}
	}
	return true, nil
}
