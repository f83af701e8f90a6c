package tables

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

func benchmarkTable(b *testing.B, rows, cols int, words string) {
	c := moveset.Compile(twin.MoveSet(b, rows, cols, words))
	for b.Loop() {
		t, err := NewShelf("").Relative(context.Background(), c, nil, puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(t.Store.Data)), "table-B")
	}
}

func BenchmarkTableContest(b *testing.B) { benchmarkTable(b, 3, 3, twin.ContestMoves) }
func BenchmarkTable3x3(b *testing.B)     { benchmarkTable(b, 3, 3, "shifts") }
func BenchmarkTable2x5(b *testing.B)     { benchmarkTable(b, 2, 5, "shifts") }
func BenchmarkTable3x4(b *testing.B)     { benchmarkTable(b, 3, 4, "shifts") }
func BenchmarkTableCosts3x3(b *testing.B) {
	benchmarkTable(b, 3, 3, "shift-right=2 shift-down=3 rotate-cw=5")
}

func BenchmarkQuick(b *testing.B) {
	set := twin.MoveSet(b, 3, 3, twin.ContestMoves)
	c, ts := moveset.Compile(set), NewShelf("")
	if _, err := ts.Relative(context.Background(), c, nil, puzzle.Limits{}); err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	ps := make([]*permute.Instance, 4096)
	for i := range ps {
		ps[i] = &permute.Instance{Rows: 3, Cols: 3, Moves: set, Labels: strings.Fields("1 2 3 4 5 6 7 8 9"),
			Goals: [][]permute.Tile{nil}}
		for k := range 9 {
			ps[i].Start = append(ps[i].Start, permute.Tile(k))
			ps[i].Goals[0] = append(ps[i].Goals[0], permute.Tile(k))
		}
		rng.Shuffle(9, func(x, y int) { ps[i].Start[x], ps[i].Start[y] = ps[i].Start[y], ps[i].Start[x] })
		rng.Shuffle(9, func(x, y int) { ps[i].Goals[0][x], ps[i].Goals[0][y] = ps[i].Goals[0][y], ps[i].Goals[0][x] })
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, _, known := ts.Quick(c, ps[i&4095]); !known {
			b.Fatal("not known")
		}
		i++
	}
}
