package engine

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/meter"
)

// bitCore is an eliminated system modulo 2.
type bitCore struct {
	ple        *gf2.PLE
	rows, cols int
}

func (c *bitCore) solve(mt *meter.Meter, b []uint32) (x, y []uint32) {
	packed := make([]uint64, (c.rows+63)/64)
	for i, v := range b {
		packed[i/64] |= uint64(v&1) << (i % 64)
	}
	xs, ys := c.ple.Solve(mt, packed)
	switch {
	case mt.Err() != nil: // then there may be neither
		return nil, nil
	case ys != nil:
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

func unpackRows(mt *meter.Meter, m *gf2.Matrix) (out [][]uint32) {
	if m == nil {
		return nil
	}
	for i := 0; i < m.Rows() && mt.Hold("a kernel", 4*int64(m.Cols())) == nil && mt.Work(2*m.Cols()) == nil; i++ {
		out = append(out, unpack(m.Row(i), m.Cols()))
	}
	return out
}

func (c *bitCore) nullity() int                          { return c.cols - c.ple.Rank() }
func (c *bitCore) solutions() *big.Int                   { return new(big.Int).Lsh(big.NewInt(1), uint(c.nullity())) }
func (c *bitCore) kernel(mt *meter.Meter) [][]uint32     { return unpackRows(mt, c.ple.Kernel(mt)) }
func (c *bitCore) leftKernel(mt *meter.Meter) [][]uint32 { return unpackRows(mt, c.ple.LeftKernel(mt)) }

// residueCore is an eliminated system modulo a prime power.
type residueCore struct {
	m *zmod.Matrix
	d *zmod.Decomposition
}

func (c *residueCore) solve(mt *meter.Meter, b []uint32) (x, y []uint32) { return c.d.Solve(mt, b) }
func (c *residueCore) nullity() int                                      { return c.d.Nullities()[0] }
func (c *residueCore) solutions() *big.Int                               { return c.d.Solutions() }
func (c *residueCore) kernel(mt *meter.Meter) [][]uint32                 { return c.d.Kernel(mt) }

// leftKernel is the kernel of the transposed matrix.
func (c *residueCore) leftKernel(mt *meter.Meter) [][]uint32 {
	t := c.m.Transpose(mt)
	if t == nil {
		return nil
	}
	defer t.Release(mt)
	return slices.Clip(t.Kernel(mt))
}
