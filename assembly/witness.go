package assembly

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// None reports whether b is no cell at all: a Witness whose document names no first block has it as First.
func (b Block) None() bool { return b.R < 0 || b.C < 0 }

// parseMove is the inverse of Move.String.
func parseMove(s string) (Move, bool) {
	if len(s) < 3 || len(s) > 12 || s[1] != ' ' || s[2] < '1' || s[2] > '9' {
		return 0, false
	}
	d := strings.IndexByte(directionChars, s[0])
	n, err := strconv.ParseInt(s[2:], 10, 64)
	if d < 0 || err != nil || n > MaxSide {
		return 0, false
	}
	return MakeMove(Direction(d), int32(n-1)), true
}

// witnesses: {"first": [1, 3], "moves": ["< 1", …], "steps": [1, …], "atLeast": 1}. Only moves has to be there; without
// first, First is {-1, -1} (see Block.None): the root, where the instance has one.
func witnesses() []puzzle.Kind[Witness] {
	return []puzzle.Kind[Witness]{{Name: "moves", Codec: codec.Object(
		codec.MayBe("first", cellCodec().Described("The first block; without it, the root."), Block{-1, -1},
			func(w *Witness) *Block { return &w.First }),
		codec.Need("moves", movesCodec(), func(w *Witness) *[]Move { return &w.Moves }),
		codec.MayList("steps", codec.ListOf("a step", codec.Number[int32](1, MaxBlocks)).
			Described("How many of the moves make each step; the moves of a step do not interfere."),
			func(w *Witness) *[]int32 { return &w.Steps }),
		codec.May("atLeast", codec.Number[int32](0, MaxBlocks).
			Described("No schedule from this first block has fewer steps."), func(w *Witness) *int32 { return &w.AtLeast }),
	).Then(func(v *document.Value, w *Witness) error {
		if w.AtLeast > 0 && w.Steps == nil {
			return v.At("atLeast").Errorf("atLeast is about steps, and there are none")
		}
		return nil
	})}}
}

func movesCodec() codec.Codec[[]Move] {
	return codec.ListOf("a move", codec.Parsed(codec.Schema{"pattern": "^[<>^v] [1-9][0-9]*$"},
		func(_ *meter.Meter, text string) (Move, error) {
			m, ok := parseMove(text)
			if !ok {
				return 0, fmt.Errorf("%s is no move; a move is one of < > ^ v, a space, and a row or column from 1 to %d",
					grid.Quote(text), MaxSide)
			}
			return m, nil
		}, func(b []byte, m Move) []byte { return m.append(b) }))
}

func cellCodec() codec.Codec[Block] {
	return codec.Codec[Block]{
		Schema: codec.Schema{"$ref": "#/$defs/cell"},
		Read: func(r *codec.Reader, v *document.Value, what string) Block {
			if r.Err() != nil {
				return Block{}
			}
			b, err := decodeCell(v, what)
			r.Fail(err)
			return b
		},
		Write: func(w *codec.Writer, b Block) { w.JSON(b) },
	}
}

func cellsCodec() codec.Codec[[]Block] { return codec.ListOf("a cell", cellCodec()) }
