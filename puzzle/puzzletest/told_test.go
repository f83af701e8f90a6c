package puzzletest

import "testing"

func TestMisspelt(t *testing.T) {
	for _, c := range []struct {
		text string
		whole,
		bad bool
	}{
		{"The board is solved.", true, false},
		{"The board is solved", true, true},
		{"Two moves , then one.", true, true},
		{"Two moves,then one.", true, true},
		{"Two moves.. Then one.", true, true},
		{"Two moves  then one.", true, true},
		{"3. Then one.", true, true},
		{"moves: drag:right,down (1 move in all)", false, false},
		{"moves: drag:right,down,then more", false, false},
		{"a right,down drag", false, true},
		{"The goal wants 2 blocks with the tiles (1 . 5), as block a is there.", true, false},
		{"Block a (tiles . 5 .) turns by 1.", true, false},
		{"The goal wants the tiles 1 . 5 there.", true, true},
		{"The tiles (1 2) . Then one.", true, true},
	} {
		if got := misspelt(c.text, c.whole); (got != "") != c.bad {
			t.Errorf("misspelt(%q, %v) = %q", c.text, c.whole, got)
		}
	}
}
