package gf2

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/meter"
)

// counting is a context that counts how often it is looked at, and is cancelled after so many looks.
type counting struct {
	context.Context
	looks, most atomic.Int64
}

func newCounting(most int64) *counting {
	c := &counting{Context: context.Background()}
	c.most.Store(most)
	return c
}

func (c *counting) Err() error {
	if c.looks.Add(1) > c.most.Load() {
		return context.Canceled
	}
	return nil
}

// millions is n·m·… / 2^20: what a meter should have looked at least, per third.
func millions(factors ...float64) float64 {
	n := 1.0
	for _, f := range factors {
		n *= f
	}
	return n / (1 << 20)
}

// Every operation looks at its context at least once in three million steps of the kind that its documentation
// counts, and stops soon after it has been cancelled, with no panic on what it has left half done.
func TestMeter(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n, bitsOf = 4000, 120_000
	words := float64(n / 64)
	a, b := randomMatrix(rng, n, n, 128, -1), randomMatrix(rng, n, n, 128, -1)
	low := randomMatrix(rng, n, n, 128, n/2)
	e, half := a.Eliminate(nil), low.Eliminate(nil)
	p, q := randomPoly(rng, bitsOf), randomPoly(rng, bitsOf-3)
	short := randomPoly(rng, bitsOf/2)
	f := NewModulus(nil, q)
	vec := randomVec(rng, n)
	karatsuba := math.Pow(bitsOf/64, 1.585)
	row := Poly(randomPoly(rng, bitsOf)).Words(bitsOf)
	for name, c := range map[string]struct {
		steps float64 // in millions, a lower bound
		run   func(mt *meter.Meter)
	}{
		"Mul":             {millions(karatsuba, 10), func(mt *meter.Meter) { p.Mul(mt, q) }},
		"DivMod":          {millions(karatsuba, 10), func(mt *meter.Meter) { p.DivMod(mt, short) }},
		"schoolbook":      {millions(1<<21, 39), func(mt *meter.Meter) { Monomial(1<<21).Add(p).DivMod(mt, randomPoly(rng, 39*64)) }},
		"GCD":             {millions(karatsuba, 40), func(mt *meter.Meter) { p.GCD(mt, q) }},
		"Euclid":          {millions(10000, 10000/64), func(mt *meter.Meter) { p.Low(11000).GCD(mt, q.Low(10990)) }},
		"ExtGCD":          {millions(karatsuba, 40), func(mt *meter.Meter) { p.ExtGCD(mt, q) }},
		"GCDMod":          {millions(karatsuba, 40), func(mt *meter.Meter) { p.GCDMod(mt, q) }},
		"Inverse":         {millions(karatsuba, 40), func(mt *meter.Meter) { p.Inverse(mt, q) }},
		"NewModulus":      {millions(karatsuba, 10), func(mt *meter.Meter) { NewModulus(mt, q) }},
		"Modulus.Mul":     {millions(karatsuba, 20), func(mt *meter.Meter) { f.Mul(mt, p.Low(bitsOf-4), short) }},
		"Sqr":             {millions(bitsOf*200/64, 8), func(mt *meter.Meter) { Monomial(200 * bitsOf).Sqr(mt) }},
		"FromPathBasis":   {millions(bitsOf/64, 12), func(mt *meter.Meter) { FromPathBasis(mt, row, bitsOf) }},
		"ToPathBasis":     {millions(bitsOf/64, 12), func(mt *meter.Meter) { ToPathBasis(mt, p.Low(bitsOf), bitsOf) }},
		"PathPolyShifted": {millions(1<<22/64, 30), func(mt *meter.Meter) { PathPolyShifted(mt, 1<<22-3) }},
		"Nullity":         {millions(karatsuba/2, 10), func(mt *meter.Meter) { Nullity(mt, bitsOf, bitsOf+2) }},
		"NullityBig":      {millions(karatsuba/2, 10), func(mt *meter.Meter) { NullityBig(mt, bitsOf, big.NewInt(1<<40)) }},
		"PathPairAt":      {millions(karatsuba, 40), func(mt *meter.Meter) { PathPairAt(mt, big.NewInt(1<<20), short, f) }},
		"Eliminate":       {millions(n, n, words/3/8), func(mt *meter.Meter) { a.Eliminate(mt) }},
		"Matrix.Mul":      {millions(n, n, words/8), func(mt *meter.Meter) { a.Mul(mt, b) }},
		"Transpose":       {millions(n, words, 6), func(mt *meter.Meter) { a.Transpose(mt) }},
		"Clone":           {millions(n, words), func(mt *meter.Meter) { a.Clone(mt) }},
		"MulVec":          {millions(n, words), func(mt *meter.Meter) { a.MulVec(mt, vec) }},
		"VecMul":          {millions(n, words), func(mt *meter.Meter) { a.VecMul(mt, vec) }},
		"Solve":           {millions(n, words), func(mt *meter.Meter) { e.Solve(mt, vec) }},
		"Matrix.Solve":    {millions(n, n, words/3/8), func(mt *meter.Meter) { a.Solve(mt, vec) }},
		"Kernel":          {millions(n/2, n/2, words/8), func(mt *meter.Meter) { half.Kernel(mt) }},
		"Matrix.Kernel":   {millions(n/2, n/2, words/8), func(mt *meter.Meter) { low.Kernel(mt) }},
		"LeftKernel":      {millions(n/2, n, words/4), func(mt *meter.Meter) { half.LeftKernel(mt) }},
		"LeftNullVector":  {0, func(mt *meter.Meter) { half.LeftNullVector(mt) }},
		"RowEchelon":      {millions(n/2, n/2, words/8/2), func(mt *meter.Meter) { half.RowEchelon(mt) }},
		"Rank":            {millions(n, n, words/3/8), func(mt *meter.Meter) { a.Rank(mt) }},
	} {
		t.Run(name, func(t *testing.T) {
			all := newCounting(math.MaxInt64)
			mt := meter.New(all, 0)
			c.run(mt)
			looks := all.looks.Load()
			if mt.Err() != nil || float64(looks) < c.steps/4 {
				t.Fatalf("%d looks for at least %.0f million steps (%v)", looks, c.steps, mt.Err())
			}
			for _, most := range []int64{1, looks / 2, looks - 1} {
				if most < 1 || most >= looks {
					continue
				}
				ctx := newCounting(most)
				mt := meter.New(ctx, 0)
				c.run(mt)
				if extra := ctx.looks.Load() - most; !errors.Is(mt.Err(), context.Canceled) || extra > 16 {
					t.Fatalf("cancelled after %d of %d looks: %d more, then %v", most, looks, extra, mt.Err())
				}
			}
			stopped := newCounting(0)
			mt = meter.New(stopped, 0)
			c.run(mt)
			if looks := stopped.looks.Load(); looks > 16 {
				t.Fatalf("cancelled before it began: %d looks", looks)
			}
		})
	}
}

// A meter holds what matrices take, refuses what is too much, and gets back what scratch took.
func TestMeterMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	a := randomMatrix(rng, 2000, 2000, 128, 1000)
	bytes := 8 * int64(len(a.w))
	mt := meter.New(context.Background(), 4*bytes)
	e := a.Eliminate(mt)
	if e == nil || mt.Held() != bytes {
		t.Fatalf("an elimination holds %d, not %d (%v)", mt.Held(), bytes, mt.Err())
	}
	k := e.Kernel(mt)
	if k == nil || mt.Held() != bytes+8*int64(len(k.w)) {
		t.Fatalf("with its kernel it holds %d (%v)", mt.Held(), mt.Err())
	}
	k.Release(mt)
	if mt.Held() != bytes {
		t.Fatal("Release")
	}
	for name, f := range map[string]func(mt *meter.Meter) bool{
		"New":         func(mt *meter.Meter) bool { return New(mt, 1<<20, 1<<20) == nil },
		"Clone":       func(mt *meter.Meter) bool { return a.Clone(mt) == nil },
		"Eliminate":   func(mt *meter.Meter) bool { return a.Eliminate(mt) == nil },
		"Mul":         func(mt *meter.Meter) bool { return a.Mul(mt, a) == nil },
		"Transpose":   func(mt *meter.Meter) bool { return a.Transpose(mt) == nil },
		"Kernel":      func(mt *meter.Meter) bool { return e.Kernel(mt) == nil },
		"LeftKernel":  func(mt *meter.Meter) bool { return e.LeftKernel(mt) == nil },
		"RowEchelon":  func(mt *meter.Meter) bool { return e.RowEchelon(mt) == nil },
		"Matrix.Rank": func(mt *meter.Meter) bool { return a.Rank(mt) == 0 },
	} {
		mt := meter.New(context.Background(), bytes/4)
		var me *meter.MemoryError
		if !f(mt) || !errors.As(mt.Err(), &me) || mt.Held() != 0 {
			t.Errorf("%s under a limit that is too small: %v, %d bytes held", name, mt.Err(), mt.Held())
		}
	}
}
