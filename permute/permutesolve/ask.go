package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/puzzle"
)

// Count counts the ways of least cost from p's start to any goal: sequences of moves by their names. 0: there is no
// way; 1 where the start is a goal.
func (s *Solver) Count(ctx context.Context, p *permute.Instance, lim puzzle.Limits) (*big.Int, error) {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	order, err := g.order(ctx, lim)
	if err != nil {
		return nil, err
	}
	st, err := g.moving.Stage(ctx, p)
	if err != nil {
		return nil, err
	}
	ok, undecided := g.reachable(ctx, p, lim) // it may spare us a table
	switch {
	case !ok && undecided == nil:
		return new(big.Int), nil
	case s.tabled(ctx, st, order, lim):
		return s.tables.Optima(ctx, st.Compiled, st.Instance, order, lim)
	case undecided != nil:
		return nil, undecided
	}
	all, err := search.All(ctx, st.Compiled, st.Instance, g.prep, lim)
	if err != nil {
		return nil, err
	}
	return all.Count, nil
}

// reachable reports whether there is a way at all.
func (g *game) reachable(ctx context.Context, p *permute.Instance, lim puzzle.Limits) (bool, error) {
	lim.VerdictOnly = true
	d, err := g.group.Decide(ctx, p, lim)
	return d.Verdict == puzzle.Solved, err
}

// All yields every way of least cost, each once.
func (s *Solver) All(ctx context.Context, p *permute.Instance, lim puzzle.Limits,
	yield func(permute.Witness) error) error {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return err
	}
	order, err := g.order(ctx, lim)
	if err != nil {
		return err
	}
	st, err := g.moving.Stage(ctx, p)
	if err != nil {
		return err
	}
	whole := order != nil && order.IsInt64() && order.Int64() <= permute.SearchBound
	one := func(path []int32, goal int, method string) error {
		cost := g.c.CostOf(path)
		a := answer{path: path, goal: goal, cost: cost, lower: cost, method: method, proved: whole}
		w, err := a.witness(ctx, g, p, lim)
		if err != nil {
			return err
		}
		return yield(*w)
	}
	if s.tabled(ctx, st, order, lim) {
		q, err := s.tables.Ask(ctx, st.Compiled, st.Instance, order, lim)
		if err != nil {
			return err
		}
		if !whole && len(q.Near) > 0 {
			if whole, err = checkable(st, ctx, lim); err != nil {
				return err
			}
		}
		return q.All(ctx, func(path []int32, goal int) error { return one(path, st.Goal(goal), "a table of all distances") })
	}
	if ok, err := g.reachable(ctx, p, lim); !ok || err != nil {
		return err
	}
	all, err := search.All(ctx, st.Compiled, st.Instance, g.prep, lim)
	if err != nil {
		return err
	}
	if !whole {
		if whole, err = checkable(st, ctx, lim); err != nil {
			return err
		}
	}
	for path := range all.All() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := one(path, goalAfter(g.c, p, path), "search"); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// goalAfter is the first goal that stands after the moves of path, or -1.
func goalAfter(c *moveset.Compiled, p *permute.Instance, path []int32) int {
	q := tables.Query{P: p, T: &tables.Table{C: c}}
	return q.Goal(path)
}

// Apply returns p with its start replaced by the board after the moves, "R1 D2^3".
func (s *Solver) Apply(ctx context.Context, p *permute.Instance, moves string,
	lim puzzle.Limits) (*permute.Instance, error) {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	word, err := permute.ParseWord(moves)
	var bad *grid.Error
	if errors.As(err, &bad) { // its place is one in the moves, not in the puzzle
		return nil, grid.Errorf(grid.Pos{}, "character %d of the moves: %s", bad.Pos.Col, bad.Msg)
	}
	c := g.c
	board, buf := append([]permute.Tile(nil), p.Start...), make([]permute.Tile, c.N)
	for _, st := range word {
		m, ok := p.Moves.Find(st.Name)
		if !ok {
			return nil, grid.Errorf(grid.Pos{}, "there is no move %s", grid.Quote(st.Name))
		}
		if err := repeatMove(c, ctx, board, buf, int32(m), st.Times); err != nil {
			return nil, err
		}
	}
	q := *p
	q.Start = board
	return &q, nil
}

// repeat makes a move times times: each tile goes on along its cycle.
func repeatMove(c *moveset.Compiled, ctx context.Context, board, buf []permute.Tile, m int32, times int64) error {
	for _, cycle := range c.Set.Moves[m].Cycles {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := int64(len(cycle))
		for i, cell := range cycle {
			buf[(int64(i)+times)%n] = board[cell]
		}
		for i, cell := range cycle {
			board[cell] = buf[i]
		}
	}
	return nil
}

// walkTries is how often a random walk is tried that shall end at an exact distance.
const walkTries = 10000

// Scramble returns p with another start. Where distance is negative it is one of all boards from which the goal, the
// first of several, can be reached, all equally likely. Otherwise it is one from which the best way costs exactly
// distance: where a table fits, one of all boards and not only of what moves if goals differ in the tiles of an
// orbit, all of those are equally likely; elsewhere, with moves of equal cost, it is the end of a random walk from a
// goal whose distance was proved, and not all are.
func (s *Solver) Scramble(ctx context.Context, p *permute.Instance, distance int64, rng *rand.Rand,
	lim puzzle.Limits) (*permute.Instance, error) {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	order, err := g.order(ctx, lim)
	if err != nil {
		return nil, err
	}
	q := *p
	q.Given = true // the document says what the scramble is of
	st, err := g.moving.FromGoals(ctx, g.c, p, rng)
	if err != nil {
		return nil, err
	}
	if s.tabled(ctx, st, order, lim) {
		if q.Start, err = s.tables.Scramble(ctx, st.Compiled, st.Instance, distance, order, rng, lim); err == nil {
			q.Start = st.Board(q.Start)
		}
		return &q, err
	}
	from := moveset.Filled(p, p.Goals[0], rng)
	if distance < 0 {
		st, err := g.group.Structure(ctx, lim)
		if err != nil {
			return nil, err
		}
		element := st.Random(rng)
		q.Start = make([]permute.Tile, g.c.N)
		for i, c := range element {
			q.Start[i] = from[c]
		}
		return &q, nil
	}
	if !g.c.Unit || g.c.Moves == nil || distance%g.c.Moves[0].Cost != 0 {
		return nil, &puzzle.LimitError{Limit: "check",
			Msg: "scrambles at an exact distance are made where a table of all distances fits, or where all moves cost the " +
				"same and the distance is a multiple of that"}
	}
	buf := make([]permute.Tile, g.c.N)
	for range walkTries {
		q.Start = append([]permute.Tile(nil), from...)
		for range distance / g.c.Moves[0].Cost {
			g.c.Undo(q.Start, buf, int32(rng.IntN(len(g.c.Moves))))
		}
		st, err := g.moving.Stage(ctx, &q)
		if err != nil {
			return nil, err
		}
		r, err := search.Optimal(ctx, st.Compiled, st.Instance, g.prep, lim)
		if err != nil {
			return nil, err
		}
		if r.Found && r.Cost == distance {
			return &q, nil
		}
	}
	return nil, &puzzle.LimitError{Limit: "check",
		Msg: fmt.Sprintf("no board at distance %d was met by %d random walks; there may be none", distance, walkTries)}
}
