package lightssolve

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// Apply returns p with its start replaced by the board after moves: presses separated by blanks, each "row,column"
// (from 1; on a net the button's number), with "*k" behind it for k presses. Cost: the board, and for each press the
// lamps that it reaches.
func (s *Solver) Apply(
	ctx context.Context, p *lights.Instance, moves string, lim puzzle.Limits,
) (*lights.Instance, error) {
	mt := lim.Meter(ctx)
	if err := mt.Poll(); err != nil {
		return nil, err
	}
	board, err := engine.NewPresser(mt, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	n := 0
	for word := range strings.FieldsSeq(moves) {
		n++
		row, col, times, err := parsePress(p, word)
		if err != nil {
			return nil, grid.Errorf(grid.Pos{}, "press %d, %.40q: %v", n, word, err)
		}
		if p.LitOnly {
			if _, err := pressMoves(mt, p, word); err != nil {
				return nil, err
			}
			if board.Board.At(row, col) == 0 {
				return nil, grid.Errorf(grid.Pos{}, "press %d, %.40q: the lamp is off, and only lit lamps can be pressed", n, word)
			}
		}
		if err := board.Press(mt, row, col, times); err != nil {
			return nil, puzzle.AsLimit(err)
		}
	}
	q := *p
	q.Start = board.Board
	return &q, nil
}

// press is a move as Apply reads it; parsePress is its inverse.
func press(p *lights.Instance, row, col int, times uint32) string {
	text := strconv.Itoa(col + 1)
	if p.Net == nil {
		text = strconv.Itoa(row+1) + "," + text
	}
	if times > 1 {
		text += "*" + strconv.FormatUint(uint64(times), 10)
	}
	return text
}

func parsePress(p *lights.Instance, word string) (row, col int, times uint32, err error) {
	h, w := p.Buttons()
	place, factor, repeated := strings.Cut(word, "*")
	n := uint64(1)
	if repeated {
		if n, err = strconv.ParseUint(factor, 10, 62); err != nil {
			return 0, 0, 0, fmt.Errorf("%.40q is no number of presses", factor)
		}
	}
	first, second, two := strings.Cut(place, ",")
	switch {
	case p.Net != nil && two:
		return 0, 0, 0, fmt.Errorf("the buttons of a net have one number")
	case p.Net != nil:
		second = first
	case !two:
		return 0, 0, 0, fmt.Errorf("a press is written row,column")
	default:
		if row, err = number("row", first, h); err != nil {
			return 0, 0, 0, err
		}
	}
	what := "column"
	if p.Net != nil {
		what = "button"
	}
	if col, err = number(what, second, w); err != nil {
		return 0, 0, 0, err
	}
	if p.Net == nil && p.Cell(row, col)&lights.NoButton != 0 {
		return 0, 0, 0, fmt.Errorf("there is no button")
	}
	return row, col, uint32(n % uint64(p.Modulus)), nil
}

// number reads the number of a row, a column or a button from 1 to most and returns it less 1.
func number(what, s string, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("there is no %s %s; there are 1 to %d", what, grid.Quote(s), most)
	}
	return n - 1, nil
}

// Hint tells the first press of w, row by row: "2,3: press row 2, column 3"; "" where nothing is left to press. The
// words before the colon are a move that Apply reads.
func (s *Solver) Hint(p *lights.Instance, w lights.Witness) string {
	if len(w.Moves) > 0 {
		row, col := w.Moves[0][0], w.Moves[0][1]
		return press(p, row, col, 1) + fmt.Sprintf(": press row %d, column %d", row+1, col+1)
	}
	if w.Presses == nil {
		return ""
	}
	for row, col := range places(w.Presses) {
		times := w.Presses.At(row, col)
		text := press(p, row, col, times) + ": press "
		if p.Net != nil {
			text += fmt.Sprintf("button %d", col+1)
		} else {
			text += fmt.Sprintf("row %d, column %d", row+1, col+1)
		}
		if times > 1 {
			text += fmt.Sprintf(", %d times", times)
		}
		return text
	}
	return ""
}
