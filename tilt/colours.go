package tilt

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// Colour says how many tiles of one colour the two boards hold. The target may then not be reached: it holds
// more of them
// than the start; or fewer, even with a tile of the colour in each cell that does not matter, and there are no holes.
type Colour struct {
	Colour string
	Start  int64
	Target int64
}

// colourKind: {"colours": {"colour": "r", "start": 3, "target": 2}}.
func colourKind() puzzle.Kind[Certificate] {
	tiles := codec.Number[int64](0, MaxCells)
	colour := codec.Object(
		codec.Need("colour", codec.Text(), func(c *Colour) *string { return &c.Colour }),
		codec.Need("start", tiles, func(c *Colour) *int64 { return &c.Start }),
		codec.Need("target", tiles, func(c *Colour) *int64 { return &c.Target }),
	).Described("The boards hold different numbers of tiles of one colour.")
	return puzzle.Kind[Certificate]{
		Name:  "colours",
		Is:    func(c *Certificate) bool { return c.Colour != nil },
		Codec: codec.Object(codec.NeedAt("colours", colour, func(c *Certificate) **Colour { return &c.Colour })),
	}
}
