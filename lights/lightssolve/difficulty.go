package lightssolve

import (
	"context"
	"math"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what is looked at: maxReached of the lamps of all buttons together, maxLooked of the lamps that are looked
// at along a way.
const (
	maxReached = 1 << 18
	maxLooked  = 1 << 22
)

// difficulty plays the presses of w. Their order is free, so at each moment the press is made that leaves the fewest
// lamps wrong; a button that is not pressed any more, and would leave fewer, is a lure. Every button may be chosen at
// each press, and all orders of the presses are ways. O(lamps that all buttons reach) for each press.
func difficulty(
	ctx context.Context, p *lights.Instance, w lights.Witness, fewest puzzle.Fewest, lim puzzle.Limits,
) (puzzle.Difficulty, error) {
	mt := lim.Meter(ctx)
	p, err := reachedBy(mt, p, &w)
	if err != nil {
		return puzzle.Difficulty{}, puzzle.AsLimit(err)
	}
	var d puzzle.Walk
	if p.LitOnly {
		d.Length, d.Distance, d.Partial = length(p, w), -1, "the number of presses alone"
		return d.Difficulty, nil
	}
	d.Length, d.Orders = length(p, w), puzzle.Log2(fewest.Ways)
	var plan []int // buttons, each as often as it is pressed
	buttons, total := 0, 0.0
	h, width := p.Buttons()
	for y := range h {
		for x := range width {
			if p.Net != nil || p.Cell(y, x)&lights.NoButton == 0 {
				buttons++
			}
			times := w.Presses.At(y, x)
			total += float64(times)
			if times > 1 {
				d.Orders -= logFactorial(float64(times))
			}
			for range min(times, maxReached) {
				if len(plan) < maxReached {
					plan = append(plan, y*width+x)
				}
			}
		}
		if err := mt.Work(20 * width); err != nil {
			return puzzle.Difficulty{}, puzzle.AsLimit(err)
		}
	}
	d.Choices = total * math.Log2(float64(max(1, buttons)))
	d.Orders += logFactorial(total)
	if d.Distance = -1; p.Height*p.Width > maxReached {
		d.Partial = "the number of presses alone"
		return d.Difficulty, nil
	}
	b, err := newEye(mt, p)
	if err != nil {
		return puzzle.Difficulty{}, puzzle.AsLimit(err)
	}
	if b.reach == nil {
		d.Partial = "the number of presses alone"
		return d.Difficulty, nil
	}
	d.Distance = b.wrong
	err = b.play(mt, &d, plan, total)
	return d.Difficulty, puzzle.AsLimit(err)
}

// logFactorial is log₂ n!.
func logFactorial(n float64) float64 {
	g, _ := math.Lgamma(n + 1)
	return g / math.Ln2
}

// An eye sees which lamps are not yet as they are wanted.
type eye struct {
	p     *lights.Instance
	left  []uint32 // what each lamp still needs; of lamps that do not matter 0
	skip  []bool   // lamps that do not matter
	wrong int64
	reach [][]touch // by button; nil: too many
	lamps int       // in all of reach
}

// A touch is what one press adds to a lamp.
type touch struct {
	lamp   int
	weight uint32
}

func newEye(mt *meter.Meter, p *lights.Instance) (*eye, error) {
	b := &eye{p: p, left: make([]uint32, p.Height*p.Width), skip: make([]bool, p.Height*p.Width)}
	if err := mt.Hold("the lamps", int64(5*len(b.left))); err != nil {
		return nil, err
	}
	for y := range p.Height {
		for x := range p.Width {
			i := y*p.Width + x
			if b.skip[i] = p.Cell(y, x)&lights.NoLamp != 0; b.skip[i] {
				continue
			}
			if b.left[i] = p.Wanted(y, x); b.left[i] != 0 {
				b.wrong++
			}
		}
		if err := mt.Work(20 * p.Width); err != nil {
			return nil, err
		}
	}
	h, w := p.Buttons()
	if p.Net != nil {
		if len(p.Net.Links) > maxReached {
			return b, nil
		}
		b.reach = make([][]touch, w)
		for _, l := range p.Net.Links {
			b.reach[l.Button] = append(b.reach[l.Button], touch{int(l.Lamp), l.Weight})
		}
		b.lamps = len(p.Net.Links)
		return b, mt.Work(20 * len(p.Net.Links))
	}
	offsets, err := p.Offsets(mt)
	if err != nil || int64(len(offsets))*int64(h)*int64(w) > maxReached {
		return b, err
	}
	b.reach, b.lamps = make([][]touch, h*w), len(offsets)*h*w
	for i := range b.reach {
		y, x := i/w, i%w
		if p.Cell(y, x)&lights.NoButton != 0 {
			continue
		}
		for _, o := range offsets {
			row, col := y+o.DY, x+o.DX
			if p.Topology != lights.Plane {
				col %= w
			}
			if p.Topology == lights.Torus {
				row %= h
			}
			if row >= 0 && row < h && col >= 0 && col < w && !b.skip[row*w+col] {
				b.reach[i] = append(b.reach[i], touch{row*w + col, o.Weight})
			}
		}
	}
	return b, mt.Work(40 * b.lamps)
}

// after is how many lamps are wrong after a press.
func (b *eye) after(button int) int64 {
	n := b.wrong
	for _, t := range b.reach[button] {
		left := b.left[t.lamp]
		switch {
		case b.skip[t.lamp]:
		case left == t.weight:
			n--
		case left == 0:
			n++
		}
	}
	return n
}

func (b *eye) press(button int) {
	b.wrong = b.after(button)
	m := uint64(b.p.Modulus)
	for _, t := range b.reach[button] {
		b.left[t.lamp] = uint32((uint64(b.left[t.lamp]) + m - uint64(t.weight)) % m)
	}
}

// play makes the presses of plan, of total in all, as long as there is room for it.
func (b *eye) play(mt *meter.Meter, d *puzzle.Walk, plan []int, total float64) error {
	counts := make(map[int]int, len(plan))
	for _, button := range plan {
		counts[button]++
	}
	tried, made := 0, 0
	for ; len(counts) > 0 && tried < maxLooked; tried += b.lamps + len(b.reach) {
		if err := mt.Work(10 * (b.lamps + len(b.reach))); err != nil {
			return err
		}
		best, right, other := -1, int64(math.MaxInt64), int64(math.MaxInt64)
		for button := range b.reach {
			if len(b.reach[button]) == 0 && counts[button] == 0 {
				continue
			}
			switch after := b.after(button); {
			case counts[button] > 0 && after < right:
				best, right = button, after
			case counts[button] == 0:
				other = min(other, after)
			}
		}
		d.Step(1, b.wrong, right, other) // the choices have been counted
		b.press(best)
		if counts[best]--; counts[best] == 0 {
			delete(counts, best)
		}
		made++
	}
	if float64(made) < total {
		d.Partial = "the first presses; the number of all"
	}
	return nil
}
