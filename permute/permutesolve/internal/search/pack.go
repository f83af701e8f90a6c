package search

import (
	"math/bits"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// layout says how a board of n cells with tiles 0 to kinds-1 lies in 64-bit words: every cell has the same
// number of bits, and none straddles two words. A 4 × 4 board of different tiles is one word.
type layout struct {
	n, words int
	bits     int // of a cell
	per      int // cells in a word
	kinds    int
}

func newLayout(n, kinds int) layout {
	b := max(1, bits.Len(uint(kinds-1)))
	per := 64 / b
	return layout{n: n, words: (n + per - 1) / per, bits: b, per: per, kinds: kinds}
}

func (l *layout) pack(dst []uint64, board []int32) {
	clear(dst)
	for i, t := range board {
		dst[i/l.per] |= uint64(t) << (i % l.per * l.bits)
	}
}

func (l *layout) at(src []uint64, i int) int32 {
	return int32(src[i/l.per] >> (i % l.per * l.bits) & (1<<l.bits - 1))
}

func (l *layout) unpack(board []int32, src []uint64) {
	for i := range board {
		board[i] = l.at(src, i)
	}
}

// lane carries the cells under mask from one word, rotated, to another. Cells that a move carries equally far share a
// lane, so a cyclic shift of a row or column takes two.
type lane struct {
	from, to int32
	rot      int
	mask     uint64
}

// packedMove is a move on packed boards.
type packedMove struct {
	keep  []uint64 // per word, the cells that stay
	lanes []lane
}

// Bytes of a packed move beside its words, and of a lane.
const (
	packedBytes = 64
	laneBytes   = 24
)

// packMoves returns the moves of c on packed boards, or their inverses: each has as many words as a board.
func (l *layout) packMoves(mt *meter, c *moveset.Compiled, inverse bool) ([]packedMove, error) {
	out := make([]packedMove, len(c.Moves))
	for i := range c.Moves {
		if err := mt.ctx.Err(); err != nil {
			return nil, err
		}
		to, from := c.Moves[i].To, c.Moves[i].From
		if inverse {
			to, from = from, to
		}
		out[i] = l.packMove(to, from)
		if err := mt.take(packedBytes + 8*int64(l.words) + laneBytes*int64(len(out[i].lanes))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (l *layout) packMove(to, from []int32) packedMove {
	m := packedMove{keep: make([]uint64, l.words)}
	for i := range m.keep {
		m.keep[i] = ^uint64(0)
	}
	type way struct {
		from, to int32
		rot      int
	}
	index := make(map[way]int)
	cell := uint64(1)<<l.bits - 1
	for k := range to {
		f, t := int(from[k]), int(to[k])
		fs, ts := f%l.per*l.bits, t%l.per*l.bits
		m.keep[t/l.per] &^= cell << ts
		w := way{int32(f / l.per), int32(t / l.per), (ts - fs + 64) % 64}
		j, ok := index[w]
		if !ok {
			j = len(m.lanes)
			index[w] = j
			m.lanes = append(m.lanes, lane{from: w.from, to: w.to, rot: w.rot})
		}
		m.lanes[j].mask |= cell << fs
	}
	return m
}

// apply writes to dst the board that m makes of src; they must not overlap.
func (m *packedMove) apply(dst, src []uint64) {
	for i, k := range m.keep {
		dst[i] = src[i] & k
	}
	for i := range m.lanes {
		l := &m.lanes[i]
		dst[l.to] |= bits.RotateLeft64(src[l.from]&l.mask, l.rot)
	}
}

// narrow turns a board of tiles into one of kinds by a table.
func narrow(board []permute.Tile, kind []int32) []int32 {
	out := make([]int32, len(board))
	for i, t := range board {
		out[i] = permute.Any
		if t >= 0 {
			out[i] = kind[t]
		}
	}
	return out
}
