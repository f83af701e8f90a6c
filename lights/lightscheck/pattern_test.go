package lightscheck

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// gridOf makes an instance of zeros.
func gridOf(w, h int, m uint32, name string, topo lights.Topology) *lights.Instance {
	return &lights.Instance{Modulus: m, Width: w, Height: h, Pattern: lights.Pattern{Name: name}, Topology: topo, Start: lights.NewBoard(h, w, m)}
}

// pressed is what a press of (x, y) adds to each lamp, by the offsets.
func pressed(k *work, x, y int) []uint64 {
	lamps := make([]uint64, k.p.Width*k.p.Height)
	for _, o := range k.offsets {
		if x, y, ok := onBoard(k.p, x+o.dx, y+o.dy); ok {
			lamps[y*k.p.Width+x] += o.weight
		}
	}
	return lamps
}

// TestPatterns compares the offsets of every pattern with walks from the pressed cell, and
// with the data package's own offsets.
func TestPatterns(t *testing.T) {
	rng := seeded(t)
	names := append(patterns(), "diamond:9", "ball:5", "open-square:6", "ball:20", "diamond:20", "")
	for range 3 {
		for _, name := range names {
			for topo := lights.Plane; topo <= lights.Torus; topo++ {
				m := []uint32{2, 3, 4, 6, 1 << 31}[rng.IntN(5)]
				p := gridOf(1+rng.IntN(9), 1+rng.IntN(9), m, name, topo)
				if name == "" {
					p.Pattern = spelled(rng, m)
				}
				if err := p.Validate(); err != nil {
					t.Fatal(err)
				}
				k := newWork(background, p, noLimits)
				if err := k.fit(); err != nil {
					t.Fatal(err)
				}
				for range 3 {
					x, y := rng.IntN(p.Width), rng.IntN(p.Height)
					want := effect(p, x, y)
					for i := range want {
						want[i] %= uint64(m)
					}
					if got := pressed(k, x, y); !slices.Equal(got, want) {
						t.Fatalf("%s: a press of (%d, %d) adds %v; %v by walking", describe(p), x, y, got, want)
					}
				}
				theirs, err := p.Offsets(nil)
				if err != nil {
					t.Fatal(err)
				}
				if len(theirs) != len(k.offsets) {
					t.Fatalf("%s: offsets %v; lights says %v", describe(p), k.offsets, theirs)
				}
				for i, o := range k.offsets {
					if theirs[i] != (lights.Offset{DX: o.dx, DY: o.dy, Weight: uint32(o.weight)}) {
						t.Fatalf("%s: offsets %v; lights says %v", describe(p), k.offsets, theirs)
					}
				}
			}
		}
	}
}

// TestHugePatterns makes sure that distances far beyond the board cost nothing, and that
// patterns of very many lamps end at a limit.
func TestHugePatterns(t *testing.T) {
	for _, name := range []string{"diamond:1073741824", "ball:1073741824", "square:1073741824"} {
		k := newWork(background, gridOf(3, 2, 2, name, lights.Plane), noLimits)
		if err := k.fit(); err != nil {
			t.Fatal(name, err)
		}
		if n := len(k.offsets); name[0] == 'd' && n != 1 || name[0] != 'd' && n != 15 {
			t.Errorf("%s has %d offsets", name, n)
		}
	}
	small := puzzle.Limits{Memory: 1 << 20}
	var le *puzzle.LimitError
	p := gridOf(1000, 999, 2, "bishop", lights.Torus)
	if err := newWork(background, p, small).fit(); !errors.As(err, &le) || le.Limit != "memory" {
		t.Error(err)
	}
	p = gridOf(1<<20, 1<<10-1, 2, "bishop", lights.Torus)
	ctx := puzzletest.NewPolls(40)
	if err := newWork(ctx, p, noLimits).fit(); !errors.Is(err, context.Canceled) || ctx.Asked() != 40 {
		t.Errorf("stopped at poll 40: %v; it asked %d times", err, ctx.Asked())
	}
}

// naive is the sum at (x, y) of a board, cell by cell.
func naive(p *lights.Instance, effects [][]uint64, b *lights.Board, forward bool, x, y int) (sum uint64) {
	at := y*p.Width + x
	for i, v := range valuesOf(b) {
		if forward {
			sum += uint64(v) * effects[i][at] % uint64(p.Modulus)
		} else {
			sum += uint64(v) * effects[at][i] % uint64(p.Modulus)
		}
	}
	return sum % uint64(p.Modulus)
}

// TestSums compares sums, of all ways to store boards and on rows of many words and
// segments, with the effects of single presses.
func TestSums(t *testing.T) {
	rng := seeded(t)
	widths := []int{1, 2, 3, 31, 63, 64, 65, 70, 127, 128, 129, 200}
	for range extent.Rounds(150) {
		m := []uint32{2, 2, 2, 3, 6, 256, 257, 1<<31 - 1, 1 << 31}[rng.IntN(9)]
		p := gridOf(widths[rng.IntN(len(widths))], 1+rng.IntN(4), m, "", lights.Topology(rng.IntN(3)))
		all := patterns()
		if p.Pattern.Name = all[rng.IntN(len(all))]; rng.IntN(3) == 0 {
			p.Pattern = spelled(rng, m)
			for i := range p.Pattern.Offsets {
				p.Pattern.Offsets[i].DX *= 1 + rng.IntN(60)*(i&1) // still different
			}
		}
		if p.Validate() != nil {
			continue // two offsets became one
		}
		o := newOracle(p)
		b := board(p.Width, p.Height, randomValues(rng, p.Width*p.Height, uint64(m)), rng)
		forward := rng.IntN(2) == 0
		if p.Target = lights.NewBoard(p.Height, p.Width, m); rng.IntN(2) == 0 {
			p.Target = nil
		}
		sums := make([]uint64, p.Width*p.Height)
		for i := range sums {
			sums[i] = naive(p, o.effects, b, forward, i%p.Width, i/p.Width)
		}
		if forward {
			want(rng, p, sums)
		}
		met := func() (x, y int, err error) {
			err = newWork(background, p, noLimits).meets(b, demand{forward: forward, unmet: func(ux, uy int, got uint64) error {
				x, y = ux, uy
				return puzzle.Rejectf("got %d", got)
			}})
			return x, y, err
		}
		x, y, err := met()
		zero := !slices.ContainsFunc(sums, func(v uint64) bool { return v != 0 })
		if good := forward || zero; (err == nil) != good || err != nil && sums[y*p.Width+x] == 0 {
			t.Fatalf("%s: %v at %d, %d: %v", describe(p), err, x, y, sums)
		}
		if !forward {
			continue
		}
		i := rng.IntN(len(sums))
		p.Start.Set(i/p.Width, i%p.Width, (p.Start.At(i/p.Width, i%p.Width)+1)%m)
		if x, y, err := met(); err == nil || y*p.Width+x != i || !strings.Contains(err.Error(), "got") {
			t.Fatalf("%s: %v at %d, %d; %d is expected", describe(p), err, x, y, i)
		}
	}
}

// TestLongRows has rows of more than one segment.
func TestLongRows(t *testing.T) {
	rng := seeded(t)
	for _, m := range []uint32{2, 3, 1 << 31} {
		for topo := lights.Plane; topo <= lights.Torus; topo++ {
			w := 2*segment + 1 + rng.IntN(200)
			p := gridOf(w, 2, m, "", topo)
			p.Pattern = spelled(rng, m)
			p.Pattern.Offsets[0].DX = []int{segment, -segment, w - 1, 1 - w, 5000}[rng.IntN(5)]
			k := newWork(background, p, noLimits)
			if err := k.fit(); err != nil {
				t.Fatal(err)
			}
			b, sums := lights.NewBoard(2, w, m), make([]uint64, 2*w)
			for range extent.Rounds(3000) {
				x, y, v := rng.IntN(w), rng.IntN(2), rng.Uint32N(m)
				if b.At(y, x) != 0 {
					continue
				}
				b.Set(y, x, v)
				for _, o := range k.offsets {
					if lx, ly, ok := onBoard(p, x+o.dx, y+o.dy); ok {
						sums[ly*w+lx] = (sums[ly*w+lx] + o.weight*uint64(v)) % uint64(m)
					}
				}
			}
			want(rng, p, sums)
			cost, _ := k.cost(b)
			judge(t, p, solved(lights.Witness{Presses: b, Cost: cost.big()}), true)
			at := rand.IntN(w)
			p.Start.Set(1, at, (p.Start.At(1, at)+1)%m)
			judge(t, p, solved(lights.Witness{Presses: b, Cost: cost.big()}), false)
		}
	}
}

// A pattern of a few letters is fitted under the context, its sorting too: of 501,001 offsets the first 69 polls are asked
// before it, and no order in which the map gives them is sorted with fewer than 131 more (2^(131·2^16) is nothing to their
// factorial).
func TestFitAsksItsContext(t *testing.T) {
	for _, after := range []int64{1, 50, 150, 200} {
		ctx := puzzletest.NewPolls(after)
		k := newWork(ctx, gridOf(1024, 1024, 2, "ball:500", lights.Torus), puzzle.Limits{})
		if err := k.fit(); !errors.Is(err, context.Canceled) || ctx.Asked() != after {
			t.Errorf("stopped at poll %d: %v; it asked %d times", after, err, ctx.Asked())
		}
	}
}
