package tilt

import (
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// Exhausted says what can be reached from the start, itself included: how many States, and a Digest of them. It claims
// that no goal is among them.
//
// A state is where the pieces stand. Pieces of one shape and colouring are alike and make a class; classes are ordered
// by their first piece, pieces by their first cell in reading order, all of them on the start. A state is
// written as, class by class, the number of pieces that are still on the board and then their first cells, ascending:
// row times width plus column, from 0. Each number takes four bytes, the highest first. The Digest is the sum of the
// SHA-256 sums of all states, as numbers whose highest byte comes first, modulo 2^256.
type Exhausted struct {
	States *big.Int
	Digest [32]byte
}

// maxStatesDigits bounds the number of states.
const maxStatesDigits = 30

// exhaustedKind: {"exhausted": {"states": "942", "digest": "…"}}.
func exhaustedKind() puzzle.Kind[Certificate] {
	all := codec.Object(
		codec.Need("states", codec.Natural(maxStatesDigits), func(e *Exhausted) **big.Int { return &e.States }),
		codec.Need("digest", codec.Digest(), func(e *Exhausted) *[32]byte { return &e.Digest }),
	).Described("All states that can be reached, the start among them, and the sum of their SHA-256 sums.")
	return puzzle.Kind[Certificate]{
		Name:  "exhausted",
		Is:    func(c *Certificate) bool { return c.Exhausted != nil },
		Codec: codec.Object(codec.NeedAt("exhausted", all, func(c *Certificate) **Exhausted { return &c.Exhausted })),
	}
}
