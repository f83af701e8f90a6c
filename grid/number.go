package grid

import (
	"fmt"
	"math/big"
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

// Short writes n for a person: the ends of a number of more than 40 digits stand for it, and of one of more than 2^17
// bits, which takes long to write, the number of bits.
func Short(n *big.Int) string {
	if n.BitLen() > 1<<17 {
		return fmt.Sprintf("a number of %d bits", n.BitLen())
	}
	s := n.String()
	if len(s) <= 40 {
		return s
	}
	return fmt.Sprintf("%s…%s (%d digits)", s[:12], s[len(s)-12:], len(s))
}
