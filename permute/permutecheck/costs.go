package permutecheck

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Costs verifies verdicts with a least cost and without moves, of many small boards at once. It searches all boards
// that a set of moves reaches, once, and remembers how far each is. Its zero value is ready, and safe for concurrent
// use.
type Costs struct {
	mu    sync.Mutex
	kept  []*reach // the latest last
	bound int      // boards of a search; 0: permute.SearchBound, less in tests
}

const (
	keptReaches = 4
	reachCells  = 16 // of the largest board
	bytesReach  = 64 // that a board of a reach takes, in maps and lists that have just grown
)

// An arrangement says for each cell which cell's tile is there; cells that the board does not have are 0.
type arrangement [reachCells]uint8

// A reach is how many moves lead from the board as it is to each other.
type reach struct {
	cells int // of the board, which may have more than moves touch
	moves []permute.Move
	far   map[arrangement]int64
}

// Check returns nil where each of os is right about the instance of ps at its place: impossible, or solved with a
// witness that holds the least cost and no more. Boards have at most 16 cells, different tiles and one complete goal,
// and every move costs 1; others are a *puzzle.LimitError. An error that matches puzzle.ErrRejected says which outcome
// is wrong.
func (c *Costs) Check(ctx context.Context, ps []*permute.Instance, os []permute.Outcome, lim puzzle.Limits) error {
	if len(ps) != len(os) {
		return puzzle.Rejectf("there are %d outcomes of %d instances", len(os), len(ps))
	}
	var set *permute.MoveSet
	var r *reach
	for i, p := range ps {
		if i&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.Validate(); err != nil {
			return err
		}
		if n := len(p.Start); n > reachCells || len(p.Labels) != n || len(p.Goals) != 1 ||
			slices.Contains(p.Goals[0], permute.Any) {
			return tooMuch("the least cost for a board of many cells, equal tiles or several goals, without moves")
		}
		if p.Moves != set {
			var err error
			if r, err = c.reach(ctx, p.Moves, lim); err != nil {
				return err
			}
			set = p.Moves
		}
		if err := r.check(p, os[i]); err != nil {
			return err
		}
	}
	return nil
}

// check compares o with what r knows. All tiles get the name of the cell in which they start.
func (r *reach) check(p *permute.Instance, o permute.Outcome) error {
	var from, goal arrangement
	for cell, t := range p.Start {
		from[t] = uint8(cell)
	}
	for cell, t := range p.Goals[0] {
		goal[cell] = from[t]
	}
	far, reached := r.far[goal]
	switch {
	case o.Verdict == puzzle.Impossible && o.Certificate == nil && o.Witness == nil:
		if reached {
			return puzzle.Rejectf("impossible is claimed; %d moves do it", far)
		}
	case o.Verdict == puzzle.Solved && o.Certificate == nil && bare(o.Witness):
		if !reached {
			return puzzle.Rejectf("a cost of %d is claimed; no moves do it", o.Witness.Cost)
		}
		if far != o.Witness.Cost {
			return puzzle.Rejectf("a least cost of %d is claimed; it is %d", o.Witness.Cost, far)
		}
	default:
		return puzzle.Rejectf("the claim is no verdict with a cost alone")
	}
	return nil
}

// bare reports whether w is a cost and nothing more.
func bare(w *permute.Witness) bool {
	return w != nil && len(w.Moves) == 0 && w.Goal == 0 && w.Length == 0 && w.AtLeast == 0 &&
		w.Bound == permute.NoBound && w.Unverified == nil
}

// reach finds or makes what belongs to a set of moves.
func (c *Costs) reach(ctx context.Context, set *permute.MoveSet, lim puzzle.Limits) (*reach, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.kept {
		if r.cells == set.Rows*set.Cols && slices.EqualFunc(r.moves, set.Moves, sameMove) {
			return r, nil
		}
	}
	r, err := newReach(ctx, set, cmp.Or(c.bound, permute.SearchBound), lim)
	if err != nil {
		return nil, err
	}
	if c.kept = append(c.kept, r); len(c.kept) > keptReaches {
		c.kept = slices.Clone(c.kept[1:])
	}
	return r, nil
}

func sameMove(a, b permute.Move) bool {
	return a.Cost == b.Cost && slices.EqualFunc(a.Cycles, b.Cycles, slices.Equal)
}

// newReach makes every move on every board, the nearest first.
func newReach(ctx context.Context, set *permute.MoveSet, bound int, lim puzzle.Limits) (*reach, error) {
	for i := range set.Moves {
		if set.Moves[i].Cost != 1 {
			return nil, tooMuch("a least cost without moves, where not every move costs 1")
		}
	}
	var first arrangement
	cells := set.Rows * set.Cols
	for cell := range cells {
		first[cell] = uint8(cell)
	}
	r := &reach{cells: cells, moves: set.Moves, far: map[arrangement]int64{first: 0}}
	queue := []arrangement{first}
	for at := 0; at < len(queue); at++ {
		if at&1023 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := lim.CheckMemory("the table of all costs", bytesReach*int64(len(queue))); err != nil {
				return nil, err
			}
		}
		far := r.far[queue[at]] + 1
		for i := range set.Moves {
			next := queue[at]
			for _, cycle := range set.Moves[i].Cycles {
				for k, cell := range cycle {
					next[cycle[(k+1)%len(cycle)]] = queue[at][cell]
				}
			}
			if _, seen := r.far[next]; seen {
				continue
			}
			if len(queue) == bound {
				return nil, tooMuch("a least cost without moves, where moves reach more than %d boards", bound)
			}
			r.far[next] = far
			queue = append(queue, next)
		}
	}
	return r, nil
}
