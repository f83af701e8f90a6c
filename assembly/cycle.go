package assembly

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// A Cycle is for shapes that are trees, contact frontal, with a root or with blocks in place. Every block but these
// then has to bump into its parent, the next block on the way to them; so its line and its direction are forced, and
// everything in that line on the side where it comes in has to come later. Constraints lists blocks each of which must
// come before the next one, and the last before the first.
type Cycle struct {
	Constraints []Constraint
	// Shortest claims that no cycle of fewer such constraints exists. It is for shapes without blocks in place.
	Shortest bool
}

// A Constraint says that Block must come before the block of the next constraint in the cycle (cyclically), and why.
type Constraint struct {
	Block   Block
	Because Reason
}

// A Reason is why one block must come before another.
type Reason uint8

// The reasons, with their names in documents.
const (
	// ParentOf ("parent of"): the next block bumps into this one.
	ParentOf Reason = iota
	// InTheWay ("in the way"): the next block lies in this one's line on the side where this one comes in.
	InTheWay
	// There ("there from the start"): this one is the root or in place, and the next block is not.
	There
)

// reasonNames are the names of reasons in documents.
func reasonNames() []string { return []string{"parent of", "in the way", "there from the start"} }

// String is the reason's name in documents.
func (r Reason) String() string {
	if names := reasonNames(); int(r) < len(names) {
		return names[r]
	}
	return "unknown"
}

// cycleKind: {"cycle": {"constraints": [{"block": [1, 3], "because": "in the way"}, …], "shortest": true}}.
func cycleKind() puzzle.Kind[Certificate] {
	constraint := codec.Object(
		codec.Need("block", cellCodec(), func(c *Constraint) *Block { return &c.Block }),
		codec.Need("because", codec.Named[Reason](reasonNames()...), func(c *Constraint) *Reason { return &c.Because }),
	)
	return certificate("cycle", codec.Object(
		codec.Need("constraints", codec.ListOf("a constraint", constraint).
			Described("Each block must come before the next one, and the last before the first."),
			func(c *Cycle) *[]Constraint { return &c.Constraints }),
		codec.May("shortest", codec.Truth().Described("No cycle of fewer constraints exists."),
			func(c *Cycle) *bool { return &c.Shortest }),
	), func(c *Certificate) **Cycle { return &c.Cycle })
}
