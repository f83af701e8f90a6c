package search

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// walks bound from below what remains, by walking distances (Takahashi, for the 15-puzzle, 2001).
//
// The moves fall into classes: two whose cells are the same, or none of which are, belong together, so that rows are
// one class on the torus and columns another. For each class let the moves of all others cost nothing and let them
// exchange tiles as they like inside their orbits, the blocks. Of a board there remains how many tiles of each block
// stand in each block, and of a move how many it carries from where to where. The least number of moves in that
// smaller world is a bound, and since every move counts in one class alone, so is the sum over the classes.
//
// A board and its inverse, being of transposed matrices, have the same bounds.
type walks struct {
	class []int8 // of each move, or -1 where none is charged for it
	list  []walk
}

// walk is the smaller world of one class of moves. A matrix is packed into a word without its last row and column,
// which follow from the others, and with a bit that is always set.
type walk struct {
	block  []uint8 // of each cell
	n      int     // blocks
	bits   int     // of an entry
	weight [MaxMiddle][MaxMiddle]uint64
	near   *boardTable
	left   int   // steps of fill
	beyond int64 // what every matrix costs at least that near has not
}

// Bounds of the work for one class: about the most matrices, and the most steps between them. Matrices further out have
// the bound that all of them have.
const (
	maxWalk      = 1 << 15
	maxWalkSteps = 1 << 21
	walkBytes    = 128 // about what a matrix takes while the levels are filled
)

// walkMark is set in all keys.
const walkMark = 1 << 63

// newWalks returns nil where no class has blocks that are few enough. Moves have to cost the same.
func newWalks(c *moveset.Compiled, m *meter) (*walks, error) {
	w := &walks{class: make([]int8, len(c.Moves))}
	of, classes := moveClasses(c)
	for i := range w.class {
		w.class[i] = -1
	}
	made := map[string]*boardTable{} // on a square torus rows and columns are alike
	for k := range classes {
		wk := newWalk(c, of, k)
		if wk == nil {
			continue
		}
		flows := wk.flows(c, of, k)
		name := wk.name(flows)
		if wk.near = made[name]; wk.near == nil {
			if err := wk.fill(flows, m); err != nil {
				return nil, err
			}
			made[name] = wk.near
		}
		wk.beyond = wk.least()
		for i := range of {
			if of[i] == k {
				w.class[i] = int8(len(w.list))
			}
		}
		w.list = append(w.list, *wk)
	}
	if len(w.list) == 0 {
		return nil, nil
	}
	return w, nil
}

// moveClasses joins moves whose cells are the same or all different.
func moveClasses(c *moveset.Compiled) (of []int, classes int) {
	cells := make([]uint32, len(c.Moves))
	of = make([]int, len(c.Moves))
	for i := range c.Moves {
		of[i] = -1
		for _, to := range c.Moves[i].To {
			cells[i] |= 1 << to
		}
	}
	for i := range of {
		if of[i] >= 0 {
			continue
		}
		of[i] = classes
		for wait := []int{i}; len(wait) > 0; {
			a := wait[len(wait)-1]
			wait = wait[:len(wait)-1]
			for b := range of {
				if of[b] < 0 && (cells[a]&cells[b] == 0 || cells[a] == cells[b]) {
					of[b] = classes
					wait = append(wait, b)
				}
			}
		}
		classes++
	}
	return of, classes
}

// newWalk finds the blocks for a class, the orbits of the moves of all others.
func newWalk(c *moveset.Compiled, of []int, class int) *walk {
	w := &walk{block: make([]uint8, c.N)}
	root := moveset.Identity(c.N)
	for i := range c.Moves {
		if of[i] == class {
			continue
		}
		for k, to := range c.Moves[i].To {
			a, b := root[to], root[c.Moves[i].From[k]]
			for x := range root {
				if root[x] == b {
					root[x] = a
				}
			}
		}
	}
	number := map[int32]uint8{}
	size := make([]int, c.N)
	for x, r := range root {
		b, ok := number[r]
		if !ok {
			b = uint8(len(number))
			number[r] = b
		}
		w.block[x] = b
		size[b]++
	}
	w.n = len(number)
	w.bits = bits.Len(uint(slices.Max(size)))
	if w.n < 2 || (w.n-1)*(w.n-1)*w.bits > 63 {
		return nil
	}
	for i := range c.N {
		for j := range c.N {
			w.weight[i][j] = w.one(int(w.block[i]), int(w.block[j]))
		}
	}
	return w
}

// one is what a tile of block to that stands in block at adds to a key.
func (w *walk) one(at, to int) uint64 {
	if at == w.n-1 || to == w.n-1 {
		return 0
	}
	return 1 << ((at*(w.n-1) + to) * w.bits)
}

// flow says how many tiles a move carries from one block to another.
type flow struct{ from, to, tiles uint8 }

// flows are those of the moves of a class, each once.
func (w *walk) flows(c *moveset.Compiled, of []int, class int) (all [][]flow) {
	seen := map[string]bool{}
	for i := range c.Moves {
		if of[i] != class {
			continue
		}
		count := make([]uint8, w.n*w.n)
		for k, to := range c.Moves[i].To {
			count[int(w.block[c.Moves[i].From[k]])*w.n+int(w.block[to])]++
		}
		var list []flow
		for at, n := range count {
			if a, b := at/w.n, at%w.n; n > 0 && a != b {
				list = append(list, flow{uint8(a), uint8(b), n})
			}
		}
		if name := flowName(list); len(list) > 0 && !seen[name] {
			seen[name] = true
			all = append(all, list)
		}
	}
	return all
}

func flowName(list []flow) string {
	var name []byte
	for _, f := range list {
		name = append(name, f.from, f.to, f.tiles)
	}
	return string(name)
}

// name is the same for worlds that are.
func (w *walk) name(flows [][]flow) string {
	names := []string{}
	for _, list := range flows {
		names = append(names, flowName(list))
	}
	slices.Sort(names)
	size := make([]byte, w.n)
	for _, b := range w.block {
		size[b]++
	}
	return fmt.Sprintf("%q %q", size, names)
}

// fill goes backwards from the solved matrix, breadth first.
func (w *walk) fill(flows [][]flow, m *meter) (err error) {
	if w.near, err = newBoardTable(1, m); err != nil {
		return err
	}
	if err := m.take(walkBytes * maxWalk); err != nil {
		return err
	}
	defer m.give(walkBytes * maxWalk)
	w.left = maxWalkSteps
	solved := make([]uint8, w.n*w.n)
	for _, b := range w.block {
		solved[int(b)*w.n+int(b)]++
	}
	level := [][]uint8{solved}
	key := []uint64{w.key(solved)}
	if _, err := w.near.lower(key, 0); err != nil {
		return err
	}
	for d := int64(1); len(level) > 0; d++ {
		var next [][]uint8
		for _, matrix := range level {
			if err := m.ctx.Err(); err != nil {
				return err
			}
			if w.near.n > maxWalk || w.left <= 0 {
				return nil
			}
			for _, list := range flows {
				w.back(matrix, list, 0, 0, list[0].tiles, slices.Clone(matrix), func(before []uint8) {
					key[0] = w.key(before)
					news, e := w.near.lower(key, d)
					if e != nil {
						err = e
					} else if news {
						next = append(next, slices.Clone(before))
					}
				})
				if err != nil {
					return err
				}
			}
		}
		level = next
	}
	return nil
}

// back calls f with the matrices from which a move may lead to was. Of the tiles that flow number at of the move
// brought, left are still to be chosen, by where they belong: from block color on.
func (w *walk) back(was []uint8, list []flow, at, color int, left uint8, now []uint8, f func([]uint8)) {
	if w.left <= 0 {
		return
	}
	if left == 0 {
		if at+1 == len(list) {
			w.left--
			f(now)
		} else {
			w.back(was, list, at+1, 0, list[at+1].tiles, now, f)
		}
		return
	}
	from, to := int(list[at].from)*w.n, int(list[at].to)*w.n
	for k := color; k < w.n; k++ {
		// Tiles that this move brings cannot go on: only those count that were there after it.
		if was[to+k] == 0 {
			continue
		}
		was[to+k]--
		now[to+k]--
		now[from+k]++
		w.back(was, list, at, k, left-1, now, f)
		now[from+k]--
		now[to+k]++
		was[to+k]++
	}
}

func (w *walk) key(matrix []uint8) uint64 {
	key := uint64(walkMark)
	for at := range w.n {
		for to := range w.n {
			key += uint64(matrix[at*w.n+to]) * w.one(at, to)
		}
	}
	return key
}

// least is what matrices cost at least that are not in the table.
func (w *walk) least() (far int64) {
	w.near.each(0, w.near.mask+1, func(_ []uint64, d int64) { far = max(far, d) })
	return far
}

// of is the key of a board.
func (w *walk) of(board, place *position) uint64 {
	key := uint64(walkMark)
	for i := range w.block {
		key += w.weight[i&31][place[board[i&31]&31]&31]
	}
	return key
}

// after is the key after a move, of the class, on a board with this key.
func (w *walk) after(key uint64, m *moveset.Move, board, place *position) uint64 {
	for k, to := range m.To {
		from := m.From[k] & 31
		goal := place[board[from]&31] & 31
		key += w.weight[to&31][goal] - w.weight[from][goal]
	}
	return key
}

// bound is what a board with this key costs at least.
func (w *walk) bound(key uint64) int64 {
	one := [1]uint64{key}
	if d := w.near.lookup(one[:]); d >= 0 {
		return d
	}
	return w.beyond
}

// bound is what a board is at least away from a target, in moves.
func (w *walks) bound(board, place *position) (sum int64) {
	for k := range w.list {
		wk := &w.list[k]
		sum += wk.bound(wk.of(board, place))
	}
	return sum
}

// walkNote is what is known of a node towards one target in one class of moves.
type walkNote struct {
	key   uint64
	bound int64
}

// measure notes the walking distances of a node.
func (d *deepening) measure(node *deepNode, board *position) {
	node.notes = node.notes[:0]
	if d.walks == nil {
		return
	}
	for t := range d.targets {
		for k := range d.walks.list {
			wk := &d.walks.list[k]
			key := wk.of(board, &d.targets[t].place)
			node.notes = append(node.notes, walkNote{key, wk.bound(key)})
		}
	}
}

// least bounds what remains to the nearest target after a move from a node that has been measured: only the bound of
// the move's own class changes.
func (d *deepening) least(node *deepNode, board *position, move int32) int64 {
	best := int64(math.MaxInt64)
	class := int(d.walks.class[move])
	classes := len(d.walks.list)
	for t := range d.targets {
		sum := int64(0)
		for k := range classes {
			note := &node.notes[t*classes+k]
			if k != class {
				sum += note.bound
				continue
			}
			wk := &d.walks.list[k]
			sum += wk.bound(wk.after(note.key, &d.pm.c.Moves[move], board, &d.targets[t].place))
			d.work++
		}
		best = min(best, sum)
	}
	return best
}
