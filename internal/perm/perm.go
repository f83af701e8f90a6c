package perm

import (
	"errors"
	"fmt"
	"slices"
)

// MaxDegree is the largest number of cells: a cell is a uint16.
const MaxDegree = 1 << 16

// ErrDegree is wrapped by errors about degrees outside 0..MaxDegree.
var ErrDegree = errors.New("perm: degree out of range")

// ErrNotPerm is wrapped by errors about slices and cycles that are no permutation.
var ErrNotPerm = errors.New("perm: not a permutation")

// A Perm is a permutation of the cells 0..len-1. As a move it pulls: new[i] = old[p[i]].
type Perm []uint16

// Identity returns the identity of degree n, 0 ≤ n ≤ MaxDegree.
func Identity(n int) Perm {
	p := make(Perm, n)
	p.setIdentity()
	return p
}

func (p Perm) setIdentity() {
	for i := range p {
		p[i] = uint16(i)
	}
}

func checkDegree(n int) error {
	if n < 0 || n > MaxDegree {
		return fmt.Errorf("%w: %d is not in 0..%d", ErrDegree, n, MaxDegree)
	}
	return nil
}

// Validate reports whether p holds each of 0..len-1 once.
func (p Perm) Validate() error {
	if err := checkDegree(len(p)); err != nil {
		return err
	}
	first := make([]int32, len(p)) // 1 + the index where a value was seen
	for i, v := range p {
		if int(v) >= len(p) {
			return fmt.Errorf("%w: entry %d is %d, outside 0..%d", ErrNotPerm, i, v, len(p)-1)
		}
		if f := first[v]; f != 0 {
			return fmt.Errorf("%w: entries %d and %d are both %d", ErrNotPerm, f-1, i, v)
		}
		first[v] = int32(i + 1)
	}
	return nil
}

func (p Perm) validateDegree(n int) error {
	if len(p) != n {
		return fmt.Errorf("%w: %d cells instead of %d", ErrNotPerm, len(p), n)
	}
	return p.Validate()
}

// IsIdentity reports whether p moves nothing.
func (p Perm) IsIdentity() bool {
	for i, v := range p {
		if int(v) != i {
			return false
		}
	}
	return true
}

// Equal reports whether p and q are the same permutation of the same degree.
func (p Perm) Equal(q Perm) bool { return slices.Equal(p, q) }

// Clone returns a copy.
func (p Perm) Clone() Perm { return slices.Clone(p) }

// Mul returns the move "first p, then q": Mul(p, q)[i] = p[q[i]].
func Mul(p, q Perm) Perm {
	r := make(Perm, len(p))
	MulInto(r, p, q)
	return r
}

// MulInto sets dst to Mul(p, q). dst may be q but not p.
func MulInto(dst, p, q Perm) {
	dst, p = dst[:len(q)], p[:len(q)]
	for i, v := range q {
		dst[i] = p[v]
	}
}

// Inverse returns the move that undoes p.
func (p Perm) Inverse() Perm {
	r := make(Perm, len(p))
	p.InverseInto(r)
	return r
}

// InverseInto sets dst, which must not be p, to the inverse of p.
func (p Perm) InverseInto(dst Perm) {
	dst = dst[:len(p)]
	for i, v := range p {
		dst[v] = uint16(i)
	}
}

// Conjugate returns the move "undo g, p, g": the cycles of p with each cell c replaced by the cell
// that g takes the tile of c to, Inverse(g)[c].
func (p Perm) Conjugate(g Perm) Perm { return Mul(Mul(g.Inverse(), p), g) }

// Apply does the move p: dst[i] = src[p[i]]. The slices must not overlap.
func Apply[T any](dst, src []T, p Perm) {
	dst = dst[:len(p)]
	for i, v := range p {
		dst[i] = src[v]
	}
}

// String writes p in cycle notation; cells that p fixes are left out.
func (p Perm) String() string { return p.Cycles().String() }
