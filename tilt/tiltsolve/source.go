package tiltsolve

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
	for r := 0; r < s.w; r++ {
		row := s.cells[r*stride+s.first : r*stride+s.first+n]
		for k, c := range row {
			s.block[k*s.w+r] = c
		}
	}
}
