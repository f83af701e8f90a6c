package lightssolve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/puzzle"
)

// litTwin goes breadth-first over boards as texts, with Apply of the ordinary game for a press; -1 where no way leads to
// the target.
func litTwin(t *rapid.T, p *lights.Instance) (fewest, states int) {
	solver, ctx := NewSolver(Options{}), context.Background()
	q := *p
	q.LitOnly = false
	now, seen := []*lights.Board{p.Start}, map[string]bool{fmt.Sprint(rowsText(p.Start)): true}
	for presses := 0; len(now) > 0; presses++ {
		var next []*lights.Board
		for _, b := range now {
			if q.Start = b; stands(&q) {
				return presses, len(seen)
			}
			for i := range p.Height * p.Width {
				y, x := i/p.Width, i%p.Width
				if p.Cell(y, x)&lights.NoButton != 0 || b.At(y, x) == 0 {
					continue
				}
				after, err := solver.Apply(ctx, &q, press(p, y, x, 1), puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				if text := fmt.Sprint(rowsText(after.Start)); !seen[text] {
					seen[text] = true
					next = append(next, after.Start)
				}
			}
		}
		now = next
	}
	return -1, len(seen)
}

// TestLitOnly compares the game in which only lit lamps can be pressed with the twin, and has its answers checked and
// played.
func TestLitOnly(t *testing.T) {
	ctx, solver, lim := context.Background(), NewSolver(Options{}), puzzle.Limits{}
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := Generate(rng, rapid.IntRange(1, 8).Draw(t, "size"))
		if p.Net != nil || p.Modulus > 5 || p.Modulus > 3 && p.Width*p.Height > 4 || p.Modulus == 3 && p.Width*p.Height > 6 {
			return
		}
		p.Choice, p.Costs, p.LitOnly = nil, nil, true
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		fewest, states := litTwin(t, p)
		o, err := solver.Solve(ctx, p, lim)
		if err != nil {
			t.Fatal(err)
		}
		if err := lightscheck.Check(ctx, p, o, lim); err != nil {
			t.Fatalf("%v: %+v: %v", p, o, err)
		}
		switch {
		case fewest < 0 && o.Verdict == puzzle.Impossible:
			if e := o.Certificate.Exhausted; e != nil && e.States != int64(states) {
				t.Fatalf("%v: %d boards can be reached, not %d", p, states, e.States)
			} else if e != nil {
				seen["exhausted"]++
			}
			seen["impossible"]++
			return
		case o.Witness == nil || len(o.Witness.Moves) != fewest || o.Witness.AtLeast != int64(fewest):
			t.Fatalf("%v: %+v; the fewest presses are %d", p, o, fewest)
		}
		seen["solved"]++
		q, err := solver.Apply(ctx, p, litWay(p, o.Witness.Moves), lim)
		if err != nil || !stands(q) {
			t.Fatalf("%v: %v do not solve it, %v", p, o.Witness.Moves, err)
		}
	})
	t.Logf("answers: %v", seen)
	if !testing.Short() && (seen["solved"] == 0 || seen["impossible"] == 0) {
		t.Error("the boards are no test")
	}
}
