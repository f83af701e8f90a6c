package lightssolve

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// A band answers as a chase does, for boards and nets of all kinds modulo primes and products of primes.
func TestBandTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 12))
	ctx := context.Background()
	for range 1000 {
		p := Generate(rng, 1+rng.IntN(40))
		p.Costs = nil
		if p.Modulus%4 == 0 {
			continue
		}
		fast, slow := &System{m: p.Modulus, bytes: 1 << 10}, &System{m: p.Modulus, bytes: 1 << 10}
		for _, q := range zmod.Factor(p.Modulus) {
			r := rules{p: p, q: q}
			chase, err := newChase(nil, r)
			if err != nil {
				t.Fatal(err)
			}
			o := bandOrder(nil, r, chase.s, chase.cols)
			e, err := newBand(nil, r, chase.s, o)
			if err != nil {
				t.Fatal(err)
			}
			entries, _ := bandCost(nil, chase.s, o)
			for _, row := range e.rows {
				entries -= float64(len(row.a))
			}
			if e.nullity() != chase.nullity() || e.solutions().Cmp(chase.solutions()) != 0 || entries < 0 {
				t.Fatalf("%+v mod %d: nullity %d, by chasing %d; %f entries more than were foretold", p, q.P, e.nullity(), chase.nullity(), -entries)
			}
			fast.parts, slow.parts = append(fast.parts, part{q, e}), append(slow.parts, part{q, chase})
		}
		want, err := slow.Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		o, err := fast.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Verdict != want.Verdict || o.Verdict == puzzle.Solved && !right(p, o.Witness.Presses) || o.Verdict == puzzle.Impossible && !certified(p, o.Certificate) {
			t.Fatalf("%+v: %v is wrong", p, o.Verdict)
		}
		multiplyKernels(t, p, fast)
	}
}

// multiplyKernels presses the quiet patterns and multiplies the left ones out.
func multiplyKernels(t *testing.T, p *lights.Instance, s *System) {
	t.Helper()
	ctx := context.Background()
	quiet, err := s.Kernel(ctx, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	q := *p
	q.Target = p.Start
	for _, x := range quiet {
		if x.IsZero() || !right(&q, x) {
			t.Fatalf("%+v: %v is not quiet", p, x)
		}
	}
	left, err := s.LeftKernel(ctx, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	b := wanted(nil, p)
	solvable := true
	for _, y := range left {
		c := &lights.Certificate{Weights: y, Value: product2(nil, y, b, p.Modulus)}
		solvable = solvable && c.Value == 0
		if c.Value != 0 && !certified(p, c) {
			t.Fatalf("%+v: %v is no certificate", p, y)
		}
	}
	o, err := s.Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
	if err != nil || (o.Verdict == puzzle.Solved) != solvable {
		t.Fatalf("%+v: %v, but the left kernel says %v (%v)", p, o.Verdict, solvable, err)
	}
}

// Narrow boards with any pattern and nets like lines are bands, and the memory that is held for them grows with their
// length only.
func TestBandIsLinear(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 13))
	for _, name := range []string{"king", "knight", "ball:2", "open-x"} {
		for topo := lights.Plane; topo <= lights.Torus; topo++ {
			held := func(w, h int) int64 {
				p := &lights.Instance{Modulus: 5, Width: w, Height: h, Topology: topo, Pattern: lights.Pattern{Name: name}}
				p.Start = randomBoard(rng, w, h, 5)
				r := rules{p: p, q: zmod.PrimePower{P: 5, K: 1}}
				e, _, err := planChase(nil, r)
				if err != nil {
					t.Fatal(err)
				}
				mt := puzzle.Limits{}.Meter(context.Background())
				if _, err := newBand(mt, r, e.s, bandOrder(nil, r, e.s, e.cols)); err != nil {
					t.Fatal(err)
				}
				return mt.Held()
			}
			if a, b := held(3, 200), held(3, 800); b > 5*a {
				t.Errorf("%s %v: %d bytes for 3 × 200, %d for 3 × 800", name, topo, a, b)
			}
			if a, b := held(200, 3), held(800, 3); b > 5*a {
				t.Errorf("%s %v: %d bytes for 200 × 3, %d for 800 × 3", name, topo, a, b)
			}
		}
	}
}

// A net that falls apart, or is a line with its nodes numbered at random, is answered under a limit that a dense
// system of all of it would not fit.
func TestNetParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 14))
	const n = 12000
	shuffled := rng.Perm(n)
	var line, parts []lights.Link
	for i := range n {
		for d := -1; d <= 1; d++ {
			if j := i + d; j >= 0 && j < n {
				line = append(line, lights.Link{Button: int32(shuffled[i]), Lamp: int32(shuffled[j]), Weight: 1})
			}
		}
	}
	for i := range n / 10 { // dense parts of ten
		for range 60 {
			parts = append(parts, lights.Link{Button: int32(shuffled[10*i+rng.IntN(10)]), Lamp: int32(shuffled[10*i+rng.IntN(10)]), Weight: 1})
		}
	}
	for name, links := range map[string][]lights.Link{"line": line, "parts": parts, "no links": nil} {
		for _, m := range []uint32{2, 3} {
			p := &lights.Instance{Modulus: m, Width: n, Height: 1, Net: lights.NewNet(n, n, append([]lights.Link(nil), links...), m), Start: lights.NewBoard(n, 1, m)}
			x := randomBoard(rng, n, 1, m)
			for i, v := range reach(p, x) {
				p.Start.Set(i, 0, uint32(v))
			}
			lim := puzzle.Limits{Memory: 20 << 20}
			sys, err := NewSystem(context.Background(), p, lim)
			if err != nil {
				t.Fatalf("%s mod %d: %v", name, m, err)
			}
			o, err := sys.Solve(context.Background(), p, lim)
			if err != nil || o.Verdict != puzzle.Solved || !right(p, o.Witness.Presses) {
				t.Fatalf("%s mod %d: %v, %v", name, m, o.Verdict, err)
			}
			if name == "no links" && sys.Nullities()[0].Dimension != n {
				t.Fatalf("%v", sys.Nullities())
			}
		}
	}
	// A net of nothing but numbers is answered in what its boards of bits take.
	const most = 1 << 24
	p := &lights.Instance{Modulus: 2, Width: most, Height: 1, Net: lights.NewNet(most, most, nil, 2), Start: lights.NewBoard(most, 1, 2)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o, err := NewSolver().Solve(context.Background(), p, puzzle.Limits{Memory: 10 << 20})
	runtime.ReadMemStats(&after)
	if err != nil || o.Verdict != puzzle.Solved || !o.Witness.Presses.IsZero() || o.Witness.Optima == nil {
		t.Errorf("a net of 2^24 buttons without links: %v, %v", o, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 40<<20 {
		t.Errorf("a net of 2^24 buttons without links takes %d bytes", took)
	}
}
