package peel

import (
	"math/bits"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// at finds the neighbour of i in the direction of one bit of near; it belongs to the shape, alive or not.
func (q *Peeler) at(i int32, bit uint8) int32 {
	p := q.Shape
	switch bit {
	case west:
		return i - 1
	case east:
		return i + 1
	case north:
		return p.Above[i]
	case south:
		return p.Below[i]
	}
	side, beside, lines := int32(1), p.Right(i), p.Above
	if bit == southWest || bit == northWest {
		side, beside = -1, p.Left(i)
	}
	dr := int32(-1)
	if bit == southEast || bit == southWest {
		lines, dr = p.Below, 1
	}
	if v := lines[i]; v >= 0 {
		return v + side
	}
	if beside >= 0 {
		return lines[beside]
	}
	// The two touch at a corner only. That is rare, and the one case that takes a search.
	b := p.Blocks[i]
	return p.Find(assembly.Block{R: b.R + dr, C: b.C + side})
}

// opposite turns the bit of a neighbour into the bit by which that one knows us.
func opposite(bit uint8) uint8 { return bits.RotateLeft8(bit, 4) }

// Remove takes i off in the direction d, and notices whoever may leave because of that.
func (q *Peeler) Remove(i int32, d assembly.Direction) {
	q.Alive[i>>6] &^= 1 << (i & 63)
	q.Order = append(q.Order, i)
	q.flags[i] = q.flags[i]&^(3<<wayShift) | uint8(d)<<wayShift
	for m := q.near[i]; m != 0; m &= m - 1 {
		bit := m & -m
		k := q.at(i, bit)
		q.near[k] &^= opposite(bit)
		q.notice(k)
	}
	b := q.Shape.Blocks[i]
	r, c := b.R-q.r0, b.C-q.c0
	if q.rowLo[r] == i {
		q.rowLo[r] = nextInRow(q.Shape, q.Alive, i)
		q.freed(q.rowLo, r)
	}
	if q.rowHi[r] == i {
		q.rowHi[r] = lastInRow(q.Shape, q.Alive, i)
		q.freed(q.rowHi, r)
	}
	up, down := q.up[i], q.down[i]
	if up >= 0 {
		q.down[up] = down
	} else if q.colLo[c] = down; down < 0 {
		q.colLo[c] = sets.None
	}
	if down >= 0 {
		q.up[down] = up
	} else {
		q.colHi[c] = up
	}
	if up < 0 {
		q.freed(q.colLo, c)
	}
	if down < 0 {
		q.freed(q.colHi, c)
	}
}

// freed notices the new extreme of line k and, in the sticky model, those whose ways it lies beside.
func (q *Peeler) freed(extremes []int32, k int32) {
	first, last := k, k
	if q.Shape.Contact == assembly.Sticky {
		first, last = k-1, k+1
	}
	for _, i := range extremes[first : last+1] {
		if i >= 0 && i != sets.None {
			q.notice(i)
		}
	}
}

// Undo puts back the blocks that were removed last until only mark are removed. The
// queue is not touched.
func (q *Peeler) Undo(mark int) {
	for len(q.Order) > mark {
		i := q.Order[len(q.Order)-1]
		q.Order = q.Order[:len(q.Order)-1]
		q.Alive[i>>6] |= 1 << (i & 63)
		for m := q.near[i]; m != 0; m &= m - 1 {
			bit := m & -m
			q.near[q.at(i, bit)] |= opposite(bit)
		}
		b := q.Shape.Blocks[i]
		r, c := b.R-q.r0, b.C-q.c0
		q.rowLo[r], q.rowHi[r] = min(q.rowLo[r], i), max(q.rowHi[r], i)
		q.colLo[c], q.colHi[c] = min(q.colLo[c], i), max(q.colHi[c], i)
		if up := q.up[i]; up >= 0 {
			q.down[up] = i
		}
		if down := q.down[i]; down >= 0 {
			q.up[down] = i
		}
	}
}

// Drain empties the queue.
func (q *Peeler) Drain() {
	for q.waits > 0 {
		q.pop()
	}
}

// moveIn is the move that lets i in against the direction in which it left.
func (q *Peeler) moveIn(i int32) assembly.Move {
	return sets.Entry(q.Shape.Blocks[i], assembly.Direction(q.flags[i]>>wayShift&3))
}

// Moves are the moves that bring the removed blocks back in.
func (q *Peeler) Moves() []assembly.Move {
	out := make([]assembly.Move, 0, len(q.Order))
	for k := len(q.Order) - 1; k >= 0; k-- {
		out = append(out, q.moveIn(q.Order[k]))
	}
	return out
}

// Remainder is what is alive.
func (q *Peeler) Remainder() []assembly.Block {
	out := make([]assembly.Block, 0, q.Left())
	for w, word := range q.Alive {
		for ; word != 0; word &= word - 1 {
			out = append(out, q.Shape.Blocks[w<<6+bits.TrailingZeros64(word)])
		}
	}
	return out
}

// One is the only block alive.
func (q *Peeler) One() int32 {
	for w, word := range q.Alive {
		if word != 0 {
			return int32(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return -1
}

// nextInRow is the next block of set in i's row behind i, or none.
func nextInRow(p *assembly.Instance, set []uint64, i int32) int32 {
	row, k := p.Blocks[i].R, int(i)+1
	for w := k >> 6; w < len(set); w++ {
		word := set[w]
		if w == k>>6 {
			word &= ^uint64(0) << (k & 63)
		}
		if word != 0 {
			if j := int32(w<<6 + bits.TrailingZeros64(word)); p.Blocks[j].R == row {
				return j
			}
			return sets.None
		}
		if end := w<<6 + 63; end < len(p.Blocks) && p.Blocks[end].R != row {
			return sets.None
		}
	}
	return sets.None
}

// lastInRow is the next block of set in i's row in front of i, or -1.
func lastInRow(p *assembly.Instance, set []uint64, i int32) int32 {
	row := p.Blocks[i].R
	for w := int(i) >> 6; w >= 0; w-- {
		word := set[w]
		if w == int(i)>>6 {
			word &= 1<<(i&63) - 1
		}
		if word != 0 {
			if j := int32(w<<6 + 63 - bits.LeadingZeros64(word)); p.Blocks[j].R == row {
				return j
			}
			return -1
		}
		if p.Blocks[w<<6].R != row {
			return -1
		}
	}
	return -1
}
