package tilt

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Shape is the packed shape of the rings First ("LR" or "UD"): the lengths of its
// rows from the longest on, as [length, how many rows] pairs.
type Shape struct {
	First string
	Rows  [][2]int64
}

// A Refutation says why the target never stands in Corner ("LU", "RU", "RD", "LD") of
// the ring First ("L", "R", "U", "D").
//
// The ring's base is the board after LU, RUL, UL or DLU; one turn is the four tilts RDLU.
// A turn moves each tile of the base to another cell of it: a permutation, made of cycles. The
// target, tilted back from its corner into LU, must be the base after some n turns.
// One cycle: the target's colours along it are no rotation of the base's. Two
// cycles: each leaves n one residue, and no n has both.
type Refutation struct {
	First  string
	Corner string
	Cycles []Cycle
}

// A Cycle is where tiles go, turn after turn, from the base's cell From (row and column
// from 1). Start and Target list the colours along it, and stand only in a lone cycle
// of at most MaxListed tiles. Period and Turns stand in a clash: on this cycle n must
// be Turns modulo Period, where Period is the least with which the colours repeat.
type Cycle struct {
	From   [2]int64
	Tiles  int64
	Start  Labels
	Target Labels
	Period int64
	Turns  *int64
}

// MaxListed is the most tiles of a cycle whose colours a certificate spells out.
const MaxListed = 64

// maxRings: 4 rings with 4 corners each.
const maxRings = 16

// ringsKind: {"shapes": […], "rings": […]}.
func ringsKind() puzzle.Kind[Certificate] {
	return puzzle.Kind[Certificate]{
		Name: "shapes",
		Is:   func(c *Certificate) bool { return c.Shapes != nil || c.Rings != nil },
		Codec: codec.Object(
			codec.Need("shapes", codec.Sized(codec.ListOf("a shape", shapeCodec()), 2, 2),
				func(c *Certificate) *[]Shape { return &c.Shapes }),
			codec.MayList("rings", codec.Sized(codec.ListOf("a ring", refutationCodec()), 1, maxRings),
				func(c *Certificate) *[]Refutation { return &c.Rings }),
		),
	}
}

func pairCodec(one string) codec.Codec[[2]int64] {
	return codec.Pair(one, codec.Number[int64](1, MaxCells))
}

func shapeCodec() codec.Codec[Shape] {
	rows := codec.ListOf("a pair of rows", pairCodec("a pair of rows")).
		Described("Row lengths from the longest on: [length, how many].")
	return codec.Object(
		codec.Need("first", codec.OneOf("LR", "UD").Described("The rings, by their first tilt."),
			func(s *Shape) *string { return &s.First }),
		codec.Need("rows", rows, func(s *Shape) *[][2]int64 { return &s.Rows }),
	)
}

func refutationCodec() codec.Codec[Refutation] {
	return codec.Object(
		codec.Need("first", codec.OneOf("L", "R", "U", "D"), func(r *Refutation) *string { return &r.First }),
		codec.Need("corner", codec.OneOf("LU", "RU", "RD", "LD"), func(r *Refutation) *string { return &r.Corner }),
		codec.Need("cycles", codec.Sized(codec.ListOf("a cycle", cycleCodec()), 1, 2),
			func(r *Refutation) *[]Cycle { return &r.Cycles }),
	)
}

func cycleCodec() codec.Codec[Cycle] {
	labels := codec.Codec[Labels]{
		Schema: codec.Schema{"$ref": "#/$defs/labels"},
		Read: func(r *codec.Reader, v *document.Value, what string) Labels {
			l, err := readLabels(v, what)
			r.Fail(err)
			return l
		},
		Write: func(w *codec.Writer, l Labels) { w.JSON(l) },
	}
	return codec.Object(
		codec.Need("from", pairCodec("from"), func(c *Cycle) *[2]int64 { return &c.From }),
		codec.Need("tiles", codec.Number[int64](1, MaxCells), func(c *Cycle) *int64 { return &c.Tiles }),
		codec.MayList("start", labels, func(c *Cycle) *Labels { return &c.Start }),
		codec.MayList("target", labels, func(c *Cycle) *Labels { return &c.Target }),
		codec.May("period", codec.Number[int64](1, MaxCells), func(c *Cycle) *int64 { return &c.Period }),
		codec.MayAt("turns", codec.Number[int64](0, MaxCells), func(c *Cycle) **int64 { return &c.Turns }),
	)
}
