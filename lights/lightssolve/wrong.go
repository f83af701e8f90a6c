package lightssolve

import (
	"fmt"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Residues tell boards apart by the sums that no press changes: what a board lacks in each of them to be reached from
// the start. A board of residue 0 can be reached. There are as many as the generators' orders multiply to.
type residues struct {
	mt    *meter.Meter
	s     *System
	gens  []*lights.Board // weights whose sums no press changes
	order []uint64        // of each
	size  int64           // the product of all orders
}

// residuesOf returns nil where they are more than a checker looks at.
func (s *System) residuesOf(mt *meter.Meter) (*residues, error) {
	r := &residues{mt: mt, s: s, size: 1}
	gens, err := s.leftKernel(mt)
	if err != nil {
		return nil, err
	}
	for _, g := range gens {
		o := uint64(s.m) / commonDivisor(engine.Cells(mt, g), uint64(s.m))
		r.order = append(r.order, o)
		if r.size *= int64(o); r.size*int64(len(gens)) > lights.MaxSums {
			return nil, nil
		}
	}
	r.gens = gens
	return r, mt.Err()
}

// at is the number of a residue. sum gives the value of each generator, modulo m, a multiple of m over its order.
func (r *residues) at(sum func(*lights.Board) uint32) int {
	n, radix := uint64(0), uint64(1)
	for i, g := range r.gens {
		n += uint64(sum(g)) / (uint64(r.s.m) / r.order[i]) * radix
		radix *= r.order[i]
	}
	return int(n)
}

// add adds two residues, place by place.
func (r *residues) add(a, b int) int {
	n, radix := 0, 1
	for _, order := range r.order {
		o := int(order)
		n += (a%o + b%o) % o * radix
		a, b, radix = a/o, b/o, radix*o
	}
	return n
}

// A trace says how a residue was reached first: by adding 1 to a lamp so many times, coming from another residue. A
// residue of a base comes from none and has the base as its lamp.
type trace struct {
	from, lamp, times int32
}

// A step is what 1 more in a lamp adds; lamps that add the same are one step.
type step struct {
	residue int
	lamp    int32
}

// nearAny decides p where too many boards will do to look at each: by the sums that no press changes. From the bases'
// residues it goes breadth-first, a wrong lamp at a time, until it meets 0: then so few wrong lamps are enough.
func (s *System) nearAny(mt *meter.Meter, p *lights.Instance) (lights.Outcome, error) {
	r, err := s.residuesOf(mt)
	if err != nil {
		return lights.Outcome{}, err
	}
	if r == nil {
		return s.anyBase(mt, p)
	}
	if err := mt.Hold("what boards lack to be reached", 16*r.size); err != nil {
		return lights.Outcome{}, err
	}
	seen := make([]trace, r.size)
	for i := range seen {
		seen[i].from = -1
	}
	var now []int
	for i := range p.Bases() {
		b := wanted(mt, p.Toward(base(p, i)))
		at := r.at(func(g *lights.Board) uint32 { return product2(mt, g, b, s.m) })
		if seen[at].from < 0 {
			seen[at] = trace{int32(at), int32(i), 0}
			now = append(now, at)
		}
		if err := mt.Err(); err != nil {
			return lights.Outcome{}, err
		}
	}
	lamps := lampsThatMatter(p)
	var steps []step
	known := map[int]bool{0: true}
	for i, l := range lamps {
		at := r.at(func(g *lights.Board) uint32 { return g.At(l[0], l[1]) })
		if !known[at] {
			known[at] = true
			steps = append(steps, step{at, int32(i)})
		}
		if err := mt.Work(20*len(r.gens) + 50); err != nil {
			return lights.Outcome{}, err
		}
	}
	for wrong := 0; wrong < p.Choice.Wrong && seen[0].from < 0 && len(now) > 0; wrong++ {
		if now, err = r.widen(now, steps, seen); err != nil {
			return lights.Outcome{}, err
		}
	}
	if seen[0].from < 0 {
		return lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{Sums: r.gens}}, nil
	}
	return s.reach(mt, p, back(p, seen, lamps))
}

// widen adds each step to each residue, as often as that leads somewhere new, and returns what was not met before.
func (r *residues) widen(now []int, steps []step, seen []trace) (next []int, err error) {
	for _, from := range now {
		for _, s := range steps {
			times := int32(1)
			for at := r.add(from, s.residue); at != from; at = r.add(at, s.residue) {
				if err := r.mt.Work(20*len(r.order) + 30); err != nil {
					return nil, err
				}
				if seen[at].from < 0 {
					seen[at] = trace{int32(from), s.lamp, times}
					next = append(next, at)
				}
				times++
			}
		}
	}
	return next, nil
}

// back is the board that the traces lead to from residue 0: a base, and what is added to its lamps.
func back(p *lights.Instance, seen []trace, lamps [][2]int) *lights.Board {
	var path []trace
	at := seen[0]
	for here := int32(0); at.from != here; here, at = at.from, seen[at.from] {
		path = append(path, at)
	}
	b := base(p, int(at.lamp)).Clone()
	for _, t := range path {
		y, x := lamps[t.lamp][0], lamps[t.lamp][1]
		b.Set(y, x, uint32((uint64(b.At(y, x))+uint64(t.times))%uint64(p.Modulus)))
	}
	return b
}

// reach is presses that lead to a board which can be reached.
func (s *System) reach(mt *meter.Meter, p *lights.Instance, b *lights.Board) (lights.Outcome, error) {
	o, err := s.solve(mt, p.Toward(b), false)
	if err != nil {
		return o, err
	}
	if o.Witness == nil {
		return lights.Outcome{}, fmt.Errorf("%w: a board that no sum refutes cannot be reached", puzzle.ErrInternal)
	}
	o.Witness.Solutions = nil
	o.Witness = plain(p, o.Witness, false)
	return o, nil
}

// anyBase tries the bases alone, where there are too many sums to look at.
func (s *System) anyBase(mt *meter.Meter, p *lights.Instance) (lights.Outcome, error) {
	for i := range p.Bases() {
		o, err := s.solve(mt, p.Toward(base(p, i)), true)
		if err != nil {
			return o, err
		}
		if o.Verdict == puzzle.Solved {
			return s.reach(mt, p, base(p, i))
		}
	}
	return lights.Outcome{}, &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf(
		"whether at most %s can stay wrong is not known: at least 1 does, and there are too many sums that no press changes",
		grid.Number(p.Choice.Wrong, "lamp"))}
}
