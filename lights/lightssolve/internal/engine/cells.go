package engine

import (
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// PollEvery is how many cells, or words of them, are worked on between two looks at a meter.
const PollEvery = 1 << 16

// Cells returns a board's values in the order of its cells, row by row; it may be the board's own
// memory.
func Cells(mt *meter.Meter, b *lights.Board) []uint32 {
	if b.Wide != nil {
		return b.Wide
	}
	out := make([]uint32, b.W*b.H)
	if b.Bytes != nil {
		for i, v := range b.Bytes {
			if i%PollEvery == 0 && mt.Work(PollEvery) != nil {
				break
			}
			out[i] = uint32(v)
		}
		return out
	}
	for y := range b.H {
		row := b.Row(y)
		line := out[y*b.W : (y+1)*b.W]
		for x := range line {
			if x%PollEvery == 0 && mt.Work(min(b.W, PollEvery)) != nil {
				return out
			}
			line[x] = uint32(row[x/64]>>(x%64)) & 1
		}
	}
	return out
}

// BoardOf is the inverse of Cells, for values below q; it may keep v.
func BoardOf(mt *meter.Meter, v []uint32, w, h int, q uint32) *lights.Board {
	if q > 256 {
		return &lights.Board{W: w, H: h, Wide: v}
	}
	b := lights.NewBoard(h, w, q)
	if b.Bytes != nil {
		for i, c := range v {
			if i%PollEvery == 0 && mt.Work(PollEvery) != nil {
				break
			}
			b.Bytes[i] = uint8(c)
		}
		return b
	}
	for y := range h {
		row := b.Row(y)
		for x, c := range v[y*w : (y+1)*w] {
			if x%PollEvery == 0 && mt.Work(min(w, PollEvery)) != nil {
				return b
			}
			row[x/64] |= uint64(c&1) << (x % 64)
		}
	}
	return b
}
