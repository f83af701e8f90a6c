package tiltsolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// A search looks for one target on the rings of one start.
type search[C code] struct {
	g      *rings[C]
	target []C
	seen   *profile // the target's
	lim    puzzle.Limits

	found   bool
	length  *big.Int    // of the shortest ways
	best    []tilt.Word // the shortest ways, each once
	refuted []refuted
}

// refuted is a ring and corner at which the target looks right and never stands.
type refuted struct {
	first  byte // L R U D
	corner int
	cells  [][2]int // on the board as it is, not transposed
}

// run looks at every ring that can hold the target. Half 1 is left out where a horizontal tilt
// moves nothing: then an up (down) tilt of the start is an entry of a ring of half 0
// already, and so are the rings of half 1. For the verdict alone the same is true of half 0
// and vertical tilts.
func (s *search[C]) run(ctx context.Context) error {
	g, seen := s.g, s.seen
	if !(seen.left || seen.right) || !(seen.falls || seen.grows) {
		return nil // packed into no corner
	}
	first := g.half(0)
	if equalRows(seen.lambda, first.lambda) && !(s.lim.VerdictOnly && s.upright()) {
		if err := s.half(ctx, 0, seen); err != nil || s.done() {
			return err
		}
	}
	if first.start.left || first.start.right {
		return nil
	}
	return s.half(ctx, 1, seen.transposed(g.w))
}

// upright reports whether an up or a down tilt of the start moves nothing, and no horizontal
// one does (for then half 0 is the one to keep).
func (s *search[C]) upright() bool {
	first, second := s.g.half(0).start, s.g.half(1).start
	return !first.left && !first.right && (second.left || second.right)
}

// done tells that the rest can add nothing.
func (s *search[C]) done() bool { return s.found && s.lim.VerdictOnly }

// transposed turns the profile of a board that is packed into a corner into that of the
// transposed board.
func (p *profile) transposed(width int) *profile {
	return &profile{
		lambda: conjugate(p.lambda, width), tiles: p.tiles,
		left: p.falls, right: p.grows, falls: p.left, grows: p.right,
	}
}

// half looks at the rings of half k; seen is the target's profile as that half sees it.
func (s *search[C]) half(ctx context.Context, k int, seen *profile) error {
	if !equalRows(seen.lambda, s.g.half(k).lambda) {
		return nil
	}
	h := s.g.opened(k)
	src := newSource(s.target, s.g.h, s.g.w, k == 1)
	var m match
	for corner := range 4 {
		if !seen.fits(corner, h.lambda) {
			continue
		}
		if err := h.setTarget(ctx, src, corner); err != nil {
			return err
		}
		for b := range 2 {
			if b == 0 || !h.same() { // otherwise m is about ring 1 as well
				if err := h.setBase(ctx, b); err != nil {
					return err
				}
				if err := h.find(ctx, &m); err != nil {
					return err
				}
			}
			if !m.alive {
				s.refuted = append(s.refuted, refutedIn(k, b, corner, m.cells))
				continue
			}
			s.found = true
			if s.done() {
				return nil
			}
			s.offer(h, k, b, corner, &m)
		}
	}
	return nil
}

// offer keeps the shortest of the ways to the target on ring b of half k.
func (s *search[C]) offer(h *half[C], k, b, corner int, m *match) {
	n, period, _, _ := m.system.Solve() // in half turns; find has seen that there is a solution
	at := n.Lsh(n, 1)
	at.Add(at, big.NewInt(offset[corner]))
	length := period.Lsh(period, 1)
	h.routes(b, at, length, func(r *route) {
		longer := 1
		if s.length != nil {
			longer = s.length.Cmp(r.length)
		}
		if longer < 0 {
			return
		}
		word := r.word()
		if k == 1 {
			word = word.Mirror()
		}
		if longer > 0 {
			s.length, s.best = r.length, nil
		}
		for _, known := range s.best {
			if beginning(known) == beginning(word) {
				return
			}
		}
		s.best = append(s.best, word)
	})
}

// beginning is the first letters of w, as many as tell ways of one length apart: behind a prefix of at most three tilts
// each goes round a ring with a period of four, and where tilts are left out on the way it has not ended later.
func beginning(w tilt.Word) string {
	_, letters := w.Cut(new(big.Int))
	var out []byte
	for len(out) < 8 {
		c, ok := letters()
		if !ok {
			break
		}
		out = append(out, c...)
	}
	return string(out)
}

// refutedIn translates from half 1's transposed board.
func refutedIn(k, b, corner int, cells [][2]int) refuted {
	if k == 0 {
		return refuted{"LR"[b], corner, cells}
	}
	r := refuted{"UD"[b], corner, make([][2]int, len(cells))}
	switch corner {
	case cornerRU:
		r.corner = cornerLD
	case cornerLD:
		r.corner = cornerRU
	}
	for i, c := range cells {
		r.cells[i] = [2]int{c[1], c[0]}
	}
	return r
}
