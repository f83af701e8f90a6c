package lights

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// settings are the rules that a comment line of a text format may state:
//
//	# modulus 3 pattern king topology torus
//
// in any order, each at most once; what is left out is 2, plus, plane.
type settings struct {
	modulus  uint32
	pattern  string
	topology Topology
}

func defaults() settings { return settings{modulus: 2, pattern: "plus"} }

// settingNames are the settings that a comment may make.
var settingNames = [...]string{"modulus", "pattern", "topology"}

// isSettings reports whether a comment, without its "#", states rules, or looks like a mistyped
// attempt to: a level that is read by other rules than its author meant would be answered wrongly.
// Other comments are the business of whoever wrote them.
func isSettings(comment string) bool {
	words := strings.Fields(comment)
	if len(words) < 2 {
		return false
	}
	first := strings.ToLower(words[0])
	for _, name := range settingNames {
		if words[0] == name || len(words)%2 == 0 &&
			(first == name || len(first) >= 3 && strings.HasPrefix(name, first) || len(first) >= 5 && oneSlip(first, name)) {
			return true
		}
	}
	return false
}

// oneSlip reports whether a and b differ by one letter that is wrong, missing or too much, or by two
// neighbours exchanged.
func oneSlip(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case a == "" || b == "":
		return len(a)+len(b) == 1
	case a[1:] == b[1:] || a[1:] == b || a == b[1:]:
		return true
	}
	return len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}

// parseSettings reads a comment that isSettings; most is the largest modulus of the format.
func parseSettings(comment string, most uint32) (s settings, err error) {
	s = defaults()
	words := strings.Fields(comment)
	seen := map[string]bool{}
	for i := 0; i < len(words); i += 2 {
		key := words[i]
		if seen[key] {
			return s, fmt.Errorf("%s is set twice", key)
		}
		seen[key] = true
		if i+1 == len(words) {
			return s, fmt.Errorf("%s stands without a value", grid.Quote(key))
		}
		value := words[i+1]
		switch key {
		case "modulus":
			n, err := strconv.ParseUint(value, 10, 64)
			if err != nil || n < 2 || n > uint64(most) {
				return s, fmt.Errorf("the modulus is %s; in this format it must be from 2 to %d", grid.Quote(value), most)
			}
			s.modulus = uint32(n)
		case "pattern":
			if _, _, _, err := split(value); err != nil {
				return s, err
			}
			s.pattern = value
		case "topology":
			if s.topology, err = parseTopology(value); err != nil {
				return s, err
			}
		default:
			return s, fmt.Errorf("%s is no setting; there are modulus, pattern and topology", grid.Quote(key))
		}
	}
	return s, nil
}

// instance makes an instance of a board that is to be turned off.
func (s settings) instance(b *Board) *Instance {
	return &Instance{
		Modulus: s.modulus, Width: b.W, Height: b.H,
		Pattern: Pattern{Name: s.pattern}, Topology: s.topology, Start: b,
	}
}

// evidence returns the presses or the weights of a claim about p as a board of its modulus,
// and what they are, for a text format whose largest modulus is most.
func (p *Instance) evidence(o Outcome, format string, most uint32) (b *Board, what string, err error) {
	h, w := p.Buttons()
	switch {
	case p.Modulus > most:
		return nil, "", unsupportedf("the modulus is %d; the format %s goes up to %d", p.Modulus, format, most)
	case o.Witness != nil && o.Witness.Moves != nil, o.Certificate != nil && o.Certificate.Weights == nil:
		return nil, "", unsupportedf("the format %s has no place for this kind of evidence", format)
	case o.Verdict == puzzle.Solved && o.Witness != nil:
		b, what = o.Witness.Presses, "presses"
	case o.Verdict == puzzle.Impossible && o.Certificate != nil:
		b, what, w, h = o.Certificate.Weights, "weights", p.Width, p.Height
	default:
		return nil, "", unsupportedf("the claim has no evidence")
	}
	if !b.sound() || b.W != w || b.H != h || b.Max() >= p.Modulus {
		return nil, "", inputf("the %s are no board of %d × %d values below %d", what, h, w, p.Modulus)
	}
	return b.As(p.Modulus), what, nil
}

// plainText reports why p does not fit a text format that holds a start and settings only.
func (p *Instance) plainText(format string, most uint32) error {
	switch {
	case p.Net != nil:
		return unsupportedf("the format %s has no place for a net", format)
	case p.Modulus > most:
		return unsupportedf("the modulus is %d; the format %s goes up to %d", p.Modulus, format, most)
	case p.Pattern.Name == "":
		return unsupportedf("the format %s has no place for a pattern without a name", format)
	case p.Target != nil && !p.Target.IsZero():
		return unsupportedf("the format %s has no place for a target", format)
	case p.LitOnly:
		return unsupportedf("the format %s has no place for presses of lit lamps alone", format)
	case p.Choice != nil:
		return unsupportedf("the format %s has no place for several goals, or for lamps that may be wrong", format)
	case p.Cells != nil || p.Costs != nil:
		return unsupportedf("the format %s has no place for cells that lack something, or for costs", format)
	}
	return nil
}
