package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// checkCycle verifies that each constraint of a cycle holds. Nothing can come before itself, so then the shape
// cannot be built.
func (k *work) checkCycle(c *assembly.Cycle) error {
	switch {
	case k.p.Contact != assembly.Frontal:
		return puzzle.Rejectf("a cycle of constraints proves nothing where contact is sticky")
	case k.start == nil:
		return puzzle.Rejectf("a cycle of constraints proves nothing where the first block is open")
	case k.p.Placed != nil && c.Shortest:
		return puzzle.Rejectf("it is not shown that no cycle is shorter where blocks are in place")
	case len(c.Constraints) == 0:
		return puzzle.Rejectf("the cycle has no constraints")
	}
	if err := k.room("the check of a cycle", 8+bytesPerSpread, 8); err != nil {
		return err
	}
	if err := k.link(); err != nil {
		return err
	}
	_, links, err := k.characteristic()
	if err != nil {
		return err
	}
	if links != int64(len(k.shape.blocks))-1 {
		return puzzle.Rejectf("a cycle of constraints proves nothing where the shape is not a tree")
	}
	there, err := k.joinedSet(k.start)
	if err != nil {
		return err
	}
	sp, err := k.tour(k.start...)
	if err != nil {
		return err
	}
	for i, x := range c.Constraints {
		y := c.Constraints[(i+1)%len(c.Constraints)]
		a, b := k.shape.find(x.Block), k.shape.find(y.Block)
		if a < 0 {
			return puzzle.Rejectf("constraint %d is about %s, which is not in the shape", i+1, place(x.Block))
		}
		if b < 0 {
			return puzzle.Rejectf("constraint %d is about %s, which is not in the shape", (i+1)%len(c.Constraints)+1,
				place(y.Block))
		}
		if err := k.checkConstraint(sp, there, x.Because, a, b); err != nil {
			return err
		}
		if err := k.spend(4); err != nil {
			return err
		}
	}
	if c.Shortest {
		return k.checkShortest(sp, int64(len(c.Constraints)))
	}
	return nil
}

// checkConstraint verifies that a must come before b for the reason that is given. there are the blocks in place: they
// come before all others, and the others bump into their neighbour on the way there, since these hang together.
func (k *work) checkConstraint(sp *spread, there bitmap, because assembly.Reason, a, b int32) error {
	from, to := k.shape.blocks[a], k.shape.blocks[b]
	switch because {
	case assembly.ParentOf:
		if there.has(b) || k.shape.beside(b, sp.back[b]) != a {
			return puzzle.Rejectf("the block in %s is not the parent of the one in %s", place(from), place(to))
		}
	case assembly.InTheWay:
		in := false // whether b lies in a's line on the side where a comes in
		switch sp.back[a] {
		case assembly.Left:
			in = from.R == to.R && to.C > from.C
		case assembly.Right:
			in = from.R == to.R && to.C < from.C
		case assembly.Up:
			in = from.C == to.C && to.R > from.R
		case assembly.Down:
			in = from.C == to.C && to.R < from.R
		}
		if !in {
			return puzzle.Rejectf("the block in %s is not in the way of the one in %s", place(to), place(from))
		}
	case assembly.There:
		if !there.has(a) {
			return puzzle.Rejectf("the block in %s is not there from the start", place(from))
		}
		if there.has(b) {
			return puzzle.Rejectf("the block in %s is said to come before the one in %s for no reason", place(from), place(to))
		}
	default:
		return puzzle.Rejectf("there is no reason %d", because)
	}
	return nil
}
