package permutesolve

import (
	"math"

	"github.com/gridwright/gridwright/permute"
)

// torus is the part of a set of moves that shifts lines: row i by k cells to the right, column j by k cells down, around
// the edge. It is the ground on which big boards are solved.
type torus struct {
	rows, cols int
	// lines are the rows and behind them the columns.
	lines []line
}

// line is what a set can do to one row or column: for every shift 0 ≤ k < len(cost) around it, the least cost and the
// moves that make it.
type line struct {
	cost []int64
	// last[k] is the last move of a cheapest way to shift by k, and back[k] the shift before it.
	last, back []int32
}

// A shift moves a line by K cells, to the right or down; K is taken modulo the line's length.
type shift struct {
	line int32
	k    int32
}

// newTorus finds the shifts among the moves of c. It returns nil where some row or column cannot be shifted by
// any distance, or where there is only one line of either kind: then shifts alone
// do not bring every tile everywhere.
func newTorus(c *compiled) *torus {
	t := &torus{rows: c.set.Rows, cols: c.set.Cols}
	if t.rows < 2 || t.cols < 2 {
		return nil
	}
	type option struct{ move, by int32 }
	options := make([][]option, t.rows+t.cols)
	for i := range c.moves {
		if l, by := t.shiftOf(&c.moves[i]); l >= 0 {
			options[l] = append(options[l], option{int32(i), by})
		}
	}
	t.lines = make([]line, t.rows+t.cols)
	for l := range t.lines {
		size := t.size(int32(l))
		ln := &t.lines[l]
		ln.cost, ln.last, ln.back = make([]int64, size), make([]int32, size), make([]int32, size)
		for k := range ln.cost {
			ln.cost[k] = math.MaxInt64
		}
		ln.cost[0] = 0
		// Dijkstra's algorithm on a ring of a few hundred cells, without a heap.
		done := make([]bool, size)
		for range size {
			at := -1
			for k := range size {
				if !done[k] && ln.cost[k] < math.MaxInt64 && (at < 0 || ln.cost[k] < ln.cost[at]) {
					at = k
				}
			}
			if at < 0 {
				return nil
			}
			done[at] = true
			for _, o := range options[l] {
				to := (at + int(o.by)) % size
				if d := ln.cost[at] + c.moves[o.move].cost; d < ln.cost[to] {
					ln.cost[to], ln.last[to], ln.back[to] = d, o.move, int32(at)
				}
			}
		}
	}
	return t
}

// size is the number of cells of a line.
func (t *torus) size(l int32) int {
	if int(l) < t.rows {
		return t.cols
	}
	return t.rows
}

// cell is the k-th cell of a line.
func (t *torus) cell(l int32, k int) int32 {
	if int(l) < t.rows {
		return l*int32(t.cols) + int32(k)
	}
	return int32(k*t.cols) + l - int32(t.rows)
}

// shiftOf tells which line a move shifts, and by how much; -1 where it is no shift of one line.
func (t *torus) shiftOf(m *move) (l, by int32) {
	if len(m.to) == 0 {
		return -1, 0
	}
	r, col := m.to[0]/int32(t.cols), m.to[0]%int32(t.cols)
	for _, l := range []int32{r, int32(t.rows) + col} {
		size := t.size(l)
		if len(m.to) != size {
			continue
		}
		by = -1
		for k := range size {
			// to rises, and so do the cells of a line.
			if m.to[k] != t.cell(l, k) {
				by = -1
				break
			}
			from := int(m.from[k]) % t.cols
			if int(l) >= t.rows {
				from = int(m.from[k]) / t.cols
			}
			if m.from[k] != t.cell(l, from) {
				by = -1
				break
			}
			d := int32((k - from + size) % size)
			if k > 0 && d != by {
				by = -1
				break
			}
			by = d
		}
		if by > 0 {
			return l, by
		}
	}
	return -1, 0
}

// costOf is the least cost of a shift.
func (t *torus) costOf(s shift) int64 {
	return t.lines[s.line].cost[t.mod(s)]
}

// mod brings a shift's distance into the range of its line.
func (t *torus) mod(s shift) int {
	size := t.size(s.line)
	return ((int(s.k) % size) + size) % size
}

// steps appends the moves of a shift.
func (t *torus) steps(out []int32, s shift) []int32 {
	ln := &t.lines[s.line]
	for k := t.mod(s); k != 0; k = int(ln.back[k]) {
		out = append(out, ln.last[k])
	}
	return out // shifts of one line commute: their order does not matter
}

// apply makes a shift on a board of tiles; buf is as long as the line at least.
func (t *torus) apply(board, buf []permute.Tile, s shift) {
	size, k := t.size(s.line), t.mod(s)
	if k == 0 {
		return
	}
	first, step := int(t.cell(s.line, 0)), 1
	if int(s.line) >= t.rows {
		step = t.cols
	}
	if step == 1 {
		row := board[first : first+size]
		copy(buf, row[size-k:])
		copy(row[k:], row[:size-k])
		copy(row[:k], buf[:k])
		return
	}
	for i := range size {
		buf[i] = board[first+i*step]
	}
	to := k
	for i := range size {
		if to == size {
			to = 0
		}
		board[first+to*step] = buf[i]
		to++
	}
}

// flip exchanges rows and columns, of the torus and of a permutation of its cells.
func (t *torus) flip(dest []int32) (*torus, []int32) {
	u := &torus{rows: t.cols, cols: t.rows}
	u.lines = append(append(u.lines, t.lines[t.rows:]...), t.lines[:t.rows]...)
	turn := func(cell int32) int32 { return cell%int32(t.cols)*int32(t.rows) + cell/int32(t.cols) }
	out := make([]int32, len(dest))
	for i, d := range dest {
		out[turn(int32(i))] = turn(d)
	}
	return u, out
}

func (t *torus) isShift(m *move) bool {
	l, _ := t.shiftOf(m)
	return l >= 0
}

// isStep: it shifts a line by one cell.
func (t *torus) isStep(m *move) bool {
	l, by := t.shiftOf(m)
	return l >= 0 && (by == 1 || int(by) == t.size(l)-1)
}

// isSwap: it exchanges two cells that share a side.
func (t *torus) isSwap(m *move) bool {
	if len(m.to) != 2 {
		return false
	}
	a, b, n := m.to[0], m.to[1], int32(t.cols)
	return b == a+n || b == a+1 && b%n != 0
}

// isTurn: it turns a square of k × k cells by a quarter, either way.
func (t *torus) isTurn(m *move, k int) bool {
	n, low := t.cols, [2]int{t.rows, t.cols}
	for _, x := range m.to {
		low = [2]int{min(low[0], int(x)/n), min(low[1], int(x)%n)}
	}
	turns := [2]bool{true, true}
	for i, x := range m.to {
		r, c := int(x)/n-low[0], int(x)%n-low[1]
		fr, fc := int(m.from[i])/n-low[0], int(m.from[i])%n-low[1]
		inside := r < k && c < k && fr >= 0 && fc >= 0 && fr < k && fc < k
		turns[0] = turns[0] && inside && r == fc && c == k-1-fr
		turns[1] = turns[1] && inside && r == k-1-fc && c == fr
	}
	return turns[0] || turns[1]
}
