package lightssolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// maxTried bounds the presses that the twins go through.
const maxTried = 1 << 12

// eachPlan visits all presses of p in lexicographic order; it reports false where these are more than maxTried.
func eachPlan(p *lights.Instance, visit func(x *lights.Board)) bool {
	buttons := working(p)
	n := 1
	for range buttons {
		if n *= int(p.Modulus); n > maxTried {
			return false
		}
	}
	h, w := p.Buttons()
	for i := range n {
		x := lights.NewBoard(h, w, p.Modulus)
		for k, rest := len(buttons)-1, i; k >= 0; k-- {
			x.Set(buttons[k][0], buttons[k][1], uint32(rest)%p.Modulus)
			rest /= int(p.Modulus)
		}
		visit(x)
	}
	return true
}

// small calls test with instances whose presses can be gone through, until it has had so many.
func small(seed uint64, count int, test func(p *lights.Instance, rng *rand.Rand)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for count > 0 {
		p := Generate(rng, 1+rng.IntN(12))
		p.Choice, p.LitOnly = nil, false // see TestChoice, TestLitOnly
		if eachPlan(p, func(*lights.Board) {}) {
			test(p, rng)
			count--
		}
	}
}

func cells(b *lights.Board) string { return fmt.Sprint(engine.Cells(nil, b)) }

// All yields what going through all presses finds to be cheapest, the least first, and Each all solutions, from each to the
// next one quiet pattern.
func TestAllTwin(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	small(31, 400, func(p *lights.Instance, _ *rand.Rand) {
		var solutions, best []string
		least := int64(0)
		eachPlan(p, func(x *lights.Board) {
			if !right(p, x) {
				return
			}
			solutions = append(solutions, cells(x))
			switch cost := costOf(nil, p, x).Int64(); {
			case best == nil || cost < least:
				best, least = []string{cells(x)}, cost
			case cost == least:
				best = append(best, cells(x))
			}
		})
		var got []string
		err := s.All(ctx, p, puzzle.Limits{}, func(w lights.Witness) error {
			got = append(got, cells(w.Presses))
			if w.Cost.Int64() != least || len(got) > 1 && w.Optima != nil || w.Optima != nil && w.Optima.Int64() != int64(len(best)) {
				t.Fatalf("%v: answer %d claims cost %v and optima %v", p, len(got), w.Cost, w.Optima)
			}
			return nil
		})
		if err != nil || len(got) > 0 && got[0] != best[0] {
			t.Fatalf("%v: %v begins all answers, not %v; %v", p, got, best, err)
		}
		if slices.Sort(got); !slices.Equal(got, sorted(best)) {
			t.Fatalf("%v: all answers are %v, not %v", p, got, best)
		}
		all := everySolution(t, s, p)
		if !slices.Equal(sorted(all), sorted(solutions)) {
			t.Fatalf("%v: all solutions are %v, not %v", p, all, solutions)
		}
		i := 0
		err = s.Every(ctx, p, puzzle.Limits{}, func(w lights.Witness) error {
			if cells(w.Presses) != all[i] || w.Cost.Cmp(costOf(nil, p, w.Presses)) != 0 || w.Optima != nil || w.Solutions != nil {
				t.Fatalf("%v: answer %d of all is %v, not %v", p, i+1, w, all[i])
			}
			i++
			return nil
		})
		if err != nil || i != len(all) {
			t.Fatalf("%v: %d answers of %d, %v", p, i, len(all), err)
		}
	})
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func everySolution(t *testing.T, s *Solver, p *lights.Instance) (all []string) {
	t.Helper()
	ctx := context.Background()
	sys, err := s.Prepare(ctx, p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	gens, err := sys.Kernel(ctx, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var last *lights.Board
	err = sys.Each(ctx, p, puzzle.Limits{}, func(x *lights.Board) error {
		all = append(all, cells(x))
		if last != nil && !slices.ContainsFunc(gens, func(g *lights.Board) bool {
			up, down := last.Clone(), last.Clone()
			addTo(up, g, p.Modulus, false)
			addTo(down, g, p.Modulus, true)
			return up.Equal(x) || down.Equal(x)
		}) {
			t.Fatalf("%v: %v follows %v", p, x, last)
		}
		last = x.Clone()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Both stop at what visit says, and All says where it cannot know the best.
func TestAllStops(t *testing.T) {
	ctx, s, enough := context.Background(), NewSolver(Options{}), errors.New("enough")
	n := 0
	p := allOn(4, 4, "plus") // 16 solutions
	err := s.All(ctx, p, puzzle.Limits{}, func(lights.Witness) error { n++; return enough })
	if !errors.Is(err, enough) || n != 1 {
		t.Error(n, err)
	}
	err = s.Every(ctx, p, puzzle.Limits{}, func(lights.Witness) error { n++; return enough })
	if !errors.Is(err, enough) || n != 2 {
		t.Error(n, err)
	}
	// 2^100 solutions: what is cheapest is not known.
	p = &lights.Instance{Modulus: 2, Width: 20, Height: 10, Pattern: lights.Pattern{Offsets: []lights.Offset{{DX: 0, Weight: 1}, {DX: 10, Weight: 1}}}}
	p.Topology, p.Start = lights.Cylinder, lights.NewBoard(10, 20, 2)
	for y := range 10 {
		p.Start.Set(y, 5, 1)
		p.Start.Set(y, 15, 1)
	}
	for _, want := range []string{"they cost 10, but which of the 1267650600228229401496703205376 solutions do is not known",
		"the least cost is not known, only that it is from 10 to 20"} {
		err := s.All(ctx, p, puzzle.Limits{}, func(lights.Witness) error { return nil })
		if !errors.Is(err, puzzle.ErrLimit) || !strings.HasSuffix(err.Error(), want) {
			t.Error(err)
		}
		p.Costs = slices.Repeat([]uint32{1, 2}, 100)
		p.Costs[0]++
	}
}
