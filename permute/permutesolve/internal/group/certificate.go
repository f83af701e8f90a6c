package group

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/puzzle"
)

// refute makes the simplest certificate that speaks against every goal, all of which cannot be reached. The error is
// ctx's, or a *puzzle.LimitError of the kind "check" where no certificate of one kind does.
func (g *Group) refute(ctx context.Context, p *permute.Instance, aims []*aim,
	lim puzzle.Limits) (*permute.Certificate, error) {
	cert := &permute.Certificate{Cols: p.Cols}
	lost := 0
	for _, a := range aims {
		if a.lost != nil {
			lost++
		}
	}
	if lost == len(aims) {
		cert.Orbit = &permute.Orbit{}
		for _, a := range aims {
			cert.Orbit.Goals = append(cert.Orbit.Goals, *a.lost)
		}
		return cert, nil
	}
	var err error // of the boards' number, where nothing else does
	all := func() bool {
		cert.Exhausted, err = g.refuteByAll(ctx, p, aims, lim)
		return cert.Exhausted != nil
	}
	characters := func() bool {
		cert.Characters, _ = g.refuteByCharacters(ctx, p, aims, lim)
		return cert.Characters != nil
	}
	var reasons []func() bool // the simplest first
	if AllDifferent(p) {
		asked := make([][]int32, len(aims))
		for i := range aims {
			asked[i] = AskedOf(p, i)
		}
		reasons = []func() bool{func() bool {
			if lost == 0 {
				cert.Parity = g.refuteByParity(asked)
			}
			return cert.Parity != nil
		}, func() bool {
			if _, err := g.Structure(ctx, lim); err == nil {
				cert.Blocks = g.refuteByBlocks(asked)
			}
			return cert.Blocks != nil
		}, characters, func() bool {
			if st := g.st.Load(); st != nil {
				cert.Chain, _ = g.chainFor(ctx, st, nil, lim)
			}
			return cert.Chain != nil
		}, all}
	} else {
		reasons = []func() bool{func() bool {
			cert.Exhausted, _, _ = g.visitAll(ctx, p, lim, fewBoards)
			return cert.Exhausted != nil
		}, characters, all, func() bool {
			cert.Chain, _ = g.refuteInChain(ctx, p, aims, lim)
			return cert.Chain != nil
		}}
	}
	for _, found := range reasons {
		if found() {
			return cert, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, err
}

// fewBoards are so few that to look at all of them is the best reason.
const fewBoards = 64

// AllDifferent reports whether no tile stands twice and at most one cell of each goal does not matter.
func AllDifferent(p *permute.Instance) bool {
	if len(p.Labels) != len(p.Start) {
		return false // each label stands on the start
	}
	for _, goal := range p.Goals {
		if i := slices.Index(goal, permute.Any); i >= 0 && slices.Contains(goal[i+1:], permute.Any) {
			return false
		}
	}
	return true
}

// AskedOf is what a goal asks for where AllDifferent holds: the tile at cell i of the start goes to asked[i].
func AskedOf(p *permute.Instance, goal int) []int32 {
	where := make([]int32, len(p.Labels))
	// The tile that is left goes to the cell that does not matter.
	open := int32(slices.Index(p.Goals[goal], permute.Any))
	for t := range where {
		where[t] = open
	}
	for c, t := range p.Goals[goal] {
		if t != permute.Any {
			where[t] = int32(c)
		}
	}
	asked := make([]int32, len(p.Start))
	for c, t := range p.Start {
		asked[c] = where[t]
	}
	return asked
}

// refuteByParity finds cells in which every move is even and every goal odd.
func (g *Group) refuteByParity(asked [][]int32) *permute.Parity {
	var vectors [][]int
	whole := true // of all cells, so that nothing needs to be said about them
	for _, r := range g.Parity.rows {
		whole = whole && len(r)%2 == 0
	}
	for _, a := range asked {
		v := g.Parity.Of(g, a)
		vectors = append(vectors, v)
		whole = whole && len(v)%2 != 0
	}
	if whole {
		return &permute.Parity{}
	}
	orbits, ok := g.Parity.separate(len(g.Orbits), vectors)
	if !ok {
		return nil
	}
	out := &permute.Parity{}
	for _, k := range orbits {
		out.Cells = append(out.Cells, g.Orbits[k]...)
	}
	slices.Sort(out.Cells)
	return out
}

// refuteByBlocks finds for every goal two cells of one block that it parts. All systems known are taken as one: a move
// keeps their union.
func (g *Group) refuteByBlocks(asked [][]int32) *permute.Blocks {
	st := g.st.Load()
	block := make([]int32, g.C.N)
	for i := range block {
		block[i] = -1
	}
	orbits := st.Group().Orbits()
	blocks := int32(0)
	for k := range orbits {
		for _, cells := range st.Blocks(k) {
			for _, x := range cells {
				block[x] = blocks
			}
			blocks++
		}
	}
	out := &permute.Blocks{}
	used := make([]bool, len(orbits))
	for _, a := range asked {
		found := false
	search:
		for k := range orbits {
			for _, cells := range st.Blocks(k) {
				for _, x := range cells[1:] {
					if block[a[x]] < 0 || block[a[x]] != block[a[cells[0]]] {
						out.Pairs = append(out.Pairs, [2]int32{int32(cells[0]), int32(x)})
						used[k], found = true, true
						break search
					}
				}
			}
		}
		if !found {
			return nil
		}
	}
	// Only the systems that are needed are shown. A goal that takes a pair to where none is shown parts it all the same.
	for k := range orbits {
		if !used[k] {
			continue
		}
		for _, cells := range st.Blocks(k) {
			b := make([]int32, len(cells))
			for i, x := range cells {
				b[i] = int32(x)
			}
			slices.Sort(b)
			out.System = append(out.System, b)
		}
	}
	return out
}

// visitAll is exhaust about p, without the cells that do not move.
func (g *Group) visitAll(ctx context.Context, p *permute.Instance, lim puzzle.Limits,
	limit int64) (*permute.Exhausted, bool, error) {
	mt := lim.Meter(ctx)
	moving := moveset.NewMoving(mt, g.C, g.Orbits)
	if mt.Err() != nil {
		return nil, false, puzzle.AsLimit(mt.Err())
	}
	st, err := moving.Stage(ctx, p)
	if err != nil {
		return nil, false, err
	}
	if st.Instance == nil { // no goal has the right tiles in every orbit: there is nothing to look for
		st = &moveset.Stage{Compiled: g.C, Instance: p, Whole: p}
	}
	return search.Exhaust(ctx, st, lim, limit)
}

// refuteByAll visits all boards that can be reached, where they are no more than a checker looks at.
func (g *Group) refuteByAll(ctx context.Context, p *permute.Instance, aims []*aim,
	lim puzzle.Limits) (*permute.Exhausted, error) {
	tooMany := &puzzle.LimitError{Limit: "check",
		Msg: fmt.Sprintf("no goal can be reached, but there is no certificate of that: "+
			"the goals fail for reasons that no one kind of certificate holds, and more than %d boards can be reached",
			permute.SearchBound)}
	if g.surelyMany(p) || slices.ContainsFunc(aims, func(a *aim) bool { return a.many }) {
		return nil, tooMany
	}
	all, reached, err := g.visitAll(ctx, p, lim, permute.SearchBound)
	switch {
	case err != nil:
		return nil, err
	case reached:
		return nil, fmt.Errorf("%w: a goal that the group cannot reach has been reached", puzzle.ErrInternal)
	case all == nil:
		return nil, tooMany
	}
	return all, nil
}

// surelyMany reports whether more boards than permute.SearchBound can be reached because one orbit that is a giant
// has more arrangements: then one need not try.
func (g *Group) surelyMany(p *permute.Instance) bool {
	var giants [][]int32
	if g.T != nil {
		giants = g.Orbits
	} else if st := g.st.Load(); st != nil {
		for _, giant := range st.Giants() {
			giants = append(giants, g.Orbits[g.OrbitOf[st.Group().Orbits()[giant.Orbit][0]]])
		}
	}
	count := make([]int32, len(p.Labels))
	for _, cells := range giants {
		clear(count)
		for _, x := range cells {
			count[p.Start[x]]++
		}
		if search.Arrangements(count, 2*permute.SearchBound) > 2*permute.SearchBound { // half of them, if all are different
			return true
		}
	}
	return false
}
