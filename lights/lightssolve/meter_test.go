package lightssolve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// counting is a context that counts how often it is looked at, and is cancelled after so many looks.
type counting struct {
	context.Context
	looks atomic.Int64
	most  int64
}

func (c *counting) Err() error {
	if c.looks.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

// looked runs f under a context that is cancelled after so many looks, and tells how many there were.
func looked(most int64, f func(ctx context.Context) error) (int64, error) {
	ctx := &counting{Context: context.Background(), most: most}
	err := f(ctx)
	return ctx.looks.Load(), err
}

// Every question looks at its context at least once in three million steps, of which a board takes at least one for
// each cell, or word of 64 cells modulo 2, and ends soon after it has been cancelled.
func TestMeter(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	type board struct {
		w, h    int
		m       uint32
		pattern string
		topo    lights.Topology
		steps   float64
	}
	for _, b := range []board{
		{1 << 20, 1, 3, "plus", lights.Plane, 1 << 22},
		{1 << 20, 1, 2, "plus", lights.Torus, 1 << 22},
		{20000, 2, 9, "plus", lights.Plane, 1 << 19},
		{1500, 1500, 3, "plus", lights.Torus, 1500 * 1500 * 10},
		{4000, 4000, 2, "plus", lights.Cylinder, 4000 * 4000 / 64 * 4},
		{500, 500, 36, "plus", lights.Plane, 500 * 500 * 20},
		{299, 300, 4, "plus", lights.Torus, 600 * 600 * 600 / 3},
		{400, 400, 2, "king", lights.Torus, 400 * 400 * 8},
		{100, 100, 3, "diamond:3", lights.Plane, 600 * 600 * 600 / 60},
		{200, 200, 2, "knight", lights.Plane, 200 * 200 * 9},
	} {
		p := &lights.Instance{Modulus: b.m, Width: b.w, Height: b.h, Topology: b.topo, Pattern: lights.Pattern{Name: b.pattern}}
		p.Start = randomBoard(rng, b.w, b.h, b.m)
		run := func(ctx context.Context) error {
			sys, err := prepare(ctx, p, puzzle.Limits{})
			if err != nil {
				return err
			}
			_, err = sys.Solve(ctx, p, puzzle.Limits{})
			return err
		}
		name := fmt.Sprintf("%d × %d mod %d %s %v", b.w, b.h, b.m, b.pattern, b.topo)
		looks, err := looked(math.MaxInt64, run)
		if err != nil || float64(looks) < b.steps/3/(1<<20) {
			t.Errorf("%s: %d looks for at least %.0f steps (%v)", name, looks, b.steps, err)
		}
		for _, most := range []int64{0, 1, looks / 3, looks / 2, looks * 2 / 3, looks - 1} {
			if most >= looks {
				continue
			}
			if n, err := looked(most, run); !errors.Is(err, context.Canceled) || n-most > 24 {
				t.Errorf("%s: cancelled after %d of %d looks: %d more, then %v", name, most, looks, n-most, err)
			}
		}
	}
}

// The other questions end with their context too.
func TestMeterQuestions(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	p := &lights.Instance{Modulus: 3, Width: 60, Height: 60, Pattern: lights.Pattern{Name: "plus"}, Topology: lights.Torus, Start: randomBoard(rng, 60, 60, 3)}
	q := allOn(14, 14, "plus")
	r := allOn(5, 5, "plus")
	bits := allOn(29, 29, "plus")
	rook := allOn(300, 300, "rook")
	for name, run := range map[string]func(ctx context.Context) error{
		"Analyze": func(ctx context.Context) error {
			return NewSolver(Options{}).Analyze(ctx, p, puzzle.Limits{}, func(puzzle.Fact) error { return nil })
		},
		"All": func(ctx context.Context) error {
			return NewSolver(Options{}).All(ctx, bits, puzzle.Limits{}, func(lights.Witness) error { return nil })
		},
		"Scramble": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).Scramble(ctx, bits, 100, rand.New(rand.NewPCG(1, 2)), puzzle.Limits{})
			return err
		},
		"Apply": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).Apply(ctx, rook, strings.Repeat("1,1 ", 2000), puzzle.Limits{})
			return err
		},
		"Minimum":      func(ctx context.Context) error { return leastOf(ctx, bits) },
		"Smith":        func(ctx context.Context) error { _, err := SmithInvariants(ctx, q, puzzle.Limits{}); return err },
		"Distribution": func(ctx context.Context) error { _, err := Distribution(ctx, r, puzzle.Limits{}); return err },
		"Nullity": func(ctx context.Context) error {
			_, err := plusNullity(ctx, &lights.Instance{Width: 1<<18 - 7, Height: 1<<18 - 7}, puzzle.Limits{})
			return err
		},
	} {
		looks, err := looked(math.MaxInt64, run)
		if err != nil || looks < 3 {
			t.Errorf("%s: %d looks, %v", name, looks, err)
		}
		for _, most := range []int64{0, 1, looks / 2, looks - 1} {
			if n, err := looked(most, run); !errors.Is(err, context.Canceled) || n-most > 40 {
				t.Errorf("%s: cancelled after %d of %d looks: %d more, then %v", name, most, looks, n-most, err)
			}
		}
	}
}

func leastOf(ctx context.Context, p *lights.Instance) error {
	sys, err := prepare(ctx, p, puzzle.Limits{})
	if err != nil {
		return err
	}
	_, err = sys.Minimum(ctx, p, puzzle.Limits{})
	return err
}

// What has been prepared before may be asked under a context that ends at any look: no method takes what an elimination
// left unfinished for an answer.
func TestMeterPrepared(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 11))
	for _, b := range []struct {
		pattern string
		n       int
		m       uint32
	}{{"king", 500, 2}, {"knight", 60, 2}, {"rook", 60, 3}, {"plus", 300, 4}} {
		p := &lights.Instance{Modulus: b.m, Width: b.n + 1, Height: b.n, Pattern: lights.Pattern{Name: b.pattern}, Start: randomBoard(rng, b.n+1, b.n, b.m)}
		sys, err := prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		run := func(ctx context.Context) error {
			_, err := sys.Solve(ctx, p, puzzle.Limits{})
			return err
		}
		looks, _ := looked(math.MaxInt64, run)
		for most := range looks {
			if _, err := looked(most, run); !errors.Is(err, context.Canceled) {
				t.Errorf("%s modulo %d: cancelled after %d of %d looks: %v", b.pattern, b.m, most, looks, err)
			}
		}
	}
}
