package perm

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrTooMany is wrapped by errors about arrangements whose number is not below 2^64.
var ErrTooMany = errors.New("perm: 2^64 arrangements or more")

// Partial ranks the lists of k different cells out of n: what a pattern database of k tiles looks
// at. The zero value has one list, the empty one.
type Partial struct {
	n, k int
	size uint64
}

// NewPartial returns the ranking of k cells out of n; 0 ≤ k ≤ n ≤ 64 and n!/(n−k)! < 2^64.
func NewPartial(n, k int) (Partial, error) {
	if n < 0 || n > 64 || k < 0 || k > n {
		return Partial{}, fmt.Errorf("%w: %d cells out of %d; at most 64", ErrDegree, k, n)
	}
	size := uint64(1)
	for i := range k {
		hi, lo := bits.Mul64(size, uint64(n-i))
		if hi != 0 {
			return Partial{}, fmt.Errorf("%w: %d cells out of %d", ErrTooMany, k, n)
		}
		size = lo
	}
	return Partial{n, k, size}, nil
}

// Size returns the number of lists, n!/(n−k)!.
func (p Partial) Size() uint64 { return max(p.size, 1) }

// Rank returns the place of the list in lexicographic order, 0..Size-1. It holds k
// different cells below n.
func (p Partial) Rank(cells []uint8) uint64 {
	var r, seen uint64
	for i, c := range cells[:p.k] {
		r = r*uint64(p.n-i) + uint64(int(c)-bits.OnesCount64(seen&(1<<c-1)))
		seen |= 1 << c
	}
	return r
}

// Unrank writes the k cells of the list with the given rank to cells. Cost k²/2 steps at most.
func (p Partial) Unrank(rank uint64, cells []uint8) {
	cells = cells[:p.k]
	for i := p.k - 1; i >= 0; i-- {
		d := uint64(p.n - i)
		cells[i] = uint8(rank % d)
		rank /= d
	}
	// A digit counts unseen cells only: from the right, each digit steps over the ones before
	// it that are not larger.
	for i := p.k - 2; i >= 0; i-- {
		for j := i + 1; j < p.k; j++ {
			if cells[j] >= cells[i] {
				cells[j]++
			}
		}
	}
}
