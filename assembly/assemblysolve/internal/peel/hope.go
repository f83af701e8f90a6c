package peel

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// A relaxation finds sets that cannot be taken apart without searching. It asks less than the rules do: a block may go
// if its ray is free of blocks that have not gone, and if what would stop it lies in the set as it is now, gone or not;
// whether the rest is connected does not matter. Whatever order the rules allow, this allows too. So if two blocks
// never go (the root is one that never does), there is no way. O(blocks).
type relaxation struct {
	q                          *Peeler
	stay                       []uint64 // blocks that never go; nil: none but the root
	rest                       []uint64
	rowLo, rowHi, colLo, colHi []int32
	todo                       []int32
}

// hopeless reports whether the set that is alive in q cannot be taken apart down to root, or to any block if there is
// none.
func (x *relaxation) hopeless(root int32) bool {
	q := x.q
	x.rest = append(x.rest[:0], q.Alive...)
	x.rowLo = append(x.rowLo[:0], q.rowLo...)
	x.rowHi = append(x.rowHi[:0], q.rowHi...)
	x.colLo = append(x.colLo[:0], q.colLo...)
	x.colHi = append(x.colHi[:0], q.colHi...)
	x.todo = x.todo[:0]
	for _, extremes := range [][]int32{x.rowLo, x.rowHi, x.colLo, x.colHi} {
		for k := range extremes {
			x.push(extremes, int32(k))
		}
	}
	left, goal := q.Left(), 1
	if x.stay != nil {
		goal = max(1, sets.Size(x.stay))
	}
	for len(x.todo) > 0 && left > goal {
		i := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if i != root && !(x.stay != nil && sets.Has(x.stay, i)) && sets.Has(x.rest, i) && x.goes(i) {
			x.take(i)
			left--
		}
	}
	return left > goal
}

func (x *relaxation) push(extremes []int32, k int32) {
	if i := extremes[k]; i >= 0 && i != sets.None {
		x.todo = append(x.todo, i)
	}
}

// goes reports whether i may go now.
func (x *relaxation) goes(i int32) bool {
	q := x.q
	b := q.Shape.Blocks[i]
	r, c := b.R-q.r0, b.C-q.c0
	near := q.near[i]
	if q.Shape.Contact == assembly.Frontal {
		return near&west != 0 && x.rowHi[r] == i || near&east != 0 && x.rowLo[r] == i ||
			near&north != 0 && x.colHi[c] == i || near&south != 0 && x.colLo[c] == i
	}
	if near&(north|east|south|west) == 0 {
		return false
	}
	return x.rowHi[r] == i && q.colOf(x.rowHi[r-1]) <= b.C && q.colOf(x.rowHi[r+1]) <= b.C ||
		x.rowLo[r] == i && q.colOf(x.rowLo[r-1]) >= b.C && q.colOf(x.rowLo[r+1]) >= b.C ||
		x.colHi[c] == i && q.rowOf(x.colHi[c-1]) <= b.R && q.rowOf(x.colHi[c+1]) <= b.R ||
		x.colLo[c] == i && q.rowOf(x.colLo[c-1]) >= b.R && q.rowOf(x.colLo[c+1]) >= b.R
}

// take lets i go, and asks about the new extremes.
func (x *relaxation) take(i int32) {
	q := x.q
	x.rest[i>>6] &^= 1 << (i & 63)
	b := q.Shape.Blocks[i]
	r, c := b.R-q.r0, b.C-q.c0
	for _, l := range [4]struct {
		extremes []int32
		k        int32
		next     func(int32) int32
	}{{x.rowLo, r, x.after}, {x.rowHi, r, x.before}, {x.colLo, c, x.below}, {x.colHi, c, x.above}} {
		if l.extremes[l.k] != i {
			continue
		}
		l.extremes[l.k] = l.next(i)
		x.push(l.extremes, l.k)
		if q.Shape.Contact == assembly.Sticky {
			x.push(l.extremes, l.k-1)
			x.push(l.extremes, l.k+1)
		}
	}
}

func (x *relaxation) after(i int32) int32  { return nextInRow(x.q.Shape, x.rest, i) }
func (x *relaxation) before(i int32) int32 { return lastInRow(x.q.Shape, x.rest, i) }

func (x *relaxation) below(i int32) int32 {
	for i = x.q.down[i]; i >= 0 && !sets.Has(x.rest, i); i = x.q.down[i] {
	}
	if i < 0 {
		return sets.None
	}
	return i
}

func (x *relaxation) above(i int32) int32 {
	for i = x.q.up[i]; i >= 0 && !sets.Has(x.rest, i); i = x.q.up[i] {
	}
	return i
}
