package assemblysolve_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A taking is one removal of a way to take a set apart: a block, and the direction in which it leaves.
type taking struct{ b, d cell }

// replayed takes the blocks of way off, and reports the first that cannot leave as it should.
func replayed(s field, way []taking) (field, error) {
	for k, t := range way {
		if !s.leavesBy(t.b, t.d) {
			return s, fmt.Errorf("step %d: %v cannot leave by %v\n%v", k, t.b, t.d, s)
		}
		s = s.without(t.b)
	}
	return s, nil
}

// corner is how a convex block X with two neighbours lies: it has N = X + n and W = X - e, and leaves by e.
func corner(s field, x cell) (e, n cell, ok bool) {
	for _, e := range [2]cell{toLeft, toRight} {
		for _, n := range [2]cell{toUp, toDown} {
			if s.has(x.plus(n)) && s.has(x.minus(e)) {
				if !s.leavesBy(x, e) {
					e, n = cell{}.minus(n), cell{}.minus(e)
				}
				return e, n, true
			}
		}
	}
	return e, n, false
}

// front is the proof of Theorem 1: from a way to take s apart down to r it makes one that begins with X, which is
// convex and can leave s, and returns the rest of it.
func front(s field, r, x cell, way []taking) (out []taking) {
	for {
		y := way[0]
		if y.b == x {
			return append(out, way[1:]...)
		}
		e, n, two := corner(s, x)
		if two && y.b == x.plus(n).minus(e) {
			return append(out, late(s, r, x, e, n, way)...)
		}
		if two && y.b.minus(y.d) == x { // X stops it
			if y.b == x.plus(n) {
				y.d = e
			} else {
				y.d = cell{}.minus(n)
			}
		}
		out = append(out, y)
		s, way = s.without(y.b), way[1:]
	}
}

// late is the case in which NW goes first: it stays until the side of N or that of W is gone.
func late(s field, r, x, e, n cell, way []taking) (out []taking) {
	nw := x.plus(n).minus(e)
	sideOfW := s.without(nw, x).filled(field{}.with(x.minus(e)), false)
	last, then := taking{x.plus(n), e}, taking{nw, n}
	if !sideOfW.has(r) {
		last, then = taking{x.minus(e), cell{}.minus(n)}, taking{nw, cell{}.minus(e)}
	}
	for _, t := range way[1:] {
		switch t.b {
		case x:
		case last.b:
			out = append(out, last, then)
		default:
			out = append(out, t)
		}
	}
	return out
}

func checkFront(s field, r, x cell, way []taking) error {
	rest, err := replayed(s.without(x), front(s, r, x, way))
	if err == nil && rest != (field{}).with(r) {
		err = fmt.Errorf("it ends with\n%v", rest)
	}
	if err != nil {
		return fmt.Errorf("%vfirst block %v, X %v, way %v: %v", s, r, x, way, err)
	}
	return nil
}

// checkLemmas verifies Lemmas 1 to 3 for the solid set s, as it lies: its images come in their turn.
func checkLemmas(s field) error {
	for _, b := range s.cells() {
		if s.count() > 1 && s.leaves(b) && !s.without(b).solid() {
			return fmt.Errorf("Lemma 1: %v leaves a set that is not solid", b)
		}
		if err := checkCorners(s, b); err != nil {
			return err
		}
	}
	for _, c := range s.grown(true).grown(true).cells() {
		if s.free(c, toRight) && s.free(c, toUp) {
			if q := s.and(quarter(c)); q != s && q != (field{}) {
				return fmt.Errorf("Lemma 3: at %v", c)
			}
		}
	}
	for y, row := range s {
		if q := s.and(quarter(cell{-1, y})); row == 0 && q != s && q != (field{}) {
			return fmt.Errorf("Lemma 3: it lies on both sides of row %d", y)
		}
	}
	return nil
}

// quarter is what lies to the right of c and above it.
func quarter(c cell) (f field) {
	for y := c.y + 1; y < side; y++ {
		f[y] = ^uint32(0) << (c.x + 1)
	}
	return f
}

func checkCorners(s field, b cell) error {
	n, w, nw := b.plus(toUp), b.plus(toLeft), b.plus(cell{-1, 1})
	rest := s.without(b)
	if s.has(n) && s.has(w) && !s.has(nw) {
		empty := false
		for _, d := range []cell{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}} {
			empty = empty || !s.has(b.plus(d))
		}
		if part := rest.filled(field{}.with(n), false); empty && part.has(w) {
			return fmt.Errorf("Lemma 2a: %v", b)
		}
	}
	if s.has(n) && s.has(w) && s.leaves(b) && !s.has(nw) {
		return fmt.Errorf("Lemma 2b: %v", b)
	}
	if s.count() > 1 && s.convexBlock(b) {
		cut := false
		for _, h := range [2]cell{toLeft, toRight} {
			for _, v := range [2]cell{toUp, toDown} {
				cut = cut || s.has(b.plus(h)) && s.has(b.plus(v)) && !s.has(b.plus(h).plus(v))
			}
		}
		if cut == rest.connected() {
			return fmt.Errorf("Lemma 2c: %v", b)
		}
	}
	return nil
}

// checkSteps verifies what the proof of Theorem 1 says about single steps.
func checkSteps(s field) error {
	for _, x := range s.cells() {
		if s.count() < 3 || !s.convexBlock(x) || !s.leaves(x) {
			continue
		}
		e, n, two := corner(s, x)
		for _, y := range s.cells() {
			if y == x || !s.leaves(y) || two && y == x.plus(n).minus(e) {
				continue
			}
			if !s.without(y).leaves(x) || !s.without(x).leaves(y) {
				return fmt.Errorf("%v and %v are in each other's way", x, y)
			}
			if two && y == x.minus(e) && !s.leavesBy(x, cell{}.minus(n)) {
				return fmt.Errorf("W leaves, and %v cannot leave downwards", x)
			}
		}
	}
	return nil
}

// A ledger keeps, for each solid set of one size, as it lies near the corner, which of its blocks can be the last.
type ledger map[field]uint32

// moved is f pushed against row and column 8.
func (f field) moved() (g field) {
	list := f.cells()
	x0, y0 := side, list[0].y
	for _, c := range list {
		x0 = min(x0, c.x)
	}
	for _, c := range list {
		g = g.with(cell{c.x - x0 + 8, c.y - y0 + 8})
	}
	return g
}

// lastOnes finds the blocks down to which s can be taken apart.
func (l ledger) lastOnes(s field) (roots uint32) {
	list := s.cells()
	if len(list) == 1 {
		return 1
	}
	for i := range list {
		if s.leaves(list[i]) {
			roots |= l.without(s, i)
		}
	}
	return roots
}

// without is down to which blocks s without its i-th can be taken apart, as bits of s.
func (l ledger) without(s field, i int) uint32 {
	m := l[s.without(s.cells()[i]).moved()]
	return m&(1<<i-1) | m>>i<<(i+1)
}

// A solids makes all connected sets of one size after the other, and the ledgers of the solid ones.
type solids struct {
	sets    []field
	ledgers []ledger // by size
}

func newSolids() *solids {
	one := field{}.with(cell{8, 8})
	return &solids{[]field{one}, []ledger{nil, {one: 1}}}
}

// grow goes on to the next size, and returns its solid sets.
func (g *solids) grow() (solid []field) {
	seen := map[field]bool{}
	var next []field
	for _, s := range g.sets {
		for _, c := range s.grown(false).minus(s).cells() {
			if f := s.with(c).moved(); !seen[f] {
				seen[f] = true
				next = append(next, f)
			}
		}
	}
	g.sets = next
	before, now := g.ledgers[len(g.ledgers)-1], ledger{}
	for _, s := range next {
		if s.solid() {
			now[s] = before.lastOnes(s)
			solid = append(solid, s)
		}
	}
	g.ledgers = append(g.ledgers, now)
	return solid
}

// way is a random way to take s apart down to r, which is possible.
func (g *solids) way(s field, r cell, rng *rand.Rand) (out []taking) {
	for n := s.count(); n > 1; n-- {
		list := s.cells()
		at := slices.Index(list, r)
		var may []taking
		for _, i := range rng.Perm(n) {
			b := list[i]
			if len(may) > 0 || b == r || !s.leaves(b) || g.ledgers[n-1].without(s, i)>>at&1 == 0 {
				continue
			}
			for _, d := range allWays {
				if s.leavesBy(b, d) {
					may = append(may, taking{b, d})
				}
			}
		}
		t := may[rng.IntN(len(may))]
		out = append(out, t)
		s = s.without(t.b)
	}
	return out
}

// checkTheorems verifies both theorems for s, and the proof of the first on one way for each last block.
func (g *solids) checkTheorems(s field, rng *rand.Rand) (stuck int, err error) {
	n, list := s.count(), s.cells()
	roots := g.ledgers[n][s]
	for at, r := range list {
		convex := s.peelable(r)
		if roots>>at&1 == 0 {
			stuck += b2n(s.peeled(r, rng).count() > 1)
			continue
		}
		if len(convex) == 0 {
			return 0, fmt.Errorf("Theorem 2: down to %v", r)
		}
		way := g.way(s, r, rng)
		for _, x := range convex {
			if g.ledgers[n-1].without(s, slices.Index(list, x))>>at&1 == 0 {
				return 0, fmt.Errorf("Theorem 1: down to %v without %v", r, x)
			}
			if err := checkFront(s, r, x, way); err != nil {
				return 0, err
			}
		}
	}
	if impossible := n - bits.OnesCount32(roots); stuck != impossible {
		return 0, fmt.Errorf("%d last blocks are impossible, and %d get stuck", impossible, stuck)
	}
	return stuck, nil
}

func b2n(b bool) int {
	if b {
		return 1
	}
	return 0
}

func checkAllSolid(t *testing.T, largest int) {
	rng := rand.New(rand.NewPCG(15, 9))
	g, stuck, seen := newSolids(), 0, map[string]int{}
	for n := 2; n <= largest; n++ {
		for _, s := range g.grow() {
			k, err := g.checkTheorems(s, rng)
			stuck += k
			for _, check := range []func(field) error{checkLemmas, checkSteps} {
				if err == nil {
					err = check(s)
				}
			}
			for _, r := range append(s.cells(), cell{}) {
				if err == nil {
					err = checkStands(s, r, rng, seen)
				}
			}
			if err != nil {
				t.Fatalf("%v%v", s, err)
			}
		}
		t.Logf("%d blocks: %d sets without holes; impossible so far: %d", n, len(g.ledgers[n]), stuck)
	}
	t.Log(seen)
	wantSeen(t, seen, firstKindExits()...)
	if stuck == 0 {
		t.Error("nothing was impossible: no test")
	}
}

// TestTheorems goes through all sets without holes of up to 9 blocks.
func TestTheorems(t *testing.T) { checkAllSolid(t, 9) }

// drawBuilt builds a set, solid unless it may have holes, from a block by letting others slide in, and returns the way
// back.
func drawBuilt(t *rapid.T, holes bool) (s field, r cell, way []taking) {
	r = cell{15, 15}
	s = s.with(r)
	for _, k := range rapid.SliceOfN(rapid.IntRange(0, 4*12-1), 40, 160).Draw(t, "slides") {
		d, at := allWays[k%4], 9+k/4
		// The block comes in against d: from the far end of the ray.
		c := cell{at, at}
		switch d {
		case toRight:
			c.x = side - 1
		case toLeft:
			c.x = 0
		case toUp:
			c.y = side - 1
		default:
			c.y = 0
		}
		for inside(c) && !s.has(c.minus(d)) {
			c = c.minus(d)
		}
		if !inside(c) {
			continue
		}
		if f := s.with(c); c.x > 1 && c.y > 1 && c.x < side-2 && c.y < side-2 && (holes || f.solid()) {
			s, way = f, append(way, taking{c, d})
		}
	}
	slices.Reverse(way)
	return s, r, way
}

// TestTheoremOneRandom runs the proof of Theorem 1 on large sets, and the lemmas.
func TestTheoremOneRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r, way := drawBuilt(t, false)
		if s.count() < 2 {
			return
		}
		convex := s.peelable(r)
		if len(convex) == 0 {
			t.Fatalf("Theorem 2:\n%vdown to %v by %v", s, r, way)
		}
		for _, x := range convex {
			if err := checkFront(s, r, x, way); err != nil {
				t.Fatal(err)
			}
		}
		for _, check := range []func(field) error{checkLemmas, checkSteps} {
			if err := check(s); err != nil {
				t.Fatalf("%v%v", s, err)
			}
		}
	})
}

// checkHoles runs the proof of Theorem 1 on a set that may have holes: see the remark behind it.
func checkHoles(t *rapid.T, seen map[string]int) error {
	s, r, way := drawBuilt(t, true)
	if s.solid() || s.count() < 2 {
		return nil
	}
	for _, x := range s.peelable(r) {
		e, n, two := corner(s, x)
		if two && !s.has(x.plus(n).minus(e)) {
			continue
		}
		seen[map[bool]string{false: "X has one neighbour", true: "X has two neighbours"}[two]]++
		if err := checkFront(s, r, x, way); err != nil {
			return err
		}
	}
	return nil
}

func TestTheoremOneHoles(t *testing.T) {
	checkDrawn(t, 100, checkHoles, "X has one neighbour", "X has two neighbours")
}
