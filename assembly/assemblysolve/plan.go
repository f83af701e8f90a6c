package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// A plan is a way to build a shape: the first block, and for all others in building order their
// indices in Blocks and the directions in which they would leave again.
type plan struct {
	first int32
	order []int32
	ways  []uint8 // an assembly.Direction for each block of the shape; that of the first means nothing
}

// plan is the way to build the whole shape; one block is left.
func (q *peeler) plan() plan {
	pl := plan{first: q.one(), order: make([]int32, len(q.order)), ways: make([]uint8, len(q.flags))}
	for k, i := range q.order {
		pl.order[len(pl.order)-1-k] = i
	}
	for i, f := range q.flags {
		pl.ways[i] = f >> wayShift & 3
	}
	return pl
}

// witness turns a plan into evidence, with its schedule.
func (pl plan) witness(ctx context.Context, p *assembly.Instance) (*assembly.Witness, error) {
	steps, err := pl.schedule(ctx, p)
	if err != nil {
		return nil, err
	}
	far, err := eccentricity(ctx, p, pl.first)
	if err != nil {
		return nil, err
	}
	w := &assembly.Witness{First: p.Blocks[pl.first], Steps: steps, AtLeast: far}
	w.Moves = make([]assembly.Move, len(pl.order))
	for k, i := range pl.order {
		w.Moves[k] = entry(p.Blocks[i], assembly.Direction(pl.ways[i]))
	}
	return w, nil
}

func (pl plan) outcome(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if lim.VerdictOnly {
		return assembly.Outcome{Verdict: puzzle.Solved}, nil
	}
	w, err := pl.witness(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	return assembly.Outcome{Verdict: puzzle.Solved, Witness: w}, nil
}
