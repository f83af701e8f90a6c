package pack_test

import (
	"testing"
)

// TestDifficulty compares numbers with those that were counted by hand.
func TestDifficulty(t *testing.T) {
	for _, c := range []struct {
		what, document        string
		choices, orders       float64
		distance, away, lures int64
	}{
		// 9 buttons, one press: log₂ 9.
		{"one press", `{"family":"lights","version":1,"start":["110","100","000"]}`, 3.17, 0, 3, 0, 0},
		// Two presses in either order, two corners: 5 lamps are left of 6 by no other button first.
		{"two presses", `{"family":"lights","version":1,"start":["110","101","011"]}`, 2 * 3.17, 1, 6, 0, 0},
		// One tilt of two that change the board.
		{"one tilt", `{"family":"tilt","version":1,"start":["a.",".."],"target":[".a",".."]}`, 1, 0, 2, 0, 0},
		// Two tilts, in either order; the first leaves as much to do as there was.
		{"two tilts", `{"family":"tilt","version":1,"start":["a.",".."],"target":["..",".a"]}`, 2, 1, 2, 0, 0},
		// R1 or L1: the same on a row of two; 4 shifts of rows and 4 of columns.
		{"a shift", `{"family":"permute","version":1,"moves":"shifts","start":[["2","1"],["3","4"]]}`, 3, 1, 2, 0, 0},
		// One block: from two sides, or from one and along the line.
		{"a block", `{"family":"assembly","version":1,"shape":["R#"]}`, 0, 0, 1, 0, 0},
	} {
		entries, failed := load(t, map[string]string{"pack": c.document}, "pack")
		if failed != nil {
			t.Fatal(failed)
		}
		d := check(t, entries)[0].Difficulty
		if d == nil || d.Distance != c.distance || d.Away != c.away || d.Lures != c.lures ||
			d.Choices < c.choices-.01 || d.Choices > c.choices+.01 || d.Orders < c.orders-.01 || d.Orders > c.orders+.01 {
			t.Errorf("%s: %+v", c.what, d)
		}
	}
}
