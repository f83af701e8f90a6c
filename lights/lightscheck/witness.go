package lightscheck

import (
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// checkWitness verifies each claim of a witness, the cheap ones first.
func (k *work) checkWitness(w *lights.Witness) error {
	if k.p.LitOnly {
		return puzzle.Rejectf("the witness gives presses without an order, and only lit lamps can be pressed")
	}
	rows, columns := k.p.Buttons()
	if err := k.checkBoard(w.Presses, "presses", columns, rows, lights.NoButton); err != nil {
		return err
	}
	cost, err := k.checkCost(w)
	if err != nil {
		return err
	}
	if err := checkNumbers(w); err != nil {
		return err
	}
	if k.p.Choice != nil {
		return k.checkAny(w, cost)
	}
	err = k.meets(w.Presses, demand{forward: true, exempt: lights.NoLamp, unmet: func(x, y int, got uint64) error {
		shown := (uint64(k.p.Start.At(y, x)) + got) % k.m
		target := (uint64(k.p.Start.At(y, x)) + k.wanted(x, y)) % k.m
		return puzzle.Rejectf("the presses do not reach the target: %s shows %d after them, not %d", k.place("lamp", x, y),
			shown, target)
	}})
	if err != nil || w.Solutions == nil && w.Optima == nil {
		return err
	}
	// Where every press costs something, to press nothing is the one optimum if it is a solution.
	nothing := cost.Sign() == 0 && k.priced()
	one := big.NewInt(1)
	if nothing && w.Optima != nil && w.Optima.Cmp(one) != 0 {
		return puzzle.Rejectf("the witness says that there are %s optima; only to press nothing costs nothing",
			grid.Short(w.Optima))
	}
	if nothing && w.Solutions == nil {
		return nil
	}
	count, err := k.count(false)
	if err != nil {
		return err
	}
	if w.Solutions != nil && w.Solutions.Cmp(count) != 0 {
		return puzzle.Rejectf("the witness says that there %s; there are %s", grid.Are(grid.Short(w.Solutions), "solution"),
			grid.Short(count))
	}
	if w.Optima == nil || nothing {
		return nil
	}
	if count.Cmp(one) == 0 {
		if w.Optima.Cmp(one) != 0 {
			return puzzle.Rejectf("the witness says that there are %s optima; there is one solution", grid.Short(w.Optima))
		}
		return nil
	}
	e, err := k.eliminate(false)
	if err != nil {
		return err
	}
	return k.checkOptima(w, e, count)
}

// priced reports whether every press costs something.
func (k *work) priced() bool {
	_, w := k.p.Buttons()
	for i, c := range k.p.Costs {
		if c == 0 && !k.lacks(i%w, i/w, lights.NoButton) {
			return false
		}
	}
	return true
}

// checkCost returns the cost of the presses, which is the claimed one where there is such a claim.
func (k *work) checkCost(w *lights.Witness) (*big.Int, error) {
	sum, err := k.cost(w.Presses)
	if err != nil {
		return nil, err
	}
	cost := sum.big()
	if w.Cost != nil && cost.Cmp(w.Cost) != 0 {
		return nil, puzzle.Rejectf("the presses cost %s; the witness says %s", grid.Short(cost), grid.Short(w.Cost))
	}
	return cost, nil
}

// checkNumbers rejects numbers of solutions that are wrong wherever there is one at all.
func checkNumbers(w *lights.Witness) error {
	switch {
	case w.Solutions != nil && w.Solutions.Sign() <= 0:
		return puzzle.Rejectf("the witness is a solution and says that there are %s", grid.Short(w.Solutions))
	case w.Optima != nil && w.Optima.Sign() <= 0:
		return puzzle.Rejectf("the witness is said to be an optimum, and that there are %s optima", grid.Short(w.Optima))
	case w.Optima != nil && w.Solutions != nil && w.Optima.Cmp(w.Solutions) > 0:
		return puzzle.Rejectf("the witness says that %s of %s are optima", grid.Short(w.Optima),
			grid.Number(grid.Short(w.Solutions), "solution"))
	}
	return nil
}

// A total is a sum of costs: at most 2^36 products below 2^62, which takes more than 64 bits.
type total struct{ high, low uint64 }

// add adds n presses of a button.
func (t *total) add(cost, n uint32) {
	low, carry := bits.Add64(t.low, uint64(cost)*uint64(n), 0)
	t.low, t.high = low, t.high+carry
}

func (t total) compare(o total) int {
	switch {
	case t == o:
		return 0
	case t.high < o.high || t.high == o.high && t.low < o.low:
		return -1
	}
	return 1
}

func (t total) big() *big.Int {
	n := new(big.Int).SetUint64(t.high)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(t.low))
}

// cost is what the presses cost together.
func (k *work) cost(presses *lights.Board) (t total, err error) {
	if k.p.Costs == nil && presses.Bits != nil {
		for _, word := range presses.Bits {
			t.add(1, uint32(bits.OnesCount64(word)))
			if err := k.spend(1); err != nil {
				return t, err
			}
		}
		return t, nil
	}
	i := 0
	for y := range presses.H {
		for x := range presses.W {
			cost := uint32(1)
			if k.p.Costs != nil {
				cost = k.p.Costs[i]
			}
			t.add(cost, presses.At(y, x))
			i++
			if err := k.spend(1); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}
