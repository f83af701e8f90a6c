package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// A Parity is for tiles that are different and goals in which at most one cell is Any: the tile that is left belongs
// there. It claims that every move is an even permutation within Cells, a set of cells that no move leads out of, and
// that each goal asks for an odd permutation of the tiles there. Cells nil stands for all cells.
type Parity struct {
	Cells []int32
}

// parityKind: {"parity": {}}.
func parityKind() puzzle.Kind[Certificate] {
	return certificate("parity", func(on board) codec.Codec[Parity] {
		return codec.Object(
			codec.MayList("cells", on.cells(), func(p *Parity) *[]int32 { return &p.Cells }),
		).Described("All moves are even permutations of these cells (of all cells where they are left out), and each goal " +
			"asks for an odd one.")
	}, func(c *Certificate) **Parity { return &c.Parity })
}
