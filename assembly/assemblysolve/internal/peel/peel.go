package peel

import (
	"context"
	"math/bits"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/internal/hugepage"
)

// Bits of a block's eight neighbours, clockwise.
const (
	north = 1 << iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
)

// Bytes is about what a peeler takes for each block, when rows and columns are as many as they can be.
const Bytes = 34

// Bits of a peeler's flags.
const (
	queued  = 1 << iota // in the queue
	kept                // must not be removed
	waiting             // kept, and found to be able to leave: see finder
	way0                // two bits: the direction in which it left
)

const wayShift = 3

// A Peeler takes a shape apart by removing convex blocks that can leave, and can put them back in
// the opposite order.
//
// A block can leave along its line iff it is that line's first or last block, and in the sticky model
// iff nothing beside the ray either, which the extremes of the two lines next to it tell. Whether the rest stays
// connected is seen from the eight cells around it (see leaveWays). So one test is
// O(1), and a removal can change the answer for the eight neighbours and for new extremes only: taking
// a whole shape apart is O(blocks).
type Peeler struct {
	Shape  *assembly.Instance
	ways   *leaveWays
	r0, c0 int32 // row and column one before the first: lines are counted from there, from 1
	near   []uint8
	flags  []uint8
	Alive  []uint64
	// First and last block that is alive in each line; none and -1 where no block is. The lines before the first and
	// behind the last are there too, and empty. Indices grow with the row as well as with the
	// column, so that minimum and maximum find extremes of columns as they do of rows.
	rowLo, rowHi, colLo, colHi []int32
	up, down                   []int32 // the next blocks of the column that are alive, or -1; next to it or not
	queue                      []int32 // a ring
	head, waits                int
	Order                      []int32 // the removed, first to last
	ready                      []int32 // kept blocks that could leave when they were tested
	wary                       bool    // only sure removals: see Sure
}

// New makes a peeler in which every block is alive. Blocks that may leave are in the queue.
func New(ctx context.Context, p *assembly.Instance) (*Peeler, error) {
	n := len(p.Blocks)
	q := &Peeler{Shape: p, ways: newLeaveWays(p.Contact)}
	q.near = hugepage.Make[uint8](n)
	q.flags = hugepage.Make[uint8](n)
	q.up, q.down = hugepage.Make[int32](n), hugepage.Make[int32](n)
	q.queue = hugepage.Make[int32](n)
	q.Order = hugepage.Make[int32](n)[:0]
	q.Alive = sets.Full(n)
	low, _ := sets.Frame(p)
	e := sets.NewExtremes(p)
	q.r0, q.c0 = low.R-1, low.C-1
	q.rowLo, q.rowHi, q.colLo, q.colHi = e.RowLo, e.RowHi, e.ColLo, e.ColHi
	if err := q.look(ctx); err != nil {
		return nil, err
	}
	for i, m := range q.near {
		if q.ways[m] != 0 {
			q.push(int32(i))
		}
	}
	return q, ctx.Err()
}

// look fills neighbours, extremes and columns in one pass over the blocks.
func (q *Peeler) look(ctx context.Context) error {
	blocks := q.Shape.Blocks
	j := 0
	for i, b := range blocks {
		if i&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if i > 0 && blocks[i-1].C == b.C-1 && blocks[i-1].R == b.R {
			q.near[i] |= west
			q.near[i-1] |= east
		}
		for blocks[j].R < b.R-1 || blocks[j].R == b.R-1 && blocks[j].C < b.C-1 {
			j++
		}
		for k := j; k < j+3 && blocks[k].R == b.R-1 && blocks[k].C <= b.C+1; k++ {
			switch blocks[k].C - b.C {
			case -1:
				q.near[i] |= northWest
				q.near[k] |= southEast
			case 0:
				q.near[i] |= north
				q.near[k] |= south
			case 1:
				q.near[i] |= northEast
				q.near[k] |= southWest
			}
		}
		r, c, x := b.R-q.r0, b.C-q.c0, int32(i)
		q.rowLo[r], q.rowHi[r] = min(q.rowLo[r], x), x
		q.down[i] = -1
		if q.up[i] = q.colHi[c]; q.up[i] >= 0 {
			q.down[q.up[i]] = x
		}
		q.colLo[c], q.colHi[c] = min(q.colLo[c], x), x
	}
	return nil
}

// leaveWays tells for each pattern of neighbours in which directions a block may leave as far as they decide it: a bit
// 1<<d for each assembly.Direction d of leaving. It is 0 where the block is not convex or holds the others together.
//
// A convex block has one neighbour, or two at a corner with the opposite cell free. In the second case the two
// stay connected if the cell between them is taken. If it is free and the two are connected another way, that way
// and the block make a ring around one of the two free cells; so in a shape without holes the
// test is exact, and in others it is on the safe side.
type leaveWays [256]uint8

func newLeaveWays(c assembly.Contact) *leaveWays {
	var t leaveWays
	windows := [4]uint8{north | northEast | east, east | southEast | south, south | southWest | west,
		west | northWest | north}
	sides := [4]uint8{assembly.Left: west, assembly.Right: east, assembly.Up: north, assembly.Down: south}
	for m := range 256 {
		near := uint8(m)
		convex, whole := false, bits.OnesCount8(near&(north|east|south|west)) == 1
		for k, w := range windows {
			convex = convex || near&w == 0
			// The opposite window is full: a corner with its diagonal.
			whole = whole || near&w == 0 && near&windows[(k+2)%4] == windows[(k+2)%4]
		}
		if !convex || !whole {
			continue
		}
		for d := assembly.Left; d <= assembly.Down; d++ {
			// It comes in against d and has to be stopped: in the frontal model by the block in front of it, in the
			// sticky one by any neighbour, and there is one.
			if near&sides[d] == 0 && (c == assembly.Sticky || near&sides[d.Opposite()] != 0) {
				t[m] |= 1 << d
			}
		}
	}
	return &t
}

// IsAlive reports whether i has not been removed.
func (q *Peeler) IsAlive(i int32) bool { return q.Alive[i>>6]>>(i&63)&1 != 0 }

// Left is how many blocks are alive.
func (q *Peeler) Left() int { return len(q.Shape.Blocks) - len(q.Order) }

func (q *Peeler) push(i int32) {
	if q.flags[i]&queued != 0 {
		return
	}
	q.flags[i] |= queued
	at := q.head + q.waits
	if at >= len(q.queue) {
		at -= len(q.queue)
	}
	q.queue[at] = i
	q.waits++
}

// notice puts i, whose surroundings have changed, into the queue if it may leave.
func (q *Peeler) notice(i int32) {
	if q.ways[q.near[i]] != 0 {
		q.push(i)
	}
}

func (q *Peeler) pop() int32 {
	i := q.queue[q.head]
	if q.head++; q.head == len(q.queue) {
		q.head = 0
	}
	q.waits--
	q.flags[i] &^= queued
	return i
}

// Way finds the direction in which i, which is alive, can leave.
func (q *Peeler) Way(i int32) (d assembly.Direction, ok bool) {
	ways := q.ways[q.near[i]]
	if ways == 0 {
		return 0, false
	}
	b := q.Shape.Blocks[i]
	r, c := b.R-q.r0, b.C-q.c0
	switch sticky := q.Shape.Contact == assembly.Sticky; {
	case ways>>assembly.Left&1 != 0 && q.rowLo[r] == i &&
		(!sticky || q.colOf(q.rowLo[r-1]) >= b.C && q.colOf(q.rowLo[r+1]) >= b.C):
		return assembly.Left, true
	case ways>>assembly.Right&1 != 0 && q.rowHi[r] == i &&
		(!sticky || q.colOf(q.rowHi[r-1]) <= b.C && q.colOf(q.rowHi[r+1]) <= b.C):
		return assembly.Right, true
	case ways>>assembly.Up&1 != 0 && q.colLo[c] == i &&
		(!sticky || q.rowOf(q.colLo[c-1]) >= b.R && q.rowOf(q.colLo[c+1]) >= b.R):
		return assembly.Up, true
	case ways>>assembly.Down&1 != 0 && q.colHi[c] == i &&
		(!sticky || q.rowOf(q.colHi[c-1]) <= b.R && q.rowOf(q.colHi[c+1]) <= b.R):
		return assembly.Down, true
	}
	return 0, false
}

// Sure reports whether removing i, which can leave, is safe in the sticky model whatever the set looks like: it is a
// leaf, or behind neither of its two neighbours there is another block. See the doc comment of the package.
func (q *Peeler) Sure(i int32) bool {
	around := q.near[i] & (north | east | south | west)
	if around&(around-1) == 0 {
		return true
	}
	for m := around; m != 0; m &= m - 1 {
		if bit := m & -m; q.near[q.at(i, bit)]&bit != 0 {
			return false
		}
	}
	return true
}

// colOf and rowOf are where an extreme lies; that of an empty line is in nobody's way.
func (q *Peeler) colOf(i int32) int32 {
	if i < 0 || i == sets.None {
		return i
	}
	return q.Shape.Blocks[i].C
}

func (q *Peeler) rowOf(i int32) int32 {
	if i < 0 || i == sets.None {
		return i
	}
	return q.Shape.Blocks[i].R
}

// Run removes blocks until none is left that is not kept and can leave, or one block is left. The
// blocks that were queued first leave first, so that layers come off evenly.
func (q *Peeler) Run(ctx context.Context) error {
	for steps := 0; q.waits > 0 && q.Left() > 1; steps++ {
		if steps&0x3fff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i := q.pop()
		if !q.IsAlive(i) {
			continue
		}
		d, ok := q.Way(i)
		if !ok || q.wary && !q.Sure(i) {
			continue
		}
		if q.flags[i]&kept != 0 {
			if q.flags[i]&waiting == 0 {
				q.flags[i] |= waiting
				q.ready = append(q.ready, i)
			}
			continue
		}
		q.Remove(i, d)
	}
	return nil
}

// Keep forbids to remove i.
func (q *Peeler) Keep(i int32) { q.flags[i] |= kept }
