//go:build sweep

package permutesolve

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// The 20 boards of BenchmarkRandom4x4 once more by a search that shares no table with the first: bidirectional, as far as 13 moves; beyond,
// that the deepening with a smaller perimeter agrees. About ten minutes and 1 GB.
func TestSweepRandom4x4(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 4, 4, "shifts")
	c := moveset.Compile(set)
	prep, small := newPreparations(c, t.TempDir()), newPreparations(c, "")
	small.most = 200000
	if _, err := small.near(ctx, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := prep.near(ctx, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2025, 4))
	for i := range 20 {
		p := twin.RandomBoard(rng, set)
		got, err := searchOptimal(ctx, c, p, prep, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		twin.CheckWay(t, p, got.path, got.goal, got.cost)
		switch {
		case got.cost <= 13:
			s, err := newBidirectional(ctx, newProblem(c, p), puzzle.Limits{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.run(ctx)
			if err != nil || want.cost != got.cost || !slices.Equal(want.path, got.path) {
				t.Fatalf("board %d: %+v, %v; want %+v", i, got, err, want)
			}
			t.Logf("board %d: %d, %v boards seen", i, want.cost, want.seen)
		case got.cost <= 14:
			want, err := searchOptimal(ctx, c, p, small, puzzle.Limits{})
			if err != nil || want.cost != got.cost || !slices.Equal(want.path, got.path) {
				t.Fatalf("board %d: %+v, %v; want %+v", i, got, err, want)
			}
			t.Logf("board %d: %d", i, want.cost)
		}
	}
}

// Costs on 3 × 4, against Dijkstra's search over as many boards as it takes.
func TestSweepCosts3x4(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		set := twin.MoveSet(t, 3, 4, "shifts")
		for i := range set.Moves {
			set.Moves[i].Cost = 1 + rng.Int64N(4)
		}
		c := moveset.Compile(set)
		prep := newPreparations(c, "")
		prep.most = 300000
		if _, err := prep.near(context.Background(), puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
		var p *permute.Instance
		for range 3 {
			p = twin.Scrambled(rng, set, 9)
			s, err := newBidirectional(context.Background(), newProblem(c, p), puzzle.Limits{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			got, err := searchOptimal(context.Background(), c, p, prep, puzzle.Limits{})
			if err != nil || got.cost != want.cost {
				t.Fatalf("%+v, %v; want %d", got, err, want.cost)
			}
			twin.CheckWay(t, p, got.path, got.goal, got.cost)
		}
	}
}
