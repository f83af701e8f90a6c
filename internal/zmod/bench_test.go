package zmod

import (
	"math/rand/v2"
	"testing"
	"time"
)

// The peer is bench/peers/flint_driver.c. CPU time is that of all threads.
func benchmarkSolve(b *testing.B, m uint32, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	a := randomMatrix(rng, n, n, m, -1, 256)
	rhs := randomVec(rng, n, m)
	var cpu time.Duration
	for b.Loop() {
		cpu -= cpuTime()
		a.Decompose(nil).Solve(nil, rhs)
		cpu += cpuTime()
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
}

func BenchmarkSolveMod3_2000(b *testing.B)     { benchmarkSolve(b, 3, 2000) }
func BenchmarkSolveMod5_2000(b *testing.B)     { benchmarkSolve(b, 5, 2000) }
func BenchmarkSolveMod7_2000(b *testing.B)     { benchmarkSolve(b, 7, 2000) }
func BenchmarkSolveMod11_2000(b *testing.B)    { benchmarkSolve(b, 11, 2000) }
func BenchmarkSolveMod65537_1000(b *testing.B) { benchmarkSolve(b, 65537, 1000) }
func BenchmarkSolveMod8_1000(b *testing.B)     { benchmarkSolve(b, 8, 1000) }

func benchmarkPair(b *testing.B, p uint32, n int, f func(f Field, p, q Poly)) {
	rng := rand.New(rand.NewPCG(1, 2))
	field := NewField(p)
	x, y := Normal(randomVec(rng, n, p)), Normal(randomVec(rng, n-1, p))
	cpu := -cpuTime()
	for b.Loop() {
		f(field, x, y)
	}
	b.ReportMetric(float64((cpu+cpuTime()).Microseconds())/float64(b.N), "cpu-µs/op")
}

func BenchmarkPolyMul10000(b *testing.B) {
	benchmarkPair(b, 3, 10000, func(f Field, p, q Poly) { f.PolyMul(nil, p, q) })
}

func BenchmarkPolyGCDMod10000(b *testing.B) {
	benchmarkPair(b, 3, 10000, func(f Field, p, q Poly) { f.PolyGCDMod(nil, q, p) })
}

func BenchmarkFromPathBasis10000(b *testing.B) {
	benchmarkPair(b, 3, 10000, func(f Field, p, q Poly) { f.FromPathBasis(nil, p) })
}
