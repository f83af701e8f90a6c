package lightssolve

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/twin"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// maxOrbitWork bounds buttons³ times the symmetries of a board whose solutions are counted up to them.
const maxOrbitWork = 1 << 29

// UpToSymmetry counts the solutions of p, with those that are the same after a symmetry counted once, and the
// symmetries: the turns, mirrorings and shifts across joined edges that keep what a press does, what cells lack, the
// costs, and start and target on the lamps that matter. A net has one, and so it is where p has a Choice.
//
// By Burnside's lemma there are as many as the mean, over all symmetries, of the solutions that a symmetry keeps. A
// solution is kept where buttons that the symmetry takes to each other are pressed equally often: these are one button
// of a net, whose solutions are counted. Cost: an elimination for each symmetry.
func (s *System) UpToSymmetry(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits,
) (solutions *big.Int, symmetries int, err error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, 0, err
	}
	solutions, symmetries, err = s.upToSymmetry(mt, p)
	return solutions, symmetries, puzzle.AsLimit(err)
}

func (s *System) upToSymmetry(mt *meter.Meter, p *lights.Instance) (*big.Int, int, error) {
	if p.LitOnly {
		return nil, 0, litUnsupported("ways are not counted")
	}
	if p.Choice != nil {
		return nil, 0, fmt.Errorf("%w: solutions of a board with several goals are not counted up to symmetry",
			puzzle.ErrUnsupported)
	}
	if !s.writable() {
		return nil, 0, fmt.Errorf("%w: the number of solutions is too long", puzzle.ErrUnsupported)
	}
	h, w := p.Buttons()
	n := float64(h) * float64(w)
	if n*n*n > maxOrbitWork {
		return nil, 0, fmt.Errorf("%w: the board is too large to count its solutions up to symmetry", puzzle.ErrUnsupported)
	}
	group, err := symmetriesOf(mt, p)
	if err != nil {
		return nil, 0, err
	}
	if n*n*n*float64(len(group)) > maxOrbitWork {
		return nil, 0, fmt.Errorf("%w: the board has too many symmetries", puzzle.ErrUnsupported)
	}
	b, err := newEye(mt, p)
	if err != nil {
		return nil, 0, err
	}
	if b.reach == nil {
		return nil, 0, fmt.Errorf("%w: a press reaches too many lamps", puzzle.ErrUnsupported)
	}
	sum := new(big.Int)
	for _, to := range group {
		kept, err := b.kept(mt, to)
		if err != nil {
			return nil, 0, err
		}
		sum.Add(sum, kept)
	}
	return sum.Div(sum, big.NewInt(int64(len(group)))), len(group), nil
}

// kept counts the solutions that a symmetry keeps, which takes button i to button to[i].
func (b *eye) kept(mt *meter.Meter, to []int) (*big.Int, error) {
	p := b.p
	_, width := p.Buttons()
	orbit, orbits := make([]int32, len(to)), int32(0) // from 1
	var links []lights.Link
	for i := range to {
		if p.Net == nil && p.Cell(i/width, i%width)&lights.NoButton != 0 {
			continue
		}
		if orbit[i] == 0 {
			orbits++
			for k := i; orbit[k] == 0; k = to[k] {
				orbit[k] = orbits
			}
		}
		for _, t := range b.reach[i] {
			links = append(links, lights.Link{Button: orbit[i] - 1, Lamp: int32(t.lamp), Weight: t.weight})
		}
		if err := mt.Work(40 * (1 + len(b.reach[i]))); err != nil {
			return nil, err
		}
	}
	start := lights.NewBoard(1, len(b.left), p.Modulus)
	for l, v := range b.left {
		start.Set(0, l, uint32((uint64(p.Modulus)-uint64(v))%uint64(p.Modulus)))
	}
	q := &lights.Instance{Modulus: p.Modulus, Width: len(b.left), Height: 1, Start: start}
	if orbits == 0 { // nothing can be pressed: to press nothing is a solution or it is not
		if start.IsZero() {
			return big.NewInt(1), nil
		}
		return new(big.Int), nil
	}
	q.Net = lights.NewNet(int(orbits), len(b.left), links, p.Modulus)
	held := mt.Held()
	defer func() { mt.Release(mt.Held() - held) }()
	sys, err := newSystem(mt, q)
	if err != nil {
		return nil, err
	}
	o, err := sys.solve(mt, q, true)
	if err != nil || o.Verdict == puzzle.Impossible {
		return new(big.Int), err
	}
	return sys.Solutions(), nil
}

// symmetriesOf are the symmetries of p, each as where it takes every cell, each once. Of a net it is the identity.
func symmetriesOf(mt *meter.Meter, p *lights.Instance) ([][]int, error) {
	h, w := p.Buttons()
	identity := make([]int, h*w)
	for i := range identity {
		identity[i] = i
	}
	if p.Net != nil {
		return [][]int{identity}, nil
	}
	offsets, err := p.Offsets(mt)
	if err != nil {
		return nil, err
	}
	var group [][]int
	seen := map[string]bool{}
	for s := range grid.Symmetry(grid.Symmetries) {
		if rows, _ := s.Sides(h, w); rows != h {
			continue
		}
		if ok, err := twin.Keeps(mt, p, offsets, s); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		down, right := twin.Shifts(p, s)
		for dy := range down {
			for dx := range right {
				to, text := make([]int, h*w), make([]byte, 0, 4*h*w)
				for i := range to {
					y, x := s.At(i/w, i%w, h, w)
					to[i] = (y+dy)%h*w + (x+dx)%w
					text = binary.LittleEndian.AppendUint32(text, uint32(to[i]))
				}
				if err := mt.Work(40 * h * w); err != nil {
					return nil, err
				}
				if seen[string(text)] || !standsAlike(p, to) {
					continue
				}
				if err := mt.Hold("the symmetries of the board", int64(12*h*w+100)); err != nil {
					return nil, err
				}
				seen[string(text)] = true
				group = append(group, to)
			}
		}
	}
	return group, nil
}

// standsAlike reports whether p is the same where to takes its cells.
func standsAlike(p *lights.Instance, to []int) bool {
	for i, k := range to {
		y, x, r, c := i/p.Width, i%p.Width, k/p.Width, k%p.Width
		cell := p.Cell(y, x)
		switch {
		case cell != p.Cell(r, c), cell&lights.NoButton == 0 && p.Cost(y, x) != p.Cost(r, c):
			return false
		case cell&lights.NoLamp != 0:
			continue
		case p.Start.At(y, x) != p.Start.At(r, c), p.Target != nil && p.Target.At(y, x) != p.Target.At(r, c):
			return false
		}
	}
	return true
}
