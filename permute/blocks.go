package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// A Blocks is for tiles that are different and goals in which at most one cell is Any: the tile that is left belongs
// there. It claims that every move takes each of the blocks System, disjoint sets of two or more cells, as a whole to
// a block; and for each goal two cells of one block whose tiles the goal wants in different blocks (or one of them in
// no block).
type Blocks struct {
	System [][]int32
	Pairs  [][2]int32 // one for each goal
}

// blocksKind: {"blocks": {"system": [[[1, 1], [1, 2]], …], "pairs": [[[1, 1], [1, 2]]]}}.
func blocksKind() puzzle.Kind[Certificate] {
	return certificate("blocks", func(on board) codec.Codec[Blocks] {
		return codec.Object(
			codec.Need("system", codec.ListOf("a block", on.cells()), func(b *Blocks) *[][]int32 { return &b.System }),
			codec.Need("pairs", codec.ListOf("a pair", codec.Pair("a cell", on.cell())),
				func(b *Blocks) *[][2]int32 { return &b.Pairs }),
		).Described("Every move takes blocks to blocks; for each goal a pair of cells in one block whose tiles it wants in " +
			"different ones.")
	}, func(c *Certificate) **Blocks { return &c.Blocks })
}
