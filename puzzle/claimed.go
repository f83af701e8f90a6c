package puzzle

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Claimed is what the author of a puzzle says about its solution. Nothing depends on it but the check of packs, which
// says whether it is true.
type Claimed struct {
	Minimum  string // how few moves solve the puzzle, in decimal digits; "" says nothing
	Solution string // moves that do, as Apply reads them; "" says nothing
}

// Bounds of what is claimed.
const (
	maxClaimedDigits   = 4096
	maxClaimedSolution = 1 << 20 // characters
)

// Fewest is the claimed minimum; nil where there is none.
func (c Claimed) Fewest() *big.Int {
	n, ok := new(big.Int).SetString(c.Minimum, 10)
	if !ok {
		return nil
	}
	return n
}

func claimedSolution() headText {
	return headText{"solution", maxClaimedSolution, true, nil}
}

// decodeClaimed reads the field "claimed".
func decodeClaimed(v *document.Value) (c Claimed, err error) {
	f, err := v.Object("claimed")
	if err != nil {
		return c, err
	}
	if m := f.Get("minimum"); m != nil {
		n, err := m.BigText("the claimed minimum", maxClaimedDigits)
		if err != nil {
			return c, err
		}
		c.Minimum = n.String()
	}
	if s := f.Get("solution"); s != nil {
		if c.Solution, err = s.String("the claimed solution"); err != nil {
			return c, err
		}
		if i, msg := claimedSolution().refuse(c.Solution); msg != "" {
			return c, s.RuneErrorf(i, "%s", msg)
		}
	}
	if err := f.Done(); err != nil {
		return c, err
	}
	if c == (Claimed{}) {
		return c, v.Errorf("nothing is claimed here; say minimum or solution, or leave claimed out")
	}
	return c, nil
}

// appendTo appends the field, behind a comma, where anything is claimed.
func (c Claimed) appendTo(b []byte) ([]byte, error) {
	if c == (Claimed{}) {
		return b, nil
	}
	b = append(b, `,"claimed":{`...)
	if c.Minimum != "" {
		if n := c.Fewest(); n == nil || n.String() != c.Minimum || len(c.Minimum) > maxClaimedDigits {
			return b, grid.Errorf(grid.Pos{}, "the claimed minimum %s is no natural number", grid.Quote(c.Minimum))
		}
		const exact = 15 // digits of numbers that every reader of JSON keeps
		if b = append(b, `"minimum":`...); len(c.Minimum) <= exact {
			b = append(b, c.Minimum...)
		} else {
			b = document.AppendQuoted(b, c.Minimum)
		}
	}
	if c.Solution != "" {
		if _, msg := claimedSolution().refuse(c.Solution); msg != "" {
			return b, grid.Errorf(grid.Pos{}, "%s", msg)
		}
		if c.Minimum != "" {
			b = append(b, ',')
		}
		b = document.AppendQuoted(append(b, `"solution":`...), c.Solution)
	}
	return append(b, '}'), nil
}

func claimedSchema() map[string]any {
	solution := claimedSolution().schema()
	solution["description"] = "Moves that solve the puzzle, as \"gridwright apply\" reads them."
	return map[string]any{
		"type": "object",
		"properties": map[string]any{
			"minimum":  map[string]any{"$ref": "#/$defs/whole", "description": "How few moves solve the puzzle."},
			"solution": solution,
		},
		"minProperties": 1, "additionalProperties": false,
		"description": "What the author says about the solution; \"gridwright pack check\" says whether it is true.",
	}
}

// played is the head of a puzzle that was made of h's: what was claimed is about another one.
func (h *Head) played() *Head {
	if h == nil || h.Claimed == (Claimed{}) {
		return h
	}
	rest := *h
	rest.Claimed = Claimed{}
	return pointerTo(rest)
}

// schema describes what refuse lets through.
func (t headText) schema() map[string]any {
	s := map[string]any{"type": "string", "minLength": 1, "maxLength": t.most}
	if t.shown { // as showable
		const never, blank = "\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069",
			" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
		s["pattern"] = "^[^" + never + "]*[^" + never + blank + "][^" + never + "]*$"
	}
	return s
}
