// Package flipcheck checks claims about flip: it plays the flips on a board, and counts in a minor.
package flipcheck

import (
	"context"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/puzzle"
)

// Spec is the family with its checks.
func Spec() puzzle.CheckSpec[*flip.Instance, flip.Flips, flip.Minor] {
	return puzzle.CheckSpec[*flip.Instance, flip.Flips, flip.Minor]{
		Data:             flip.Data(),
		CheckWitness:     []puzzle.KindCheck[*flip.Instance, flip.Flips]{{Name: "flips", Check: checkFlips}},
		CheckCertificate: []puzzle.KindCheck[*flip.Instance, flip.Minor]{{Name: "minor", Check: checkMinor}},
	}
}

func checkFlips(ctx context.Context, p *flip.Instance, w *flip.Flips, lim puzzle.Limits) error {
	m := lim.Meter(ctx)
	rows, cols := len(p.Start), len(p.Start[0])
	if err := m.Hold("the board", int64(rows)*int64(cols)); err != nil {
		return err
	}
	board := make([][]byte, rows)
	for r := range board {
		board[r] = []byte(p.Start[r])
	}
	for _, f := range *w {
		lines, cells := rows, cols
		if f.Column {
			lines, cells = cols, rows
		}
		if f.N > lines {
			return puzzle.Rejectf("the board has no %v", f)
		}
		if err := m.Work(cells); err != nil {
			return err
		}
		for i := range cells {
			if f.Column {
				board[i][f.N-1] ^= 1
			} else {
				board[f.N-1][i] ^= 1
			}
		}
	}
	for r := range board {
		if string(board[r]) != p.Target[r] {
			return puzzle.Rejectf("after the flips row %d is not the target's", r+1)
		}
	}
	return m.Poll()
}

func checkMinor(_ context.Context, p *flip.Instance, c *flip.Minor, _ puzzle.Limits) error {
	odd := false
	for _, row := range c.Rows {
		for _, col := range c.Columns {
			if row > len(p.Start) || col > len(p.Start[0]) {
				return puzzle.Rejectf("there is no cell (%d, %d)", row, col)
			}
			odd = odd != (p.Start[row-1][col-1] != p.Target[row-1][col-1])
		}
	}
	if !odd {
		return puzzle.Rejectf("start and target differ in an even number of the four cells")
	}
	return nil
}
