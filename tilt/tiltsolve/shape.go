package tiltsolve

// corners of a ring in clockwise order; the number is that of clockwise tilts from
// the top left corner.
const (
	cornerLU = iota
	cornerRU
	cornerRD
	cornerLD
)

var cornerNames = [4]string{"LU", "RU", "RD", "LD"}

// A profile is what one pass over the rows of a board tells about its occupied cells.
type profile struct {
	counts []int32 // tiles in each row
	lambda []int32 // counts, longest first
	tiles  int64
	left   bool // every row's tiles are packed to its left end: tilting left does nothing
	right  bool
	falls  bool // counts never grow from row to row
	grows  bool // counts never fall
}

// profileOf reads src once.
func profileOf[C code](src *source[C]) *profile {
	p := &profile{counts: make([]int32, src.h), left: true, right: true}
	for i := range p.counts {
		row := src.line(i)
		n := occupied(row)
		p.counts[i] = int32(n)
		p.tiles += int64(n)
		p.left = p.left && (n == 0 || row[n-1] != 0 && full(row[:n]))
		p.right = p.right && (n == 0 || row[len(row)-n] != 0 && full(row[len(row)-n:]))
	}
	p.sort(src.w)
	return p
}

// columnProfile is the profile of the transposed board: p is that of the board itself. It
// reads the cells in their own order.
func columnProfile[C code](p *profile, cells []C, h, w int) *profile {
	q := &profile{counts: columnCounts(cells, h, w), tiles: p.tiles}
	q.left, q.right = up(p, cells, w), down(p, cells, w)
	q.sort(h)
	return q
}

// sort fills in what depends on the counts alone.
func (p *profile) sort(width int) {
	p.falls, p.grows = true, true
	for i := 1; i < len(p.counts); i++ {
		p.falls = p.falls && p.counts[i-1] >= p.counts[i]
		p.grows = p.grows && p.counts[i-1] <= p.counts[i]
	}
	p.lambda = p.counts
	if !p.falls {
		p.lambda = sortedDown(p.counts, width)
	}
}

// sortedDown sorts numbers in [0, limit] from the largest down, by counting.
func sortedDown(counts []int32, limit int) []int32 {
	at := make([]int32, limit+2)
	for _, n := range counts {
		at[n]++
	}
	out := make([]int32, 0, len(counts))
	for n := limit; n >= 0; n-- {
		for k := at[n]; k > 0; k-- {
			out = append(out, int32(n))
		}
	}
	return out
}

// conjugate returns the column heights of the diagram with row lengths lambda (falling).
func conjugate(lambda []int32, width int) []int32 {
	mu := make([]int32, width)
	for c, r := 0, len(lambda); c < width; c++ {
		for r > 0 && int(lambda[r-1]) <= c {
			r--
		}
		mu[c] = int32(r)
	}
	return mu
}

// fits reports whether the occupied cells of a board with profile p are the diagram lambda
// packed into the corner. Several corners fit only where rows or columns are full.
func (p *profile) fits(corner int, lambda []int32) bool {
	switch corner {
	case cornerLU:
		return p.left && p.falls && equalRows(p.lambda, lambda)
	case cornerRU:
		return p.right && p.falls && equalRows(p.lambda, lambda)
	case cornerRD:
		return p.right && p.grows && equalRows(p.lambda, lambda)
	}
	return p.left && p.grows && equalRows(p.lambda, lambda)
}

func equalRows(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// up reports whether no tile of the board with profile p has an empty cell above it: tilting
// it up moves nothing.
func up[C code](p *profile, cells []C, w int) bool {
	if p.left || p.right { // packed rows: a shorter one above a longer leaves a gap
		return p.falls
	}
	for i := w; i < len(cells); i++ {
		if cells[i] != 0 && cells[i-w] == 0 {
			return false
		}
	}
	return true
}

// down is up for the other direction.
func down[C code](p *profile, cells []C, w int) bool {
	if p.left || p.right {
		return p.grows
	}
	for i := w; i < len(cells); i++ {
		if cells[i] == 0 && cells[i-w] != 0 {
			return false
		}
	}
	return true
}
