package zmod

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
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

// millions is n·m·… / 2^20: the looks that a meter takes for so many steps where it loses none.
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
	n, d := extent.Less(300, 500), extent.Less(2500, 4000)
	side, degree := float64(n), float64(d)
	f := NewField(3)
	large := NewField(65537)
	of := func(degree int) Poly { return append(Normal(randomVec(rng, degree, 3)), 1) }
	p, q, short := of(d), of(d-3), of(d/2)
	karatsuba := math.Pow(degree/200, 1.585) * 200 * 200
	vec := make([]uint32, n)
	for i := range vec {
		vec[i] = rng.Uint32N(2)
	}
	long := make([]uint32, 1<<23)
	type job struct {
		steps float64 // in millions, a lower bound
		run   func(mt *meter.Meter)
	}
	jobs := map[string]job{
		"PolyMul":       {millions(karatsuba), func(mt *meter.Meter) { f.PolyMul(mt, p, q) }},
		"PolyDivMod":    {millions(degree/2, degree/2, 0.6), func(mt *meter.Meter) { f.PolyDivMod(mt, p, short) }},
		"PolyMulMod":    {millions(degree, degree, 0.3), func(mt *meter.Meter) { f.PolyMulMod(mt, p, q, short) }},
		"PolyGCD":       {millions(degree, degree), func(mt *meter.Meter) { f.PolyGCD(mt, p, q) }},
		"PolyExtGCD":    {millions(degree, degree, 3), func(mt *meter.Meter) { f.PolyExtGCD(mt, p, q) }},
		"PolyGCDMod":    {millions(degree, degree, 2), func(mt *meter.Meter) { f.PolyGCDMod(mt, p, q) }},
		"PathPoly":      {millions(1<<20, 8), func(mt *meter.Meter) { large.PathPoly(mt, 1<<20) }},
		"FromPathBasis": {millions(degree, degree, 0.5), func(mt *meter.Meter) { f.FromPathBasis(mt, p) }},
		"ToPathBasis":   {millions(degree, degree, 0.5), func(mt *meter.Meter) { f.ToPathBasis(mt, p, d+2) }},
		"PathPairAt":    {millions(degree, degree, 10), func(mt *meter.Meter) { f.PathPairAt(mt, big.NewInt(1<<30), short, q) }},
		"CRT":           {millions(1<<23, 4), func(mt *meter.Meter) { CRT(mt, [][]uint32{long, long}, []uint32{4, 9}) }},
		"Smith":         {millions(100, 100, 100), func(mt *meter.Meter) { SmithInvariants(mt, plusBoard(10, 10)) }},
	}
	for _, m := range []uint32{3, 5, 11, 65537, 8, 36} {
		a, b := randomMatrix(rng, n, n, m, -1, 256), randomMatrix(rng, n, n, m, -1, 256)
		low := randomMatrix(rng, n, n, m, n/2, 256)
		e, half := a.Decompose(nil), low.Decompose(nil)
		const packed = 20 // six multiplications a cycle modulo 3
		name := func(s string) string { return fmt.Sprintf("%s mod %d", s, m) }
		jobs[name("Decompose")] = job{millions(side, side, side, 1./3/packed), func(mt *meter.Meter) { a.Decompose(mt) }}
		jobs[name("Matrix.Solve")] = job{millions(side, side, side, 1./3/packed), func(mt *meter.Meter) { a.Solve(mt, vec) }}
		jobs[name("Matrix.Kernel")] = job{millions(side, side, side, 1./8), func(mt *meter.Meter) { low.Kernel(mt) }}
		jobs[name("Kernel")] = job{millions(side, side, side, 1./8), func(mt *meter.Meter) { half.Kernel(mt) }}
		jobs[name("Solve")] = job{millions(side, side), func(mt *meter.Meter) { e.Solve(mt, vec) }}
		jobs[name("Rank")] = job{millions(side, side, side, 1./3/packed), func(mt *meter.Meter) { a.Rank(mt) }}
		jobs[name("Transpose")] = job{millions(side, side), func(mt *meter.Meter) { a.Transpose(mt) }}
		jobs[name("MulVec")] = job{millions(side, side), func(mt *meter.Meter) { a.MulVec(mt, vec) }}
		jobs[name("VecMul")] = job{millions(side, side), func(mt *meter.Meter) { a.VecMul(mt, vec) }}
		if m == 5 || m == 36 {
			jobs[name("Mul")] = job{millions(side, side, side), func(mt *meter.Meter) { a.Mul(mt, b) }}
		}
	}
	for name, c := range jobs {
		t.Run(name, func(t *testing.T) {
			// One worker loses no part of a million steps, so the same looks are counted on every machine and in every run.
			procs := runtime.GOMAXPROCS(1)
			defer runtime.GOMAXPROCS(procs)
			all := newCounting(math.MaxInt64)
			mt := meter.New(all, 0)
			c.run(mt)
			looks := all.looks.Load()
			if mt.Err() != nil || float64(looks) < c.steps/3 {
				t.Fatalf("%d looks for at least %.0f million steps (%v)", looks, c.steps, mt.Err())
			}
			for _, most := range []int64{0, 1, looks / 2, looks - 1} {
				if most < looks {
					cancelled(t, c.run, most, 16, true)
				}
			}
			// Of several workers each may look once more, and all together may have done before that.
			runtime.GOMAXPROCS(procs)
			for _, most := range []int64{0, 1, looks / 2, looks - 1} {
				cancelled(t, c.run, most, 16+2*int64(procs), false)
			}
		})
	}
}

// cancelled cancels a job after so many looks: at most late more follow, and always says that it does not end before.
func cancelled(t *testing.T, run func(*meter.Meter), most, late int64, always bool) {
	t.Helper()
	ctx := newCounting(max(0, most))
	mt := meter.New(ctx, 0)
	run(mt)
	extra := ctx.looks.Load() - ctx.most.Load()
	if (always || extra > 0) && !errors.Is(mt.Err(), context.Canceled) || extra > late {
		t.Fatalf("cancelled after %d looks: %d more, then %v", most, extra, mt.Err())
	}
}

// A meter holds what matrices take, refuses what is too much, and gets back what scratch took.
func TestMeterMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, m := range []uint32{3, 5, 65537, 8, 36} {
		a := randomMatrix(rng, 400, 400, m, 200, 256)
		bytes := 4 * int64(len(a.a))
		parts := int64(len(Factor(m)))
		mt := meter.New(context.Background(), 0)
		d := a.Decompose(mt)
		if d == nil || mt.Held() != parts*bytes {
			t.Fatalf("mod %d: an elimination holds %d, not %d (%v)", m, mt.Held(), parts*bytes, mt.Err())
		}
		k := d.Kernel(mt)
		if mt.Held() != parts*bytes+4*400*int64(len(k)) {
			t.Fatalf("mod %d: with its kernel it holds %d (%v)", m, mt.Held(), mt.Err())
		}
		for name, f := range map[string]func(mt *meter.Meter) bool{
			"NewMatrix": func(mt *meter.Meter) bool { return NewMatrix(mt, 1<<20, 1<<20, m) == nil },
			"Decompose": func(mt *meter.Meter) bool { return a.Decompose(mt) == nil },
			"Mul":       func(mt *meter.Meter) bool { return a.Mul(mt, a) == nil },
			"Transpose": func(mt *meter.Meter) bool { return a.Transpose(mt) == nil },
			"Kernel":    func(mt *meter.Meter) bool { return a.Kernel(mt) == nil },
		} {
			mt := meter.New(context.Background(), bytes/2)
			var me *meter.MemoryError
			if !f(mt) || !errors.As(mt.Err(), &me) {
				t.Errorf("mod %d: %s under a limit that is too small: %v", m, name, mt.Err())
			}
		}
	}
}
