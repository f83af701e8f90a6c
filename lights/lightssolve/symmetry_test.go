package lightssolve

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// orbitsTwin lists all solutions and throws together those that a symmetry takes to each other. A symmetry is any
// permutation of the cells by turns, mirrors and shifts, written out here, that takes the effect of each press to that of
// the press where it goes, and keeps start, target, cells and costs.
func orbitsTwin(t *rapid.T, p *lights.Instance) (orbits int64, symmetries int) {
	h, w := p.Height, p.Width
	var all []*lights.Board
	solver := NewSolver(Options{})
	if err := solver.Every(context.Background(), p, puzzle.Limits{}, func(x lights.Witness) error {
		all = append(all, x.Presses)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	effect := func(y, x int) []uint32 {
		q := *p
		q.Start = lights.NewBoard(h, w, p.Modulus)
		r, err := solver.Apply(context.Background(), &q, press(p, y, x, 1), puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var out []uint32
		for i := range h * w {
			v := r.Start.At(i/w, i%w)
			if p.Cell(i/w, i%w)&lights.NoLamp != 0 {
				v = 0
			}
			out = append(out, v)
		}
		return out
	}
	var group [][]int
	for turn := range 8 {
		for dy := range h {
			for dx := range w {
				if dy > 0 && p.Topology != lights.Torus || dx > 0 && p.Topology == lights.Plane || turn&1 != 0 && h != w {
					continue
				}
				to := make([]int, h*w)
				for i := range to {
					y, x := i/w, i%w
					if turn&1 != 0 {
						y, x = x, y
					}
					if turn&2 != 0 {
						y = h - 1 - y
					}
					if turn&4 != 0 {
						x = w - 1 - x
					}
					to[i] = (y+dy)%h*w + (x+dx)%w
				}
				if symmetric(p, to, effect) && !containsList(group, to) {
					group = append(group, to)
				}
			}
		}
	}
	seen := map[string]bool{}
	text := func(x *lights.Board, to []int) string {
		out := make([]byte, h*w)
		for i, k := range to {
			out[k] = byte(x.At(i/w, i%w))
		}
		return string(out)
	}
	for _, x := range all {
		known := false
		for _, g := range group {
			known = known || seen[text(x, g)]
		}
		if !known {
			orbits++
		}
		for _, g := range group {
			seen[text(x, g)] = true
		}
	}
	return orbits, len(group)
}

func symmetric(p *lights.Instance, to []int, effect func(y, x int) []uint32) bool {
	w := p.Width
	for i, k := range to {
		if p.Cell(i/w, i%w) != p.Cell(k/w, k%w) {
			return false
		}
	}
	for i, k := range to {
		lamp, button := p.Cell(i/w, i%w)&lights.NoLamp == 0, p.Cell(i/w, i%w)&lights.NoButton == 0
		if lamp && (p.Start.At(i/w, i%w) != p.Start.At(k/w, k%w) ||
			p.Target != nil && p.Target.At(i/w, i%w) != p.Target.At(k/w, k%w)) {
			return false
		}
		if !button {
			continue
		}
		if p.Cost(i/w, i%w) != p.Cost(k/w, k%w) {
			return false
		}
		here, there := effect(i/w, i%w), effect(k/w, k%w)
		for l, v := range here {
			if there[to[l]] != v {
				return false
			}
		}
	}
	return true
}

func containsList(list [][]int, v []int) bool {
	for _, o := range list {
		same := true
		for i := range o {
			same = same && o[i] == v[i]
		}
		if same {
			return true
		}
	}
	return false
}

// TestUpToSymmetry compares the count with the twin, on boards that are symmetric more often than not. A pattern may be
// symmetric on a board as it acts without being so as it is written; then the twin may know more symmetries.
func TestUpToSymmetry(t *testing.T) {
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		side, other := rapid.IntRange(2, 4).Draw(t, "rows"), rapid.IntRange(2, 4).Draw(t, "columns")
		p := &lights.Instance{Modulus: rapid.Uint32Range(2, 4).Draw(t, "modulus"), Height: side, Width: other,
			Topology: lights.Topology(rng.IntN(3))}
		p.Pattern.Name = []string{"plus", "king", "open-x", "open-plus"}[rng.IntN(4)]
		p.Start = lights.NewBoard(side, other, p.Modulus)
		if rng.IntN(3) == 0 {
			p.Cells = make([]lights.Cell, side*other)
			p.Cells[rng.IntN(len(p.Cells))] = lights.Cell(rng.IntN(4))
		}
		for i := range side * other {
			if p.Cell(i/other, i%other) != lights.Hole && rng.IntN(3) == 0 {
				p.Start.Set(i/other, i%other, 1)
			}
		}
		if rng.IntN(2) == 0 {
			p.Start = lights.NewBoard(side, other, p.Modulus)
		}
		sys, err := NewSolver(Options{}).Prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if n := sys.Solutions(); !n.IsInt64() || n.Int64() > 5000 {
			return
		}
		n, symmetries, err := sys.UpToSymmetry(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		orbits, group := orbitsTwin(t, p)
		if symmetries > group || symmetries == group && n.Int64() != orbits || n.Int64() < orbits {
			t.Fatalf("%v: %v up to %d symmetries; the twin has %d up to %d", p, n, symmetries, orbits, group)
		}
		if p.Cells == nil && side > 2 && other > 2 && symmetries != group {
			t.Fatalf("%v: %d symmetries; the twin knows %d", p, symmetries, group)
		}
		if symmetries > 1 && n.Int64() > 1 {
			several++
		}
	})
	t.Logf("%d boards have several solutions up to symmetry", several)
	if !testing.Short() && several == 0 {
		t.Error("no board has several solutions up to symmetry")
	}
}

// TestUpToSymmetryOfLarge has the quiet patterns of 5 × 5 and of 4 × 4, 4 and 16, and a board that is too large.
func TestUpToSymmetryOfLarge(t *testing.T) {
	for _, c := range []struct {
		side       int
		symmetries int
		solutions  int64
	}{{5, 8, 3}, {4, 8, 5}} {
		p := &lights.Instance{Modulus: 2, Width: c.side, Height: c.side, Pattern: lights.Pattern{Name: "plus"},
			Start: lights.NewBoard(c.side, c.side, 2)}
		sys, err := NewSolver(Options{}).Prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		n, g, err := sys.UpToSymmetry(context.Background(), p, puzzle.Limits{})
		if err != nil || g != c.symmetries || n.Int64() != c.solutions {
			t.Errorf("%d × %d: %v solutions up to %d symmetries, %v", c.side, c.side, n, g, err)
		}
	}
	p := &lights.Instance{Modulus: 2, Width: 40, Height: 40, Pattern: lights.Pattern{Name: "plus"},
		Start: lights.NewBoard(40, 40, 2)}
	sys, err := NewSolver(Options{}).Prepare(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sys.UpToSymmetry(context.Background(), p, puzzle.Limits{}); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Errorf("40 × 40: %v", err)
	}
}
