package lights

import (
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// ParseRules reads rules as people write them: a modulus in digits, a pattern by its name or as a JSON
// list of [dx, dy, weight], and a topology. The instance has neither size nor boards; see Sized.
func ParseRules(modulus, pattern, topology string) (*Instance, error) {
	m, err := strconv.ParseUint(modulus, 10, 64)
	if err != nil || m < 2 || m > MaxModulus {
		return nil, inputf("the modulus is %s; it must be from 2 to %d", grid.Quote(modulus), uint32(MaxModulus))
	}
	p := &Instance{Modulus: uint32(m)}
	if p.Topology, err = parseTopology(topology); err != nil {
		return nil, inputf("%v", err)
	}
	if !strings.HasPrefix(pattern, "[") {
		p.Pattern.Name = pattern
		if _, _, _, err := split(pattern); err != nil {
			return nil, inputf("%v", err)
		}
		return p, nil
	}
	v, err := document.ParseJSON([]byte(pattern))
	if err != nil {
		return nil, err
	}
	p.Pattern, err = readPattern(nil, &v, p.Modulus)
	return p, err
}

// Sized returns the rules of p on h rows of w cells that lack nothing, without boards, or an error where such
// an instance would not be valid.
func (p *Instance) Sized(h, w int) (*Instance, error) {
	q := &Instance{Modulus: p.Modulus, Width: w, Height: h, Pattern: p.Pattern, Topology: p.Topology}
	return q, q.validateShape()
}
