package assembly

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestPlacedDocuments reads blocks in place, good and bad.
func TestPlacedDocuments(t *testing.T) {
	for _, c := range []struct{ fields, want string }{ // want: a part of the error, or none
		{`"shape":["##","R."],"placed":[[2,1],[1,1]]`, ""},
		{`"shape":["##","#."],"placed":[[1,2]]`, ""},
		{`"rows":2,"columns":2,"blocks":[[1,1],[1,2]],"placed":[[1,2]]`, ""},
		{`"shape":["R#"],"placed":[[1,1]]`, ""},
		{`"shape":["##"],"placed":[]`, "column 26: placed is empty"},
		{`"shape":["##"],"placed":[[1,1],[1,3]]`, "column 33: block (1, 3) is said to be in place"},
		{`"shape":["##"],"placed":[[1,1],[1,1]]`, "column 33: block (1, 1) is listed twice"},
		{`"shape":["R#"],"placed":[[1,2]]`, "column 26: the block at (1, 1) is there from the start"},
		{`"shape":["###"],"placed":[[1,1],[1,3]]`, "column 34: the blocks in place do not hang together"},
		{`"shape":["###"],"plaecd":[[1,1]]`, `did you mean "placed"`},
	} {
		p, err := Parse("{" + c.fields + "}")
		if c.want != "" {
			if !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.fields, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.fields, err)
			continue
		}
		if again, err := Parse(p.String()); err != nil || again.String() != p.String() || p.Validate() != nil {
			t.Errorf("%s: %v, and back %v (%v)", c.fields, p, again, err)
		}
	}
}

// TestParseMoves reads moves as people and answers write them.
func TestParseMoves(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // a want with a colon is a part of the error
		{"", ""}, {"<1", "<1"}, {"< 1\n^ 2", "<1 ^2"}, {"(1,2) v3,>4;", "(1,2) v3 >4"}, {"( 1 , 2 )", "(1,2)"},
		{"(1,,2)", "err: the first block is written (row,column)"},
		{"<1^2", "<1 ^2"},
		{"x", "err: character 1 of the moves: 'x' is no move"}, {"<0", "no move"}, {"<", "no move"}, {"<1 (1,2)", "no move"},
		{"(1 2)", "is written (row,column)"}, {"(0,1)", "is written (row,column)"}, {"<99999999999", "no move"},
	} {
		first, moves, err := ParseMoves(c.text)
		if err != nil {
			if want := strings.TrimPrefix(c.want, "err: "); !errors.Is(err, puzzle.ErrInput) || want == "" ||
				!strings.Contains(strings.ReplaceAll(err.Error(), `"x"`, "'x'"), want) {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if got := FormatMoves(first, moves); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}
