package maze

import (
	"bytes"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// An expander makes all moves of a state. It belongs to one goroutine.
type expander struct {
	*player
	at, next []int32
	keys     []byte // of the boards that a move makes, one after the other
	moves    []move // that make them
}

// A move is that of piece, or below 0 of the whole board, to a side.
type move struct{ piece, side int32 }

func newExpander(g *Game, m *meter.Meter) (*expander, error) {
	if err := m.Hold(theGame, int64(16*g.h*g.w+32*len(g.kind)+g.size)); err != nil {
		return nil, err
	}
	return &expander{player: newPlayer(g, m), at: make([]int32, len(g.kind)), next: make([]int32, len(g.kind))}, nil
}

// expand makes the moves of the state key. Those that change nothing are left out.
func (x *expander) expand(key []byte) error {
	g := x.g
	x.keys, x.moves = x.keys[:0], x.moves[:0]
	g.unpack(key, x.at)
	if g.lanes != nil {
		var rows, columns [64]uint64
		for _, c := range x.at {
			if c != gone {
				y, mod := c/int32(g.w), c%int32(g.w)
				rows[y] |= 1 << mod
				columns[mod] |= 1 << y
			}
		}
		for s := range sides {
			g.slide(x.at, x.next, s, &rows, &columns)
			x.keep(key, move{-1, int32(s)})
		}
		return x.m.Work(40 * len(x.at))
	}
	x.cover(x.at, true)
	defer x.cover(x.at, false)
	for s := range sides {
		if g.one {
			break
		}
		copy(x.next, x.at)
		if err := x.tilt(x.next, s); err != nil {
			return err
		}
		x.keep(key, move{-1, int32(s)})
	}
	for i, c := range x.at {
		if c == gone || !g.named[i] {
			continue
		}
		for s := range sides {
			copy(x.next, x.at)
			if err := x.alone(x.next, i, s); err != nil {
				return err
			}
			if x.next[i] != c {
				x.keep(key, move{int32(i), int32(s)})
			}
		}
	}
	return x.m.Work(40 * len(x.at))
}

// keep appends the key of x.next, which a move makes of key.
func (x *expander) keep(key []byte, by move) {
	x.g.sort(x.next)
	n := len(x.keys)
	for range x.g.size {
		x.keys = append(x.keys, 0)
	}
	x.g.pack(x.next, x.keys[n:])
	if bytes.Equal(x.keys[n:], key) {
		x.keys = x.keys[:n]
		return
	}
	x.moves = append(x.moves, by)
}

// key is the i-th one.
func (x *expander) key(i int) []byte { return x.keys[i*x.g.size : (i+1)*x.g.size] }

// named is a move as words have it, made where pieces stand at at.
func (g *Game) move(at []int32, by move) tilt.Move {
	m := tilt.Move{Side: sides[by.side]}
	if by.piece >= 0 {
		m.Row, m.Col = int(at[by.piece])/g.w+1, int(at[by.piece])%g.w+1
	}
	return m
}
