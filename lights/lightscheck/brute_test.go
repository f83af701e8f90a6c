package lightscheck

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// patterns are all named patterns, with distances, with and without the middle.
func patterns() (list []string) {
	for _, name := range lights.Names() {
		base, numbered := strings.CutSuffix(name, ":d")
		for d := 1; d <= 3; d++ {
			if numbered {
				name = fmt.Sprintf("%s:%d", base, d)
			} else if d > 1 {
				continue
			}
			list = append(list, name, "open-"+name)
		}
	}
	return list
}

// decorate adds cells, costs, boards: what there is besides pattern and size. A board has at
// most most buttons afterwards.
func decorate(rng *rand.Rand, p *lights.Instance, most int) {
	h, w := p.Buttons()
	if p.Net == nil && (rng.IntN(2) == 0 || w*h > most) {
		p.Cells = make([]lights.Cell, w*h)
		for i := range p.Cells {
			p.Cells[i] = []lights.Cell{0, 0, 0, lights.NoButton, lights.NoLamp, lights.Hole}[rng.IntN(6)]
		}
		for n, i := range rng.Perm(w * h) {
			if n >= most {
				p.Cells[i] |= lights.NoButton
			}
		}
	}
	if rng.IntN(2) == 0 {
		p.Costs = make([]uint32, w*h)
		for i := range p.Costs {
			p.Costs[i] = rng.Uint32N(4)
			if rng.IntN(20) == 0 {
				p.Costs[i] = lights.MaxCost - rng.Uint32N(2)
			}
		}
	}
	p.Start = lights.NewBoard(p.Height, p.Width, p.Modulus)
	if rng.IntN(3) > 0 {
		p.Target = lights.NewBoard(p.Height, p.Width, p.Modulus)
	}
	for i := range p.Cells {
		if p.Cells[i] == lights.Hole && p.Costs != nil {
			p.Costs[i] = 0
		}
	}
}

// want changes start and target such that presses must add sums to the lamps that exist.
func want(rng *rand.Rand, p *lights.Instance, sums []uint64) {
	m := uint64(p.Modulus)
	for i, v := range sums {
		x, y := i%p.Width, i/p.Width
		if p.Net == nil && p.Cell(y, x) == lights.Hole {
			continue
		}
		target := uint64(0)
		if p.Target != nil {
			target = rng.Uint64N(m)
			p.Target.Set(y, x, uint32(target))
		}
		p.Start.Set(y, x, uint32((target+m-v%m)%m))
	}
}

// againstOracle offers true and false claims about p, with many boards.
func againstOracle(t *testing.T, rng *rand.Rand, p *lights.Instance) {
	if err := p.Validate(); err != nil {
		t.Fatal(describe(p), err)
	}
	o := newOracle(p)
	o.enumerate()
	lamps := p.Width * p.Height
	plans := make([]*result, 0, len(o.results))
	for _, r := range o.results {
		plans = append(plans, r)
	}
	var before lights.Outcome // about another board
	for range 6 {
		sums := make([]uint64, lamps)
		if r := plans[rng.IntN(len(plans))]; rng.IntN(2) == 0 {
			for i, v := range r.any {
				for j, e := range o.effects[i] {
					sums[j] += e * uint64(v)
				}
			}
		}
		if rng.IntN(2) == 0 {
			for i := range sums {
				if rng.IntN(2) == 0 {
					sums[i] = rng.Uint64N(o.m)
				}
			}
		}
		want(rng, p, sums)
		r := o.results[o.key(o.wantedSums())]
		n := new(big.Int)
		if r != nil {
			n.SetInt64(r.solutions)
		}
		for d := int64(-1); d <= 1; d++ {
			err := CheckCount(background, p, new(big.Int).Add(n, big.NewInt(d)), noLimits)
			if (err == nil) != (d == 0) || d != 0 && !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("%s: count %v%+d: %v", describe(p), n, d, err)
			}
		}
		switch {
		case before.Witness != nil:
			w := before.Witness
			judge(t, p, before, o.claims(valuesOf(w.Presses), w.Cost, w.Solutions, w.Optima))
		case before.Certificate != nil:
			judge(t, p, before, o.proves(valuesOf(before.Certificate.Weights), before.Certificate.Value))
		}
		if r != nil {
			before = trySolved(t, rng, o, r)
		} else {
			before = tryImpossible(t, rng, o)
		}
		for range 4 { // a board that can be solved has no certificate
			y := randomValues(rng, lamps, o.m)
			value := rng.Uint32N(p.Modulus)
			judge(t, p, impossible(board(p.Width, p.Height, y, rng), value), o.proves(y, value))
		}
	}
}

func randomValues(rng *rand.Rand, n int, m uint64) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		if rng.IntN(2) == 0 {
			out[i] = uint32(rng.Uint64N(m))
		}
	}
	return out
}

func valuesOf(b *lights.Board) (out []uint32) {
	for y := range b.H {
		for x := range b.W {
			out = append(out, b.At(y, x))
		}
	}
	return out
}

// trySolved offers the best solution, another one, and either with everything changed a
// little; it returns the best.
func trySolved(t *testing.T, rng *rand.Rand, o *oracle, r *result) lights.Outcome {
	t.Helper()
	solutions, optima := big.NewInt(r.solutions), big.NewInt(r.optima)
	claim := func(plan []uint32, cost, solutions, optima *big.Int) lights.Outcome {
		return solved(lights.Witness{Presses: board(o.w, o.h, plan, rng), Cost: cost, Solutions: solutions, Optima: optima})
	}
	best := claim(r.plan, r.cost, solutions, optima)
	judge(t, o.p, best, true)
	for _, plan := range [][]uint32{r.plan, r.any} {
		cost := o.costOf(plan)
		judge(t, o.p, claim(plan, cost, nil, nil), true)
		judge(t, o.p, claim(plan, cost, solutions, nil), true)
		judge(t, o.p, claim(plan, cost, nil, optima), slices.Equal(plan, r.plan))
		for _, d := range []int64{-1, 1} {
			off := func(n *big.Int) *big.Int { return new(big.Int).Add(n, big.NewInt(d)) }
			judge(t, o.p, claim(plan, off(cost), nil, nil), false)
			judge(t, o.p, claim(plan, cost, off(solutions), nil), false)
			judge(t, o.p, claim(plan, cost, nil, off(optima)), false)
		}
		for range 3 {
			other := slices.Clone(plan)
			other[rng.IntN(len(other))] = uint32(rng.Uint64N(o.m + 1))
			cost := o.costOf(other)
			judge(t, o.p, claim(other, cost, nil, nil), o.claims(other, cost, nil, nil))
			judge(t, o.p, claim(other, cost, solutions, optima), o.claims(other, cost, solutions, optima))
		}
	}
	return best
}

// tryImpossible searches for a certificate among all weights, if they are not too many, and
// offers it and what is like it. Where no presses do, some weights prove it.
func tryImpossible(t *testing.T, rng *rand.Rand, o *oracle) (proof lights.Outcome) {
	t.Helper()
	n := o.p.Width * o.p.Height
	if total := pow(o.m, n); total > 5000 {
		return proof
	}
	y, at := make([]uint32, n), 0
	for proof.Certificate == nil && at < n {
		for value := uint32(1); value < o.p.Modulus && proof.Certificate == nil; value++ {
			if o.proves(y, value) {
				proof = impossible(board(o.p.Width, o.p.Height, y, rng), value)
				judge(t, o.p, proof, true)
				judge(t, o.p, impossible(proof.Certificate.Weights, (value+1)%o.p.Modulus), false)
			}
		}
		if proof.Certificate != nil {
			break
		}
		for at = 0; at < n; at++ {
			if y[at]++; uint64(y[at]) < o.m {
				break
			}
			y[at] = 0
		}
	}
	if proof.Certificate == nil {
		t.Fatalf("%s: no solution and no certificate", describe(o.p))
	}
	value := proof.Certificate.Value
	for i := range y {
		other := slices.Clone(y)
		other[i] = uint32(rng.Uint64N(o.m + 1))
		judge(t, o.p, impossible(board(o.p.Width, o.p.Height, other, rng), value), o.proves(other, value))
	}
	judge(t, o.p, solved(lights.Witness{Presses: lights.NewBoard(o.h, o.w, 2), Cost: new(big.Int)}), false)
	return proof
}

func pow(m uint64, n int) float64 {
	v := 1.0
	for range n {
		v *= float64(m)
	}
	return v
}

// mostButtons is how many buttons make at most limit plans.
func mostButtons(m uint64, limit float64) (n int) {
	for pow(m, n+1) <= limit {
		n++
	}
	return n
}
