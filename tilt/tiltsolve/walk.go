package tiltsolve

import (
	"context"

	"github.com/gridwright/gridwright/internal/hugepage"
)

// strands collect the colours along one orbit, a string for each board; n characters are in use.
type strands[C code] struct {
	target, base []C
	n            int
}

// reserve makes place for n characters at once. Pages that no orbit is long enough to reach are never
// touched and cost nothing, while growing step by step would touch twice what is needed.
func (s *strands[C]) reserve(n int) {
	if len(s.target) < n {
		s.target, s.base = hugepage.Make[C](n), hugepage.Make[C](n)
	}
}

// A visitor is shown every cycle of κρ on the diagram: its strings in s[:n] and a cell
// of it. Two tilts move a tile one place forward in the strings, or one backward.
// It returns false to end the walk.
type visitor[C code] func(s *strands[C], row, col int, backward bool) bool

// pollTiles is how many tiles are walked between two looks at ctx (some 0.1 ms).
const pollTiles = 1 << 14

// walk shows visit every cycle of κρ. The involutions ρ and κ make the cells a graph of
// paths and circles; the paths end in cells that one of the two leaves alone (the middles of
// odd rows and columns), so those are walked first and what remains is circles.
//
// On a path from an end that κ fixes, κρ goes 0, 2, 4, … and back … 3, 1; from an end
// that ρ fixes it goes the other way round. A circle falls into two cycles: the even cells
// forward and the odd cells backward.
//
// Each cell is visited once: O(tiles), one reflection each.
func (h *half[C]) walk(ctx context.Context, visit visitor[C]) error {
	if h.epoch++; h.epoch == 0 || h.epoch == 255 { // the mark is a byte on narrow boards
		for i := range h.planes {
			h.planes[i].seen = 0
		}
		h.epoch = 1
	}
	// An orbit has at most all tiles; a path's odd half is put behind its even half.
	h.even.reserve(int(h.start.tiles))
	h.odd.reserve(int(h.start.tiles)/2 + 1)
	w := walker[C]{half: h, visit: visit}
	for r, n := range h.lambda {
		if n&1 == 1 && !w.path(ctx, r, int(n-1)/2, true) {
			return ctx.Err()
		}
	}
	for c, n := range h.mu {
		if n&1 == 1 && !w.path(ctx, int(n-1)/2, c, false) {
			return ctx.Err()
		}
	}
	for r, n := range h.lambda[:len(h.planes)/max(1, h.stride)] {
		line := h.planes[r*h.stride : r*h.stride+int(n)]
		for c := range line {
			if line[c].seen != h.epoch && !w.circle(ctx, r, c) {
				return ctx.Err()
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

type walker[C code] struct {
	*half[C]
	visit visitor[C]
	steps int
}

// tick reports whether the walk may go on after n more tiles.
func (w *walker[C]) tick(ctx context.Context, n int) bool {
	if w.steps += n; w.steps < pollTiles {
		return true
	}
	w.steps = 0
	return ctx.Err() == nil
}

// path walks from an end that ρ (byRow) or κ fixes. It reports whether to go on.
func (w *walker[C]) path(ctx context.Context, r, c int, byRow bool) bool {
	i := r*w.stride + c
	planes, lambda, mu, stride, epoch := w.planes, w.lambda, w.mu, w.stride, w.epoch
	if planes[i].seen == epoch {
		return true // walked from its other end
	}
	row, col := r, c
	et, eb := w.even.target, w.even.base[:len(w.even.target)]
	ot, ob := w.odd.target, w.odd.base[:len(w.odd.target)]
	across := !byRow // whether an even cell's next reflection is ρ
	evens, odds := 0, 0
	for {
		p := &planes[i]
		p.seen = epoch
		et[evens], eb[evens] = p.target, p.base
		evens++
		var d int
		if across {
			d = int(lambda[r]) - 1 - 2*c
			c += d
			i += d
		} else {
			d = int(mu[c]) - 1 - 2*r
			r += d
			i += d * stride
		}
		if d == 0 {
			break
		}
		p = &planes[i]
		p.seen = epoch
		ot[odds], ob[odds] = p.target, p.base
		odds++
		if across {
			d = int(mu[c]) - 1 - 2*r
			r += d
			i += d * stride
		} else {
			d = int(lambda[r]) - 1 - 2*c
			c += d
			i += d
		}
		if d == 0 {
			break
		}
		if evens&(pollTiles-1) == 0 && ctx.Err() != nil {
			return false
		}
	}
	// The even cells and then the odd ones in reverse.
	for k := odds - 1; k >= 0; k-- {
		et[evens], eb[evens] = ot[k], ob[k]
		evens++
	}
	w.even.n = evens
	return w.tick(ctx, evens) && w.visit(&w.even, row, col, byRow)
}

// circle walks an orbit without ends. It reports whether to go on.
func (w *walker[C]) circle(ctx context.Context, r, c int) bool {
	row, col := r, c
	first := r*w.stride + c
	planes, lambda, mu, stride, epoch := w.planes, w.lambda, w.mu, w.stride, w.epoch
	oddCol := int(lambda[r]) - 1 - c
	et, eb := w.even.target, w.even.base[:len(w.even.target)]
	ot, ob := w.odd.target, w.odd.base[:len(w.odd.target)]
	n := 0
	for i := first; ; {
		p := &planes[i]
		p.seen = epoch
		et[n], eb[n] = p.target, p.base
		d := int(lambda[r]) - 1 - 2*c
		c += d
		i += d
		p = &planes[i]
		p.seen = epoch
		ot[n], ob[n] = p.target, p.base
		n++
		d = int(mu[c]) - 1 - 2*r
		r += d
		i += d * stride
		if i == first {
			break
		}
		if n&(pollTiles-1) == 0 && ctx.Err() != nil {
			return false
		}
	}
	w.even.n, w.odd.n = n, n
	return w.tick(ctx, 2*n) &&
		w.visit(&w.even, row, col, false) && w.visit(&w.odd, row, oddCol, true)
}
