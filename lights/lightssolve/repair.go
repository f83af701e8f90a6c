package lightssolve

import (
	"context"
	"fmt"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Repair is one lamp whose value is changed: By, from 1 to m − 1, is added to it.
type Repair struct {
	Row, Column int // from 0; on a net 0 and the lamp
	By          uint32
}

// maxRepairs bounds lamps · (m − 1), the single changes that are looked at, and maxPairs the
// pairs of them.
const (
	maxRepairs = 1 << 22
	maxPairs   = 1 << 24
)

// syndromes are what the left kernel says about changes of single lamps: a change e of the board
// is possible iff y·e = 0 for all its generators y.
type syndromes struct {
	m     uint64
	board []uint64   // y·b for each generator
	lamps [][]uint64 // y at each lamp
	p     *lights.Instance
}

// syndromesOf returns nil where the board needs no repair.
func (s *System) syndromesOf(mt *meter.Meter, p *lights.Instance) (*syndromes, error) {
	n := int64(p.Width) * int64(p.Height) * int64(p.Modulus-1)
	if n > maxRepairs {
		return nil, fmt.Errorf("%w: %d changes of single lamps are too many to look at", puzzle.ErrUnsupported, n)
	}
	left, err := s.leftKernel(mt)
	if err != nil {
		return nil, err
	}
	z := &syndromes{m: uint64(p.Modulus), p: p, lamps: make([][]uint64, p.Width*p.Height)}
	b, wrong := wanted(mt, p), false
	for _, y := range left {
		v := product2(mt, y, b, p.Modulus)
		z.board = append(z.board, uint64(v))
		wrong = wrong || v != 0
	}
	if !wrong {
		return nil, nil
	}
	if err := mt.Hold("the syndromes of all lamps", (24+8*int64(len(left)))*int64(len(z.lamps))); err != nil {
		return nil, err
	}
	for i := range z.lamps {
		if err := mt.Work(20*len(left) + 40); err != nil {
			return nil, err
		}
		for _, y := range left {
			z.lamps[i] = append(z.lamps[i], uint64(y.At(i/p.Width, i%p.Width)))
		}
	}
	return z, nil
}

// signature is what is left of the board's syndrome after adding By to the starts of lamps, as a
// text; the zero syndrome is all zero bytes. The board's wish b shrinks as the start grows.
func (z *syndromes) signature(rest []uint64) string {
	out := make([]byte, 4*len(rest))
	for j, v := range rest {
		out[4*j], out[4*j+1], out[4*j+2], out[4*j+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	return string(out)
}

// change adds the effect of change c to rest: lamp c/(m−1) gets c%(m−1) + 1 more.
func (z *syndromes) change(dst, rest []uint64, c int) []uint64 {
	lamp, by := c/int(z.m-1), uint64(c%int(z.m-1)+1)
	dst = dst[:0]
	for j, v := range rest {
		dst = append(dst, (v+(z.m-by)*z.lamps[lamp][j])%z.m)
	}
	return dst
}

func (z *syndromes) changes() int { return len(z.lamps) * int(z.m-1) }

func (z *syndromes) exists(c int) bool {
	lamp := c / int(z.m-1)
	return z.p.Cell(lamp/z.p.Width, lamp%z.p.Width)&lights.NoLamp == 0
}

func (z *syndromes) repair(c int) Repair {
	lamp := c / int(z.m-1)
	return Repair{lamp / z.p.Width, lamp % z.p.Width, uint32(c%int(z.m-1) + 1)}
}

func zero(v []uint64) bool {
	for _, c := range v {
		if c != 0 {
			return false
		}
	}
	return true
}

// Repairs lists the changes of a single lamp of the start that make p solvable; none where p is
// solvable, or where no single lamp is enough.
func (s *System) Repairs(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]Repair, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	z, err := s.syndromesOf(mt, p)
	if err != nil || z == nil {
		return nil, puzzle.AsLimit(err)
	}
	var out []Repair
	var rest []uint64
	for c := range z.changes() {
		if err := mt.Work(10*len(z.board) + 10); err != nil {
			return nil, err
		}
		if rest = z.change(rest, z.board, c); z.exists(c) && zero(rest) {
			out = append(out, z.repair(c))
		}
	}
	return out, nil
}

// Nearest returns a start nearest to p's with which p is solvable: as few lamps changed as
// possible, where that are at most three (or two, on boards with many lamps); nil where it takes
// more. For a solvable p it is the start.
func (s *System) Nearest(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*lights.Board, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	z, err := s.syndromesOf(mt, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	if z == nil {
		return p.Start, nil
	}
	singles := map[string]int{} // what single changes leave of nothing, negated: their effect
	nothing, buf := make([]uint64, len(z.board)), []uint64(nil)
	for c := range z.changes() {
		// A key and its place in the map.
		if mt.Work(20*len(z.board)+200) != nil || mt.Hold("the effects of single lamps", 64+4*int64(len(z.board))) != nil {
			return nil, puzzle.AsLimit(mt.Err())
		}
		if !z.exists(c) {
			continue
		}
		if buf = z.change(buf, z.board, c); zero(buf) {
			return z.changed(c), nil
		}
		// rest + effect = 0 iff rest is the effect's negative.
		buf = z.change(buf, nothing, c)
		for j, v := range buf {
			buf[j] = (z.m - v) % z.m
		}
		key := z.signature(buf)
		if _, known := singles[key]; !known {
			singles[key] = c
		}
	}
	for c := range z.changes() {
		if err := mt.Work(20*len(z.board) + 100); err != nil {
			return nil, err
		}
		buf = z.change(buf, z.board, c)
		if d, ok := singles[z.signature(buf)]; ok && z.exists(c) {
			return z.changed(c, d), nil
		}
	}
	if n := z.changes(); n*n > maxPairs {
		return nil, nil
	}
	var two []uint64
	for c := range z.changes() {
		if !z.exists(c) {
			continue
		}
		buf = z.change(buf, z.board, c)
		for d := range c {
			if err := mt.Work(20*len(z.board) + 60); err != nil {
				return nil, err
			}
			two = z.change(two, buf, d)
			if e, ok := singles[z.signature(two)]; ok && z.exists(d) {
				return z.changed(c, d, e), nil
			}
		}
	}
	return nil, nil
}

// changed is the start with changes.
func (z *syndromes) changed(list ...int) *lights.Board {
	b := z.p.Start.Clone()
	for _, c := range list {
		r := z.repair(c)
		b.Set(r.Row, r.Column, uint32((uint64(b.At(r.Row, r.Column))+uint64(r.By))%z.m))
	}
	return b
}
