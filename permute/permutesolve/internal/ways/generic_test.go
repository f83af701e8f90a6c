package ways

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

func TestGenericWords(t *testing.T) {
	ctx := context.Background()
	tests := []struct {
		rows, cols int
		words      string
		boards     int
	}{
		{3, 3, "twist:2x2", 6}, {5, 5, "twist:2x2", 4}, {6, 6, "twist:2x2", 2}, {8, 8, "twist:2x2", 1},
		{5, 5, "twist-cw:2x2", 2}, {4, 7, "twist:3x3", 2},
		{6, 6, "swap:adjacent", 2}, {5, 5, "shift-right rotate-cw", 2}, {6, 6, "rotate shift-right", 1},
		{4, 4, "shift-right rotate-180 twist-cw:2x2", 2},
		{1, 9, "swap:adjacent", 2}, {2, 3, "twist:2x2", 6}, {4, 4, "shifts:2", 6}, {4, 4, "rotate mirror-left-right", 6},
		{6, 6, "shifts:2", 3},
		{3, 4, "twist:3x3", 6}, {3, 5, "mirror-left-right mirror-up-down shift-right=2", 6},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%dx%d %s", test.rows, test.cols, test.words), func(t *testing.T) {
			set := twin.MoveSet(t, test.rows, test.cols, test.words)
			c := moveset.Compile(set)
			g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
			solved, total := 0, 0
			for seed := range uint64(test.boards) {
				rng := rand.New(rand.NewPCG(seed, 77))
				n := test.rows * test.cols
				for _, p := range []*permute.Instance{twin.ShuffledInstance(rng, set, n), twin.ShuffledInstance(rng, set, 3),
					twin.Walked(rng, twin.ShuffledInstance(rng, set, n))} {
					d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
					if err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					wantDecision(t, p, d)
					if d.Verdict != puzzle.Solved {
						continue
					}
					moves, err := g.Word(ctx, d, puzzle.DefaultLimits())
					if err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					if !moveset.Fits(p.Goals[d.Goal], twin.PlayMoves(p, append(d.Head, moves...))) {
						t.Fatalf("seed %d: the moves do not lead to the goal", seed)
					}
					if len(p.Labels) == n {
						solved++
						total += len(moves)
					}
				}
			}
			t.Logf("%d boards, %d moves on average", solved, total/max(1, solved))
		})
	}
}

// TestGenericAgainstDecide solves small generated boards of all kinds.
func TestGenericOnAllKinds(t *testing.T) {
	ctx := context.Background()
	none := 0
	for seed := range extent.Less[uint64](75, 300) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 2)), 1+int(seed%20))
		c := moveset.Compile(p.Moves)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		if err != nil {
			if !errors.Is(err, puzzle.ErrLimit) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		if d.Verdict != puzzle.Solved {
			continue
		}
		moves, err := g.Word(ctx, d, puzzle.DefaultLimits())
		if errors.Is(err, puzzle.ErrLimit) {
			none++
			t.Logf("seed %d: %v", seed, err)
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !moveset.Fits(p.Goals[d.Goal], twin.PlayMoves(p, append(d.Head, moves...))) {
			t.Fatalf("seed %d: the moves do not lead to the goal", seed)
		}
	}
	t.Logf("%d without moves", none)
}
