package tiltsolve

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Passes that only ask whether cells are empty read eight narrow cells at a time. Each has
// a plain form for wide cells, which is also its oracle in the tests.

// lowBits has the lowest bit of each byte.
const lowBits = 0x0101_0101_0101_0101

// occupancy has a 1 in each byte of x that is not zero.
func occupancy(x uint64) uint64 {
	const low7 = 0x7F * lowBits
	return ((x&low7 + low7) | x) >> 7 & lowBits
}

// occupied returns how many cells of row hold a tile.
func occupied[C code](row []C) int {
	n := 0
	if narrow, ok := any(row).([]uint8); ok {
		for ; len(narrow) >= 8; narrow = narrow[8:] {
			n += bits.OnesCount64(occupancy(binary.LittleEndian.Uint64(narrow)))
		}
		for _, c := range narrow {
			n += bit(c)
		}
		return n
	}
	for _, c := range row {
		n += bit(c)
	}
	return n
}

// bit is 1 for a tile and 0 for an empty cell, without a branch: at a density of one half
// every second one would be mispredicted.
func bit[C code](c C) int { return int((uint32(c) | -uint32(c)) >> 31) }

// full reports whether every cell of row holds a tile.
func full[C code](row []C) bool { return occupied(row) == len(row) }

// columnCounts returns how many tiles each column of the h × w board holds.
func columnCounts[C code](cells []C, h, w int) []int32 {
	counts := make([]int32, w)
	narrow, ok := any(cells).([]uint8)
	if !ok {
		for i := 0; i < h*w; i += w {
			for j, c := range cells[i : i+w] {
				counts[j] += int32(bit(c))
			}
		}
		return counts
	}
	// Eight columns to a word, a byte each; 255 rows before a byte could overflow.
	words := w / 8
	sums := make([]uint64, words)
	for r := 0; r < h; {
		for end := min(h, r+255); r < end; r++ {
			row := narrow[r*w : (r+1)*w]
			for k := range sums {
				sums[k] += occupancy(binary.LittleEndian.Uint64(row[8*k:]))
			}
			for j := 8 * words; j < w; j++ {
				counts[j] += int32(bit(row[j]))
			}
		}
		for k, s := range sums {
			for j := range 8 {
				counts[8*k+j] += int32(s >> (8 * j) & 0xFF)
			}
			sums[k] = 0
		}
	}
	return counts
}

func equalCells[C code](a, b []C) bool {
	if narrow, ok := any(a).([]uint8); ok {
		return bytes.Equal(narrow, any(b).([]uint8))
	}
	return slices.Equal(a, b)
}
