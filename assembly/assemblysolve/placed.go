package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// solvePlaced decides a shape of which some blocks are in place: whether the others can be let in.
//
// A tree in the frontal model leaves no more choice than from one block, see treeFrom. All else is taken apart
// backwards
// down to what is in place. The theorems about convex blocks are about ways down to one block, and they do fail
// here: what fills
// the gap of a U that is in place is not convex and has to leave. So taking off convex blocks is what is tried
// first, and
// where it ends too early all ways are searched, from there and then from the whole shape, within limits.
func solvePlaced(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	if p.IsTree() && p.Contact == assembly.Frontal {
		return treeFrom(ctx, p, lim)
	}
	n := int64(len(p.Blocks))
	if err := lim.CheckMemory("taking the shape apart", (peelBytes+leaverBytes+scheduleBytes(p))*n); err != nil {
		return assembly.Outcome{}, err
	}
	q, err := newPeeler(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	for _, i := range p.Placed {
		q.keep(i)
	}
	if err := q.run(ctx); err != nil {
		return assembly.Outcome{}, err
	}
	q.drain()
	if q.left() == len(p.Placed) {
		return q.plan().outcome(ctx, p, lim)
	}
	w, err := newWalk(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	found, err := w.first(q.alive)
	if err != nil {
		return assembly.Outcome{}, err
	}
	if found {
		return q.plan().then(w).outcome(ctx, p, lim)
	}
	whole, err := newPeeler(ctx, p)
	if err != nil {
		return assembly.Outcome{}, err
	}
	inTheWay, err := blocked(ctx, whole)
	if err == nil && inTheWay == nil {
		if found, err = w.first(whole.alive); found {
			return whole.plan().then(w).outcome(ctx, p, lim)
		}
	}
	if err != nil {
		return assembly.Outcome{}, err
	}
	return impossible(ctx, p, inTheWay, lim)
}

// impossible is the outcome for a shape that cannot be built from what is on the board: the blocks that are in each
// other's way, or where they are not known all sets.
func impossible(ctx context.Context, p *assembly.Instance, inTheWay *assembly.Blocked, lim puzzle.Limits) (assembly.Outcome, error) {
	o := assembly.Outcome{Verdict: puzzle.Impossible}
	switch {
	case lim.VerdictOnly:
		return o, nil
	case inTheWay != nil:
		o.Certificate = &assembly.Certificate{Blocked: inTheWay}
		return o, nil
	}
	all, err := exhaust(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	o.Certificate = &assembly.Certificate{Exhausted: all}
	return o, nil
}
