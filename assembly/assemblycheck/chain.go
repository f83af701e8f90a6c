package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// bytesPerChain is what checkAtLeast needs for a block: links, spread, four near lists, levels, and what checkSteps
// holds.
const bytesPerChain = 8 + bytesPerSpread + 16 + 4 + 5

// checkAtLeast verifies that no schedule from the blocks of start has fewer steps than n. order are the other
// blocks in an order in which they do come in.
func (k *work) checkAtLeast(n int64, start []int32, order []int32) error {
	if err := k.room("the check of the number of steps", bytesPerChain, 4); err != nil {
		return err
	}
	if err := k.link(); err != nil {
		return err
	}
	sp, err := k.tour(start...)
	if err != nil {
		return err
	}
	// A block stops at the side of one that is there before its step, in both models of contact. So one that
	// is k sides away from what is there at the start comes in after k - 1 steps at the earliest.
	if n <= int64(sp.depth) {
		return nil
	}
	_, links, err := k.characteristic()
	if err != nil {
		return err
	}
	if k.p.Contact != assembly.Frontal || len(start) > 1 || links != int64(len(k.shape.blocks))-1 {
		return puzzle.Rejectf("it is not shown that at least %d steps are needed; the distances from what is there at the "+
			"start show %d", n, sp.depth)
	}
	chain, err := k.longestChain(sp, order)
	if err != nil {
		return err
	}
	if n > int64(chain) {
		return puzzle.Rejectf("the witness says that at least %d steps are needed; %d are enough", n, chain)
	}
	return nil
}

// longestChain is the number of blocks on the longest chain of which each must come in at least a step before the next:
// a parent before its child, and a block before all that lie on the side where it comes in. In a
// tree with frontal contact that is all that must be, so as many steps are enough.
//
// Blocks come in as order says, so whatever must come before a block has its level before the block asks for it.
func (k *work) longestChain(sp *spread, order []int32) (longest int32, err error) {
	var near [4][]int32
	for d := range near {
		if near[d], err = k.nearest(sp, assembly.Direction(d)); err != nil {
			return 0, err
		}
	}
	level := make([]int32, len(k.shape.blocks))
	for _, i := range order {
		most := level[k.shape.beside(i, sp.back[i])]
		for d := range near {
			// Of those that must come before i because i is in their way, the nearest one in each
			// direction is the last: it is in the way of the others itself.
			if j := near[d][i]; j >= 0 {
				most = max(most, level[j])
			}
		}
		level[i] = most + 1
		longest = max(longest, level[i])
		if err := k.spend(4); err != nil {
			return 0, err
		}
	}
	return longest, nil
}

// nearest finds for each block the nearest one in the direction d that moves in that direction when it comes in: the
// block lies in the way of that one. -1 is none. In a tree with frontal contact a block moves towards its parent.
func (k *work) nearest(sp *spread, d assembly.Direction) ([]int32, error) {
	n := int32(len(k.shape.blocks))
	near := make([]int32, n)
	for t := range n {
		i := t // what lies in direction d of i has to come before i
		if d == assembly.Right || d == assembly.Down {
			i = n - 1 - t
		}
		j := k.shape.next(i, d)
		if j >= 0 && sp.back[j] != d {
			j = near[j]
		}
		near[i] = j
		if err := k.spend(1); err != nil {
			return nil, err
		}
	}
	return near, nil
}
