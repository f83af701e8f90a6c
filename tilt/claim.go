package tilt

import (
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves turn the start into the target. Length, where it is not nil, is the number of tilts
// in Moves, and claims that no sequence of fewer tilts does.
type Witness struct {
	Moves  Word
	Length *big.Int
}

// A Certificate claims that no sequence of tilts turns the start into the target. Either
// Colour is set alone: the boards hold different numbers of tiles of one colour. Or Shapes
// and Rings are: after two tilts at right angles the board is on one of four rings,
// named by the first tilt; Shapes lists what they can look like, and Rings says for each
// ring and corner at which the target looks right why it still never stands there.
type Certificate struct {
	Colour *Colour
	Shapes []Shape
	Rings  []Refutation
}

// maxLengthDigits bounds a witness's length: the longest exponent and a little.
const maxLengthDigits = MaxExponentDigits + 8

// witnesses: {"moves": "LU(RDLU)^12R", "length": "51"}; length may be left out.
func witnesses() []puzzle.Kind[Witness] {
	moves := codec.Parsed(codec.Schema{
		"pattern":     `^([LRUD]+|\([LRUD]+\)\^(0|[1-9][0-9]*))*$`,
		"description": "Tilts L, R, U, D; (RDLU)^12 is twelve times RDLU.",
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

func certificates() []puzzle.Kind[Certificate] {
	return []puzzle.Kind[Certificate]{colourKind(), ringsKind()}
}
