package sets

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// A Walk takes a shape apart in all ways, down to what is on the board at the start, by definition alone: convex blocks
// or not. It goes depth first and remembers the sets that lead nowhere. Every set on the way costs O(blocks).
type Walk struct {
	ctx  context.Context
	p    *assembly.Instance
	lim  puzzle.Limits
	v    *Leaver
	goal int
	dead *Table
	set  []uint64
	Way  []Leave // what has left, in order
	list []Leave // what is still to be tried, for all levels
	work int
}

// A stage of a walk is a set that is branched at.
type stage struct {
	first, next int  // its part of the list, and what is tried next
	ends        bool // some way from here has reached the end
}

// NewWalk makes a walk for p; what it remembers stays within lim. O(blocks).
func NewWalk(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*Walk, error) {
	n := int64(len(p.Blocks))
	if err := lim.CheckMemory("taking the shape apart in all ways", LeaverBytes*n); err != nil {
		return nil, err
	}
	dead, err := NewTable("taking the shape apart in all ways", int(n+63)/64, lim)
	if err != nil {
		return nil, err
	}
	w := &Walk{ctx: ctx, p: p, lim: lim, v: NewLeaver(p), goal: goal(p), dead: dead}
	w.v.stay = Start(p)
	return w, nil
}

// First finds one way from a set to the start; w.Way then has it.
func (w *Walk) First(from []uint64) (bool, error) {
	w.v.every = false
	found := false
	err := w.each(from, func() (bool, error) {
		found = true
		return false, nil
	})
	return found, err
}

// All yields at the end of each way from the shape to the start, and counts ways that differ in directions alone.
func (w *Walk) All(yield func() (more bool, err error)) error {
	w.v.every = true
	return w.each(Full(len(w.p.Blocks)), yield)
}

// each yields at the end of each way from a set to the start, with the way in w.Way, until yield says that it is
// enough.
func (w *Walk) each(from []uint64, yield func() (more bool, err error)) error {
	w.set = append(w.set[:0], from...)
	w.Way, w.list = w.Way[:0], w.list[:0]
	size := Size(from)
	if size == w.goal {
		_, err := yield()
		return err
	}
	stages, err := w.enter(nil)
	for err == nil && len(stages) > 0 {
		s := &stages[len(stages)-1]
		if s.next == len(w.list) {
			stages, err = w.leave(stages)
			continue
		}
		l := w.list[s.next]
		s.next++
		w.set[l.Block>>6] &^= 1 << (l.Block & 63)
		w.Way = append(w.Way, l)
		if size-len(w.Way) > w.goal {
			before := len(stages)
			if stages, err = w.enter(stages); len(stages) > before {
				continue
			}
		} else {
			s.ends = true
			var more bool
			if more, err = yield(); err != nil || !more {
				return err
			}
		}
		w.back()
	}
	return err
}

// back puts the block in again that left last.
func (w *Walk) back() {
	l := w.Way[len(w.Way)-1]
	w.Way = w.Way[:len(w.Way)-1]
	w.set[l.Block>>6] |= 1 << (l.Block & 63)
}

// enter adds a stage for the set at hand, unless that is known to lead nowhere.
func (w *Walk) enter(stages []stage) ([]stage, error) {
	n := len(w.p.Blocks)
	if w.work += n + 64; w.work >= 1<<16 {
		w.work = 0
		if err := w.ctx.Err(); err != nil {
			return stages, err
		}
	}
	if w.dead.slots[w.dead.slot(w.set)] != 0 {
		return stages, nil
	}
	if room := len(w.list) + 4*n; room > cap(w.list) {
		if err := w.lim.CheckMemory("the ways to take the shape apart", 16*int64(room)); err != nil {
			return stages, err
		}
	}
	from := len(w.list)
	w.list = w.v.Append(w.list, w.set, assembly.NoRoot)
	return append(stages, stage{from, from, false}), nil
}

// leave ends the last stage. Where it has led nowhere its set is remembered.
func (w *Walk) leave(stages []stage) ([]stage, error) {
	s := stages[len(stages)-1]
	stages = stages[:len(stages)-1]
	w.list = w.list[:s.first]
	if !s.ends {
		if _, err := w.dead.Add(w.set); err != nil {
			return stages, err
		}
	}
	if len(stages) > 0 {
		up := &stages[len(stages)-1]
		up.ends = up.ends || s.ends
		w.back()
	}
	return stages, nil
}

// Witness is the way at hand, from the start to the shape.
func (w *Walk) Witness() assembly.Witness {
	out := assembly.Witness{First: NoBlock(), Moves: make([]assembly.Move, len(w.Way))}
	for k, l := range w.Way {
		out.Moves[len(w.Way)-1-k] = Entry(w.p.Blocks[l.Block], l.Way)
	}
	if w.p.Placed == nil {
		for k, word := range w.set {
			if word != 0 {
				out.First = w.p.Blocks[k<<6+bits.TrailingZeros64(word)]
			}
		}
	}
	return out
}

// Orders counts the ways that a Walk yields: it takes the shape apart set by set, all sets of one size before the next,
// and adds up in how many ways each is met. It reports false where more than most sets are met, unless most is 0.
// O(sets · blocks) time, and memory for the sets of two sizes.
func Orders(ctx context.Context, p *assembly.Instance, lim puzzle.Limits, most int) (*big.Int, bool, error) {
	const what = "counting the orders"
	n := len(p.Blocks)
	if err := lim.CheckMemory(what, LeaverBytes*int64(n)); err != nil {
		return nil, false, err
	}
	v := NewLeaver(p)
	v.stay, v.every = Start(p), true
	words := (n + 63) / 64
	table, err := NewTable(what, words, lim)
	if err != nil {
		return nil, false, err
	}
	set := Full(n)
	if _, err := table.Add(set); err != nil {
		return nil, false, err
	}
	ways := []*big.Int{big.NewInt(1)}
	var list []Leave
	met, work := 0, 0
	for size := n; size > goal(p); size-- {
		next, err := NewTable(what, words, lim)
		if err != nil {
			return nil, false, err
		}
		var sums []*big.Int
		for k := range table.n {
			if work += n + 64; work >= 1<<16 {
				work = 0
				if ctx.Err() != nil {
					return nil, false, ctx.Err()
				}
			}
			copy(set, table.at(k))
			list = v.Append(list[:0], set, assembly.NoRoot)
			for _, l := range list {
				set[l.Block>>6] ^= 1 << (l.Block & 63)
				fresh, err := next.Add(set)
				if err != nil {
					return nil, false, err
				}
				if fresh {
					if len(sums)&(len(sums)-1) == 0 { // n moves in n! orders and 4^n directions have about n · (log n + 1) bits
						if err := lim.CheckMemory(what, 2*int64(len(sums))*int64(n*bits.Len(uint(n))/8+96)); err != nil {
							return nil, false, err
						}
					}
					sums = append(sums, new(big.Int))
				}
				sum := sums[next.slots[next.slot(set)]-1]
				sum.Add(sum, ways[k])
				set[l.Block>>6] ^= 1 << (l.Block & 63)
			}
			if most > 0 && met+next.n > most {
				return nil, false, nil
			}
		}
		met += next.n
		table, ways = next, sums
	}
	total := new(big.Int)
	for _, x := range ways {
		total.Add(total, x)
	}
	return total, true, ctx.Err()
}
