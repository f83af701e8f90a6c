package tiltsolve

import (
	"context"

	"github.com/gridwright/gridwright/internal/congruence"
)

// A match is what is known about one target on one ring.
type match struct {
	alive  bool
	system congruence.System // for the number of half turns (two tilts) from base to target
	cells  [][2]int          // when no longer alive: a cell on each cycle that says why
}

// dead notes why the target is not on the ring: one cycle, or two.
func (m *match) dead(tags ...int64) {
	m.alive = false
	m.cells = nil
	for _, tag := range tags {
		if tag != evenTag {
			m.cells = append(m.cells, [2]int{int(tag >> 32), int(uint32(tag))})
		}
	}
}

// evenTag marks the congruence that asks for whole turns.
const evenTag = -1

func tagOf(row, col int) int64 { return int64(row)<<32 | int64(col) }

// find compares the target plane with the bases of the rings in want. It ends early once
// no ring is left. The matches that stay alive have solvable systems.
func (h *half[C]) find(ctx context.Context, want [2]bool, m *[2]match) error {
	rings := 0
	for b := range m {
		m[b].alive = want[b]
		if want[b] {
			rings++
			m[b].system.Reset()
			m[b].system.Add(congruence.Congruence{Modulus: 2, Residue: 0, Tag: evenTag})
		}
	}
	if rings == 0 {
		return nil
	}
	err := h.walk(ctx, func(s *strands[C], row, col int, backward bool) bool {
		target := s.target[:s.n]
		if s.n == 1 { // a tile that stays: no need for the machinery
			for b := range m {
				if m[b].alive && s.base[b][0] != target[0] {
					m[b].dead(tagOf(row, col))
					rings--
				}
			}
			return rings > 0
		}
		var want necklace[C]
		for b := range m {
			if !m[b].alive {
				continue
			}
			if want.s == nil {
				want = necklaceOf(target)
			}
			if !addCycle(&m[b], necklaceOf(s.base[b][:s.n]), want, tagOf(row, col), backward) {
				rings--
			}
		}
		return rings > 0
	})
	if err != nil {
		return err
	}
	for b := range m {
		if m[b].alive {
			if clash, ok := m[b].system.Solvable(); !ok {
				m[b].dead(clash[0].Tag, clash[1].Tag)
			}
		}
	}
	return nil
}

// addCycle adds what one cycle says to the system; it reports false where that ends the match.
func addCycle[C code](m *match, base, target necklace[C], tag int64, backward bool) bool {
	d, ok := base.rotationTo(target)
	if !ok {
		m.dead(tag)
		return false
	}
	if base.period == 1 {
		return true
	}
	if backward && d > 0 {
		d = base.period - d
	}
	e, ok := m.system.Add(congruence.Congruence{Modulus: int64(base.period), Residue: int64(d), Tag: tag})
	if !ok {
		m.dead(e.Tag, tag)
	}
	return ok
}
