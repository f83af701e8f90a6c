package permutecheck

import "github.com/gridwright/gridwright/permute"

// Boards are kept with a byte a tile where that is enough.
type tile interface{ uint8 | int32 }

// narrow reports whether every tile of the start, and so every other, fits a byte.
func (k *work) narrow() bool {
	for _, t := range k.p.Start {
		if t > 255 {
			return false
		}
	}
	return true
}

// A shelf is a set of boards, numbered from 0 in the order in which they came.
type shelf[T tile] struct {
	k      *work
	count  int
	slots  []uint64 // open addressing: 0, or the hash above the board's number + 1
	stacks [][]T    // 1<<shift boards each, end to end
	shift  uint
}

// stackSize is how many bytes a stack has at most, unless one board has more.
const stackSize = 1 << 16

func newShelf[T tile](k *work) (*shelf[T], error) {
	s := &shelf[T]{k: k}
	for s.boardSize()<<(s.shift+1) <= stackSize {
		s.shift++
	}
	return s, s.enlarge(1 << 8)
}

// boardSize is the number of bytes of a board.
func (s *shelf[T]) boardSize() int {
	size := s.k.n
	if minusOne := T(0) - 1; minusOne < 0 { // int32
		size *= 4
	}
	return size
}

// board is the board with the number i.
func (s *shelf[T]) board(i int) []T {
	at := i & (1<<s.shift - 1) * s.k.n
	return s.stacks[i>>s.shift][at : at+s.k.n]
}

// hash mixes the tiles of a board.
func hash[T tile](b []T) uint32 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, t := range b {
		h = (h ^ uint64(t)) * 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return uint32(h)
}

// find returns the number of b, -1 where it is not on the shelf, and its hash.
func (s *shelf[T]) find(b []T) (int, uint32) {
	h := hash(b)
	mask := len(s.slots) - 1
	for at := int(h) & mask; ; at = (at + 1) & mask {
		slot := s.slots[at]
		if slot == 0 {
			return -1, h
		}
		if uint32(slot>>32) != h {
			continue
		}
		if i := int(uint32(slot)) - 1; same(s.board(i), b) {
			return i, h
		}
	}
}

func same[T tile](a, b []T) bool {
	for c, t := range a {
		if t != b[c] {
			return false
		}
	}
	return true
}

// add puts a copy of b, which is not on the shelf and has the hash h, there.
func (s *shelf[T]) add(b []T, h uint32) error {
	if s.count>>s.shift == len(s.stacks) {
		if err := s.k.hold("the search", int64(s.boardSize())<<s.shift+24); err != nil {
			return err
		}
		s.stacks = append(s.stacks, make([]T, s.k.n<<s.shift))
	}
	if 2*s.count >= len(s.slots) {
		if err := s.enlarge(2 * len(s.slots)); err != nil {
			return err
		}
	}
	copy(s.board(s.count), b)
	s.count++
	s.note(uint64(h)<<32 | uint64(s.count))
	return nil
}

// note puts a slot where find looks for it.
func (s *shelf[T]) note(slot uint64) {
	mask := len(s.slots) - 1
	at := int(uint32(slot>>32)) & mask
	for s.slots[at] != 0 {
		at = (at + 1) & mask
	}
	s.slots[at] = slot
}

// enlarge makes room for size slots, a power of 2.
func (s *shelf[T]) enlarge(size int) error {
	if err := s.k.hold("the search", 8*int64(size-len(s.slots))); err != nil {
		return err
	}
	old := s.slots
	s.slots = make([]uint64, size)
	for _, slot := range old {
		if slot != 0 {
			s.note(slot)
		}
		if err := s.k.spend(4); err != nil {
			return err
		}
	}
	return nil
}

// stored is a board, with no tile that does not matter, as it is kept.
func stored[T tile](board []permute.Tile) []T {
	out := make([]T, len(board))
	for c, t := range board {
		out[c] = T(t)
	}
	return out
}

// goals are what a search looks for.
type goals[T tile] struct {
	k    *work
	list [][]permute.Tile
}

// fitted is the first goal that accepts b, -1 where there is none.
func (g goals[T]) fitted(b []T) (int, error) {
	for i, goal := range g.list {
		fits, seen := true, 0
		for c, t := range goal {
			if seen++; t != permute.Any && t != permute.Tile(b[c]) {
				fits = false
				break
			}
		}
		if err := g.k.spend(seen); err != nil {
			return -1, err
		}
		if fits {
			return i, nil
		}
	}
	return -1, nil
}

// apply makes m on from, in to.
func apply[T tile](m *move, to, from []T) {
	copy(to, from)
	for i, c := range m.from {
		to[m.to[i]] = from[c]
	}
}
