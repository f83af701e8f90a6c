package ways

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestImprove makes constructed words better on all kinds of boards, and verifies them by playing.
func TestImprove(t *testing.T) {
	ctx := context.Background()
	for seed := range extent.Less[uint64](25, 120) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 12)), 1+int(seed%25))
		c := moveset.Compile(p.Moves)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		if err != nil || d.Verdict != puzzle.Solved {
			continue
		}
		word, err := g.Word(ctx, d, puzzle.DefaultLimits())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		better := g.Improve(ctx, d, word, 1<<19, puzzle.DefaultLimits())
		if costOf(c, better) > costOf(c, word) {
			t.Fatalf("seed %d: %d moves become dearer", seed, len(word))
		}
		if !moveset.Fits(p.Goals[d.Goal], twin.PlayMoves(p, append(slices.Clone(d.Head), better...))) {
			t.Fatalf("seed %d: the moves do not lead to the goal", seed)
		}
		if again := g.Improve(ctx, d, word, 1<<19, puzzle.DefaultLimits()); !slices.Equal(again, better) {
			t.Fatalf("seed %d: not the same twice", seed)
		}
	}
}

// TestImproveMuch says by how much, which must be something.
func TestImproveMuch(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		n     int
		words string
	}{{4, "shifts"}, {5, "shifts"}, {6, "shifts"}, {8, "shifts"}, {10, "shifts"}, {5, "twist:2x2"},
		{5, "shift-right shift-down"}} {
		set := twin.MoveSet(t, test.n, test.n, test.words)
		c := moveset.Compile(set)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		p := twin.Walked(rand.New(rand.NewPCG(1, 5)), twin.ShuffledInstance(rand.New(rand.NewPCG(1, 6)), set, c.N))
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		word, err := g.Word(ctx, d, puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		better := g.Improve(ctx, d, word, 1<<24, puzzle.DefaultLimits())
		t.Logf("%d × %d %s: %d → %d", test.n, test.n, test.words, len(word), len(better))
		if len(better) >= len(word) || !moveset.Fits(p.Goals[0], twin.PlayMoves(p, better)) {
			t.Errorf("%d × %d %s: %d moves become %d", test.n, test.n, test.words, len(word), len(better))
		}
	}
}

func BenchmarkImprove8x8(b *testing.B) {
	set := twin.MoveSet(b, 8, 8, "shifts")
	c := moveset.Compile(set)
	g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
	p := twin.Walked(rand.New(rand.NewPCG(1, 5)), twin.ShuffledInstance(rand.New(rand.NewPCG(1, 6)), set, c.N))
	d, err := g.Decide(context.Background(), p, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	word, err := g.Word(context.Background(), d, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.ReportMetric(float64(len(g.Improve(context.Background(), d, word, 1<<26, puzzle.DefaultLimits()))), "moves")
	}
}
