package contest

import (
	"strconv"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// An Output is the text that a program has printed, read word by word. Words are separated by blanks and line ends, as
// many as the program likes. It may hold any bytes.
type Output struct {
	text []byte
	at   int // the next unread byte
	line int // the line that it is on, from 0
	left int // where that begins
	last int // where the last word begins, on the same line
}

// NewOutput reads text, which nobody may change meanwhile.
func NewOutput(text []byte) *Output { return &Output{text: text} }

// next returns the next word, empty at the end, and remembers its place. It allocates nothing: an output may hold
// millions of words, and a place is worked out where an error needs it.
func (o *Output) next() []byte {
	at := o.at
	for at < len(o.text) && blank(o.text[at]) {
		if o.text[at] == '\n' {
			o.line++
			o.left = at + 1
		}
		at++
	}
	o.last = at
	for at < len(o.text) && !blank(o.text[at]) {
		at++
	}
	o.at = at
	return o.text[o.last:at]
}

func blank(c byte) bool { return c <= ' ' && (c == ' ' || c >= '\t' && c <= '\r') }

// longest is how much of a word is looked at: no answer is as long.
const longest = 1 << 10

func shorten(w []byte) string { return string(w[:min(len(w), longest)]) }

// Word reads the next word, or the first kilobyte of it; what names it in the error at the end of the output ("yes or
// no").
func (o *Output) Word(what string) (string, error) {
	w := o.next()
	if len(w) == 0 {
		return "", o.ends(what)
	}
	return shorten(w), nil
}

func (o *Output) ends(what string) error {
	return o.Errorf("the output ends where %s is expected", what)
}

// One reads the next word and returns its place among words, which are of lower-case letters A to Z; in the output
// their case does not matter.
func (o *Output) One(what string, words ...string) (int, error) {
	w := o.next()
	if len(w) == 0 {
		return 0, o.ends(what)
	}
	for i, word := range words {
		if alike(w, word) {
			return i, nil
		}
	}
	return 0, o.Errorf("%s stands where %s is expected", grid.Quote(shorten(w)), what)
}

// alike reports whether w is word but for the case of letters. Letters beyond ASCII that fold to one are others.
func alike(w []byte, word string) bool {
	if len(w) != len(word) {
		return false
	}
	for i, c := range w {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// Int reads a whole number between low and high; what names it in errors ("the number of moves"). It stands as programs
// print it: no sign that says nothing, no zero in front.
func (o *Output) Int(what string, low, high int64) (int64, error) {
	w := o.next()
	if len(w) == 0 {
		return 0, o.ends(what)
	}
	n, ok := number(w)
	if !ok {
		return 0, o.Errorf("%s stands where %s, a whole number, is expected", grid.Quote(shorten(w)), what)
	}
	if n < low || n > high {
		return 0, o.Errorf("%s is %d; it must be between %d and %d", what, n, low, high)
	}
	return n, nil
}

// number reads a number; ok is false where it is none, or more than fits.
func number(w []byte) (n int64, ok bool) {
	digits := w
	if w[0] == '-' {
		digits = w[1:]
	}
	if len(w) > 1 && len(digits) > 0 && digits[0] == '0' || w[0] == '+' {
		return 0, false
	}
	if len(digits) == 0 || len(digits) > 18 {
		n, err := strconv.ParseInt(shorten(w), 10, 64)
		return n, err == nil && len(w) <= longest
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if w[0] == '-' {
		n = -n
	}
	return n, true
}

// End is an error where anything is left.
func (o *Output) End() error {
	if w := o.next(); len(w) > 0 {
		return o.Errorf("%s stands behind the last answer", grid.Quote(shorten(w)))
	}
	return nil
}

// Line is the line of the last word.
func (o *Output) Line() int { return o.line + 1 }

// Errorf makes an error at the last word. Columns count characters; a byte that belongs to none is one.
func (o *Output) Errorf(format string, args ...any) error {
	at := grid.Pos{Line: o.line + 1, Col: 1 + utf8.RuneCount(o.text[o.left:o.last])}
	return grid.Errorf(at, format, args...)
}
