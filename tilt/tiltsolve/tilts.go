package tiltsolve

import "github.com/gridwright/gridwright/tilt"

// tiltInto stores in dst, which must be empty (all 0), the h × w board src tilted in direction
// dir, one of L R U D. O(h·w), in row order.
func tiltInto[C code](dst, src []C, h, w int, dir byte) {
	switch dir {
	case 'L':
		for i := 0; i < h*w; i += w {
			n := i
			for _, c := range src[i : i+w] {
				if c != 0 {
					dst[n] = c
					n++
				}
			}
		}
	case 'R':
		for i := 0; i < h*w; i += w {
			n := i + w
			for j := i + w - 1; j >= i; j-- {
				if c := src[j]; c != 0 {
					n--
					dst[n] = c
				}
			}
		}
	case 'U':
		free := make([]int32, w)
		for i := 0; i < h*w; i += w {
			for j, c := range src[i : i+w] {
				if c != 0 {
					dst[int(free[j])*w+j] = c
					free[j]++
				}
			}
		}
	case 'D':
		free := make([]int32, w)
		for i := (h - 1) * w; i >= 0; i -= w {
			for j, c := range src[i : i+w] {
				if c != 0 {
					dst[(h-1-int(free[j]))*w+j] = c
					free[j]++
				}
			}
		}
	}
}

// playLetters tilts cells along letters and returns the result; cells is left alone.
func playLetters[C code](cells []C, h, w int, letters string) []C {
	now := cells
	var spare []C
	for k := 0; k < len(letters); k++ {
		next := spare
		if next == nil {
			next = make([]C, len(cells))
		} else {
			clear(next)
		}
		tiltInto(next, now, h, w, letters[k])
		if k > 0 {
			spare = now
		}
		now = next
	}
	return now
}

// isTilted reports whether dst is src tilted in direction dir, reading no further than the
// first row (L, R) or 64 columns (U, D) that differ.
func isTilted[C code](dst, src []C, h, w int, dir byte) bool {
	flipped := dir == 'U' || dir == 'D'
	a, b := newSource(src, h, w, flipped), newSource(dst, h, w, flipped)
	for i := 0; i < a.h; i++ {
		from, to := a.line(i), b.line(i)
		n := 0
		if dir == 'L' || dir == 'U' {
			for _, c := range from {
				if c != 0 {
					if to[n] != c {
						return false
					}
					n++
				}
			}
			to = to[n:]
		} else {
			n = len(to)
			for j := len(from) - 1; j >= 0; j-- {
				if c := from[j]; c != 0 {
					n--
					if to[n] != c {
						return false
					}
				}
			}
			to = to[:n]
		}
		for _, c := range to {
			if c != 0 {
				return false
			}
		}
	}
	return true
}

// cellsOf returns b's cells as C, which must be how they are stored.
func cellsOf[C code](b *tilt.Board) []C {
	if b.Wide != nil {
		return any(b.Wide).([]C)
	}
	return any(b.Narrow).([]C)
}

// boardOf makes a board of cells.
func boardOf[C code](cells []C, h, w int) *tilt.Board {
	b := &tilt.Board{H: h, W: w}
	switch c := any(cells).(type) {
	case []uint8:
		b.Narrow = c
	case []uint32:
		b.Wide = c
	}
	return b
}
