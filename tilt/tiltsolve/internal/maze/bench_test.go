//go:build unix

package maze

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/gridwright/gridwright/meter"
)

// cpu is the time that all threads of the process have worked.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkMazeWalls meets as many states as a memory limit allows on a board of 16 × 16 cells with walls and 12 tiles,
// with the plain search and with the search of the package.
func BenchmarkMazeWalls(b *testing.B) {
	for _, colours := range []int{12, 1} {
		g := wallsGame(b, 1, 16, 12, colours)
		name := map[int]string{12: "12 colours", 1: "1 colour"}[colours]
		run := func(search func(m *meter.Meter) (states, expanded int)) func(b *testing.B) {
			return func(b *testing.B) {
				states, expanded, before := 0, 0, cpu()
				held := int64(0)
				for b.Loop() {
					runtime.GC()
					m := meter.New(b.Context(), 96<<20)
					s, x := search(m)
					states, expanded, held = states+s, expanded+x, held+m.Held()
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
				b.ReportMetric(float64(states)/(cpu()-before).Seconds(), "states/CPU-s")
				b.ReportMetric(float64(expanded)/float64(states), "expanded/state")
				b.ReportMetric(float64(held)/float64(states), "B/state")
				b.ReportMetric(float64(states/b.N), "states")
			}
		}
		b.Run(name+"/plain", run(func(m *meter.Meter) (int, int) {
			t, _ := simpleSearch(g, m, true, true)
			return t.store.n, t.expanded
		}))
		b.Run(name+"/new", run(func(m *meter.Meter) (int, int) {
			t, _ := g.Search(m, true, nil)
			n := 0
			for i := range t.store.shards {
				n += t.store.shards[i].next
			}
			return t.States(), n
		}))
	}
}
