package lights

import (
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Presses turn the start into the target, or with a Choice into any board that it allows.
//
// Presses has the size of Instance.Buttons; each value is in [0, m) and is 0 where a cell has
// no button. For every lamp that matters (a cell without NoLamp) start + Σ weight·presses
// over the buttons that reach it is target, modulo m.
//
// Where only lit lamps can be pressed, Moves are set instead and all else is not: presses in their order, each a
// row and
// a column from 0, of a button whose lamp does not show 0 at that moment. AtLeast claims, where it is not 0, that
// no way has fewer presses.
//
// Three more claims may be made of Presses; nil claims nothing.
//
// Cost is Σ cost·presses, over the integers: without costs, the number of presses.
//
// Solutions is the number of different boards Presses of which the above is true.
//
// Optima claims that no solution costs less than Presses, that exactly Optima solutions
// cost as much, and that Presses is the lexicographically least among them: read row by row
// from the top left, the least value at the first difference.
type Witness struct {
	Presses   *Board
	Cost      *big.Int
	Solutions *big.Int
	Optima    *big.Int
	Moves     [][2]int
	AtLeast   int64
}

// A Certificate claims that no presses turn the start into the target, or with a Choice into any board that it allows.
// Either Weights and Value are set, or Sums is, or Exhausted.
//
// Sums are weights as below, none of whose sums any press changes. For each board that is allowed, one of the sums is
// not that of the start.
//
// Weights gives each lamp a number in [0, m), 0 where a cell has no lamp or the lamp does not matter. Then
//
//   - for every button, Σ weights·(what one press adds) over its lamps is 0 modulo m: no
//     press changes the weighted sum of all lamps; and
//   - Σ weights·(target − start) over the lamps is Value modulo m, which is not 0.
//
// Weights has the size of the boards: Width × Height, on a net one row of lamps. Where
// m = 2 and pressing is symmetric (as with every named pattern), Weights is a quiet pattern,
// a set of buttons that together change nothing, which meets the board an odd number of times.
type Certificate struct {
	Weights *Board
	Value   uint32
	Sums    []*Board

	Exhausted *Exhausted
}

// maxDigits bounds the numbers of a witness, in decimal digits.
const maxDigits = 1 << 16

// boardCodec reads and writes rows of any modulus.
func boardCodec() codec.Codec[*Board] {
	return codec.Codec[*Board]{
		Schema: codec.Schema{"$ref": "#/$defs/board"},
		Read: func(r *codec.Reader, v *document.Value, what string) *Board {
			b, err := readRows(r.Meter, v, what, anyModulus)
			r.Fail(err)
			return b
		},
		Write: func(w *codec.Writer, b *Board) {
			text, err := newRows(b, "presses or weights")
			if err == nil {
				err = w.Meter.Room("a document of this size", text.size())
			}
			if w.Fail(err); err == nil {
				w.Aside(text.size(), text.append)
			}
		},
	}
}

// witnesses: {"presses": ["010", …], "cost": "5", "solutions": "4", "optima": "1"}; only presses has to be there.
func witnesses() []puzzle.Kind[Witness] {
	number := codec.Natural(maxDigits)
	unordered := func(w *Witness) bool { return w.Moves == nil }
	presses := puzzle.Kind[Witness]{Name: "presses", Is: unordered, Codec: codec.Object(
		codec.Need("presses", boardCodec().
			Described("How often each button is pressed, from 0 to the modulus less 1."),
			func(w *Witness) **Board { return &w.Presses }),
		codec.May("cost", number.
			Described("The sum of the presses' costs; without costs the number of presses."),
			func(w *Witness) **big.Int { return &w.Cost }),
		codec.May("solutions", number.Described("How many solutions there are."),
			func(w *Witness) **big.Int { return &w.Solutions }),
		codec.May("optima", number.
			Described("No solution costs less, this many cost as much, and presses is the lexicographically least of them."),
			func(w *Witness) **big.Int { return &w.Optima }),
	)}
	return []puzzle.Kind[Witness]{presses, movesKind()}
}

// certificates: {"weights": ["010", …], "value": 1} and {"sums": [["010", …], …]}.
func certificates() []puzzle.Kind[Certificate] {
	weights := puzzle.Kind[Certificate]{Name: "weights", Codec: codec.Object(
		codec.Need("weights", boardCodec(), func(c *Certificate) **Board { return &c.Weights }),
		codec.Need("value", codec.Number[uint32](1, MaxModulus-1), func(c *Certificate) *uint32 { return &c.Value }),
	).Described("No press changes the sum of the lamps with these weights, and the target's sum differs from the " +
		"start's by value."), Is: func(c *Certificate) bool { return c.Sums == nil && c.Exhausted == nil }}
	sums := puzzle.Kind[Certificate]{Name: "sums", Codec: codec.Object(
		codec.Need("sums", codec.ListOf("a list of weights", boardCodec()),
			func(c *Certificate) *[]*Board { return &c.Sums }),
	).Described("No press changes the sum of the lamps with any of these weights, and each board that will do differs " +
		"from the start in one of the sums."), Is: func(c *Certificate) bool { return c.Sums != nil }}
	return []puzzle.Kind[Certificate]{weights, sums, exhaustedKind()}
}

// MaxSums bounds the values that Certificate.Sums can have, times how many sums there are, up to which checkers look at
// all of them.
const MaxSums = 1 << 20

// maxChecked is how many entries (words, for m = 2) a checker is expected to touch: by
// elimination unknowns²·equations, by going through the board row by row less, by enumeration
// solutions·unknowns. See Verifiable. It is well below a second.
const maxChecked = 1 << 26

// Verifiable tells which of a witness's optional claims about p a checker of modest means
// is expected to verify: the number of solutions, where elimination is affordable; and the
// fewest presses, where there is one solution or where the solutions can be visited one by one.
// Solvers make these claims where it says so, and that to press nothing is the least.
func (p *Instance) Verifiable(solutions *big.Int) (count, fewest bool) {
	h, w := p.Buttons()
	n := float64(w) * float64(h)
	packed := 1.0
	if p.Modulus == 2 {
		packed = 64
	}
	boards := float64(p.Choices())
	if p.LitOnly || boards > MaxChoices {
		return false, false
	}
	small := n*n*float64(p.Width)*float64(p.Height)*boards <= maxChecked*packed
	count = small || p.Net == nil && p.sweepCost()*boards <= maxChecked && squareFree(p.Modulus)
	if !count || solutions == nil || !solutions.IsInt64() {
		return count, false
	}
	if p.Costs != nil {
		packed = 1 // costs are added up cell by cell
	}
	return count, solutions.Int64() == 1 && p.Choice == nil ||
		small && float64(solutions.Int64())*(n+packed) <= maxChecked*packed
}

// sweepCost estimates what it takes to go through a grid along its longer side, when for each cell a sum over
// the unknowns between its surroundings and the rest is made.
func (p *Instance) sweepCost() float64 {
	rx, ry, offsets := p.reach()
	n, short, reach := float64(p.Width)*float64(p.Height), p.Width, ry
	if p.Width > p.Height {
		short, reach = p.Height, rx
	}
	unknowns := min(n, 4*float64(reach)*float64(short))
	if p.Modulus == 2 {
		unknowns = unknowns/64 + 1
	}
	return n * float64(offsets) * unknowns
}

// reach returns how far a press reaches in both directions, and bounds how many lamps; what goes beyond the
// board's size is cut off.
func (p *Instance) reach() (rx, ry, offsets int) {
	rx, ry = p.Width, p.Height
	base, d, _, err := split(p.Pattern.Name)
	_, isLine := lines[base]
	switch {
	case p.Pattern.Name == "":
		rx, ry = 0, 0
		for _, o := range p.Pattern.Offsets {
			rx, ry = max(rx, o.DX, -o.DX), max(ry, o.DY, -o.DY)
		}
	case err != nil || isLine:
	case d > 0:
		rx, ry = d, d
	case base == "knight":
		rx, ry = 2, 2
	default:
		rx, ry = 1, 1
	}
	rx, ry = min(rx, p.Width), min(ry, p.Height)
	if p.Pattern.Name == "" {
		return rx, ry, len(p.Pattern.Offsets)
	}
	return rx, ry, (2*rx + 1) * (2*ry + 1)
}

// squareFree reports whether no square but 1 divides m.
func squareFree(m uint32) bool {
	for p := uint32(2); uint64(p)*uint64(p) <= uint64(m); p++ {
		if m%p == 0 {
			if m /= p; m%p == 0 {
				return false
			}
		}
	}
	return true
}

// Priced reports whether every press costs something, so that to press nothing is the one cheapest way where it
// is a way at all.
func (p *Instance) Priced() bool {
	for i, c := range p.Costs {
		if c == 0 && (p.Cells == nil || p.Cells[i]&NoButton == 0) {
			return false
		}
	}
	return true
}
