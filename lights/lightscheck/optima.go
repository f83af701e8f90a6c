package lightscheck

import (
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// maxVisits bounds a visit to every solution, in solutions · (unknowns + 1), or solutions ·
// (words + 1) for m = 2: seconds, and 2^29 solutions of up to 63 buttons.
const maxVisits = 1 << 30

// checkOptima visits all solutions, of which the presses of w are one.
func (k *work) checkOptima(w *lights.Witness, e *equations, count *big.Int) error {
	size := e.width + 1
	if e.parity != nil {
		size = e.width/64 + 1
	}
	if !count.IsInt64() || count.Int64() > maxVisits/int64(size) {
		return tooMuch("that no solution costs less, which takes a visit to all %s", grid.Short(count))
	}
	v, err := k.newVisit(w, e)
	if err != nil {
		return err
	}
	v.from = v.first
	if err := v.all(); err != nil {
		return err
	}
	return v.judge(w)
}

// judge compares the optima that were met with those that are claimed.
func (v *visit) judge(w *lights.Witness) error {
	if optima := big.NewInt(v.optima); optima.Cmp(w.Optima) != 0 {
		return puzzle.Rejectf("the witness says that %s cost %s; %s do", grid.Number(grid.Short(w.Optima), "solution"),
			grid.Short(v.claimed.big()), grid.Short(optima))
	}
	return nil
}

// newVisit is a visit with the presses that w claims and what they cost.
func (k *work) newVisit(w *lights.Witness, e *equations) (*visit, error) {
	v := &visit{k: k, e: e, first: make([]uint32, 0, e.width), costs: make([]uint32, 0, e.width)}
	_, columns := k.p.Buttons()
	for i, column := range e.columns {
		if column < 0 {
			continue
		}
		v.first = append(v.first, w.Presses.At(i/columns, i%columns))
		cost := uint32(1)
		if k.p.Costs != nil {
			cost = k.p.Costs[i]
		}
		v.costs = append(v.costs, cost)
		if err := k.spend(1); err != nil {
			return nil, err
		}
	}
	v.claimed = v.cost(v.first)
	return v, nil
}

// visit goes through all solutions, beginning and ending with from, and compares them with first, the claimed presses.
type visit struct {
	k       *work
	e       *equations
	first   []uint32 // of the buttons that work, row by row
	from    []uint32 // likewise
	costs   []uint32 // of the same
	claimed total    // the cost of first
	optima  int64    // solutions that cost as much
}

func (v *visit) cost(x []uint32) (t total) {
	for i, n := range x {
		t.add(v.costs[i], n)
	}
	return t
}

// all visits all solutions and counts the optima; it rejects the claim at one that is
// better than first.
func (v *visit) all() error {
	if v.e.parity != nil {
		return v.allBits()
	}
	var list []generator
	for _, f := range v.e.powers {
		own, err := f.generators(v.e)
		if err != nil {
			return err
		}
		// Solutions modulo q become solutions modulo m when multiplied by m/q; with those of
		// the other primes they make up all (Chinese remainders).
		for _, g := range own {
			for i := range g.x {
				g.x[i] *= uint32(v.k.m / f.q)
			}
			list = append(list, g)
		}
	}
	x := append([]uint32(nil), v.from...)
	taken := make([]uint64, len(list)) // how often each generator has been added
	for {
		if err := v.meet(v.cost(x), func() bool { return lessValues(x, v.first) }); err != nil {
			return err
		}
		at := 0
		for ; at < len(list); at++ {
			if err := v.step(x, list[at].x); err != nil {
				return err
			}
			if taken[at]++; taken[at] < list[at].order {
				break
			}
			taken[at] = 0 // so many times it is 0: the next one's turn
		}
		if at == len(list) {
			return nil
		}
	}
}

// step adds g to x.
func (v *visit) step(x, g []uint32) error {
	m := uint32(v.k.m)
	for i, a := range g {
		if x[i] += a; x[i] >= m {
			x[i] -= m
		}
	}
	return v.k.spend(len(x) + 1)
}

// meet judges one solution by its cost, and by whether it comes before first.
func (v *visit) meet(cost total, before func() bool) error {
	switch cost.compare(v.claimed) {
	case -1:
		return puzzle.Rejectf("the presses cost %s, and there is a solution that costs %s", grid.Short(v.claimed.big()),
			grid.Short(cost.big()))
	case 0:
		v.optima++
		if before() {
			return puzzle.Rejectf("the presses are an optimum, but another one is lexicographically less")
		}
	}
	return nil
}

func lessValues(x, y []uint32) bool {
	for i, a := range x {
		if a != y[i] {
			return a < y[i]
		}
	}
	return false
}

// allBits is all modulo 2, 64 buttons at a time, in the order of the Gray code: solution
// after solution one generator is added or taken away.
func (v *visit) allBits() error {
	list, err := v.e.parity.generators(v.e)
	if err != nil {
		return err
	}
	first, x := make([]uint64, v.e.width/64+1), make([]uint64, v.e.width/64+1)
	for i, a := range v.first {
		first[i/64] |= uint64(a) << (uint(i) % 64)
		x[i/64] |= uint64(v.from[i]) << (uint(i) % 64)
	}
	cost, err := v.bitCost(len(first))
	if err != nil {
		return err
	}
	before := func() bool { return lessBits(x, first) }
	for n := uint64(1); ; n++ {
		if err := v.meet(total{low: cost(x)}, before); err != nil {
			return err
		}
		at := bits.TrailingZeros64(n)
		if at >= len(list) {
			return nil
		}
		for i, word := range list[at] {
			x[i] ^= word
		}
		if err := v.k.spend(4 * len(x)); err != nil {
			return err
		}
	}
}

// bitCost returns what tells the cost of presses that are bits. It fits 64 bits: an elimination
// has less than 2^20 unknowns.
func (v *visit) bitCost(words int) (func([]uint64) uint64, error) {
	if v.k.p.Costs == nil {
		return func(x []uint64) (sum uint64) {
			for _, word := range x {
				sum += uint64(bits.OnesCount64(word))
			}
			return sum
		}, nil
	}
	// table[i] holds the costs of all presses of buttons 8i to 8i+7.
	if err := v.k.room("the table of costs", 8*256*8*int64(words)); err != nil {
		return nil, err
	}
	table := make([][256]uint64, 8*words)
	for i, c := range v.costs {
		one := 1 << (i % 8)
		for set := range one {
			table[i/8][one|set] = table[i/8][set] + uint64(c)
		}
		if err := v.k.spend(one); err != nil {
			return nil, err
		}
	}
	// Bits beyond the last button are never set.
	return func(x []uint64) (sum uint64) {
		for i, word := range x {
			for j := range 8 {
				sum += table[8*i+j][word>>(8*j)&255]
			}
		}
		return sum
	}, nil
}

// lessBits reports whether x comes before y: at the first difference it has the 0.
func lessBits(x, y []uint64) bool {
	for i, word := range x {
		if d := word ^ y[i]; d != 0 {
			return word>>bits.TrailingZeros64(d)&1 == 0
		}
	}
	return false
}
