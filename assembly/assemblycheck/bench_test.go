package assemblycheck

import (
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

// BenchmarkCheck shows what a block costs in each kind of check.
func BenchmarkCheck(b *testing.B) {
	full, schedule := rectangle(b, 1000, 1000, assembly.Frontal)
	moves := schedule
	moves.Steps, moves.AtLeast = nil, 0
	teeth, chain := comb(b, 1000, 2001)
	top, stuck := lid(b, 1000, 1000)
	tail, best := tailed(b, 1000000)
	for _, c := range []struct {
		name string
		p    *assembly.Instance
		o    assembly.Outcome
	}{
		{"moves", full, solved(moves)},
		{"steps", full, solved(schedule)},
		{"distance", teeth, solved(chain)},
		{"stuck", top, impossible(assembly.Certificate{Stuck: &stuck})},
		{"cycle", tail, impossible(assembly.Certificate{Cycle: &assembly.Cycle{Constraints: best, Shortest: true}})},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Check(background, c.p, c.o, noLimits); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.p.Blocks)), "ns/block")
		})
	}
	// The comb's bound is shown by distances; this is what it costs where it is not.
	b.Run("longest", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			k, err := newWork(background, teeth, noLimits)
			if err != nil {
				b.Fatal(err)
			}
			if err := k.link(); err != nil {
				b.Fatal(err)
			}
			sp, err := k.tour(teeth.Root)
			if err != nil {
				b.Fatal(err)
			}
			if n, err := k.longestChain(sp, sp.order[1:]); err != nil || n != chain.AtLeast {
				b.Fatal(n, err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(teeth.Blocks)), "ns/block")
	})
}
