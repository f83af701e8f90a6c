package tiltcheck

import (
	"fmt"
	"math/bits"

	"github.com/gridwright/gridwright/puzzle"
)

// permute numbers the tiles of b, tilts the numbers by word, and leaves in k.next the cell to which
// the tile of each cell goes. moved[i] tells whether the i-th tilt moved a tile. It uses k.other.
//
// That the tiles end in the cells where they began is verified: it is what makes k.next
// a permutation. Every word does that to a board on which it has been played before.
func (k *work) permute(b board, word string) (moved []bool, err error) {
	numbers := k.other
	for i, tile := range b.cells {
		numbers.cells[i] = 0
		if tile != 0 {
			numbers.cells[i] = int32(i) + 1 // at most MaxCells
		}
		k.next[i] = -1
		if err := k.spend(1); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(word); i++ {
		m, err := k.tilt(numbers, word[i])
		if err != nil {
			return nil, err
		}
		moved = append(moved, m)
	}
	switch same, err := k.sameCells(b, numbers); {
	case err != nil:
		return nil, err
	case !same:
		return nil, fmt.Errorf("%w: the tilts %s move tiles into cells that were empty", puzzle.ErrInternal, word)
	}
	for i, number := range numbers.cells {
		if number != 0 {
			k.next[number-1] = int32(i)
		}
		if err := k.spend(1); err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// cycle returns the cells that a tile at from visits, turn after turn, from is the first
// of them. It overwrites k.order.
func (k *work) cycle(from int32) ([]int32, error) {
	k.turn = false
	cells := append(k.order[:0], from)
	for at := k.next[from]; at != from; at = k.next[at] {
		cells = append(cells, at)
		if err := k.spend(1); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// decompose lists in k.order and k.first all cycles of k.next, which it uses up.
func (k *work) decompose() error {
	k.turn = false
	k.order = k.order[:0]
	clear(k.first)
	for from := range k.next {
		if k.next[from] < 0 {
			continue
		}
		k.first[len(k.order)/64] |= 1 << (len(k.order) % 64)
		for at := int32(from); k.next[at] >= 0; {
			k.order = append(k.order, at)
			at, k.next[at] = k.next[at], -1
			if err := k.spend(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// end returns the end of the cycle that begins at k.order[start].
func (k *work) end(start int) int {
	for i := start + 1; i < len(k.order); {
		if word := k.first[i/64] >> (i % 64); word != 0 {
			return min(i+bits.TrailingZeros64(word), len(k.order))
		}
		i += 64 - i%64
	}
	return len(k.order)
}
