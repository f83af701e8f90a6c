package lightscheck

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// outcome visits all solutions from first with v and tells what came of it.
func (v visit) outcome(first []uint32) (int64, string) {
	v.first, v.from, v.optima = first, first, 0
	v.claimed = v.cost(first)
	if err := v.all(); err != nil {
		return 0, err.Error()
	}
	return v.optima, ""
}

// TestTwoVisits compares the visit of bits with the one of lists, on nets of several words
// with few solutions, from every solution that could be claimed.
func TestTwoVisits(t *testing.T) {
	rng := seeded(t)
	tested := 0
	for tested < 40 {
		buttons := 1 + rng.IntN(200)
		p := randomNet(rng, buttons, buttons, 2)
		decorate(rng, p, 999)
		packed, err := newWork(background, p, noLimits).eliminate(false)
		if err != nil {
			t.Fatal(err)
		}
		if packed.count().BitLen() > 9 {
			continue
		}
		tested++
		plain := &equations{k: packed.k}
		if err := plain.number(); err != nil {
			t.Fatal(err)
		}
		f := &powerForm{primePower: factor(2)[0]}
		if err := f.eliminate(plain); err != nil {
			t.Fatal(err)
		}
		plain.powers = []*powerForm{f}
		costs := make([]uint32, buttons)
		for i := range costs {
			costs[i] = p.Cost(0, i)
		}
		list, err := f.generators(plain)
		if err != nil {
			t.Fatal(err)
		}
		first, best := randomValues(rng, buttons, 2), 0
		for range 20 {
			one := visit{k: packed.k, e: packed, costs: costs}
			two := visit{k: packed.k, e: plain, costs: costs}
			a, why := one.outcome(first)
			b, reason := two.outcome(first)
			if a != b || (why == "") != (reason == "") {
				t.Fatalf("%s from %v: %d, %s; %d, %s", describe(p), first, a, why, b, reason)
			}
			if why == "" {
				best++
			}
			if len(list) > 0 {
				_ = one.step(first, list[rng.IntN(len(list))].x)
			}
		}
	}
}

// The fewest presses that turn off the n × n board on which all lamps are on, A075464.
var allOn = []int64{1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117}

// TestAllOn finds the best presses by visiting solutions, and offers them.
func TestAllOn(t *testing.T) {
	for i, want := range allOn {
		n := i + 1
		p := gridOf(n, n, 2, "plus", lights.Plane)
		for j := range n * n {
			p.Start.Set(j/n, j%n, 1)
		}
		k := newWork(background, p, noLimits)
		e, err := k.eliminate(true)
		if err != nil || !e.solvable() {
			t.Fatal(n, err)
		}
		x := someSolution(t, e, p)
		// Rejections lead from solution to better solution.
		list, _ := e.parity.generators(e)
		best := x.Clone()
		optima := int64(0)
		for c := range 1 << len(list) {
			for j, g := range list {
				for b := range n * n {
					v := uint32(g[b/64]>>(b%64)) & 1 & uint32(c>>j)
					x.Set(b/n, b%n, x.At(b/n, b%n)^v)
				}
			}
			switch c := x.NonZero() - best.NonZero(); {
			case c < 0:
				best, optima = x.Clone(), 1
			case c == 0:
				if optima++; before(x, best) {
					best = x.Clone()
				}
			}
			for j, g := range list { // and back
				for b := range n * n {
					v := uint32(g[b/64]>>(b%64)) & 1 & uint32(c>>j)
					x.Set(b/n, b%n, x.At(b/n, b%n)^v)
				}
			}
		}
		if best.NonZero() != want {
			t.Fatalf("%d × %d: %d presses, %d are expected", n, n, best.NonZero(), want)
		}
		w := lights.Witness{Presses: best, Cost: big.NewInt(want), Optima: big.NewInt(optima), Solutions: e.count()}
		judge(t, p, solved(w), true)
		w.Optima = big.NewInt(optima + 1)
		judge(t, p, solved(w), false)
		if x.Equal(best) {
			continue
		}
		w.Presses, w.Cost, w.Optima = x, big.NewInt(x.NonZero()), big.NewInt(optima)
		reason := "there is a solution that costs"
		if x.NonZero() == want {
			reason = "lexicographically less"
		}
		refuse(t, p, solved(w), reason)
	}
}

// before reports whether x is lexicographically less than y.
func before(x, y *lights.Board) bool { return lessValues(valuesOf(x), valuesOf(y)) }

// someSolution solves the eliminated equations, from the last pivot to the first.
func someSolution(t *testing.T, e *equations, p *lights.Instance) *lights.Board {
	b := lights.NewBoard(p.Height, p.Width, 2)
	for i := len(e.parity.pivots) - 1; i >= 0; i-- {
		pv := e.parity.pivots[i]
		v := pv.row[e.width/64] >> (e.width % 64)
		for c := range e.width {
			v ^= pv.row[c/64] >> (c % 64) & uint64(b.At(c/p.Width, c%p.Width))
		}
		b.Set(pv.column/p.Width, pv.column%p.Width, uint32(v&1))
	}
	return b
}

// TestVerifiable makes sure that everything that lights.Instance.Verifiable announces is
// within this checker's bounds, and that what is not ends at a limit.
func TestVerifiable(t *testing.T) {
	rng := seeded(t)
	for _, c := range []struct {
		w, h int
		m    uint32
	}{{40, 40, 2}, {1, 1625, 2}, {20, 20, 3}, {18, 20, 1 << 31}, {3, 130, 223092870}} {
		p := gridOf(c.w, c.h, c.m, "plus", lights.Plane)
		if count, _ := p.Verifiable(nil); !count {
			t.Fatalf("%d × %d should be verifiable", c.w, c.h)
		}
		if err := CheckCount(background, p, big.NewInt(0), noLimits); !errors.Is(err, puzzle.ErrRejected) {
			t.Error(c, err)
		}
	}
	// Buttons that do nothing, the first one for nothing: every board of presses is a solution, m are best.
	for n := 1; n <= 30; n++ {
		for _, m := range []uint32{2, 3, 6, 1000, 1 << 25} {
			p := randomNet(rng, n, 1, m)
			p.Net.Links = nil
			decorate(rng, p, 99)
			p.Start, p.Target = lights.NewBoard(1, 1, m), nil
			p.Costs = slices.Repeat([]uint32{1}, n)
			p.Costs[0] = 0
			w := lights.Witness{Presses: lights.NewBoard(1, n, 2), Cost: new(big.Int), Optima: big.NewInt(int64(m))}
			w.Solutions = new(big.Int).Exp(big.NewInt(int64(m)), big.NewInt(int64(n)), nil)
			_, announced := p.Verifiable(w.Solutions)
			if !announced && w.Solutions.Cmp(big.NewInt(maxVisits)) <= 0 || announced && w.Solutions.BitLen() > 20 {
				continue // slow
			}
			err := Check(background, p, solved(w), noLimits)
			var le *puzzle.LimitError
			if announced && err != nil || !announced && (!errors.As(err, &le) || !strings.Contains(le.Msg, "not verified")) {
				t.Errorf("%d buttons modulo %d, announced %v: %v", n, m, announced, err)
			}
		}
	}
}
