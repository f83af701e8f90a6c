package permutecheck

import (
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// checkOrbit verifies for each goal that it wants more of a tile in closed cells than the start has there.
func (k *work) checkOrbit(c *permute.Orbit) error {
	if len(c.Goals) != len(k.p.Goals) {
		return puzzle.Rejectf("the certificate speaks of %d goals; there are %d", len(c.Goals), len(k.p.Goals))
	}
	if err := k.hold("the check of an orbit", int64(k.n)); err != nil {
		return err
	}
	for i := range c.Goals {
		g := &c.Goals[i]
		tile := permute.Tile(slices.Index(k.p.Labels, g.Tile))
		if err := k.spend(len(k.p.Labels)); err != nil {
			return err
		}
		if tile < 0 {
			return puzzle.Rejectf("the certificate says that goal %d wants tile %s; there is none", i+1, quote(g.Tile))
		}
		for j, x := range g.Cells {
			if j > 0 && x <= g.Cells[j-1] {
				return puzzle.Rejectf("the cells of the certificate for goal %d are not in rising order", i+1)
			}
		}
		inside, err := k.cells(g.Cells)
		if err != nil {
			return err
		}
		if err := k.closed(inside); err != nil {
			return err
		}
		var have, want int64
		for _, x := range g.Cells {
			if k.p.Start[x] == tile {
				have++
			}
			if k.p.Goals[i][x] == tile {
				want++
			}
		}
		if have != g.Have || want != g.Want {
			return puzzle.Rejectf("in the cells of the certificate the start has tile %s %d times and goal %d wants it %d "+
				"times; the certificate says %d and %d",
				k.label(tile), have, i+1, want, g.Have, g.Want)
		}
		if have >= want {
			return puzzle.Rejectf("in the cells of the certificate goal %d wants tile %s %d times; the start has it %d times "+
				"there, which is enough",
				i+1, k.label(tile), want, have)
		}
	}
	return nil
}

// cells marks the cells of a set, which may come from anywhere.
func (k *work) cells(list []int32) ([]bool, error) {
	inside := make([]bool, k.n)
	for _, c := range list {
		if c < 0 || int(c) >= k.n {
			return nil, puzzle.Rejectf("the certificate names cell %d of %d", int64(c)+1, k.n)
		}
		if inside[c] {
			return nil, puzzle.Rejectf("the certificate names the cell in %s twice", k.cell(c))
		}
		inside[c] = true
	}
	return inside, k.spend(2*k.n + len(list))
}

// closed verifies that no move leads out of the cells: then none leads in, since a cycle that enters leaves.
func (k *work) closed(inside []bool) error {
	for i := range k.p.Moves.Moves {
		for _, cycle := range k.p.Moves.Moves[i].Cycles {
			for j, c := range cycle {
				if to := cycle[(j+1)%len(cycle)]; inside[c] && !inside[to] {
					return puzzle.Rejectf("the certificate's cells are not closed: move %s leads out of them, from %s to %s",
						k.move(i), k.cell(c), k.cell(to))
				}
			}
			if err := k.spend(2 * len(cycle)); err != nil {
				return err
			}
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}

// checkParity verifies that every move is even within the cells, and what each goal asks for is odd there.
func (k *work) checkParity(c *permute.Parity) error {
	if err := k.distinct(); err != nil {
		return err
	}
	list := c.Cells
	if list == nil {
		list = make([]int32, k.n)
		for i := range list {
			list[i] = int32(i)
		}
	}
	inside, err := k.cells(list)
	if err != nil {
		return err
	}
	if err := k.closed(inside); err != nil {
		return err
	}
	for i := range k.p.Moves.Moves {
		odd := false
		for _, cycle := range k.p.Moves.Moves[i].Cycles {
			// The cells are closed: a cycle lies within them or without. One of k cells is k − 1 swaps.
			if inside[cycle[0]] && len(cycle)%2 == 0 {
				odd = !odd
			}
			if err := k.spend(1); err != nil {
				return err
			}
		}
		if odd {
			return puzzle.Rejectf("move %s is an odd permutation of the certificate's cells", k.move(i))
		}
	}
	seen := make([]bool, k.n)
	for g := range k.p.Goals {
		asked, err := k.asked(g)
		if err != nil {
			return err
		}
		clear(seen)
		odd := false
		for _, first := range list {
			for at := first; !seen[at]; at = asked[at] {
				seen[at] = true
				to := asked[at]
				if !inside[to] {
					return puzzle.Rejectf("goal %d wants the tile in %s outside the certificate's cells, and no permutation of these",
						g+1, k.cell(at))
				}
				if to != first {
					odd = !odd
				}
			}
		}
		if err := k.spend(3*k.n + len(list)); err != nil {
			return err
		}
		if !odd {
			return puzzle.Rejectf("goal %d asks for an even permutation of the tiles in the certificate's cells", g+1)
		}
	}
	return nil
}

// distinct verifies that no tile stands twice and that no more than one cell of each goal does not matter.
func (k *work) distinct() error {
	if err := k.hold("the check of the certificate", 32*int64(k.n)+int64(len(k.p.Labels))); err != nil {
		return err
	}
	there := make([]bool, len(k.p.Labels))
	for _, t := range k.p.Start {
		if there[t] {
			return puzzle.Rejectf("the certificate is for tiles that are different; %s stands twice", k.label(t))
		}
		there[t] = true
	}
	for g, goal := range k.p.Goals {
		open := int32(-1)
		for c, t := range goal {
			if t != permute.Any {
				continue
			}
			if open >= 0 {
				return puzzle.Rejectf("the certificate is for goals in which all cells matter but one; in goal %d those in %s "+
					"and %s do not", g+1, k.cell(open), k.cell(int32(c)))
			}
			open = int32(c)
		}
		if err := k.spend(k.n); err != nil {
			return err
		}
	}
	return k.spend(k.n)
}

// asked is what goal g asks for: the tile that is at cell c of the start goes to asked[c]. The tiles
// are different and at most one cell does not matter, see distinct; the tile that the goal does not name goes there.
func (k *work) asked(g int) ([]int32, error) {
	where := make([]int32, len(k.p.Labels)) // the tile's cell in the goal
	for t := range where {
		where[t] = -1
	}
	open := int32(-1)
	for c, t := range k.p.Goals[g] {
		if t == permute.Any {
			open = int32(c)
		} else {
			where[t] = int32(c)
		}
	}
	for t := range where {
		if where[t] < 0 {
			where[t] = open
		}
	}
	asked := make([]int32, k.n)
	for c, t := range k.p.Start {
		asked[c] = where[t]
	}
	return asked, k.spend(3*k.n + len(where))
}
