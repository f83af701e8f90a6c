package permutesolve

import (
	"cmp"
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// compiled is a set of moves made ready for use. It never changes, and is shared by all that works on the set.
type compiled struct {
	set   *permute.MoveSet
	n     int // cells
	moves []move
	unit  bool // all moves cost the same
	// closed reports whether the set holds for every move its inverse at the same cost: inverse[m] is then its index, and otherwise -1.
	closed  bool
	inverse []int32
	// rows and cols are of the box in which symmetries are looked for; place is where in it each cell lies, nil where it is full.
	rows, cols int
	place      []int32
	// parts are the orbits' cells, and orbit is that of each cell, where there are several and boards are numbered orbit by orbit. See
	// moving; otherwise they are nil, and all cells count as one.
	parts [][]int32
	orbit []int32
}

// byOrbit lists the cells of each part.
func (c *compiled) byOrbit() [][]int32 {
	if c.parts == nil {
		return [][]int32{identity(c.n)}
	}
	return c.parts
}

// part is the orbit of a cell.
func (c *compiled) part(cell int) int32 {
	if c.orbit == nil {
		return 0
	}
	return c.orbit[cell]
}

// at is the row and the column of a cell in the box.
func (c *compiled) at(cell int) (row, col int) {
	if c.place != nil {
		cell = int(c.place[cell])
	}
	return cell / c.cols, cell % c.cols
}

// carriers calls f with the symmetries of the box that carry cells to cells: translations with wrap-around, reflections, and where it
// is square the transposition, each with what it does before the translation. f must not keep the list. Some
// may come twice.
func (c *compiled) carriers(f func(cell []int32)) {
	number := make([]int32, c.rows*c.cols)
	for i := range number {
		number[i] = -1
	}
	for i := range c.n {
		r, k := c.at(i)
		number[r*c.cols+k] = int32(i)
	}
	cell := make([]int32, c.n)
	for shape := range 8 {
		if shape&4 != 0 && c.rows != c.cols {
			break
		}
		for shift := range number {
			dr, dc := shift/c.cols, shift%c.cols
			whole := true
			for i := 0; i < c.n && whole; i++ {
				r, k := c.at(i)
				if shape&1 != 0 {
					r = c.rows - 1 - r
				}
				if shape&2 != 0 {
					k = c.cols - 1 - k
				}
				if shape&4 != 0 {
					r, k = k, r
				}
				cell[i] = number[(r+dr)%c.rows*c.cols+(k+dc)%c.cols]
				whole = cell[i] >= 0
			}
			if whole {
				f(cell)
			}
		}
	}
}

// move is a move in the forms that work needs.
type move struct {
	// pull is the whole permutation, the board after the move being new[i] = old[pull[i]]. It is nil where n is more than
	// maxDense, and then only the lists of moved cells are there.
	pull []int32
	// to[k] gets its tile from from[k]; the cells that stay are in neither. to rises.
	to, from []int32
	cost     int64
	even     bool // an even permutation
}

// maxDense is the most cells for which whole permutations are kept.
const maxDense = 1024

func compile(set *permute.MoveSet) *compiled {
	c := &compiled{set: set, n: set.Rows * set.Cols, rows: set.Rows, cols: set.Cols, unit: true, closed: true}
	c.moves = make([]move, len(set.Moves))
	type pair struct{ to, from int32 }
	for i := range set.Moves {
		m, out := &set.Moves[i], &c.moves[i]
		var pairs []pair
		swaps := 0
		for _, cycle := range m.Cycles {
			for k, cell := range cycle {
				pairs = append(pairs, pair{cycle[(k+1)%len(cycle)], cell})
			}
			swaps += len(cycle) - 1
		}
		slices.SortFunc(pairs, func(a, b pair) int { return int(a.to - b.to) })
		for _, p := range pairs {
			out.to, out.from = append(out.to, p.to), append(out.from, p.from)
		}
		out.cost, out.even = m.Cost, swaps%2 == 0
		c.unit = c.unit && m.Cost == set.Moves[0].Cost
		if c.n <= maxDense {
			out.pull = make([]int32, c.n)
			for j := range out.pull {
				out.pull[j] = int32(j)
			}
			for k, to := range out.to {
				out.pull[to] = out.from[k]
			}
		}
	}
	c.findInverses()
	return c
}

// findInverses pairs the moves with their inverses.
func (c *compiled) findInverses() {
	byKey := make(map[string][]int32, len(c.moves))
	key := func(to, from []int32) string {
		b := make([]byte, 0, 8*len(to))
		for k := range to {
			b = append(b, byte(to[k]), byte(to[k]>>8), byte(to[k]>>16), byte(from[k]), byte(from[k]>>8), byte(from[k]>>16))
		}
		return string(b)
	}
	for i := range c.moves {
		k := key(c.moves[i].to, c.moves[i].from)
		byKey[k] = append(byKey[k], int32(i))
	}
	c.inverse = make([]int32, len(c.moves))
	for i := range c.moves {
		m := &c.moves[i]
		// The inverse brings the tile at to[k] back to from[k].
		type pair struct{ to, from int32 }
		pairs := make([]pair, len(m.to))
		for k := range m.to {
			pairs[k] = pair{m.from[k], m.to[k]}
		}
		slices.SortFunc(pairs, func(a, b pair) int { return int(a.to - b.to) })
		to, from := make([]int32, len(pairs)), make([]int32, len(pairs))
		for k, p := range pairs {
			to[k], from[k] = p.to, p.from
		}
		c.inverse[i] = -1
		for _, j := range byKey[key(to, from)] {
			if c.moves[j].cost == m.cost {
				c.inverse[i] = j
				break
			}
		}
		c.closed = c.closed && c.inverse[i] >= 0
	}
}

// apply makes move m on board in place; buf holds at least as many tiles as the move moves.
func (c *compiled) apply(board, buf []permute.Tile, m int32) {
	mv := &c.moves[m]
	for k, f := range mv.from {
		buf[k] = board[f]
	}
	for k, t := range mv.to {
		board[t] = buf[k]
	}
}

// undo takes move m back.
func (c *compiled) undo(board, buf []permute.Tile, m int32) {
	mv := &c.moves[m]
	for k, t := range mv.to {
		buf[k] = board[t]
	}
	for k, f := range mv.from {
		board[f] = buf[k]
	}
}

// effect is the permutation that a word of moves makes, as a key of a map.
func (c *compiled) effect(word []int32) string {
	at, was := make([]byte, c.n), make([]byte, c.n)
	for i := range at {
		at[i] = byte(i)
	}
	for _, m := range word {
		copy(was, at)
		mv := &c.moves[m]
		for k, to := range mv.to {
			at[to] = was[mv.from[k]]
		}
	}
	return string(at)
}

func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

func fits(goal, board []int32) bool {
	for i, t := range goal {
		if t >= 0 && t != board[i] {
			return false
		}
	}
	return true
}

// costOf adds up what moves cost.
func (c *compiled) costOf(path []int32) (sum int64) {
	for _, m := range path {
		sum += c.moves[m].cost
	}
	return sum
}

// pulls are whole permutations: position p of a tile was pull[p] before the move.
func (c *compiled) pulls(list []int32) (out [][]int32) {
	for _, m := range list {
		p := identity(c.n)
		for k, to := range c.moves[m].to {
			p[to] = c.moves[m].from[k]
		}
		out = append(out, p)
	}
	return out
}

// A costClass is all moves of one cost.
type costClass struct {
	cost  int64
	moves []int32
}

func (c *compiled) costClasses(moves []int32) (classes []costClass) {
	for _, m := range moves {
		at, ok := slices.BinarySearchFunc(classes, c.moves[m].cost, func(a costClass, w int64) int { return cmp.Compare(a.cost, w) })
		if !ok {
			classes = slices.Insert(classes, at, costClass{cost: c.moves[m].cost})
		}
		classes[at].moves = append(classes[at].moves, m)
	}
	return classes
}

// distinct lists the moves without those that do nothing and those that another one does at no higher cost.
func (c *compiled) distinct() (list []int32) {
	at := make(map[string]int, len(c.moves))
	for i := range c.moves {
		m := &c.moves[i]
		if len(m.to) == 0 {
			continue
		}
		key := effectKey(m.to, m.from, 0)
		k, ok := at[key]
		if !ok {
			at[key] = len(list)
			list = append(list, int32(i))
		} else if m.cost < c.moves[list[k]].cost {
			list[k] = int32(i)
		}
	}
	return list
}
