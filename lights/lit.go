package lights

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// ReachBound is the most boards that a checker looks at where only lit lamps can be pressed.
const ReachBound = 1 << 20

// An Exhausted is a certificate where only lit lamps can be pressed. It claims that exactly States boards can be
// reached from the start, the start included, that none of them shows the target on the lamps that matter, and that
// Digest is the exclusive or of their SHA-256 sums, each taken over what all cells show, row by row, as 4 bytes
// little-endian per cell.
type Exhausted struct {
	States int64
	Digest [32]byte
}

// movesKind: {"moves": [[1, 2], [2, 2]], "at_least": 2}.
func movesKind() puzzle.Kind[Witness] {
	place := codec.Map(codec.Pair("a press", codec.Number[int](1, MaxSide)),
		func(a [2]int) [2]int { return [2]int{a[0] - 1, a[1] - 1} },
		func(a [2]int) [2]int { return [2]int{a[0] + 1, a[1] + 1} })
	return puzzle.Kind[Witness]{Name: "moves", Is: func(w *Witness) bool { return w.Moves != nil }, Codec: codec.Object(
		codec.Need("moves", codec.ListOf("a press", place).Described("Presses in their order, [row, column] from 1; each "+
			"is of a lamp that is lit then."), func(w *Witness) *[][2]int { return &w.Moves }),
		codec.May("at_least", codec.Number[int64](1, 1<<40).Described("No way has fewer presses."),
			func(w *Witness) *int64 { return &w.AtLeast }),
	)}
}

// exhaustedKind: {"exhausted": {"states": "12", "digest": "…"}}.
func exhaustedKind() puzzle.Kind[Certificate] {
	body := codec.Object(
		codec.Need("states", codec.Long(1, 1<<40), func(e *Exhausted) *int64 { return &e.States }),
		codec.Need("digest", codec.Digest().Described("The exclusive or of the SHA-256 sums of the boards."),
			func(e *Exhausted) *[32]byte { return &e.Digest }),
	).Described("So many boards can be reached by pressing lit lamps, and the target is not among them.")
	return puzzle.Kind[Certificate]{Name: "exhausted", Is: func(c *Certificate) bool { return c.Exhausted != nil },
		Codec: codec.Object(codec.NeedAt("exhausted", body, func(c *Certificate) **Exhausted { return &c.Exhausted }))}
}

// validateLit looks at an instance of which only lit lamps can be pressed.
func (p *Instance) validateLit() error {
	switch {
	case p.Net != nil:
		return inputf("only lit lamps can be pressed, and on a net no button has a lamp of its own")
	case p.Choice != nil:
		return inputf("only lit lamps can be pressed; then one target is possible, without lamps that may be wrong")
	case p.Costs != nil:
		return inputf("only lit lamps can be pressed; then presses have no costs")
	}
	return nil
}
