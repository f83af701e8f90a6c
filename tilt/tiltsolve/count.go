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
	h, err := g.built(ctx, k)
	if err != nil {
		return sizes, false, err
	}
	for i := range h.planes {
		h.planes[i].target = h.planes[i].base[1]
	}
	var periods [2]map[int64]bool
	for b := range periods {
		periods[b] = map[int64]bool{2: true}
	}
	err = h.walk(ctx, func(s *strands[C], _, _ int, _ bool) bool {
		for b := range periods {
			_, period := leastRotation(s.base[b][:s.n])
			periods[b][int64(period)] = true
		}
		return true
	})
	if err != nil {
		return sizes, false, err
	}
	for b := range sizes {
		// The lcm counts half turns of two tilts.
		sizes[b] = congruence.Lcm(periods[b])
		sizes[b].Lsh(sizes[b], 1)
	}
	switch h.idleLetters() {
	case "LR", "UD": // four positions, and each board twice among them
		sizes = [2]*big.Int{big.NewInt(2), big.NewInt(2)}
	case "LRUD":
		sizes = [2]*big.Int{big.NewInt(1), big.NewInt(1)}
	}
	if h.same {
		return sizes, true, nil
	}
	var m [2]match
	err = h.find(ctx, [2]bool{true, false}, &m)
	return sizes, m[0].alive, err
}

// knownRings reports for the rings of half 1 whether they are rings of half 0, whose
// diagram is the same.
func (g *rings[C]) knownRings(ctx context.Context) (known [2]bool, err error) {
	second, err := g.built(ctx, 1)
	if err != nil {
		return known, err
	}
	var bases [2][]C
	for b := range bases {
		// second's rows are the board's columns.
		bases[b] = make([]C, g.h*g.w)
		for r, n := range second.lambda {
			for c := 0; c < int(n); c++ {
				bases[b][c*g.w+r] = second.planes[r*second.stride+c].base[b]
			}
		}
	}
	first, err := g.built(ctx, 0)
	if err != nil {
		return known, err
	}
	var m [2]match
	for b := range bases {
		if err := first.setTarget(ctx, newSource(bases[b], g.h, g.w, false), cornerLU); err != nil {
			return known, err
		}
		if err := first.find(ctx, [2]bool{true, true}, &m); err != nil {
			return known, err
		}
		known[b] = m[0].alive || m[1].alive
	}
	return known, nil
}
