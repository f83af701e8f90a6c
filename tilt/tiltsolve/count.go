package tiltsolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/internal/congruence"
)

// count adds up the different boards: those on the rings, each ring once, and those before
// them: the start and the one-tilt boards that lie on no ring. A board that is packed into a
// corner lies on a ring (the tilts that would lead it there do nothing), another one does not.
func (g *rings[C]) count(ctx context.Context) (*big.Int, error) {
	if g.half(0).start.tiles == 0 {
		return big.NewInt(1), nil
	}
	first, second := g.half(0).start, g.half(1).start
	before := int64(0)
	if !(first.left || first.right) || !(second.left || second.right) {
		before++ // the start
	}
	for _, p := range []*profile{first, second} {
		if p.falls || p.grows {
			continue // tilted along the rows the board is packed into a corner
		}
		// Two boards that differ from the start, which is packed to at most one side:
		// rows that are packed to both are full or empty, and were counted with the start.
		for _, idle := range []bool{p.left, p.right} {
			if !idle {
				before++
			}
		}
	}
	sum := big.NewInt(before)

	// As in search.run: where a horizontal tilt does nothing, half 1 has no new rings.
	sizes, one, err := g.halfCount(ctx, 0)
	if err != nil {
		return nil, err
	}
	sum.Add(sum, sizes[0])
	if !one {
		sum.Add(sum, sizes[1])
	}
	if first.left || first.right {
		return sum, nil
	}
	sizes, one, err = g.halfCount(ctx, 1)
	if err != nil {
		return nil, err
	}
	known := [2]bool{}
	if equalRows(g.half(0).lambda, g.half(1).mu) {
		if known, err = g.knownRings(ctx); err != nil {
			return nil, err
		}
	}
	if !known[0] {
		sum.Add(sum, sizes[0])
	}
	if !known[1] && !one {
		sum.Add(sum, sizes[1])
	}
	return sum, nil
}

// halfCount returns how many boards each ring of half k has, and whether the two rings are one.
func (g *rings[C]) halfCount(ctx context.Context, k int) (sizes [2]*big.Int, one bool, err error) {
	h := g.opened(k)
	for b := range sizes {
		if err := h.setBase(ctx, b); err != nil {
			return sizes, false, err
		}
		if sizes[b], err = h.ringSize(ctx); err != nil {
			return sizes, false, err
		}
		if b == 0 && h.same() {
			return [2]*big.Int{sizes[0], sizes[0]}, true, nil
		}
	}
	// Is the base of ring 1, which is in the planes, on ring 0?
	for i := range h.planes {
		h.planes[i].target = h.planes[i].base
	}
	if err := h.setBase(ctx, 0); err != nil {
		return sizes, false, err
	}
	var m match
	err = h.find(ctx, &m)
	return sizes, m.alive, err
}

// ringSize returns how many boards the ring of the present base has.
func (h *half[C]) ringSize(ctx context.Context) (*big.Int, error) {
	switch h.idleLetters() {
	case "LR", "UD": // four positions, and each board twice among them
		return big.NewInt(2), nil
	case "LRUD":
		return big.NewInt(1), nil
	}
	periods := map[int64]bool{2: true}
	err := h.walk(ctx, func(s *strands[C], _, _ int, _ bool) bool {
		if s.n > 1 {
			periods[int64(necklaceOf(s.base[:s.n]).period)] = true
		}
		return true
	})
	// The lcm counts half turns of two tilts.
	n := congruence.Lcm(periods)
	return n.Lsh(n, 1), err
}

// knownRings reports for the rings of half 1 whether they are rings of half 0, whose
// diagram is the same.
func (g *rings[C]) knownRings(ctx context.Context) (known [2]bool, err error) {
	var bases [2][]C
	for b := range bases {
		second := g.opened(1)
		if err := second.setBase(ctx, b); err != nil {
			return known, err
		}
		bases[b] = second.copyBase() // of the transposed board
	}
	first := g.opened(0)
	var m match
	for b := range bases {
		if err := first.setTarget(ctx, newSource(bases[b], g.w, g.h, true), cornerLU); err != nil {
			return known, err
		}
		for on := range bases {
			if err := first.setBase(ctx, on); err != nil {
				return known, err
			}
			if err := first.find(ctx, &m); err != nil {
				return known, err
			}
			known[b] = known[b] || m.alive
		}
	}
	return known, nil
}
