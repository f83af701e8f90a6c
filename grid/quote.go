package grid

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Quote shows a piece of input inside a message: 'x' for printable text, the
// code point or byte for the rest, and at most 20 characters of it.
func Quote(s string) string {
	if s == "\n" || s == "\r" {
		return "the end of the line"
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) == 1 { // U+FFFD itself is printable
		return fmt.Sprintf("the byte 0x%02X", s[0])
	}
	if n == len(s) && n > 0 && !unicode.IsPrint(r) {
		return fmt.Sprintf("the character U+%04X", r)
	}
	out, count := make([]rune, 0, 24), 0
	for _, r := range s {
		if count++; count > 20 {
			out = append(out, '…')
			break
		}
		if !unicode.IsPrint(r) {
			r = '\uFFFD'
		}
		out = append(out, r)
	}
	return "'" + string(out) + "'"
}
