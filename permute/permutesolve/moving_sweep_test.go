//go:build sweep

package permutesolve

import (
	"context"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestSweepOrbits goes through all boards of twist:3x3 on 4 × 4, in 4 bits a board and in 2, and without a table. The
// first levels are those of a search over whole boards.
func TestSweepOrbits(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 4, 4, "twist:3x3")
	near := []int64{1}
	seen, front := map[string]bool{"abcdefghijklmnop": true}, []string{"abcdefghijklmnop"}
	for len(near) < 8 {
		var next []string
		for _, b := range front {
			for i := range set.Moves {
				if n := twin.NaiveMove(b, &set.Moves[i]); !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
		}
		near, front = append(near, int64(len(next))), next
	}
	for _, memory := range []int64{256 << 20, 128 << 20, 96 << 20} {
		d, err := Distances(ctx, set, tables.DistributionOptions{Antipodes: 3}, puzzle.Limits{Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if d.Total != 812851200 || !slices.Equal(d.Boards[:8], near) || len(d.Boards) != 15 {
			t.Errorf("%+v; the first levels are %v", d, near)
		}
		t.Logf("%d bytes for the table: %v", d.Table, d.Boards)
	}
}
