package lightssolve

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// Of a small board random scrambles meet each start from which it can be solved, about equally often, and no other.
func TestScrambleIsUniform(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	small(41, 30, func(p *lights.Instance, rng *rand.Rand) {
		starts := map[string]int{}
		loose := 1
		for _, c := range p.Cells {
			if c == lights.NoLamp {
				loose *= int(p.Modulus)
			}
		}
		eachPlan(p, func(x *lights.Board) {
			q, err := backwards(nil, p, x)
			if err != nil {
				t.Fatal(err)
			}
			starts[matter(p, q.Start)] = 0
		})
		if len(starts) > 64 {
			return
		}
		const each = 60
		seen := map[string]bool{}
		for range each * len(starts) {
			q, err := s.Scramble(ctx, p, -1, rng, puzzle.Limits{})
			if err != nil || q.Validate() != nil {
				t.Fatal(err, q)
			}
			if _, known := starts[matter(p, q.Start)]; !known {
				t.Fatalf("%v: from %v it cannot be solved", p, q)
			}
			starts[matter(p, q.Start)]++
			seen[cells(q.Start)] = true
		}
		for start, n := range starts {
			if n < each/4 || n > 3*each {
				t.Errorf("%v: of %d scrambles %d are %s", p, each*len(starts), n, start)
			}
		}
		if loose > 1 && len(seen) <= len(starts) {
			t.Errorf("%v: lamps that do not matter always show the same", p)
		}
	})
}

// matter is a board with 0 for lamps that do not matter.
func matter(p *lights.Instance, b *lights.Board) string {
	b = b.Clone()
	for i, c := range p.Cells {
		if c&lights.NoLamp != 0 {
			b.Set(i/p.Width, i%p.Width, 0)
		}
	}
	return cells(b)
}

// A scramble at a distance has it, by going through all presses, and where it says that there is none there is none.
func TestScrambleTwin(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	small(42, extent.Less(15, 60), func(p *lights.Instance, rng *rand.Rand) {
		least := map[string]int64{} // of each start
		far := int64(0)
		eachPlan(p, func(x *lights.Board) {
			q, err := engine.Pressed(nil, &lights.Instance{Modulus: p.Modulus, Width: p.Width, Height: p.Height, Pattern: p.Pattern,
				Topology: p.Topology, Cells: p.Cells, Net: p.Net, Start: lights.NewBoard(p.Height, p.Width, p.Modulus)}, x)
			if err != nil {
				t.Fatal(err)
			}
			change, cost := matter(p, q.Start), costOf(nil, p, x).Int64()
			if before, known := least[change]; !known || cost < before {
				least[change] = cost
			}
		})
		distances := map[int64]bool{}
		for _, d := range least {
			distances[d] = true
			far = max(far, d)
		}
		for d := range far + 3 {
			q, err := s.Scramble(ctx, p, d, rng, puzzle.Limits{})
			if !distances[d] {
				if !errors.Is(err, puzzle.ErrInput) && !errors.Is(err, puzzle.ErrLimit) {
					t.Fatalf("%v: no start is %d away: %v, %v", p, d, q, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%v: a start is %d away: %v", p, d, err)
			}
			wish := lights.NewBoard(p.Height, p.Width, p.Modulus)
			for i := range p.Height * p.Width {
				wish.Set(i/p.Width, i%p.Width, q.Wanted(i/p.Width, i%p.Width))
			}
			if got := least[matter(p, wish)]; got != d {
				t.Fatalf("%v: %v is %d away, not %d", p, q, got, d)
			}
		}
	})
}

// The farthest boards of the classical game are found, and what lies beyond them is not.
func TestScrambleFar(t *testing.T) {
	ctx, s, rng := context.Background(), NewSolver(Options{}), rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		n        int
		farthest int64
	}{{4, 7}, {5, 15}, {6, 36}} {
		p := allOn(c.n, c.n, "plus")
		for _, d := range []int64{0, 1, c.farthest / 2, c.farthest} {
			if _, err := s.Scramble(ctx, p, d, rng, puzzle.Limits{}); err != nil {
				t.Errorf("%d × %d: %v", c.n, c.n, err)
			}
		}
		if _, err := s.Scramble(ctx, p, c.farthest+1, rng, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%d × %d: %v", c.n, c.n, err)
		}
	}
	large := allOn(100, 100, "plus")
	if _, err := s.Scramble(ctx, large, 5000, rng, puzzle.Limits{}); err != nil {
		t.Error(err)
	}
	if _, err := s.Scramble(ctx, large, -1, rng, puzzle.Limits{Memory: 1 << 10}); !errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
}
