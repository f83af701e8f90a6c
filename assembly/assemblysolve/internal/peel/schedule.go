package peel

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// ScheduleBytes is about what a schedule takes for each block at most: twelve edges in the sticky model.
func ScheduleBytes(p *assembly.Instance) int64 {
	if p.Contact == assembly.Sticky {
		return 100
	}
	return 64
}

// schedule puts every move of the plan into the earliest step at which it is legal and interferes with none, with
// the directions as they are, sorts the plan's order by steps and returns the steps' sizes. The
// number of steps is the least for these directions (in the frontal model; in the sticky one
// a block waits for the earliest of its neighbours, which is good but perhaps not best); other directions may be
// better, so that it is an upper bound.
//
// A move has to come after the blocks that stop it and after each block whose way in its own cell lies
// on (or beside, in the sticky model). Of those that came in along one line in one direction only the
// nearest matters: it has to come after the ones behind it itself. So there are at most
// five conditions a block (13 if sticky), and the steps are longest paths: O(blocks).
func (pl Plan) schedule(ctx context.Context, p *assembly.Instance) ([]int32, error) {
	n := len(p.Blocks)
	after, err := pl.conditions(ctx, p)
	if err != nil {
		return nil, err
	}
	step := make([]int32, n) // 0: not there yet
	for _, i := range pl.start {
		step[i] = 1 // so that all others are one too high
	}
	last := int32(1)
	for k, i := range pl.order {
		if k&0x3fff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t := pl.stopped(p, step, i)
		for _, j := range after.of(i) {
			t = max(t, step[j])
		}
		step[i] = t + 1
		last = max(last, t+1)
	}
	steps := make([]int32, last-1)
	at := make([]int32, last)
	for _, i := range pl.order {
		steps[step[i]-2]++
	}
	for k := range steps[:max(0, len(steps)-1)] {
		at[k+1] = at[k] + steps[k]
	}
	sorted := make([]int32, len(pl.order))
	for _, i := range pl.order {
		k := step[i] - 2
		sorted[at[k]] = i
		at[k]++
	}
	copy(pl.order, sorted)
	return steps, nil
}

// stopped is the step at which something is there that stops i in its cell.
func (pl Plan) stopped(p *assembly.Instance, step []int32, i int32) int32 {
	d := assembly.Direction(pl.ways[i])
	near := [4]int32{assembly.Left: p.Left(i), assembly.Right: p.Right(i), assembly.Up: p.Above[i],
		assembly.Down: p.Below[i]}
	if p.Contact == assembly.Frontal {
		return step[near[d.Opposite()]]
	}
	first := int32(sets.None)
	for e, j := range near {
		if j >= 0 && assembly.Direction(e) != d && step[j] > 0 {
			first = min(first, step[j])
		}
	}
	return first
}

// conditions are for each block the blocks that have to come before it, as lists one behind the other.
type conditions struct {
	start []int32 // where each list starts, and one more
	list  []int32
}

func (c *conditions) of(i int32) []int32 { return c.list[c.start[i]:c.start[i+1]] }

func (pl Plan) conditions(ctx context.Context, p *assembly.Instance) (*conditions, error) {
	n := len(p.Blocks)
	c := &conditions{start: make([]int32, n+1)}
	cols := columnOrder(p)
	// First count, then fill.
	for pass := range 2 {
		for d := assembly.Left; d <= assembly.Down; d++ {
			err := pl.sweep(ctx, p, cols, d, func(earlier, later int32) {
				if pass == 0 {
					c.start[later+1]++
				} else {
					c.list[c.start[later]] = earlier
					c.start[later]++
				}
			})
			if err != nil {
				return nil, err
			}
		}
		if pass == 0 {
			for i := range n {
				c.start[i+1] += c.start[i]
			}
			c.list = make([]int32, c.start[n])
		}
	}
	copy(c.start[1:], c.start[:n])
	c.start[0] = 0
	return c, nil
}

// sweep goes over the lines across d, in the direction d, and yields for each block the nearest of those that
// left in the direction d along its own line (sticky: and along the two beside it) and lie strictly behind it.
func (pl Plan) sweep(
	ctx context.Context, p *assembly.Instance, cols []int32, d assembly.Direction, yield func(earlier, later int32),
) error {
	n := len(p.Blocks)
	low, high := sets.Frame(p)
	first, lines := low.C, high.C-low.C+1
	if !d.Vertical() {
		first, lines = low.R, high.R-low.R+1
	}
	at := func(k int) (i, across, along int32) {
		if d == assembly.Left || d == assembly.Up {
			k = n - 1 - k
		}
		if d.Vertical() {
			return int32(k), p.Blocks[k].R, p.Blocks[k].C
		}
		i = cols[k]
		return i, p.Blocks[i].C, p.Blocks[i].R
	}
	side := int32(0)
	if p.Contact == assembly.Sticky {
		side = 1
	}
	latest := make([]int32, lines) // index + 1 of the latest in each line that left in the direction d
	for k, asked := 0, 0; k < n; {
		if k-asked > 1<<16 {
			if asked = k; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		end := k
		_, across, _ := at(k)
		for ; end < n; end++ {
			i, a, line := at(end)
			if a != across {
				break
			}
			line -= first
			for l := max(0, line-side); l <= min(lines-1, line+side); l++ {
				if latest[l] > 0 {
					yield(latest[l]-1, i)
				}
			}
		}
		for ; k < end; k++ {
			i, _, line := at(k)
			if assembly.Direction(pl.ways[i]) == d {
				latest[line-first] = i + 1
			}
		}
	}
	return ctx.Err()
}

// columnOrder lists the blocks by columns and, within a column, by rows.
func columnOrder(p *assembly.Instance) []int32 {
	low, high := sets.Frame(p)
	next := make([]int32, high.C-low.C+2)
	for _, b := range p.Blocks {
		next[b.C-low.C+1]++
	}
	for c := 1; c < len(next); c++ {
		next[c] += next[c-1]
	}
	out := make([]int32, len(p.Blocks))
	for i, b := range p.Blocks {
		k := &next[b.C-low.C]
		out[*k] = int32(i)
		*k++
	}
	return out
}
