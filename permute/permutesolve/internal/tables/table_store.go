package tables

import (
	"encoding/binary"
	"fmt"

	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// Store holds a level number for each board of an index: 4 bits where the levels are 0 to 14, otherwise 8, 16 or 32;
// the largest number stands for boards that are not reached. With 2 bits it holds levels modulo 3; see allows2. In
// memory and on disk it is one more, modulo the power of two: what is fresh from the system is unreached, and no time
// goes into saying so.
//
// Different goroutines may set boards of different blocks, as long as a block's boards fill whole bytes. Those of 1
// or 3 boards do not in fewer than 8 bits; they belong to boards of up to 4 cells, and one goroutine fills them.
type Store struct {
	N    uint64
	Bits int
	Data []byte
}

func storeBytes(n uint64, bits int) int64 { return int64((n*uint64(bits) + 7) / 8) }

// newStore returns a store of n unreached boards.
func newStore(n uint64, bits int) *Store {
	return &Store{n, bits, hugepage.Make[byte](int(storeBytes(n, bits)))}
}

// top is the number that stands for unreached boards.
func (s *Store) top() uint32 { return uint32(1<<s.Bits - 1) }

func (s *Store) Get(i uint64) uint32 {
	switch s.Bits {
	case 4:
		return uint32(s.Data[i>>1]>>(i&1*4)-1) & 15
	case 2:
		return uint32(s.Data[i>>2]>>(i&3*2)-1) & 3
	case 8:
		return uint32(s.Data[i] - 1)
	case 16:
		return uint32(binary.LittleEndian.Uint16(s.Data[2*i:]) - 1)
	}
	return binary.LittleEndian.Uint32(s.Data[4*i:]) - 1
}

func (s *Store) Set(i uint64, v uint32) {
	switch s.Bits {
	case 4:
		at := i & 1 * 4
		s.Data[i>>1] = s.Data[i>>1]&^(15<<at) | byte(v+1)&15<<at
	case 2:
		at := i & 3 * 2
		s.Data[i>>2] = s.Data[i>>2]&^(3<<at) | byte(v%3+1)<<at
	case 8:
		s.Data[i] = byte(v + 1)
	case 16:
		binary.LittleEndian.PutUint16(s.Data[2*i:], uint16(v+1))
	default:
		binary.LittleEndian.PutUint32(s.Data[4*i:], v+1)
	}
}

// holds reports whether level v fits.
func (s *Store) holds(v uint32) bool { return v < s.top() || s.Bits == 2 }

// allow widens the store, in place, where level v does not fit.
func (s *Store) allow(v uint32) {
	if s.holds(v) {
		return
	}
	bits := s.Bits
	for v >= uint32(1<<bits-1) {
		bits *= 2
	}
	*s = *s.as(bits)
}

// as copies the store to another width that has room for its levels.
func (s *Store) as(bits int) *Store {
	t := newStore(s.N, bits)
	for i := range s.N {
		if v := s.Get(i); v != s.top() {
			t.Set(i, v)
		}
	}
	return t
}

// narrowest is the fewest bits for levels 0..top.
func narrowest(levels int) int {
	for _, bits := range []int{4, 8, 16} {
		if levels <= 1<<bits-1 {
			return bits
		}
	}
	return 32
}

// allows2 returns nil where levels modulo 3, in 2 bits a board, will do. Whoever goes down such a table knows his
// own level modulo 3 and must be able to tell one less from one more and the same: that needs moves that change
// the level by one at most. It holds where every move can be undone by one move, and all cost the
// same; one-directional moves can lead from level 1 to level 4. Other sets are refused.
func allows2(c *moveset.Compiled) error {
	if c.Closed && c.Unit {
		return nil
	}
	return fmt.Errorf("a table of 2 bits a board needs moves of equal cost, each with its inverse in the set: "+
		"elsewhere a move may change the distance by more than one, and the table cannot be read (%s)", whyNot2(c))
}

// whyNot2 names what keeps the set from tables of 2 bits.
func whyNot2(c *moveset.Compiled) string {
	for i, j := range c.Inverse {
		if j < 0 {
			return fmt.Sprintf("the set lacks the inverse of %s at the same cost", c.Set.Moves[i].Name)
		}
	}
	return "the moves' costs differ"
}

// valid reports whether the store holds nothing but numbers of that many levels, and unreached boards.
func (s *Store) valid(levels int) bool {
	if s.Bits == 2 {
		return true
	}
	if s.Bits > 8 {
		for i := range s.N {
			if v := s.Get(i); v >= uint32(levels) && v != s.top() {
				return false
			}
		}
		return true
	}
	var good [256]bool
	for b := range good {
		lo, hi := b&int(s.top()), b>>4
		good[b] = lo <= levels
		if s.Bits == 4 {
			good[b] = good[b] && hi <= levels
		}
	}
	for _, b := range s.Data {
		if !good[b] {
			return false
		}
	}
	return true
}
