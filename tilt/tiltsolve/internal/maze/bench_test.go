//go:build unix

package maze

import (
	"fmt"
	"runtime"
	"slices"
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

// BenchmarkMazeWalls meets as many states as 96 MiB hold on a board of 16 × 16 cells with walls and 12 tiles, with the
// plain search and with the search of the package.
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

// BenchmarkMazeRobots answers 31 seeded boards of 16 × 16 cells on which four robots move one at a time, with the
// plain search, which gets at most 512 MiB, and with the search of the package.
func BenchmarkMazeRobots(b *testing.B) {
	const boards = 31
	for _, walls := range []int{8, 16, 32} {
		var games []*Game
		for seed := range uint64(boards) {
			g, err := New(nil, robotsBoard(seed, walls))
			if err != nil {
				b.Fatal(err)
			}
			games = append(games, g)
		}
		run := func(search func(g *Game, m *meter.Meter) (least, states int, err error)) func(b *testing.B) {
			return func(b *testing.B) {
				var times, used, depths []int
				states, open := 0, 0
				for b.Loop() {
					for i, g := range games {
						began, before := time.Now(), cpu()
						least, n, err := search(g, meter.New(b.Context(), 512<<20))
						times = append(times, int(time.Since(began)))
						used = append(used, int(cpu()-before))
						if err != nil {
							open++
						} else {
							depths = append(depths, least)
						}
						b.Logf("board %d: %d moves, %d states, %v", i, least, n, cpu()-before)
						states += n
					}
				}
				slices.Sort(times)
				slices.Sort(used)
				slices.Sort(depths)
				b.ReportMetric(float64(times[len(times)/2])/1e6, "ms-median")
				b.ReportMetric(float64(used[len(used)/2])/1e6, "CPU-ms-median")
				b.ReportMetric(float64(used[len(used)-1])/1e6, "CPU-ms-most")
				b.ReportMetric(float64(depths[len(depths)/2]), "moves-median")
				b.ReportMetric(float64(depths[len(depths)-1]), "moves-most")
				b.ReportMetric(float64(open)/float64(b.N), "unknown")
				b.ReportMetric(float64(states)/float64(b.N), "states")
			}
		}
		b.Run(fmt.Sprintf("walls 1 in %d/plain", walls), run(func(g *Game, m *meter.Meter) (int, int, error) {
			t, err := simpleSearch(g, m, false, true)
			return t.least, t.store.n, err
		}))
		b.Run(fmt.Sprintf("walls 1 in %d/new", walls), run(func(g *Game, m *meter.Meter) (int, int, error) {
			t, err := g.Search(m, false, nil)
			return t.Least, t.States(), err
		}))
	}
}
