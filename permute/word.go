package permute

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// ParseWord reads moves by their names, separated by blanks: "R1 D2^3 CW". Columns in errors count the characters of
// word; whether there are such moves is for MoveSet.Find to say. Running steps of one name are not joined.
func ParseWord(word string) ([]Step, error) {
	var steps []Step
	for off := 0; off < len(word); {
		if i := strings.IndexFunc(word[off:], func(r rune) bool { return !isBlank(r) }); i < 0 {
			break
		} else {
			off += i
		}
		text := word[off:]
		if i := strings.IndexFunc(text, isBlank); i >= 0 {
			text = text[:i]
		}
		st, err := parseStep(text)
		if err != nil {
			return nil, grid.Errorf(grid.Pos{Line: 1, Col: 1 + utf8.RuneCountInString(word[:off])}, "%v", err)
		}
		steps = append(steps, st)
		off += len(text)
	}
	return steps, nil
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// parseStep reads "D2^3".
func parseStep(text string) (st Step, err error) {
	name, times, powered := strings.Cut(text, "^")
	st = Step{name, 1}
	if err := checkName(name); err != nil {
		return st, err
	}
	if powered {
		if len(times) > 20 { // an error of strconv's keeps a copy
			times = times[:20]
		}
		n, err := strconv.ParseInt(times, 10, 64)
		if err != nil || n < 1 || n > MaxTotal || strconv.FormatInt(n, 10) != times {
			return st, fmt.Errorf("%s in %s is no number of times; it is a whole number from 1 to %d", grid.Quote(times),
				grid.Quote(text), int64(MaxTotal))
		}
		st.Times = n
	}
	return st, nil
}

// AppendTo appends the step as words write it: "D2", "D2^3".
func (s Step) AppendTo(b []byte) []byte {
	b = append(b, s.Name...)
	if s.Times != 1 {
		b = strconv.AppendInt(append(b, '^'), s.Times, 10)
	}
	return b
}

// String is the step as words write it.
func (s Step) String() string { return string(s.AppendTo(nil)) }

// FormatWord writes steps as ParseWord reads them.
func FormatWord(steps []Step) string {
	var b []byte
	for i, s := range steps {
		if i > 0 {
			b = append(b, ' ')
		}
		b = s.AppendTo(b)
	}
	return string(b)
}
