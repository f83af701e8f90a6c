package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridwright/gridwright/puzzle"
)

func TestFactText(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"rank", "12", "rank: 12\n"},
		{"quiet patterns", "\n  110\n  011", "quiet patterns:\n  110\n  011\n"},
		{"d", strings.Repeat("12345678 ", 12), "d: " + strings.Repeat("12345678 ", 9) + "12345678\n  12345678 12345678\n"},
		{"o", "\n  " + strings.Repeat("01", 60), "o:\n  " + strings.Repeat("01", 34) + "01… and 50 more\n"},
	} {
		if got := factText(puzzle.Line{Label: c.label, Text: c.text}); got != c.want {
			t.Errorf("%q:\n%q, want\n%q", c.label, got, c.want)
		}
	}
	long := factText(puzzle.Line{Label: "all", Text: strings.Repeat("\n  row", 1000)})
	if n := strings.Count(long, "\n"); n != factLines+1 ||
		!strings.HasSuffix(long, "\n  and 937 lines more; --json has all\n") {
		t.Errorf("%d lines, the end %q", n, long[len(long)-60:])
	}
	for line := range strings.Lines(factText(puzzle.Line{Label: "many", Text: strings.Repeat("some words ", 300)})) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > factWidth {
			t.Errorf("%q is too wide", line)
		}
	}
}
