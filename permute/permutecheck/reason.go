package permutecheck

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what a reason spells out: a claim may hold numbers and texts of any length.
const (
	longestNumber = 40      // digits
	longestText   = 80      // bytes
	hugeNumber    = 1 << 18 // bits, more than a claim that was read can hold
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

// cell names the cell c for a person.
func (k *work) cell(c int32) string {
	return fmt.Sprintf("row %d, column %d", int(c)/k.p.Cols+1, int(c)%k.p.Cols+1)
}

// label names a tile for a person.
func (k *work) label(t permute.Tile) string { return quote(k.p.Labels[t]) }

// move names a move for a person.
func (k *work) move(i int) string { return quote(k.p.Moves.Moves[i].Name) }

// UnverifiedNote says for a person what an accepted o says beyond what Check verifies, to stand behind "not
// verified:". It is empty where there is nothing of the kind: then all that o says has been verified.
func UnverifiedNote(o permute.Outcome) string {
	if o.Verdict != puzzle.Solved || o.Witness == nil || o.Witness.Unverified == nil {
		return ""
	}
	u := o.Witness.Unverified
	var says []string
	switch {
	case u.AtLeast <= o.Witness.AtLeast:
	case u.AtLeast == o.Witness.Cost:
		says = append(says, "no way has less")
	default:
		says = append(says, fmt.Sprintf("no way costs less than %d", u.AtLeast))
	}
	if u.Ways != nil {
		says = append(says, fmt.Sprintf("the number of ways that cost %d is %s", u.AtLeast, grid.Short(u.Ways)))
	}
	if len(says) > 0 && u.Method != "" {
		says = append(says, "found by "+readable(u.Method))
	}
	return strings.Join(says, "; ")
}

// readable is a method's name as it is; one that cannot be printed in a line is quoted.
func readable(method string) string {
	if len(method) > longestText || strings.ContainsFunc(method, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return quote(method)
	}
	return method
}

// VerifiedNote says what Check has verified of an accepted o that says more than that.
func VerifiedNote(o permute.Outcome) string {
	note := "the moves"
	if o.Witness != nil && o.Witness.AtLeast > 0 {
		note += fmt.Sprintf(", and at least %d", o.Witness.AtLeast)
	}
	return note
}
