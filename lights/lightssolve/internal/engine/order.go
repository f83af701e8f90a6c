package engine

import (
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// A plan is the order in which lamps are made right. A lamp whose buttons are all known but one,
// with a unit weight, determines that one; if more are unknown, all but the last become free
// unknowns; if none is, the lamp is an equation between the free ones. On a plane and
// with a pattern whose first cell has a unit weight this is the lexicographic chase: ey·w
// + ex·(h − ey) unknowns, (ex, ey) being the reach of that cell. But it works for every
// matrix, with holes, around edges that are joined and without units; only the
// number of unknowns tells how well.
//
// No lamp treated before the one that determines a button reaches that button. So the
// determined part of the matrix is triangular, and vectors y with y·A = 0 follow from their values
// at the equations, in the opposite order.
type plan struct {
	order     []int32 // lamps that matter, as they are treated
	decides   []int32 // decides[i]: the button that lamp order[i] determines, or −1
	inverse   []uint32
	free      []int32 // buttons that are free unknowns
	equations []int32 // lamps that are equations between them
}

// view is one of the eight ways to look at a grid.
type view struct{ swap, flipX, flipY bool }

// rank returns the place of cell (x, y) when a w × h grid is read in the view's order.
func (v view) rank(x, y, w, h int) int {
	if v.flipX {
		x = w - 1 - x
	}
	if v.flipY {
		y = h - 1 - y
	}
	if v.swap {
		return x*h + y
	}
	return y*w + x
}

// maxTries is the number of entries up to which all views are tried.
const maxTries = 1 << 22

// newPlan takes the view with the fewest unknowns; inv inverts units modulo q.
func newPlan(mt *meter.Meter, r rules, s *sparse, inv func(uint32) (uint32, bool)) (*plan, error) {
	p := r.p
	if p.Net != nil {
		return s.plan(mt, nil, inv)
	}
	tries := 8
	if len(s.button) > maxTries || p.Cells == nil && symmetric(r.offsets) {
		tries = 2
	}
	if tries == 2 && p.Width == p.Height && p.Topology != lights.Cylinder && p.Cells == nil && p.Pattern.Name != "" {
		tries = 1 // swapping the axes changes nothing either
	}
	var best *plan
	rank := make([]int32, s.lamps)
	for i := range tries {
		v := view{i&1 != 0, i&2 != 0, i&4 != 0}
		for y := range p.Height {
			for x := range p.Width {
				if x%PollEvery == 0 && mt.Work(2*min(p.Width, PollEvery)) != nil {
					return nil, mt.Err()
				}
				rank[y*p.Width+x] = int32(v.rank(x, y, p.Width, p.Height))
			}
		}
		try, err := s.plan(mt, rank, inv)
		if err != nil {
			return nil, err
		}
		if best == nil || len(try.free) < len(best.free) {
			best = try
		}
	}
	return best, nil
}

// symmetric reports whether a pattern looks the same from left and right, and from above and
// below. (On an axis that wraps offsets are not negative, and one that does not look so may be.)
func symmetric(offsets []lights.Offset) bool {
	weight := make(map[[2]int]uint32, len(offsets))
	for _, o := range offsets {
		weight[[2]int{o.DX, o.DY}] = o.Weight
	}
	for _, o := range offsets {
		if weight[[2]int{-o.DX, o.DY}] != o.Weight || weight[[2]int{o.DX, -o.DY}] != o.Weight {
			return false
		}
	}
	return true
}

// plan treats lamps in the order of rank, which also says which button is the last; nil is the
// order of their numbers.
func (s *sparse) plan(mt *meter.Meter, rank []int32, inv func(uint32) (uint32, bool)) (*plan, error) {
	at := func(i int32) int32 {
		if rank == nil {
			return i
		}
		return rank[i]
	}
	lampAt := make([]int32, s.lamps)
	for i := range lampAt {
		lampAt[at(int32(i))] = int32(i)
	}
	p := &plan{order: make([]int32, 0, s.lamps), decides: make([]int32, 0, s.lamps), inverse: make([]uint32, 0, s.lamps)}
	known := make([]bool, s.buttons)
	var unknown []int32
	for _, lamp := range lampAt {
		if s.dark != nil && s.dark[lamp] {
			continue
		}
		buttons, weights := s.row(int(lamp))
		if err := mt.Work(4*len(buttons) + 8); err != nil {
			return nil, err
		}
		unknown = unknown[:0]
		last, lastInv := int32(-1), uint32(0)
		for k, b := range buttons {
			if known[b] {
				continue
			}
			unknown = append(unknown, b)
			if last < 0 || at(b) > at(last) {
				if u, ok := inv(weights[k]); ok {
					last, lastInv = b, u
				}
			}
		}
		for _, b := range unknown {
			known[b] = true
			if b != last {
				p.free = append(p.free, b)
			}
		}
		p.order = append(p.order, lamp)
		p.decides = append(p.decides, last)
		p.inverse = append(p.inverse, lastInv)
		if last < 0 {
			p.equations = append(p.equations, lamp)
		}
	}
	for b, k := range known {
		if !k && (s.dead == nil || !s.dead[b]) {
			p.free = append(p.free, int32(b))
		}
	}
	return p, nil
}
