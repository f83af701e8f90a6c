package tiltsolve

import (
	"iter"
	"math/rand/v2"

	"github.com/gridwright/gridwright/tilt"
)

// Generate makes an instance of about size cells: one in two has a target that random
// tilts reach, the others one that looks reachable (two of its tiles are exchanged) or any
// arrangement of the same tiles.
func Generate(rng *rand.Rand, size int) *tilt.Instance {
	size = max(1, size)
	h := 1 + rng.IntN(max(1, min(size, 2*isqrt(size))))
	w := max(1, size/h)
	colours := 1 + rng.IntN(4)
	if rng.IntN(4) == 0 {
		colours = 26
	}
	p := &tilt.Instance{Palette: make([]string, colours)}
	for i := range p.Palette {
		p.Palette[i] = string(rune('a' + i))
	}
	density := rng.Float64()
	cells := make([]uint8, h*w)
	for i := range cells {
		if rng.Float64() < density {
			cells[i] = uint8(1 + rng.IntN(colours))
		}
	}
	p.Start = boardOf(cells, h, w)
	letters := make([]byte, rng.IntN(12))
	for i := range letters {
		letters[i] = "LRUD"[rng.IntN(4)]
	}
	target := append([]uint8(nil), playLetters(cells, h, w, string(letters))...)
	switch rng.IntN(4) {
	case 0:
		swapTwo(rng, target)
	case 1:
		rng.Shuffle(len(target), func(i, j int) { target[i], target[j] = target[j], target[i] })
	}
	p.Target = boardOf(target, h, w)
	return p
}

func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// swapTwo exchanges two tiles.
func swapTwo(rng *rand.Rand, cells []uint8) {
	var tiles []int
	for i, c := range cells {
		if c != 0 {
			tiles = append(tiles, i)
		}
	}
	if len(tiles) < 2 {
		return
	}
	i, j := tiles[rng.IntN(len(tiles))], tiles[rng.IntN(len(tiles))]
	cells[i], cells[j] = cells[j], cells[i]
}

// Shrink yields instances smaller than p: a row or a column less, a tile less on both
// boards, a colour merged into another.
func Shrink(p *tilt.Instance) iter.Seq[*tilt.Instance] {
	return func(yield func(*tilt.Instance) bool) {
		h, w := p.Start.H, p.Start.W
		for r := 0; h > 1 && r < h; r++ {
			if !yield(without(p, r, -1)) {
				return
			}
		}
		for c := 0; w > 1 && c < w; c++ {
			if !yield(without(p, -1, c)) {
				return
			}
		}
		for code := len(p.Palette); code > 1; code-- {
			if !yield(merged(p, code, code-1)) {
				return
			}
		}
		for code := 1; code <= len(p.Palette); code++ {
			if q := oneTileLess(p, code); q != nil && !yield(q) {
				return
			}
		}
	}
}

// copyOf copies the boards through edit, which returns a cell's new code, leaving out a row or a column.
func copyOf(p *tilt.Instance, row, col int, edit func(code int) int) *tilt.Instance {
	q := &tilt.Instance{Palette: p.Palette}
	one := func(b *tilt.Board) *tilt.Board {
		if b == nil {
			return nil
		}
		out := &tilt.Board{H: b.H, W: b.W}
		if row >= 0 {
			out.H--
		}
		if col >= 0 {
			out.W--
		}
		for r := range b.H {
			for c := range b.W {
				if r == row || c == col {
					continue
				}
				code := edit(b.At(r, c))
				if b.Wide != nil {
					out.Wide = append(out.Wide, uint32(code))
				} else {
					out.Narrow = append(out.Narrow, uint8(code))
				}
			}
		}
		return out
	}
	q.Start, q.Target = one(p.Start), one(p.Target)
	return q
}

func without(p *tilt.Instance, row, col int) *tilt.Instance {
	return copyOf(p, row, col, func(code int) int { return code })
}

func merged(p *tilt.Instance, from, into int) *tilt.Instance {
	q := copyOf(p, -1, -1, func(code int) int {
		if code == from {
			return into
		}
		if code > from {
			return code - 1
		}
		return code
	})
	q.Palette = append(append([]string(nil), p.Palette[:from-1]...), p.Palette[from:]...)
	return q
}

// oneTileLess removes the first tile of a colour from each board, or returns nil.
func oneTileLess(p *tilt.Instance, code int) *tilt.Instance {
	q := &tilt.Instance{Palette: p.Palette, Start: p.Start.Clone()}
	if !removeFirst(q.Start, code) {
		return nil
	}
	if p.Target != nil {
		q.Target = p.Target.Clone()
		removeFirst(q.Target, code)
	}
	return q
}

func removeFirst(b *tilt.Board, code int) bool {
	for r := range b.H {
		for c := range b.W {
			if b.At(r, c) == code {
				b.Set(r, c, 0)
				return true
			}
		}
	}
	return false
}
