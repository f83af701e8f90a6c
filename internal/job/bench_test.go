package job_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
)

// boards are documents of small puzzles of a family.
func boards(b testing.TB, family string, size, n int) (lines [][]byte) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range families.All() {
		for range n {
			if f.Name() != family {
				break
			}
			line, err := f.Generate(rng, size).AppendJSON(nil)
			if err != nil {
				b.Fatal(err)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// BenchmarkAppend solves and checks boards of 4 × 4 tiles, one processor alone.
func BenchmarkAppend(b *testing.B) {
	lines := boards(b, "tilt", 16, 5000)
	r := job.New(job.Options{Families: families.All(), Limits: puzzle.DefaultLimits()})
	var out []byte
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		var err error
		out, err = r.Append(context.Background(), out[:0], job.Place{File: "in.ndjson", Line: 7}, lines[i%len(lines)])
		if err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "boards/s")
}
