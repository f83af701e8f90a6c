package tree

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

const (
	// cycleBytes is the most that the search for a shortest cycle takes for each block: 41 for the components, of which 4
	// stay, and 12 for the search with 16 for each row and column.
	cycleBytes = 72
	// maxCycleWork is how many blocks the search passes before it is content with what it has, which is then not
	// said to be shortest. That is about half a second, and enough for all shapes of some thousand blocks.
	maxCycleWork = 1 << 25
)

// cycle finds a shortest cycle of constraints where order found no order.
//
// Three cases take O(blocks) together: a block that has the root in its way (a cycle of two, since the root
// is there from the start); otherwise the root has no part in cycles. Two blocks in each other's way, again two.
// And whatever is found first, where it is of three. In between all constraints are searched breadth first from
// every block on a cycle, as deep as a shorter cycle could lie, and the block is then put aside: O(blocks) each,
// so O(blocks²) in the worst case, and maxCycleWork bounds that.
func (t *tree) cycle(ctx context.Context, lim puzzle.Limits) (*assembly.Cycle, error) {
	if t.state[t.p.Root]&waitMask != 0 {
		return t.made(t.rootCycle(), true), nil
	}
	if pair, err := t.facing(ctx); pair != nil || err != nil {
		return t.made(pair, true), err
	}
	if err := lim.CheckMemory("the search for a shortest cycle",
		(treeBytes+cycleBytes)*int64(len(t.p.Blocks))); err != nil {
		return nil, err
	}
	part, err := t.components(ctx)
	if err != nil {
		return nil, err
	}
	s := newCycleSearch(t, part)
	for i := range t.p.Blocks {
		if part[i] < 0 {
			continue
		}
		more, err := s.from(ctx, int32(i))
		if err != nil {
			return nil, err
		}
		if !more {
			return t.made(s.best, len(s.best) <= 3), nil
		}
		part[i] = -1
	}
	return t.made(s.best, true), nil
}

// made writes the reasons along a cycle of blocks.
func (t *tree) made(blocks []int32, shortest bool) *assembly.Cycle {
	c := &assembly.Cycle{Shortest: shortest}
	for k, i := range blocks {
		next := blocks[(k+1)%len(blocks)]
		because := assembly.InTheWay
		switch {
		case i == t.p.Root:
			because = assembly.There
		case t.parent(next) == i:
			because = assembly.ParentOf
		}
		c.Constraints = append(c.Constraints, assembly.Constraint{Block: t.p.Blocks[i], Because: because})
	}
	return c
}

// parent is the block that i bumps into, or -1 for the root.
func (t *tree) parent(i int32) int32 {
	switch t.way(i) {
	case left:
		return i - 1
	case right:
		return i + 1
	case up:
		return t.up[i]
	case down:
		return t.down[i]
	}
	return -1
}

// along is the next block from i in the direction d, adjacent or not, or -1.
func (t *tree) along(i int32, d assembly.Direction) int32 {
	switch {
	case d == assembly.Left && t.state[i]&rowFirst == 0:
		return i - 1
	case d == assembly.Right && t.state[i]&rowLast == 0:
		return i + 1
	case d == assembly.Up:
		return t.up[i]
	case d == assembly.Down:
		return t.down[i]
	}
	return -1
}

// rootCycle is the root and a block that has it in its way.
func (t *tree) rootCycle() []int32 {
	root := t.p.Root
	for d := assembly.Left; d <= assembly.Down; d++ {
		for j := t.along(root, d); j >= 0; j = t.along(j, d) {
			if t.way(j) == uint16(d) { // it moves away from the root, so it came past it
				return []int32{root, j}
			}
		}
	}
	return nil
}

// facing finds two blocks of one line each of which has the other one in its way, or nil.
func (t *tree) facing(ctx context.Context) ([]int32, error) {
	work := 0
	for i := range t.p.Blocks {
		for _, first := range [2]assembly.Direction{assembly.Left, assembly.Up} {
			on := first.Opposite()
			if t.along(int32(i), first) >= 0 {
				continue // not the first of its line
			}
			turned := int32(-1) // the first block that moves back to the beginning of the line
			for j := int32(i); j >= 0; j = t.along(j, on) {
				if work++; work&(checkEvery-1) == 0 && ctx.Err() != nil {
					return nil, ctx.Err()
				}
				switch t.way(j) {
				case uint16(first):
					if turned < 0 {
						turned = j
					}
				case uint16(on):
					if turned >= 0 {
						return []int32{turned, j}, nil
					}
				}
			}
		}
	}
	return nil, nil
}

// components numbers the strongly connected components of more than one block (Tarjan); other blocks get -1. It
// looks at what blocks wait for, of which there are five at most, and which suffices: whatever
// else has to come before a block has to come before one of these.
func (t *tree) components(ctx context.Context) ([]int32, error) {
	n := len(t.p.Blocks)
	w, err := t.waits(ctx)
	if err != nil {
		return nil, err
	}
	part := make([]int32, n) // -1 is out, 0 not reached, else the time at which it was plus one
	low := make([]int32, n)
	next := make([]uint8, n)
	var path, open []int32
	clock := int32(0)
	push := func(i int32) {
		clock++
		part[i], low[i] = clock, clock
		path, open = append(path, i), append(open, i)
	}
	for i := range n {
		// What order has let in waits for nothing and is on no cycle.
		if t.state[i]&waitMask == 0 {
			part[i] = -1
		}
	}
	for i := range n {
		if part[i] == 0 {
			push(int32(i))
		}
		for steps := 0; len(path) > 0; steps++ {
			if steps&(checkEvery-1) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v := path[len(path)-1]
			if k := next[v]; k < waitsOf {
				next[v]++
				u := w.of(t, v, k)
				switch {
				case u < 0 || part[u] < 0 || next[u] == closed:
				case part[u] == 0:
					push(u)
				default:
					low[v] = min(low[v], part[u])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] < part[v] {
				continue
			}
			// v is the first of its component; part of the others stays what names it from now on.
			name := part[v]
			if open[len(open)-1] == v {
				name = -1 // alone
			}
			for u := int32(-1); u != v; {
				u = open[len(open)-1]
				open = open[:len(open)-1]
				part[u], next[u] = name, closed
			}
		}
	}
	return part, nil
}

// closed marks in components a block whose component is known.
const closed = 255

// waitsOf is how many blocks one can wait for: its parent and one in each direction.
const waitsOf = 5

// waits are for each direction the nearest block that moves that way and passes a block.
type waits [4][]int32

// of is the k-th block that i waits for, or -1.
func (w *waits) of(t *tree, i int32, k uint8) int32 {
	if k < 4 {
		return w[k][i]
	}
	return t.parent(i)
}

// waits finds what every block waits for, its parent apart.
func (t *tree) waits(ctx context.Context) (*waits, error) {
	w := new(waits)
	n := len(t.p.Blocks)
	for d := assembly.Left; d <= assembly.Down; d++ {
		near := make([]int32, n)
		w[d] = near
		// A block that moves left passes what is to the right of it: so look to the left, and in order.
		for k := range n {
			if k&(checkEvery-1) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			i := int32(k)
			if d == assembly.Right || d == assembly.Down {
				i = int32(n - 1 - k)
			}
			near[i] = -1
			if j := t.along(i, d); j >= 0 {
				if near[i] = near[j]; t.way(j) == uint16(d) {
					near[i] = j
				}
			}
		}
	}
	return w, nil
}
