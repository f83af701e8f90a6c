package yamldoc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/meter"
)

// What the parser would spend minutes on, or a stack that cannot be recovered, is refused before it sees it.
func TestBounds(t *testing.T) {
	keys := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	many := extent.Less(20_000, 200_000)
	for name, c := range map[string]struct{ text, want string }{
		"fields":           {keys(many, "k%d: 1\n"), "line 8193, column 6: a YAML text has at most 8192 fields"},
		"fields in braces": {"{" + keys(many, "k%d: 1, ") + "}", "at most 8192 fields"},
		"empty fields": {keys(200_000, "k%d:\n"),
			"line 2685, column 6: this YAML text has too many values that are left out"},
		"fields of items":   {keys(200_000, "- k%d:\n"), "too many values that are left out"},
		"items":             {"a: [" + strings.Repeat("1,", 600_000) + "]", "at most 1048576 values and signs"},
		"empty items":       {strings.Repeat("-\n", 100_000), "too many values that are left out"},
		"names in braces":   {"a: {" + strings.Repeat("b,", 100_000) + "}", "too many values that are left out"},
		"braces with names": {"a: [" + strings.Repeat("{b},", 100_000) + "]", "too many values that are left out"},
		"length": {"a: " + strings.Repeat("x", MaxBytes),
			"of more than 4 MiB is too large (JSON has no such bound)"},
	} {
		_, err := ParseAll([]byte(c.text))
		if !errors.Is(err, grid.ErrInput) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.200v; want %s", name, err, c.want)
		}
	}
	// Within the bounds, all kinds of texts.
	for name, text := range map[string]string{
		"fields":  keys(4000, "k%d: 1\n"),
		"lists":   "a: [" + strings.Repeat("[1, 2], ", 30_000) + "[1]]",
		"braces":  "a: [" + strings.Repeat("{b: 1, c: [1, 2]}, ", 4000) + "]",
		"items":   strings.Repeat("- 1\n", 100_000),
		"rows":    "start:\n" + strings.Repeat("- "+strings.Repeat("ab", 500)+"\n", 1000),
		"comment": "a: 1\n" + strings.Repeat("# c\n", 100_000),
	} {
		if _, err := ParseAll([]byte(text)); err != nil {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// The lexer asks its meter, and counts what the tokens take before the parser is called.
func TestParseAllWithin(t *testing.T) {
	text := []byte("a: [" + strings.Repeat("1,", 100_000) + "1]\n")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := ParseAllWithin(meter.New(ctx, 10<<20), text); !errors.As(err, new(*meter.MemoryError)) {
		t.Errorf("within 10 MiB: %v", err)
	}
	if _, err := ParseAllWithin(meter.New(ctx, 1<<30), text); err != nil {
		t.Errorf("within 1 GiB: %v", err)
	}
	m := meter.New(ctx, 0)
	cancel()
	if _, err := ParseAllWithin(m, text); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
