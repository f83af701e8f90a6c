package moveset

import (
	"math"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
)

// Torus is the part of a set of moves that shifts lines: row i by k cells to the right, column j by k cells down,
// around the edge. It is the ground on which big boards are solved.
type Torus struct {
	Rows, Cols int
	// lines are the rows and behind them the columns.
	lines []Line
}

// Line is what a set can do to one row or column: for every shift 0 ≤ k < len(cost) around it, the least cost and the
// moves that make it.
type Line struct {
	Cost []int64
	// Last[k] is the last move of a cheapest way to shift by k, and back[k] the shift before it.
	Last, Back []int32
}

// A Shift moves a line by K cells, to the right or down; K is taken modulo the line's length.
type Shift struct {
	Line int32
	By   int32
}

// NewTorus finds the shifts among the moves of c. It returns nil where some row or column cannot be shifted by
// any distance, or where there is only one line of either kind: then shifts alone
// do not bring every tile everywhere.
func NewTorus(mt *meter.Meter, c *Compiled) *Torus {
	t := &Torus{Rows: c.Set.Rows, Cols: c.Set.Cols}
	if t.Rows < 2 || t.Cols < 2 {
		return nil
	}
	type option struct{ move, by int32 }
	options := make([][]option, t.Rows+t.Cols)
	for i := range c.Moves {
		if mt.Work(16+8*len(c.Moves[i].To)) != nil {
			return nil
		}
		if l, by := t.shiftOf(&c.Moves[i]); l >= 0 {
			options[l] = append(options[l], option{int32(i), by})
		}
	}
	t.lines = make([]Line, t.Rows+t.Cols)
	for l := range t.lines {
		size := t.Size(int32(l))
		ln := &t.lines[l]
		ln.Cost, ln.Last, ln.Back = make([]int64, size), make([]int32, size), make([]int32, size)
		for k := range ln.Cost {
			ln.Cost[k] = math.MaxInt64
		}
		ln.Cost[0] = 0
		// Dijkstra's algorithm on a ring of a few hundred cells, without a heap.
		done := make([]bool, size)
		for range size {
			if mt.Work(2*size+4*len(options[l])) != nil {
				return nil
			}
			at := -1
			for k := range size {
				if !done[k] && ln.Cost[k] < math.MaxInt64 && (at < 0 || ln.Cost[k] < ln.Cost[at]) {
					at = k
				}
			}
			if at < 0 {
				return nil
			}
			done[at] = true
			for _, o := range options[l] {
				to := (at + int(o.by)) % size
				if d := ln.Cost[at] + c.Moves[o.move].Cost; d < ln.Cost[to] {
					ln.Cost[to], ln.Last[to], ln.Back[to] = d, o.move, int32(at)
				}
			}
		}
	}
	return t
}

// Size is the number of cells of a line.
func (t *Torus) Size(l int32) int {
	if int(l) < t.Rows {
		return t.Cols
	}
	return t.Rows
}

// cell is the k-th cell of a line.
func (t *Torus) cell(l int32, k int) int32 {
	if int(l) < t.Rows {
		return l*int32(t.Cols) + int32(k)
	}
	return int32(k*t.Cols) + l - int32(t.Rows)
}

// shiftOf tells which line a move shifts, and by how much; -1 where it is no shift of one line.
func (t *Torus) shiftOf(m *Move) (l, by int32) {
	if len(m.To) == 0 {
		return -1, 0
	}
	r, col := m.To[0]/int32(t.Cols), m.To[0]%int32(t.Cols)
	for _, l := range []int32{r, int32(t.Rows) + col} {
		size := t.Size(l)
		if len(m.To) != size {
			continue
		}
		by = -1
		for k := range size {
			// to rises, and so do the cells of a line.
			if m.To[k] != t.cell(l, k) {
				by = -1
				break
			}
			from := int(m.From[k]) % t.Cols
			if int(l) >= t.Rows {
				from = int(m.From[k]) / t.Cols
			}
			if m.From[k] != t.cell(l, from) {
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

// CostOf is the least cost of a shift.
func (t *Torus) CostOf(s Shift) int64 {
	return t.lines[s.Line].Cost[t.Mod(s)]
}

// Mod brings a shift's distance into the range of its line.
func (t *Torus) Mod(s Shift) int {
	size := t.Size(s.Line)
	return ((int(s.By) % size) + size) % size
}

// Steps appends the moves of a shift.
func (t *Torus) Steps(out []int32, s Shift) []int32 {
	ln := &t.lines[s.Line]
	for k := t.Mod(s); k != 0; k = int(ln.Back[k]) {
		out = append(out, ln.Last[k])
	}
	return out // shifts of one line commute: their order does not matter
}

// Apply makes a shift on a board of tiles; buf is as long as the line at least.
func (t *Torus) Apply(board, buf []permute.Tile, s Shift) {
	size, k := t.Size(s.Line), t.Mod(s)
	if k == 0 {
		return
	}
	first, step := int(t.cell(s.Line, 0)), 1
	if int(s.Line) >= t.Rows {
		step = t.Cols
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

// Flip exchanges rows and columns, of the torus and of a permutation of its cells.
func (t *Torus) Flip(dest []int32) (*Torus, []int32) {
	u := &Torus{Rows: t.Cols, Cols: t.Rows}
	u.lines = append(append(u.lines, t.lines[t.Rows:]...), t.lines[:t.Rows]...)
	turn := func(cell int32) int32 { return cell%int32(t.Cols)*int32(t.Rows) + cell/int32(t.Cols) }
	out := make([]int32, len(dest))
	for i, d := range dest {
		out[turn(int32(i))] = turn(d)
	}
	return u, out
}
