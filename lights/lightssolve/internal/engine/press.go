package engine

import (
	"sort"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// A Presser presses buttons on a board of its own, each at the cost of the lamps that it reaches.
type Presser struct {
	Board   *lights.Board // as it stands
	p       *lights.Instance
	offsets []lights.Offset
	ring    zmod.Ring
}

// NewPresser begins with p's start.
func NewPresser(mt *meter.Meter, p *lights.Instance) (*Presser, error) {
	k := &Presser{p: p, ring: zmod.NewRing(p.Modulus)}
	if p.Net == nil {
		var err error
		if k.offsets, err = p.Offsets(mt); err != nil {
			return nil, err
		}
	}
	h, w := p.Start.H, p.Start.W
	if err := mt.Hold("a board of this size", lights.BoardBytes(h, w, p.Modulus)); err != nil {
		return nil, err
	}
	k.Board = p.Start.Clone()
	return k, mt.Work(int(lights.BoardBytes(h, w, p.Modulus)))
}

// Press presses the button in row y and column x so many times.
func (k *Presser) Press(mt *meter.Meter, y, x int, times uint32) error {
	p := k.p
	if p.Net != nil {
		links := p.Net.Links
		for i := sort.Search(len(links), func(i int) bool { return int(links[i].Button) >= x }); i < len(links) &&
			int(links[i].Button) == x; i++ {
			if err := mt.Work(16); err != nil {
				return err
			}
			k.add(0, int(links[i].Lamp), k.ring.Mul(links[i].Weight, times))
		}
		return mt.Work(16)
	}
	for _, o := range k.offsets {
		row, col := y+o.DY, x+o.DX
		if p.Topology != lights.Plane && col >= p.Width {
			col -= p.Width
		}
		if p.Topology == lights.Torus && row >= p.Height {
			row -= p.Height
		}
		if row >= 0 && row < p.Height && col >= 0 && col < p.Width && p.Cell(row, col) != lights.Hole {
			k.add(row, col, k.ring.Mul(o.Weight, times))
		}
	}
	return mt.Work(8 * (len(k.offsets) + 1))
}

func (k *Presser) add(y, x int, v uint32) {
	k.Board.Set(y, x, k.ring.Add(k.Board.At(y, x), v))
}

// Pressed returns p with its start replaced by the board after the presses x: start + A·x. It holds no matrix. Cost:
// the entries of A in the columns of x that are not 0.
func Pressed(mt *meter.Meter, p *lights.Instance, x *lights.Board) (*lights.Instance, error) {
	k, err := NewPresser(mt, p)
	if err != nil {
		return nil, err
	}
	for row := range x.H {
		for col := range x.W {
			if col%PollEvery == 0 && mt.Work(2*min(x.W, PollEvery)) != nil {
				return nil, mt.Err()
			}
			if times := x.At(row, col); times != 0 {
				if err := k.Press(mt, row, col, times); err != nil {
					return nil, err
				}
			}
		}
	}
	q := *p
	q.Start = k.Board
	return &q, nil
}
