package maze

import (
	"bytes"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// An expander makes all moves of states. It belongs to one goroutine.
type expander struct {
	*player
	at, next []int32
	slid     [4][]int32 // by tilts to the sides
	keys     []byte     // of the boards that moves make, one after the other
	moves    []move     // that make them

	bound bound // nil: none
	room  int   // boards whose bound is more are left out
	over  int   // by how much the least bound of those left out is more
}

// A move is that of piece, or below 0 of the whole board, to a side.
type move struct{ piece, side int32 }

func newExpander(g *Game, m *meter.Meter) (*expander, error) {
	if err := m.Hold(theGame, int64(16*g.h*g.w+48*len(g.kind)+g.size)); err != nil {
		return nil, err
	}
	x := &expander{player: newPlayer(g, m), at: make([]int32, len(g.kind)), next: make([]int32, len(g.kind)),
		over: never}
	for s := range x.slid {
		x.slid[s] = make([]int32, len(g.kind))
	}
	return x, nil
}

// reset forgets the moves made.
func (x *expander) reset() { x.keys, x.moves = x.keys[:0], x.moves[:0] }

// branches is how many moves a state has at most.
func (g *Game) branches() int {
	n := 0
	for _, named := range g.named {
		if named {
			n += len(sides)
		}
	}
	if !g.one {
		n += len(sides)
	}
	return max(1, n)
}

// expand makes the moves of the state key, behind those made before. Those that change nothing are left out.
func (x *expander) expand(key []byte) error {
	g := x.g
	g.unpack(key, x.at)
	if g.lanes != nil {
		x.slideAll(key)
		return x.m.Work(20 * len(x.at))
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

// slideAll is expand for tiles that slide until they stop. The tiles of a lane keep their order, so without holes a
// tilt to one side and then to the opposite one does what the latter does alone. A state that only one tilt leaves as
// it is was made by that tilt, and what the opposite one makes of it is known: that is left out.
func (x *expander) slideAll(key []byte) {
	g := x.g
	var lines [2][64]uint64
	for _, c := range x.at {
		if c != gone {
			row, column := c/int32(g.w), c%int32(g.w)
			lines[0][row&63] |= 1 << (column & 63)
			lines[1][column&63] |= 1 << (row & 63)
		}
	}
	var same [4]bool
	stable, last := 0, 0
	for s := range sides {
		to := x.slid[s]
		if same[s] = g.slide(x.at, to, s, &lines[s/2]); same[s] {
			stable, last = stable+1, s
		}
	}
	if stable == 1 && !g.holes && !bytes.Equal(key, g.first) {
		same[last^1] = true
	}
	for s := range sides {
		if !same[s] {
			copy(x.next, x.slid[s])
			x.add(move{-1, int32(s)})
		}
	}
}

// keep appends the key of x.next, which a move makes of key.
func (x *expander) keep(key []byte, by move) {
	if x.add(by) && bytes.Equal(x.key(len(x.moves)-1), key) {
		x.keys, x.moves = x.keys[:len(x.keys)-x.g.size], x.moves[:len(x.moves)-1]
	}
}

// add appends the key of x.next unless its bound is too much.
func (x *expander) add(by move) bool {
	if x.g.alike {
		x.g.sort(x.next)
	}
	if x.bound != nil {
		if least := x.bound.of(x.next); least > x.room {
			if least < never {
				x.over = min(x.over, least-x.room)
			}
			return false
		}
	}
	n, size := len(x.keys), x.g.size
	if cap(x.keys)-n < size {
		x.keys = slices.Grow(x.keys, size)
	}
	x.keys = x.keys[:n+size]
	x.g.pack(x.next, x.keys[n:])
	x.moves = append(x.moves, by)
	return true
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
