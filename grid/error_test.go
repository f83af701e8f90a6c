package grid

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestPos(t *testing.T) {
	for p, want := range map[Pos]string{
		{}:     "",
		{3, 7}: "line 3, column 7",
		{1, 1}: "line 1, column 1",
	} {
		if p.String() != want || p.IsZero() != (want == "") {
			t.Errorf("%+v: %q, %v", p, p, p.IsZero())
		}
	}
}

func TestError(t *testing.T) {
	err := Errorf(Pos{2, 5}, "%q is no %s", 'x', "digit")
	if got := err.Error(); got != "line 2, column 5: 'x' is no digit" {
		t.Error(got)
	}
	if got := Errorf(Pos{}, "it is wrong").Error(); got != "it is wrong" {
		t.Error(got)
	}
	wrapped := fmt.Errorf("board.txt: %w", err)
	var e *Error
	if !errors.Is(wrapped, ErrInput) || !errors.As(wrapped, &e) || e.Pos != (Pos{2, 5}) {
		t.Error(wrapped)
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "''"},
		{"x", "'x'"},
		{" ", "' '"},
		{"é", "'é'"},
		{"two words", "'two words'"},
		{"\n", "the end of the line"},
		{"\r", "the end of the line"},
		{"\t", "the character U+0009"},
		{"\x00", "the character U+0000"},
		{"\u00a0", "the character U+00A0"},
		{"\u200b", "the character U+200B"},
		{"\U000e0001", "the character U+E0001"},
		{"\xff", "the byte 0xFF"},
		{"\x80", "the byte 0x80"},
		{"\uFFFD", "'\uFFFD'"},
		{"a\xffb", "'a\uFFFDb'"},
		{"\xff\xfe", "'\uFFFD\uFFFD'"},
		{"a\tb\x1b[31m", "'a\uFFFDb\uFFFD[31m'"}, // nothing that a terminal obeys
		{strings.Repeat("x", 20), "'" + strings.Repeat("x", 20) + "'"},
		{strings.Repeat("é", 21), "'" + strings.Repeat("é", 20) + "…'"},
		{strings.Repeat("x", 1000), "'" + strings.Repeat("x", 20) + "…'"},
	} {
		if got := Quote(c.in); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
}
