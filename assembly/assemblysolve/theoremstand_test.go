package assemblysolve_test

import (
	"fmt"
	"math/rand/v2"
)

// A stand is what the proof of Theorem 2 looks at, with its names: a solid set A and a block y ≠ r that is not convex
// and leaves upwards. In the proof no convex block but r can leave A, which the few sets are like that are stuck. Here
// A may be any solid set in which no block of J is convex (nor the upper end of J*): what the proof shows to be
// impossible because a convex block could then leave A has to end in just that.
type stand struct {
	s                       field // A
	r, y                    cell
	a, b, row               int // J is (a, row) … (b, row); row is 0 in the proof
	top                     int // J* ends in (a − 1, top)
	number                  int // of the case
	name                    string
	leftSecond, rightSecond bool // whether the ends are of the second kind
	j, k, lid               field
	u                       field // A − K, and where both ends are of the first kind A − J
	o, v                    field
	seen                    map[string]int
}

// at is (x, y) of the proof.
func (st *stand) at(x, y int) cell { return cell{x, st.row + y} }

// run finds the longest run of blocks but r through c, along the unit e, that leave in the direction d, as its ends.
func run(s field, r, c, e, d cell) (first, last cell) {
	ok := func(c cell) bool { return c != r && s.leavesBy(c, d) }
	for first = c; ok(first.minus(e)); first = first.minus(e) {
	}
	for last = c; ok(last.plus(e)); last = last.plus(e) {
	}
	return first, last
}

func line(from, to, e cell) (f field) {
	for c := from; ; c = c.plus(e) {
		f = f.with(c)
		if c == to {
			return f
		}
	}
}

// takenOff takes the blocks of list off convexly, in that order, each in the direction d.
func takenOff(s field, list []cell, d cell) (field, error) {
	for _, c := range list {
		if !s.convexBlock(c) || !s.leavesBy(c, d) {
			return s, fmt.Errorf("%v is not convex or cannot leave", c)
		}
		s = s.without(c)
	}
	return s, nil
}

// from lists a run from c to one end and then to the other, without c.
func from(c, first, last, e cell) (out []cell) {
	for at := c; at != first; {
		at = at.minus(e)
		out = append(out, at)
	}
	for at := c; at != last; {
		at = at.plus(e)
		out = append(out, at)
	}
	return out
}

// newStand makes a stand and verifies what the proof says about J; nil where a block of J is convex.
func newStand(s field, r, y cell, seen map[string]int) (*stand, error) {
	first, last := run(s, r, y, toRight, toUp)
	st := &stand{s: s, r: r, y: y, a: first.x, b: last.x, row: y.y, seen: seen}
	st.j = line(first, last, toRight)
	for _, c := range st.j.cells() {
		if s.convexBlock(c) {
			return nil, nil
		}
		if !s.has(c.plus(toDown)) {
			return nil, fmt.Errorf("there is no block below %v", c)
		}
	}
	for x, second := range map[int]*bool{st.a - 1: &st.leftSecond, st.b + 1: &st.rightSecond} {
		switch {
		case s.has(st.at(x, 0)):
			if !s.has(st.at(x, -1)) {
				return nil, fmt.Errorf("an end of the first kind has no block below")
			}
		case s.has(st.at(x, 1)):
			*second = true
		default:
			return nil, fmt.Errorf("an end of J is of no kind")
		}
	}
	var err error
	st.u, err = takenOff(s.without(y), from(y, first, last, toRight), toUp)
	return st, err
}

// check verifies what the proof says about the stand.
func (st *stand) check(rng *rand.Rand) error {
	switch {
	case !st.leftSecond && !st.rightSecond:
		return st.bothFirst()
	case !st.leftSecond: // the mirror image is looked at
		return nil
	}
	if ok, err := st.cover(); !ok || err != nil {
		return err
	}
	for _, step := range []func() error{st.checkLid, st.checkAroundK, st.checkV, st.checkRays} {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %v", st.name, err)
		}
	}
	for range 2 {
		if err := st.thin(rng); err != nil {
			return fmt.Errorf("%s: %v", st.name, err)
		}
	}
	return nil
}

// bothFirst looks at all blocks X of U.
func (st *stand) bothFirst() error {
	const name = "both ends first kind"
	st.seen[name]++
	for _, x := range st.u.cells() {
		if x == st.r {
			continue
		}
		end := x.x == st.a-1 || x.x == st.b+1
		switch under := x.x >= st.a && x.x <= st.b; {
		case x.y == st.row-1 && under:
			if st.u.convexBlock(x) {
				return fmt.Errorf("%s: X = (k, −1) is convex", name)
			}
		case x.y == st.row-1 && end:
			st.note(st.u.free(x, toDown) || st.u.free(x, toLeft) || st.u.free(x, toRight), name+": X = (a − 1, −1)")
			if st.u.leaves(x) {
				return fmt.Errorf("%s: X = (a − 1, −1) leaves", name)
			}
		case x.y == st.row && end:
			st.note(st.u.free(x, toUp), name+": X = (a − 1, 0)")
			if st.u.leaves(x) {
				return fmt.Errorf("%s: X = (a − 1, 0) leaves", name)
			}
		case st.u.convexBlock(x):
			for _, d := range allWays {
				if !st.u.leavesBy(x, d) {
					continue
				}
				st.note(x.y == st.row+1 && end, name+": X = (a − 1, 1)")
				st.note(!line(x, x, toUp).grown(true).meets(st.j), name+": X does not touch J")
				if !st.s.convexBlock(x) || !st.s.leavesBy(x, d) {
					return fmt.Errorf("%s: X = %v can leave U and not A", name, x)
				}
			}
		}
	}
	return nil
}

func (st *stand) note(occurs bool, name string) {
	if occurs {
		st.seen[name]++
	}
}

func (f field) meets(g field) bool { return f.and(g) != field{} }

// cover tells the cases apart and finds K, L, O and V; not ok where the upper end of J* is convex.
func (st *stand) cover() (ok bool, err error) {
	s, v, c := st.s, st.at(st.a-1, 1), st.at(st.a, 1)
	st.k, st.lid, st.top = st.j, line(c, st.at(st.b, 1), toRight), v.y
	switch {
	case !s.free(v, toRight):
		st.number, st.name = 1, "case 1, right end first kind"
		if st.rightSecond {
			st.name = "case 1, right end second kind"
		}
	case v == st.r:
		st.number, st.name = 2, "case 2, v = r"
	case !s.leavesBy(v, toRight):
		st.number, st.name = 2, "case 2, v ≠ r"
	default:
		st.number, st.name = 3, "case 3"
		if ok, err := st.coverThree(v); !ok || err != nil {
			return ok, err
		}
	}
	if st.number > 1 && st.rightSecond {
		return false, fmt.Errorf("%s: the right end is of the second kind", st.name)
	}
	st.seen[st.name]++
	st.o = s.or(st.lid).outside()
	st.v = st.o.grown(true).and(s).minus(st.k)
	return true, nil
}

func (st *stand) coverThree(v cell) (ok bool, err error) {
	s := st.s
	if s.meets(quarter(st.at(st.a-1, 0))) {
		return false, fmt.Errorf("case 3: the quarter is not empty")
	}
	bottom, top := run(s, st.r, v, toUp, toRight)
	if s.convexBlock(top) {
		return false, nil
	}
	jStar := line(v, top, toUp)
	switch {
	case bottom != v:
		return false, fmt.Errorf("case 3: J* begins below v")
	case !s.has(top.plus(toUp)) || !s.has(top.plus(cell{-1, 1})):
		return false, fmt.Errorf("case 3: u* is no block, or has no stop")
	}
	for _, c := range jStar.cells() {
		if !s.has(c.plus(toLeft)) {
			return false, fmt.Errorf("case 3: a block of J* has no stop")
		}
	}
	if st.u, err = takenOff(st.u, append([]cell{v}, from(v, v, top, toUp)...), toRight); err != nil {
		return false, fmt.Errorf("case 3: J*: %v", err)
	}
	st.k, st.top = st.j.or(jStar), top.y
	st.lid = st.lid.or(line(v.plus(toRight), top.plus(toRight), toUp))
	st.note(st.b > st.a, "case 3, J longer")
	st.note(top != v, "case 3, J* longer")
	return true, nil
}

// checkLid looks at the lid, at what is above it, and at the pockets below it.
func (st *stand) checkLid() error {
	if st.s.meets(st.lid) {
		return fmt.Errorf("there is a block in the lid")
	}
	for y := st.row + 2; y < side; y++ {
		for x := st.a; x <= st.b; x++ {
			if c := (cell{x, y}); !st.lid.has(c) && !st.o.has(c) {
				return fmt.Errorf("%v, above the lid, is not in O", c)
			}
		}
	}
	if st.o.has(st.at(st.a-1, 0)) || st.rightSecond && st.o.has(st.at(st.b+1, 0)) {
		return fmt.Errorf("(a − 1, 0) or its mirror image is in O")
	}
	if st.number == 3 && !st.o.contains(quarter(st.at(st.a-1, 0)).minus(st.lid)) {
		return fmt.Errorf("a cell of the quarter is neither in L nor in O")
	}
	return nil
}

func (f field) contains(g field) bool { return g.minus(f) == field{} }

// ends are u, where the right end is of the first kind, and in case 3 u*.
func (st *stand) ends() (out field) {
	if !st.rightSecond {
		out = out.with(st.at(st.b+1, 0))
	}
	if st.number == 3 {
		out = out.with(cell{st.a - 1, st.top + 1})
	}
	return out
}

// checkAroundK: which cells of O touch K, and for which blocks 2 of Lemma 4 fails.
func (st *stand) checkAroundK() error {
	var may field
	if !st.rightSecond {
		may = may.with(st.at(st.b+1, 1))
	}
	if st.number == 3 {
		may = may.with(cell{st.a, st.top + 1})
	}
	if !may.contains(st.k.grown(true).and(st.o)) {
		return fmt.Errorf("more cells of O touch K")
	}
	if st.k.grown(false).meets(st.o) {
		return fmt.Errorf("a cell of O is beside K")
	}
	for _, q := range st.s.minus(st.k).minus(st.ends()).cells() {
		if !apartAround(q, st.k, st.o) {
			return fmt.Errorf("2 of Lemma 4 fails for %v", q)
		}
	}
	return nil
}

// checkV: which blocks are in V.
func (st *stand) checkV() error {
	s, right := st.s, st.at(st.b+1, 1)
	must := field{}
	if st.number != 3 {
		must = must.with(st.at(st.a-1, 1))
	}
	if s.has(right) {
		must = must.with(right)
	} else {
		must = must.or(st.ends())
		if st.rightSecond || !st.o.has(right) {
			return fmt.Errorf("w is missing, the right end of the second kind or (b + 1, 1) not in O")
		}
	}
	if st.number == 1 {
		c := right
		for !s.has(c) {
			c = c.plus(toRight)
		}
		must = must.with(c)
	}
	if !st.v.contains(must) || st.v.count() < 2 {
		return fmt.Errorf("V lacks a block")
	}
	return nil
}

// checkRays: a ray from O into L comes in row 1 from the right, and passes v; none comes from O into K.
func (st *stand) checkRays() error {
	for _, q := range st.v.cells() {
		for _, d := range allWays {
			known := st.number != 3 && d == toLeft && q.y == st.row+1 && q.x > st.b
			if !known && !st.clearRay(q, d) {
				return fmt.Errorf("3 of Lemma 4 fails for %v by %v", q, d)
			}
		}
	}
	return nil
}

func (st *stand) clearRay(q, d cell) bool { return clearRay(q, d, st.k, st.lid, st.o) }

// thin takes off blocks that are not in V, at random but so that the set stays solid: that is Z. On the way it looks at
// all blocks of V, as the one that leaves first.
func (st *stand) thin(rng *rand.Rand) error {
	rest := st.u
	if err := st.checkExits(rest); err != nil {
		return err
	}
	inner := rest.minus(st.v).cells()
	for range 2 {
		rng.Shuffle(len(inner), func(i, k int) { inner[i], inner[k] = inner[k], inner[i] })
		for _, b := range inner {
			f := rest.without(b)
			if !rest.has(b) || !f.solid() {
				continue
			}
			rest = f
			if err := st.checkExits(rest); err != nil {
				return err
			}
		}
	}
	return nil
}
