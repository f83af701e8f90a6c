package permutesolve

import (
	"testing"

	"github.com/gridwright/gridwright/permute"
)

// TestFits compares what the editor proposes on large boards with what permute.ParseMoves makes.
func TestFits(t *testing.T) {
	sets := []string{"shifts", "shift-right shift-down", "shift-right rotate-cw", "drag", "twist:2x2", "twist-cw:2x2",
		"swap:adjacent"}
	boards := [][2]int{{33, 32}, {33, 33}, {1, 1500}, {2000, 1}, {1, 300000}, {2, 700}, {40, 30}, {180, 181}, {182, 182}}
	if !testing.Short() {
		boards = append(boards, [][2]int{{200, 200}, {257, 256}, {2, 40000}, {20000, 2}, {2, 16384}, {400, 400}}...)
	}
	for _, b := range boards {
		for _, set := range sets {
			_, err := permute.ParseMoves(b[0], b[1], set)
			if got := fits(b[0], b[1], set); got != (err == nil) {
				t.Errorf("%d × %d, %s: fits says %v, and making it says %v", b[0], b[1], set, got, err)
			}
		}
	}
}
