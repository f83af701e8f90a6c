package lightssolve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// wrongIn is how many lamps that matter show another value than b.
func wrongIn(p *lights.Instance, shown, b *lights.Board) (n int) {
	for y := range p.Height {
		for x := range p.Width {
			want := uint32(0)
			if b != nil {
				want = b.At(y, x)
			}
			if shown.At(y, x) != want && p.Cell(y, x)&lights.NoLamp == 0 {
				n++
			}
		}
	}
	return n
}

// A choiceTruth is what all presses lead to, tried one after the other.
type choiceTruth struct {
	solutions, optima int64
	cost              *big.Int
	best              *lights.Board
}

func choiceTwin(t *rapid.T, p *lights.Instance) (o choiceTruth) {
	h, w := p.Buttons()
	bases := slices.Clone(p.Choice.Goals)
	for v := uint32(0); p.Choice.Uniform && v < p.Modulus; v++ {
		b := lights.NewBoard(p.Height, p.Width, p.Modulus)
		for i := range p.Height * p.Width {
			b.Set(i/p.Width, i%p.Width, v)
		}
		bases = append(bases, b)
	}
	if len(bases) == 0 {
		bases = []*lights.Board{p.Target}
	}
	x := lights.NewBoard(h, w, p.Modulus)
	for {
		q, err := engine.Pressed(nil, p, x)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(bases, func(b *lights.Board) bool { return wrongIn(p, q.Start, b) <= p.Choice.Wrong }) {
			cost := costOf(nil, p, x)
			switch {
			case o.cost == nil || cost.Cmp(o.cost) < 0:
				o.cost, o.optima, o.best = cost, 1, x.Clone()
			case cost.Cmp(o.cost) == 0:
				o.optima++
			}
			o.solutions++
		}
		i := h*w - 1 // in lexicographic order
		for ; i >= 0; i-- {
			v := x.At(i/w, i%w) + 1
			if v == p.Modulus || p.Net == nil && p.Cell(i/w, i%w)&lights.NoButton != 0 {
				v = 0
			}
			if x.Set(i/w, i%w, v); v != 0 {
				break
			}
		}
		if i < 0 {
			return o
		}
	}
}

// TestChoice compares boards with several goals with the twin: the verdict, the best presses and all numbers; what is
// found by the sums that no press changes; and the lists of solutions.
func TestChoice(t *testing.T) {
	ctx, solver, lim := context.Background(), NewSolver(Options{}), puzzle.Limits{}
	seen := map[puzzle.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := Generate(rng, rapid.IntRange(1, 6).Draw(t, "size"))
		if p.LitOnly = false; p.Choice == nil {
			generateChoice(rng, p)
		}
		if h, w := p.Buttons(); p.Modulus > 6 && h*w > 4 || h*w > 8 || p.Choice.Wrong == 0 && !p.Choice.Uniform &&
			len(p.Choice.Goals) == 0 {
			return
		}
		want := choiceTwin(t, p)
		sys, err := solver.Prepare(ctx, p, lim)
		if err != nil {
			t.Fatal(err)
		}
		near, err := sys.nearAny(lim.Meter(ctx), p)
		if err == nil {
			compareChoice(t, p, near, want, false)
		}
		o, err := solver.Solve(ctx, p, lim)
		if err != nil {
			t.Fatal(err)
		}
		few := p.Choices() <= lights.MaxChoices
		compareChoice(t, p, o, want, few)
		if seen[o.Verdict]++; !few {
			return
		}
		if n, err := solver.Count(ctx, p, lim); err != nil || n.Int64() != want.solutions {
			t.Fatalf("%v: it counts %v, %v; there are %d", p, n, err, want.solutions)
		}
		all, every := int64(0), int64(0)
		if err := solver.All(ctx, p, lim, func(lights.Witness) error { all++; return nil }); err != nil || all != want.optima {
			t.Fatalf("%v: %d optima are listed, %v; there are %d", p, all, err, want.optima)
		}
		err = solver.Every(ctx, p, lim, func(lights.Witness) error { every++; return nil })
		if err != nil || every != want.solutions {
			t.Fatalf("%v: %d solutions are listed, %v; there are %d", p, every, err, want.solutions)
		}
	})
	t.Logf("verdicts: %v", seen)
	if !testing.Short() && (seen[puzzle.Solved] == 0 || seen[puzzle.Impossible] == 0) {
		t.Error("the boards are no test")
	}
}

func compareChoice(t *rapid.T, p *lights.Instance, o lights.Outcome, want choiceTruth, best bool) {
	if err := lightscheck.Check(context.Background(), p, o, puzzle.Limits{}); err != nil {
		t.Fatalf("%v: %+v is refused: %v", p, o, err)
	}
	if (o.Verdict == puzzle.Solved) != (want.solutions > 0) {
		t.Fatalf("%v: %v; there are %d solutions", p, o.Verdict, want.solutions)
	}
	if w := o.Witness; w != nil && best && (w.Solutions == nil || w.Optima == nil || w.Solutions.Int64() != want.solutions ||
		w.Optima.Int64() != want.optima || w.Cost.Cmp(want.cost) != 0 || !w.Presses.Equal(want.best)) {
		t.Fatalf("%v: %+v; the truth is %+v", p, w, want)
	}
}

// TestManyWrong has boards with too many goals to look at each: the verdict comes from sums that no press changes.
func TestManyWrong(t *testing.T) {
	ctx, lim := context.Background(), puzzle.Limits{}
	for _, c := range []struct {
		side   int
		lamps  [][2]int
		wrong  int
		wanted puzzle.Verdict
	}{
		{9, [][2]int{{0, 0}}, 3, puzzle.Solved},
		{9, [][2]int{{0, 0}, {0, 1}, {2, 5}, {3, 3}, {4, 7}, {8, 8}, {8, 0}}, 6, puzzle.Solved},
		{19, [][2]int{{0, 0}, {2, 7}, {3, 3}, {9, 11}, {18, 1}, {12, 5}}, 2, puzzle.Impossible},
		{19, [][2]int{{0, 0}, {2, 7}, {3, 3}, {9, 11}, {18, 1}, {12, 5}}, 5, puzzle.Solved},
		{19, [][2]int{{0, 0}, {2, 7}, {3, 3}, {9, 11}, {18, 1}, {12, 5}}, 6, puzzle.Solved},
		{16, [][2]int{{0, 0}, {2, 7}, {3, 3}, {9, 11}, {12, 5}, {15, 15}}, 1, puzzle.Impossible},
	} {
		p := &lights.Instance{Modulus: 2, Width: c.side, Height: c.side, Pattern: lights.Pattern{Name: "plus"},
			Start: lights.NewBoard(c.side, c.side, 2), Choice: &lights.Choice{Wrong: c.wrong}}
		for _, l := range c.lamps {
			p.Start.Set(l[0], l[1], 1)
		}
		o, err := NewSolver(Options{}).Solve(ctx, p, lim)
		if err != nil || o.Verdict != c.wanted {
			t.Errorf("%d × %d, %d wrong: %v, %v", c.side, c.side, c.wrong, o.Verdict, err)
			continue
		}
		if err := lightscheck.Check(ctx, p, o, lim); err != nil {
			t.Errorf("%d × %d, %d wrong: %v", c.side, c.side, c.wrong, err)
		}
		if len(c.lamps) <= c.wrong && o.Witness.Cost.Sign() != 0 {
			t.Errorf("%d × %d, %d wrong: %v presses where none is needed", c.side, c.side, c.wrong, o.Witness.Cost)
		}
	}
}
