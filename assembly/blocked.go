package assembly

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// A Blocked is for all shapes. Blocks are two or more blocks of the shape, none twice, that are in each other's way for
// good: whichever of them would have to come in as the last of them cannot. (The root and blocks in place are there
// first, so they are never the last; one of Blocks at least is neither.) The claim: for each of Blocks but these, and
// each of the four directions, either nothing in the shape would stop it in its cell when it comes in that way: no
// block of the shape is in the next cell in that direction, nor in the sticky model in the two cells at its sides. Or
// another of Blocks is on its way: in its line on the side where it comes in, or in the sticky model in one of the two
// lines beside that, where it would be passed before its cell is reached.
type Blocked struct {
	Blocks []Block
}

// blockedKind: {"blocked": {"blocks": [[1, 1], …]}}.
func blockedKind() puzzle.Kind[Certificate] {
	return certificate("blocked", codec.Object(
		codec.Need("blocks", cellsCodec().Described("Blocks that are in each other's way for good."),
			func(b *Blocked) *[]Block { return &b.Blocks }),
	), func(c *Certificate) **Blocked { return &c.Blocked })
}
