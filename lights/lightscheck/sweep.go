package lightscheck

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/lights"
)

// A sweep counts the solutions of A·x = b modulo a prime power in one pass over the lamps, along the longer side
// of the board. A button is known as a sum over parameters, of which all solutions are made. A lamp whose
// buttons are all known but one makes that one known; where more are unknown the others become
// parameters. If none is, the lamp says something about the parameters: one of them with a unit before it
// is replaced by the rest. Only buttons that lamps still to come are reached by are kept, so a board of h × w costs
// about w·h times what stands between its first h cells and the rest: a line of lamps takes linear time.
//
// What has no unit before any parameter (modulo p^k, k > 1, a multiple of p) waits for the end.
type sweep struct {
	k       *work
	q       primePower
	a       arithmetic
	of      [][]uint64 // of[button]: its sum; nil before and after
	uses    []int32    // lamps still to come that the button reaches
	live    []int32    // buttons that have a sum
	at      []int32    // at[button]: its place in live
	pool    [][]uint64
	slots   int // parameters that a sum has room for
	idle    []int
	waiting [][]uint64

	made, replaced int  // parameters
	solvable       bool // as far as has been seen
}

// arithmetic is that of sums: a constant and the coefficients of the parameters, elements 0 and 1 … slots.
type arithmetic interface {
	words(elements int) int
	at(v []uint64, i int) uint64
	put(v []uint64, i int, c uint64)
	add(dst, src []uint64, c uint64) // dst += c·src
}

// parityRows have 64 elements to a word.
type parityRows struct{}

func (parityRows) words(n int) int             { return (n + 63) / 64 }
func (parityRows) at(v []uint64, i int) uint64 { return v[i/64] >> (i % 64) & 1 }

func (parityRows) put(v []uint64, i int, c uint64) {
	v[i/64] = v[i/64]&^(1<<(i%64)) | c&1<<(i%64)
}

func (parityRows) add(dst, src []uint64, c uint64) {
	if c&1 != 0 {
		for i, word := range src {
			dst[i] ^= word
		}
	}
}

// residueRows have one element to a word, below m.
type residueRows struct{ m uint64 }

func (residueRows) words(n int) int                 { return n }
func (residueRows) at(v []uint64, i int) uint64     { return v[i] }
func (residueRows) put(v []uint64, i int, c uint64) { v[i] = c }

func (r residueRows) add(dst, src []uint64, c uint64) {
	if c != 0 {
		for i, a := range src {
			if a != 0 {
				dst[i] = (dst[i] + c*a) % r.m
			}
		}
	}
}

// An entry says that a button adds weight to the lamp at hand.
type entry struct {
	button int32
	weight uint64
}

// firstSlots is the room for parameters that a sweep begins with.
const firstSlots = 63

func newSweep(k *work, q primePower, buttons int) (*sweep, error) {
	s := &sweep{k: k, q: q, a: residueRows{q.q}, solvable: true}
	if q.q == 2 {
		s.a = parityRows{}
	}
	if err := k.room("the buttons of this board", 40*int64(buttons)); err != nil {
		return nil, err
	}
	s.of, s.uses, s.at = make([][]uint64, buttons), make([]int32, buttons), make([]int32, buttons)
	s.grow(firstSlots)
	return s, nil
}

// grow makes room for so many parameters in all sums.
func (s *sweep) grow(slots int) {
	n := s.a.words(slots + 1)
	longer := func(v []uint64) []uint64 { return append(make([]uint64, 0, n), v...)[:n] }
	for _, b := range s.live {
		s.of[b] = longer(s.of[b])
	}
	for i, v := range s.waiting {
		s.waiting[i] = longer(v)
	}
	s.pool = nil
	for i := slots; i > s.slots; i-- {
		s.idle = append(s.idle, i)
	}
	s.slots = slots
}

// take returns the sum 0.
func (s *sweep) take() []uint64 {
	if n := len(s.pool); n > 0 {
		v := s.pool[n-1]
		s.pool = s.pool[:n-1]
		clear(v)
		return v
	}
	return make([]uint64, s.a.words(s.slots+1))
}

// parameter makes a new one, whose place is the result.
func (s *sweep) parameter(spare []uint64) (int, []uint64, error) {
	s.made++
	collected := len(s.idle) == 0
	if collected {
		s.collect(spare)
		if err := s.k.strive(s.slots * (len(s.live) + len(s.waiting) + 1)); err != nil {
			return 0, nil, err
		}
	}
	if collected && len(s.idle) <= s.slots/4 {
		if err := s.k.room("the parameters of this board",
			16*int64(s.a.words(2*s.slots+2))*int64(len(s.live)+len(s.waiting)+len(s.pool)+2)); err != nil {
			return 0, nil, err
		}
		s.grow(2*s.slots + 1)
		spare = append(spare, make([]uint64, s.a.words(s.slots+1)-len(spare))...)
	}
	i := s.idle[len(s.idle)-1]
	s.idle = s.idle[:len(s.idle)-1]
	return i, spare, nil
}

// collect finds the places of parameters that no sum has any more: those are replaced, or free for good.
func (s *sweep) collect(spare []uint64) {
	seen := make([]bool, s.slots+1)
	look := func(v []uint64) {
		for i := range seen {
			seen[i] = seen[i] || s.a.at(v, i) != 0
		}
	}
	look(spare)
	for _, b := range s.live {
		look(s.of[b])
	}
	for _, v := range s.waiting {
		look(v)
	}
	for i := s.slots; i > 0; i-- {
		if !seen[i] {
			s.idle = append(s.idle, i)
		}
	}
}

// know gives a button its sum.
func (s *sweep) know(b int32, v []uint64) {
	s.of[b], s.at[b] = v, int32(len(s.live))
	s.live = append(s.live, b)
}

// lamp takes in that the entries' buttons must add up to want.
func (s *sweep) lamp(entries []entry, want uint64) error {
	sum := s.take()
	s.a.put(sum, 0, (s.q.q-want%s.q.q)%s.q.q)
	last := -1
	for i, e := range entries {
		if s.of[e.button] == nil && e.weight%uint64(s.q.p) != 0 {
			last = i
		}
	}
	for i, e := range entries {
		if i == last {
			continue
		}
		if s.of[e.button] == nil {
			slot, longer, err := s.parameter(sum)
			if err != nil {
				return err
			}
			sum = longer
			unit := s.take()
			s.a.put(unit, slot, 1)
			s.know(e.button, unit)
		}
		s.a.add(sum, s.of[e.button], e.weight)
	}
	if err := s.k.strive(len(sum) * len(entries)); err != nil {
		return err
	}
	if last >= 0 {
		known := s.take()
		s.a.add(known, sum, s.q.q-inverse(entries[last].weight, s.q.q))
		s.know(entries[last].button, known)
	} else if err := s.equation(sum); err != nil {
		return err
	}
	s.pool = append(s.pool, sum)
	for _, e := range entries {
		if s.uses[e.button]--; s.uses[e.button] == 0 {
			s.forget(e.button)
		}
	}
	return nil
}

// forget drops a button that no lamp to come is reached by.
func (s *sweep) forget(b int32) {
	s.pool = append(s.pool, s.of[b])
	at, end := s.at[b], len(s.live)-1
	s.live[at] = s.live[end]
	s.at[s.live[at]] = at
	s.live, s.of[b] = s.live[:end], nil
}

// equation takes in that sum is 0.
func (s *sweep) equation(sum []uint64) error {
	some := false
	for i := 1; i <= s.slots; i++ {
		c := s.a.at(sum, i)
		if some = some || c != 0; c%uint64(s.q.p) == 0 {
			continue
		}
		// sum/(−c) without parameter i is what i is.
		rest := s.take()
		s.a.add(rest, sum, s.q.q-inverse(c, s.q.q))
		s.a.put(rest, i, 0)
		s.replaced++
		s.idle = append(s.idle, i)
		replace := func(v []uint64) {
			if c := s.a.at(v, i); c != 0 {
				s.a.put(v, i, 0)
				s.a.add(v, rest, c)
			}
		}
		for _, b := range s.live {
			replace(s.of[b])
		}
		for _, v := range s.waiting {
			replace(v)
		}
		s.pool = append(s.pool, rest)
		return s.k.strive(len(sum)*(len(s.live)+len(s.waiting)) + s.slots)
	}
	switch {
	case some:
		s.waiting = append(s.waiting, slices.Clone(sum))
	case s.a.at(sum, 0) != 0:
		s.solvable = false
	}
	return s.k.strive(s.slots)
}

// finish returns the number of solutions, if there are any.
func (s *sweep) finish() (*big.Int, error) {
	free := s.made - s.replaced
	n := big.NewInt(1)
	if len(s.waiting) > 0 {
		rows := make([][]uint32, len(s.waiting))
		for i, v := range s.waiting {
			for j := range s.slots + 1 { // the constant comes last
				rows[i] = append(rows[i], uint32(s.a.at(v, (j+1)%(s.slots+1))))
			}
			last := &rows[i][s.slots]
			*last = uint32((s.q.q - uint64(*last)) % s.q.q)
		}
		f := powerForm{primePower: s.q}
		if err := f.reduce(s.k, rows, s.slots); err != nil {
			return nil, err
		}
		s.solvable = s.solvable && f.solvable
		free -= len(f.pivots)
		for _, pv := range f.pivots {
			n.Mul(n, new(big.Int).SetUint64(pv.scale))
		}
	}
	return n.Mul(n, new(big.Int).Exp(new(big.Int).SetUint64(s.q.q), big.NewInt(int64(free)), nil)), nil
}

// count is the number of solutions of k's instance; with augmented set 0 if there is none, otherwise the
// number that it has if it has any.
func (k *work) count(augmented bool) (*big.Int, error) {
	if err := k.fit(); err != nil {
		return nil, err
	}
	visit, buttons, err := k.lamps()
	if err != nil {
		return nil, err
	}
	total, solvable := big.NewInt(1), true
	for _, q := range factor(uint32(k.m)) {
		s, err := newSweep(k, q, buttons)
		if err != nil {
			return nil, err
		}
		var own []entry
		reduced := func(entries []entry) []entry { // modulo q
			own = own[:0]
			for _, e := range entries {
				if e.weight %= q.q; e.weight != 0 {
					own = append(own, e)
				}
			}
			return own
		}
		err = visit(func(entries []entry, _ uint64) error {
			for _, e := range reduced(entries) {
				s.uses[e.button]++
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.made = k.buttons(s.uses)
		err = visit(func(entries []entry, want uint64) error {
			if !augmented {
				want = 0
			}
			return s.lamp(reduced(entries), want)
		})
		if err != nil {
			return nil, err
		}
		n, err := s.finish()
		if err != nil {
			return nil, err
		}
		total.Mul(total, n)
		solvable = solvable && s.solvable
	}
	if augmented && !solvable {
		return new(big.Int), nil
	}
	return total, nil
}

// buttons counts the buttons that work and reach no lamp: each of them is a parameter.
func (k *work) buttons(uses []int32) (n int) {
	for _, u := range uses {
		if u == 0 {
			n++
		}
	}
	for _, c := range k.p.Cells {
		if c&lights.NoButton != 0 {
			n--
		}
	}
	return n
}
