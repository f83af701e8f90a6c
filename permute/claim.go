package permute

import (
	"fmt"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Certificate claims that no moves turn the start into any goal. Exactly one field is set besides Cols. All but
// Exhausted speak of the group that the moves generate: positions can be undone, since a move repeated often enough
// gives the identity, so what can be reached is an orbit of the group.
type Certificate struct {
	// Cols is the board's number of columns, always set: a claim is read without its instance, and documents name
	// cells [row, column].
	Cols int

	Orbit      *Orbit
	Parity     *Parity
	Blocks     *Blocks
	Characters *Characters
	Chain      *Chain
	Exhausted  *Exhausted
}

// certificates lists the kinds.
func certificates() []puzzle.Kind[Certificate] {
	return []puzzle.Kind[Certificate]{orbitKind(), parityKind(), blocksKind(), charactersKind(), chainKind(),
		exhaustedKind()}
}

// certificate makes a kind of the field that holds it: {"columns": 3, "parity": {}}. How the body is written hangs on
// the board.
func certificate[T any](name string, body func(on board) codec.Codec[T],
	at func(c *Certificate) **T) puzzle.Kind[Certificate] {
	whole := func(cols int) codec.Codec[Certificate] {
		return codec.Object(
			codec.Need("columns", codec.Number[int](1, MaxCells).Described("The board's."),
				func(c *Certificate) *int { return &c.Cols }),
			codec.NeedAt(name, body(board{cols}), at),
		)
	}
	return puzzle.Kind[Certificate]{
		Name: name,
		Is:   func(c *Certificate) bool { return *at(c) != nil },
		Codec: codec.Codec[Certificate]{
			Schema: whole(1).Schema,
			Read: func(r *codec.Reader, v *document.Value, what string) Certificate {
				cols := int64(1) // where there are none, the object says so
				if n := v.At("columns"); n != v && r.Err() == nil {
					var err error
					cols, err = n.Int("columns", 1, MaxCells)
					r.Fail(err)
				}
				return whole(int(cols)).Read(r, v, what)
			},
			Write: func(w *codec.Writer, c Certificate) {
				if c.Cols < 1 {
					w.Fail(fmt.Errorf("the certificate is about a board of %d columns", c.Cols))
					return
				}
				whole(c.Cols).Write(w, c)
			},
		},
	}
}

// A board of so many columns is where the cells of a certificate are; documents name them [row, column], from 1.
type board struct{ cols int }

// cell is a cell of some board of b.cols columns.
func (b board) cell() codec.Codec[int32] {
	pair := codec.Pair("a cell", codec.Number[int](1, MaxCells))
	return codec.Codec[int32]{
		Schema: codec.Schema{"$ref": "#/$defs/cell"},
		Read: func(r *codec.Reader, v *document.Value, _ string) int32 {
			if r.Err() != nil {
				return 0
			}
			row, col, err := readCell(v)
			if err == nil && (col > b.cols || int64(row)*int64(b.cols) > MaxCells) {
				err = v.Errorf("the cell [%d, %d] is off every board of %d columns", row, col, b.cols)
			}
			r.Fail(err)
			return int32((row-1)*b.cols + col - 1)
		},
		Write: func(w *codec.Writer, c int32) {
			pair.Write(w, [2]int{int(c)/b.cols + 1, int(c)%b.cols + 1})
		},
	}
}

func (b board) cells() codec.Codec[[]int32] { return codec.ListOf("a cell", b.cell()) }

// size is a number of tiles or cells.
func size() codec.Codec[int64] { return codec.Number[int64](0, MaxCells) }
