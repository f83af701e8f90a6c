package assemblysolve_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// checkStands verifies the proof of Theorem 2 on each block y of s that is not convex and leaves upwards.
func checkStands(s field, r cell, rng *rand.Rand, seen map[string]int) error {
	for _, y := range s.cells() {
		if y == r || s.convexBlock(y) || !s.leavesBy(y, toUp) {
			continue
		}
		st, err := newStand(s, r, y, seen)
		if st != nil && err == nil {
			err = st.check(rng)
		}
		if err != nil {
			return fmt.Errorf("%vfirst block %v, leaving %v: %v", s, r, y, err)
		}
	}
	return nil
}

// checkStuck peels s down to r, and where it gets stuck verifies the proof on what is left, as it lies and in its seven
// images.
func checkStuck(s field, r cell, rng *rand.Rand, seen map[string]int) error {
	if s = s.peeled(r, rng); s.count() == 1 {
		return nil
	}
	for k := range 8 {
		if err := checkStands(s.turned(k), turnedCell(r, k), rng, seen); err != nil {
			return err
		}
	}
	return nil
}

// drawSolid grows a solid set from s, which may be empty, by blocks in a box.
func drawSolid(t *rapid.T, s field, largest int) field {
	w, h := rapid.IntRange(3, largest).Draw(t, "width"), rapid.IntRange(3, largest).Draw(t, "height")
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

// A posed is a set made for a stand, and the cells that stay empty in it.
type posed struct{ s, ban field }

func (p *posed) path(corners ...cell) {
	for i, c := range corners[1:] {
		for at := corners[i]; ; {
			p.s = p.s.with(at)
			if at == c {
				break
			}
			at.x += sign(c.x - at.x)
			at.y += sign(c.y - at.y)
		}
	}
}

func sign(n int) int { return min(max(n, -1), 1) }

// What lies at y = (14, 12) in what drawPosed makes.
const poseX, poseY = 14, 12

// drawPosed makes J with a left end of the second kind, whose pocket a ring closes, and an end of either kind to the
// right; or what case 3 needs. Then it grows it.
func drawPosed(t *rapid.T) field {
	small := func(lo, hi int, name string) int { return rapid.IntRange(lo, hi).Draw(t, name) }
	a, b, y := poseX, poseX+small(0, 2, "J is longer by"), poseY
	p := posed{}
	p.path(cell{a, y}, cell{b, y}, cell{b, y - 1}, cell{a, y - 1})
	p.ban = line(cell{a, y + 1}, cell{a, side - 1}, toUp).with(cell{a - 1, y})
	for x := a + 1; x <= b; x++ {
		p.ban = p.ban.or(line(cell{x, y + 1}, cell{x, side - 1}, toUp))
	}
	down, wide := y-1-small(1, 4, "down"), a-2-small(1, 4, "wide")
	if small(0, 2, "case 3") == 0 {
		s := y + 1 + small(0, 2, "J* is longer by")
		p.path(cell{a - 1, y + 1}, cell{a - 1, s + 1}, cell{a - 2, s + 1}, cell{a - 2, y + 1}, cell{wide, y + 1},
			cell{wide, down}, cell{a, down}, cell{a, y - 1})
		p.path(cell{b + 1, y}, cell{b + 1, y - 1})
		p.ban = p.ban.or(quarter(cell{a - 1, y}))
		if small(0, 1, "hook at u") > 0 {
			p.s, p.ban = p.s.with(cell{b + 2, y}), p.ban.with(cell{b + 2, y - 1})
		}
		if small(0, 1, "hook at u*") > 0 {
			p.s, p.ban = p.s.with(cell{a - 1, s + 2}), p.ban.with(cell{a - 2, s + 2})
		}
		return p.grown(t, wide, down)
	}
	up := y + small(1, 3, "up")
	p.path(cell{a - 1, y + 1}, cell{a - 1, up}, cell{wide, up}, cell{wide, down}, cell{a, down}, cell{a, y - 1})
	switch small(0, 4, "right end") {
	case 0: // second kind
		low, far, high := y-1-small(1, 4, "down"), b+1+small(1, 4, "wide"), y+small(1, 3, "up")
		p.path(cell{b + 1, y + 1}, cell{b + 1, high}, cell{far, high}, cell{far, low}, cell{b, low}, cell{b, y - 1})
		p.ban = p.ban.with(cell{b + 1, y})
	case 1: // with (b + 1, 2) and without w
		p.path(cell{b + 1, y - 1}, cell{b + 1, y}, cell{b + 3, y}, cell{b + 3, y + 2}, cell{b + 1, y + 2})
		p.path(cell{b + 2, y}, cell{b + 2, y - 1}, cell{b + 1, y - 1})
		if small(0, 1, "two neighbours") > 0 {
			p.path(cell{b + 1, y + 2}, cell{b + 1, y + 3}, cell{b + 2, y + 3})
		}
		p.ban = p.ban.with(cell{b + 1, y + 1})
	case 2:
		p.path(cell{b + 1, y - 1}, cell{b + 1, y}, cell{b + 2, y})
		if small(0, 1, "hook at u") > 0 {
			p.ban = p.ban.with(cell{b + 2, y - 1})
		}
	case 3: // with w
		p.path(cell{b + 1, y - 1}, cell{b + 1, y + 1})
	default:
		p.path(cell{b + 1, y - 1}, cell{b + 1, y})
	}
	return p.grown(t, wide, down)
}

// grown adds blocks, more of them in the ring than elsewhere.
func (p posed) grown(t *rapid.T, wide, down int) field {
	if !p.s.solid() {
		return field{}
	}
	thin := rapid.IntRange(0, 3).Draw(t, "thin") > 0
	for _, k := range rapid.SliceOfN(rapid.IntRange(0, 59), 0, 60).Draw(t, "in the ring") {
		if c := (cell{wide + k%6, down + k/6}); c.x < poseX && !p.ban.has(c) {
			p.s = p.s.joined(c, thin)
		}
	}
	for _, k := range rapid.SliceOfN(rapid.IntRange(0, 18*18-1), 0, 150).Draw(t, "anywhere") {
		if c := (cell{6 + k%18, 4 + k/18}); !p.ban.has(c) {
			p.s = p.s.joined(c, thin)
		}
	}
	return p.s
}

// checkPosed verifies the proof on a posed set, down to no block, v or another, and on what is left of it when it is
// peeled.
func checkPosed(t *rapid.T, seen map[string]int) error {
	s := drawPosed(t)
	if s == (field{}) {
		return nil
	}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "Z"), 1))
	r := rapid.SampledFrom(s.cells()).Draw(t, "first block")
	for _, r := range []cell{{}, {poseX - 1, poseY + 1}, r} {
		if err := checkStands(s, r, rng, seen); err != nil {
			return err
		}
	}
	return checkStuck(s, r, rng, seen)
}

// firstKindExits are the blocks X of the proof of Theorem 2 where both ends of J are of the first kind.
func firstKindExits() []string {
	const name = "both ends first kind"
	return []string{name, name + ": X does not touch J", name + ": X = (a − 1, −1)", name + ": X = (a − 1, 1)",
		name + ": X = (a − 1, 0)"}
}

// lidExits are the other cases, and in each the blocks at which it ends.
func lidExits() []string {
	return []string{
		"case 1, right end first kind", "case 1, right end first kind: q elsewhere",
		"case 1, right end second kind", "case 1, right end second kind: q elsewhere",
		"q = (a − 1, 2)", "q = (b + 1, 2), w is a block", "q = (b + 1, 2), lower left window alone",
		"q = (b + 1, 2), another window",
		"q = w", "case 1: q = v", "case 1: q = u",
		"case 2, v = r", "case 2, v = r: q elsewhere", "case 2, v ≠ r", "case 2, v ≠ r: q elsewhere",
		"case 2, v ≠ r: q = v", "case 2: q = u",
		"case 3", "case 3, J longer", "case 3, J* longer", "case 3: q elsewhere", "case 3: q = u", "case 3: q = u*",
	}
}

func TestTheoremTwoStands(t *testing.T) { checkDrawn(t, 400, checkPosed, lidExits()...) }

// checkGrown is for sets that nobody has posed, peeled as far as they go.
func checkGrown(t *rapid.T, seen map[string]int) error {
	s := drawSolid(t, field{}, 11)
	r := rapid.SampledFrom(s.cells()).Draw(t, "first block")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 2))
	if err := checkStands(s, r, rng, seen); err != nil {
		return err
	}
	return checkStuck(s, r, rng, seen)
}

func TestTheoremTwoGrown(t *testing.T) {
	checkDrawn(t, 300, checkGrown, "both ends first kind", "both ends first kind: X = (a − 1, 0)")
}

// cornered is a set for case 3: J is y alone and J* v alone, and an arm hangs on each of their ends.
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
	if seen["case 3"] == 0 || len(s.peelable(r)) > 0 {
		t.Error("it is not stuck in case 3:", seen)
	}
}

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
