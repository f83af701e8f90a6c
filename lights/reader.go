package lights

import (
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/meter"
)

// A rowReader collects the values of a board whose size is known, row by row. It never holds
// more room than twice what it has been given, unless the input is known to be that long.
type rowReader struct {
	b    *Board
	m    uint32
	h    int
	x    int    // of the next value
	word uint64 // the bits not yet stored, of a board of bits
}

// newRowReader prepares a board of w × h values below m that s is going to give, at most eight
// values in a byte.
func newRowReader(mt *meter.Meter, w, h int, m uint32, s *grid.Scanner) (*rowReader, error) {
	if !addressable(h, w, m) {
		return nil, s.Errorf("a board of %d × %d cells is too large", h, w)
	}
	if !s.Short(int64(h) * int64((w+7)/8)) { // else rows are missing, and that is what to say
		if err := mt.Room("a board of this size", BoardBytes(h, w, m)); err != nil {
			return nil, err
		}
	}
	r := &rowReader{b: &Board{W: w}, m: m, h: h}
	values := int64(4 << 10)
	if left := s.Left(); left >= 0 {
		values = 8 * left
	}
	values = min(values, int64(w)*int64(h))
	switch {
	case m <= 2:
		words := min(values/64+values/int64(w)+1, int64(h)*int64(Stride(w)))
		r.b.Bits = hugepage.Make[uint64](int(words))[:0]
	case m <= 256:
		r.b.Bytes = hugepage.Make[uint8](int(values))[:0]
	default:
		r.b.Wide = hugepage.Make[uint32](int(values))[:0]
	}
	return r, nil
}

// put appends one value.
func (r *rowReader) put(v uint32) {
	switch {
	case r.m <= 2:
		r.word |= uint64(v) << (r.x % 64)
		if r.x++; r.x%64 == 0 || r.x == r.b.W {
			r.b.Bits = append(r.b.Bits, r.word)
			r.word = 0
			if r.x == r.b.W {
				r.x = 0
			}
		}
	case r.m <= 256:
		r.b.Bytes = append(r.b.Bytes, uint8(v))
	default:
		r.b.Wide = append(r.b.Wide, v)
	}
}

// board finishes the board, which has been given all its values.
func (r *rowReader) board() *Board {
	r.b.H = r.h
	return r.b
}
