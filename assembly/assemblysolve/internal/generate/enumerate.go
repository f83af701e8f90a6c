package generate

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
)

// MaxCells bounds the polyominoes that are enumerated: there are 50,107,909 free ones of 16 cells.
const MaxCells = 16

// Polyominoes yields every polyomino of n cells once, up to rotation and reflection, as cells in order
// in the smallest rectangle. The slice is reused.
//
// Fixed polyominoes are enumerated one by one without memory of the earlier ones (Redelmeier, "Counting
// polyominoes: yet another attack", 1981); one that is the least of its eight images is kept.
func Polyominoes(ctx context.Context, n int, yield func(cells []assembly.Block) error) error {
	e := &enumerator{ctx: ctx, n: n, yield: yield}
	// The first cell is the leftmost one of the top row.
	e.seen[0][MaxCells] = true
	return e.grow([]assembly.Block{{R: 0, C: MaxCells}})
}

type enumerator struct {
	ctx   context.Context
	n     int
	yield func([]assembly.Block) error
	cells []assembly.Block
	seen  [MaxCells + 1][2*MaxCells + 1]bool
	out   []assembly.Block
	count int
}

// grow extends the cells by each of untried in turn; what was tried is left out of what follows.
func (e *enumerator) grow(untried []assembly.Block) error {
	for len(untried) > 0 {
		b := untried[len(untried)-1]
		untried = untried[:len(untried)-1]
		e.cells = append(e.cells, b)
		if len(e.cells) == e.n {
			if err := e.offer(); err != nil {
				return err
			}
		} else {
			more := append(make([]assembly.Block, 0, len(untried)+3), untried...)
			for _, d := range [4]assembly.Block{{R: 0, C: 1}, {R: 1, C: 0}, {R: 0, C: -1}, {R: -1, C: 0}} {
				c := assembly.Block{R: b.R + d.R, C: b.C + d.C}
				if c.R < 0 || c.R == 0 && c.C < MaxCells || e.seen[c.R][c.C] {
					continue
				}
				e.seen[c.R][c.C] = true
				more = append(more, c)
			}
			fresh := more[len(untried):]
			if err := e.grow(more); err != nil {
				return err
			}
			for _, c := range fresh {
				e.seen[c.R][c.C] = false
			}
		}
		e.cells = e.cells[:len(e.cells)-1]
	}
	return nil
}

// A picture is a polyomino as bits by rows.
type picture [MaxCells]uint16

func (e *enumerator) offer() error {
	if e.count++; e.count&0xfff == 0 && e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	var low, high assembly.Block
	low = e.cells[0]
	for _, b := range e.cells {
		low.R, low.C = min(low.R, b.R), min(low.C, b.C)
		high.R, high.C = max(high.R, b.R), max(high.C, b.C)
	}
	h, w := high.R-low.R, high.C-low.C
	var self picture
	for k := range 8 {
		var pic picture
		for _, b := range e.cells {
			r, c := b.R-low.R, b.C-low.C
			if k&1 != 0 {
				r = h - r
			}
			if k&2 != 0 {
				c = w - c
			}
			if k&4 != 0 {
				r, c = c, r
			}
			pic[r] |= 1 << c
		}
		if k == 0 {
			self = pic
		} else if pic.less(&self) {
			return nil
		}
	}
	e.out = e.out[:0]
	for r := range h + 1 {
		for c := range w + 1 {
			if self[r]>>c&1 != 0 {
				e.out = append(e.out, assembly.Block{R: r, C: c})
			}
		}
	}
	return e.yield(e.out)
}

func (a *picture) less(b *picture) bool {
	for i, x := range a {
		if x != b[i] {
			return x < b[i]
		}
	}
	return false
}

// Shape makes an instance of cells, which are valid, on the smallest board that holds them.
func Shape(cells []assembly.Block, contact assembly.Contact) (*assembly.Instance, error) {
	var rows, cols int32
	for _, b := range cells {
		rows, cols = max(rows, b.R+1), max(cols, b.C+1)
	}
	return assembly.New(rows, cols, cells, assembly.NoRoot, contact)
}
