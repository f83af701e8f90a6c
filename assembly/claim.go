package assembly

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves, made in their order on a board that holds the block First alone, or the blocks in place,
// are all legal, and that the blocks then are exactly the shape.
type Witness struct {
	// the instance's root where it has one; {-1, -1} (see Block.None) says no more than that, or that blocks are in place
	First Block
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

// A Certificate claims that the shape cannot be built (from the blocks in place; from its root; or from any first block
// where the instance leaves that open). Exactly one field is set.
type Certificate struct {
	Cycle     *Cycle
	Stuck     *Stuck
	Blocked   *Blocked
	Exhausted *Exhausted
}

// certificates lists the kinds.
func certificates() []puzzle.Kind[Certificate] {
	return []puzzle.Kind[Certificate]{cycleKind(), stuckKind(), blockedKind(), exhaustedKind()}
}

// certificate makes a kind of the field that holds it.
func certificate[T any](name string, body codec.Codec[T], at func(c *Certificate) **T) puzzle.Kind[Certificate] {
	return puzzle.Kind[Certificate]{
		Name:  name,
		Is:    func(c *Certificate) bool { return *at(c) != nil },
		Codec: codec.Object(codec.NeedAt(name, body, at)),
	}
}
