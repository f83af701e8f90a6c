package assembly

import "github.com/gridwright/gridwright/puzzle"

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves, made in their order on a board that holds the block First alone, are all
// legal, and that the blocks then are exactly the shape.
type Witness struct {
	First Block // the instance's root where it has one; {-1, -1} (see Block.None) says no more than that
	Moves []Move
	// Steps, where it is not nil, groups the moves: the first Steps[0] of them, the next Steps[1] and so
	// on, all of Moves. It claims that the moves of one step do not interfere: made in any order they put
	// the same blocks into the same cells. (So each lands where it lands on the board
	// before the step, and after the step nothing but it lies on its way in; sticky: nor beside that way.)
	Steps []int32
	// AtLeast, with Steps, claims that no schedule from First has fewer steps than that; 0 claims nothing.
	// Where it equals len(Steps) the schedule is a shortest one.
	AtLeast int32
}

// A Certificate claims that the shape cannot be built (from its root; or from any first block where the
// instance leaves that open). Exactly one field is set.
type Certificate struct {
	Cycle     *Cycle
	Stuck     *Stuck
	Blocked   *Blocked
	Exhausted *Exhausted
}

// A Cycle is for shapes that are trees, contact frontal, with a root. Every block but the root then
// has to bump into its parent, the next block on the way to the root; so its line and its direction are
// forced, and everything in that line on the side where it comes in has to come later.
// Constraints lists blocks each of which must come before the next one, and the last before
// the first.
type Cycle struct {
	Constraints []Constraint
	// Shortest claims that no cycle of fewer such constraints exists.
	Shortest bool
}

// A Constraint says that Block must come before the block of the next constraint in the cycle (cyclically), and why.
type Constraint struct {
	Block   Block
	Because Reason
}

// A Reason is why one block must come before another.
type Reason uint8

// The reasons, with their names in documents.
const (
	// ParentOf ("parent of"): the next block bumps into this one.
	ParentOf Reason = iota
	// InTheWay ("in the way"): the next block lies in this one's line on the side where this one comes in.
	InTheWay
	// There ("there from the start"): this one is the root.
	There
)

// A Stuck is for shapes without holes. A hole is a cell off the shape that cannot be left by steps to any of the
// eight cells around it that are off the shape; no hole is where no ring of blocks, each
// sharing a side with the next, has an empty cell inside.
//
// A block is convex in a set of blocks if one of the four 2 × 2 windows that contain it holds no other block of the set.
// It can leave the set if it is not the root, if it could be let in as the last block of the set (its
// landing there is a legal move on the rest) and if the rest is connected.
// In a shape without holes, if it can be built at all, it can be taken apart by
// removing convex blocks that can leave, whichever is taken first; for frontal contact
// docs/proofs/assembly-convex.md proves it. In the sticky model that holds
// only where no two blocks pinch: touch at a corner while neither of the two cells that share a side with both is a
// block. So in the sticky model a Stuck is no certificate for a shape in which two blocks pinch.
//
// Stuck claims: on a board that holds Remainder, Moves are legal and give the shape; each of
// them lets in a block that is convex in the set that it completes; Remainder is connected, more than one block,
// holds the root where there is one, and no convex block of it can leave.
type Stuck struct {
	Remainder []Block
	Moves     []Move
}

// A Blocked is for all shapes. Blocks are two or more blocks of the shape, none twice, that are in each other's way
// for good: whichever of them would have to come in as the last of them cannot. (The root is there first, so it is never the last.)
// The claim: for each of Blocks but the root, and each of the four directions, either nothing in the shape would stop it in its cell when it
// comes in that way: no block of the shape is in the next cell in that direction, nor in the sticky model in the two cells at its sides. Or another
// of Blocks is on its way: in its line on the side where it comes in, or in the sticky model in one of the
// two lines beside that, where it would be passed before its cell is reached.
type Blocked struct {
	Blocks []Block
}

// An Exhausted is for all shapes. Take the shape apart backwards in every way: a set of blocks is met if it is
// the shape, or if it is what remains of a set that is met when a block leaves (as in Stuck, but
// convex or not). The claim: exactly Sets sets are met, none of them is one block, and Digest is
// the exclusive or of their SHA-256 sums. What is summed for a set is its bitmap: block i of Instance.Blocks
// is bit i%8, counted from the lowest, of byte i/8, in ⌈blocks/8⌉ bytes.
type Exhausted struct {
	Sets   int64
	Digest [32]byte
}
