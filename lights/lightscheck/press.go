package lightscheck

import (
	"math"

	"github.com/gridwright/gridwright/lights"
)

// segment is how many cells of a row are summed at a time.
const segment = 1 << 12

// A demand says what the sums of a claimed board over a pattern must be. Forward, the board
// holds presses and a sum is what they add to a lamp. Otherwise the board holds weights of
// lamps and a sum is what one press of a button adds to the weighted sum of all lamps.
type demand struct {
	forward bool
	exempt  lights.Cell                      // cells that lack this need not meet the demand
	unmet   func(x, y int, got uint64) error // what to say of the first one that does not
}

// want is what the sum at (x, y) must be.
func (k *work) want(d demand, x, y int) uint64 {
	if d.forward {
		return k.wanted(x, y)
	}
	return 0
}

// meets returns nil where the sums of b meet the demand, d.unmet's error where one does not.
func (k *work) meets(b *lights.Board, d demand) error {
	if k.p.Net != nil {
		return k.netMeets(b, d)
	}
	if err := k.fit(); err != nil {
		return err
	}
	if k.m == 2 && b.Bits != nil {
		return k.bitsMeet(b, d)
	}
	sums, values := make([]uint64, min(segment, b.W)), make([]uint32, min(segment, b.W))
	for y := range b.H {
		for x0 := 0; x0 < b.W; x0 += segment {
			n := min(segment, b.W-x0)
			if err := k.sum(b, d.forward, x0, y, sums[:n], values[:n]); err != nil {
				return err
			}
			for i, got := range sums[:n] {
				if x := x0 + i; got != k.want(d, x, y) && !k.lacks(x, y, d.exempt) {
					return d.unmet(x, y, got)
				}
			}
		}
	}
	return nil
}

// from is the cell that the sum at (x, y) takes in by offset o, before any wrap: the button
// whose press reaches the lamp at (x, y), or the lamp that the button at (x, y) reaches.
func (o offset) from(forward bool, x, y int) (int, int) {
	if forward {
		return x - o.dx, y - o.dy
	}
	return x + o.dx, y + o.dy
}

// row brings y into the board; ok is false where there is no such row.
func (k *work) row(y int) (_ int, ok bool) {
	h := k.p.Height
	if _, wrap := k.wraps(); wrap {
		y = (y%h + h) % h
	}
	return y, y >= 0 && y < h
}

// sum stores the sums at (x0, y) and the cells to the right of it; values is of the same
// length, to work in.
func (k *work) sum(b *lights.Board, forward bool, x0, y int, sums []uint64, values []uint32) error {
	clear(sums)
	wrap, _ := k.wraps()
	often := k.addable()
	left := often
	for _, o := range k.offsets {
		x, sy := o.from(forward, x0, y)
		sy, ok := k.row(sy)
		if ok {
			read(b, x, sy, wrap, values)
			for i, v := range values {
				sums[i] += o.weight * uint64(v)
			}
			if left--; left == 0 {
				k.reduce(sums)
				left = often
			}
		}
		if err := k.spend(len(sums)); err != nil {
			return err
		}
	}
	k.reduce(sums)
	return k.spend(len(sums))
}

// addable is how many products of two numbers below m can be added to a number below m in
// a uint64: 4 at least.
func (k *work) addable() int {
	return int(min(math.MaxInt32, (math.MaxUint64-k.m)/((k.m-1)*(k.m-1))))
}

func (k *work) reduce(sums []uint64) {
	for i := range sums {
		sums[i] %= k.m
	}
}

// netMeets is meets for nets: link by link.
func (k *work) netMeets(b *lights.Board, d demand) error {
	net := k.p.Net
	n := net.Lamps
	if !d.forward {
		n = net.Buttons
	}
	if err := k.room("the sums over a net of this size", 8*int64(n)); err != nil {
		return err
	}
	sums := make([]uint64, n)
	for _, l := range net.Links {
		from, to := int(l.Button), int(l.Lamp)
		if !d.forward {
			from, to = to, from
		}
		sums[to] = (sums[to] + uint64(l.Weight)*uint64(b.At(0, from))) % k.m
		if err := k.spend(4); err != nil {
			return err
		}
	}
	for x, got := range sums {
		if got != k.want(d, x, 0) {
			return d.unmet(x, 0, got)
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}
