package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// modulo is p modulo q, or nil where no weight of its pattern is left.
func modulo(p *lights.Instance, q uint32) *lights.Instance {
	r := &lights.Instance{Modulus: q, Width: p.Width, Height: p.Height, Topology: p.Topology, Cells: p.Cells}
	reduce := func(b *lights.Board) *lights.Board {
		if b == nil {
			return nil
		}
		out := lights.NewBoard(b.W, b.H, q)
		for y := range b.H {
			for x := range b.W {
				out.Set(x, y, b.At(x, y)%q)
			}
		}
		return out
	}
	r.Start, r.Target = reduce(p.Start), reduce(p.Target)
	if p.Net != nil {
		links := append([]lights.Link(nil), p.Net.Links...)
		for i := range links {
			links[i].Weight %= q
		}
		r.Net = lights.NewNet(p.Net.Buttons, p.Net.Lamps, links, q)
		return r
	}
	r.Pattern.Name = p.Pattern.Name
	for _, o := range p.Pattern.Offsets {
		if o.Weight %= q; o.Weight != 0 {
			r.Pattern.Offsets = append(r.Pattern.Offsets, o)
		}
	}
	if r.Pattern.Name == "" && r.Pattern.Offsets == nil {
		return nil
	}
	return r
}

// wish is what the presses must add, target − start, at the lamps that matter.
func wish(p *lights.Instance) *lights.Board {
	b := lights.NewBoard(p.Width, p.Height, p.Modulus)
	for y := range p.Height {
		for x := range p.Width {
			if p.Cell(x, y)&lights.NoLamp == 0 {
				b.Set(x, y, p.Wanted(x, y))
			}
		}
	}
	return b
}

// check lets the checker, which shares no code with engines, judge presses x or weights y.
func check(t *testing.T, p *lights.Instance, x, y *lights.Board) {
	t.Helper()
	o := lights.Outcome{Verdict: puzzle.Solved, Witness: &lights.Witness{Presses: x}}
	if x == nil {
		o = lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{Weights: y, Value: dot(y, wish(p), p.Modulus)}}
	}
	if err := lightscheck.Check(context.Background(), p, o, puzzle.Limits{}); err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
}

func dot(a, b *lights.Board, m uint32) uint32 {
	sum := uint64(0)
	for y := range a.H {
		for x := range a.W {
			sum = (sum + uint64(a.At(x, y))*uint64(b.At(x, y))) % uint64(m)
		}
	}
	return uint32(sum)
}

// twins compares an engine for p modulo q with the chase, checks what it answers, presses its quiet
// patterns and holds its left ones against the verdict.
func twins(t *testing.T, p *lights.Instance, q zmod.PrimePower, fast engine.Engine) {
	t.Helper()
	slow, err := engine.Chase(p, q)
	if err != nil {
		t.Fatal(err)
	}
	if fast.Nullity() != slow.Nullity() || fast.Solutions().Cmp(slow.Solutions()) != 0 {
		t.Fatalf("%+v mod %d: nullity %d, %v solutions; by chasing %d and %v", p, q.Value(), fast.Nullity(), fast.Solutions(), slow.Nullity(), slow.Solutions())
	}
	part := modulo(p, q.Value())
	if part == nil {
		return
	}
	b := wish(part)
	solved := func(e engine.Engine, verdictOnly bool) bool {
		x, y, err := e.Solve(nil, b.Clone(), verdictOnly)
		if err != nil || (x == nil) == (y == nil) {
			t.Fatalf("%+v: presses %v, weights %v, %v", part, x, y, err)
		}
		if !verdictOnly {
			check(t, part, x, y)
		}
		return x != nil
	}
	want := solved(slow, true)
	if solved(fast, true) != want || solved(fast, false) != want {
		t.Fatalf("%+v: solved %v is wrong", part, !want)
	}
	quiet, err := fast.Kernel(nil)
	if err != nil {
		t.Fatal(err)
	}
	still := *part
	still.Target = part.Start
	for _, x := range quiet {
		if x.IsZero() {
			t.Fatalf("%+v: an empty quiet pattern", part)
		}
		check(t, &still, x, nil)
	}
	left, err := fast.LeftKernel(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := true
	for _, y := range left {
		if dot(y, b, part.Modulus) != 0 {
			check(t, part, nil, y)
			all = false
		}
	}
	if all != want {
		t.Fatalf("%+v: solved %v, but the left kernel says %v", part, want, all)
	}
}

// A band answers as a chase does, for boards and nets of all kinds modulo primes and products of
// primes.
func TestBandTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 12))
	for range 1000 {
		p := lightssolve.Generate(rng, 1+rng.IntN(40))
		if p.Modulus%4 == 0 {
			continue
		}
		for _, q := range zmod.Factor(p.Modulus) {
			e, excess, err := engine.Band(p, q)
			if err != nil {
				t.Fatal(err)
			}
			if excess > 0 {
				t.Fatalf("%+v mod %d: %f entries more than were foretold", p, q.P, excess)
			}
			twins(t, p, q, e)
		}
	}
}

// A turned board has the nullity, the verdict and correct presses and weights of the board as it
// lies.
func TestTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 11))
	for range 600 {
		m := [...]uint32{2, 2, 3, 5, 4, 8, 9, 6, 257, 12}[rng.IntN(10)]
		p := &lights.Instance{Modulus: m, Width: 1 + rng.IntN(70), Height: 1 + rng.IntN(9), Topology: lights.Topology(rng.IntN(3))}
		p.Pattern.Offsets = []lights.Offset{{DX: 0, DY: 0, Weight: 1 + rng.Uint32N(m-1)}}
		side, up := 1+rng.Uint32N(m-1), rng.Uint32N(m)
		for _, s := range []int{-1, 1} {
			p.Pattern.Offsets = append(p.Pattern.Offsets, lights.Offset{DX: s, DY: 0, Weight: side})
			if up != 0 {
				p.Pattern.Offsets = append(p.Pattern.Offsets, lights.Offset{DX: 0, DY: s, Weight: up})
			}
		}
		p.Start = startOf(t, rng, p)
		for _, q := range zmod.Factor(m) {
			e, err := engine.FromTheSide(p, q)
			if err != nil {
				t.Fatal(err)
			}
			if e != nil {
				twins(t, p, q, e)
			}
		}
	}
}

// startOf is a random start, one in two made by pressing buttons.
func startOf(t *testing.T, rng *rand.Rand, p *lights.Instance) *lights.Board {
	start := engine.RandomBoard(rng, p.Width, p.Height, p.Modulus)
	if rng.IntN(2) == 0 {
		return start
	}
	r := *p
	r.Start = lights.NewBoard(p.Width, p.Height, p.Modulus)
	q, err := engine.Pressed(nil, &r, start)
	if err != nil {
		t.Fatal(err)
	}
	return q.Start
}

// The engine that New chooses for a plus has the nullity and the answers of a chase, for boards of
// all sizes around a word's width.
func TestPlusTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	sizes := []int{1, 2, 3, 4, 5, 7, 9, 11, 14, 16, 19, 23, 29, 31, 33, 62, 63, 64, 65, 66, 127, 128, 129}
	for range 250 {
		w, h := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(16)]
		if rng.IntN(2) == 0 {
			w = h
		}
		m := []uint32{2, 2, 2, 3, 5, 4, 9, 6, 257, 2147483647, 1 << 31, 65537 * 3}[rng.IntN(12)]
		p := &lights.Instance{Modulus: m, Width: w, Height: h, Topology: lights.Topology(rng.IntN(3)), Pattern: lights.Pattern{Name: "plus"}}
		if rng.IntN(3) == 0 {
			p.Pattern.Name = "open-plus"
		}
		p.Start = startOf(t, rng, p)
		for _, q := range zmod.Factor(m) {
			e, err := engine.New(nil, p, q)
			if err != nil {
				t.Fatal(err)
			}
			twins(t, p, q, e)
		}
	}
}
