package lights

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/internal/hugepage"
)

// Bounds of a board.
const (
	MaxModulus = 1 << 31
	MaxSide    = 1 << 30
	MaxCells   = 1 << 36
)

// A Board is H rows of W values, stored as narrow as its largest possible value allows. Exactly
// one of the three slices is in use:
//
//   - Bits for values 0 and 1: cell (row, col) is bit col%64 of word row·Stride(W) + col/64, and
//     the bits from W on in a row's last word are zero;
//   - Bytes for values up to 255: cell (row, col) is element row·W + col;
//   - Wide for all others, likewise.
//
// The boards of an Instance are stored by its modulus: Bits for m = 2, Bytes for m ≤ 256, Wide
// above. Boards of claims are stored by the values that they hold, since a claim does not
// know the modulus; whoever reads them uses At, or As for a copy that is stored by modulus.
type Board struct {
	H, W  int
	Bits  []uint64
	Bytes []uint8
	Wide  []uint32
}

// Stride is the number of words that a row of w bits takes.
func Stride(w int) int { return (w + 63) / 64 }

// NewBoard makes h rows of w zeros, of a board that can hold values below m.
func NewBoard(h, w int, m uint32) *Board {
	b := &Board{W: w, H: h}
	switch {
	case m <= 2:
		b.Bits = hugepage.Make[uint64](h * Stride(w))
	case m <= 256:
		b.Bytes = hugepage.Make[uint8](h * w)
	default:
		b.Wide = hugepage.Make[uint32](h * w)
	}
	return b
}

// BoardBytes is the memory of a board of h rows of w values below m.
func BoardBytes(h, w int, m uint32) int64 {
	switch {
	case m <= 2:
		return 8 * int64(Stride(w)) * int64(h)
	case m <= 256:
		return int64(w) * int64(h)
	}
	return 4 * int64(w) * int64(h)
}

// addressable reports whether a board of that size can be a Go slice here.
func addressable(h, w int, m uint32) bool {
	return BoardBytes(h, w, m) <= math.MaxInt && int64(w)*int64(h) <= MaxCells
}

// At returns the value in row y and column x, both from 0.
func (b *Board) At(y, x int) uint32 {
	switch {
	case b.Bits != nil:
		return uint32(b.Bits[y*Stride(b.W)+x/64]>>(uint(x)%64)) & 1
	case b.Bytes != nil:
		return uint32(b.Bytes[y*b.W+x])
	}
	return b.Wide[y*b.W+x]
}

// Set stores a value in row y and column x; it must fit the way the board is stored.
func (b *Board) Set(y, x int, v uint32) {
	switch {
	case b.Bits != nil:
		w := &b.Bits[y*Stride(b.W)+x/64]
		*w = *w&^(1<<(uint(x)%64)) | uint64(v&1)<<(uint(x)%64)
	case b.Bytes != nil:
		b.Bytes[y*b.W+x] = uint8(v)
	default:
		b.Wide[y*b.W+x] = v
	}
}

// Row returns the words of row y of a board that is stored as bits.
func (b *Board) Row(y int) []uint64 {
	s := Stride(b.W)
	return b.Bits[y*s : (y+1)*s : (y+1)*s]
}

// Max returns the largest value on the board.
func (b *Board) Max() uint32 {
	var most uint32
	switch {
	case b.Bits != nil:
		for _, w := range b.Bits {
			if w != 0 {
				return 1
			}
		}
	case b.Bytes != nil:
		var m uint8
		for _, v := range b.Bytes {
			m = max(m, v)
		}
		most = uint32(m)
	default:
		for _, v := range b.Wide {
			most = max(most, v)
		}
	}
	return most
}

// IsZero reports whether every value is 0.
func (b *Board) IsZero() bool { return b.Max() == 0 }

// NonZero counts the cells that are not 0.
func (b *Board) NonZero() int64 {
	var n int64
	for _, w := range b.Bits {
		n += int64(bits.OnesCount64(w))
	}
	for _, v := range b.Bytes {
		if v != 0 {
			n++
		}
	}
	for _, v := range b.Wide {
		if v != 0 {
			n++
		}
	}
	return n
}

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	return &Board{W: b.W, H: b.H, Bits: slices.Clone(b.Bits), Bytes: slices.Clone(b.Bytes), Wide: slices.Clone(b.Wide)}
}

// As returns b stored as boards of modulus m are: b itself where it already is. Values that
// are not below m do not survive; ask Max first.
func (b *Board) As(m uint32) *Board {
	if b.stored(m) {
		return b
	}
	out := NewBoard(b.H, b.W, m)
	for y := range b.H {
		for x := range b.W {
			out.Set(y, x, b.At(y, x))
		}
	}
	return out
}

// stored reports whether b is stored as boards of modulus m are.
func (b *Board) stored(m uint32) bool {
	switch {
	case m <= 2:
		return b.Bits != nil
	case m <= 256:
		return b.Bytes != nil
	}
	return b.Wide != nil
}

// sound reports whether exactly one of the three slices is in use and has the length that W and
// H say, so that At works.
func (b *Board) sound() bool {
	if b == nil || b.W < 1 || b.H < 1 || b.W > MaxSide || b.H > MaxSide {
		return false
	}
	cells, words := int64(b.W)*int64(b.H), int64(Stride(b.W))*int64(b.H)
	switch {
	case b.Bits != nil:
		return b.Bytes == nil && b.Wide == nil && int64(len(b.Bits)) == words
	case b.Bytes != nil:
		return b.Wide == nil && int64(len(b.Bytes)) == cells
	}
	return int64(len(b.Wide)) == cells
}

// below reports whether all values of a board that is not stored as bits are below m. Bytes
// are looked at eight at a time.
func (b *Board) below(m uint32) bool {
	if b.Bytes == nil || m > 255 {
		return b.Max() < m
	}
	const ones, high = 0x0101010101010101, 0x8080808080808080
	// A byte v has its high bit set in over iff v ≥ m: where m ≤ 128 iff v does itself or the
	// sum with its low bits has, else iff both have.
	rest, small := b.Bytes, m <= 128
	add := (128 - uint64(m)) & 255 * ones
	if !small {
		add = (256 - uint64(m)) * ones
	}
	var over uint64
	for ; len(rest) >= 8; rest = rest[8:] {
		v := binary.LittleEndian.Uint64(rest)
		if sum := v&^high + add; small {
			over |= sum | v
		} else {
			over |= sum & v
		}
	}
	for _, v := range rest {
		if uint32(v) >= m {
			return false
		}
	}
	return over&high == 0
}

// Equal reports whether a and b hold the same values, however they are stored.
func (b *Board) Equal(o *Board) bool {
	if b.W != o.W || b.H != o.H {
		return false
	}
	if b.Bits != nil && o.Bits != nil {
		return slices.Equal(b.Bits, o.Bits)
	}
	for y := range b.H {
		for x := range b.W {
			if b.At(y, x) != o.At(y, x) {
				return false
			}
		}
	}
	return true
}

// validate reports what is wrong with a board of an instance.
func (b *Board) validate(what string, h, w int, m uint32) error {
	if b.W != w || b.H != h {
		return inputf("the %s has %d × %d cells; the board has %d × %d", what, b.H, b.W, h, w)
	}
	if !b.stored(m) || !b.sound() {
		return inputf("the %s is not stored as a board of modulus %d is", what, m)
	}
	if b.Bits != nil {
		if tail := uint(w) % 64; tail != 0 {
			s := Stride(w)
			for i := s - 1; i < len(b.Bits); i += s {
				if b.Bits[i]>>tail != 0 {
					return inputf("the %s has bits set beyond its last column", what)
				}
			}
		}
		return nil
	}
	if b.below(m) {
		return nil
	}
	for y := range h {
		for x := range w {
			if v := b.At(y, x); v >= m {
				return inputf("the %s holds %d in row %d, column %d, which is not from 0 to %d", what, v, y+1, x+1, m-1)
			}
		}
	}
	return nil
}
