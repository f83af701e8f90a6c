//go:build sweep

package tables

import (
	"context"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

const manyStarts = 50

// TestSweepTorus goes through all 12! boards of 3 × 4.
func TestSweepTorus(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 3, 4, "shifts"))
	d, err := NewShelf("").Distribution(context.Background(), c, nil, DistributionOptions{Antipodes: 10},
		puzzle.Limits{Memory: 600 << 20})
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{1, 14, 135, 1252, 11135, 93138, 732983, 5342410, 34108194, 155751268, 249363563, 33420160, 177155, 186,
		6}
	if d.Total != 479001600 || !slices.Equal(d.Boards, want) {
		t.Errorf("3 × 4: %v", d)
	}
	for _, a := range d.Antipodes {
		t.Log(a)
	}
}

// TestSweepTorusWhole does the same without symmetries, and compares the first levels with a naive search.
func TestSweepTorusWhole(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 3, 4, "shifts")
	c := moveset.Compile(set)
	d, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{}, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := fillCosets(ctx, planCosets(c, false))
	if err != nil {
		t.Fatal(err)
	}
	s, err := newLevels(ctx, x, c.Pulls(c.Distinct(nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.run(ctx, nil); err != nil || !slices.Equal(s.counts, d.Boards) {
		t.Errorf("without symmetries %v, %v; with them %v", s.counts, err, d.Boards)
	}
	seen := map[string]bool{"abcdefghijkl": true}
	level := []string{"abcdefghijkl"}
	for v := range 6 {
		if int64(len(level)) != d.Boards[v] {
			t.Errorf("%d boards at distance %d, naively %d", d.Boards[v], v, len(level))
		}
		var next []string
		for _, b := range level {
			for i := range set.Moves {
				if to := twin.NaiveMove(b, &set.Moves[i]); !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
}
