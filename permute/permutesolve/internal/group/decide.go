package group

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Group is the group of a set of moves as far as it is known: the orbits and the parities of the moves
// at once, the rest when a question needs it, once. It is safe for concurrent use.
type Group struct {
	C *moveset.Compiled
	T *moveset.Torus // nil where lines cannot all be shifted

	OrbitOf []int32 // by cell: its orbit
	// Orbits are the cells that tiles can be exchanged between, rising; cells that nothing moves are orbits of their
	// own.
	Orbits [][]int32
	Parity *Parities // of the moves, orbit by orbit

	gate   chan struct{} // held by who computes the structure
	st     atomic.Pointer[perm.Structure]
	blocks atomic.Pointer[characters]
}

// New takes O(cells of all moves). mt says whether it is complete.
func New(mt *meter.Meter, c *moveset.Compiled, t *moveset.Torus) *Group {
	g := &Group{C: c, T: t, gate: make(chan struct{}, 1)}
	g.OrbitOf, g.Orbits = c.Orbits(mt)
	g.Parity = newParities(mt, g)
	return g
}

// Structure computes what internal/perm finds out about the group. The error is ctx's or a *puzzle.LimitError; the
// structure is then partial, or nil.
func (g *Group) Structure(ctx context.Context, lim puzzle.Limits) (*perm.Structure, error) {
	if st := g.st.Load(); st != nil {
		return st, nil
	}
	if g.C.N > perm.MaxDegree {
		return nil, &puzzle.LimitError{Limit: "size",
			Msg: fmt.Sprintf("the group of these moves is not known: the board has %d cells, and groups are computed for %d "+
				"at most", g.C.N, perm.MaxDegree)}
	}
	if err := Enter(ctx, g.gate); err != nil {
		return nil, err
	}
	defer Leave(g.gate)
	if st := g.st.Load(); st != nil {
		return st, nil
	}
	gens := make([]perm.Cycles, len(g.C.Set.Moves))
	moved := 0
	for i := range g.C.Moves {
		moved += len(g.C.Moves[i].To)
	}
	if err := lim.CheckMemory("the group of the moves", 16*int64(moved)+64*int64(g.C.N)); err != nil {
		return nil, err
	}
	for i := range gens {
		// perm's cycles say where a cell gets its tile from: ours, written backwards.
		for _, cycle := range g.C.Set.Moves[i].Cycles {
			back := make([]uint16, len(cycle))
			for k, cell := range cycle {
				back[len(cycle)-1-k] = uint16(cell)
			}
			gens[i] = append(gens[i], back)
		}
	}
	group, err := perm.NewGroup(g.C.N, gens)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", puzzle.ErrInternal, err)
	}
	memory := int64(maxStructure)
	if lim.Memory > 0 {
		memory = min(memory, lim.Memory)
	}
	st, err := group.Structure(ctx, perm.Options{Memory: memory})
	if err != nil {
		return st, GroupError(ctx, err, memory)
	}
	g.st.Store(st)
	return st, nil
}

// maxStructure bounds the memory of a group's structure in bytes, where the limits do not.
const maxStructure = 1 << 30

// GroupError puts an error of internal/perm in the user's terms.
func GroupError(ctx context.Context, err error, memory int64) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, perm.ErrMemory):
		limit := "memory"
		if memory >= maxStructure {
			limit = "size"
		}
		return &puzzle.LimitError{Limit: limit, Msg: "the group of these moves is not known: its stabiliser chain needs " +
			"more memory than it may have, " + puzzle.Bytes(memory)}
	}
	return fmt.Errorf("%w: %w", puzzle.ErrInternal, err)
}

// A Decision says whether some goal can be reached.
type Decision struct {
	Verdict puzzle.Verdict

	// Solved: the goal with the index goal, by the permutation dest of the group (the tile at cell i goes to dest[i]).
	// head are moves to begin with, where some were found on the way: behind them only orbits that are giants are not
	// yet as dest has them.
	Goal int
	Dest []int32
	Head []int32

	// Impossible: why. It is nil where no kind of certificate says it; the error tells.
	Certificate *permute.Certificate
}

// Decide finds out whether a goal of p can be reached, and takes the first one that can. The verdict is Unknown where
// the group cannot be computed within the limits; the error, ctx's or a *puzzle.LimitError, then says why. With
// Impossible comes a certificate that refutes every goal, or else a *puzzle.LimitError of the kind "check".
//
// p is valid and of g's set. The cost is that of the group's structure at most, and O(cells) where every line of the
// board can be shifted.
func (g *Group) Decide(ctx context.Context, p *permute.Instance, lim puzzle.Limits) (Decision, error) {
	aims := make([]*aim, len(p.Goals))
	for i := range p.Goals {
		if moveset.Fits(p.Goals[i], p.Start) {
			return Decision{Verdict: puzzle.Solved, Goal: i, Dest: moveset.Identity(g.C.N)}, nil
		}
	}
	var open error
	for i := range p.Goals {
		if err := ctx.Err(); err != nil {
			return Decision{}, err
		}
		aims[i] = g.aim(p, i)
		err := g.settle(ctx, p, aims[i], lim)
		switch {
		case ctx.Err() != nil:
			return Decision{}, ctx.Err()
		case err != nil:
			open = err // a later goal may be reachable all the same
		case aims[i].verdict == puzzle.Solved:
			return Decision{Verdict: puzzle.Solved, Goal: i, Dest: aims[i].dest, Head: aims[i].head}, nil
		}
	}
	if open != nil {
		return Decision{}, open
	}
	out := Decision{Verdict: puzzle.Impossible}
	if lim.VerdictOnly {
		return out, nil
	}
	var err error
	out.Certificate, err = g.refute(ctx, p, aims, lim)
	return out, err
}

// An aim is one goal in the group's terms: where each tile may go.
type aim struct {
	goal    int
	verdict puzzle.Verdict
	// lost is set where an orbit lacks a tile; nothing else is then.
	lost *permute.OrbitGoal
	// dest takes every tile to a cell of its orbit that accepts it.
	dest []int32
	// swap has for each orbit two cells whose tiles may exchange their places in dest, and the first is -1 where there
	// are none: such orbits can be odd or even as one likes.
	swap [][2]int32
	head []int32
	// refuted is a character against the goal, where one has been looked for and found.
	refuted *refutation
	// many is set where more boards can be reached than a checker looks at.
	many bool
}

// aim finds an assignment of tiles to cells, orbit by orbit. Tiles that are right stay.
func (g *Group) aim(p *permute.Instance, index int) *aim {
	a := &aim{goal: index}
	goal := p.Goals[index]
	have, want := g.sorted(p.Start, len(p.Labels)), g.sorted(goal, len(p.Labels))
	a.dest = make([]int32, len(goal))
	a.swap = make([][2]int32, len(g.Orbits))
	taken := make([]bool, len(goal))
	at := 0
	for k := range g.Orbits {
		end := at + len(g.Orbits[k])
		a.swap[k] = [2]int32{-1, -1}
		free := at // the cells that accept anything are want[at:free]
		for free < end && goal[want[free]] == permute.Any {
			free++
		}
		var left []int32 // the tiles that go there
		w := free
		for h := at; h < end; {
			tile := p.Start[have[h]]
			run := h
			for run < end && p.Start[have[run]] == tile {
				run++
			}
			if run-h > 1 {
				a.swap[k] = [2]int32{have[h], have[h+1]}
			}
			if w < end && goal[want[w]] < tile {
				return g.lose(p, a, k, goal[want[w]])
			}
			first := w
			for w < end && goal[want[w]] == tile {
				w++
			}
			if w-first > run-h {
				return g.lose(p, a, k, tile)
			}
			left = append(left, a.match(have[h:run], want[first:w], taken)...)
			h = run
		}
		if w < end {
			return g.lose(p, a, k, goal[want[w]])
		}
		if len(left) > 1 {
			a.swap[k] = [2]int32{left[0], left[1]}
		}
		a.match(left, want[at:free], taken)
		at = end
	}
	return a
}

// sorted lists the cells by orbit, in an orbit by tile, Any first, and then by their numbers.
func (g *Group) sorted(board []permute.Tile, labels int) []int32 {
	byTile := counted(moveset.Identity(len(board)), labels+1, func(x int32) int32 { return board[x] + 1 })
	return counted(byTile, len(g.Orbits), func(x int32) int32 { return g.OrbitOf[x] })
}

// counted sorts cells by a key below keys, those of one key as they come: in O(cells + keys), since boards may have a
// million cells.
func counted(cells []int32, keys int, key func(x int32) int32) []int32 {
	at := make([]int32, keys+1)
	for _, x := range cells {
		at[key(x)+1]++
	}
	for k := range keys {
		at[k+1] += at[k]
	}
	out := make([]int32, len(cells))
	for _, x := range cells {
		k := key(x)
		out[at[k]] = x
		at[k]++
	}
	return out
}

// match assigns tiles at the cells from to the cells to, no more of these than of those, and returns the tiles that
// are left. It first keeps what can stay.
func (a *aim) match(from, to []int32, taken []bool) (left []int32) {
	var rest []int32
	i := 0
	for _, x := range from {
		for i < len(to) && to[i] < x {
			i++
		}
		if i < len(to) && to[i] == x {
			a.dest[x], taken[x] = x, true
		} else {
			rest = append(rest, x)
		}
	}
	i = 0
	for _, x := range rest {
		for i < len(to) && taken[to[i]] {
			i++
		}
		if i == len(to) {
			left = append(left, x)
			continue
		}
		a.dest[x], taken[to[i]] = to[i], true
	}
	return left
}

// lose says that orbit k lacks a tile.
func (g *Group) lose(p *permute.Instance, a *aim, k int, tile permute.Tile) *aim {
	a.dest, a.swap = nil, nil
	a.lost = &permute.OrbitGoal{Cells: g.Orbits[k], Tile: p.Labels[tile]}
	for _, x := range g.Orbits[k] {
		if p.Start[x] == tile {
			a.lost.Have++
		}
		if p.Goals[a.goal][x] == tile {
			a.lost.Want++
		}
	}
	return a
}

// settle decides about one goal. Of several assignments it takes one that the group can do.
func (g *Group) settle(ctx context.Context, p *permute.Instance, a *aim, lim puzzle.Limits) error {
	if a.lost != nil {
		a.verdict = puzzle.Impossible
		return nil
	}
	if !g.Parity.suit(g, a) {
		a.verdict = puzzle.Impossible
		return nil
	}
	if g.T != nil {
		// Commutators of shifts of a row and a column are 3-cycles of any three cells in the shape of an L, and these
		// generate all even permutations: see construct.go.
		a.verdict = puzzle.Solved
		return nil
	}
	loose := slices.ContainsFunc(a.swap, func(s [2]int32) bool { return s[0] >= 0 })
	st, err := g.Structure(ctx, lim)
	if st == nil {
		return err
	}
	if !loose {
		switch in := st.Contains(permOf(a.dest)); {
		case in.In():
			a.verdict = puzzle.Solved
		case in.Reason != perm.Unknown:
			a.verdict = puzzle.Impossible
		default:
			return err
		}
		return nil
	}
	if err != nil {
		return err
	}
	if st.Chain() == nil {
		a.verdict = puzzle.Solved // all orbits are giants, and parities suit
		return nil
	}
	// A character is found at once or not at all, and the search may be long.
	if a.refuted, err = g.character(ctx, p, a, lim); err != nil {
		return err
	}
	if a.refuted != nil {
		a.verdict = puzzle.Impossible
		return nil
	}
	return g.settleLoose(ctx, p, a, st, lim)
}

// permOf is dest as a function of cells. It is the inverse of what perm means by a permutation that brings tiles so;
// a group has both.
func permOf(dest []int32) perm.Perm {
	p := make(perm.Perm, len(dest))
	for i, d := range dest {
		p[i] = uint16(d)
	}
	return p
}

// Enter waits for its turn, or for the end of ctx.
func Enter(ctx context.Context, gate chan struct{}) error {
	select {
	case gate <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func Leave(gate chan struct{}) { <-gate }
