package moveset

import "slices"

// A Symmetry is a permutation of the cells that turns the set of moves into itself: moving by m and then carrying the
// board over is the same as carrying it over and moving by some m' of the set that costs the same. Distances do not
// change when start and goal are carried over together: d(s⁻¹gs) = d(g) for every board g.
type Symmetry struct {
	Cell []int32 // the cell that each cell is carried to
	Move []int32 // the move that each move becomes
}

// Symmetries finds all symmetries among the board's own: translations with wrap-around, reflections, and the
// transposition of square boards (8 × cells candidates, or 4). The identity comes first. The list is a group: it is
// the intersection of two. O(cells × moved cells).
func (c *Compiled) Symmetries() []Symmetry {
	index := make(map[string][]int32, len(c.Moves))
	for i := range c.Moves {
		k := EffectKey(c.Moves[i].To, c.Moves[i].From, c.Moves[i].Cost)
		index[k] = append(index[k], int32(i))
	}
	var found []Symmetry
	seen := map[string]bool{}
	c.Carriers(func(cell []int32) {
		key := EffectKey(cell, nil, 0)
		if seen[key] { // on narrow boards a reflection may be a translation
			return
		}
		seen[key] = true
		if move := c.carried(cell, index); move != nil {
			found = append(found, Symmetry{slices.Clone(cell), move})
		}
	})
	return found
}

// carried returns what each move becomes when the cells are carried over, or nil where one becomes no move of the
// set. Equal moves are told apart by their place among their equals.
func (c *Compiled) carried(cell []int32, index map[string][]int32) []int32 {
	move := make([]int32, len(c.Moves))
	nth := make(map[string]int, len(c.Moves))
	type pair struct{ to, from int32 }
	var pairs []pair
	var to, from []int32
	for i := range c.Moves {
		m := &c.Moves[i]
		pairs = pairs[:0]
		for k := range m.To {
			pairs = append(pairs, pair{cell[m.To[k]], cell[m.From[k]]})
		}
		slices.SortFunc(pairs, func(a, b pair) int { return int(a.to - b.to) })
		to, from = to[:0], from[:0]
		for _, p := range pairs {
			to, from = append(to, p.to), append(from, p.from)
		}
		k := EffectKey(to, from, m.Cost)
		if nth[k] == len(index[k]) {
			return nil
		}
		move[i] = index[k][nth[k]]
		nth[k]++
	}
	return move
}
