package ways

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// constructions tries random boards of a size: every one that can be reached, by parity, is solved by the word that
// comes out. The moves are made cell by cell from their cycles.
func constructions(t *testing.T, rows, cols, boards int, words string) {
	t.Helper()
	set := twin.MoveSet(t, rows, cols, words)
	c := moveset.Compile(set)
	torus := moveset.NewTorus(nil, c)
	if torus == nil {
		t.Fatalf("%d × %d %s is no torus", rows, cols, words)
	}
	n := rows * cols
	reachable := 0
	for i := range boards {
		seed := uint64(rows*1000 + cols)
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		dest := make([]int32, n)
		for cell, d := range rng.Perm(n) {
			dest[cell] = int32(d)
		}
		possible := !odd(dest) || cheapestOdd(c) >= 0
		moves, ok, err := constructWord(context.Background(), c, torus, dest)
		if err != nil || ok != possible {
			t.Fatalf("%d × %d %s, PCG(%d, %d): %v, %v; %v is expected", rows, cols, words, seed, i, ok, err, possible)
		}
		if !ok {
			continue
		}
		reachable++
		board, next := append([]permute.Tile(nil), dest...), make([]permute.Tile, n)
		for _, m := range moves {
			copy(next, board)
			for _, cycle := range set.Moves[m].Cycles {
				for k, cell := range cycle {
					next[cycle[(k+1)%len(cycle)]] = board[cell]
				}
			}
			board, next = next, board
		}
		for cell, d := range board {
			if int(d) != cell {
				t.Fatalf("%d × %d %s, PCG(%d, %d): not solved", rows, cols, words, seed, i)
			}
		}
	}
	if reachable < boards/3 {
		t.Errorf("%d × %d %s: only %d of %d can be reached", rows, cols, words, reachable, boards)
	}
}

// TestConstruct takes 1,000 random boards of each size up to 12 × 12 and of oblong ones (100 with -short), and some
// larger ones; the sweep takes 1,000 of all.
func TestConstruct(t *testing.T) {
	many := extent.Less(100, 1000)
	for n := 2; n <= 12; n++ {
		constructions(t, n, n, many, "shifts")
	}
	for _, size := range [][2]int{{2, 3}, {3, 2}, {2, 9}, {9, 2}, {3, 5}, {5, 7}, {4, 11}, {7, 3}} {
		constructions(t, size[0], size[1], many, "shifts")
	}
	constructions(t, 20, 20, extent.Less(6, 30), "shifts")
	constructions(t, 50, 50, extent.Less(1, 3), "shifts")
	constructions(t, 13, 30, extent.Less(6, 20), "shifts")
}

// TestConstructOtherMoves has one-directional shifts, longer ones, drags, costs, and a turn that makes odd boards of
// odd sides possible.
func TestConstructOtherMoves(t *testing.T) {
	for _, words := range []string{"shift-right shift-down", "shift-left shift-up", "drag", "drag:right,up=7",
		"shift-right=5 shift-left shift-up=2 shift-down"} {
		for n := 2; n <= 7; n++ {
			constructions(t, n, n, 50, words)
		}
		constructions(t, 4, 9, 50, words)
	}
	constructions(t, 5, 5, 100, "shifts:right,down:2") // 2 and 5 have no common divisor
	constructions(t, 7, 7, 100, "shifts swap:adjacent")
	for _, words := range []string{"shift-right", "shifts:right,down:2"} {
		if moveset.NewTorus(nil, moveset.Compile(twin.MoveSet(t, 4, 4, words))) != nil {
			t.Errorf("%s: not every shift of a line is possible", words)
		}
	}
}

// TestShiftsOfTorus compares shifts on a board with the moves they stand for.
func TestShiftsOfTorus(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 5, "shift-right=3 shift-left=2 shift-up drag:down=4"))
	torus := moveset.NewTorus(nil, c)
	rng := rand.New(rand.NewPCG(1, 2))
	buf := make([]permute.Tile, 20)
	for range 500 {
		s := moveset.Shift{Line: int32(rng.IntN(9)), By: int32(rng.IntN(21) - 10)}
		board := make([]permute.Tile, 20)
		for i, x := range rng.Perm(20) {
			board[i] = permute.Tile(x)
		}
		want := append([]permute.Tile(nil), board...)
		cost := int64(0)
		for _, m := range torus.Steps(nil, s) {
			c.Apply(want, buf, m)
			cost += c.Moves[m].Cost
		}
		torus.Apply(board, buf, s)
		if fmt.Sprint(board) != fmt.Sprint(want) || cost != torus.CostOf(s) {
			t.Fatalf("%+v: %v, want %v; cost %d, want %d", s, board, want, torus.CostOf(s), cost)
		}
	}
}

// TestConstructCancels stops a large construction.
func TestConstructCancels(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 150, 150, "shifts"))
	dest := make([]int32, c.N)
	for i, d := range rand.New(rand.NewPCG(1, 150)).Perm(c.N) {
		dest[i] = int32(d)
	}
	for _, after := range []int64{1, 2, 5, 20} {
		ctx := puzzletest.NewPolls(after)
		if _, _, err := constructWord(ctx, c, moveset.NewTorus(nil, c), dest); err != context.Canceled {
			t.Errorf("stopped at poll %d: %v", after, err)
		}
		if c := ctx.Complaint(0); c != "" {
			t.Errorf("stopped at poll %d: %s", after, c)
		}
	}
}

func BenchmarkConstruct100x100(b *testing.B) {
	c := moveset.Compile(twin.MoveSet(b, 100, 100, "shifts"))
	torus := moveset.NewTorus(nil, c)
	dest := make([]int32, c.N)
	for i, d := range rand.New(rand.NewPCG(1, 100)).Perm(c.N) {
		dest[i] = int32(d)
	}
	for b.Loop() {
		moves, _, _ := constructWord(context.Background(), c, torus, dest)
		b.ReportMetric(float64(len(moves))/1e6, "pushes/n³")
	}
}
