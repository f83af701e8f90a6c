package tree

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/puzzle"
)

// SolveFrom is Solve with several blocks in place. What is in place hangs together, so that a block has to bump into
// its neighbour on the way there: the directions are those from any one of the blocks in place. A block that is there
// comes first, whatever it would have to wait for; but where it would have to wait for one that is to come, that one
// cannot.
func SolveFrom(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	rooted := *p
	rooted.Root, rooted.Placed = p.Placed[0], nil
	t, err := newTree(ctx, &rooted, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	in := sets.Start(p)
	queue := hugepage.Make[assembly.Move](len(p.Blocks))[:0]
	for _, i := range p.Placed {
		queue = t.release(queue, i)
	}
	queue = slices.DeleteFunc(queue, func(j assembly.Move) bool { return sets.Has(in, int32(j)) })
	for _, i := range p.Placed {
		if t.state[i]&waitMask != 0 {
			return t.circleFrom(ctx, in, lim)
		}
	}
	moves, steps, err := t.order(ctx, queue)
	if err != nil {
		return assembly.Outcome{}, err
	}
	if len(moves) < len(p.Blocks)-len(p.Placed) {
		return t.circleFrom(ctx, in, lim)
	}
	if lim.VerdictOnly {
		return assembly.Outcome{Verdict: puzzle.Solved}, nil
	}
	far, err := sets.Eccentricity(ctx, p, p.Placed)
	if err != nil {
		return assembly.Outcome{}, err
	}
	w := &assembly.Witness{First: sets.NoBlock(), Moves: moves, Steps: steps, AtLeast: far}
	return assembly.Outcome{Verdict: puzzle.Solved, Witness: w}, nil
}

// circleFrom is the outcome where blocks wait for ever: a circle of them, not always the shortest. in are the blocks in
// place.
func (t *tree) circleFrom(ctx context.Context, in []uint64, lim puzzle.Limits) (assembly.Outcome, error) {
	o := assembly.Outcome{Verdict: puzzle.Impossible}
	if lim.VerdictOnly {
		return o, nil
	}
	waits := func(i int32) bool { return !sets.Has(in, i) && t.state[i]&waitMask != 0 }
	var circle []int32
	at := int32(-1)
	for i := range int32(len(t.p.Blocks)) {
		if sets.Has(in, i) && t.state[i]&waitMask != 0 {
			// i is there, and lies in the way of one that is not.
			circle = []int32{i, t.passes(i, func(j int32) bool { return !sets.Has(in, j) })}
			break
		}
		if waits(i) {
			at = i
		}
	}
	// Each of those that wait, waits for another one that does.
	seen, path := map[int32]int{}, []int32(nil)
	for circle == nil {
		if err := ctx.Err(); err != nil {
			return assembly.Outcome{}, err
		}
		if k, met := seen[at]; met {
			circle = path[k:]
			slices.Reverse(circle)
			break
		}
		seen[at] = len(path)
		path = append(path, at)
		if up := t.parent(at); waits(up) {
			at = up
		} else {
			at = t.passes(at, waits)
		}
	}
	c := t.made(circle, false)
	for k, i := range circle {
		switch next := circle[(k+1)%len(circle)]; {
		case sets.Has(in, i):
			c.Constraints[k].Because = assembly.There
		case t.parent(next) != i:
			c.Constraints[k].Because = assembly.InTheWay
		}
	}
	o.Certificate = &assembly.Certificate{Cycle: c}
	return o, nil
}

// passes finds a block of some kind in the way of which block i is; -1 where there is none.
func (t *tree) passes(i int32, kind func(j int32) bool) int32 {
	for d := assembly.Left; d <= assembly.Down; d++ {
		for j := t.along(i, d); j >= 0; j = t.along(j, d) {
			if kind(j) && t.way(j) == uint16(d) {
				return j
			}
		}
	}
	return -1
}
