package grid

import (
	"fmt"
	"strings"
)

// Nearest returns which of names somebody may have meant by name: the one that a slip or two
// turns into it, or the only one that begins with it. It returns "" where nothing is near.
//
// Names of more than 64 bytes are near to none: the cost is the product of the lengths.
func Nearest(name string, names []string) string {
	if len(name) > 64 {
		return ""
	}
	best, least := "", min(2, len(name)/2)+1
	var longer []string
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
		if len(name) >= 3 && strings.HasPrefix(n, name) {
			longer = append(longer, n)
		}
	}
	if best == "" && len(longer) == 1 {
		return longer[0]
	}
	return best
}

// DidYouMean is "; did you mean "king"?" for a name that nobody knows, with that of names which it is nearest to;
// "" where none is near.
func DidYouMean(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// distance is Levenshtein's: how many letters to insert, drop or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			step := diagonal
			if a[i] != b[j] {
				step = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], step
		}
	}
	return row[len(b)]
}
