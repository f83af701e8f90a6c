package peel

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// A Plan is a way to build a shape: what is on the board first, and for all others in building order their
// indices in Blocks and the directions in which they would leave again.
type Plan struct {
	start []int32
	order []int32
	ways  []uint8 // an assembly.Direction for each block of the shape; those of start have noWay
}

const noWay = 4

// Plan is the way to build the whole shape; what is to be there at the start is left.
func (q *Peeler) Plan() Plan {
	pl := Plan{start: q.Shape.Start(), order: make([]int32, len(q.Order)), ways: make([]uint8, len(q.flags))}
	if pl.start == nil {
		pl.start = []int32{q.One()}
	}
	for k, i := range q.Order {
		pl.order[len(pl.order)-1-k] = i
	}
	for i, f := range q.flags {
		pl.ways[i] = f >> wayShift & 3
	}
	for _, i := range pl.start {
		pl.ways[i] = noWay
	}
	return pl
}

// witness turns a plan into evidence, with its schedule.
func (pl Plan) witness(ctx context.Context, p *assembly.Instance) (*assembly.Witness, error) {
	steps, err := pl.schedule(ctx, p)
	if err != nil {
		return nil, err
	}
	far, err := sets.Eccentricity(ctx, p, pl.start)
	if err != nil {
		return nil, err
	}
	w := &assembly.Witness{First: p.Blocks[pl.start[0]], Steps: steps, AtLeast: far}
	if p.Placed != nil {
		w.First = sets.NoBlock()
	}
	w.Moves = make([]assembly.Move, len(pl.order))
	for k, i := range pl.order {
		w.Moves[k] = sets.Entry(p.Blocks[i], assembly.Direction(pl.ways[i]))
	}
	return w, nil
}

// Outcome is that p can be built, with the plan as its witness unless the verdict alone is asked for. O(blocks).
func (pl Plan) Outcome(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if lim.VerdictOnly {
		return assembly.Outcome{Verdict: puzzle.Solved}, nil
	}
	w, err := pl.witness(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	return assembly.Outcome{Verdict: puzzle.Solved, Witness: w}, nil
}

// Then puts the way that w has found in front of pl, which ends where w began.
func (pl Plan) Then(w *sets.Walk) Plan {
	var order []int32
	for _, l := range slices.Backward(w.Way) {
		order = append(order, l.Block)
		pl.ways[l.Block] = uint8(l.Way)
	}
	pl.order = append(order, pl.order...)
	return pl
}
