package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestReach: a search that sees so many boards on each side finds no way that costs more; few boards are no matter.
func TestReach(t *testing.T) {
	if r := Reach(moveset.Compile(twin.MoveSet(t, 2, 2, "shifts")), [2]float64{10, 10}); r != math.MaxInt64 {
		t.Errorf("a set of few boards reaches %d", r)
	}
	rng := rand.New(rand.NewPCG(36, 1))
	found := 0
	for _, words := range []string{"shifts", "shifts:right,down", "swap:adjacent", "twist:2x2"} {
		set := twin.MoveSet(t, 6, 6, words)
		c := moveset.Compile(set)
		reach := Reach(c, [2]float64{1 << 14, 1 << 14})
		for moves := 1; moves < 14; moves++ {
			p := twin.Scrambled(rng, set, moves)
			var r Result
			if err := r.Bidirectional(context.Background(), NewProblem(c, p), puzzle.Limits{}, 1<<14); err != nil {
				continue
			}
			if found++; r.Cost > reach {
				t.Errorf("%s: a way of cost %d was found, beyond %d", words, r.Cost, reach)
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d ways were found", found)
	}
}
