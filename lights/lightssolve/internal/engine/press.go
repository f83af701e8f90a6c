package engine

import (
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// Pressed returns p with its start replaced by the board after the presses x: start + A·x. It holds
// no matrix. Cost: the entries of A.
func Pressed(mt *meter.Meter, p *lights.Instance, x *lights.Board) (*lights.Instance, error) {
	ring, m := zmod.NewRing(p.Modulus), p.Modulus
	q := *p
	q.Start = p.Start.Clone()
	if p.Net != nil {
		for _, l := range p.Net.Links {
			if err := mt.Work(16); err != nil {
				return nil, err
			}
			add := ring.Mul(l.Weight, x.At(int(l.Button), 0))
			q.Start.Set(int(l.Lamp), 0, ring.Add(q.Start.At(int(l.Lamp), 0), add))
		}
		return &q, nil
	}
	offsets, err := p.Offsets(mt)
	if err != nil {
		return nil, err
	}
	row := &sparse{}
	for y := range p.Height {
		for col := range p.Width {
			if err := mt.Work(8 * (len(offsets) + 1)); err != nil {
				return nil, err
			}
			row.button, row.weight = row.button[:0], row.weight[:0]
			row.appendRow(p, offsets, col, y, m)
			sum := uint64(p.Start.At(col, y))
			for k, b := range row.button {
				times := x.At(int(b)%p.Width, int(b)/p.Width)
				sum = uint64(ring.Reduce(sum + uint64(row.weight[k])*uint64(times)))
			}
			if p.Cell(col, y) != lights.Hole {
				q.Start.Set(col, y, uint32(sum))
			}
		}
	}
	return &q, nil
}
