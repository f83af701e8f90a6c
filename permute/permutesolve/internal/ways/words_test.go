package ways

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// TestWordsAreShared solves boards of one grouping from several sides at once.
func TestWordsAreShared(t *testing.T) {
	for _, words := range []string{"twist:2x2", "shifts:2", "rotate mirror-left-right"} {
		set := twin.MoveSet(t, 4, 4, words)
		c := moveset.Compile(set)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		var all sync.WaitGroup
		for seed := range uint64(8) {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(seed, 21))
				p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 16))
				d, err := g.Decide(context.Background(), p, puzzle.DefaultLimits())
				if err != nil || d.Verdict != puzzle.Solved {
					t.Errorf("%s, seed %d: %v, %v", words, seed, d.Verdict, err)
					return
				}
				moves, err := g.Word(context.Background(), d, puzzle.DefaultLimits())
				if err != nil || !moveset.Fits(p.Goals[0], twin.PlayMoves(p, append(d.Head, moves...))) {
					t.Errorf("%s, seed %d: the moves do not lead to the goal: %v", words, seed, err)
				}
			})
		}
		all.Wait()
	}
}

// TestWordsEnd stops the work after more and more polls, until it is done: it returns soon, with ctx's error, and can
// be done again.
func TestWordsEnd(t *testing.T) {
	set := twin.MoveSet(t, 9, 9, "twist:2x2")
	c := moveset.Compile(set)
	g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
	rng := rand.New(rand.NewPCG(1, 22))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 81))
	for after := int64(1); ; after *= 2 {
		ctx := puzzletest.NewPolls(after)
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		var moves []int32
		if err == nil {
			if moves, err = g.Word(ctx, d, puzzle.DefaultLimits()); err == nil {
				short := Shorten(ctx, c, moves, 1<<22)
				if !moveset.Fits(p.Goals[0], twin.PlayMoves(p, short)) {
					t.Error("the moves do not lead to the goal")
				}
			}
		}
		if err == nil {
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if c := ctx.Complaint(0); c != "" {
			t.Errorf("stopped at poll %d: %s", after, c)
		}
	}
}

func BenchmarkWordTwists8x8(b *testing.B) {
	set := twin.MoveSet(b, 8, 8, "twist:2x2")
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(1, 1))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 64))
	for b.Loop() {
		g := NewBuilder(group.New(nil, c, nil))
		d, err := g.Decide(context.Background(), p, puzzle.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		if _, err = g.Word(context.Background(), d, puzzle.DefaultLimits()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShorten10x10(b *testing.B) {
	set := twin.MoveSet(b, 10, 10, "shifts")
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(1, 1))
	g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 100))
	d, err := g.Decide(context.Background(), p, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	word, err := g.Word(context.Background(), d, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		short := Shorten(context.Background(), c, word, 1<<24)
		b.ReportMetric(float64(len(short)), "moves")
	}
}

// wantDecision verifies what a decision says about p as far as that can be seen without words.
func wantDecision(t *testing.T, p *permute.Instance, d group.Decision) {
	t.Helper()
	ctx := context.Background()
	switch d.Verdict {
	case puzzle.Solved:
		after := make([]permute.Tile, len(p.Start))
		used := make([]bool, len(p.Start))
		for i, to := range d.Dest {
			if used[to] {
				t.Fatalf("dest is no permutation: %v", d.Dest)
			}
			used[to] = true
			after[to] = p.Start[i]
		}
		if !moveset.Fits(p.Goals[d.Goal], after) {
			t.Fatalf("dest does not lead to goal %d: %v", d.Goal, d.Dest)
		}
	case puzzle.Impossible:
		if d.Certificate == nil {
			t.Fatal("no certificate")
		}
		o := permute.Outcome{Verdict: puzzle.Impossible, Certificate: d.Certificate}
		if err := permutecheck.Check(ctx, p, o, puzzle.DefaultLimits()); err != nil {
			t.Fatalf("the certificate is not accepted: %v\n%+v", err, d.Certificate)
		}
	default:
		t.Fatal("unknown without an error")
	}
}
