package tiltcheck

import (
	"context"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// bytesPerCell is what a check needs for each cell besides the instance: eight lists of four
// bytes, up to four more for slideColumns on boards of one row, and one bit.
const bytesPerCell = 37

// pollEvery is how many cells are touched between two looks at the context: well below
// a millisecond in rows, some milliseconds in walks that miss every cache.
const pollEvery = 1 << 16

// fewCells are cleared in no time.
const fewCells = 1 << 10

// work holds the memory of one check. Its lists are made once and used for ring after ring:
// left to the garbage collector they would cost twice as much.
type work struct {
	ctx   context.Context
	p     *tilt.Instance
	spent int // cells touched since the context was looked at

	base  board // the base of the open ring; the board being played in replay
	goal  board // a board looked for on the ring, tilted back to LU
	other board // corners of the ring; numbered tiles

	free  []int32  // scratch of slideColumns
	next  []int32  // where a tile at each cell goes, -1 where there is none
	order []int32  // the occupied cells, cycle by cycle
	first []uint64 // bit i: order[i] is the first cell of its cycle
	turn  bool     // the cycles are those of one turn of a ring

	source []int32 // the base's colours along a cycle
	wanted []int32 // the goal's colours along it
	border []int32 // border[i] is the longest proper border of source[:i+1]
}

func newWork(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*work, error) {
	h, w := p.Start.H, p.Start.W
	n := h * w
	if err := lim.CheckMemory("the check of a board of this size", bytesPerCell*int64(n)); err != nil {
		return nil, err
	}
	k := &work{ctx: ctx, p: p}
	lists := []*[]int32{&k.base.cells, &k.goal.cells, &k.other.cells, &k.next, &k.order, &k.source, &k.wanted, &k.border}
	var all []int32
	if n <= fewCells { // one piece of memory is quicker made than nine
		all = make([]int32, 8*n+w)
	}
	for i, l := range lists {
		if all != nil {
			*l = all[i*n : (i+1)*n : (i+1)*n]
			continue
		}
		*l = make([]int32, n)
		if err := ctx.Err(); err != nil { // clearing memory takes its time too
			return nil, err
		}
	}
	if all != nil {
		k.free = all[8*n:]
	} else {
		k.free = make([]int32, w)
	}
	for _, b := range []*board{&k.base, &k.goal, &k.other} {
		b.h, b.w = h, w
	}
	k.order = k.order[:0]
	k.first = make([]uint64, (n+63)/64)
	return k, nil
}

// spend says that n more cells have been touched; it returns the context's error, if any.
func (k *work) spend(n int) error {
	if k.spent += n; k.spent < pollEvery {
		return nil
	}
	k.spent = 0
	return k.ctx.Err()
}
