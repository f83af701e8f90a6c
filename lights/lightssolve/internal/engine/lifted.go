package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// lifted is a plus modulo p^k whose matrix is invertible modulo p: x is found one p-adic digit
// after the other, x = Σ p^i·x_i with A·x_i ≡ (b − A·(x so far))/p^i mod p (Hensel). k passes.
type lifted struct {
	r    rules
	arms arms
	base Engine // modulo p
}

func (e *lifted) Method() string      { return e.base.Method() + ", lifted to a prime power" }
func (e *lifted) Nullity() int        { return 0 }
func (e *lifted) Solutions() *big.Int { return big.NewInt(1) }

func (e *lifted) Kernel(*meter.Meter) ([]*lights.Board, error)     { return nil, nil }
func (e *lifted) LeftKernel(*meter.Meter) ([]*lights.Board, error) { return nil, nil }

func (e *lifted) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	if verdictOnly {
		return &lights.Board{}, nil, nil
	}
	p, q := e.r.q.P, e.r.q.Value()
	ring := zmod.NewRing(q)
	w, h := b.W, b.H
	rest := Cells(mt, b.Clone())
	sum := make([]uint32, w*h)
	scale := uint32(1)
	for range e.r.q.K {
		digits := make([]uint32, w*h)
		for i, v := range rest {
			if i%PollEvery == 0 && mt.Work(2*PollEvery) != nil {
				break
			}
			digits[i] = v % p
		}
		xi, _, err := e.base.Solve(mt, BoardOf(mt, digits, w, h, p), false)
		if err != nil {
			return nil, nil, err
		}
		if err := mt.Poll(); err != nil {
			return nil, nil, err
		}
		step := Cells(mt, xi)
		for i, v := range step {
			if i%PollEvery == 0 && mt.Work(PollEvery) != nil {
				break
			}
			sum[i] += v * scale
		}
		e.subtract(mt, ring, rest, step)
		for i := range rest {
			if i%PollEvery == 0 && mt.Work(2*PollEvery) != nil {
				break
			}
			rest[i] /= p // what is left is right modulo q/p, which is all that is needed
		}
		scale *= p
		if err := mt.Poll(); err != nil {
			return nil, nil, err
		}
	}
	return BoardOf(mt, sum, w, h, q), nil, nil
}

// subtract takes A·x from rest.
func (e *lifted) subtract(mt *meter.Meter, ring zmod.Ring, rest, x []uint32) {
	w, h := e.r.size()
	closedRows, closedColumns := e.r.closed()
	a := e.arms
	q := ring.Modulus()
	c, arm, up := uint64(a.c%q), uint64(a.a%q), uint64(a.b%q)
	at := func(col, row int) uint64 {
		if closedRows {
			col = (col + w) % w
		}
		if closedColumns {
			row = (row + h) % h
		}
		if col < 0 || col >= w || row < 0 || row >= h {
			return 0
		}
		return uint64(x[row*w+col])
	}
	for row := range h {
		for col := range w {
			if col%PollEvery == 0 && mt.Work(20*min(w, PollEvery)) != nil {
				return
			}
			// Each product is below 2^62 since x < p ≤ q/2.
			v := ring.Reduce(c*at(col, row) + arm*at(col-1, row))
			v = ring.Reduce(uint64(v) + arm*at(col+1, row) + up*at(col, row-1))
			v = ring.Reduce(uint64(v) + up*at(col, row+1))
			i := row*w + col
			rest[i] = ring.Sub(rest[i], v)
		}
	}
}
