package lightssolve

import (
	"math/big"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
)

// wanted returns what the presses must add: target − start modulo m. It may be p's own board.
func wanted(mt *meter.Meter, p *lights.Instance) *lights.Board {
	if p.Modulus == 2 {
		if p.Target == nil {
			return p.Start // −1 = 1
		}
		b := p.Start.Clone()
		for i, v := range p.Target.Bits {
			if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
				break
			}
			b.Bits[i] ^= v
		}
		return b
	}
	b := lights.NewBoard(p.Height, p.Width, p.Modulus)
	switch {
	case b.Bytes != nil:
		difference(mt, b.Bytes, p.Start.Bytes, target(p).Bytes, p.Modulus)
	default:
		difference(mt, b.Wide, p.Start.Wide, target(p).Wide, p.Modulus)
	}
	return b
}

// target is p's target, or an empty board where that is all 0.
func target(p *lights.Instance) *lights.Board {
	if p.Target == nil {
		return &lights.Board{}
	}
	return p.Target
}

// difference computes target − start modulo m; a nil target is all 0.
func difference[T uint8 | uint32](mt *meter.Meter, dst, start, target []T, m uint32) {
	if target == nil {
		for i, v := range start {
			if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
				return
			}
			if v != 0 {
				v = T(m - uint32(v))
			}
			dst[i] = v
		}
		return
	}
	for i, v := range start {
		if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
			return
		}
		d := uint64(target[i]) + uint64(m) - uint64(v)
		if d >= uint64(m) {
			d -= uint64(m)
		}
		dst[i] = T(d)
	}
}

// reduced returns a board modulo m modulo its divisor q.
func reduced(mt *meter.Meter, b *lights.Board, m, q uint32) *lights.Board {
	if m == q {
		return b
	}
	v := engine.Cells(mt, b)
	out := make([]uint32, len(v))
	for i, c := range v {
		if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
			break
		}
		out[i] = c % q
	}
	return engine.BoardOf(mt, out, b.W, b.H, q)
}

// scaled returns (m/q)·y modulo m for a y modulo q.
func scaled(mt *meter.Meter, y *lights.Board, q, m uint32) *lights.Board {
	if m == q {
		return y
	}
	v := engine.Cells(mt, y)
	out := make([]uint32, len(v))
	for i, c := range v {
		if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
			break
		}
		out[i] = c * (m / q)
	}
	return engine.BoardOf(mt, out, y.W, y.H, m)
}

// product2 returns Σ a·b modulo m over the cells.
func product2(mt *meter.Meter, a, b *lights.Board, m uint32) uint32 {
	if a.Bits != nil && b.Bits != nil {
		_ = mt.Work(len(a.Bits))
		return uint32(gf2.Dot(a.Bits, b.Bits))
	}
	ring, sum := zmod.NewRing(m), uint64(0)
	if a.Bytes != nil && b.Bytes != nil {
		for i, v := range a.Bytes { // 2^16 a product, at most 2^36 of them
			if i%engine.PollEvery == 0 && mt.Work(2*engine.PollEvery) != nil {
				break
			}
			sum += uint64(v) * uint64(b.Bytes[i])
		}
		return ring.Reduce(sum)
	}
	for y := range a.H {
		for x := range a.W {
			if x%engine.PollEvery == 0 && mt.Work(8*min(a.W, engine.PollEvery)) != nil {
				return 0
			}
			sum = uint64(ring.Reduce(sum + uint64(a.At(y, x))*uint64(b.At(y, x))))
		}
	}
	return uint32(sum)
}

// costOf returns Σ cost·presses.
func costOf(mt *meter.Meter, p *lights.Instance, x *lights.Board) *big.Int {
	if x.Bits != nil && p.Costs == nil {
		_ = mt.Work(len(x.Bits))
		return big.NewInt(x.NonZero())
	}
	sum, term := new(big.Int), new(big.Int)
	part := uint64(0) // below 2^62 + 2^62
	for row := range x.H {
		for col := range x.W {
			if col%engine.PollEvery == 0 && mt.Work(4*min(x.W, engine.PollEvery)) != nil {
				return sum
			}
			part += uint64(x.At(row, col)) * uint64(p.Cost(row, col))
			if part >= 1<<62 {
				sum.Add(sum, term.SetUint64(part))
				part = 0
			}
		}
	}
	return sum.Add(sum, term.SetUint64(part))
}
