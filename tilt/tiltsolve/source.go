package tiltsolve

import "encoding/binary"

// A source reads a board row by row in the rows' order: as it is, or transposed. The
// transposed board is never stored; blocks of its rows are gathered as they come.
type source[C code] struct {
	h, w    int // of the board as it is read
	cells   []C // row-major, not transposed
	flipped bool
	block   []C // rows [first, first+blockRows) of the transposed board
	first   int
}

// blockRows is how many columns of the stored board are gathered at once: a cache
// line of bytes.
const blockRows = 64

func newSource[C code](cells []C, h, w int, flipped bool) *source[C] {
	if flipped {
		h, w = w, h
	}
	return &source[C]{h: h, w: w, cells: cells, flipped: flipped, first: -blockRows}
}

// line returns row i. The slice is valid until the next call.
func (s *source[C]) line(i int) []C {
	if !s.flipped {
		return s.cells[i*s.w : (i+1)*s.w]
	}
	if i < s.first || i >= s.first+blockRows {
		s.first = i &^ (blockRows - 1)
		s.gather()
	}
	k := i - s.first
	return s.block[k*s.w : (k+1)*s.w]
}

func (s *source[C]) gather() {
	n := min(blockRows, s.h-s.first)
	if s.block == nil {
		s.block = make([]C, n*s.w)
	}
	stride := s.h // the stored board's width
	r := 0
	if narrow, ok := any(s.cells).([]uint8); ok {
		block := any(s.block).([]uint8)
		for ; r+8 <= s.w; r += 8 {
			k := 0
			for ; k+8 <= n; k += 8 {
				transpose8(block[k*s.w+r:], s.w, narrow[r*stride+s.first+k:], stride)
			}
			if k < n {
				gatherPlain(block[k*s.w+r:], s.w, narrow[r*stride+s.first+k:], stride, 8, n-k)
			}
		}
	}
	if r < s.w {
		gatherPlain(s.block[r:], s.w, s.cells[r*stride+s.first:], stride, s.w-r, n)
	}
}

// gatherPlain stores rows × cols cells of src, whose rows are stride apart, transposed in dst, whose
// rows are pitch apart.
func gatherPlain[C code](dst []C, pitch int, src []C, stride, rows, cols int) {
	for r := range rows {
		for k := range cols {
			dst[k*pitch+r] = src[r*stride+k]
		}
	}
}

// transpose8 is gatherPlain for 8 × 8 bytes: three rounds that exchange the off-diagonal
// quarters of 2 × 2, 4 × 4 and 8 × 8 squares. (Warren, Hacker's Delight, section 7-3, with
// bytes for bits.)
func transpose8(dst []uint8, pitch int, src []uint8, stride int) {
	var x [8]uint64
	for r := range x {
		x[r] = binary.LittleEndian.Uint64(src[r*stride:])
	}
	for r := 0; r < 8; r += 2 {
		t := (x[r]>>8 ^ x[r+1]) & 0x00FF00FF_00FF00FF
		x[r] ^= t << 8
		x[r+1] ^= t
	}
	for _, r := range [4]int{0, 1, 4, 5} {
		t := (x[r]>>16 ^ x[r+2]) & 0x0000FFFF_0000FFFF
		x[r] ^= t << 16
		x[r+2] ^= t
	}
	for r := range 4 {
		t := (x[r]>>32 ^ x[r+4]) & 0xFFFFFFFF
		x[r] ^= t << 32
		x[r+4] ^= t
	}
	for r := range x {
		binary.LittleEndian.PutUint64(dst[r*pitch:], x[r])
	}
}
