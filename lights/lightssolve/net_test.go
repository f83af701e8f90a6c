package lightssolve

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

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
			p := &lights.Instance{Modulus: m, Width: n, Height: 1, Net: lights.NewNet(n, n, append([]lights.Link(nil), links...), m), Start: lights.NewBoard(1, n, m)}
			x := randomBoard(rng, n, 1, m)
			for i, v := range reach(p, x) {
				p.Start.Set(0, i, uint32(v))
			}
			lim := puzzle.Limits{Memory: 20 << 20}
			sys, err := prepare(context.Background(), p, lim)
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
	p := &lights.Instance{Modulus: 2, Width: most, Height: 1, Net: lights.NewNet(most, most, nil, 2), Start: lights.NewBoard(1, most, 2)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o, err := NewSolver(Options{}).Solve(context.Background(), p, puzzle.Limits{Memory: 10 << 20})
	runtime.ReadMemStats(&after)
	if err != nil || o.Verdict != puzzle.Solved || !o.Witness.Presses.IsZero() || o.Witness.Optima == nil {
		t.Errorf("a net of 2^24 buttons without links: %v, %v", o, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 40<<20 {
		t.Errorf("a net of 2^24 buttons without links takes %d bytes", took)
	}
}
