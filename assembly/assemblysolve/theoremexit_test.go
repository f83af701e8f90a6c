package assemblysolve_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// The three conditions of Lemma 4, each for itself.

// offLid is 1: no cell of L is beside q nor in the window towards h and v.
func offLid(q, h, v cell, lid field) bool {
	return !field{}.with(q).grown(false).with(q.plus(h).plus(v)).meets(lid)
}

// apartAround is 2: no block of K and cell of O that touch each other touch both q.
func apartAround(q cell, k, o field) bool {
	around := field{}.with(q).grown(true).without(q)
	return !k.and(around).grown(true).meets(o.and(around))
}

// clearRay is 3: on the ray of q by d, as long as it runs through O, the next cell is not in K or L.
func clearRay(q, d cell, k, lid, o field) bool {
	for c := q.plus(d); inside(c) && o.has(c); {
		if c = c.plus(d); k.has(c) || lid.has(c) {
			return false
		}
	}
	return true
}

func (f field) freeWindow(q, h, v cell) bool {
	return !f.has(q.plus(h)) && !f.has(q.plus(v)) && !f.has(q.plus(h).plus(v))
}

// exit is one way in which q may leave A − Z: convex towards h and v, in the direction d.
type exit struct{ q, h, v, d cell }

// exitsOf lists all of q.
func exitsOf(rest field, q cell) (out []exit) {
	if !rest.convexBlock(q) {
		return nil
	}
	for _, d := range allWays {
		if !rest.leavesBy(q, d) {
			continue
		}
		for _, h := range [2]cell{toLeft, toRight} {
			for _, v := range [2]cell{toUp, toDown} {
				if rest.freeWindow(q, h, v) {
					out = append(out, exit{q, h, v, d})
				}
			}
		}
	}
	return out
}

// lemma4 verifies what Lemma 4 and its proof say about x, which leaves A − Z; it does not apply where a condition
// fails.
func lemma4(s, k, lid, o field, x exit) (applies bool, err error) {
	if !offLid(x.q, x.h, x.v, lid) || !apartAround(x.q, k, o) || !clearRay(x.q, x.d, k, lid, o) {
		return false, nil
	}
	for _, c := range []cell{x.q.plus(x.h), x.q.plus(x.v), x.q.plus(x.h).plus(x.v)} {
		if !o.has(c) {
			return true, fmt.Errorf("%v of F is not in O", c)
		}
	}
	if !s.freeWindow(x.q, x.h, x.v) || !s.leavesBy(x.q, x.d) {
		return true, fmt.Errorf("%v leaves A − Z by %v and cannot leave A", x.q, x.d)
	}
	return true, nil
}

// checkExits looks at each block q ≠ r of V in rest, which is A − Z.
func (st *stand) checkExits(rest field) error {
	for _, q := range st.v.cells() {
		if q == st.r {
			continue
		}
		err := st.checkExit(rest, q)
		if err != nil {
			return fmt.Errorf("q = %v: %v; A − Z is\n%v", q, err, rest)
		}
	}
	return nil
}

func (st *stand) checkExit(rest field, q cell) error {
	three := st.number == 3
	switch {
	case st.ends().has(q):
		return st.checkEnd(rest, q)
	case q == st.at(st.a-1, 1) && !three:
		st.note(st.name == "case 2, v ≠ r" && rest.free(q, toRight), st.name+": q = v")
		st.note(st.number == 1 && rest.convexBlock(q), "case 1: q = v")
		if rest.leaves(q) {
			return fmt.Errorf("v leaves")
		}
		return nil
	}
	for _, x := range exitsOf(rest, q) {
		if !st.s.convexBlock(q) || !st.s.leavesBy(q, x.d) {
			return fmt.Errorf("it can leave A − Z by %v, and cannot leave A", x.d)
		}
		applies, err := lemma4(st.s, st.k, st.lid, st.o, x)
		if err != nil {
			return fmt.Errorf("Lemma 4: %v", err)
		}
		w := st.at(st.b+1, 1)
		switch lower := x.h == toLeft && x.v == toDown; {
		case q == w:
			st.seen["q = w"]++
			if x.d != toUp || st.rightSecond || !st.s.freeWindow(q, toLeft, toUp) {
				return fmt.Errorf("w leaves by %v, or is not convex as it should be", x.d)
			}
			continue // Lemma 4 does not apply: (b, 1) is in the lid
		case q == st.at(st.a-1, 2) && !three:
			st.seen["q = (a − 1, 2)"]++
		case q != st.at(st.b+1, 2) || three:
			st.seen[st.name+": q elsewhere"]++
		case st.s.has(w):
			st.seen["q = (b + 1, 2), w is a block"]++
		case lower:
			alone := !rest.freeWindow(q, toLeft, toUp) && !rest.freeWindow(q, toRight, toDown)
			st.note(alone, "q = (b + 1, 2), lower left window alone")
			continue // its corner is in the lid
		default:
			st.seen["q = (b + 1, 2), another window"]++
		}
		if !applies {
			return fmt.Errorf("a condition of Lemma 4 fails")
		}
	}
	return nil
}

// checkEnd is for q = u and q = u*, which never leave.
func (st *stand) checkEnd(rest field, q cell) error {
	name, out, along := "u", toUp, toRight // u leaves upwards, and J comes to it from the left
	if q.x == st.a-1 {
		name, out, along = "u*", toRight, toUp
	}
	if rest.leaves(q) {
		return fmt.Errorf("%s leaves", name)
	}
	if !rest.free(q, out) {
		return nil
	}
	st.seen[fmt.Sprintf("case %d: q = %s", st.number, name)]++
	next := q.plus(along)
	if !st.s.free(q, out) || !st.s.has(next) || !rest.has(next) || st.s.has(next.minus(out)) {
		return fmt.Errorf("around %s it is not as it should be", name)
	}
	return nil
}

// lidded is what Lemmas 4 and 5 speak about: any solid set, K that can be taken off it one by one, and any empty cells
// as L.
type lidded struct{ s, k, rest, lid, o, v field }

func drawLidded(t *rapid.T) (l lidded) {
	l.s = drawSolid(t, field{}, 8)
	cells := l.s.cells()
	block := rapid.SampledFrom(cells)
	for range rapid.IntRange(0, 5).Draw(t, "loose cells") {
		c := block.Draw(t, "near").plus(cell{rapid.IntRange(-1, 1).Draw(t, "x"), rapid.IntRange(-1, 1).Draw(t, "y")})
		l.lid = l.lid.with(c)
	}
	if rapid.Bool().Draw(t, "a straight lid") {
		c, d := block.Draw(t, "from"), rapid.SampledFrom(allWays[:]).Draw(t, "by")
		for range rapid.IntRange(1, 4).Draw(t, "length") {
			if c = c.plus(d); !inside(c) || l.s.has(c) {
				break
			}
			l.lid = l.lid.with(c)
		}
	}
	l.lid = l.lid.minus(l.s)
	l.rest = l.s
	for range rapid.IntRange(0, 3).Draw(t, "blocks of K") {
		c := block.Draw(t, "of K")
		if f := l.rest.without(c); l.rest.has(c) && f.count() > 1 && f.solid() {
			l.k, l.rest = l.k.with(c), f
		}
	}
	l.o = l.s.or(l.lid).outside()
	l.v = l.o.grown(true).and(l.rest)
	return l
}

// lemma5 verifies it for all rays that begin at the set or around it.
func (l lidded) lemma5(seen map[string]int) error {
	if l.k.grown(false).meets(l.o) {
		return nil
	}
	closed := l.s.outside().minus(l.lid) != l.o
	for _, c := range l.s.grown(true).grown(true).minus(l.o).cells() {
		for _, d := range allWays {
			var ray field
			for at := c; inside(at); at = at.plus(d) {
				ray = ray.with(at)
			}
			if ray.meets(l.lid) {
				continue
			}
			seen["Lemma 5"]++
			if closed {
				seen["Lemma 5, the lid closes a pocket"]++
			}
			if l.k != (field{}) {
				seen["Lemma 5, with K"]++
			}
			if !ray.meets(l.v) {
				return fmt.Errorf("Lemma 5: %v by %v", c, d)
			}
		}
	}
	return nil
}

// lemma4 verifies it while blocks that are not in V are taken off.
func (l lidded) lemma4(order []cell, seen map[string]int) error {
	rest := l.rest
	for i := -1; i < len(order); i++ {
		if i >= 0 {
			f := rest.without(order[i])
			if !f.solid() {
				continue
			}
			rest = f
		}
		if rest.count() < 2 {
			return nil
		}
		for _, q := range l.v.cells() {
			for _, x := range exitsOf(rest, q) {
				applies, err := lemma4(l.s, l.k, l.lid, l.o, x)
				if err != nil {
					return fmt.Errorf("Lemma 4: %v; A − Z is\n%v", err, rest)
				}
				switch {
				case !applies:
					seen["Lemma 4 does not apply"]++
				case rest != l.rest:
					seen["Lemma 4, Z more than K"]++
				case l.k != field{}:
					seen["Lemma 4, Z is K"]++
				}
			}
		}
	}
	return nil
}

func checkLidded(t *rapid.T, seen map[string]int) error {
	l := drawLidded(t)
	if l.s.count() < 3 {
		return nil
	}
	err := l.lemma5(seen)
	if inner := l.rest.minus(l.v).cells(); err == nil {
		if len(inner) > 0 {
			inner = rapid.Permutation(inner).Draw(t, "Z")
		}
		err = l.lemma4(inner, seen)
	}
	if err != nil {
		return fmt.Errorf("%v\nA is\n%vK is\n%vL is\n%v", err, l.s, l.k, l.lid)
	}
	return nil
}

// TestLemmas4And5 takes any solid set as A, any K, L and Z.
func TestLemmas4And5(t *testing.T) {
	checkDrawn(t, 700, checkLidded, "Lemma 4 does not apply", "Lemma 4, Z is K", "Lemma 4, Z more than K",
		"Lemma 5", "Lemma 5, with K", "Lemma 5, the lid closes a pocket")
}

// checkDrawn runs check on the same n sets each time, which have to contain all that names tells, and on some of
// rapid's own choice, which it can shrink.
func checkDrawn(t *testing.T, n int, check func(*rapid.T, map[string]int) error, names ...string) {
	seen := map[string]int{}
	g := rapid.Custom(func(t *rapid.T) error { return check(t, seen) })
	for i := range n {
		if err := g.Example(i); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(seen)
	wantSeen(t, seen, names...)
	rapid.Check(t, func(t *rapid.T) {
		if err := check(t, seen); err != nil {
			t.Fatal(err)
		}
	})
}

func wantSeen(t *testing.T, seen map[string]int, names ...string) {
	for _, name := range names {
		if seen[name] == 0 {
			t.Errorf("%q does not occur", name)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}
