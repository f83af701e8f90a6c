package tiltsolve

import "context"

// strands collect the colours along one orbit, a string for each board.
type strands[C code] struct {
	target []C
	base   [2][]C
	n      int
}

func (s *strands[C]) put(p *plane[C]) {
	if s.n == len(s.target) {
		s.grow()
	}
	s.target[s.n], s.base[0][s.n], s.base[1][s.n] = p.target, p.base[0], p.base[1]
	s.n++
}

func (s *strands[C]) grow() {
	size := max(256, s.n+s.n/4)
	for _, t := range []*[]C{&s.target, &s.base[0], &s.base[1]} {
		longer := make([]C, size)
		copy(longer, *t)
		*t = longer
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
	if w.planes[i].seen == w.epoch {
		return true // walked from its other end
	}
	even, odd := &w.even, &w.odd
	even.n, odd.n = 0, 0
	row, col := r, c
	across := !byRow // whether the next reflection is ρ
	for {
		p := &w.planes[i]
		p.seen = w.epoch
		even.put(p)
		even, odd = odd, even
		if across {
			d := int(w.lambda[r]) - 1 - 2*c
			if d == 0 {
				break
			}
			c += d
			i += d
		} else {
			d := int(w.mu[c]) - 1 - 2*r
			if d == 0 {
				break
			}
			r += d
			i += d * w.stride
		}
		across = !across
		if !w.tick(ctx, 1) {
			return false
		}
	}
	w.even.backInto(&w.odd)
	return w.visit(&w.even, row, col, byRow)
}

// backInto appends the characters of odd in reverse.
func (s *strands[C]) backInto(odd *strands[C]) {
	for k := odd.n - 1; k >= 0; k-- {
		if s.n == len(s.target) {
			s.grow()
		}
		s.target[s.n], s.base[0][s.n], s.base[1][s.n] = odd.target[k], odd.base[0][k], odd.base[1][k]
		s.n++
	}
}

// circle walks an orbit without ends. It reports whether to go on.
func (w *walker[C]) circle(ctx context.Context, r, c int) bool {
	even, odd := &w.even, &w.odd
	even.n, odd.n = 0, 0
	row, col := r, c
	first := r*w.stride + c
	planes, lambda, mu, stride, epoch := w.planes, w.lambda, w.mu, w.stride, w.epoch
	oddCol := int(lambda[r]) - 1 - c
	for i := first; ; {
		p := &planes[i]
		p.seen = epoch
		even.put(p)
		d := int(lambda[r]) - 1 - 2*c
		c += d
		i += d
		p = &planes[i]
		p.seen = epoch
		odd.put(p)
		d = int(mu[c]) - 1 - 2*r
		r += d
		i += d * stride
		if i == first {
			break
		}
		if even.n&(pollTiles-1) == 0 && ctx.Err() != nil {
			return false
		}
	}
	if !w.tick(ctx, 2*even.n) {
		return false
	}
	return w.visit(even, row, col, false) && w.visit(odd, row, oddCol, true)
}
