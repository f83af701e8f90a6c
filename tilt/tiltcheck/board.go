package tiltcheck

import (
	"slices"

	"github.com/gridwright/gridwright/tilt"
)

// A board is h × w cells in row-major order; 0 is an empty cell, another number a tile: its
// colour's code, or its own number where tiles must be told apart.
type board struct {
	h, w  int
	cells []int32
}

// A place is a board described by how to get there: src tilted by each letter of word.
type place struct {
	src  *tilt.Board
	word string
}

// load makes b the board at x and returns how many of the tilts moved a tile.
func (k *work) load(b board, x place) (moved int, err error) {
	for r := 0; r < b.h; r++ {
		row := b.cells[r*b.w : (r+1)*b.w]
		if x.src.Wide != nil {
			for c, code := range x.src.Wide[r*b.w : (r+1)*b.w] {
				row[c] = int32(code)
			}
		} else {
			for c, code := range x.src.Narrow[r*b.w : (r+1)*b.w] {
				row[c] = int32(code)
			}
		}
		if err := k.spend(b.w); err != nil {
			return 0, err
		}
	}
	return k.tiltAll(b, x.word)
}

// tiltAll tilts b by each letter of word and returns how many of the tilts moved a tile.
func (k *work) tiltAll(b board, word string) (moved int, err error) {
	for i := 0; i < len(word); i++ {
		m, err := k.tilt(b, word[i])
		if err != nil {
			return 0, err
		}
		if m {
			moved++
		}
	}
	return moved, nil
}

// tilt slides every tile of b towards dir, one of L R U D, and reports whether any moved.
func (k *work) tilt(b board, dir byte) (moved bool, err error) {
	switch dir {
	case 'L':
		return k.slideRows(b, false)
	case 'R':
		return k.slideRows(b, true)
	case 'U':
		return k.slideColumns(b, false)
	case 'D':
		return k.slideColumns(b, true)
	}
	panic("tiltcheck: a tilt that validWord did not pass: " + string(rune(dir)))
}

// slideRows moves the tiles of each row to its left or right end. The tile nearest to the
// end goes first; free is the cell at which the next one stops.
func (k *work) slideRows(b board, right bool) (moved bool, err error) {
	for r := 0; r < b.h; r++ {
		free, step := r*b.w, 1
		if right {
			free, step = r*b.w+b.w-1, -1
		}
		at := free
		for range b.w {
			if tile := b.cells[at]; tile != 0 {
				if at != free {
					b.cells[at], b.cells[free] = 0, tile
					moved = true
				}
				free += step
			}
			at += step
		}
		if err := k.spend(b.w); err != nil {
			return false, err
		}
	}
	return moved, nil
}

// slideColumns moves the tiles of each column to its upper or lower end. It goes row by
// row, away from that end, because memory does; free holds for each column the row at
// which the next tile stops.
func (k *work) slideColumns(b board, down bool) (moved bool, err error) {
	r, step := 0, 1
	if down {
		r, step = b.h-1, -1
	}
	free := k.free
	for c := range free {
		free[c] = int32(r)
	}
	for range b.h {
		for c, tile := range b.cells[r*b.w : (r+1)*b.w] {
			if tile == 0 {
				continue
			}
			if to := int(free[c]); to != r {
				b.cells[r*b.w+c], b.cells[to*b.w+c] = 0, tile
				moved = true
			}
			free[c] += int32(step)
		}
		r += step
		if err := k.spend(b.w); err != nil {
			return false, err
		}
	}
	return moved, nil
}

// equal reports whether two boards of one size are the same.
func equal(a, b board) bool { return slices.Equal(a.cells, b.cells) }

// sameCells reports whether two boards of one size have tiles in the same cells.
func (k *work) sameCells(a, b board) (bool, error) {
	for i, tile := range a.cells {
		if (tile == 0) != (b.cells[i] == 0) {
			return false, nil
		}
		if err := k.spend(1); err != nil {
			return false, err
		}
	}
	return true, nil
}

// copyFrom makes b the board a.
func (b board) copyFrom(a board) { copy(b.cells, a.cells) }
