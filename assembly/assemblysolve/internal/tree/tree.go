package tree

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/puzzle"
)

// treeBytes is the most that the order of a tree takes for each block: 14 bytes of its own, 4 for
// each column, and a stack.
const treeBytes = 26

// A tree is a shape that is one, with a root, in the frontal model: the contest's case.
//
// What is on the board is always connected, so a block of a tree bumps into its parent, the next block on the
// way to the root: its line and direction are forced, and everything in that line on its entry side has to come
// later. Of the blocks that come in along one line in one direction only the nearest one matters, the others have
// to come before it anyhow. So each block waits for at most five: its parent, and in each direction the
// nearest block that moves that way and passes it. Blocks come in when they wait for nothing; those
// that never do lie on cycles or behind one.
//
// No edge is stored: what waits for a block are its children, and in its line the blocks behind it up to the next one
// that moves the same way.
type tree struct {
	p *assembly.Instance
	// state has the fields below for each block: all that a visit to it needs to know, in two bytes, so that
	// the states of a large shape stay in cache.
	state []uint16
	// up and down are the next blocks of the same column, adjacent or not, or -1.
	up, down []int32
}

// The fields of tree.state: in the lowest three bits the direction, or rooted for the root; then for how many
// blocks it waits; whether there is a block in the next cell to each side; whether it is the first and the last of its
// row.
const (
	rooted   = 4
	wayMask  = 7
	waitOne  = 1 << 3
	waitMask = 7 << 3
	atLeft   = 1 << 6
	atRight  = 1 << 7
	atUp     = 1 << 8
	atDown   = 1 << 9
	rowFirst = 1 << 10
	rowLast  = 1 << 11
)

// The directions as they stand in a state.
const (
	left  = uint16(assembly.Left)
	right = uint16(assembly.Right)
	up    = uint16(assembly.Up)
	down  = uint16(assembly.Down)
)

// way is the direction in which block i comes in, or rooted.
func (t *tree) way(i int32) uint16 { return t.state[i] & wayMask }

// Solve decides a tree with a root in the frontal model: an order with the least possible number of steps, or the
// shortest cycle of constraints. With VerdictOnly it gives an order without steps, and no certificate. Cost
// O(blocks); for the cycle see cycle.
func Solve(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (assembly.Outcome, error) {
	t, err := newTree(ctx, p, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	var moves []assembly.Move
	var steps []int32
	switch {
	case t.state[p.Root]&waitMask != 0:
		// The root is there, and a block would have to come before it.
	case lim.VerdictOnly:
		moves, err = t.anyOrder(ctx)
	default:
		queue := t.release(hugepage.Make[assembly.Move](len(p.Blocks))[:0], p.Root)
		if moves, steps, err = t.order(ctx, queue); len(moves) < len(p.Blocks)-1 {
			moves = nil
		}
	}
	if err != nil {
		return assembly.Outcome{}, err
	}
	if moves != nil {
		w := &assembly.Witness{First: p.Blocks[p.Root], Moves: moves, Steps: steps, AtLeast: int32(len(steps))}
		return assembly.Outcome{Verdict: puzzle.Solved, Witness: w}, nil
	}
	if lim.VerdictOnly {
		return assembly.Outcome{Verdict: puzzle.Impossible}, nil
	}
	c, err := t.cycle(ctx, lim)
	if err != nil {
		return assembly.Outcome{}, err
	}
	return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Cycle: c}}, nil
}

// newTree finds directions and counts for how many blocks each one waits.
func newTree(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*tree, error) {
	n := len(p.Blocks)
	if err := lim.CheckMemory("the order of the blocks", treeBytes*int64(n)); err != nil {
		return nil, err
	}
	t := &tree{p: p, state: hugepage.Make[uint16](n), up: hugepage.Make[int32](n), down: hugepage.Make[int32](n)}
	from, to := sets.Frame(p)
	low, columns := from.C, make([]int32, to.C-from.C+1)
	if err := t.link(ctx, columns, low); err != nil {
		return nil, err
	}
	if err := t.direct(ctx); err != nil {
		return nil, err
	}
	if err := t.waitForwards(ctx, columns, low); err != nil {
		return nil, err
	}
	return t, t.waitBackwards(ctx, columns, low)
}

// checkEvery is how many blocks are dealt with between two looks at the context; a power of two.
const checkEvery = 1 << 16

// link finds neighbours, the ends of rows, and the next blocks in columns. columns is room for a number for each
// column, of which low is the first.
func (t *tree) link(ctx context.Context, columns []int32, low int32) error {
	blocks := t.p.Blocks
	n := len(blocks)
	state, ups, downs := t.state[:n], t.up[:n], t.down[:n]
	above := t.p.Above[:n]
	clear(columns) // the latest block in it plus one
	last := assembly.Block{R: -1}
	for i, b := range blocks {
		if i&(checkEvery-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := uint16(0)
		if b.R != last.R {
			s = rowFirst
			if i > 0 {
				state[i-1] |= rowLast
			}
		} else if b.C == last.C+1 {
			s = atLeft
			state[i-1] |= atRight
		}
		last = b
		column := &columns[b.C-low]
		j := *column - 1
		*column = int32(i + 1)
		ups[i], downs[i] = j, -1
		if j >= 0 {
			downs[j] = int32(i)
			if above[i] >= 0 {
				s |= atUp
				state[j] |= atDown
			}
		}
		state[i] = s
	}
	state[n-1] |= rowLast
	return nil
}

// direct gives every block the direction towards its parent by a walk from the root.
func (t *tree) direct(ctx context.Context) error {
	state := t.state
	stack := make([]int32, 1, 1<<10)
	stack[0] = t.p.Root
	state[t.p.Root] |= rooted
	for done := 0; len(stack) > 0; done++ {
		if done&(checkEvery-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		// A neighbour bumps into i moving the opposite way to where it is seen from here.
		s := state[i]
		way := s & wayMask
		if s&atUp != 0 && way != up {
			j := t.up[i]
			state[j] |= down
			stack = append(stack, j)
		}
		if s&atDown != 0 && way != down {
			j := t.down[i]
			state[j] |= up
			stack = append(stack, j)
		}
		if s&atLeft != 0 && way != left {
			state[i-1] |= right
			stack = append(stack, i-1)
		}
		if s&atRight != 0 && way != right {
			state[i+1] |= left
			stack = append(stack, i+1)
		}
	}
	return nil
}

// waitForwards counts for each block its parent, and the blocks that move left and up and pass it. It
// suffices to know whether there is one.
func (t *tree) waitForwards(ctx context.Context, columns []int32, low int32) error {
	blocks := t.p.Blocks
	state := t.state[:len(blocks)]
	clear(columns) // waitOne where some block of the column, so far, moves up
	inRow := uint16(0)
	for i, b := range blocks {
		if i&(checkEvery-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := state[i]
		if s&rowFirst != 0 {
			inRow = 0
		}
		column := &columns[b.C-low]
		wait := inRow + uint16(*column)
		switch s & wayMask {
		case left:
			inRow = waitOne
		case up:
			*column = waitOne
		}
		if s&wayMask != rooted {
			wait += waitOne
		}
		state[i] = s + wait
	}
	return nil
}

// waitBackwards does the same for the blocks that move right and down.
func (t *tree) waitBackwards(ctx context.Context, columns []int32, low int32) error {
	blocks := t.p.Blocks
	state := t.state[:len(blocks)]
	clear(columns)
	inRow := uint16(0)
	for i := len(blocks) - 1; i >= 0; i-- {
		if i&(checkEvery-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := state[i]
		if s&rowLast != 0 {
			inRow = 0
		}
		column := &columns[blocks[i].C-low]
		state[i] = s + inRow + uint16(*column)
		switch s & wayMask {
		case right:
			inRow = waitOne
		case down:
			*column = waitOne
		}
	}
	return nil
}

// order lets blocks in as soon as they wait for nothing, all that can come at once in one step; queue has those that
// can come first. It returns the moves of all that come and the sizes of the steps. What t.state then counts is what
// the others wait for, for ever.
//
// There is a chain of as many blocks as steps, each of which has to come after the one before it; so no
// schedule has fewer steps, and two blocks of one step do not wait for each other.
func (t *tree) order(ctx context.Context, queue []assembly.Move) (moves []assembly.Move, steps []int32, err error) {
	steps = make([]int32, 0, 16)
	layer := 0 // where the present step ends
	for head := 0; head < len(queue); head++ {
		if head&(checkEvery-1) == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if head == layer {
			steps = append(steps, int32(len(queue)-layer))
			layer = len(queue)
		}
		i := int32(queue[head])
		queue = t.release(queue, i)
		queue[head] = t.move(i) // an entry becomes the block's move as soon as it has been dealt with
	}
	return queue, steps, nil
}

// anyOrder is order without steps. It goes on with the block that became free last, which is near the one before it
// in memory too, and so takes about half the time.
func (t *tree) anyOrder(ctx context.Context) ([]assembly.Move, error) {
	n := len(t.p.Blocks)
	moves := hugepage.Make[assembly.Move](n)
	stack := append(make([]assembly.Move, 0, 1<<10), assembly.Move(t.p.Root))
	done := 0
	for ; len(stack) > 0; done++ {
		if done&(checkEvery-1) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		i := int32(stack[len(stack)-1])
		stack = t.release(stack[:len(stack)-1], i)
		moves[done] = t.move(i)
	}
	if done < n {
		return nil, nil
	}
	return moves[1:], nil
}

// move is the move that lets block i in; that of the root means nothing.
func (t *tree) move(i int32) assembly.Move {
	b, way := t.p.Blocks[i], t.way(i)
	if line := b.R; way < up {
		return assembly.MakeMove(assembly.Direction(way), line)
	}
	return assembly.MakeMove(assembly.Direction(way), b.C)
}

// release appends to queue the blocks that now, when i is there, wait for nothing any more.
func (t *tree) release(queue []assembly.Move, i int32) []assembly.Move {
	state := t.state
	s := state[i]
	way := s & wayMask
	come := func(j int32) (its uint16) {
		s := state[j] - waitOne
		state[j] = s
		if s&waitMask == 0 {
			queue = append(queue, assembly.Move(j))
		}
		return s
	}
	if s&atLeft != 0 && way != left {
		come(i - 1)
	}
	if s&atRight != 0 && way != right {
		come(i + 1)
	}
	if s&atUp != 0 && way != up {
		come(t.up[i])
	}
	if s&atDown != 0 && way != down {
		come(t.down[i])
	}
	switch way {
	case left:
		for j := i; s&rowLast == 0; {
			j++
			if s = come(j); s&wayMask == way {
				break
			}
		}
	case right:
		for j := i; s&rowFirst == 0; {
			j--
			if s = come(j); s&wayMask == way {
				break
			}
		}
	case up:
		for j := t.down[i]; j >= 0 && come(j)&wayMask != way; {
			j = t.down[j]
		}
	case down:
		for j := t.up[i]; j >= 0 && come(j)&wayMask != way; {
			j = t.up[j]
		}
	}
	return queue
}
