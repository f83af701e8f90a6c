package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

func BenchmarkLeast(b *testing.B) {
	for _, size := range []int{4, 5} {
		b.Run(fmt.Sprintf("%dx%d", size, size), func(b *testing.B) {
			c := moveset.Compile(twin.MoveSet(b, size, size, "shifts"))
			pm, err := newPerimeter(c, puzzle.Limits{})
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			ys := make([]position, 1024)
			for i := range ys {
				for k, v := range rng.Perm(c.N) {
					ys[i][k] = uint8(v)
				}
			}
			var sc canonScratch
			key := make([]uint64, pm.lay.words)
			for i := 0; b.Loop(); i++ {
				pm.leastKey(key, &ys[i%1024], &sc)
			}
		})
	}
}

// BenchmarkRandom4x4 solves 20 random boards of the 4 × 4 torus with unit shifts both ways. The perimeter is made, or read from the directory that
// GRIDWRIGHT_BENCH_CACHE names, before the clock starts; how long that takes is BenchmarkPrepare4x4.
func BenchmarkRandom4x4(b *testing.B) {
	set := twin.MoveSet(b, 4, 4, "shifts")
	c := moveset.Compile(set)
	prep := NewPreparations(c, os.Getenv("GRIDWRIGHT_BENCH_CACHE"))
	if _, err := prep.Near(context.Background(), puzzle.Limits{}); err != nil {
		b.Fatal(err)
	}
	prep.pruner()
	rng := rand.New(rand.NewPCG(2025, 4))
	var boards []*permute.Instance
	for range 20 {
		boards = append(boards, twin.RandomBoard(rng, set))
	}
	var costs []int64
	for b.Loop() {
		costs = costs[:0]
		for _, p := range boards {
			out, err := Optimal(context.Background(), c, p, prep, puzzle.Limits{})
			if err != nil || !out.Found {
				b.Fatal(out, err)
			}
			costs = append(costs, out.Cost)
		}
	}
	b.Log("distances", costs)
}

func BenchmarkPrepare4x4(b *testing.B) {
	c := moveset.Compile(twin.MoveSet(b, 4, 4, "shifts"))
	for b.Loop() {
		pm, err := NewPreparations(c, "").Near(context.Background(), puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(pm.size()), "classes")
		b.ReportMetric(float64(pm.m.used)/(1<<20), "MB")
	}
}

// BenchmarkLoad4x4 reads the perimeter that BenchmarkRandom4x4 left in GRIDWRIGHT_BENCH_CACHE.
func BenchmarkLoad4x4(b *testing.B) {
	dir := os.Getenv("GRIDWRIGHT_BENCH_CACHE")
	c := moveset.Compile(twin.MoveSet(b, 4, 4, "shifts"))
	for b.Loop() {
		if _, err := loadPerimeter(context.Background(), c, dir, puzzle.Limits{}); err != nil {
			b.Skip("SKIPPED: no perimeter is in GRIDWRIGHT_BENCH_CACHE: ", err)
		}
	}
}
