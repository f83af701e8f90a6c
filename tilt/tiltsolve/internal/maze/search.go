package maze

import (
	"fmt"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Tree is what has been reached from the start.
type Tree struct {
	Game   *Game
	Layers []int // how many states are at most so many moves away; the last layer may not be whole
	Least  int   // moves to the nearest goal; below 0 where none has been reached

	m     *meter.Meter
	store store
	goals []int // the nearest goals
}

// theStates names what is held.
const theStates = "a search of all boards that can be reached"

// Search meets states nearest first, until all those are known that are as near as the nearest goal; with all
// it goes on
// until there are no more. Where it is stopped the Tree has got as far as it has: a goal takes at least Depth moves.
func (g *Game) Search(m *meter.Meter, all bool, progress func(puzzle.Progress)) (*Tree, error) {
	t := &Tree{Game: g, Least: -1, m: m}
	t.store.size = g.size
	x, err := newExpander(g, m)
	if err != nil {
		return t, err
	}
	if err := t.grow(firstBits); err != nil {
		return t, err
	}
	copy(x.next, g.start)
	g.sort(x.next)
	key := make([]byte, g.size)
	g.pack(x.next, key)
	if err := t.meet(x, key, 0); err != nil {
		return t, err
	}
	for n := 0; n < t.store.n; {
		depth := len(t.Layers) + 1
		end := t.store.n
		t.Layers = append(t.Layers, end)
		if t.Least >= 0 && !all {
			return t, nil
		}
		for ; n < end; n++ {
			if err := x.expand(t.store.key(n)); err != nil {
				return t, err
			}
			for i := range x.moves {
				if err := t.meet(x, x.key(i), depth); err != nil {
					return t, err
				}
			}
			if progress != nil && n&(1<<18-1) == 0 {
				progress(puzzle.Progress{Stage: fmt.Sprintf("%d moves away", depth), Done: int64(t.store.n), Unit: "states",
					Memory: m.Held()})
			}
		}
	}
	return t, nil
}

// Depth is how many moves a goal takes at the least, as far as t knows.
func (t *Tree) Depth() int {
	if t.Least >= 0 {
		return t.Least
	}
	return len(t.Layers)
}

// States is how many states have been met.
func (t *Tree) States() int { return t.store.n }

// meet keeps a key that may be new.
func (t *Tree) meet(x *expander, key []byte, depth int) error {
	s := &t.store
	known, at := s.find(key)
	if known >= 0 {
		return nil
	}
	if s.n&(perBlock-1) == 0 {
		if int64(s.n) >= 1<<32-1-perBlock {
			return &puzzle.LimitError{Limit: "size", Msg: "there are more boards than can be numbered in 32 bits"}
		}
		if err := t.m.Hold(theStates, int64(perBlock*s.size)); err != nil {
			return err
		}
		s.blocks = append(s.blocks, make([]byte, perBlock*s.size))
	}
	s.add(key, at)
	if t.Least < 0 || t.Least == depth {
		t.Game.unpack(key, x.next)
		if t.Game.Reached(x.next) {
			t.Least = depth
			t.goals = append(t.goals, s.n-1)
		}
	}
	if 5*s.n > 4*len(s.table) {
		return t.grow(65 - s.shift)
	}
	return nil
}

// grow makes a table of 2^bits places.
func (t *Tree) grow(bits uint) error {
	s := &t.store
	before := int64(len(s.table))
	if err := t.m.Hold(theStates, 4<<bits); err != nil {
		return err
	}
	s.table, s.shift = make([]uint32, 1<<bits), 64-bits
	for n := range s.n {
		if n&(perBlock-1) == 0 {
			if err := t.m.Work(30 * perBlock); err != nil {
				return err
			}
		}
		at := s.place(s.key(n))
		s.table[at] = uint32(n + 1)
	}
	t.m.Release(4 * before)
	return nil
}

// place is a free place for a key that is not in the table.
func (s *store) place(key []byte) uint64 {
	mask := uint64(len(s.table) - 1)
	at := s.hash(key) >> s.shift
	for s.table[at] != 0 {
		at = (at + 1) & mask
	}
	return at
}
