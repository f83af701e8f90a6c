package assemblysolve

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// Large shapes without holes, of about a million cells.
func largeShapes(contact assembly.Contact) map[string]*assembly.Instance {
	shapes := map[string][]assembly.Block{}
	for r := range int32(1000) {
		for c := range int32(1000) {
			shapes["rectangle"] = append(shapes["rectangle"], assembly.Block{R: r, C: c})
		}
	}
	// Rows of random width around a common middle: their union has no holes.
	rng := rand.New(rand.NewPCG(1, 1))
	for r := range int32(1000) {
		from, to := 600-rng.Int32N(500), 600+rng.Int32N(1500)
		for c := from; c <= to; c++ {
			shapes["ragged"] = append(shapes["ragged"], assembly.Block{R: r, C: c})
		}
	}
	for k := range int32(500000) {
		shapes["staircase"] = append(shapes["staircase"], assembly.Block{R: k, C: k}, assembly.Block{R: k, C: k + 1})
	}
	for k := range int32(1000000) {
		shapes["line"] = append(shapes["line"], assembly.Block{R: 0, C: k})
	}
	// A comb: a back of 1000 cells with teeth of 999.
	for r := range int32(1000) {
		for c := int32(0); c < 2000; c++ {
			if r == 0 || c%2 == 0 {
				shapes["comb"] = append(shapes["comb"], assembly.Block{R: r, C: c})
			}
		}
	}
	out := map[string]*assembly.Instance{}
	for name, cells := range shapes {
		p, err := assembly.New(2200000, 2200000, cells, assembly.NoRoot, contact)
		if err != nil {
			panic(err)
		}
		out[name] = p
	}
	return out
}

func benchmarkLarge(b *testing.B, contact assembly.Contact, lim puzzle.Limits) {
	for name, p := range largeShapes(contact) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NewSolver(Options{}).Solve(context.Background(), p, lim); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Blocks)), "ns/block")
		})
	}
}

func BenchmarkFrontal(b *testing.B) { benchmarkLarge(b, assembly.Frontal, puzzle.Limits{}) }
func BenchmarkSticky(b *testing.B)  { benchmarkLarge(b, assembly.Sticky, puzzle.Limits{}) }
func BenchmarkVerdictFrontal(b *testing.B) {
	benchmarkLarge(b, assembly.Frontal, puzzle.Limits{VerdictOnly: true})
}

func BenchmarkFirstBlocks(b *testing.B) {
	for name, p := range largeShapes(assembly.Frontal) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := NewSolver(Options{}).FirstBlocks(context.Background(), p, puzzle.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Blocks)), "ns/block")
		})
	}
}

// The closure of a shape with a hole that cannot be built: the time for each set that is met.
func BenchmarkExhaust(b *testing.B) {
	p := shape(b, assembly.Frontal, "########", "########", "##.#####", "########", "#...####", "##.##...")
	met := int64(0)
	for b.Loop() {
		ex, err := sets.Exhaust(context.Background(), p, puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		met = ex.Sets
	}
	b.ReportMetric(float64(met), "sets")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(met), "ns/set")
}
