package permute

import (
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves, made in their order on the start, give the goal with the index Goal, and cost Cost.
// AtLeast claims that no way to any goal costs less than that; where it equals Cost the moves are
// optimal. AtLeast is verified by the checker, in the way that Bound names.
type Witness struct {
	Moves []Step
	Goal  int   // an index into Instance.Goals; documents count from 1
	Cost  int64 // Σ times·cost over the steps; at most MaxTotal, as are Length and AtLeast; or Unclaimed
	// Length is the number of moves: the sum of the steps' times; or Unclaimed.
	Length  int64
	AtLeast int64
	Bound   Bound
	// Unverified is what the solver says beyond what a checker can verify at a bearable cost. It is
	// no part of the claim: a checker accepts it unseen, and says so, unless the witness itself refutes it.
	Unverified *Unverified
}

// A Step makes one move of the instance, by its name (Move.Name), some times running. A claim is read without
// its instance, so whether there is such a move is for the checker to say (MoveSet.Find). Solvers share the strings of
// the MoveSet; readers share one string among the steps of the same name.
type Step struct {
	Name  string
	Times int64 // at least 1
}

// A Bound names the way to verify AtLeast.
type Bound uint8

// The ways, with their names in documents.
const (
	// NoBound ("none"): AtLeast is 0 and claims nothing.
	NoBound Bound = iota
	// BySearch ("search"): a search by cost from the start forwards and from the goals backwards
	// meets nowhere below AtLeast. A checker takes this on as long as each of the two sides has seen no more than
	// SearchBound boards; solvers claim it only where that suffices.
	BySearch
	// ByDistance ("distance"): every tile has its own way to go. A move of cost w that moves k cells charges
	// w/k to each of them; d(c, g) is the least charge at which any moves bring a tile from cell c to cell g, whatever else
	// they do. AtLeast is at most ⌈Σ over all cells c of the least d(c, g)⌉, g over the cells in which a goal accepts the tile that the start
	// has in c (its own tile, or Any); with several goals, the least of their sums. Repeated tiles may all take the same
	// cell: a lower bound all the same.
	ByDistance
)

// Unclaimed is the Cost or the Length of a Witness that says nothing about it.
const Unclaimed = -1

// MaxTotal bounds what witnesses count, so that no sum of two overflows.
const MaxTotal = 1<<62 - 1

// SearchBound is the most boards that a checker looks at from either side for BySearch, and in all for Exhausted.
const SearchBound = 1 << 20

// Unverified says that no way costs less than AtLeast, how the way and that were found, and how many ways of the cost AtLeast there are (nil: not
// counted).
type Unverified struct {
	AtLeast int64
	Method  string // a few words: "IDA* with pattern databases"; "" where nothing is said
	Ways    *big.Int
}

// A Certificate claims that no moves turn the start into any goal. Exactly one field is set besides Cols. All but Exhausted
// speak of the group that the moves generate: positions can be undone, since a move repeated
// often enough gives the identity, so what can be reached is an orbit of the group.
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

// An Orbit claims for each goal a set of cells that no move leads out of, and a tile of which the goal wants
// more there than the start has there.
type Orbit struct {
	Goals []OrbitGoal // one for each goal, in their order
}

// OrbitGoal is an Orbit's evidence against one goal.
type OrbitGoal struct {
	Cells []int32 // rising; closed under all moves
	Tile  string  // a label: the goal wants Want of these in Cells, and the start has Have < Want there
	Have  int64
	Want  int64
}

// A Parity is for tiles that are different and goals in which at most one cell is Any: the tile that is left belongs there. It claims that every move is an even permutation within
// Cells, a set of cells that no move leads out of, and that each goal asks for an odd permutation of the tiles there.
// Cells nil stands for all cells.
type Parity struct {
	Cells []int32
}

// A Blocks is for tiles that are different and goals in which at most one cell is Any: the tile that is left belongs there. It claims that every move takes each of the blocks System, disjoint
// sets of two or more cells, as a whole to a block; and for each goal two cells of one block whose tiles the goal wants in different blocks
// (or one of them in no block).
type Blocks struct {
	System [][]int32
	Pairs  [][2]int32 // one for each goal
}

// A Chain is a stabiliser chain of a group H that contains every move, as far as it acts on Cells: Strong are
// permutations of all cells, each a list of images: the tile at cell i goes to p[i]; Base are cells. The
// checker shows that Strong is a strong generating set of H with respect to Base: level k are the
// elements of Strong that fix the first k cells of Base; no element but the identity fixes all of Base; and every Schreier generator of each level
// sifts to the identity through the levels below. All moves sift to the identity,
// and what a goal asks for does not, for any goal.
//
// Where tiles are alike, or more than one cell of a goal is Any, a goal asks for one of many permutations. Then the checker looks for one in H by
// choosing the images of the base cells one after the other, each from its orbit in its level. It goes no further where a choice leaves
// some orbit of the next level with fewer of a tile than the goal wants in the cells that this orbit is then taken to. It
// makes up to SearchBound choices for all goals together, and the claim is that it finds none.
type Chain struct {
	// Cells, rising, are cells that no move leads out of: only what the goals want there counts. Nil stands for all cells.
	Cells  []int32
	Base   []int32
	Strong [][]int32
}

// An Exhausted claims that exactly States boards can be reached from the start, the start included, that no goal fits any of them, and that Digest is the exclusive
// or of their SHA-256 sums, each taken over the board's tiles as 4 bytes little-endian per cell. It serves
// repeated tiles and cells that do not matter.
type Exhausted struct {
	States int64
	Digest [32]byte
}
