package perm

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Sums keep results alive; ranks are of 9 cells (the contest) and of 16.

func benchmarkRank(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := make([]Packed, 1024)
	for i := range w {
		w[i] = Unrank(rng.Uint64N(Factorial(n)), n)
	}
	var sum uint64
	i := 0
	for b.Loop() {
		sum += w[i&1023].Rank(n)
		i++
	}
	_ = sum
}

func benchmarkUnrank(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := make([]uint64, 1024)
	for i := range r {
		r[i] = rng.Uint64N(Factorial(n))
	}
	var sum Packed
	i := 0
	for b.Loop() {
		sum += Unrank(r[i&1023], n)
		i++
	}
	_ = sum
}

func BenchmarkRank9(b *testing.B)    { benchmarkRank(b, 9) }
func BenchmarkRank16(b *testing.B)   { benchmarkRank(b, 16) }
func BenchmarkUnrank9(b *testing.B)  { benchmarkUnrank(b, 9) }
func BenchmarkUnrank16(b *testing.B) { benchmarkUnrank(b, 16) }

func BenchmarkThen9(b *testing.B) {
	p, q := Unrank(123456, 9), Unrank(314159, 9)
	for b.Loop() {
		p = p.Then(q, 9)
	}
}

func BenchmarkMultisetRank(b *testing.B) {
	m, err := NewMultiset([]int{4, 4, 4, 4})
	if err != nil {
		b.Fatal(err)
	}
	tiles := make([]uint8, 16)
	m.Unrank(m.Size()/3, tiles)
	for b.Loop() {
		m.Rank(tiles)
	}
}

func benchmarkStructure(b *testing.B, n int, gens []Cycles, o Options) {
	for b.Loop() {
		g, err := NewGroup(n, gens)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := g.Structure(context.Background(), o); err != nil {
			b.Fatal(err)
		}
	}
}

func both(gens []Cycles) []Cycles {
	r := append([]Cycles(nil), gens...)
	for _, c := range gens {
		r = append(r, c.Inverse())
	}
	return r
}

func BenchmarkTorus100(b *testing.B) { benchmarkStructure(b, 10000, shifts(100, 100, 1), Options{}) }
func BenchmarkTorus100Both(b *testing.B) {
	benchmarkStructure(b, 10000, both(shifts(100, 100, 1)), Options{})
}
func BenchmarkTorus100By2(b *testing.B) { benchmarkStructure(b, 10000, shifts(100, 100, 2), Options{}) }
func BenchmarkTwists100(b *testing.B)   { benchmarkStructure(b, 10000, twists(100, 100, 2), Options{}) }
func BenchmarkTwists3x4(b *testing.B)   { benchmarkStructure(b, 12, twists(3, 4, 3), Options{}) }
func BenchmarkChain8x8(b *testing.B) {
	benchmarkStructure(b, 64, shifts(8, 8, 1), Options{ChainOnly: true})
}
