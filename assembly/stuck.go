package assembly

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// A Stuck is for shapes without holes and without blocks in place. A hole is a cell off the shape that cannot be left
// by steps to any of the eight cells around it that are off the shape; no hole is where no ring of blocks, each sharing
// a side with the next, has an empty cell inside.
//
// A block is convex in a set of blocks if one of the four 2 × 2 windows that contain it holds no other block of the
// set. It can leave the set if it is not the root, if it could be let in as the last block of the set (its landing
// there is a legal move on the rest) and if the rest is connected. In a shape without holes, if it can be built at all,
// it can be taken apart by removing convex blocks that can leave, whichever is taken first; for frontal contact
// docs/proofs/assembly-convex.md proves it. In the sticky model that holds only where no two blocks pinch: touch at a
// corner while neither of the two cells that share a side with both is a block. So in the sticky model a Stuck is no
// certificate for a shape in which two blocks pinch.
//
// Stuck claims: on a board that holds Remainder, Moves are legal and give the shape; each of
// them lets in a block that is convex in the set that it completes; Remainder is connected, more than one block,
// holds the root where there is one, and no convex block of it can leave.
type Stuck struct {
	Remainder []Block
	Moves     []Move
}

// stuckKind: {"stuck": {"remainder": [[1, 1], …], "moves": ["< 1", …]}}.
func stuckKind() puzzle.Kind[Certificate] {
	return certificate("stuck", codec.Object(
		codec.Need("remainder", cellsCodec().Described("Blocks of which no convex one can leave."),
			func(s *Stuck) *[]Block { return &s.Remainder }),
		codec.Need("moves", movesCodec(), func(s *Stuck) *[]Move { return &s.Moves }),
	), func(c *Certificate) **Stuck { return &c.Stuck })
}
