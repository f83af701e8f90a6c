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

// find compares the target plane with the base plane. It ends early once the target cannot
// be on the ring. A match that stays alive has a solvable system.
func (h *half[C]) find(ctx context.Context, m *match) error {
	m.alive = true
	m.system.Reset()
	m.system.Add(congruence.Congruence{Modulus: 2, Residue: 0, Tag: evenTag})
	err := h.walk(ctx, func(s *strands[C], row, col int, backward bool) bool {
		if s.n == 1 { // a tile that stays: no need for the machinery
			if s.base[0] != s.target[0] {
				m.dead(tagOf(row, col))
			}
		} else {
			addCycle(m, s.base[:s.n], s.target[:s.n], tagOf(row, col), backward)
		}
		return m.alive
	})
	if err == nil && m.alive {
		if clash, ok := m.system.Solvable(); !ok {
			m.dead(clash[0].Tag, clash[1].Tag)
		}
	}
	return err
}

// addCycle adds what one cycle says to the system, or notes that it ends the match.
func addCycle[C code](m *match, base, target []C, tag int64, backward bool) {
	b, t := necklacesOf(base, target)
	d, ok := b.rotationTo(t)
	if !ok {
		m.dead(tag)
		return
	}
	if b.period == 1 {
		return
	}
	if backward && d > 0 {
		d = b.period - d
	}
	e, ok := m.system.Add(congruence.Congruence{Modulus: int64(b.period), Residue: int64(d), Tag: tag})
	if !ok {
		m.dead(e.Tag, tag)
	}
}
