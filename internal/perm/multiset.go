package perm

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrTooMany is wrapped by errors about arrangements whose number is not below 2^64.
var ErrTooMany = errors.New("perm: 2^64 arrangements or more")

// A Multiset ranks the arrangements of tiles of which some are alike: tile t is there counts[t] times.
type Multiset struct {
	counts []uint8
	n      int
	size   uint64
}

// NewMultiset returns the ranking for at most 255 tiles whose arrangements number less than 2^64
// (all of up to 20 tiles do).
func NewMultiset(counts []int) (*Multiset, error) {
	m := &Multiset{counts: make([]uint8, len(counts)), size: 1}
	if len(counts) > 256 {
		return nil, fmt.Errorf("%w: %d kinds of tiles; at most 256", ErrDegree, len(counts))
	}
	for t, c := range counts {
		if c < 0 || m.n+c > 255 {
			return nil, fmt.Errorf("%w: %d tiles of kind %d; 255 tiles at most", ErrDegree, c, t)
		}
		m.counts[t] = uint8(c)
		for i := 1; i <= c; i++ { // size·(n+1)…(n+c)/c!, each quotient exact
			m.n++
			hi, lo := bits.Mul64(m.size, uint64(m.n))
			if hi >= uint64(i) {
				return nil, fmt.Errorf("%w: of counts %v", ErrTooMany, counts)
			}
			m.size, _ = bits.Div64(hi, lo, uint64(i))
		}
	}
	return m, nil
}

// Len returns the number of tiles.
func (m *Multiset) Len() int { return m.n }

// Size returns the number of arrangements, n!/Π counts[t]!.
func (m *Multiset) Size() uint64 { return m.size }

// Rank returns the place of an arrangement in lexicographic order, 0..Size-1. tiles must be an
// arrangement of the multiset. Cost: tiles times kinds.
func (m *Multiset) Rank(tiles []uint8) uint64 {
	var store [64]uint8
	left := append(store[:0], m.counts...)
	var r uint64
	size := m.size
	for i, t := range tiles[:m.n] {
		before := 0
		for _, c := range left[:t] {
			before += int(c)
		}
		// Of the arrangements of what is left, before/(n−i) begin with a smaller tile.
		r += part(size, before, m.n-i)
		size = part(size, int(left[t]), m.n-i)
		left[t]--
	}
	return r
}

// Unrank writes the arrangement with the given rank below Size to tiles.
func (m *Multiset) Unrank(rank uint64, tiles []uint8) {
	var store [64]uint8
	left := append(store[:0], m.counts...)
	size := m.size
	for i := range tiles[:m.n] {
		t := 0
		for {
			s := part(size, int(left[t]), m.n-i)
			if rank < s {
				size = s
				break
			}
			rank -= s
			t++
		}
		tiles[i] = uint8(t)
		left[t]--
	}
}

// part returns size·a/b, which is an integer, for a ≤ b.
func part(size uint64, a, b int) uint64 {
	if a == b {
		return size // Div64 wants a quotient below 2^64 and hi < b, which holds only for a < b
	}
	hi, lo := bits.Mul64(size, uint64(a))
	q, _ := bits.Div64(hi, lo, uint64(b))
	return q
}
