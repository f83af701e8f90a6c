//go:build sweep

package search

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

// The 20 boards of BenchmarkRandom4x4 once more by a search that shares no table with the first: bidirectional, as
// far as 13 moves; beyond, that the deepening with a smaller perimeter agrees. About ten minutes and 1 GB.
func TestSweepRandom4x4(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 4, 4, "shifts")
	c := moveset.Compile(set)
	prep, small := NewPreparations(c, t.TempDir()), NewPreparations(c, "")
	small.Most = 200000
	if _, err := small.Near(ctx, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := prep.Near(ctx, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2025, 4))
	for i := range 20 {
		p := twin.RandomBoard(rng, set)
		got, err := Optimal(ctx, c, p, prep, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		twin.CheckWay(t, p, got.Path, got.Goal, got.Cost)
		switch {
		case got.Cost <= 13:
			s, err := newBidirectional(ctx, NewProblem(c, p), puzzle.Limits{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.run(ctx)
			if err != nil || want.cost != got.Cost || !slices.Equal(want.path, got.Path) {
				t.Fatalf("board %d: %+v, %v; want %+v", i, got, err, want)
			}
			t.Logf("board %d: %d, %v boards seen", i, want.cost, want.seen)
		case got.Cost <= 14:
			want, err := Optimal(ctx, c, p, small, puzzle.Limits{})
			if err != nil || want.Cost != got.Cost || !slices.Equal(want.Path, got.Path) {
				t.Fatalf("board %d: %+v, %v; want %+v", i, got, err, want)
			}
			t.Logf("board %d: %d", i, want.Cost)
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
		prep := NewPreparations(c, "")
		prep.Most = 300000
		if _, err := prep.Near(context.Background(), puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
		var p *permute.Instance
		for range 3 {
			p = twin.Scrambled(rng, set, 9)
			s, err := newBidirectional(context.Background(), NewProblem(c, p), puzzle.Limits{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			got, err := Optimal(context.Background(), c, p, prep, puzzle.Limits{})
			if err != nil || got.Cost != want.cost {
				t.Fatalf("%+v, %v; want %d", got, err, want.cost)
			}
			twin.CheckWay(t, p, got.Path, got.Goal, got.Cost)
		}
	}
}
