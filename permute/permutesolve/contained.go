package permutesolve

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/ways"
	"github.com/gridwright/gridwright/puzzle"
)

// Who may make more moves never answers with a longer way. Where a way is known to be the best that goes without saying.
// Constructions and bounded searches have no such order among sets of moves: with more moves a beam goes astray earlier. So they
// are tried with parts of the set as well, and the cheapest way is taken. Parts are found by what moves do, whatever they
// are called: shifts of lines by one cell, shifts of lines by any distance, swaps of neighbours, quarter turns of
// squares of one size; and each of them, like the whole set, at equal costs too, since a set of equal costs may be
// part of one whose costs differ.

// A part is some moves of a set, as a set of its own.
type part struct {
	*game
	move []int32 // by move of the part: the set's own move
}

// newParts finds the parts of a set: one for each kind of moves that is not the whole set, and those at equal costs.
func (s *Solver) newParts(c *moveset.Compiled) (parts []*part) {
	shape := moveset.Torus{Rows: c.Set.Rows, Cols: c.Set.Cols}
	var lists [][]int32
	for _, is := range []func(m *moveset.Move) bool{shape.IsStep, shape.IsShift, shape.IsSwap} {
		lists = append(lists, cheapest(c, is))
	}
	for k := 2; k <= min(shape.Rows, shape.Cols); k++ {
		lists = append(lists, cheapest(c, func(m *moveset.Move) bool { return len(m.To) == k*k-k%2 && shape.IsTurn(m, k) }))
	}
	whole := cheapest(c, func(*moveset.Move) bool { return true })
	var seen [][]int32
	for _, list := range append(lists, whole) {
		if len(list) < 2 || slices.ContainsFunc(seen, func(o []int32) bool { return slices.Equal(o, list) }) {
			continue
		}
		seen = append(seen, list)
		if len(list) < len(whole) {
			parts = append(parts, s.newPart(c, list, false))
		}
		if slices.ContainsFunc(list, func(m int32) bool { return c.Moves[m].Cost != c.Moves[list[0]].Cost }) {
			parts = append(parts, s.newPart(c, list, true))
		}
	}
	return parts
}

func (s *Solver) newPart(c *moveset.Compiled, list []int32, equal bool) *part {
	set := &permute.MoveSet{Rows: c.Set.Rows, Cols: c.Set.Cols}
	for _, m := range list {
		set.Moves = append(set.Moves, c.Set.Moves[m])
		if equal {
			set.Moves[len(set.Moves)-1].Cost = 1
		}
	}
	sub := moveset.Compile(set)
	return &part{s.newGame(sub.Key("game"), sub), list}
}

// cheapest lists the moves of a kind, of those that do the same one that costs the least.
func cheapest(c *moveset.Compiled, is func(m *moveset.Move) bool) (list []int32) {
	at := make(map[string]int)
	for i := range c.Moves {
		m := &c.Moves[i]
		if !is(m) {
			continue
		}
		k := ways.MoveKey(m.To, m.From)
		if j, ok := at[k]; !ok {
			at[k] = len(list)
			list = append(list, int32(i))
		} else if m.Cost < c.Moves[list[j]].Cost {
			list[j] = int32(i)
		}
	}
	return list
}

// freest is one's own answer, or a cheaper one by a part of the set. Limits that stop a part do no harm; the error is ctx's, or
// that of one's own answer where no part has any.
func (s *Solver) freest(ctx context.Context, g *game, p *permute.Instance, d group.Decision, order *big.Int, lim puzzle.Limits) (answer, error) {
	parts := g.parts()
	a, err := s.one(ctx, g, p, d, order, len(parts)+1, lim)
	if err != nil && (ctx.Err() != nil || !errors.Is(err, puzzle.ErrLimit)) || err == nil && a.lower >= a.cost {
		return a, err
	}
	lim.VerdictOnly = true
	for i, part := range parts {
		own := *p
		own.Moves = part.c.Set
		b, failed := s.byPart(ctx, part, &own, len(parts)-i, lim)
		if ctx.Err() != nil || err == nil && a.lower >= a.cost {
			break
		}
		if failed != nil {
			continue
		}
		for k, m := range b.path {
			b.path[k] = part.move[m]
		}
		b.path = ways.Shorten(ctx, g.c, b.path, 0)
		if cost := g.c.CostOf(b.path); err != nil || cost < a.cost {
			a.path, a.goal, a.cost, a.method, err = b.path, b.goal, cost, b.method, nil
		}
	}
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	return a, err
}

// byPart answers with the moves of a part alone.
func (s *Solver) byPart(ctx context.Context, part *part, p *permute.Instance, shares int, lim puzzle.Limits) (answer, error) {
	order, err := part.order(ctx, lim)
	if err != nil {
		return answer{}, err
	}
	d, err := part.group.Decide(ctx, p, lim)
	if err != nil {
		return answer{}, err
	}
	if d.Verdict != puzzle.Solved {
		return answer{}, &puzzle.LimitError{Limit: "size", Msg: "a part of the moves is too small"}
	}
	b, err := s.one(ctx, part.game, p, d, order, shares, lim)
	b.path = slices.Clone(b.path)
	return b, err
}
