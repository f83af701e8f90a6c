package maze

import (
	"bytes"
	"encoding/binary"
	"math/big"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// A simpleTree is the plain search that this package began with: one goroutine, one table, states numbered as they are
// met. It shares the rules of single moves with Tree, and nothing of how states are kept, ordered and left out.
type simpleTree struct {
	g      *Game
	layers []int // how many states are at most so many moves away
	least  int
	m      *meter.Meter
	store  simpleStore
	goals  []int // the nearest goals

	expanded int
}

// simpleSearch meets states nearest first: those as near as the nearest goal, or with all those that there are.
func simpleSearch(g *Game, m *meter.Meter, all, quick bool) (*simpleTree, error) {
	t := &simpleTree{g: g, least: -1, m: m}
	t.store.size = g.size
	x := newSimpleExpander(g, m)
	x.quick = quick
	if err := t.grow(10); err != nil {
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
		depth := len(t.layers) + 1
		end := t.store.n
		t.layers = append(t.layers, end)
		if t.least >= 0 && !all {
			return t, nil
		}
		for ; n < end; n++ {
			t.expanded++
			if err := x.expand(t.store.key(n)); err != nil {
				return t, err
			}
			for i := range x.moves {
				if err := t.meet(x, x.key(i), depth); err != nil {
					return t, err
				}
			}
		}
	}
	return t, nil
}

func (t *simpleTree) meet(x *simpleExpander, key []byte, depth int) error {
	s := &t.store
	known, at := s.find(key)
	if known >= 0 {
		return nil
	}
	if s.n&(simpleBlock-1) == 0 {
		if err := t.m.Hold(theStates, int64(simpleBlock*s.size)); err != nil {
			return err
		}
		s.blocks = append(s.blocks, make([]byte, simpleBlock*s.size))
	}
	s.add(key, at)
	if t.least < 0 || t.least == depth {
		t.g.unpack(key, x.next)
		if t.g.Reached(x.next) {
			t.least = depth
			t.goals = append(t.goals, s.n-1)
		}
	}
	if 5*s.n > 4*len(s.table) {
		return t.grow(65 - s.shift)
	}
	return nil
}

func (t *simpleTree) grow(bits uint) error {
	s := &t.store
	before := int64(len(s.table))
	if err := t.m.Hold(theStates, 4<<bits); err != nil {
		return err
	}
	s.table, s.shift = make([]uint32, 1<<bits), 64-bits
	for n := range s.n {
		mask := uint64(len(s.table) - 1)
		at := s.hash(s.key(n)) >> s.shift
		for s.table[at] != 0 {
			at = (at + 1) & mask
		}
		s.table[at] = uint32(n + 1)
	}
	t.m.Release(4 * before)
	return t.m.Poll()
}

// ways are all shortest ways, in the order of their moves, and their number; nil where there are more than most.
func (t *simpleTree) ways(most int64) (list []string, count *big.Int, err error) {
	x := newSimpleExpander(t.g, t.m)
	type step struct {
		by tilt.Move
		to int
	}
	steps, counts := map[int][]step{}, map[int]*big.Int{}
	for _, n := range t.goals {
		counts[n] = big.NewInt(1)
	}
	for depth := t.least - 1; depth >= 0; depth-- {
		n := 0
		if depth > 0 {
			n = t.layers[depth-1]
		}
		for end := t.layers[depth]; n < end; n++ {
			if err := x.expand(t.store.key(n)); err != nil {
				return nil, nil, err
			}
			for i, by := range x.moves {
				to, _ := t.store.find(x.key(i))
				if more, ok := counts[to]; ok && to >= end {
					if counts[n] == nil {
						counts[n] = new(big.Int)
					}
					counts[n].Add(counts[n], more)
					steps[n] = append(steps[n], step{t.g.move(x.at, by), to})
				}
			}
		}
	}
	if count = counts[0]; count.Cmp(big.NewInt(most)) > 0 {
		return nil, count, nil
	}
	var from func(n, depth int, way string)
	from = func(n, depth int, way string) {
		if depth == t.least {
			list = append(list, way)
			return
		}
		for _, s := range steps[n] {
			from(s.to, depth+1, way+s.by.String())
		}
	}
	from(0, 0, "")
	return list, count, nil
}

// A simpleExpander makes all moves of a state.
type simpleExpander struct {
	*player
	quick    bool // with tables of lanes
	at, next []int32
	keys     []byte
	moves    []move
}

func newSimpleExpander(g *Game, m *meter.Meter) *simpleExpander {
	return &simpleExpander{player: newPlayer(g, m), at: make([]int32, len(g.kind)), next: make([]int32, len(g.kind))}
}

func (x *simpleExpander) expand(key []byte) error {
	g := x.g
	x.keys, x.moves = x.keys[:0], x.moves[:0]
	g.unpack(key, x.at)
	if g.lanes != nil && x.quick {
		var lines [2][64]uint64
		for _, c := range x.at {
			if c != gone {
				lines[0][c/int32(g.w)] |= 1 << (c % int32(g.w))
				lines[1][c%int32(g.w)] |= 1 << (c / int32(g.w))
			}
		}
		for s := range sides {
			g.slide(x.at, x.next, s, &lines[s/2])
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

func (x *simpleExpander) keep(key []byte, by move) {
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

func (x *simpleExpander) key(i int) []byte { return x.keys[i*x.g.size : (i+1)*x.g.size] }

// A simpleStore keeps keys, each once, and numbers them from 0 as they come.
type simpleStore struct {
	size   int
	blocks [][]byte
	n      int
	table  []uint32 // number plus 1 of a key; 0: free
	shift  uint     // 64 less the bits of a place in the table
}

const simpleBlock = 1 << 12

func (s *simpleStore) key(n int) []byte {
	at := n & (simpleBlock - 1) * s.size
	return s.blocks[n>>12][at : at+s.size : at+s.size]
}

func (s *simpleStore) hash(key []byte) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for ; len(key) >= 8; key = key[8:] {
		h = (h ^ binary.LittleEndian.Uint64(key)) * 0xD6E8FEB86659FD93
		h ^= h >> 32
	}
	if len(key) >= 4 {
		h = (h ^ uint64(binary.LittleEndian.Uint32(key))) * 0xD6E8FEB86659FD93
		h ^= h >> 32
		key = key[4:]
	}
	for _, b := range key {
		h = (h ^ uint64(b)) * 0xD6E8FEB86659FD93
	}
	return h * 0xD6E8FEB86659FD93
}

func (s *simpleStore) find(key []byte) (n int, at uint64) {
	mask := uint64(len(s.table) - 1)
	for at = s.hash(key) >> s.shift; ; at = (at + 1) & mask {
		n = int(s.table[at]) - 1
		if n < 0 || bytes.Equal(s.key(n), key) {
			return n, at
		}
	}
}

func (s *simpleStore) add(key []byte, at uint64) {
	copy(s.blocks[s.n>>12][s.n&(simpleBlock-1)*s.size:], key)
	s.n++
	s.table[at] = uint32(s.n)
}
