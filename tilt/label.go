package tilt

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Labels is a row of colours, or of cells with "." for an empty one. In documents it
// is one text where every label is a single character, and a list of texts otherwise.
type Labels []string

// MarshalJSON writes the shorter of the two forms.
func (l Labels) MarshalJSON() ([]byte, error) {
	n := 0
	for _, s := range l {
		if !single(s) {
			return json.Marshal([]string(l))
		}
		n += len(s)
	}
	var b strings.Builder
	b.Grow(n)
	for _, s := range l {
		b.WriteString(s)
	}
	return document.AppendQuoted(nil, b.String()), nil
}

// single reports whether s is one character.
func single(s string) bool {
	if len(s) == 1 {
		return true
	}
	_, n := utf8.DecodeRuneInString(s)
	return n == len(s) && n > 0
}

// reserved characters mean something else on a board: empty, wall, don't care, hole.
const reserved = ".#?O"

// maxLabel bounds a label in bytes.
const maxLabel = 64

// tileRune reports whether r may be a tile in text.
func tileRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && !strings.ContainsRune(reserved, r)
	}
	return unicode.IsPrint(r) && !unicode.IsSpace(r)
}

// notTile says why r is no tile.
func notTile(r rune) string {
	switch r {
	case '#':
		return "'#' is a wall, and not a tile"
	case '?':
		return "'?' is a cell of a target that does not matter, and not a tile"
	case 'O':
		return "'O' is a hole, and not a tile"
	}
	return grid.Quote(string(r)) + " is not a tile; a tile is a printable character other than . # ? O"
}

func checkLabel(s string) error {
	switch {
	case s == "":
		return fmt.Errorf("a label is empty; an empty cell is \".\"")
	case len(s) > maxLabel:
		return fmt.Errorf("a label has %d bytes; at most %d are accepted", len(s), maxLabel)
	case !utf8.ValidString(s):
		return fmt.Errorf("the label %q is not valid UTF-8", s)
	}
	if r, n := utf8.DecodeRuneInString(s); n == len(s) && !tileRune(r) {
		return fmt.Errorf("%s", notTile(r))
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return fmt.Errorf("the label %q holds a character that cannot be printed", s)
		}
	}
	return nil
}

// maxNumber is the length up to which a number may be a row.
const maxNumber = 1 << 24

// rowText returns the characters of a row that is written as one text. A number of digits
// alone is such a text: in YAML the row 1010 of a board whose colours are digits is a
// number unless somebody thinks of quotes, and its literal holds the row unchanged.
func rowText(v *document.Value) (text string, ok bool) {
	switch v.Kind() {
	case document.String:
		text, err := v.String("")
		return text, err == nil
	case document.Number:
		text, err := v.Literal("")
		return text, err == nil && len(text) <= maxNumber && digits(text)
	}
	return "", false
}

// notRow says that v is neither of the two forms of a row.
func notRow(v *document.Value, what string) error {
	if v.Kind() == document.Number {
		text, _ := v.Literal(what)
		return v.Errorf("%s is the number %s; unless it is digits alone, a text needs quotes here", what, grid.Quote(text))
	}
	return v.Errorf("%s must be a text or a list of labels, not %v", what, v.Kind())
}

// readLabels reads the two forms of Labels, without checking the labels.
func readLabels(v *document.Value, what string) (Labels, error) {
	if s, ok := rowText(v); ok {
		if len(s) > MaxListed*maxLabel || utf8.RuneCountInString(s) > MaxListed {
			return nil, tooManyListed(v, what)
		}
		out := make(Labels, 0, len(s))
		for _, r := range s {
			out = append(out, string(r))
		}
		return out, nil
	}
	items, err := v.List(what)
	if err != nil {
		return nil, notRow(v, what)
	}
	if len(items) > MaxListed {
		return nil, tooManyListed(v, what)
	}
	out := make(Labels, len(items))
	for i := range items {
		if out[i], err = readLabel(&items[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func tooManyListed(v *document.Value, what string) error {
	return v.Errorf("%s lists more than %d tiles; of a longer cycle it is left out", what, MaxListed)
}

// readLabel accepts a whole number for a label: 7 is the label "7". Numbers with a fraction or an
// exponent are refused: 1.0 and 1 are two labels here and one number to other readers.
func readLabel(v *document.Value) (string, error) {
	if v.Kind() == document.Number {
		s, err := v.Literal("a label")
		if err == nil && len(s) <= maxLabel && strings.ContainsAny(s, ".eE") {
			return "", v.Errorf("a label is the number %s; a label that is no whole number needs quotes", grid.Quote(s))
		}
		return s, err
	}
	return v.String("a label")
}
