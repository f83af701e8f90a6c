package grid_test

import (
	"testing"

	"github.com/gridwright/gridwright/grid"
)

// TestSymmetries wants products and inverses to be what they do to the cells of a board.
func TestSymmetries(t *testing.T) {
	const h, w = 2, 3
	for s := range grid.Symmetry(grid.Symmetries) {
		h2, w2 := s.Sides(h, w)
		seen := map[[2]int]bool{}
		for r := range h {
			for c := range w {
				r2, c2 := s.At(r, c, h, w)
				if r2 < 0 || r2 >= h2 || c2 < 0 || c2 >= w2 || seen[[2]int{r2, c2}] {
					t.Errorf("%v takes (%d, %d) to (%d, %d)", s, r, c, r2, c2)
				}
				seen[[2]int{r2, c2}] = true
				r0, c0 := s.At(0, 0, h, w)
				if dr, dc := s.Step(r, c); r2-r0 != dr || c2-c0 != dc {
					t.Errorf("%v makes (%d, %d) of the step (%d, %d)", s, dr, dc, r, c)
				}
				if r3, c3 := s.Inverse().At(r2, c2, h2, w2); r3 != r || c3 != c {
					t.Errorf("the inverse of %v takes (%d, %d) to (%d, %d), not back to (%d, %d)", s, r2, c2, r3, c3, r, c)
				}
				for u := range grid.Symmetry(grid.Symmetries) {
					r3, c3 := u.At(r2, c2, h2, w2)
					if r4, c4 := s.Then(u).At(r, c, h, w); r3 != r4 || c3 != c4 {
						t.Errorf("%v then %v is not %v", s, u, s.Then(u))
					}
				}
			}
		}
	}
	// The names, by where they take the cell in the second row and first column of three.
	for name, want := range map[string][2]int{
		"as it is": {1, 0}, "turned by 90°": {0, 0}, "turned by 180°": {0, 2}, "turned by 270°": {2, 1},
		"mirrored left to right": {1, 2}, "mirrored top to bottom": {0, 0}, "mirrored along the diagonal": {0, 1},
		"mirrored along the other diagonal": {2, 0},
	} {
		for s := range grid.Symmetry(grid.Symmetries) {
			if s.String() != name {
				continue
			}
			if r, c := s.At(1, 0, h, w); [2]int{r, c} != want {
				t.Errorf("%s takes (1, 0) to (%d, %d), not to %v", name, r, c, want)
			}
		}
	}
}
