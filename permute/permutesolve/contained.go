package permutesolve

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/puzzle"
)

// Who may make more moves never answers with a longer way. Where a way is known to be the best that goes without
// saying. Constructions and bounded searches have no such order among sets of moves: with more moves a beam goes
// astray earlier. So a set's answer is the best of those of its parts, and what a part answers depends on the part
// and the board alone: whoever holds the set holds its parts, and answers as well.
//
// Parts are found by what moves do, whatever they are called. Row shifts are those by one cell to one side, to
// either, or all; column shifts likewise; turns of squares of one size go one way, the other or both; swaps of
// neighbours are one kind, and so are all moves that are none of these. A part is any choice of these for at most two
// kinds of moves (shifts are one kind), and for more kinds such as hold the inverse of each move. Each is tried at
// equal costs too, since a set of equal costs may be part of one whose costs differ.
//
// A set of four kinds or more has hundreds of such parts, of which each takes a good part of a second. Its parts are
// it itself, and one kind or two that hold the inverse of each move.
//
// A set that is no part itself answers as its parts do. What a search finds for it is taken as well, and that is the
// one answer on which sets that hold it cannot rely. On boards of more than partCells cells, where a way takes
// seconds, parts are only such as hold the inverse of each move, and a set that is none has its own way too.

const (
	partCells = 400
	manyKinds = 4
)

// choices are the ways to take moves of one kind: lists of moves, the first one empty.
type choices [][]int32

// partLists lists the parts of a set as moves, one of each that do the same, in an order of their own: what a part
// answers must not depend on the set. The largest part comes first. mt says whether they are all there.
func partLists(mt *meter.Meter, c *moveset.Compiled) (lists [][]int32) {
	by := make(map[moveset.Kind][]int32)
	order := c.Distinct(mt)
	slices.SortFunc(order, func(a, b int32) int {
		if mt.Work(16*(len(c.Moves[a].To)+len(c.Moves[b].To))) != nil {
			return 0 // where all are alike, sorting soon ends
		}
		return moveset.InOrder(&c.Moves[a], &c.Moves[b], c.Set.Rows, c.Set.Cols)
	})
	rank := make([]int32, len(c.Moves))
	for i, m := range order {
		rank[m] = int32(i)
		if mt.Work(8*len(c.Moves[m].To)) != nil {
			return nil
		}
		k := moveset.KindOf(&c.Moves[m], c.Set.Rows, c.Set.Cols)
		by[k] = append(by[k], m)
	}
	kinds := kindsOf(by)
	suits := func(taken int, moves []int32) bool {
		few := taken <= 2
		switch {
		case len(moves) == 0:
			return false
		case len(kinds) >= manyKinds:
			return len(moves) == len(order) || few && closed(mt, c, moves)
		}
		return few && c.N <= partCells || closed(mt, c, moves)
	}
	var choose func(kind, taken int, moves []int32)
	choose = func(kind, taken int, moves []int32) {
		if mt.Work(64+64*len(moves)) != nil {
			return
		}
		if kind == len(kinds) {
			if suits(taken, moves) && mt.Hold("the parts of a set of moves", 4*int64(len(moves))) == nil {
				slices.SortFunc(moves, func(a, b int32) int { return int(rank[a] - rank[b]) })
				lists = append(lists, moves)
			}
			return
		}
		for _, more := range kinds[kind] {
			choose(kind+1, taken+min(1, len(more)), slices.Concat(moves, more))
		}
	}
	choose(0, 0, nil)
	slices.SortStableFunc(lists, func(a, b []int32) int { return len(b) - len(a) })
	return lists
}

// kindsOf are the choices for each kind of moves that a set has, by being the moves of each.
func kindsOf(by map[moveset.Kind][]int32) []choices {
	senses := func(k moveset.Kind) choices {
		back := k
		k.Sense, back.Sense = 1, -1
		return distinct(nil, by[k], by[back], slices.Concat(by[k], by[back]))
	}
	shifts := func(what moveset.What) choices {
		all := senses(moveset.Kind{What: what})
		return distinct(append(all, slices.Concat(all[len(all)-1], by[moveset.Kind{What: what}]))...)
	}
	lines := choices{}
	for _, rows := range shifts(moveset.RowShift) {
		for _, cols := range shifts(moveset.ColShift) {
			lines = append(lines, slices.Concat(rows, cols))
		}
	}
	kinds := []choices{lines, distinct(nil, by[moveset.Kind{What: moveset.Swap}]), distinct(nil, by[moveset.Kind{}])}
	var sizes []int8
	for k := range maps.Keys(by) {
		if k.What == moveset.Turn {
			sizes = append(sizes, k.Size)
		}
	}
	slices.Sort(sizes)
	for _, size := range slices.Compact(sizes) {
		kinds = append(kinds, senses(moveset.Kind{What: moveset.Turn, Size: size}))
	}
	return slices.DeleteFunc(kinds, func(k choices) bool { return len(k) < 2 })
}

// distinct leaves out lists that are there already.
func distinct(lists ...[]int32) (out choices) {
	for _, list := range lists {
		if !slices.ContainsFunc(out, func(o []int32) bool { return slices.Equal(o, list) }) {
			out = append(out, list)
		}
	}
	return out
}

// closed reports whether some moves hold the inverse of each of them, at any cost.
func closed(mt *meter.Meter, c *moveset.Compiled, moves []int32) bool {
	keys := make(map[moveset.Key]bool, len(moves))
	for _, m := range moves {
		if mt.Work(64+32*len(c.Moves[m].To)) != nil {
			return false
		}
		keys[c.Moves[m].Effect()] = true
	}
	return !slices.ContainsFunc(moves, func(m int32) bool {
		if mt.Work(64+128*len(c.Moves[m].To)) != nil {
			return true
		}
		back := moveset.Backwards(&c.Moves[m])
		return !keys[back.Effect()]
	})
}

// A part is some moves of a set, as a set of its own.
type part struct {
	*game
	move []int32 // by move of the part: the set's own move
}

// parts lists the parts of g's set. They are made when they are first needed, and kept where they are all there.
func (g *game) parts(mt *meter.Meter) ([][]int32, error) {
	if lists := g.lists.Load(); lists != nil {
		return *lists, nil
	}
	lists := partLists(mt, g.c)
	if err := mt.Err(); err != nil {
		return nil, err
	}
	g.lists.Store(&lists)
	return lists, nil
}

// newPart makes a part, at equal costs where equal is set. It keeps no files, and nobody keeps it: there are many.
func (s *Solver) newPart(mt *meter.Meter, c *moveset.Compiled, list []int32, equal bool) (*part, error) {
	set := &permute.MoveSet{Rows: c.Set.Rows, Cols: c.Set.Cols}
	for _, m := range list {
		set.Moves = append(set.Moves, c.Set.Moves[m])
		if equal {
			set.Moves[len(set.Moves)-1].Cost = 1
		}
	}
	sub, err := moveset.CompileWithin(mt, set)
	if err != nil {
		return nil, err
	}
	g, err := s.newGame(mt, sub, "")
	return &part{g, list}, err
}

// freest is the best answer of a set's parts, or one that is known to be the best of all. Limits that stop a part do
// no harm; the error is ctx's, or that of the set's own answer where no part has any.
func (s *Solver) freest(ctx context.Context, g *game, p *permute.Instance, d group.Decision, order *big.Int,
	lim puzzle.Limits) (answer, error) {
	lists, _ := g.parts(lim.Meter(ctx)) // none where they take too much memory
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	itself := len(lists) > 0 && slices.Equal(lists[0], moveset.Identity(len(g.c.Moves)))
	a, err := s.one(ctx, g, p, d, order, itself || len(lists) == 0 || g.c.N > partCells, 2, lim)
	if err != nil && (ctx.Err() != nil || !errors.Is(err, puzzle.ErrLimit)) || err == nil && a.lower >= a.cost {
		return a, err
	}
	lim.VerdictOnly = true
	for i, list := range lists {
		dear := slices.ContainsFunc(list, func(m int32) bool { return g.c.Moves[m].Cost != g.c.Moves[list[0]].Cost })
		for _, equal := range []bool{false, true} {
			if equal && !dear || !equal && itself && i == 0 {
				continue
			}
			below := int64(math.MaxInt64)
			if err == nil {
				below = a.cost
			}
			var b answer
			part, failed := s.newPart(lim.Meter(ctx), g.c, list, equal)
			if failed == nil {
				b, failed = s.byPart(ctx, part, p, below, lim)
			}
			if ctx.Err() != nil {
				return answer{}, ctx.Err()
			}
			if failed != nil {
				continue
			}
			if cost := g.c.CostOf(b.path); err != nil || cost < a.cost {
				a.path, a.goal, a.cost, a.method, err = b.path, b.goal, cost, b.method, nil
			}
		}
	}
	return a, err
}

// byPart answers with the moves of a part alone, which it makes the set's, where that may cost less than below.
func (s *Solver) byPart(ctx context.Context, part *part, p *permute.Instance, below int64,
	lim puzzle.Limits) (answer, error) {
	own := *p
	own.Moves = part.c.Set
	if bound, err := search.DistanceBound(ctx, part.c, &own); err != nil || bound < 0 || bound >= below {
		return answer{}, cmp.Or(err, noWay())
	}
	order, err := part.order(ctx, lim)
	if err != nil {
		return answer{}, err
	}
	d, err := part.group.Decide(ctx, &own, lim)
	if err != nil {
		return answer{}, err
	}
	if d.Verdict != puzzle.Solved {
		return answer{}, &puzzle.LimitError{Limit: "size", Msg: "a part of the moves is too small"}
	}
	b, err := s.one(ctx, part.game, &own, d, order, true, 4, lim)
	path := make([]int32, len(b.path))
	for k, m := range b.path {
		path[k] = part.move[m]
	}
	b.path = path
	return b, err
}
