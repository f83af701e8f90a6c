package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle"
)

// BenchmarkFleet times batches on one machine and by workers, whole processes from the start to the end of the client,
// with a queue that syncs once a minute. What it says:
//
//	lines/s        of the batch
//	cpu-µs         of processor time for a line, of all processes together
//	overhead-µs    what a line takes more of it than in a run here, one line at a time
//	speedup        two workers against one
//
// Small, middle and large boards show what the queue costs, which has to share the processors with the workers here;
// hard ones, small and long to solve, whether another worker helps.
func BenchmarkFleet(b *testing.B) {
	for _, c := range []struct {
		name, family string
		size, lines  int
	}{
		{"small", "tilt", 16, 100000}, {"large", "tilt", 40000, 400}, {"middle", "tilt", 2500, 2000},
		{"hard", "permute", 9, 6000},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := boardsOf(b, c.family, c.size, c.lines)
			var here, alone time.Duration // processor time here; time with one worker
			report := func(b *testing.B, cpu time.Duration) time.Duration {
				took := b.Elapsed() / time.Duration(b.N)
				b.ReportMetric(float64(c.lines)/took.Seconds(), "lines/s")
				b.ReportMetric(float64(cpu.Microseconds())/float64(c.lines*b.N), "cpu-µs")
				return took
			}
			for _, jobs := range []int{1, 2} {
				b.Run(fmt.Sprintf("here/jobs=%d", jobs), func(b *testing.B) {
					cpu := time.Duration(0)
					for b.Loop() {
						cpu += ask(b, file, "--jobs", fmt.Sprint(jobs))
					}
					report(b, cpu)
					if jobs == 1 {
						here = cpu / time.Duration(b.N)
					}
				})
			}
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("fleet/workers=%d", workers), func(b *testing.B) {
					q := startQueue(b)
					all := []*process{q.process}
					for range workers {
						all = append(all, start(b, "gridwrightd", "worker", "--nats", q.url, "--jobs", "1"))
					}
					ask(b, boardsOf(b, "tilt", 16, 1000), "--nats", q.url) // until all are there
					cpu := time.Duration(0)
					for b.Loop() {
						cpu += ask(b, file, "--nats", q.url)
					}
					b.StopTimer()
					for i := range all {
						p := all[len(all)-1-i]
						p.end()
						cpu += p.cpu()
						b.Logf("%v: %v", p.cmd.Args[1], p.cpu())
					}
					took := report(b, cpu)
					b.ReportMetric(float64((cpu/time.Duration(b.N)-here).Microseconds())/float64(c.lines), "overhead-µs")
					if workers == 1 {
						alone = took
					} else {
						b.ReportMetric(alone.Seconds()/took.Seconds(), "speedup")
					}
				})
			}
		})
	}
}

// cpu is the processor time of a process that has ended.
func (p *process) cpu() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// ask runs a batch, waits for it, and returns its processor time.
func ask(b *testing.B, file string, args ...string) time.Duration {
	b.Helper()
	out := filepath.Join(b.TempDir(), "out.ndjson")
	p := start(b, "gridwright", append([]string{"batch", file, "-o", out, "--progress", "off"}, args...)...)
	if code := p.wait(); code != 0 {
		b.Fatalf("code %d: %s", code, p.said)
	}
	os.Remove(out)
	return p.cpu()
}

// boardsOf writes boards of about so many cells, of one family.
func boardsOf(b *testing.B, family string, size, lines int) string {
	b.Helper()
	var text bytes.Buffer
	all := families.All()
	f := all[slices.IndexFunc(all, func(f *puzzle.Family) bool { return f.Name() == family })]
	for i := range lines {
		doc, err := f.Generate(rand.New(rand.NewPCG(uint64(i), 2)), size).AppendJSON(nil)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(append(doc, '\n'))
	}
	file := filepath.Join(b.TempDir(), "in.ndjson")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	return file
}
