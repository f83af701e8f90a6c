package search

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// BenchmarkPatterns searches from both sides under a limit of memory, and, side by side, goes on with pattern databases
// where that limit stops it, as Optimal does. The boards are random ones of 4 × 4 cells with so many kinds of tiles,
// equally many of each. It tells how many of them are solved for sure, and how many boards are looked at for one. A
// search is stopped after so many polls of its context, not by a clock.
func BenchmarkPatterns(b *testing.B) {
	const (
		boards = 5
		polls  = 1 << 14 // of 1024 boards each, in IDA*
	)
	for moves, most := range map[string]int{"shifts": 8, "twist:2x2": 6} {
		set := twin.MoveSet(b, 4, 4, moves)
		c := moveset.Compile(set)
		for kinds := 4; kinds <= most; kinds += 2 {
			rng := rand.New(rand.NewPCG(2026, uint64(kinds)))
			var list []*problem
			for range boards {
				p := twin.RandomBoard(rng, set)
				for i := range p.Start {
					p.Start[i] = p.Start[i] * permute.Tile(kinds) / 16
					p.Goals[0][i] = p.Goals[0][i] * permute.Tile(kinds) / 16
				}
				list = append(list, NewProblem(c, p))
			}
			for _, mib := range []int64{2, 16} {
				for _, with := range []bool{false, true} {
					name := fmt.Sprintf("%s/%d kinds/%d MiB/with=%v", moves, kinds, mib, with)
					b.Run(name, func(b *testing.B) {
						var solved, looked int
						for b.Loop() {
							solved, looked = 0, 0
							for _, pr := range list {
								ok, n := lookedAt(b, pr, with, polls, puzzle.Limits{Memory: mib << 20})
								if looked += n; ok {
									solved++
								}
							}
						}
						b.ReportMetric(float64(solved), "solved")
						b.ReportMetric(float64(looked/boards), "boards/op")
					})
				}
			}
		}
	}
}

// lookedAt searches, and reports whether that gave an answer and how many boards it looked at.
func lookedAt(b *testing.B, pr *problem, with bool, polls int64, lim puzzle.Limits) (solved bool, boards int) {
	ctx := puzzletest.NewPolls(polls)
	both, err := newBidirectional(ctx, pr, lim, 0)
	if err != nil {
		b.Fatal(err)
	}
	found, err := both.run(ctx)
	boards = int(both.total())
	if with && errors.Is(err, puzzle.ErrLimit) {
		w, err := newWalker(ctx, pr, newPruner(pr.c), lim)
		if err != nil {
			b.Fatal(err)
		}
		found, err = w.solve(found.lower)
		return err == nil && found.found, boards + w.visited
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, puzzle.ErrLimit) {
		b.Fatal(err)
	}
	return err == nil && found.found, boards
}
