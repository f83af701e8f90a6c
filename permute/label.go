package permute

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// maxLabel bounds a label in bytes.
const maxLabel = 64

// anyLabel is how Any is written.
const anyLabel = "."

// isNumber reports whether a label is a whole number, for the order of labels.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// CompareLabels is the natural order of labels: whole numbers by value before other texts by their characters. Numbers
// of one value (7 and 07) are ordered as texts.
func CompareLabels(a, b string) int {
	if len(a) == 1 && len(b) == 1 {
		x, y := a[0]-'0' < 10, b[0]-'0' < 10
		if x != y {
			return order(x)
		}
		return cmp.Compare(a[0], b[0])
	}
	x, y := isNumber(a), isNumber(b)
	switch {
	case x != y:
		return order(x)
	case !x:
		return strings.Compare(a, b)
	}
	if c := compareNumbers(a, b); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func order(first bool) int {
	if first {
		return -1
	}
	return 1
}

// compareNumbers orders by value, whatever the length.
func compareNumbers(a, b string) int {
	da, negA := strings.CutPrefix(a, "-")
	db, negB := strings.CutPrefix(b, "-")
	da, db = strings.TrimLeft(da, "0"), strings.TrimLeft(db, "0")
	negA, negB = negA && da != "", negB && db != ""
	if negA != negB {
		return order(negA)
	}
	c := cmp.Or(cmp.Compare(len(da), len(db)), strings.Compare(da, db))
	if negA {
		return -c
	}
	return c
}

// checkLabel says why s is no tile.
func checkLabel(s string) error {
	if len(s) == 1 && s[0] > ' ' && s[0] < 0x7F && s != anyLabel {
		return nil
	}
	switch {
	case s == "":
		return grid.Errorf(grid.Pos{}, "a tile has an empty label")
	case s == anyLabel:
		return grid.Errorf(grid.Pos{}, "'.' is a cell that does not matter, which only a goal may have; it is not a tile")
	case len(s) > maxLabel:
		return grid.Errorf(grid.Pos{}, "a label has %d bytes; at most %d are accepted", len(s), maxLabel)
	case !utf8.ValidString(s):
		return grid.Errorf(grid.Pos{}, "the label %q is not valid UTF-8", s)
	}
	seen := false
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return grid.Errorf(grid.Pos{}, "the label %q holds a character that cannot be printed", s)
		}
		seen = seen || !unicode.IsSpace(r)
	}
	if !seen {
		return grid.Errorf(grid.Pos{}, "the label %q is blank", s)
	}
	return nil
}

// Characters that separate things where a board is one text, so that they are no tiles there: rows, tiles, start from
// goals, moves, comments, documents.
const notInText = "/,:>|#{}"

// plain reports whether a label may stand in a board that is one text.
func plain(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(notInText, r) }) < 0
}

// single reports whether s is one character.
func single(s string) bool {
	if len(s) == 1 {
		return true
	}
	_, n := utf8.DecodeRuneInString(s)
	return n == len(s) && n > 0
}

// times says a number of tiles in words.
func times(n int64) string {
	switch n {
	case 0:
		return "not at all"
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return itoa(n) + " times"
}
