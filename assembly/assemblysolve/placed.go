package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/tree"
	"github.com/gridwright/gridwright/puzzle"
)

// solvePlaced decides a shape of which some blocks are in place: whether the others can be let in.
//
// A tree in the frontal model leaves no more choice than from one block, see the room tree. All else is taken apart
// backwards down to what is in place. The theorems about convex blocks are about ways down to one block, and they do
// fail here: what fills the gap of a U that is in place is not convex and has to leave. So taking off convex blocks is
// what is tried first, and where it ends too early all ways are searched, from there and then from the whole shape,
// within limits.
func solvePlaced(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if p.IsTree() && p.Contact == assembly.Frontal {
		return tree.SolveFrom(ctx, p, lim)
	}
	n := int64(len(p.Blocks))
	if err := lim.CheckMemory("taking the shape apart",
		(peel.Bytes+sets.LeaverBytes+peel.ScheduleBytes(p))*n); err != nil {
		return assembly.Outcome{}, err
	}
	q, err := peel.New(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	for _, i := range p.Placed {
		q.Keep(i)
	}
	if err := q.Run(ctx); err != nil {
		return assembly.Outcome{}, err
	}
	q.Drain()
	if q.Left() == len(p.Placed) {
		return q.Plan().Outcome(ctx, p, lim)
	}
	w, err := sets.NewWalk(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	found, err := w.First(q.Alive)
	if err != nil {
		return assembly.Outcome{}, err
	}
	if found {
		return q.Plan().Then(w).Outcome(ctx, p, lim)
	}
	whole, err := peel.New(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	inTheWay, err := peel.Blocked(ctx, whole)
	if err == nil && inTheWay == nil {
		if found, err = w.First(whole.Alive); found {
			return whole.Plan().Then(w).Outcome(ctx, p, lim)
		}
	}
	if err != nil {
		return assembly.Outcome{}, err
	}
	return impossible(ctx, p, inTheWay, lim)
}

// impossible is the outcome for a shape that cannot be built from what is on the board: the blocks that are in each
// other's way, or where they are not known all sets.
func impossible(
	ctx context.Context, p *assembly.Instance, inTheWay *assembly.Blocked, lim puzzle.Limits,
) (assembly.Outcome, error) {
	o := assembly.Outcome{Verdict: puzzle.Impossible}
	switch {
	case lim.VerdictOnly:
		return o, nil
	case inTheWay != nil:
		o.Certificate = &assembly.Certificate{Blocked: inTheWay}
		return o, nil
	}
	all, err := sets.Exhaust(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	o.Certificate = &assembly.Certificate{Exhausted: all}
	return o, nil
}
