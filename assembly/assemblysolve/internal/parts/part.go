package parts

import (
	"context"
	"errors"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// A Part is a buildable part of a shape, and what is known about the largest one.
type Part struct {
	// Blocks are the part, as indices of the shape in ascending order; with the shape's root
	// where it has one. The part can be built on the same board, from that root or from some first block.
	Blocks []int32
	// AtMost is an upper bound on the number of blocks of any buildable part. Where it is len(Blocks), no
	// part is larger.
	AtMost int
}

// Exact reports whether no buildable part is larger.
func (p Part) Exact() bool { return len(p.Blocks) == p.AtMost }

// What the searches for parts and supports may visit, in blocks: about a second each.
const trialWork = 1 << 22

// trialMemory is what one trial's exact search may take. A trial that needs more stays undecided.
const trialMemory = 1 << 19

// Largest finds a large part of p that can be built. Finding a largest one is hard even to
// approximate (Becker et al.), so for all but small shapes or small defects the answer is two bounds.
//
// A part is grown forwards, and for up to a thousand blocks or so got by leaving out blocks that
// are in the way as well; then leaving out 1, 2, … blocks is tried in all ways for as long
// as the work is bearable, which raises certainty from the other end.
func Largest(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (Part, error) {
	n := len(p.Blocks)
	tr := newTrials(ctx, p, lim)
	whole := make([]int32, n)
	for i := range whole {
		whole[i] = int32(i)
	}
	verdict, err := tr.of(whole)
	if err != nil {
		return Part{}, err
	}
	if verdict == puzzle.Solved {
		return Part{whole, n}, nil
	}
	best, err := grow(ctx, p)
	if err != nil {
		return Part{}, err
	}
	left, err := tr.leaveOut(whole)
	if err != nil {
		return Part{}, err
	}
	if len(left) > len(best) {
		best = left
	}
	part := Part{best, n}
	for out := 1; verdict == puzzle.Impossible && part.AtMost > len(part.Blocks); out++ {
		// All ways to leave out fewer have failed.
		part.AtMost = n - out
		if part.Exact() {
			break
		}
		var found []int32
		if found, verdict, err = tr.without(out); err != nil {
			return Part{}, err
		}
		if found != nil {
			part.Blocks = found
		}
	}
	return part, nil
}

// trials decide parts and extensions of one shape, and count their work.
type trials struct {
	ctx  context.Context
	p    *assembly.Instance
	lim  puzzle.Limits
	work int64
}

func newTrials(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) *trials {
	lim.VerdictOnly = true
	if room := trialMemory + (peel.Bytes+sets.LeaverBytes)*int64(len(p.Blocks)+maxFilled); lim.Memory <= 0 ||
		lim.Memory > room {
		lim.Memory = room
	}
	return &trials{ctx: ctx, p: p, lim: lim}
}

// spent reports whether the work that is allowed is done.
func (tr *trials) spent() bool { return tr.work > trialWork }

// of decides the part of the shape with these blocks. What is not connected or lacks the root is
// impossible; Unknown is what takes too much.
func (tr *trials) of(part []int32) (puzzle.Verdict, error) {
	cells := make([]assembly.Block, len(part))
	for k, i := range part {
		cells[k] = tr.p.Blocks[i]
	}
	return tr.cells(cells)
}

func (tr *trials) cells(cells []assembly.Block) (puzzle.Verdict, error) {
	tr.work += int64(len(cells)) + 16
	root := assembly.NoRoot
	if tr.p.Root != assembly.NoRoot {
		if root = slices.Index(cells, tr.p.Blocks[tr.p.Root]); root < 0 {
			return puzzle.Impossible, nil
		}
	}
	q, err := assembly.New(tr.p.Rows, tr.p.Cols, cells, root, tr.p.Contact)
	if err != nil {
		return puzzle.Impossible, tr.ctx.Err() // not connected
	}
	d, err := peel.Decide(tr.ctx, q, tr.lim)
	var le *puzzle.LimitError
	switch {
	case errors.As(err, &le):
		tr.work += trialMemory / 32 * int64(len(cells))
		return puzzle.Unknown, nil
	case err != nil:
		return puzzle.Unknown, err
	case d.Found:
		return puzzle.Solved, nil
	}
	return puzzle.Impossible, nil
}

// without leaves out so many blocks in all ways. It returns a part that can be built, or nil: then Impossible if there
// is none, and Unknown if not all could be tried.
func (tr *trials) without(out int) ([]int32, puzzle.Verdict, error) {
	n := len(tr.p.Blocks)
	verdict := puzzle.Impossible
	gone := make([]bool, n)
	var try func(from, more int) ([]int32, error)
	try = func(from, more int) ([]int32, error) {
		if more == 0 {
			part := make([]int32, 0, n)
			for i := range n {
				if !gone[i] {
					part = append(part, int32(i))
				}
			}
			v, err := tr.of(part)
			if v == puzzle.Solved || err != nil {
				return part, err
			}
			if v == puzzle.Unknown {
				verdict = v
			}
			return nil, nil
		}
		for i := from; i <= n-more; i++ {
			if int32(i) == tr.p.Root {
				continue
			}
			if tr.spent() {
				verdict = puzzle.Unknown
				return nil, nil
			}
			gone[i] = true
			found, err := try(i+1, more-1)
			gone[i] = false
			if found != nil || err != nil {
				return found, err
			}
		}
		return nil, nil
	}
	if out >= n {
		return nil, puzzle.Unknown, nil
	}
	found, err := try(0, out)
	if found != nil {
		verdict = puzzle.Solved
	}
	return found, verdict, err
}

// leaveOut makes a buildable part by leaving out, from what cannot be taken apart, the block that lets most others
// leave, again and again. It returns nil where that takes too long.
func (tr *trials) leaveOut(part []int32) ([]int32, error) {
	for len(part) > 1 {
		cells := make([]assembly.Block, len(part))
		for k, i := range part {
			cells[k] = tr.p.Blocks[i]
		}
		root := slices.Index(part, tr.p.Root)
		sub, err := assembly.New(tr.p.Rows, tr.p.Cols, cells, root, tr.p.Contact)
		if err != nil {
			return nil, err
		}
		q, err := peel.New(tr.ctx, sub)
		if err != nil {
			return nil, err
		}
		if root >= 0 {
			q.Keep(int32(root))
		}
		if err := q.Run(tr.ctx); err != nil {
			return nil, err
		}
		if q.Left() == 1 {
			return part, nil
		}
		q.Drain()
		out, err := tr.mostInTheWay(q)
		if err != nil || tr.spent() {
			return nil, err
		}
		part = sets.Component(tr.p, slices.Delete(slices.Clone(part), out, out+1))
	}
	return part, nil
}

// mostInTheWay finds the block of the remainder without which most others can leave.
func (tr *trials) mostInTheWay(q *peel.Peeler) (int, error) {
	best, least := -1, 0
	mark := len(q.Order)
	for i := range q.Shape.Blocks {
		x := int32(i)
		if !q.IsAlive(x) || x == q.Shape.Root {
			continue
		}
		if tr.spent() {
			break
		}
		q.Remove(x, assembly.Left)
		if err := q.Run(tr.ctx); err != nil {
			return 0, err
		}
		q.Drain()
		tr.work += int64(len(q.Order)-mark) + 4
		if best < 0 || q.Left() < least {
			best, least = i, q.Left()
		}
		q.Undo(mark)
	}
	return best, nil
}
