package figure

import (
	"strings"
	"testing"
)

// TestWrapWords breaks words that fit no line, also where their bytes are no characters.
func TestWrapWords(t *testing.T) {
	for text, want := range map[string]string{
		"one two three":            "one two|three",
		strings.Repeat("ä", 17):    strings.Repeat("ä", 8) + "|" + strings.Repeat("ä", 8) + "|ä",
		strings.Repeat("\xff", 17): strings.Repeat("\xff", 8) + "|" + strings.Repeat("\xff", 8) + "|\xff",
	} {
		if got := strings.Join(wrapWords(text, 8), "|"); got != want {
			t.Errorf("%q is broken into %q, not %q", text, got, want)
		}
	}
}
