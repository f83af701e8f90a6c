package moveset_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
)

// TestSymmetries counts known groups and wants every symmetry to turn moves into moves, and products to be in the list.
func TestSymmetries(t *testing.T) {
	for _, s := range []struct {
		rows, cols int
		words      string
		want       int
	}{
		{3, 4, "shifts", 48}, {3, 3, "shifts", 72}, {4, 4, "shifts", 128}, {3, 3, twin.ContestMoves, 1},
		{3, 3, "shifts:right,down", 18}, {2, 2, "shifts", 8},
		{3, 4, "twist:2x2", 4}, {1, 1, "", 1}, {2, 3, "shift-right=2 shift-down=3", 6}, {3, 3, "swap:adjacent", 8},
		{3, 3, "rotate-cw", 4},
	} {
		c := moveset.Compile(twin.MoveSet(t, s.rows, s.cols, s.words))
		all := c.Symmetries()
		if len(all) != s.want {
			t.Errorf("%d × %d %s: %d symmetries, not %d", s.rows, s.cols, s.words, len(all), s.want)
		}
		known := map[string]bool{}
		for _, a := range all {
			known[fmt.Sprint(a.Cell)] = true
		}
		for _, a := range all {
			for m, to := range a.Move {
				// Carrying over and then moving is moving and then carrying over.
				p, q := &c.Moves[m], &c.Moves[to]
				for i := range c.N {
					if a.Cell[p.Pull[i]] != q.Pull[a.Cell[i]] || p.Cost != q.Cost {
						t.Fatalf("%d × %d %s: a symmetry makes move %d of %d, which it is not", s.rows, s.cols, s.words, to, m)
					}
				}
			}
			moves := slices.Sorted(slices.Values(a.Move))
			if len(slices.Compact(moves)) != len(c.Moves) {
				t.Errorf("%s: two moves become one", s.words)
			}
			for _, b := range all {
				product := make([]int32, c.N)
				for i := range product {
					product[i] = b.Cell[a.Cell[i]]
				}
				if !known[fmt.Sprint(product)] {
					t.Fatalf("%s: the symmetries are no group", s.words)
				}
			}
		}
	}
}
