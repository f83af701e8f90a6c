//go:build sweep

package ways

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestSweepGeneric decides generated boards of up to 60 cells: whatever can be reached gets moves, and whatever
// cannot a certificate that the checker accepts.
func TestSweepGeneric(t *testing.T) {
	ctx := context.Background()
	counts := map[string]int{}
	for seed := range uint64(3000) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 31)), 1+int(seed%60))
		c := moveset.Compile(p.Moves)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		var limit *puzzle.LimitError
		switch {
		case errors.As(err, &limit):
			counts[d.Verdict.String()+", limit: "+limit.Limit]++
			continue
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		}
		wantDecision(t, p, d)
		if d.Verdict == puzzle.Impossible {
			counts[twin.CertificateKind(d.Certificate)]++
			continue
		}
		moves, err := g.Word(ctx, d, puzzle.DefaultLimits())
		if errors.As(err, &limit) {
			counts["no moves: "+limit.Msg]++
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		moves = g.Improve(ctx, d, moves, 1<<16, puzzle.DefaultLimits())
		if !moveset.Fits(p.Goals[d.Goal], twin.PlayMoves(p, append(d.Head, moves...))) {
			t.Fatalf("seed %d: the moves do not lead to the goal", seed)
		}
		counts["solved"]++
	}
	for k, n := range counts {
		t.Logf("%6d %s", n, k)
	}
}
