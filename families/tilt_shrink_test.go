package families_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// sizes are the measures by which boards with rules shrink, in their order; the least number of moves, here of a slow
// search, and what goals ask for come last.
func sizes(p *tilt.Instance) []int {
	r := p.Rules
	if r == nil {
		r = &tilt.Rules{}
	}
	tiles, ground, bonds, asked := 0, 0, 0, 0
	pieces := map[uint32]bool{}
	for i := range p.Start.Len() {
		if p.Start.At(i/p.Start.W, i%p.Start.W) != 0 {
			tiles++
		}
		if p.Ground(i) != tilt.Floor {
			ground++
		}
		if r.Pieces != nil && r.Pieces[i] != 0 {
			pieces[r.Pieces[i]] = true
			bonds++
		}
		for _, g := range p.Goals() {
			if p.Ground(i) != tilt.Wall && (g.Any == nil || !g.Any[i]) {
				asked++
			}
		}
	}
	kinds := len(r.Robots)
	for _, yes := range []bool{r.One, r.Unit} {
		if yes {
			kinds++
		}
	}
	far := math.MaxInt
	if a := (slowRules{withRules(p)}).answer(mostSlow); a.boards > mostSlow {
		far = -1 // nobody knows
	} else if a.least >= 0 {
		far = a.least
	}
	return []int{p.Start.Len(), len(r.Goals), tiles, ground, bonds - len(pieces), kinds, len(p.Palette), far, asked}
}

// withRules is p with rules, which may say nothing.
func withRules(p *tilt.Instance) *tilt.Instance {
	q := *p
	if q.Rules == nil {
		q.Rules = &tilt.Rules{}
	}
	return &q
}

// Boards with every kind of rule shrink to valid ones, each smaller by the first measure that differs, and written and
// read again as they are. Every measure is met.
func TestTiltRulesShrink(t *testing.T) {
	f := families.Tilt()
	rng := rand.New(rand.NewPCG(7, 1420))
	by := make([]int, 9)
	for round := range extent.Of(60, 400, 4000) {
		p := randomRules(rng, 1+rng.IntN(4), 1+rng.IntN(4))
		if (slowRules{p}).answer(mostSlow/4).boards > mostSlow/4 {
			continue
		}
		in, err := f.InstanceOf(p)
		if err != nil {
			t.Fatal(err)
		}
		before, own := docOf(t, in), sizes(p)
		for q := range f.Shrink(in) {
			doc := docOf(t, q)
			if err := f.Validate(q); err != nil {
				t.Fatalf("round %d: %s gives %s: %v", round, before, doc, err)
			}
			if again := docOf(t, mustInstances(f, doc)[0]); again != doc {
				t.Fatalf("round %d: %s comes back as %s", round, doc, again)
			}
			less := sizes(q.Value().(*tilt.Instance))
			at := 0
			for at < len(own) && own[at] == less[at] {
				at++
			}
			if at == len(own) || less[at] > own[at] {
				t.Fatalf("round %d: %s (%v) gives %s (%v), which is not smaller", round, before, own, doc, less)
			}
			by[at]++
		}
		if after := docOf(t, in); after != before {
			t.Fatalf("round %d: shrinking made %s of %s", round, after, before)
		}
	}
	t.Logf("smaller by each measure: %v", by)
	if slices.Contains(by, 0) {
		t.Fatal("a measure never shrinks")
	}
}

func docOf(t *testing.T, in puzzle.Instance) string {
	t.Helper()
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(doc)
}

// A fault that a wall, a hole or a piece makes is found again on the smallest board that has it.
func TestTiltRulesShrinkToTheFault(t *testing.T) {
	f := families.Tilt()
	rules := func(p *tilt.Instance) *tilt.Rules { return withRules(p).Rules }
	for name, c := range map[string]struct {
		fault func(p *tilt.Instance) bool
		want  string
	}{
		"a wall": {func(p *tilt.Instance) bool { return slices.Contains(rules(p).Ground, tilt.Wall) },
			`{"family":"tilt","version":1,"start":["#"],"target":["#"]}`},
		"a hole beside a tile": {func(p *tilt.Instance) bool {
			return slices.Contains(rules(p).Ground, tilt.Hole) && slices.ContainsFunc(p.Start.Narrow, func(c uint8) bool {
				return c != 0
			})
		}, `{"family":"tilt","version":1,"start":["cO"],"target":["??"]}`},
		"a domino": {func(p *tilt.Instance) bool { return rules(p).Pieces != nil },
			`{"family":"tilt","version":1,"start":["aa"],"pieces":["aa"],"target":["??"]}`},
		"one at a time": {func(p *tilt.Instance) bool { return rules(p).One },
			`{"family":"tilt","version":1,"start":["."],"target":["?"],"movers":"one"}`},
	} {
		in := mustInstances(f, `{"family":"tilt","version":1,"start":["a..#b","aab..","c..OO"],"pieces":["x....","xx...","....."],`+
			`"target":["???#?","?????","????O"],"movers":"one","robots":["a","b"]}`)[0]
		steps := 0
		for again := true; again; {
			again = false
			for q := range f.Shrink(in) {
				if c.fault(q.Value().(*tilt.Instance)) {
					in, again = q, true
					steps++
					break
				}
			}
		}
		if got := docOf(t, in); got != c.want {
			t.Errorf("%s: after %d steps %s, not %s", name, steps, got, c.want)
		}
	}
}
