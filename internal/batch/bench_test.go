package batch_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/batch"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
)

// BenchmarkBatch reads, solves, checks and writes 50,000 boards of 4 × 4 cells on all processors, from file to file.
func BenchmarkBatch(b *testing.B) {
	var lines []string
	for i, line := range boards(b, 16, 100_000) {
		if i%2 == 0 { // of the first family
			lines = append(lines, line)
		}
	}
	cfg := config(b, strings.Join(lines, "\n"))
	cfg.Jobs, cfg.Window, cfg.Restart = runtime.GOMAXPROCS(0), 64<<20, true
	cfg.Runner = job.New(job.Options{Families: families.All(), Limits: puzzle.DefaultLimits()})
	for _, end := range []string{"", ".gz", ".zst"} {
		b.Run("ndjson"+end, func(b *testing.B) {
			heavy := make([]byte, 32<<20) // as the command has it
			cfg.Output = filepath.Join(filepath.Dir(cfg.Inputs[0]), "out"+end)
			for b.Loop() {
				if _, err := batch.Run(b.Context(), cfg); err != nil {
					b.Fatal(err)
				}
			}
			runtime.KeepAlive(heavy)
			if info, err := os.Stat(cfg.Output); err == nil {
				b.ReportMetric(float64(info.Size())/float64(len(lines)), "B/board")
			}
			b.ReportMetric(float64(b.N*len(lines))/b.Elapsed().Seconds(), "boards/s")
		})
	}
}
