package permute

// Bounds of instances. They keep cells and moves in the types below; what can be solved is less.
const (
	MaxCells = 1 << 20
	MaxMoves = 1 << 16
	MaxCost  = 1<<31 - 1
)

// Any is the tile of a cell that does not matter, in goals only. It is written ".".
const Any = -1

// A Tile is an index into Instance.Labels, or Any.
type Tile = int32

// An Instance is a board of Rows × Cols cells, its moves, its start and what is wanted. It is solved when the board
// is one of Goals. Instances of one document share their Moves and Labels, and so do those of a file as long as the
// next one has the same size, moves and tiles: solvers know them again by their pointers.
type Instance struct {
	Rows, Cols int
	Moves      *MoveSet
	// Labels are the names of the tiles, in their natural order: numbers by value before other texts by
	// their characters. Each stands on Start.
	Labels []string
	Start  []Tile // a tile for each cell, never Any
	// Goals are one or more boards, of which any will do. A goal may hold Any; its tiles are
	// otherwise among those of the start, none more often than there. Where a document
	// has none there is one goal, the start's tiles in their natural order.
	Goals [][]Tile
	// Given is false where the document has no goal and Goals is the solved board.
	Given bool
}
