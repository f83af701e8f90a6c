package scene

import (
	"fmt"
	"slices"
	"sort"
)

// A Ground holds the cells of a scene's window, row by row from the window's top, in runs of equal cells. The zero
// Ground is floor everywhere, and so is whatever lies behind the last run of a row and below the last row. It costs
// eight bytes a run.
type Ground struct {
	rows  [][]run
	looks []Cell // the cells other than floor, in order of their first appearance; runs count them from 1
}

// A run ends before the column end (from the window's left); cell 0 is floor.
type run struct{ cell, end uint32 }

// Fill asks for every cell of the scene's window, in reading order, and makes them the ground. Rows and columns are
// those of the whole board.
func (s *Scene) Fill(cell func(row, col int) Cell) {
	w := s.Shown()
	b := newLayer()
	for r := range w.Rows {
		for c := range w.Cols {
			b.add(r, cell(w.Top+r, w.Left+c), 1)
		}
	}
	s.Ground = b.Ground
}

// Cell is the ground of one cell, floor outside of the window. It takes O(log runs of the row).
func (s *Scene) Cell(row, col int) Cell {
	w := s.Shown()
	if !w.Holds(row, col) || row-w.Top >= len(s.Ground.rows) {
		return Cell{}
	}
	runs := s.Ground.rows[row-w.Top]
	at := sort.Search(len(runs), func(i int) bool { return int(runs[i].end) > col-w.Left })
	if at == len(runs) {
		return Cell{}
	}
	return s.Ground.cell(runs[at].cell)
}

func (g *Ground) cell(i uint32) Cell {
	if i == 0 {
		return Cell{}
	}
	return g.looks[i-1]
}

// A layer builds a Ground in the one form that equal grounds have: neighbouring runs differ, floor at the end of
// rows and rows of floor at the end are left out.
type layer struct {
	Ground
	index map[Cell]uint32
	last  Cell // of which at is the number; boards repeat themselves
	at    uint32
	open  []run // the row that is being built, of number row
	row   int
	width uint32
}

func newLayer() *layer { return &layer{index: map[Cell]uint32{{}: 0}} }

// add puts n cells behind what row has so far; rows come in order.
func (b *layer) add(row int, c Cell, n int) {
	if row != b.row {
		b.row, b.open, b.width = row, nil, 0
	}
	if c != b.last {
		at, known := b.index[c]
		if !known {
			b.looks = append(b.looks, c)
			at = uint32(len(b.looks))
			b.index[c] = at
		}
		b.last, b.at = c, at
	}
	b.width += uint32(n)
	if b.at == 0 || n == 0 {
		return
	}
	end := uint32(0)
	if k := len(b.open); k > 0 {
		end = b.open[k-1].end
	}
	if start := b.width - uint32(n); end < start {
		b.open = append(b.open, run{0, start})
	} else if k := len(b.open); k > 0 && b.open[k-1].cell == b.at {
		b.open = b.open[:k-1]
	}
	b.open = append(b.open, run{b.at, b.width})
	if len(b.rows) <= row {
		b.rows = append(b.rows, make([][]run, row+1-len(b.rows))...)
	}
	b.rows[row] = b.open
}

func (g *Ground) validate(w Window) error {
	if len(g.rows) > w.Rows {
		return fmt.Errorf("the ground has %d rows, more than the window", len(g.rows))
	}
	for i, runs := range g.rows {
		if len(runs) > 0 && int64(runs[len(runs)-1].end) > int64(w.Cols) {
			return fmt.Errorf("row %d of the ground is longer than the window", i+1)
		}
	}
	for _, c := range g.looks {
		if c.Kind >= kinds {
			return fmt.Errorf("there is no kind %d of cells", c.Kind)
		}
		if c.Kind != Ghost && c.Look != (Look{}) {
			return fmt.Errorf("only ghosts have a look")
		}
		if err := c.Look.validate(); err != nil {
			return err
		}
	}
	return nil
}

// Clone returns a copy of s of which pieces, marks and handles can be changed without changing s. The ground, which
// nobody changes in place, is shared.
func (s *Scene) Clone() *Scene {
	t := *s
	t.Pieces = slices.Clone(s.Pieces)
	t.Marks = slices.Clone(s.Marks)
	t.Handles = slices.Clone(s.Handles)
	return &t
}
