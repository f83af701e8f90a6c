package search

import (
	"context"
	"math"

	"github.com/gridwright/gridwright/puzzle"
)

// walker is IDA* with pattern databases, for puzzles whose boards are too many for the memory that is allowed: it needs
// next to none, but visits boards again and again.
type walker struct {
	ctx     context.Context
	pr      *problem
	pruner  *pruner
	list    []*pattern
	unit    int64
	bound   int64
	next    int64
	visited int
	path    []int32
	boards  [][]uint8
	buf     []uint8
	kinds   []int32
}

// byPatterns goes on where a bidirectional search ended with cause, a limit of memory.
func (r *Result) byPatterns(ctx context.Context, pr *problem, prep *Preparations, lim puzzle.Limits,
	cause error) (Result, error) {
	if !prep.suits() || pr.c.N > maxPatternTiles || pr.kinds > 256 {
		return *r, cause
	}
	w, err := newWalker(ctx, pr, prep.pruner(), lim)
	switch {
	case ctx.Err() != nil:
		return *r, ctx.Err()
	case err != nil || len(w.list) == 0:
		return *r, cause
	}
	found, err := w.solve(r.Lower)
	if !found.found && r.Path != nil && r.Lower < r.Cost { // the way that was met before may do
		found.path, found.goal, found.cost = r.Path, r.Goal, r.Cost
	}
	r.take(found, "IDA* with pattern databases")
	return *r, err
}

// newWalker makes the databases of a problem, perhaps none.
func newWalker(ctx context.Context, pr *problem, pruner *pruner, lim puzzle.Limits) (w *walker, err error) {
	w = &walker{ctx: ctx, pr: pr, pruner: pruner, unit: 1, buf: make([]uint8, pr.c.N), kinds: make([]int32, pr.c.N)}
	if pr.c.Unit {
		w.unit = pr.c.Moves[0].Cost
	}
	w.list, err = patterns(ctx, pr, w.unit, lim)
	return w, err
}

func (w *walker) solve(lower int64) (searched, error) {
	start := make([]uint8, w.pr.c.N)
	for i, k := range w.pr.start {
		start[i] = uint8(k)
	}
	h, ok := w.least(start)
	if !ok {
		return searched{unreachable: true}, nil
	}
	w.next = max(h, (lower+w.unit-1)/w.unit)
	for {
		w.bound, w.next, w.path = w.next, math.MaxInt64, w.path[:0]
		found, err := w.from(start, 0, 0, 0)
		switch {
		case err != nil:
			return searched{lower: w.bound * w.unit}, err
		case found:
			cost := w.bound * w.unit
			return searched{found: true, path: w.path, goal: w.pr.match(w.kinds), cost: cost, lower: cost}, nil
		case w.next == math.MaxInt64:
			return searched{unreachable: true}, nil
		}
	}
}

// least is the best bound of all databases.
func (w *walker) least(board []uint8) (best int64, ok bool) {
	for _, pt := range w.list {
		h, ok := pt.bound(board, w.buf)
		if !ok {
			return 0, false
		}
		best = max(best, h)
	}
	return best, true
}

// from looks for a way of cost bound at most that begins with the one to board, of cost g.
func (w *walker) from(board []uint8, g int64, state int32, depth int) (bool, error) {
	if w.visited++; w.visited%1024 == 0 && w.ctx.Err() != nil {
		return false, w.ctx.Err()
	}
	h, ok := w.least(board)
	if !ok {
		return false, nil
	}
	if g+h > w.bound {
		w.next = min(w.next, g+h)
		return false, nil
	}
	if h == 0 {
		for i, k := range board {
			w.kinds[i] = int32(k)
		}
		if w.pr.match(w.kinds) >= 0 {
			return true, nil
		}
	}
	if depth == len(w.boards) {
		w.boards = append(w.boards, make([]uint8, w.pr.c.N))
	}
	child := w.boards[depth]
	for i, m := range w.pruner.rest[state] {
		mv := &w.pr.c.Moves[m]
		copy(child, board)
		for k, to := range mv.To {
			child[to] = board[mv.From[k]]
		}
		w.path = append(w.path, m)
		if found, err := w.from(child, g+mv.Cost/w.unit, w.pruner.next[state][i], depth+1); found || err != nil {
			return found, err
		}
		w.path = w.path[:len(w.path)-1]
	}
	return false, nil
}
