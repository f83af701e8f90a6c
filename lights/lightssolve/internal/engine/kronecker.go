package engine

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// kronecker is the method for a pattern whose weights are products u(dx)·v(dy), over a prime field:
// the king, the x without its centre, squares, single lines. Then A·x = b reads P·X·Qᵀ = B with
// an h × h matrix P and a w × w matrix Q. There is a solution iff every column of B lies in the
// image of P and every row in that of Q, and then the two are solved one after the other: with
// P·Z = B column by column, the rows of Z = P⁻·B lie in the image of Q.
//
// Cost: w³ + h³ for preparation and w·h·(w + h) for a board, in words of 64 modulo 2.
type kronecker struct {
	w, h         int
	q            uint32
	down, across core // P and Q
}

// maxKronecker bounds the sides of a board for this method.
const maxKronecker = 1 << 14

// newKronecker returns nil where the method does not apply.
func newKronecker(mt *meter.Meter, r rules) (*kronecker, error) {
	p := r.p
	if !r.simple() {
		return nil, nil
	}
	u, v, ok := r.factors(mt)
	if !ok {
		return nil, mt.Err()
	}
	q := r.q.Value()
	entry := int64(8)
	if q == 2 {
		entry = 1
	}
	need := entry * (int64(p.Width)*int64(p.Width) + int64(p.Height)*int64(p.Height))
	if err := mt.Room("the matrices of a row and of a column", need); err != nil {
		return nil, err
	}
	e := &kronecker{w: p.Width, h: p.Height, q: q}
	var err error
	if e.across, err = lineCore(mt, p.Width, u, p.Topology != lights.Plane, q); err != nil {
		return nil, err
	}
	if e.down, err = lineCore(mt, p.Height, v, p.Topology == lights.Torus, q); err != nil {
		return nil, err
	}
	return e, nil
}

// simple reports whether the method applies if the pattern is a product.
func (r rules) simple() bool {
	return r.p.Net == nil && r.p.Cells == nil && r.q.K == 1 && max(r.p.Width, r.p.Height) <= maxKronecker
}

// outlineBytes is what product spends on a pattern: some 10^5 offsets.
const outlineBytes = 4 << 20

// product reports whether the method applies. Nobody can stop it, so it does not look at large
// patterns, of which only squares are products.
func (r rules) product() bool {
	if !r.simple() {
		return false
	}
	mt := meter.New(context.Background(), outlineBytes)
	if r.fit(mt) != nil {
		return strings.HasPrefix(r.p.Pattern.Name, "square:")
	}
	_, _, ok := r.factors(mt)
	return ok
}

// factors takes the weights apart: weight(dx, dy) = u(dx)·v(dy) modulo q.
func (r rules) factors(mt *meter.Meter) (u, v map[int]uint32, ok bool) {
	q := r.q.Value()
	ring := zmod.NewRing(q)
	first := slices.IndexFunc(r.offsets, func(o lights.Offset) bool { return o.Weight%q != 0 })
	if first < 0 {
		return nil, nil, false
	}
	dx, dy := r.offsets[first].DX, r.offsets[first].DY
	inv, ok := ring.Inv(r.offsets[first].Weight % q)
	u, v = map[int]uint32{}, map[int]uint32{}
	n := 0
	for _, o := range r.offsets {
		if mt.Work(4) != nil {
			return nil, nil, false
		}
		c := o.Weight % q
		if c == 0 {
			continue
		}
		n++
		if o.DY == dy {
			u[o.DX] = c
		}
		if o.DX == dx {
			v[o.DY] = ring.Mul(c, inv)
		}
	}
	if n != len(u)*len(v) {
		return nil, nil, false
	}
	// No two offsets are alike: where each is of u and of v, all pairs are there.
	for _, o := range r.offsets {
		if mt.Work(32) != nil {
			return nil, nil, false
		}
		if c := o.Weight % q; c != 0 && c != ring.Mul(u[o.DX], v[o.DY]) {
			return nil, nil, false
		}
	}
	return u, v, ok
}

// lineCore eliminates the matrix of a line of n cells: a press at j adds weight[d] to cell j + d.
func lineCore(mt *meter.Meter, n int, weight map[int]uint32, wraps bool, q uint32) (core, error) {
	entries := func(set func(i, j int, c uint32)) {
		for d, c := range weight {
			for j := range n {
				i := j + d
				if wraps {
					i = (i%n + n) % n
				}
				if i >= 0 && i < n {
					set(i, j, c)
				}
			}
		}
	}
	if q == 2 {
		m := gf2.New(mt, n, n)
		if m == nil {
			return nil, mt.Err()
		}
		entries(func(i, j int, _ uint32) { m.Flip(i, j) })
		ple := m.EliminateInPlace(mt)
		if ple == nil {
			return nil, mt.Err()
		}
		return &bitCore{ple, n, n}, nil
	}
	m := zmod.NewMatrix(mt, n, n, q)
	if m == nil {
		return nil, mt.Err()
	}
	entries(func(i, j int, c uint32) { m.Set(i, j, int64(m.At(i, j))+int64(c)) })
	d := m.Decompose(mt)
	if d == nil {
		return nil, mt.Err()
	}
	return &residueCore{m, d}, nil
}

func (e *kronecker) Method() string {
	return fmt.Sprintf("a product of patterns: rows of %d and columns of %d cells, one after the other", e.w, e.h)
}

func (e *kronecker) Nullity() int {
	return e.w*e.h - (e.w-e.across.nullity())*(e.h-e.down.nullity())
}

func (e *kronecker) Solutions() *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(e.q)), bigInt(e.Nullity()), nil)
}

func (e *kronecker) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	v := Cells(mt, b)
	if b.Wide != nil {
		v = append([]uint32(nil), v...)
	}
	column := make([]uint32, e.h)
	for c := range e.w {
		if err := mt.Work(8 * e.h); err != nil {
			return nil, nil, err
		}
		for r := range column {
			column[r] = v[r*e.w+c]
		}
		z, left := e.down.solve(mt, column)
		if err := mt.Err(); err != nil {
			return nil, nil, err
		}
		if left != nil {
			return nil, e.tensor(mt, left, unit(e.w, c)), mt.Err()
		}
		for r, a := range z {
			v[r*e.w+c] = a
		}
	}
	out := make([]uint32, len(v))
	for r := range e.h {
		z, left := e.across.solve(mt, v[r*e.w:(r+1)*e.w])
		if err := mt.Work(e.w); err != nil {
			return nil, nil, err
		}
		if left != nil {
			return nil, e.rowCertificate(mt, b, left), mt.Err()
		}
		copy(out[r*e.w:], z)
	}
	return BoardOf(mt, out, e.w, e.h, e.q), nil, mt.Err()
}

// rowCertificate finds a row of b itself that the form left of rows tells apart.
func (e *kronecker) rowCertificate(mt *meter.Meter, b *lights.Board, left []uint32) *lights.Board {
	ring, v := zmod.NewRing(e.q), Cells(mt, b)
	for r := 0; r < e.h && mt.Work(4*e.w) == nil; r++ {
		sum := uint64(0)
		for c, a := range left {
			sum = uint64(ring.Reduce(sum + uint64(a)*uint64(v[r*e.w+c])))
		}
		if sum != 0 {
			return e.tensor(mt, unit(e.h, r), left)
		}
	}
	return nil // cannot be: Z = P⁻·B, so that left·Zᵀ ≠ 0 makes left·Bᵀ ≠ 0
}

func unit(n, i int) []uint32 {
	v := make([]uint32, n)
	v[i] = 1
	return v
}

// tensor is the board down·acrossᵀ.
func (e *kronecker) tensor(mt *meter.Meter, down, across []uint32) *lights.Board {
	ring := zmod.NewRing(e.q)
	v := make([]uint32, e.w*e.h)
	for r, a := range down {
		if a == 0 {
			continue
		}
		if mt.Work(4*e.w) != nil {
			break
		}
		for c, b := range across {
			v[r*e.w+c] = ring.Mul(a, b)
		}
	}
	return BoardOf(mt, v, e.w, e.h, e.q)
}

// Kernel is ker P ⊗ everything, and what is not in ker P ⊗ ker Q.
func (e *kronecker) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	return e.tensors(mt, e.down.kernel(mt), e.across.kernel(mt))
}

func (e *kronecker) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	return e.tensors(mt, e.down.leftKernel(mt), e.across.leftKernel(mt))
}

// tensors returns a basis of D ⊗ F^w + F^h ⊗ C for subspaces D and C with the given bases: D's
// vectors with all units, and units that complete D to F^h with C's vectors.
func (e *kronecker) tensors(mt *meter.Meter, d, c [][]uint32) ([]*lights.Board, error) {
	var out []*lights.Board
	add := func(down, across []uint32) error {
		out = append(out, e.tensor(mt, down, across))
		return mt.Poll()
	}
	for _, v := range d {
		for i := range e.w {
			if err := add(v, unit(e.w, i)); err != nil {
				return nil, err
			}
		}
	}
	line := newResidueLine(mt, e.h, e.q, arms{b: 1}, true)
	taken := make([]bool, e.h)
	for _, i := range line.pivots(d) {
		taken[i] = true
	}
	for i, t := range taken {
		if t {
			continue
		}
		for _, v := range c {
			if err := add(unit(e.h, i), v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
