package assemblysolve_test

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// What docs/proofs/assembly-convex.md proves, as tests. Its words and letters are used here: a set is solid, a block
// leaves, N is above X. Nothing of the solver is used: sets are bitmaps, and everything is found by its definition.

const side = 32

// A field is a set of cells (x, y) from 1 to side-2; y grows upwards, as in the proofs.
type field [side]uint32

type cell struct{ x, y int }

func (c cell) plus(d cell) cell  { return cell{c.x + d.x, c.y + d.y} }
func (c cell) minus(d cell) cell { return cell{c.x - d.x, c.y - d.y} }

var (
	toRight, toLeft = cell{1, 0}, cell{-1, 0}
	toUp, toDown    = cell{0, 1}, cell{0, -1}
	allWays         = [4]cell{toRight, toUp, toLeft, toDown}
)

func inside(c cell) bool { return c.x >= 0 && c.y >= 0 && c.x < side && c.y < side }

func (f field) has(c cell) bool { return inside(c) && f[c.y]>>c.x&1 != 0 }

func (f field) with(list ...cell) field {
	for _, c := range list {
		f[c.y] |= 1 << c.x
	}
	return f
}

func (f field) without(list ...cell) field {
	for _, c := range list {
		f[c.y] &^= 1 << c.x
	}
	return f
}

func (f field) minus(g field) field {
	for y := range f {
		f[y] &^= g[y]
	}
	return f
}

func (f field) and(g field) field {
	for y := range f {
		f[y] &= g[y]
	}
	return f
}

func (f field) or(g field) field {
	for y := range f {
		f[y] |= g[y]
	}
	return f
}

func (f field) count() (n int) {
	for _, row := range f {
		n += bits.OnesCount32(row)
	}
	return n
}

func (f field) cells() (out []cell) {
	for y, row := range f {
		for ; row != 0; row &= row - 1 {
			out = append(out, cell{bits.TrailingZeros32(row), y})
		}
	}
	return out
}

// grown is f and the cells beside it, with diagonal also those that touch it.
func (f field) grown(diagonal bool) field {
	g := f
	for y, row := range f {
		g[y] |= row<<1 | row>>1
	}
	h := g
	if !diagonal {
		h = f
	}
	for y := range f {
		if y > 0 {
			g[y] |= h[y-1]
		}
		if y < side-1 {
			g[y] |= h[y+1]
		}
	}
	return g
}

// filled is what hangs together with seed within f.
func (f field) filled(seed field, diagonal bool) field {
	lo, hi := 0, side-1
	for lo < hi && f[lo] == 0 {
		lo++
	}
	for lo < hi && f[hi] == 0 {
		hi--
	}
	got := seed.and(f)
	for changed := true; changed; {
		changed = false
		for k := range 2 * (hi - lo + 1) { // up and down again
			y := lo + k
			if y > hi {
				y = 2*hi + 1 - y
			}
			var beside uint32
			if y > lo {
				beside |= got[y-1]
			}
			if y < hi {
				beside |= got[y+1]
			}
			if diagonal {
				beside |= beside<<1 | beside>>1
			}
			row := (got[y] | got[y]<<1 | got[y]>>1 | beside) & f[y]
			changed = changed || row != got[y]
			got[y] = row
		}
	}
	return got
}

func (f field) complement() field {
	for y := range f {
		f[y] = ^f[y]
	}
	return f
}

// outside is the infinite part of the complement, by corners.
func (f field) outside() field { return f.complement().filled(field{}.with(cell{0, 0}), true) }

func (f field) connected() bool {
	for y, row := range f {
		if row != 0 {
			return f.filled(field{}.with(cell{bits.TrailingZeros32(row), y}), false) == f
		}
	}
	return false
}

func (f field) solid() bool { return f.connected() && f.outside() == f.complement() }

// free reports whether no block lies on the ray from c in the direction d; c itself does not count.
func (f field) free(c, d cell) bool {
	for c = c.plus(d); inside(c); c = c.plus(d) {
		if f.has(c) {
			return false
		}
	}
	return true
}

// leavesBy reports whether block b can leave f in the direction d.
func (f field) leavesBy(b, d cell) bool {
	return f.has(b) && f.has(b.minus(d)) && f.free(b, d) && f.without(b).connected()
}

func (f field) leaves(b cell) bool {
	for _, d := range allWays {
		if f.leavesBy(b, d) {
			return true
		}
	}
	return false
}

func (f field) convexBlock(b cell) bool {
	for _, h := range [2]cell{toLeft, toRight} {
		for _, v := range [2]cell{toUp, toDown} {
			if !f.has(b.plus(h)) && !f.has(b.plus(v)) && !f.has(b.plus(h).plus(v)) {
				return true
			}
		}
	}
	return false
}

// peelable lists the convex blocks but r that can leave.
func (f field) peelable(r cell) (out []cell) {
	for _, b := range f.cells() {
		if b != r && f.convexBlock(b) && f.leaves(b) {
			out = append(out, b)
		}
	}
	return out
}

// peeled takes off convex blocks but r until none can leave, in the order of rng.
func (f field) peeled(r cell, rng *rand.Rand) field {
	for f.count() > 1 {
		list := f.peelable(r)
		if len(list) == 0 {
			break
		}
		f = f.without(list[rng.IntN(len(list))])
	}
	return f
}

func (f field) String() string {
	var s strings.Builder
	for y := side - 1; y >= 0; y-- {
		if f[y] == 0 {
			continue
		}
		for x := range side {
			s.WriteByte(".#"[f[y]>>x&1])
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// turned is one of the eight images of f.
func (f field) turned(k int) (g field) {
	for _, c := range f.cells() {
		g = g.with(turnedCell(c, k))
	}
	return g
}

func turnedCell(c cell, k int) cell {
	if k&1 != 0 {
		c.x = side - 1 - c.x
	}
	if k&2 != 0 {
		c.y = side - 1 - c.y
	}
	if k&4 != 0 {
		c.x, c.y = c.y, c.x
	}
	return c
}
