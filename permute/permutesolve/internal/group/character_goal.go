package group

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// viewCharacter looks for a character of a view that speaks against a goal. All ways to match the start's tiles with
// the goal's cells count what one of them counts and sums of what their differences count; a character takes these
// and what moves count to 0, and that one way to something else.
func (g *Group) viewCharacter(ctx context.Context, p *permute.Instance, a *aim, v *blockView,
	lim puzzle.Limits) (*refutation, error) {
	goal := newEffect(len(v.kinds))
	var free []blockEffect
	for r := range v.kinds {
		m, err := g.matchKind(ctx, p, a.goal, v, r, lim)
		if m == nil || err != nil {
			return nil, err
		}
		if !m.possible {
			c := permute.Character{Modulus: v.kinds[r].turns, Systems: []permute.System{v.system(r)}}
			return &refutation{character: c}, nil
		}
		goal.turn[r], goal.inside[r], goal.places[r] = m.turn, m.odd, m.oddPlaces
		for _, d := range m.free {
			e := newEffect(len(v.kinds))
			e.turn[r], e.inside[r] = d.turn, d.odd
			free = append(free, e)
		}
		if m.loosePlaces {
			e := newEffect(len(v.kinds))
			e.places[r] = true
			free = append(free, e)
		}
	}
	rigid := func(k int) bool {
		return len(g.Orbits[k]) > 1 && a.swap[k][0] < 0 && v.blockOf[g.Orbits[k][0]] < 0
	}
	for _, k := range g.Parity.Of(g, a.dest) {
		if rigid(k) {
			goal.singles = append(goal.singles, k)
		}
	}
	return v.separate(ctx, g, goal, free, rigid)
}

// system is the kind r as part of a character, as yet without a weight; phases are modulo the kind's turns.
func (v *blockView) system(r int) permute.System {
	s := permute.System{Phases: slices.Clone(v.kinds[r].phases)}
	for _, b := range v.kinds[r].blocks {
		s.Blocks = append(s.Blocks, v.blocks[b])
	}
	return s
}

// separate finds a character that takes all moves and all of free to 0 and goal elsewhere, nil where there is none.
// Its unknowns are the kinds' weights, their flags, and the orbits of single cells that count.
func (v *blockView) separate(ctx context.Context, g *Group, goal blockEffect, free []blockEffect,
	rigid func(k int) bool) (*refutation, error) {
	u := v.unknowns(goal, rigid)
	effects := slices.Concat(v.moves, free) // what the character takes to 0
	if u.modulus >= zmod.MaxModulus || len(effects) > maxCharacterImages/max(1, u.rows) {
		return nil, nil
	}
	mt := puzzle.Limits{}.Meter(ctx)
	m := zmod.NewMatrix(mt, u.rows, len(effects), uint32(u.modulus))
	if m == nil {
		return nil, mt.Err()
	}
	for j := range effects {
		u.fill(&effects[j], func(i int, x int64) { m.Set(i, j, x) })
	}
	d := m.Decompose(mt)
	if d == nil {
		return nil, mt.Err()
	}
	b := make([]uint32, u.rows)
	u.fill(&goal, func(i int, x int64) { b[i] = uint32(x) })
	_, y := d.Solve(mt, b)
	if y == nil {
		return nil, mt.Err()
	}
	sum := int64(0)
	for i := range y {
		sum = (sum + int64(y[i])*int64(b[i])) % u.modulus
	}
	return v.built(g, y, u.orbits, sum, u.modulus), nil
}

// unknowns are what a character counts, a row of a system of equations each: of each kind of blocks the turns, the
// odd insides and the odd places, and then single cells by their orbits.
type unknowns struct {
	v       *blockView
	modulus int64
	rows    int
	orbits  []int
	row     map[int]int // by orbit
}

// unknowns are those that occur in goal and moves. The modulus is as large as zmod.MaxModulus where it would be larger.
func (v *blockView) unknowns(goal blockEffect, rigid func(k int) bool) *unknowns {
	u := &unknowns{v: v, modulus: 2, rows: 3 * len(v.kinds), row: make(map[int]int)}
	for r := range v.kinds {
		u.modulus = min(lcm(u.modulus, v.kinds[r].turns), zmod.MaxModulus)
	}
	add := func(list []int) {
		for _, k := range list {
			if _, ok := u.row[k]; !ok && rigid(k) {
				u.row[k] = u.rows
				u.orbits = append(u.orbits, k)
				u.rows++
			}
		}
	}
	add(goal.singles)
	for i := range v.moves {
		add(v.moves[i].singles)
	}
	return u
}

// fill sets the rows of an effect that are not 0.
func (u *unknowns) fill(e *blockEffect, set func(i int, x int64)) {
	half := u.modulus / 2
	for r := range u.v.kinds {
		set(3*r, e.turn[r]*(u.modulus/u.v.kinds[r].turns))
		if e.inside[r] {
			set(3*r+1, half)
		}
		if e.places[r] {
			set(3*r+2, half)
		}
	}
	for _, k := range e.singles {
		if i, ok := u.row[k]; ok {
			set(i, half)
		}
	}
}

// built makes a character of the unknowns, of the parts that count alone, modulo the least number that will do.
func (v *blockView) built(g *Group, y []uint32, orbits []int, sum, modulus int64) *refutation {
	least := int64(1)
	for r := range v.kinds {
		turns := v.kinds[r].turns
		if int64(y[3*r])%turns != 0 {
			least = lcm(least, turns)
		}
		if (y[3*r+1]|y[3*r+2])&1 != 0 {
			least = lcm(least, 2)
		}
	}
	var cells []int32
	for i, k := range orbits {
		if y[3*len(v.kinds)+i]&1 != 0 {
			least = lcm(least, 2)
			cells = append(cells, g.Orbits[k]...)
		}
	}
	slices.Sort(cells)
	out := &refutation{sum: sum / (modulus / least)}
	out.character = permute.Character{Modulus: least, Cells: cells}
	for r := range v.kinds {
		turns := v.kinds[r].turns
		s := v.system(r)
		s.Weight = int64(y[3*r]) % turns
		s.Inside, s.Places = y[3*r+1]&1 != 0, y[3*r+2]&1 != 0
		if s.Weight == 0 && !s.Inside && !s.Places {
			continue
		}
		if least%turns != 0 { // the turns do not count: the phases may be anything that moves keep
			turns = 1
			clear(s.Phases)
		}
		for i := range s.Phases {
			s.Phases[i] *= least / turns
		}
		out.character.Systems = append(out.character.Systems, s)
	}
	out.simplify()
	return out
}

// simplify makes the first weight 1, if some multiple of it is.
func (r *refutation) simplify() {
	m := r.character.Modulus
	for _, s := range r.character.Systems {
		if s.Weight == 0 {
			continue
		}
		if m < 2 || gcd(s.Weight, m) != 1 {
			return
		}
		by, _ := zmod.NewRing(uint32(m)).Inv(uint32(s.Weight)) // a unit, odd if m is even: half of m stays what it is
		for i := range r.character.Systems {
			w := &r.character.Systems[i].Weight
			*w = *w * int64(by) % m
		}
		r.sum = r.sum * int64(by) % m
		return
	}
}
