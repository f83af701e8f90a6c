package tiltcheck

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// A store keeps the states that have been met, each once, in the order in which they came. A state is where the pieces
// stand, plus 1, class by class and in each ascending; 0 is a piece that is gone.
type store struct {
	f     *field
	size  int // bytes of a state
	wide  int // bytes of a place
	rows  [][]byte
	count int
	table []uint32 // number of a state plus 1, 0: free
	place []int32
	key   []byte
}

// perBlock is how many states are kept in one piece of memory; theStates names what is held.
const (
	perBlock  = 1 << 12
	theStates = "the check of all boards that can be reached"
)

func newStore(f *field) (*store, error) {
	s := &store{f: f, wide: 1}
	if n := len(f.owner); n >= 1<<16-1 {
		s.wide = 4
	} else if n >= 1<<8-1 {
		s.wide = 2
	}
	s.size = s.wide * len(f.pieces)
	s.key = make([]byte, s.size)
	s.place = make([]int32, len(f.pieces))
	err := f.m.Hold(theStates, 4<<10)
	s.table = make([]uint32, 1<<10)
	return s, err
}

// canonical writes the field's state into s.key.
func (s *store) canonical() {
	f := s.f
	copy(s.place, f.at)
	for from := 0; from < len(s.place); {
		end := from + 1
		for end < len(s.place) && f.pieces[end].class == f.pieces[from].class {
			end++
		}
		if end > from+1 {
			slices.Sort(s.place[from:end])
		}
		from = end
	}
	for i, at := range s.place {
		switch n := uint32(at + 1); s.wide {
		case 1:
			s.key[i] = byte(n)
		case 2:
			binary.BigEndian.PutUint16(s.key[2*i:], uint16(n))
		default:
			binary.BigEndian.PutUint32(s.key[4*i:], n)
		}
	}
}

// places reads state n into s.place.
func (s *store) places(n int) {
	key := s.row(n)
	for i := range s.place {
		switch s.wide {
		case 1:
			s.place[i] = int32(key[i]) - 1
		case 2:
			s.place[i] = int32(binary.BigEndian.Uint16(key[2*i:])) - 1
		default:
			s.place[i] = int32(binary.BigEndian.Uint32(key[4*i:])) - 1
		}
	}
}

func (s *store) row(n int) []byte {
	at := n % perBlock * s.size
	return s.rows[n/perBlock][at : at+s.size]
}

// mix is a number that depends on all of key.
func mix(key []byte) uint64 {
	h := uint64(len(key)) + 0x2545F4914F6CDD1D
	for ; len(key) >= 8; key = key[8:] {
		h = (h ^ binary.LittleEndian.Uint64(key)) * 0x9FB21C651E98DF25
		h ^= h >> 29
	}
	for _, b := range key {
		h = (h ^ uint64(b)) * 0x9FB21C651E98DF25
		h ^= h >> 31
	}
	return h ^ h>>32
}

// add keeps the field's state; new tells whether it had not been met.
func (s *store) add() (fresh bool, err error) {
	s.canonical()
	mask := uint64(len(s.table) - 1)
	i := mix(s.key) & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		if bytes.Equal(s.row(int(s.table[i]-1)), s.key) {
			return false, nil
		}
	}
	if s.count%perBlock == 0 {
		if err := s.f.m.Hold(theStates, int64(perBlock*s.size)); err != nil {
			return false, err
		}
		s.rows = append(s.rows, make([]byte, perBlock*s.size))
	}
	copy(s.rows[s.count/perBlock][s.count%perBlock*s.size:], s.key)
	s.count++
	s.table[i] = uint32(s.count)
	if 3*s.count > 2*len(s.table) {
		return true, s.grow()
	}
	return true, nil
}

func (s *store) grow() error {
	old := len(s.table)
	if err := s.f.m.Hold(theStates, int64(8*old)); err != nil {
		return err
	}
	s.table = make([]uint32, 2*old)
	mask := uint64(len(s.table) - 1)
	for n := range s.count {
		if err := s.f.m.Work(20); err != nil {
			return err
		}
		i := mix(s.row(n)) & mask
		for ; s.table[i] != 0; i = (i + 1) & mask {
		}
		s.table[i] = uint32(n + 1)
	}
	s.f.m.Release(int64(4 * old))
	return nil
}

// explore meets the states in order of their distance from the start, and calls see for each new one, which the field
// then holds. It goes on as long as see says so.
func (f *field) explore(see func(depth int) bool) (*store, error) {
	s, err := newStore(f)
	if err != nil {
		return nil, err
	}
	meet := func(depth int) (bool, error) {
		fresh, err := s.add()
		return err != nil || fresh && !see(depth), err
	}
	if end, err := meet(0); end || err != nil {
		return s, err
	}
	before := make([]int32, len(f.pieces))
	for n, layer, depth := 0, 1, 1; n < s.count; n++ {
		if n == layer {
			layer, depth = s.count, depth+1
		}
		s.places(n)
		copy(before, s.place)
		for alone := -1; alone < len(f.pieces) && (alone < 0 || f.one || f.robots); alone++ {
			// After a move the pieces stand elsewhere: whether one may be named is asked of where they stood.
			if alone < 0 && f.one || alone >= 0 && (before[alone] < 0 || !f.names(alone)) {
				if err := f.m.Work(10); err != nil {
					return nil, err
				}
				continue
			}
			for _, side := range []byte("LRUD") {
				f.set(before)
				if err := f.move(alone, side); err != nil {
					return nil, err
				}
				if end, err := meet(depth); end || err != nil {
					return s, err
				}
				if err := f.m.Work(40 * len(f.pieces)); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// digest is the sum of all states' sums; see tilt.Exhausted.
func (s *store) digest() (sum [32]byte, err error) {
	var b []byte
	for n := range s.count {
		if err := s.f.m.Work(300 + 8*len(s.place)); err != nil {
			return sum, err
		}
		s.places(n)
		b = b[:0]
		for from := 0; from < len(s.place); {
			end, left := from, uint32(0)
			for ; end < len(s.place) && s.f.pieces[end].class == s.f.pieces[from].class; end++ {
				if s.place[end] >= 0 {
					left++
				}
			}
			b = binary.BigEndian.AppendUint32(b, left)
			for _, at := range s.place[end-int(left) : end] { // those that are gone come first
				b = binary.BigEndian.AppendUint32(b, uint32(at))
			}
			from = end
		}
		carry := 0
		one := sha256.Sum256(b)
		for i := len(sum) - 1; i >= 0; i-- {
			carry += int(sum[i]) + int(one[i])
			sum[i] = byte(carry)
			carry >>= 8
		}
	}
	return sum, nil
}
