package lightscheck

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// largeSolved makes a board and presses that turn it off; the board is made by the way that
// the presses are checked, which other tests compare with single presses.
func largeSolved(t testing.TB, w, h int, m uint32, name string, topo lights.Topology) (*lights.Instance, lights.Outcome) {
	p := gridOf(w, h, m, name, topo)
	presses := lights.NewBoard(h, w, m)
	seed := uint32(1)
	fill := func(n int, set func(i int, v uint32)) {
		for i := range n {
			seed = seed*1664525 + 1013904223
			set(i, seed)
		}
	}
	fill(len(presses.Bits), func(i int, v uint32) { presses.Bits[i] = uint64(v) * 0x9E3779B97F4A7C15 })
	fill(len(presses.Bytes), func(i int, v uint32) { presses.Bytes[i] = uint8(v >> 16 % m) })
	fill(len(presses.Wide), func(i int, v uint32) { presses.Wide[i] = v % m })
	if presses.Bits != nil && w%64 != 0 {
		for y := range h {
			row := presses.Row(y)
			row[len(row)-1] &= 1<<(w%64) - 1
		}
	}
	k := newWork(background, p, noLimits)
	if err := k.fit(); err != nil {
		t.Fatal(err)
	}
	sums, values := make([]uint64, w), make([]uint32, w)
	for y := range h {
		if m == 2 {
			for i := range p.Start.Row(y) {
				p.Start.Row(y)[i], _ = k.parities(presses, true, 64*i, y)
			}
			if w%64 != 0 {
				p.Start.Row(y)[lights.Stride(w)-1] &= 1<<(w%64) - 1
			}
			continue
		}
		_ = k.sum(presses, true, 0, y, sums, values)
		for x, v := range sums {
			p.Start.Set(y, x, uint32((uint64(m)-v)%uint64(m)))
		}
	}
	cost, _ := k.cost(presses)
	return p, solved(lights.Witness{Presses: presses, Cost: cost.big()})
}

// TestCancel ends the contexts of checks of every kind at several polls: they end with them.
func TestCancel(t *testing.T) {
	bits, bitsSolved := largeSolved(t, 8000, 8000, 2, "plus", lights.Torus)
	trits, tritsSolved := largeSolved(t, 2000, 2000, 3, "king", lights.Plane)
	counted, countedSolved := largeSolved(t, 65, 65, 2, "plus", lights.Plane)
	countedSolved.Witness.Solutions = big.NewInt(1)
	thirds, _ := largeSolved(t, 38, 38, 7, "knight", lights.Plane)
	zero := randomNet(seeded(t), 28, 1, 2)
	zero.Net.Links, zero.Start = nil, lights.NewBoard(1, 1, 2)
	none := solved(lights.Witness{Presses: lights.NewBoard(1, 28, 2), Cost: new(big.Int), Optima: big.NewInt(1)})
	ones := gridOf(1<<19, 10, 2, "bishop", lights.Torus)
	jobs := map[string]func(ctx context.Context) error{
		"bits":    func(ctx context.Context) error { return Check(ctx, bits, bitsSolved, noLimits) },
		"trits":   func(ctx context.Context) error { return Check(ctx, trits, tritsSolved, noLimits) },
		"parity":  func(ctx context.Context) error { return Check(ctx, counted, countedSolved, noLimits) },
		"powers":  func(ctx context.Context) error { return CheckCount(ctx, thirds, big.NewInt(0), noLimits) },
		"optima":  func(ctx context.Context) error { return Check(ctx, zero, none, noLimits) },
		"pattern": func(ctx context.Context) error { return Check(ctx, ones, impossible(ones.Start, 1), noLimits) },
		"impossible": func(ctx context.Context) error {
			return Check(ctx, trits, impossible(lights.NewBoard(2000, 2000, 3), 1), noLimits)
		},
	}
	puzzletest.Interrupt(t, jobs)
}

// TestLarge takes boards of 10^7 lamps, and the same with one lamp wrong in a corner.
func TestLarge(t *testing.T) {
	for _, m := range []uint32{2, 3} {
		p, o := largeSolved(t, 3163, 3162, m, "plus", lights.Cylinder)
		judge(t, p, o, true)
		p.Start.Set(3161, 3162, (p.Start.At(3161, 3162)+1)%m)
		refuse(t, p, o, "the lamp in row 3162, column 3163")
	}
}

// TestUnaffordable claims what is not verified: no such claim is accepted, and those that are
// wrong where it is cheap to see are rejected.
func TestUnaffordable(t *testing.T) {
	p, o := largeSolved(t, 2000, 2000, 3, "plus", lights.Plane)
	judge(t, p, o, true)
	limit := func(o lights.Outcome, reason string) {
		t.Helper()
		var le *puzzle.LimitError
		if err := Check(background, p, o, noLimits); !errors.As(err, &le) || !strings.Contains(le.Msg, reason) {
			t.Errorf("%v; %q is expected", err, reason)
		}
	}
	o.Witness.Solutions = big.NewInt(1)
	limit(o, "not verified: the number of solutions of a board of 2000 × 2000 lamps")
	o.Witness.Solutions, o.Witness.Optima = nil, big.NewInt(1)
	limit(o, "not verified")
	o.Witness.Optima = big.NewInt(-1)
	refuse(t, p, o, "optima")
	o.Witness.Optima = big.NewInt(1)
	o.Witness.Presses.Set(99, 99, (o.Witness.Presses.At(99, 99)+1)%3)
	refuse(t, p, o, "cost")
	if err := CheckCount(background, p, big.NewInt(1), noLimits); !errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
	// Many dead buttons leave few unknowns.
	p = gridOf(100, 100, 2, "plus", lights.Plane)
	p.Cells = make([]lights.Cell, 100*100)
	for i := range p.Cells {
		p.Cells[i] = lights.NoButton
	}
	p.Cells[0], p.Cells[57] = 0, 0
	p.Start = lights.NewBoard(100, 100, 2)
	w := lights.Witness{Presses: lights.NewBoard(100, 100, 2), Cost: new(big.Int), Solutions: big.NewInt(1), Optima: big.NewInt(1)}
	judge(t, p, solved(w), true)
	w.Solutions = big.NewInt(2)
	judge(t, p, solved(w), false)
	// Too many solutions to visit, though they can be counted.
	p = gridOf(40, 1, 2, "open-plus", lights.Plane)
	p.Cells = make([]lights.Cell, 40)
	for i := range p.Cells {
		p.Cells[i] = lights.NoLamp
	}
	w = lights.Witness{Presses: lights.NewBoard(1, 40, 2), Cost: new(big.Int), Solutions: new(big.Int).Lsh(big.NewInt(1), 40)}
	judge(t, p, solved(w), true)
	p.Costs = make([]uint32, 40) // to press nothing is not the only way that costs nothing
	w.Optima = big.NewInt(1)
	limit(solved(w), "not verified: that no solution costs less, which takes a visit to all 1099511627776")
}

// TestMemory has limits that are too small for each kind of work.
func TestMemory(t *testing.T) {
	p, o := largeSolved(t, 30, 30, 2, "plus", lights.Plane)
	q, _ := largeSolved(t, 10, 10, 3, "plus", lights.Plane)
	net := &lights.Instance{Modulus: 2, Width: 1 << 20, Height: 1, Net: lights.NewNet(1, 1<<20, nil, 2), Start: lights.NewBoard(1, 1<<20, 2)}
	o.Witness.Solutions = big.NewInt(1)
	for name, c := range map[string]struct {
		most int64 // what it needs lies below
		job  func(lim puzzle.Limits) error
	}{
		"solved": {300 << 10, func(lim puzzle.Limits) error { return Check(background, p, o, lim) }},
		"count":  {100 << 10, func(lim puzzle.Limits) error { return CheckCount(background, q, big.NewInt(1), lim) }},
		"net": {16 << 20, func(lim puzzle.Limits) error {
			return Check(background, net, impossible(lights.NewBoard(1, 1<<20, 2), 1), lim)
		}},
		"net solved": {16 << 20, func(lim puzzle.Limits) error {
			return Check(background, net, solved(lights.Witness{Presses: lights.NewBoard(1, 1, 2), Cost: new(big.Int)}), lim)
		}},
	} {
		var le *puzzle.LimitError
		if err := c.job(puzzle.Limits{Memory: 2}); !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.job(puzzle.Limits{Memory: c.most}); errors.As(err, &le) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkBits(b *testing.B) {
	p, o := largeSolved(b, 10000, 10000, 2, "plus", lights.Plane)
	for b.Loop() {
		if err := Check(background, p, o, noLimits); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTrits(b *testing.B) {
	p, o := largeSolved(b, 1000, 1000, 3, "plus", lights.Plane)
	for b.Loop() {
		if err := Check(background, p, o, noLimits); err != nil {
			b.Fatal(err)
		}
	}
}
