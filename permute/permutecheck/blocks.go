package permutecheck

import (
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// checkBlocks verifies that tiles which share a block share one for ever, and that each goal parts two
// of them.
func (k *work) checkBlocks(c *permute.Blocks) error {
	if len(c.Pairs) != len(k.p.Goals) {
		return puzzle.Rejectf("the certificate has %d pairs of cells; there are %d goals", len(c.Pairs), len(k.p.Goals))
	}
	if err := k.distinct(); err != nil {
		return err
	}
	block := make([]int, k.n) // of each cell; -1: of none
	for i := range block {
		block[i] = -1
	}
	for i, cells := range c.System {
		if len(cells) < 2 {
			return puzzle.Rejectf("block %d of the certificate has %s; a block has two or more", i+1,
				grid.Number(len(cells), "cell"))
		}
		for _, x := range cells {
			if x < 0 || int(x) >= k.n {
				return puzzle.Rejectf("block %d of the certificate has cell %d of %d", i+1, int64(x)+1, k.n)
			}
			if block[x] >= 0 {
				return puzzle.Rejectf("the certificate has the cell in %s in a block twice", k.cell(x))
			}
			block[x] = i
		}
		if err := k.spend(len(cells)); err != nil {
			return err
		}
	}
	if err := k.kept(c.System, block); err != nil {
		return err
	}
	for g, pair := range c.Pairs {
		for _, x := range pair {
			if x < 0 || int(x) >= k.n {
				return puzzle.Rejectf("the pair for goal %d has cell %d of %d", g+1, int64(x)+1, k.n)
			}
		}
		a, b := pair[0], pair[1]
		if a == b || block[a] < 0 || block[a] != block[b] {
			return puzzle.Rejectf("the pair for goal %d is not two cells of one block", g+1)
		}
		asked, err := k.asked(g)
		if err != nil {
			return err
		}
		if to := block[asked[a]]; to >= 0 && to == block[asked[b]] {
			return puzzle.Rejectf("goal %d wants the tiles of its pair, in %s and %s, in one block again", g+1, k.cell(a),
				k.cell(b))
		}
	}
	return nil
}

// kept verifies that every move takes every block as a whole to a block: O(cells of the blocks with a cell that the
// move moves) for each move.
func (k *work) kept(system [][]int32, block []int) error {
	to := make([]int32, k.n) // of the move at hand
	for c := range to {
		to[c] = int32(c)
	}
	seen := make([]int, len(system)) // the last move, from 1, for which the block was looked at
	for i := range k.p.Moves.Moves {
		cycles := k.p.Moves.Moves[i].Cycles
		for _, cycle := range cycles {
			for j, c := range cycle {
				to[c] = cycle[(j+1)%len(cycle)]
			}
		}
		for _, cycle := range cycles {
			for _, c := range cycle { // blocks without such a cell stay where they are
				b := block[c]
				if b < 0 || seen[b] == i+1 {
					continue
				}
				seen[b] = i + 1
				there := block[to[c]]
				whole := there >= 0 && len(system[there]) == len(system[b])
				for _, x := range system[b] { // those that do not move too
					whole = whole && block[to[x]] == there
				}
				if !whole {
					return puzzle.Rejectf("move %s takes block %d of the certificate apart", k.move(i), b+1)
				}
				if err := k.spend(len(system[b])); err != nil {
					return err
				}
			}
		}
		for _, cycle := range cycles {
			for _, c := range cycle {
				to[c] = c
			}
			if err := k.spend(4 * len(cycle)); err != nil {
				return err
			}
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}
