package permutesolve

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

func TestGenerateIsValid(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(300) {
		for _, size := range []int{0, 1, 2, 9, 30, 200} {
			p := generate.Instance(rand.New(rand.NewPCG(seed, 9)), size)
			if err := p.Validate(); err != nil {
				t.Fatalf("seed %d, size %d: %v", seed, size, err)
			}
			n := p.Rows * p.Cols
			if n > max(1, size) || 2*n < size {
				t.Fatalf("seed %d: %d cells of %d", seed, n, size)
			}
			if q := generate.Instance(rand.New(rand.NewPCG(seed, 9)), size); !reflect.DeepEqual(p.Start, q.Start) ||
				!reflect.DeepEqual(p.Goals, q.Goals) || len(p.Moves.Moves) != len(q.Moves.Moves) {
				t.Fatalf("seed %d, size %d: not the same twice", seed, size)
			}
			c := moveset.Compile(p.Moves)
			note := func(what string, is bool) {
				if is {
					seen[what] = true
				}
			}
			note("one way", !c.Closed)
			note("both ways", c.Closed)
			note("costs", !c.Unit)
			note("equal tiles", len(p.Labels) < n)
			note("no goal", !p.Given)
			note("goals", len(p.Goals) > 1)
			note("any", slices.Contains(p.Goals[0], permute.Any))
			note("spelled out", len(p.Moves.Source) > 0 && p.Moves.Source[0].Move != nil)
		}
	}
	for _, what := range []string{"one way", "both ways", "costs", "equal tiles", "no goal", "goals", "any",
		"spelled out"} {
		if !seen[what] {
			t.Errorf("no instance has: %s", what)
		}
	}
}

func TestGenerateLarge(t *testing.T) {
	for seed := range uint64(6) {
		if err := generate.Instance(rand.New(rand.NewPCG(seed, 9)), 200000).Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// weight is what shrinking makes smaller, the first number that differs.
func weight(p *permute.Instance) []int64 {
	cost, amiss := int64(0), int64(0)
	for i := range p.Moves.Moves {
		cost += p.Moves.Moves[i].Cost
	}
	for _, g := range p.Goals {
		for x, t := range g {
			if t >= 0 && t != p.Start[x] {
				amiss++
			}
		}
	}
	return []int64{int64(len(p.Start)), int64(len(p.Moves.Moves)), cost, int64(len(p.Labels)), int64(len(p.Goals)), amiss}
}

func TestShrinkIsValidAndSmaller(t *testing.T) {
	for seed := range uint64(300) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 10)), 1+int(seed%30))
		for depth := 0; ; depth++ {
			var last *permute.Instance
			n := 0
			for q := range Shrink(p) {
				if err := q.Validate(); err != nil {
					t.Fatalf("seed %d, depth %d: %v\n%+v", seed, depth, err, q)
				}
				// Merged tiles may put others out of place no more than before; what comes later in the weight may grow.
				if slices.Compare(weight(q), weight(p)) >= 0 {
					t.Fatalf("seed %d, depth %d: %v is not less than %v", seed, depth, weight(q), weight(p))
				}
				n++
				if last = q; uint64(n)%7 == seed%7 && depth%2 == 0 {
					break
				}
			}
			if last == nil {
				break
			}
			p = last
		}
		if len(p.Start) > 1 || len(p.Moves.Moves) > 0 || len(p.Goals) > 1 {
			t.Fatalf("seed %d: shrinking ends at %v", seed, weight(p))
		}
	}
}
