package tables

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// An Index numbers boards. A board lists a tile for each cell; which tiles there are is the index's affair.
type Index interface {
	// find returns the number of a board, or false where it has none and so cannot be reached.
	find(board []uint8) (uint64, bool)
	// Board writes the board with this number, or one that is as far away.
	Board(i uint64, board []uint8)
}

// maxFound is the most cells of boards in a table: a tile is a byte.
const maxFound = 255

// Ranked numbers all arrangements of tiles of which some are alike, orbit by orbit: the number is that of the first
// orbit's arrangement, and then of the next one's among as many as there are of that.
type Ranked struct {
	parts []rankedPart
	Size  uint64
}

type rankedPart struct {
	*perm.Multiset
	cells []int32
	first uint8 // the classes of the orbit are numbered from here
}

// NewRanked returns the ranking for the tiles of a set's boards; an error where their arrangements are 2^64 or more.
func NewRanked(c *moveset.Compiled, t Tiles) (Ranked, error) {
	r := Ranked{Size: 1}
	at := 0
	for o, cells := range c.ByOrbit() {
		n := at
		for n < len(t.counts) && t.part[n] == int32(o) {
			n++
		}
		set, err := perm.NewMultiset(t.counts[at:n])
		if err != nil {
			return r, err
		}
		hi, lo := bits.Mul64(r.Size, set.Size())
		if hi != 0 {
			return r, perm.ErrTooMany
		}
		r.Size = lo
		r.parts = append(r.parts, rankedPart{set, cells, uint8(at)})
		at = n
	}
	return r, nil
}

func (r Ranked) find(board []uint8) (n uint64, ok bool) {
	if len(r.parts) == 1 {
		return r.parts[0].Rank(board), true
	}
	var own [maxFound]uint8
	for i := range r.parts {
		p := &r.parts[i]
		for k, x := range p.cells {
			own[k] = board[x] - p.first
		}
		n = n*p.Size() + p.Rank(own[:len(p.cells)])
	}
	return n, true
}

func (r Ranked) Board(i uint64, board []uint8) {
	if len(r.parts) == 1 {
		r.parts[0].Unrank(i, board)
		return
	}
	var own [maxFound]uint8
	for k := len(r.parts) - 1; k >= 0; k-- {
		p := &r.parts[k]
		p.Unrank(i%p.Size(), own[:len(p.cells)])
		i /= p.Size()
		for j, x := range p.cells {
			board[x] = own[j] + p.first
		}
	}
}

// Found numbers boards as they are found: for what moves can reach where that is little of what there could be. A
// board takes its cells in bytes and 8 to 16 bytes for looking it up.
type Found struct {
	n      int
	boards []byte
	slots  []uint32 // number + 1, or 0; a power of two of them, at most half full
	most   int64    // bytes
}

func newFound(n int, most int64) *Found {
	return &Found{n: n, slots: make([]uint32, 1<<10), most: most}
}

func (f *Found) len() int { return len(f.boards) / f.n }

// hash mixes eight cells at a time.
func (f *Found) hash(board []uint8) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for len(board) >= 8 {
		hi, lo := bits.Mul64(h^binary.LittleEndian.Uint64(board), 0xd6e8feb86659fd93)
		h = hi ^ lo
		board = board[8:]
	}
	var last uint64
	for i, t := range board {
		last |= uint64(t) << (8 * i)
	}
	hi, lo := bits.Mul64(h^last, 0xa0761d6478bd642f)
	return hi ^ lo
}

// slot returns where the board is or belongs.
func (f *Found) slot(board []uint8) uint64 {
	mask := uint64(len(f.slots) - 1)
	for at := f.hash(board) & mask; ; at = (at + 1) & mask {
		s := f.slots[at]
		if s == 0 || string(f.boards[(int(s)-1)*f.n:int(s)*f.n]) == string(board) {
			return at
		}
	}
}

func (f *Found) find(board []uint8) (uint64, bool) {
	s := f.slots[f.slot(board)]
	return uint64(s) - 1, s != 0
}

// add returns the number of a board, a new one where it has none.
func (f *Found) add(board []uint8) (uint32, error) {
	at := f.slot(board)
	if s := f.slots[at]; s != 0 {
		return s - 1, nil
	}
	n := f.len()
	if 2*(n+1) > len(f.slots) {
		// The old and the new slots, the boards twice while they are copied, levels and lists.
		if err := (puzzle.Limits{Memory: f.most}).CheckMemory("looking up all boards that can be reached",
			int64(n)*int64(2*f.n+16)+12*int64(len(f.slots))); err != nil {
			return 0, err
		}
		f.slots = make([]uint32, 2*len(f.slots))
		for i := range n {
			f.slots[f.slot(f.boards[i*f.n:(i+1)*f.n])] = uint32(i) + 1
		}
		at = f.slot(board)
	}
	f.slots[at] = uint32(n) + 1
	f.boards = append(f.boards, board...)
	return uint32(n), nil
}

func (f *Found) Board(i uint64, board []uint8) { copy(board, f.boards[int(i)*f.n:]) }

// Relative numbers permutations: in a board, the tile with the number of its own cell is at home.
type Relative struct{ *Cosets }

func (x Relative) find(board []uint8) (uint64, bool) {
	var at [maxRanked]uint8
	for i, t := range board {
		at[t&(maxRanked-1)] = uint8(i)
	}
	return x.index(&at)
}

func (x Relative) Board(i uint64, board []uint8) {
	at := x.Cosets.board(i)
	for t := range board {
		board[at[t]] = uint8(t)
	}
}
