package tilt

import (
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves turn the start into the target, or one of the goals. Length, where it is not nil, is the
// number of moves, and claims that no sequence of fewer moves does. Each move is possible where it is made: a
// piece that it names is there, and may be named. It may change nothing.
type Witness struct {
	Moves  Word
	Length *big.Int
}

// A Certificate claims that no sequence of moves turns the start into the target. Either
// Colour is set alone: the numbers of tiles of one colour do not fit. Or Shapes
// and Rings are, of a board without rules: after two tilts at right angles the board is on one of four rings,
// named by the first tilt; Shapes lists what they can look like, and Rings says for each
// ring and corner at which the target looks right why it still never stands there. Or Exhausted is: all boards that
// can be reached are known, and no goal is among them.
type Certificate struct {
	Colour    *Colour
	Shapes    []Shape
	Rings     []Refutation
	Exhausted *Exhausted
}

// maxLengthDigits bounds a witness's length: the longest exponent and a little.
const maxLengthDigits = MaxExponentDigits + 8

// witnesses: {"moves": "LU(RDLU)^12R", "length": "51"}; length may be left out.
func witnesses() []puzzle.Kind[Witness] {
	moves := codec.Parsed(codec.Schema{
		"pattern":     wordPattern(),
		"description": "Moves L, R, U, D, or 2,3R of one piece; (RDLU)^12 is twelve times RDLU.",
	}, parseWord, nil)
	moves.Write = func(w *codec.Writer, word Word) {
		size := int64(0) // exponents may be long
		for _, r := range word {
			size += int64(len(r.Moves) + r.Times.BitLen()/3)
		}
		w.Aside(size, func() []byte { return document.AppendQuoted(nil, word.String()) })
	}
	length := codec.Natural(maxLengthDigits).
		Described("The number of tilts: the least possible. Without it nothing is claimed about the number.")
	return []puzzle.Kind[Witness]{{Name: "moves", Codec: codec.Object(
		codec.Need("moves", moves, func(w *Witness) *Word { return &w.Moves }),
		codec.May("length", length, func(w *Witness) **big.Int { return &w.Length }),
	)}}
}

// wordPattern describes what parseWord reads: behind an exponent a row needs a blank before it.
func wordPattern() string {
	const (
		place = `[1-9][0-9]{0,8},[1-9][0-9]{0,8}`
		moves = `((` + place + `)?[LRUD])`
		group = `\(` + moves + `+\)\^(0|[1-9][0-9]*)`
	)
	return `^` + moves + `*(` + group + `(([LRUD]| ` + place + `[LRUD])` + moves + `*)?)*$`
}

func certificates() []puzzle.Kind[Certificate] {
	return []puzzle.Kind[Certificate]{colourKind(), ringsKind(), exhaustedKind()}
}
