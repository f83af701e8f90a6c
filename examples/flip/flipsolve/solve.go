// Package flipsolve solves flip, and draws and tells of it.
package flipsolve

import (
	"context"
	"math/rand/v2"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Solve finds the fewest flips, or a minor. To flip all rows and columns changes nothing, so row 1 may stay as it is:
// it then decides the columns, and column 1 the rows. The other solution flips exactly the others. Linear in the cells.
func Solve(ctx context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
	m := lim.Meter(ctx)
	rows, cols := len(p.Start), len(p.Start[0])
	if err := m.Hold("the flips", 32*int64(rows+cols)); err != nil {
		return flip.Outcome{}, err
	}
	differ := func(r, c int) bool { return p.Start[r][c] != p.Target[r][c] }
	ways := map[bool]flip.Flips{} // what is flipped, and what is not
	for r := range rows {
		if err := m.Work(cols); err != nil {
			return flip.Outcome{}, err
		}
		flipped := differ(r, 0) != differ(0, 0)
		for c := range cols {
			if differ(r, c) != differ(0, c) != flipped {
				minor := flip.Minor{Rows: [2]int{1, r + 1}, Columns: [2]int{1, c + 1}}
				return flip.Outcome{Verdict: puzzle.Impossible, Certificate: &minor}, nil
			}
		}
		ways[flipped] = append(ways[flipped], flip.Flip{N: r + 1})
	}
	for c := range cols {
		ways[differ(0, c)] = append(ways[differ(0, c)], flip.Flip{Column: true, N: c + 1})
	}
	w := ways[true]
	if len(ways[false]) < len(w) {
		w = ways[false]
	}
	return flip.Outcome{Verdict: puzzle.Solved, Witness: &w}, m.Poll()
}

// Apply returns p with its start after the flips.
func Apply(ctx context.Context, p *flip.Instance, moves string, lim puzzle.Limits) (*flip.Instance, error) {
	w, err := flip.ParseFlips(lim.Meter(ctx), moves)
	for _, f := range w {
		if f.N > len(p.Start) && !f.Column || f.N > len(p.Start[0]) && f.Column {
			return nil, grid.Errorf(grid.Pos{}, "the board has no %v", f)
		}
	}
	return &flip.Instance{Start: after(p.Start, w), Target: p.Target}, err
}

// after is the board after the flips; those of rows and columns that it does not have change nothing.
func after(board []string, w flip.Flips) []string {
	odd := map[flip.Flip]bool{}
	for _, f := range w {
		odd[f] = !odd[f]
	}
	out := make([]string, len(board))
	for r := range board {
		row := []byte(board[r])
		for c := range row {
			if odd[flip.Flip{N: r + 1}] != odd[flip.Flip{Column: true, N: c + 1}] {
				row[c] ^= 1
			}
		}
		out[r] = string(row)
	}
	return out
}

// Generate makes a puzzle of about size cells. In every other one a cell spoils what flips have made.
func Generate(rng *rand.Rand, size int) *flip.Instance {
	rows := 1 + rng.IntN(max(1, min(size, 64)))
	cols := max(1, size/rows)
	board, w := make([]string, rows), flip.Flips{}
	for r := range rows {
		for range cols {
			board[r] += string(rune('0' + rng.IntN(2)))
		}
		w = append(w, flip.Flip{N: 1 + rng.IntN(rows)}, flip.Flip{Column: true, N: 1 + rng.IntN(cols)})
	}
	p := &flip.Instance{Start: board, Target: after(board, w)}
	if rng.IntN(2) == 0 {
		p.Target[0] = string(p.Target[0][0]^1) + p.Target[0][1:]
	}
	return p
}
