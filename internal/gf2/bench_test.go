package gf2

import (
	"math/rand/v2"
	"testing"
	"time"
)

// The peer is bench/peers/m4ri_driver.c.
func benchmarkSolve(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	a := randomMatrix(rng, n, n, 128, -1)
	rhs := randomVec(rng, n)
	var cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		c := a.Clone(nil)
		b.StartTimer()
		cpu -= cpuTime()
		c.EliminateInPlace(nil).Solve(nil, rhs)
		cpu += cpuTime()
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
}

func BenchmarkSolve625(b *testing.B)   { benchmarkSolve(b, 625) }
func BenchmarkSolve2500(b *testing.B)  { benchmarkSolve(b, 2500) }
func BenchmarkSolve10000(b *testing.B) { benchmarkSolve(b, 10000) }

func benchmarkPair(b *testing.B, n int, f func(p, q Poly)) {
	rng := rand.New(rand.NewPCG(1, 2))
	p, q := randomPoly(rng, n), randomPoly(rng, n-1)
	measure(b, func() { f(p, q) })
}

// measure runs f and reports CPU time, which is steadier than wall time on a shared machine.
func measure(b *testing.B, f func()) {
	cpu := -cpuTime()
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64((cpu+cpuTime()).Microseconds())/float64(b.N), "cpu-µs/op")
}

func BenchmarkMul2048(b *testing.B)   { benchmarkPair(b, 2048, func(p, q Poly) { p.Mul(nil, q) }) }
func BenchmarkMul100000(b *testing.B) { benchmarkPair(b, 100000, func(p, q Poly) { p.Mul(nil, q) }) }
func BenchmarkGCD3000(b *testing.B)   { benchmarkPair(b, 3000, func(p, q Poly) { p.GCD(nil, q) }) }
func BenchmarkGCD12000(b *testing.B)  { benchmarkPair(b, 12000, func(p, q Poly) { p.GCD(nil, q) }) }
func BenchmarkGCD100000(b *testing.B) { benchmarkPair(b, 100000, func(p, q Poly) { p.GCD(nil, q) }) }
func BenchmarkExtGCD100000(b *testing.B) {
	benchmarkPair(b, 100000, func(p, q Poly) { p.ExtGCD(nil, q) })
}

func BenchmarkGCDMod100000(b *testing.B) {
	benchmarkPair(b, 100000, func(p, q Poly) { q.GCDMod(nil, p) })
}

func BenchmarkModulus100000(b *testing.B) {
	benchmarkPair(b, 100000, func(p, q Poly) { NewModulus(nil, p) })
}

func BenchmarkSqrMod100000(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	p, m := randomPoly(rng, 99998), NewModulus(nil, randomPoly(rng, 100000))
	measure(b, func() { m.Sqr(nil, p) })
}

func BenchmarkFromPathBasis99999(b *testing.B) {
	r := randomVec(rand.New(rand.NewPCG(1, 2)), 99999)
	measure(b, func() { FromPathBasis(nil, r, 99999) })
}

func BenchmarkNullity25000(b *testing.B) {
	measure(b, func() { Nullity(nil, 25000, 25000) })
}
