package lightssolve

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
)

// A writer writes out the dense system: it goes through the plan once, with for each known
// button a vector that says how it depends on the free unknowns. A vector is given
// back when the last lamp that its button reaches has been treated, so that only a few rows of
// the board have one at a time. T is a word of bits or a residue.
type vectors[T any] struct {
	e    *chase
	n    int     // elements of a vector
	of   [][]T   // of[b]: the vector of a determined button
	uses []int32 // uses[b]: lamps still to come that b reaches
	pool [][]T
}

func newVectors[T any](e *chase, n int) *vectors[T] {
	v := &vectors[T]{e: e, n: n, of: make([][]T, e.s.buttons), uses: make([]int32, e.s.buttons)}
	for b := range v.uses {
		v.uses[b] = e.cols.from[b+1] - e.cols.from[b]
	}
	return v
}

// take returns a zero vector.
func (v *vectors[T]) take() []T {
	if k := len(v.pool); k > 0 {
		x := v.pool[k-1]
		v.pool = v.pool[:k-1]
		clear(x)
		return x
	}
	return make([]T, v.n)
}

// used notes that a lamp has been treated.
func (v *vectors[T]) used(buttons []int32) {
	for _, b := range buttons {
		if v.uses[b]--; v.uses[b] == 0 && v.of[b] != nil {
			v.pool = append(v.pool, v.of[b])
			v.of[b] = nil
		}
	}
}

// bitCore writes out the system modulo 2.
func (e *chase) bitCore(ctx context.Context) (core, error) {
	n := len(e.plan.free)
	m := gf2.New(len(e.plan.equations), n)
	v := newVectors[uint64](e, (n+63)/64)
	row, spent := 0, 0
	for i, lamp := range e.plan.order {
		buttons, _ := e.s.row(int(lamp))
		if spent += len(buttons) * (v.n + 1); spent > pollEvery {
			spent = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		last := e.plan.decides[i]
		var sum []uint64
		if last >= 0 {
			sum = v.take()
		} else {
			sum = m.Row(row)
			row++
		}
		for _, b := range buttons {
			if b == last {
				continue
			}
			if f := e.place[b]; f >= 0 {
				sum[f/64] ^= 1 << (f % 64)
				continue
			}
			from := v.of[b][:len(sum)]
			for k := range sum {
				sum[k] ^= from[k]
			}
		}
		if last >= 0 {
			v.of[last] = sum
		}
		v.used(buttons)
	}
	ple, err := m.EliminateWithin(ctx)
	if err != nil {
		return nil, err
	}
	return &bitCore{ple, len(e.plan.equations), n}, nil
}

// bitCore is an eliminated system modulo 2.
type bitCore struct {
	ple        *gf2.PLE
	rows, cols int
}

func (c *bitCore) solve(b []uint32) (x, y []uint32) {
	packed := make([]uint64, (c.rows+63)/64)
	for i, v := range b {
		packed[i/64] |= uint64(v&1) << (i % 64)
	}
	xs, ys := c.ple.Solve(packed)
	if ys != nil {
		return nil, unpack(ys, c.rows)
	}
	return unpack(xs, c.cols), nil
}

func unpack(w []uint64, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(w[i/64]>>(i%64)) & 1
	}
	return out
}

func unpackRows(m *gf2.Matrix) (out [][]uint32) {
	for i := range m.Rows() {
		out = append(out, unpack(m.Row(i), m.Cols()))
	}
	return out
}

func (c *bitCore) nullity() int           { return c.cols - c.ple.Rank() }
func (c *bitCore) solutions() *big.Int    { return new(big.Int).Lsh(big.NewInt(1), uint(c.nullity())) }
func (c *bitCore) kernel() [][]uint32     { return unpackRows(c.ple.Kernel()) }
func (c *bitCore) leftKernel() [][]uint32 { return unpackRows(c.ple.LeftKernel()) }

// residueCore writes out the system modulo q.
func (e *chase) residueCore(ctx context.Context) (core, error) {
	n, q := len(e.plan.free), uint64(e.ring.Modulus())
	m := zmod.NewMatrix(len(e.plan.equations), n, uint32(q))
	v := newVectors[uint32](e, n)
	// As many products as a word holds are added up before they are reduced.
	hi, _ := bits.Mul64(q-1, q-1)
	room := uint64(1)
	if hi == 0 && q > 2 {
		room = max(1, math.MaxUint64/((q-1)*(q-1))-1)
	}
	acc := make([]uint64, n)
	row, spent := 0, 0
	for i, lamp := range e.plan.order {
		buttons, weights := e.s.row(int(lamp))
		if spent += len(buttons) * (n + 1); spent > pollEvery {
			spent = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		last := e.plan.decides[i]
		clear(acc)
		added := uint64(0)
		for k, b := range buttons {
			if b == last {
				continue
			}
			if added++; added > room {
				e.reduce(acc)
				added = 2
			}
			w := uint64(weights[k])
			if f := e.place[b]; f >= 0 {
				acc[f] += w
				continue
			}
			for j, c := range v.of[b] {
				acc[j] += w * uint64(c)
			}
		}
		if last < 0 {
			dst := m.Row(row)
			for j, a := range acc {
				dst[j] = e.ring.Reduce(a)
			}
			row++
		} else {
			dst, inv := v.take(), e.ring.Neg(e.plan.inverse[i])
			for j, a := range acc {
				dst[j] = e.ring.Mul(e.ring.Reduce(a), inv)
			}
			v.of[last] = dst
		}
		v.used(buttons)
	}
	d, err := m.DecomposeWithin(ctx)
	if err != nil {
		return nil, err
	}
	return &residueCore{m, d}, nil
}

func (e *chase) reduce(acc []uint64) {
	for j, a := range acc {
		acc[j] = uint64(e.ring.Reduce(a))
	}
}

// residueCore is an eliminated system modulo a prime power.
type residueCore struct {
	m *zmod.Matrix
	d *zmod.Decomposition
}

func (c *residueCore) solve(b []uint32) (x, y []uint32) { return c.d.Solve(b) }
func (c *residueCore) nullity() int                     { return c.d.Nullities()[0] }
func (c *residueCore) solutions() *big.Int              { return c.d.Solutions() }
func (c *residueCore) kernel() [][]uint32               { return c.d.Kernel() }

// leftKernel is the kernel of the transposed matrix.
func (c *residueCore) leftKernel() [][]uint32 {
	t := zmod.NewMatrix(c.m.Cols(), c.m.Rows(), c.m.Ring().Modulus())
	for i := range c.m.Rows() {
		for j, v := range c.m.Row(i) {
			t.Row(j)[i] = v
		}
	}
	return slices.Clip(t.Kernel())
}
