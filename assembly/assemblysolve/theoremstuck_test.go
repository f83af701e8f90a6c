package assemblysolve_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// A stand is a solid set from which no convex block but r can leave, turned so that the block y, which is not convex, leaves
// it upwards. It holds what the proof of Theorem 2 names.
type stand struct {
	s      field
	r, y   cell
	a, b   int // J is (a … b, y.y)
	j      field
	lt, rt int // how its ends are: 1 or 2
}

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

func newStand(s field, r, y cell) (*stand, error) {
	first, last := run(s, r, y, toRight, toUp)
	st := &stand{s: s, r: r, y: y, a: first.x, b: last.x, j: line(first, last, toRight)}
	for k, x := range [2]int{st.a - 1, st.b + 1} {
		kind := &st.lt
		if k == 1 {
			kind = &st.rt
		}
		switch {
		case s.has(cell{x, y.y}):
			*kind = 1
			if !s.has(cell{x, y.y - 1}) {
				return nil, fmt.Errorf("an end of the first kind has no block below")
			}
		case s.has(cell{x, y.y + 1}):
			*kind = 2
		default:
			return nil, fmt.Errorf("an end of J is of no kind")
		}
	}
	return st, nil
}

// takenOff takes the blocks of list off convexly, in that order.
func takenOff(s field, list []cell) (field, error) {
	for _, c := range list {
		if !s.convexBlock(c) || !s.leaves(c) {
			return s, fmt.Errorf("%v is not convex or cannot leave", c)
		}
		s = s.without(c)
	}
	return s, nil
}

// from lists a run beginning at c, first to one side and then to the other.
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

// check verifies what the proof says about the stand, and returns the case.
func (st *stand) check(rng *rand.Rand) (string, error) {
	s, y := st.s, st.y.y
	first, last := cell{st.a, y}, cell{st.b, y}
	u, err := takenOff(s.without(st.y), from(st.y, first, last, toRight))
	if err != nil {
		return "J", err
	}
	if st.lt == 1 && st.rt == 1 {
		if list := u.peelable(st.r); len(list) > 0 {
			return "I", fmt.Errorf("%v can leave once J is gone", list)
		}
		return "I", nil
	}
	if st.lt == 1 { // its mirror image is looked at
		return "II mirrored", nil
	}
	lid := line(first.plus(toUp), last.plus(toUp), toRight)
	name := fmt.Sprint("II ", st.lt, st.rt)
	k := st.j
	v := first.plus(cell{-1, 1})
	if s.free(v, toRight) {
		name = "III"
		if st.rt != 1 || s.has(last.plus(cell{1, 1})) {
			return name, fmt.Errorf("the right end is not as it should be")
		}
		if !s.leavesBy(v, toRight) || v == st.r {
			// Then it never leaves, which the check of V below shows.
			return name + "-", st.keeps(k, lid, u, rng)
		}
		for _, c := range s.cells() {
			if c.x >= st.a && c.y > y {
				return name, fmt.Errorf("the quarter is not empty")
			}
		}
		bottom, top := run(s, st.r, v, toUp, toRight)
		if bottom != v {
			return name, fmt.Errorf("J* begins below v")
		}
		if !s.has(top.plus(toUp)) || !s.has(top.plus(cell{-1, 1})) {
			return name, fmt.Errorf("J* ends with nothing above")
		}
		if u, err = takenOff(u, append([]cell{v}, from(v, v, top, toUp)...)); err != nil {
			return name, err
		}
		k = k.or(line(v, top, toUp))
		lid = lid.or(line(v.plus(toRight), top.plus(toRight), toUp))
	}
	return name, st.keeps(k, lid, u, rng)
}

// keeps verifies that no block of V leaves while convex blocks are taken off u, which is s without k, and that V is
// two blocks at least.
func (st *stand) keeps(k, lid, u field, rng *rand.Rand) error {
	s := st.s
	if s.and(lid) != (field{}) {
		return fmt.Errorf("there is a block in the lid")
	}
	o := s.or(lid).outside()
	for _, c := range st.ends() {
		if o.has(c) {
			return fmt.Errorf("%v is outside", c)
		}
	}
	v := o.grown(true).and(s).minus(k)
	if v.count() < 2 {
		return fmt.Errorf("V is %d blocks", v.count())
	}
	if o.grown(false).and(k) != (field{}) {
		return fmt.Errorf("a block of K has an outer cell beside it")
	}
	for range 2 {
		if rest := u.peeled(st.r, rng); rest.and(v) != v {
			return fmt.Errorf("a block of V leaves")
		}
	}
	return nil
}

// ends are the cells behind the gaps at ends of the second kind.
func (st *stand) ends() (out []cell) {
	if st.lt == 2 {
		out = append(out, cell{st.a - 1, st.y.y})
	}
	if st.rt == 2 {
		out = append(out, cell{st.b + 1, st.y.y})
	}
	return out
}

// checkStands looks for stands in s, and checks each.
func checkStands(s field, r cell, rng *rand.Rand, seen map[string]int) error {
	if s.count() < 2 || len(s.peelable(r)) > 0 {
		return fmt.Errorf("no stand: convex blocks can leave")
	}
	for k := range 8 {
		f, root := s.turned(k), turnedCell(r, k)
		for _, y := range f.cells() {
			if y == root || f.convexBlock(y) || !f.leavesBy(y, toUp) {
				continue
			}
			st, err := newStand(f, root, y)
			if err == nil {
				var name string
				name, err = st.check(rng)
				seen[name]++
			}
			if err != nil {
				return fmt.Errorf("%vfirst block %v, leaving %v: %v", f, root, y, err)
			}
		}
	}
	return nil
}

// drawSolid grows a solid set from s, which may be empty, by blocks in a box.
func drawSolid(t *rapid.T, s field) field {
	w, h := rapid.IntRange(3, 11).Draw(t, "width"), rapid.IntRange(3, 11).Draw(t, "height")
	thin := rapid.IntRange(0, 3).Draw(t, "thin") > 0
	if s == (field{}) {
		s = s.with(cell{15, 15})
	}
	for _, k := range rapid.SliceOfN(rapid.IntRange(0, w*h-1), 2*w*h, 6*w*h).Draw(t, "cells") {
		s = s.joined(cell{15 - w/2 + k%w, 15 - h/2 + k/w}, thin)
	}
	return s
}

// joined is s with the block c, if that keeps it solid; where the set is to be thin, c may have one neighbour.
func (s field) joined(c cell, thin bool) field {
	around := field{}.with(c).grown(false).and(s)
	if s.has(c) || around.count() == 0 || thin && around.count() > 1 {
		return s
	}
	if f := s.with(c); f.outside() == f.complement() {
		return f
	}
	return s
}

// cornered is a set for case III: J is y alone and J* v alone, and an arm hangs on each of their ends.
func cornered() (s field, r cell) {
	// v is at the 4th place of the 4th row.
	return picture(
		"####.....",
		"#..#.....",
		"#.##.....",
		"..##.....",
		"..#.####.",
		"..####.#.",
		".##....#.",
		".#.....#.",
		"##...###."), cell{12, 12}
}

// picture reads a set whose lower left corner is (12, 12).
func picture(rows ...string) (s field) {
	for y, row := range rows {
		for x := range row {
			if row[x] == '#' {
				s = s.with(cell{12 + x, 11 + len(rows) - y})
			}
		}
	}
	return s
}

func TestTheoremTwoCorner(t *testing.T) {
	s, r := cornered()
	seen := map[string]int{}
	if err := checkStands(s, r, rand.New(rand.NewPCG(1, 1)), seen); err != nil {
		t.Fatal(err)
	}
	if seen["III"] == 0 {
		t.Error("case III does not arise", seen)
	}
	rapid.Check(t, func(t *rapid.T) {
		f := drawSolid(t, s)
		if f = f.peeled(r, rand.New(rand.NewPCG(2, 2))); f.count() > 1 {
			if err := checkStands(f, r, rand.New(rand.NewPCG(3, 3)), seen); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Log(seen)
}

// checkRandomStands makes sets from which no convex block can leave but others can, and verifies the proof of Theorem 2 on them.
func checkRandomStands(t *testing.T, tries int) {
	rng := rand.New(rand.NewPCG(2, 1))
	seen := map[string]int{}
	for range tries {
		w, h := 4+rng.IntN(7), 4+rng.IntN(7)
		s := field{}.with(cell{15, 15})
		thin := rng.IntN(12)
		for range 12 * w * h {
			s = s.joined(cell{15 - w/2 + rng.IntN(w), 15 - h/2 + rng.IntN(h)}, rng.IntN(thin+1) > 0)
		}
		list := s.cells()
		r := list[rng.IntN(len(list))]
		if s = s.peeled(r, rng); s.count() > 1 {
			if err := checkStands(s, r, rng, seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"I", "II 2 1", "II 2 2"} {
		if seen[name] == 0 {
			t.Errorf("case %s does not arise", name)
		}
	}
	t.Log(seen)
}

func TestTheoremTwoStands(t *testing.T) { checkRandomStands(t, 2000) }

// TestNoConvexBlock is the example of the proofs: a block can leave, no convex one can, and nothing comes of it.
func TestNoConvexBlock(t *testing.T) {
	s := picture(
		"##.##",
		"#...#",
		"#####",
		"#####",
		"#...#",
		"##.##")
	var able []cell
	for _, b := range s.cells() {
		if s.leaves(b) {
			able = append(able, b)
		}
	}
	if !s.solid() || len(able) != 2 || len(s.peelable(cell{})) != 0 {
		t.Error(able, s.peelable(cell{}))
	}
	for _, r := range s.cells() {
		if goesDown(s, r, map[field]bool{}) {
			t.Error("it goes down to", r)
		}
	}
}

// goesDown looks at all ways.
func goesDown(s field, r cell, seen map[field]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	if s.count() == 1 {
		return true
	}
	for _, b := range s.cells() {
		if b != r && s.leaves(b) && goesDown(s.without(b), r, seen) {
			return true
		}
	}
	return false
}

// TestTheoremTwoRandom is for shrinking what the others find.
func TestTheoremTwoRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSolid(t, field{})
		list := s.cells()
		r := list[rapid.IntRange(0, len(list)-1).Draw(t, "first")]
		rng := rand.New(rand.NewPCG(4, 4))
		if s = s.peeled(r, rng); s.count() > 1 {
			if err := checkStands(s, r, rng, map[string]int{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
