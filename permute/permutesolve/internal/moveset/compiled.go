package moveset

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
)

// Compiled is a set of moves made ready for use. It never changes, and is shared by all that works on the set.
type Compiled struct {
	Set   *permute.MoveSet
	N     int // cells
	Moves []Move
	Unit  bool // all moves cost the same
	// Closed reports whether the set holds for every move its inverse at the same cost: inverse[m] is then its index,
	// and otherwise -1.
	Closed  bool
	Inverse []int32
	// Rows and cols are of the box in which symmetries are looked for; place is where in it each cell lies, nil where it
	// is full.
	Rows, Cols int
	Place      []int32
	// parts are the orbits' cells, and orbit is that of each cell, where there are several and boards are numbered orbit
	// by orbit. See moving; otherwise they are nil, and all cells count as one.
	parts [][]int32
	orbit []int32
}

// ByOrbit lists the cells of each part.
func (c *Compiled) ByOrbit() [][]int32 {
	if c.parts == nil {
		return [][]int32{Identity(c.N)}
	}
	return c.parts
}

// Part is the orbit of a cell.
func (c *Compiled) Part(cell int) int32 {
	if c.orbit == nil {
		return 0
	}
	return c.orbit[cell]
}

// At is the row and the column of a cell in the box.
func (c *Compiled) At(cell int) (row, col int) {
	if c.Place != nil {
		cell = int(c.Place[cell])
	}
	return cell / c.Cols, cell % c.Cols
}

// Carriers calls f with the symmetries of the box that carry cells to cells: translations with wrap-around,
// reflections, and where it is square the transposition, each with what it does before the translation. f must not
// keep the list. Some may come twice.
func (c *Compiled) Carriers(f func(cell []int32)) {
	number := make([]int32, c.Rows*c.Cols)
	for i := range number {
		number[i] = -1
	}
	for i := range c.N {
		r, k := c.At(i)
		number[r*c.Cols+k] = int32(i)
	}
	cell := make([]int32, c.N)
	for shape := range 8 {
		if shape&4 != 0 && c.Rows != c.Cols {
			break
		}
		for shift := range number {
			dr, dc := shift/c.Cols, shift%c.Cols
			whole := true
			for i := 0; i < c.N && whole; i++ {
				r, k := c.At(i)
				if shape&1 != 0 {
					r = c.Rows - 1 - r
				}
				if shape&2 != 0 {
					k = c.Cols - 1 - k
				}
				if shape&4 != 0 {
					r, k = k, r
				}
				cell[i] = number[(r+dr)%c.Rows*c.Cols+(k+dc)%c.Cols]
				whole = cell[i] >= 0
			}
			if whole {
				f(cell)
			}
		}
	}
}

// Move is a move in the forms that work needs.
type Move struct {
	// Pull is the whole permutation, the board after the move being new[i] = old[pull[i]]. It is nil where n is more than
	// MaxDense, and then only the lists of moved cells are there.
	Pull []int32
	// To[k] gets its tile from from[k]; the cells that stay are in neither. to rises.
	To, From []int32
	Cost     int64
	Even     bool // an even permutation
}

// MaxDense is the most cells for which whole permutations are kept.
const MaxDense = 1024

// Compile makes a set ready for use.
func Compile(set *permute.MoveSet) *Compiled {
	c, _ := CompileWithin(nil, set) // nothing stops it
	return c
}

// Bytes of what is kept for a move, and for a cell that it moves.
const (
	moveBytes      = 256
	movedCellBytes = 8
)

// CompileWithin is Compile under a meter. Cost: sorting the cells of each move.
func CompileWithin(mt *meter.Meter, set *permute.MoveSet) (*Compiled, error) {
	c := &Compiled{Set: set, N: set.Rows * set.Cols, Rows: set.Rows, Cols: set.Cols, Unit: true, Closed: true}
	if err := mt.Hold("the list of moves", moveBytes*int64(len(set.Moves))); err != nil {
		return nil, err
	}
	c.Moves = make([]Move, len(set.Moves))
	type pair struct{ to, from int32 }
	var pairs []pair
	for i := range set.Moves {
		m, out := &set.Moves[i], &c.Moves[i]
		pairs = pairs[:0]
		swaps := 0
		for _, cycle := range m.Cycles {
			for k, cell := range cycle {
				pairs = append(pairs, pair{cycle[(k+1)%len(cycle)], cell})
			}
			swaps += len(cycle) - 1
		}
		keep := movedCellBytes * int64(len(pairs))
		if c.N <= MaxDense {
			keep += 4 * int64(c.N)
		}
		if err := mt.Hold("the moves", keep); err != nil {
			return nil, err
		}
		if err := mt.Work(64 + 64*len(pairs)); err != nil {
			return nil, err
		}
		slices.SortFunc(pairs, func(a, b pair) int { return int(a.to - b.to) })
		out.To, out.From = make([]int32, len(pairs)), make([]int32, len(pairs))
		for k, p := range pairs {
			out.To[k], out.From[k] = p.to, p.from
		}
		out.Cost, out.Even = m.Cost, swaps%2 == 0
		c.Unit = c.Unit && m.Cost == set.Moves[0].Cost
		if c.N <= MaxDense {
			out.Pull = Identity(c.N)
			for k, to := range out.To {
				out.Pull[to] = out.From[k]
			}
		}
	}
	return c, c.findInverses(mt)
}

// findInverses pairs the moves with their inverses.
func (c *Compiled) findInverses(mt *meter.Meter) error {
	byEffect := make(map[Key][]int32, len(c.Moves))
	for i := range c.Moves {
		if err := mt.Work(64 + 32*len(c.Moves[i].To)); err != nil {
			return err
		}
		k := c.Moves[i].Effect()
		byEffect[k] = append(byEffect[k], int32(i))
	}
	c.Inverse = make([]int32, len(c.Moves))
	for i := range c.Moves {
		m := &c.Moves[i]
		if err := mt.Work(64 + 128*len(m.To)); err != nil {
			return err
		}
		back := Backwards(m)
		c.Inverse[i] = -1
		for _, j := range byEffect[back.Effect()] {
			if c.Moves[j].Cost == m.Cost {
				c.Inverse[i] = j
				break
			}
		}
		c.Closed = c.Closed && c.Inverse[i] >= 0
	}
	return nil
}

// Effect tells moves of different effect apart, in few bytes however many cells they move.
func (m *Move) Effect() Key { return sha256.Sum256([]byte(EffectKey(m.To, m.From, 0))) }

// Backwards is the move that undoes m, its cells in order.
func Backwards(m *Move) Move {
	place := make(map[int32]int32, len(m.To))
	for k, to := range m.To {
		place[m.From[k]] = to
	}
	out := Move{To: m.To, From: make([]int32, len(m.To)), Cost: m.Cost, Even: m.Even}
	for k, to := range m.To {
		out.From[k] = place[to]
	}
	return out
}

// Apply makes move m on board in place; buf holds at least as many tiles as the move moves.
func (c *Compiled) Apply(board, buf []permute.Tile, m int32) {
	mv := &c.Moves[m]
	for k, f := range mv.From {
		buf[k] = board[f]
	}
	for k, t := range mv.To {
		board[t] = buf[k]
	}
}

// Undo takes move m back.
func (c *Compiled) Undo(board, buf []permute.Tile, m int32) {
	mv := &c.Moves[m]
	for k, t := range mv.To {
		buf[k] = board[t]
	}
	for k, f := range mv.From {
		board[f] = buf[k]
	}
}

// Effect is the permutation that a word of moves makes, as a key of a map.
func (c *Compiled) Effect(word []int32) string {
	at, was := make([]byte, c.N), make([]byte, c.N)
	for i := range at {
		at[i] = byte(i)
	}
	for _, m := range word {
		copy(was, at)
		mv := &c.Moves[m]
		for k, to := range mv.To {
			at[to] = was[mv.From[k]]
		}
	}
	return string(at)
}

func Identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// Fits reports whether a board fits a goal, in which Any, below 0, fits every tile.
func Fits(goal, board []int32) bool {
	for i, t := range goal {
		if t >= 0 && t != board[i] {
			return false
		}
	}
	return true
}

// CostOf adds up what moves cost.
func (c *Compiled) CostOf(path []int32) (sum int64) {
	for _, m := range path {
		sum += c.Moves[m].Cost
	}
	return sum
}

// Pulls are whole permutations: position p of a tile was pull[p] before the move.
func (c *Compiled) Pulls(list []int32) (out [][]int32) {
	for _, m := range list {
		p := Identity(c.N)
		for k, to := range c.Moves[m].To {
			p[to] = c.Moves[m].From[k]
		}
		out = append(out, p)
	}
	return out
}

// A CostClass is all moves of one cost.
type CostClass struct {
	Cost  int64
	Moves []int32
}

func (c *Compiled) CostClasses(moves []int32) (classes []CostClass) {
	for _, m := range moves {
		at, ok := slices.BinarySearchFunc(classes, c.Moves[m].Cost,
			func(a CostClass, w int64) int { return cmp.Compare(a.Cost, w) })
		if !ok {
			classes = slices.Insert(classes, at, CostClass{Cost: c.Moves[m].Cost})
		}
		classes[at].Moves = append(classes[at].Moves, m)
	}
	return classes
}

// Distinct lists the moves without those that do nothing and those that another one does at no higher cost.
// mt says whether the list is complete.
func (c *Compiled) Distinct(mt *meter.Meter) (list []int32) {
	at := make(map[Key]int, len(c.Moves))
	for i := range c.Moves {
		m := &c.Moves[i]
		if len(m.To) == 0 {
			continue
		}
		if mt.Work(64+32*len(m.To)) != nil {
			break
		}
		key := m.Effect()
		k, ok := at[key]
		if !ok {
			at[key] = len(list)
			list = append(list, int32(i))
		} else if m.Cost < c.Moves[list[k]].Cost {
			list[k] = int32(i)
		}
	}
	return list
}

// Orbits are the sets of cells between which tiles can be exchanged, rising; a cell that nothing moves is one of its
// own. of says of each cell which it is in. O(cells of all moves); mt says whether they are all there.
func (c *Compiled) Orbits(mt *meter.Meter) (of []int32, orbits [][]int32) {
	root := make([]int32, c.N)
	for i := range root {
		root[i] = int32(i)
	}
	find := func(x int32) int32 {
		for root[x] != x {
			root[x] = root[root[x]]
			x = root[x]
		}
		return x
	}
	for i := range c.Moves {
		m := &c.Moves[i]
		if mt.Work(8+16*len(m.To)) != nil {
			break
		}
		for k, to := range m.To {
			a, b := find(to), find(m.From[k])
			root[max(a, b)] = min(a, b) // the root is the least cell
		}
	}
	of = make([]int32, c.N)
	for x := range int32(c.N) {
		if r := find(x); r == x {
			of[x] = int32(len(orbits))
			orbits = append(orbits, []int32{x})
		} else {
			k := of[r]
			of[x] = k
			orbits[k] = append(orbits[k], x)
		}
	}
	return of, orbits
}
