package tiltcheck

import (
	"fmt"
	"unicode/utf8"
)

// Bounds of what a reason spells out: a claim may hold numbers and texts of any length.
const (
	longestNumber = 40      // digits
	longestText   = 80      // bytes; labels have fewer
	hugeNumber    = 1 << 17 // bits, more than a witness that was read can hold
)

// quote quotes s; only the beginning of a long text.
func quote(s string) string {
	if len(s) <= longestText {
		return fmt.Sprintf("%q", s)
	}
	n := longestText
	for n > longestText-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%q… (%d bytes)", s[:n], len(s))
}
