package grid

import (
	"fmt"
	"strings"
)

// Number writes how many there are of something: "1 move", "2 moves", "0 presses". n is a number of any kind, or
// a text of one; noun is in the singular, its last word regular.
func Number(n any, noun string) string {
	text := fmt.Sprint(n)
	switch {
	case text == "1":
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"):
		noun += "es"
	default:
		noun += "s"
	}
	return text + " " + noun
}

// Are puts the verb before Number: "is 1 solution", "are 2 solutions".
func Are(n any, noun string) string {
	text := Number(n, noun)
	if strings.HasPrefix(text, "1 ") {
		return "is " + text
	}
	return "are " + text
}
