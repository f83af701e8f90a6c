package assembly

// MaxSide bounds rows and columns, MaxBlocks the blocks of a shape.
const (
	MaxSide   = 1<<30 - 1
	MaxBlocks = 1<<31 - 2
)

// Contact says when a moving block stops.
type Contact uint8

// The models of contact. Their names in documents are "frontal" and "sticky".
const (
	// Frontal: a block stops when the next cell in its direction is taken.
	Frontal Contact = iota
	// Sticky: a block also stops in the first cell, its entry cell included, that has a block
	// at its side.
	Sticky
)

// A Block is a cell of the shape, from 0.
type Block struct{ R, C int32 }

// An Instance is a shape and how it may be built: a connected set of cells, which of them is there from
// the start, the model of contact, and which blocks are in place by now. It is made by New, which puts the blocks in
// order; an Instance does not change after that.
//
// Memory: 8 bytes a block for the cells and 8 for the links above and below, whatever
// the size of the board.
type Instance struct {
	Rows, Cols int32
	Contact    Contact

	// Blocks are the cells of the shape by rows and, within a row, by columns; no two are equal.
	Blocks []Block
	// Root is the index in Blocks of the block that is there from the start; NoRoot: any one may be.
	Root int32
	// Placed are the blocks that are on the board now, as indices in ascending order: the rest of the shape is to be
	// built from there. They hang together by their sides, and the root, if there is one, is among them; how they came
	// there does not matter. nil: building has not begun. See WithPlaced and Start.
	Placed []int32
	// Above and Below are for each block the index of the block in the next cell up and down, or -1. The
	// blocks to the left and right are neighbours in Blocks: see Left and Right.
	Above, Below []int32
	// Links counts the pairs of blocks that share a side. The shape is a tree where Links is
	// len(Blocks) - 1.
	Links int64

	made made
}

// made says of which slices an instance consists, and of what else depends on them. New notes it, so that Validate
// need not go over New's own work again.
type made struct {
	rows, cols   int32
	blocks       *Block
	above, below *int32
	n            int
	links        int64
}

func (p *Instance) mark() made {
	return made{p.Rows, p.Cols, &p.Blocks[0], &p.Above[0], &p.Below[0], len(p.Blocks), p.Links}
}

// NoRoot is the Root of an instance whose first block may be any.
const NoRoot = -1
