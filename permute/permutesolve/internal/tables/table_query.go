package tables

import (
	"context"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Quick returns the least cost from p's start to its goal, and whether there is a way, where the latest
// relative table answers at once; known is false where it does not. It allocates nothing: some 30 ns.
func (ts *Shelf) Quick(c *moveset.Compiled, p *permute.Instance) (cost int64, reachable, known bool) {
	t := ts.last.Load()
	if t == nil || t.C != c || len(p.Goals) != 1 {
		return 0, false, false
	}
	return t.between(p.Start, p.Goals[0])
}

// A Query is a question about one start and its goals, put to a table. Its boards are as near as any to the
// roots; there is more than one where several goals, or ways to fill one, are equally near.
type Query struct {
	T     *Table
	P     *permute.Instance
	level uint32
	Near  [][]uint8
}

// Ask finds the table for p, or makes it, and how far the goals are. A query without boards in near says that no goal
// can be reached.
func (ts *Shelf) Ask(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (*Query, error) {
	q := &Query{P: p}
	var boards [][]uint8
	var err error
	if OwnTable(p) {
		if q.T, err = ts.own(ctx, c, p, order, lim); err == nil {
			boards = [][]uint8{Tiles{Class: q.T.class}.boardOf(p.Start)}
		}
	} else if q.T, err = ts.Relative(ctx, c, order, lim); err == nil {
		boards, err = relativeBoards(ctx, c, p)
	}
	if err != nil {
		return nil, err
	}
	buf := make([]uint8, c.N)
	for i, b := range boards {
		if i&255 == 255 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v, ok := q.T.level(b, buf)
		if int(v) >= len(q.T.values) {
			return nil, disk.Contradicts("a table of all distances")
		}
		if !ok || len(q.Near) > 0 && v > q.level {
			continue
		}
		if v < q.level {
			q.Near = nil
		}
		q.level = v
		q.Near = append(q.Near, b)
	}
	return q, nil
}

// relativeBoards lists what turns p's start, of different tiles, into each board that is a goal, each once.
func relativeBoards(ctx context.Context, c *moveset.Compiled, p *permute.Instance) ([][]uint8, error) {
	t := Tiles{Class: make([]uint8, len(p.Labels)), counts: make([]int, len(p.Labels)), part: make([]int32, len(p.Labels))}
	for i, tile := range p.Start { // every tile by the cell that it starts in
		t.Class[tile] = uint8(i)
		t.counts[i], t.part[i] = 1, c.Part(i)
	}
	return fillGoals(ctx, c, t, p.Goals, 0)
}

// cost is the least cost.
func (q *Query) cost() int64 { return q.T.values[q.level] }

// way returns a way of least cost, the moves in the order in which they are made, and the goal that it leads to. The
// error is that of a table which contradicts itself.
func (q *Query) way() (path []int32, goal int, err error) {
	board, buf := slices.Clone(q.Near[0]), make([]uint8, len(q.Near[0]))
	for level := q.level; level > 0; {
		next, ok := level, false
		m := int32(0)
		for ; !ok && int(m) < len(q.T.C.Moves); m++ { // some move leads down, as level's board was reached from there
			next, ok = q.T.down(board, buf, level, m)
		}
		if !ok {
			return nil, -1, disk.Contradicts("a table of all distances")
		}
		level = next
		path = append(path, m-1)
	}
	if q.T.undoes() {
		slices.Reverse(path)
	}
	if goal = q.Goal(path); goal < 0 {
		err = disk.Contradicts("a table of all distances")
	}
	return path, goal, err
}

// Goal returns the first goal that is met by making the moves of path on the start.
func (q *Query) Goal(path []int32) int {
	board := slices.Clone(q.P.Start)
	buf := make([]permute.Tile, len(board))
	for _, m := range path {
		q.T.C.Apply(board, buf, m)
	}
	for i, g := range q.P.Goals {
		met := true
		for k, t := range g {
			met = met && (t == permute.Any || t == board[k])
		}
		if met {
			return i
		}
	}
	return -1
}

// count returns the number of ways of least cost: sequences of moves, where two moves of different names are
// different moves even if they do the same. 1 where the start is a goal.
func (q *Query) count(ctx context.Context, lim puzzle.Limits) (*big.Int, error) {
	known := map[uint64]*big.Int{}
	buf := make([]uint8, q.T.C.N)
	var ways func(board []uint8, level uint32) (*big.Int, error)
	ways = func(board []uint8, level uint32) (*big.Int, error) {
		if level == 0 {
			return big.NewInt(1), nil
		}
		i, _ := q.T.Index.find(board)
		if n := known[i]; n != nil {
			return n, nil
		}
		if len(known)&255 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := lim.CheckMemory("counting all ways of least cost", q.T.memory()+128*int64(len(known))); err != nil {
				return nil, err
			}
		}
		sum := new(big.Int)
		for m := range q.T.C.Moves {
			next, ok := q.T.down(board, buf, level, int32(m))
			if !ok {
				continue
			}
			n, err := ways(board, next)
			if err != nil {
				return nil, err
			}
			sum.Add(sum, n)
			q.T.step(board, buf, int32(m), !q.T.undoes())
		}
		known[i] = sum
		return sum, nil
	}
	total := new(big.Int)
	for _, b := range q.Near {
		n, err := ways(slices.Clone(b), q.level)
		if err != nil {
			return nil, err
		}
		total.Add(total, n)
	}
	if len(q.Near) > 0 && total.Sign() == 0 {
		return nil, disk.Contradicts("a table of all distances")
	}
	return total, nil
}

// All yields every way of least cost once, in no order that is promised, with its goal. The path is the callee's to
// keep. It stops at yield's error.
func (q *Query) All(ctx context.Context, yield func(path []int32, goal int) error) error {
	buf := make([]uint8, q.T.C.N)
	var path []int32
	steps := 0
	var visit func(board []uint8, level uint32) error
	visit = func(board []uint8, level uint32) error {
		if steps++; steps&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if level == 0 {
			out := slices.Clone(path)
			if q.T.undoes() {
				slices.Reverse(out)
			}
			goal := q.Goal(out)
			if goal < 0 {
				return disk.Contradicts("a table of all distances")
			}
			return yield(out, goal)
		}
		for m := range q.T.C.Moves {
			next, ok := q.T.down(board, buf, level, int32(m))
			if !ok {
				continue
			}
			path = append(path, int32(m))
			if err := visit(board, next); err != nil {
				return err
			}
			path = path[:len(path)-1]
			q.T.step(board, buf, int32(m), !q.T.undoes())
		}
		return nil
	}
	for _, b := range q.Near {
		if err := visit(slices.Clone(b), q.level); err != nil {
			return err
		}
	}
	return nil
}

// Distance returns the least cost from p's start to a goal.
func (ts *Shelf) Distance(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (cost int64, reachable bool, err error) {
	if cost, reachable, known := ts.Quick(c, p); known {
		return cost, reachable, nil
	}
	q, err := ts.Ask(ctx, c, p, order, lim)
	if err != nil || len(q.Near) == 0 {
		return 0, false, err
	}
	return q.cost(), true, nil
}

// Solve returns a way of least cost from p's start to a goal, the goal and the cost.
func (ts *Shelf) Solve(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (path []int32, goal int, cost int64, reachable bool, err error) {
	q, err := ts.Ask(ctx, c, p, order, lim)
	if err != nil || len(q.Near) == 0 {
		return nil, -1, 0, false, err
	}
	path, goal, err = q.way()
	return path, goal, q.cost(), true, err
}

// Optima counts the ways of least cost; 0 where there is no way.
func (ts *Shelf) Optima(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (*big.Int, error) {
	q, err := ts.Ask(ctx, c, p, order, lim)
	if err != nil {
		return nil, err
	}
	return q.count(ctx, lim)
}

// allOptima yields all ways of least cost.
func (ts *Shelf) allOptima(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits, yield func(path []int32, goal int) error) error {
	q, err := ts.Ask(ctx, c, p, order, lim)
	if err != nil {
		return err
	}
	return q.All(ctx, yield)
}

// errNoBoard is the answer where no board is as far as was asked for.
func errNoBoard(distance int64, values []int64) error {
	return grid.Errorf(grid.Pos{}, "no board is at distance %d; the farthest are at %d", distance, values[len(values)-1])
}
