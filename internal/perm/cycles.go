package perm

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Cycles is a permutation as a list of disjoint cycles: (a b c) means p[a] = b, p[b] = c,
// p[c] = a. Cells that are not written are fixed, so it suits moves that touch a few cells of a
// large board. The degree is not part of it.
type Cycles [][]uint16

// Validate reports whether the cells are below n and no cell is written twice.
func (c Cycles) Validate(n int) error {
	if err := checkDegree(n); err != nil {
		return err
	}
	_, err := c.validate(make([]uint64, (n+63)/64), n)
	return err
}

// validate is Validate with a bitmap of zeros, which it leaves marked with the cells seen.
func (c Cycles) validate(seen []uint64, n int) (moved int, err error) {
	for k, cycle := range c {
		for _, x := range cycle {
			if int(x) >= n {
				return 0, fmt.Errorf("%w: cycle %d: cell %d is outside 0..%d", ErrNotPerm, k, x, n-1)
			}
			if seen[x/64]>>(x%64)&1 != 0 {
				return 0, fmt.Errorf("%w: cycle %d: cell %d is written twice", ErrNotPerm, k, x)
			}
			seen[x/64] |= 1 << (x % 64)
		}
		if len(cycle) > 1 {
			moved += len(cycle)
		}
	}
	return moved, nil
}

// Perm returns the permutation of degree n; all cells must be below n.
func (c Cycles) Perm(n int) Perm {
	p := Identity(n)
	for _, cycle := range c {
		for i, x := range cycle {
			p[x] = cycle[(i+1)%len(cycle)]
		}
	}
	return p
}

// Inverse returns the cycles written backwards.
func (c Cycles) Inverse() Cycles {
	r := make(Cycles, len(c))
	for i, cycle := range c {
		r[i] = slices.Clone(cycle)
		slices.Reverse(r[i])
	}
	return r
}

// Odd reports whether the permutation is odd: whether it has an odd number of cycles of even length.
func (c Cycles) Odd() bool {
	odd := 0
	for _, cycle := range c {
		if len(cycle) > 0 {
			odd ^= (len(cycle) - 1) & 1
		}
	}
	return odd == 1
}

// Order returns the least k ≥ 1 with p^k = 1: the least common multiple of the lengths.
func (c Cycles) Order() *big.Int {
	lengths := make([]int, len(c))
	for i, cycle := range c {
		lengths[i] = len(cycle)
	}
	return lcm(lengths)
}

// lcm ignores numbers below 2. Few lengths are distinct: at most 361 add up to 65,536.
func lcm(lengths []int) *big.Int {
	slices.Sort(lengths)
	r := big.NewInt(1)
	var v, g big.Int
	for _, l := range slices.Compact(lengths) {
		if l > 1 {
			g.GCD(nil, nil, r, v.SetInt64(int64(l)))
			r.Mul(r, v.Quo(&v, &g))
		}
	}
	return r
}

// String writes the cycles longer than 1, "()" if there are none.
func (c Cycles) String() string {
	var b strings.Builder
	for _, cycle := range c {
		if len(cycle) < 2 {
			continue
		}
		for i, x := range cycle {
			b.WriteByte("( "[min(i, 1)])
			b.WriteString(strconv.Itoa(int(x)))
		}
		b.WriteByte(')')
	}
	if b.Len() == 0 {
		return "()"
	}
	return b.String()
}

// Cycles returns the cycles of length at least 2, each from its least cell, in the order of
// those cells. One array holds them all.
func (p Perm) Cycles() Cycles {
	var c Cycles
	seen := make([]bool, len(p))
	flat := make([]uint16, 0, len(p))
	for i := range p {
		if seen[i] || int(p[i]) == i {
			continue
		}
		start := len(flat)
		for x := uint16(i); !seen[x]; x = p[x] {
			seen[x] = true
			flat = append(flat, x)
		}
		c = append(c, flat[start:len(flat):len(flat)])
	}
	return c
}

// CycleType returns the lengths of all cycles, fixed cells included, longest first.
func (p Perm) CycleType() []int {
	var t []int
	moved := 0
	for _, c := range p.Cycles() {
		t = append(t, len(c))
		moved += len(c)
	}
	slices.SortFunc(t, func(a, b int) int { return b - a })
	return append(t, slices.Repeat([]int{1}, len(p)-moved)...)
}

// Odd reports whether p is odd.
func (p Perm) Odd() bool { return p.Cycles().Odd() }

// Order returns the least k ≥ 1 with p^k = 1.
func (p Perm) Order() *big.Int { return p.Cycles().Order() }

// Power returns the move p done k times; k may be negative and of any size.
func (p Perm) Power(k *big.Int) Perm {
	r := Identity(len(p))
	var m, l big.Int
	for _, c := range p.Cycles() {
		m.Mod(k, l.SetInt64(int64(len(c)))) // Euclidean: never negative
		rotateCycle(r, c, int(m.Int64()))
	}
	return r
}

// PowerInt is Power for small exponents.
func (p Perm) PowerInt(k int) Perm {
	r := Identity(len(p))
	for _, c := range p.Cycles() {
		m := k % len(c)
		if m < 0 {
			m += len(c)
		}
		rotateCycle(r, c, m)
	}
	return r
}

// rotateCycle sets r to k steps, 0 ≤ k < len(c), along the cycle c.
func rotateCycle(r Perm, c []uint16, k int) {
	for i, x := range c {
		j := i + k
		if j >= len(c) {
			j -= len(c)
		}
		r[x] = c[j]
	}
}
