package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
)

// A figure is what a job measured.
type figure struct {
	CPU, Wall time.Duration
	Note      string
	Presses   int64 // of a minimum
	Peak      int64 `json:"-"`
}

// jobs are what is measured inside a process, each in one of its own, for a size n and a modulus m.
var jobs = map[string]func(n int, m uint32) (figure, error){
	"plus":    func(n int, _ uint32) (figure, error) { return plus(n) },
	"stream":  func(n int, _ uint32) (figure, error) { return stream(n, true) },
	"random":  func(n int, _ uint32) (figure, error) { return stream(n, false) },
	"dense":   dense,
	"diamond": func(n int, _ uint32) (figure, error) { return diamond(n) },
	"minimum": func(n int, _ uint32) (figure, error) { return minimum(n) },
}

// timed runs f and takes medians.
func timed(runs int, f func() error) (figure, error) {
	var cpu, wall []time.Duration
	for range runs {
		begin, used := time.Now(), cpuTime()
		if err := f(); err != nil {
			return figure{}, err
		}
		cpu, wall = append(cpu, cpuTime()-used), append(wall, time.Since(begin))
	}
	return figure{CPU: median(cpu), Wall: median(wall)}, nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// solve prepares the rules and solves, which is what is measured in memory.
func solve(p *lights.Instance) (*lights.Board, error) {
	ctx := context.Background()
	sys, err := lightssolve.NewSystem(ctx, p, puzzle.Limits{})
	if err != nil {
		return nil, err
	}
	o, err := sys.Solve(ctx, p, puzzle.Limits{})
	if err != nil {
		return nil, err
	}
	if o.Verdict != puzzle.Solved {
		return nil, fmt.Errorf("%v instead of solved", o.Verdict)
	}
	return o.Witness.Presses, nil
}

func instance(n int, pattern string) *lights.Instance {
	return &lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: pattern}, Start: lights.NewBoard(n, n, 2)}
}

func plus(n int) (figure, error) {
	p, s := instance(n, "plus"), newSource(n, true)
	for y := range n {
		if err := s.row(y, p.Start.Row(y)); err != nil {
			return figure{}, err
		}
	}
	runs := 5
	if n <= 1000 {
		runs = 101
	}
	var x *lights.Board
	f, err := timed(runs, func() (err error) {
		x, err = solve(p)
		return err
	})
	if err != nil {
		return f, err
	}
	v := newVerifier(s)
	for y := range n {
		if err := v.row(y, x.Row(y)); err != nil {
			return f, err
		}
	}
	return f, v.finish(true)
}

// stream has a board made row by row, solved, and the rows of the answer verified as they come.
func stream(n int, image bool) (figure, error) {
	rules := lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: "plus"}}
	verdict := "solved, verified"
	f, err := timed(1, func() error {
		v := newVerifier(newSource(n, image))
		got, err := lightssolve.Stream(context.Background(), rules, newSource(n, image).row, v.row)
		if err != nil {
			return err
		}
		if image && !got.Solved {
			return fmt.Errorf("%d × %d: a solvable board is said to be unsolvable", n, n)
		}
		if !got.Solved {
			verdict = "impossible, certificate verified"
		}
		verdict = fmt.Sprintf("%s, nullity %d", verdict, got.Nullity)
		return v.finish(got.Solved)
	})
	f.Note = verdict
	return f, err
}

// dense solves one random system of n equations modulo m.
func dense(n int, m uint32) (figure, error) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	if m == 2 {
		a, b := gf2.New(n, n), make([]uint64, lights.Stride(n))
		for i := range n {
			fill(rng, a.Row(i), n)
		}
		fill(rng, b, n)
		a0 := a.Clone()
		var x, y []uint64
		f, _ := timed(1, func() error {
			x, y = a.EliminateInPlace().Solve(b)
			return nil
		})
		if x != nil && !slices.Equal(a0.MulVec(x), b) || x == nil && (gf2.Dot(y, b) == 0 || slices.ContainsFunc(a0.VecMul(y), func(w uint64) bool { return w != 0 })) {
			return f, fmt.Errorf("dense GF(2), %d unknowns: wrong answer", n)
		}
		return f, nil
	}
	a, b := zmod.NewMatrix(n, n, m), make([]uint32, n)
	for i := range n {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.Uint32N(m)
		}
		b[i] = rng.Uint32N(m)
	}
	var x, y []uint32
	f, _ := timed(1, func() error {
		x, y = a.Decompose().Solve(b)
		return nil
	})
	if x != nil && !slices.Equal(a.MulVec(x), b) || x == nil && (a.Ring().Dot(y, b) == 0 || slices.ContainsFunc(a.VecMul(y), func(v uint32) bool { return v != 0 })) {
		return f, fmt.Errorf("dense mod %d, %d unknowns: wrong answer", m, n)
	}
	return f, nil
}

func fill(rng *rand.Rand, row []uint64, n int) {
	for i := range row {
		row[i] = rng.Uint64()
	}
	row[len(row)-1] &= tail(n)
}

// diamond is distance 5 on a board with all lamps on, which can always be solved: the matrix is
// symmetric with ones on its diagonal.
func diamond(n int) (figure, error) {
	p := allOn(n, "diamond:5")
	var x *lights.Board
	f, err := timed(5, func() (err error) {
		x, err = solve(p)
		return err
	})
	if err != nil {
		return f, err
	}
	for y := range n {
		for i := range n {
			on := x.At(i, y)
			for dx := -5; dx <= 5; dx++ {
				for dy := -5; dy <= 5; dy++ {
					if max(dx, -dx)+max(dy, -dy) == 5 && i+dx >= 0 && i+dx < n && y+dy >= 0 && y+dy < n {
						on ^= x.At(i+dx, y+dy)
					}
				}
			}
			if on == 0 {
				return f, fmt.Errorf("diamond 5: lamp %d, %d stays on", i, y)
			}
		}
	}
	return f, nil
}

func allOn(n int, pattern string) *lights.Instance {
	p := instance(n, pattern)
	for y := range n {
		for x := range n {
			p.Start.Set(x, y, 1)
		}
	}
	return p
}

// minimum finds the fewest presses with all lamps on.
func minimum(n int) (figure, error) {
	note := ""
	p := allOn(n, "plus")
	var m *lightssolve.Minimum
	f, err := timed(1, func() error {
		ctx := context.Background()
		sys, err := lightssolve.NewSystem(ctx, p, puzzle.Limits{})
		if err != nil {
			return err
		}
		m, err = sys.Minimum(ctx, p, puzzle.Limits{})
		if err != nil {
			return err
		}
		if m == nil || !m.Exact {
			return fmt.Errorf("%d × %d: no exact minimum", n, n)
		}
		note = fmt.Sprintf("nullity %d, %v presses, %v optima", sys.Nullities()[0].Dimension, m.Cost, m.Optima)
		return nil
	})
	f.Note = note
	if err != nil {
		return f, err
	}
	f.Presses = m.Presses.NonZero()
	if m.Cost.Cmp(big.NewInt(f.Presses)) != 0 {
		return f, fmt.Errorf("%d × %d: %d presses, not %v", n, n, f.Presses, m.Cost)
	}
	up, made := make([]uint64, lights.Stride(n)), make([]uint64, lights.Stride(n))
	for y := range n {
		down := make([]uint64, len(up))
		if y+1 < n {
			down = m.Presses.Row(y + 1)
		}
		toggles(made, up, m.Presses.Row(y), down, n)
		if !slices.Equal(made, p.Start.Row(y)) {
			return f, fmt.Errorf("%d × %d: the fewest presses leave lamps on in row %d", n, n, y)
		}
		up = m.Presses.Row(y)
	}
	return f, nil
}
