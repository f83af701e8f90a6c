package perm

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Sums keep results alive; ranks are of 9 cells (the contest) and of 16.

func shuffled(n int, rng *rand.Rand) Packed {
	p := Identity(n)
	rng.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return Pack(p)
}

func benchmarkRank(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := make([]Packed, 1024)
	for i := range w {
		w[i] = shuffled(n, rng)
	}
	var sum uint64
	i := 0
	for b.Loop() {
		sum += w[i&1023].Rank(n)
		i++
	}
	_ = sum
}

func BenchmarkRank9(b *testing.B)  { benchmarkRank(b, 9) }
func BenchmarkRank16(b *testing.B) { benchmarkRank(b, 16) }

func BenchmarkThen9(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	p, q := shuffled(9, rng), shuffled(9, rng)
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
