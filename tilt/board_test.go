package tilt

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
)

func TestBoard(t *testing.T) {
	for _, colours := range []int{0, 1, maxNarrow, maxNarrow + 1, 1000} {
		b := NewBoard(2, 3, colours)
		if (b.Wide != nil) != (colours > maxNarrow) || b.Len() != 6 {
			t.Fatalf("%d colours: %+v", colours, b)
		}
		b.Set(1, 2, colours)
		c := b.Clone()
		c.Set(0, 0, min(1, colours))
		if b.At(1, 2) != colours || c.At(1, 2) != colours || b.At(0, 0) != 0 || c.At(0, 0) != min(1, colours) {
			t.Errorf("%d colours: %+v, %+v", colours, b, c)
		}
		if n := b.Counts(colours); len(n) != colours+1 || n[colours] < 1 || n[0] < 5 {
			t.Errorf("%d colours: %v", colours, n)
		}
	}
}

func TestValidate(t *testing.T) {
	a := []string{"a"}
	board := func(h, w int, cells ...uint8) *Board { return &Board{H: h, W: w, Narrow: cells} }
	for _, c := range []struct {
		p    *Instance
		want string
	}{
		{&Instance{Palette: a, Start: board(1, 2, 0, 1)}, ""},
		{&Instance{Palette: a, Start: board(1, 2, 0, 1), Target: board(1, 2, 1, 1)}, ""}, // tiles differ in number: an answer
		{&Instance{Start: board(1, 1, 0)}, ""},
		{&Instance{Palette: a, Start: &Board{H: 1, W: 1, Wide: []uint32{1}}}, ""},
		{nil, "there is no start board"},
		{&Instance{}, "there is no start board"},
		{&Instance{Palette: []string{"a", "b", "a"}, Start: board(1, 1, 0)}, "the colour 'a' is listed twice"},
		{&Instance{Palette: []string{""}, Start: board(1, 1, 0)}, "a label is empty"},
		{&Instance{Palette: []string{"."}, Start: board(1, 1, 0)}, "'.' is not a tile"},
		{&Instance{Palette: []string{"#"}, Start: board(1, 1, 0)}, "'#' is a wall"},
		{&Instance{Palette: []string{"?"}, Start: board(1, 1, 0)}, "'?' is a cell of a target that does not matter"},
		{&Instance{Palette: []string{"O"}, Start: board(1, 1, 0)}, "'O' is a hole"},
		{&Instance{Palette: []string{"a\xff"}, Start: board(1, 1, 0)}, "not valid UTF-8"},
		{&Instance{Palette: []string{"\xff"}, Start: board(1, 1, 0)}, "not valid UTF-8"},
		{&Instance{Palette: []string{"a\x1b[31m"}, Start: board(1, 1, 0)}, "cannot be printed"},
		{&Instance{Palette: []string{strings.Repeat("é", 33)}, Start: board(1, 1, 0)}, "a label has 66 bytes; at most 64 are accepted"},
		{&Instance{Palette: a, Start: board(0, 3)}, "the start has 0 × 3 cells; both must be at least 1"},
		{&Instance{Palette: a, Start: board(3, -1)}, "both must be at least 1"},
		{&Instance{Palette: a, Start: board(1<<16, 1<<15)}, "the start has 65536 × 32768 cells; at most 2147483647 are possible"},
		{&Instance{Palette: a, Start: board(1<<30, 1<<30)}, "at most 2147483647 are possible"},
		{&Instance{Palette: a, Start: board(2, 2, 0, 1, 0)}, "the start is 2 × 2 but stores 3 cells"},
		{&Instance{Palette: a, Start: &Board{H: 1, W: 2, Narrow: []uint8{0}, Wide: []uint32{0}}}, "stores 2 cells"},
		{&Instance{Palette: a, Start: board(1, 2, 0, 2)}, "the start holds the colour code 2; there are 1 colours"},
		{&Instance{Palette: a, Start: &Board{H: 1, W: 1, Wide: []uint32{1 << 31}}}, "the start holds the colour code 2147483648; there are 1 colours"},
		{&Instance{Palette: a, Start: board(1, 2, 0, 1), Target: board(1, 2, 0, 3)}, "the target holds the colour code 3; there are 1 colours"},
		{&Instance{Palette: a, Start: board(1, 2, 0, 1), Target: board(2, 1, 0, 1)}, "the target has 2 × 1 cells; the start has 1 × 2"},
		{&Instance{Palette: a, Start: board(1, 1, 0), Target: &Board{H: 1, W: 1, Wide: []uint32{0}}}, "different widths"},
		{&Instance{Palette: strings.Split(colours(255), "")[:255], Start: board(1, 1, 0)}, "the start stores bytes; 255 colours need more"},
	} {
		err := c.p.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, grid.ErrInput)) {
			t.Errorf("%+v: %v, want %s", c.p, err, c.want)
		}
	}
}

// TestCounts compares the four counters of large boards with one, at sizes around the borders.
func TestCounts(t *testing.T) {
	for _, n := range []int{1, 3, 1023, 1024, 1025, 1026, 1027, 5000} {
		for _, colours := range []int{3, 254} {
			b := NewBoard(1, n, colours)
			want := make([]int64, colours+1)
			for i := range n {
				code := i * i * 31 % (colours + 1)
				b.Set(0, i, code)
				want[code]++
			}
			// Room that is handed in is used, and what it held before is forgotten.
			got := b.AppendCounts([]int64{9, 9, 9}[:1], colours)
			for code := range want {
				if got[code] != want[code] || len(got) != len(want) {
					t.Errorf("%d cells, colour %d of %d: %d, want %d", n, code, colours, got[code], want[code])
				}
			}
		}
	}
}
