// Package litonly searches Lights Out where only lit lamps can be pressed: a lamp that shows 0 cannot. Then the order
// of presses matters. A state is what all lamps show, packed into 64 bits; the search goes breadth-first from the
// start.
package litonly

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// maxStates bounds the states of one search.
const maxStates = 1 << 24

// bytesPerState is what a state takes: in the list, where it comes from, its place in the table, half empty, and
// how many ways lead to it.
const bytesPerState = 8 + 4 + 2 + 16 + 16

// A Result is what a search has found.
type Result struct {
	Moves  [][2]int // row and column of each press; nil: none leads to the target
	States int64    // that were met, with the start
	Digest [32]byte // of the states, where none leads to the target; see lights.Exhausted
}

// button is a press: the place of its own lamp, and what it adds to which.
type button struct {
	row, col int
	own      uint
	flips    uint64 // modulo 2: all that it changes
	adds     []add
}

type add struct {
	at     uint
	weight uint64
}

type search struct {
	mt      *meter.Meter
	p       *lights.Instance
	width   uint   // bits of a lamp
	mask    uint64 // of one lamp at 0
	buttons []button

	states []uint64
	from   []uint32
	by     []uint16
	table  []uint32 // 1 + index into states
}

// Search finds a shortest way, or goes through all that can be reached. Errors are those of mt, and a
// *puzzle.LimitError where the board has too many lamps or too many states can be reached.
func Search(mt *meter.Meter, p *lights.Instance) (*Result, error) {
	s, err := newSearch(mt, p)
	if err != nil {
		return nil, err
	}
	return s.run()
}

func newSearch(mt *meter.Meter, p *lights.Instance) (*search, error) {
	s := &search{mt: mt, p: p, width: uint(bits.Len32(p.Modulus - 1))}
	s.mask = 1<<s.width - 1
	if cells := int64(p.Width) * int64(p.Height); cells*int64(s.width) > 64 {
		return nil, &puzzle.LimitError{Limit: "size", Msg: "boards on which only lit lamps can be pressed are searched up " +
			"to 64 lamps modulo 2, fewer for more values; whether this one can be solved so is not known"}
	}
	return s, s.prepare()
}

// Count is how many ways have the fewest presses, 0 where there is none. Errors are those of Search, and a
// *puzzle.LimitError where there are 2^64 ways or more.
func Count(mt *meter.Meter, p *lights.Instance) (uint64, error) {
	s, err := newSearch(mt, p)
	if err != nil {
		return 0, err
	}
	target, matters := s.pack(p.Target)
	start, _ := s.pack(p.Start)
	if _, err := s.meet(start, 0, 0); err != nil {
		return 0, err
	}
	ways := []uint64{1} // by state
	for first, end := 0, 1; first < end; first, end = end, len(s.states) {
		sum := uint64(0)
		for i := first; i < end; i++ {
			if (s.states[i]^target)&matters == 0 {
				sum += ways[i]
				if sum < ways[i] {
					return 0, manyWays()
				}
			}
		}
		if sum > 0 {
			return sum, nil
		}
		for i := first; i < end; i++ {
			if ways, err = s.spread(i, end, ways); err != nil {
				return 0, err
			}
		}
	}
	return 0, nil
}

func manyWays() error {
	return &puzzle.LimitError{Limit: "size", Msg: "the number of ways is not known: it is 2^64 or more"}
}

// spread adds the ways to state i to those to the states behind it that are end or later.
func (s *search) spread(i, end int, ways []uint64) ([]uint64, error) {
	if err := s.mt.Work(10 * (len(s.buttons) + 1)); err != nil {
		return nil, err
	}
	now := s.states[i]
	for k := range s.buttons {
		b := &s.buttons[k]
		if now>>b.own&s.mask == 0 {
			continue
		}
		next := s.press(now, b)
		fresh, err := s.meet(next, i, k)
		if err != nil {
			return nil, err
		}
		if fresh {
			ways = append(ways, 0)
		}
		if at := int(s.table[s.slot(next)]) - 1; at >= end {
			if ways[at] += ways[i]; ways[at] < ways[i] {
				return nil, manyWays()
			}
		}
	}
	return ways, nil
}

func (s *search) at(y, x int) uint { return uint(y*s.p.Width+x) * s.width }

// prepare lists the buttons.
func (s *search) prepare() error {
	offsets, err := s.p.Offsets(s.mt)
	if err != nil {
		return err
	}
	p := s.p
	for i := range p.Width * p.Height {
		y, x := i/p.Width, i%p.Width
		if p.Cell(y, x)&lights.NoButton != 0 {
			continue
		}
		b := button{row: y, col: x, own: s.at(y, x)}
		for _, o := range offsets {
			row, col := y+o.DY, x+o.DX
			if p.Topology != lights.Plane {
				col = (col%p.Width + p.Width) % p.Width
			}
			if p.Topology == lights.Torus {
				row = (row%p.Height + p.Height) % p.Height
			}
			if row < 0 || row >= p.Height || col < 0 || col >= p.Width || p.Cell(row, col) == lights.Hole {
				continue
			}
			b.adds = append(b.adds, add{s.at(row, col), uint64(o.Weight)})
			b.flips ^= uint64(o.Weight) & 1 << s.at(row, col)
		}
		s.buttons = append(s.buttons, b)
		if err := s.mt.Work(20 * len(offsets)); err != nil {
			return err
		}
	}
	return nil
}

// press is the state after a press.
func (s *search) press(state uint64, b *button) uint64 {
	if s.p.Modulus == 2 {
		return state ^ b.flips
	}
	for _, a := range b.adds {
		v := (state>>a.at&s.mask + a.weight) % uint64(s.p.Modulus)
		state = state&^(s.mask<<a.at) | v<<a.at
	}
	return state
}

// pack is a board as a state; what matters has all bits of the lamps that do.
func (s *search) pack(b *lights.Board) (state, matters uint64) {
	for y := range s.p.Height {
		for x := range s.p.Width {
			if b != nil {
				state |= uint64(b.At(y, x)) << s.at(y, x)
			}
			if s.p.Cell(y, x)&lights.NoLamp == 0 {
				matters |= s.mask << s.at(y, x)
			}
		}
	}
	return state, matters
}

func (s *search) run() (*Result, error) {
	target, matters := s.pack(s.p.Target)
	start, _ := s.pack(s.p.Start)
	if _, err := s.meet(start, 0, 0); err != nil {
		return nil, err
	}
	if (start^target)&matters == 0 {
		return &Result{Moves: [][2]int{}, States: 1}, nil
	}
	for i := 0; i < len(s.states); i++ {
		if err := s.mt.Work(10 * (len(s.buttons) + 1)); err != nil {
			return nil, err
		}
		now := s.states[i]
		for k := range s.buttons {
			b := &s.buttons[k]
			if now>>b.own&s.mask == 0 {
				continue
			}
			next := s.press(now, b)
			fresh, err := s.meet(next, i, k)
			if err != nil {
				return nil, err
			}
			if fresh && (next^target)&matters == 0 {
				return &Result{Moves: s.way(), States: int64(len(s.states))}, nil
			}
		}
	}
	digest, err := s.digest()
	return &Result{States: int64(len(s.states)), Digest: digest}, err
}

// meet puts a state into the table, and reports whether it was not there.
func (s *search) meet(state uint64, from, by int) (fresh bool, err error) {
	if 2*len(s.states) >= len(s.table) {
		if err := s.grow(); err != nil {
			return false, err
		}
	}
	slot := s.slot(state)
	if s.table[slot] != 0 {
		return false, nil
	}
	s.states, s.from, s.by = append(s.states, state), append(s.from, uint32(from)), append(s.by, uint16(by))
	s.table[slot] = uint32(len(s.states))
	return true, s.mt.Work(30)
}

// slot is where a state is, or would be put.
func (s *search) slot(state uint64) int {
	last := uint64(len(s.table) - 1)
	i := state * 0x9E3779B97F4A7C15 >> 20 & last
	for s.table[i] != 0 && s.states[s.table[i]-1] != state {
		i = (i + 1) & last
	}
	return int(i)
}

func (s *search) grow() error {
	n := max(1<<10, 2*len(s.table))
	if n > 2*maxStates {
		return &puzzle.LimitError{Limit: "size", Msg: "whether the target can be reached by pressing lit lamps is not " +
			"known: it is not among the first 2^24 boards"}
	}
	if err := s.mt.Hold("the boards that can be reached", bytesPerState*int64(n/4)); err != nil {
		return err
	}
	s.table = make([]uint32, n)
	for _, a := range []func(){
		func() { s.states = slices.Grow(s.states, n/2-len(s.states)) },
		func() { s.from = slices.Grow(s.from, n/2-len(s.from)) },
		func() { s.by = slices.Grow(s.by, n/2-len(s.by)) },
	} {
		a()
	}
	for i, state := range s.states {
		if i%4096 == 0 {
			if err := s.mt.Work(4096 * 10); err != nil {
				return err
			}
		}
		s.table[s.slot(state)] = uint32(i) + 1
	}
	return nil
}

// way is the presses that lead to the last state.
func (s *search) way() [][2]int {
	out := [][2]int{}
	for i := len(s.states) - 1; i > 0; i = int(s.from[i]) {
		b := &s.buttons[s.by[i]]
		out = append(out, [2]int{b.row, b.col})
	}
	slices.Reverse(out)
	return out
}

func (s *search) digest() (sum [32]byte, err error) {
	cells := s.p.Width * s.p.Height
	text := make([]byte, 4*cells)
	for _, state := range s.states {
		if err := s.mt.Work(1000 + 4*cells); err != nil {
			return sum, err
		}
		for c := range cells {
			binary.LittleEndian.PutUint32(text[4*c:], uint32(state>>(uint(c)*s.width)&s.mask))
		}
		for i, b := range sha256.Sum256(text) {
			sum[i] ^= b
		}
	}
	return sum, nil
}
