package lightscheck

import (
	"math/bits"

	"github.com/gridwright/gridwright/lights"
)

// bitsMeet is meets for boards of bits modulo 2: 64 sums at a time. All weights are 1.
func (k *work) bitsMeet(b *lights.Board, d demand) error {
	stride := lights.Stride(b.W)
	for y := range b.H {
		for i := range stride {
			diff, err := k.parities(b, d.forward, 64*i, y)
			if err != nil {
				return err
			}
			if d.forward {
				diff ^= k.wantedBits(i, y)
			}
			if i == stride-1 && b.W%64 != 0 {
				diff &= 1<<(uint(b.W)%64) - 1
			}
			for ; diff != 0; diff &= diff - 1 {
				x := 64*i + bits.TrailingZeros64(diff)
				if !k.lacks(x, y, d.exempt) {
					return d.unmet(x, y, 1^k.want(d, x, y))
				}
			}
		}
	}
	return nil
}

// parities returns the sums modulo 2 at (x0, y) and the 63 cells to the right of it; what
// lies beyond the last column is arbitrary.
func (k *work) parities(b *lights.Board, forward bool, x0, y int) (sum uint64, err error) {
	wrap, _ := k.wraps()
	for _, o := range k.offsets {
		x, sy := o.from(forward, x0, y)
		if sy, ok := k.row(sy); ok {
			row := b.Row(sy)
			if wrap {
				if x %= b.W; x < 0 {
					x += b.W
				}
				sum ^= bitsFrom(row, x-b.W) // the row once more, to the right of itself
			}
			sum ^= bitsFrom(row, x)
		}
		if err := k.spend(2); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// bitsFrom returns the 64 bits of a row from place x on, 0 where it does not reach.
func bitsFrom(row []uint64, x int) (word uint64) {
	if x < 0 {
		if x > -64 {
			word = row[0] << uint(-x)
		}
		return word
	}
	i, shift := x/64, uint(x)%64
	if i < len(row) {
		word = row[i] >> shift
	}
	if i+1 < len(row) && shift != 0 {
		word |= row[i+1] << (64 - shift)
	}
	return word
}

// wantedBits is wanted for word i of row y.
func (k *work) wantedBits(i, y int) uint64 {
	v := k.p.Start.Row(y)[i]
	if k.p.Target != nil {
		v ^= k.p.Target.Row(y)[i]
	}
	return v
}

// bitsDifference is difference for boards of bits modulo 2.
func (k *work) bitsDifference(weights *lights.Board) (sum uint64, err error) {
	for y := range weights.H {
		for i, word := range weights.Row(y) {
			sum ^= uint64(bits.OnesCount64(word&k.wantedBits(i, y))) & 1
			if err := k.spend(1); err != nil {
				return 0, err
			}
		}
	}
	return sum, nil
}
