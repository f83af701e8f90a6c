package peel

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// rootBytes is about what finding the first blocks takes for each block, beside the peeler.
const rootBytes = 40

// FirstBlocks lists the blocks from which the shape of p can be built, as indices in ascending order; p's root and what
// is in place do not matter.
//
// It divides the candidates into halves: while all of one half are protected, everything else that can leave is
// removed, which is right for each of them; then the half is halved again, inside what is left. Where only one
// candidate can leave, it is no first block, and it is removed at once for all others. On shapes that can be built that
// is O(blocks · log blocks) or so; shapes that frustrate it can take O(blocks²), and where peeling does not decide
// there is a search for each candidate. Errors: limits, ctx's.
func FirstBlocks(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) ([]int32, error) {
	if err := lim.CheckMemory("finding the first blocks", (Bytes+rootBytes)*int64(len(p.Blocks))); err != nil {
		return nil, err
	}
	free := *p
	free.Root = assembly.NoRoot
	q, err := New(ctx, &free)
	if err != nil {
		return nil, err
	}
	f := &finder{q: q, ctx: ctx, lim: lim, hard: !Suffices(p)}
	f.wary = f.hard && p.Contact == assembly.Sticky
	cands := chain(&free)
	for _, i := range cands {
		q.Keep(i)
	}
	if err := f.split(cands, nil); err != nil {
		return nil, err
	}
	slices.Sort(f.found)
	return f.found, nil
}

// A finder finds out which candidates can be the first block.
type finder struct {
	q     *Peeler
	ctx   context.Context
	lim   puzzle.Limits
	hard  bool         // peeling does not decide: where nothing can leave a search goes on
	wary  bool         // and only sure removals are safe
	found []int32      // in any order
	v     *sets.Leaver // made when it is needed
}

// split decides the candidates, all alive and kept, and no others are. It begins with what is
// in the queue and with the blocks in ready, which may be able to leave. Afterwards the set that is
// alive is the same as before; what is kept is not.
func (f *finder) split(cands, ready []int32) error {
	q := f.q
	mark, in := len(q.Order), len(cands)
	defer q.Undo(mark)
	for _, i := range ready {
		q.notice(i)
	}
	q.ready = q.ready[:0]
	for {
		q.wary = f.wary
		if err := q.Run(f.ctx); err != nil {
			return err
		}
		q.Drain()
		if q.Left() == 1 {
			f.found = append(f.found, q.One())
			return f.forget(cands)
		}
		free := f.leaving()
		if len(free) > 1 {
			break
		}
		if len(free) == 0 {
			return f.rest(cands)
		}
		// Only this one can leave. For itself that does not help; for all others it is removed.
		i := free[0]
		if err := f.settle(i, cands); err != nil {
			return err
		}
		if in--; in == 0 {
			return f.forget(cands)
		}
		q.flags[i] &^= kept
		d, _ := q.Way(i)
		q.Remove(i, d)
	}
	alive := slices.DeleteFunc(slices.Clone(cands), func(i int32) bool { return !q.IsAlive(i) })
	next := slices.Clone(q.ready)
	if err := f.forget(cands); err != nil {
		return err
	}
	for _, half := range [2][]int32{alive[:len(alive)/2], alive[len(alive)/2:]} {
		for _, i := range half {
			q.Keep(i)
		}
		if err := f.split(half, next); err != nil {
			return err
		}
	}
	return nil
}

// forget ends the keeping of candidates.
func (f *finder) forget(cands []int32) error {
	for _, i := range f.q.ready {
		f.q.flags[i] &^= waiting
	}
	f.q.ready = f.q.ready[:0]
	for _, i := range cands {
		f.q.flags[i] &^= kept
	}
	return f.ctx.Err()
}

// leaving strikes from q.ready what cannot leave any more, as far as the second that can, and returns up to two that
// can.
func (f *finder) leaving() []int32 {
	q := f.q
	var free [2]int32
	n, keep := 0, 0
	for k, i := range q.ready {
		if n == 2 {
			keep += copy(q.ready[keep:], q.ready[k:])
			break
		}
		if q.IsAlive(i) {
			if _, ok := q.Way(i); ok && (!q.wary || q.Sure(i)) {
				free[n] = i
				n++
				q.ready[keep] = i
				keep++
				continue
			}
		}
		q.flags[i] &^= waiting
	}
	q.ready = q.ready[:keep]
	return free[:n]
}

// rest decides candidates none of which can leave, when nothing else can either.
func (f *finder) rest(cands []int32) error {
	if f.hard {
		for _, i := range cands {
			if f.q.IsAlive(i) {
				if err := f.settle(i, cands); err != nil {
					return err
				}
			}
		}
	}
	return f.forget(cands)
}

// settle decides i alone, when nothing but i can leave. Where peeling decides that is no; else
// a search goes on, in which the other candidates are not kept.
func (f *finder) settle(i int32, cands []int32) error {
	if !f.hard {
		return nil
	}
	if err := f.ctx.Err(); err != nil {
		return err
	}
	q := f.q
	s, err := newSearch(f.ctx, q, i, f.lim, f.v)
	if err != nil {
		return err
	}
	f.v = s.v
	for _, c := range cands {
		q.flags[c] &^= kept
	}
	q.Keep(i)
	ready := slices.Clone(q.ready)
	q.noticeAll()
	mark := len(q.Order)
	found, err := s.run()
	if found {
		f.found = append(f.found, i)
	}
	q.Undo(mark)
	q.wary = f.wary
	for _, c := range cands {
		if q.IsAlive(c) {
			q.Keep(c)
		}
	}
	// The search has filled it with what it met.
	for _, r := range q.ready {
		q.flags[r] &^= waiting
	}
	q.ready = append(q.ready[:0], ready...)
	for _, r := range ready {
		q.flags[r] |= waiting
	}
	return err
}

// chain lists the blocks in an order of depth-first search, so that blocks that are near in it are near in the shape.
func chain(p *assembly.Instance) []int32 {
	n := len(p.Blocks)
	out := make([]int32, 0, n)
	from, edge := make([]int32, n), make([]uint8, n)
	for i := range from {
		from[i] = -2
	}
	from[0] = -1
	out = append(out, 0)
	for i := int32(0); i >= 0; {
		j := int32(-1)
		switch edge[i] {
		case 0:
			j = p.Right(i)
		case 1:
			j = p.Left(i)
		case 2:
			j = p.Below[i]
		case 3:
			j = p.Above[i]
		default:
			i = from[i]
			continue
		}
		edge[i]++
		if j >= 0 && from[j] == -2 {
			from[j] = i
			out = append(out, j)
			i = j
		}
	}
	return out
}
