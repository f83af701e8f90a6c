package engine

import (
	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// turned is an engine for the board whose columns are the rows of what it is asked about: a board of four rows
// and a million columns is little work for an engine that goes row by row, if rows are short.
type turned struct{ Engine }

func (e turned) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	bytes := lights.BoardBytes(b.W, b.H, stored(b)) // of what is asked
	if !verdictOnly {
		bytes *= 2 // and of the answer
	}
	if err := mt.Hold("a turned board", bytes); err != nil {
		return nil, nil, err
	}
	defer mt.Release(bytes)
	x, y, err = e.Engine.Solve(mt, turn(mt, b), verdictOnly)
	if err == nil && !verdictOnly {
		x, y = turn(mt, x), turn(mt, y)
		err = mt.Err()
	}
	return x, y, err
}

func (e turned) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	return turnAll(mt)(e.Engine.Kernel(mt))
}

func (e turned) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	return turnAll(mt)(e.Engine.LeftKernel(mt))
}

func turnAll(mt *meter.Meter) func([]*lights.Board, error) ([]*lights.Board, error) {
	return func(list []*lights.Board, err error) ([]*lights.Board, error) {
		for i := range list {
			list[i] = turn(mt, list[i])
		}
		if err == nil {
			err = mt.Err()
		}
		return list, err
	}
}

// turn exchanges rows and columns; nil stays nil. Cells are taken in squares of 64 × 64.
func turn(mt *meter.Meter, b *lights.Board) *lights.Board {
	if b == nil {
		return nil
	}
	t := lights.NewBoard(b.W, b.H, stored(b))
	const side = 64
	for y := 0; y < b.H; y += side {
		for x := 0; x < b.W; x += side {
			w, h := min(side, b.W-x), min(side, b.H-y)
			switch {
			case mt.Work(w*h/8+side*8) != nil:
				return t
			case b.Bits != nil:
				turnBits(t, b, x, y)
			case b.Bytes != nil:
				turnCells(t.Bytes, b.Bytes, b.W, b.H, x, y, w, h)
			default:
				turnCells(t.Wide, b.Wide, b.W, b.H, x, y, w, h)
			}
		}
	}
	return t
}

func turnBits(t, b *lights.Board, x, y int) {
	var s [64]uint64
	from, to := lights.Stride(b.W), lights.Stride(t.W)
	for i := range min(64, b.H-y) {
		s[i] = b.Bits[(y+i)*from+x/64]
	}
	gf2.Transpose64(&s)
	for i := range min(64, b.W-x) {
		t.Bits[(x+i)*to+y/64] = s[i]
	}
}

func turnCells[T uint8 | uint32](t, b []T, width, height, x, y, w, h int) {
	for i := range h {
		row := b[(y+i)*width+x:][:w]
		for j, v := range row {
			t[(x+j)*height+y+i] = v
		}
	}
}

// stored is a modulus whose boards are stored as b is.
func stored(b *lights.Board) uint32 {
	switch {
	case b.Bits != nil:
		return 2
	case b.Bytes != nil:
		return 256
	}
	return lights.MaxModulus
}
