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

// Apply returns p with its start replaced by the board after moves: presses separated by blanks,
// each "x,y" (column and row from 1; on a net the button's number), with "*k" behind it for
// k presses.
func Apply(ctx context.Context, p *lights.Instance, moves string, lim puzzle.Limits) (*lights.Instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w, h := p.Buttons()
	if err := lim.CheckMemory("a board of presses of this size", 8*int64(w)*int64(h)); err != nil {
		return nil, err
	}
	x := lights.NewBoard(w, h, p.Modulus)
	for i, word := range strings.Fields(moves) {
		col, row, times, err := parsePress(p, word)
		if err != nil {
			return nil, grid.Errorf(grid.Pos{}, "press %d, %q: %v", i+1, word, err)
		}
		x.Set(col, row, uint32((uint64(x.At(col, row))+times)%uint64(p.Modulus)))
	}
	q, err := engine.Pressed(lim.Meter(ctx), p, x)
	return q, puzzle.AsLimit(err)
}

func parsePress(p *lights.Instance, word string) (col, row int, times uint64, err error) {
	w, h := p.Buttons()
	place, factor, repeated := strings.Cut(word, "*")
	times = 1
	if repeated {
		if times, err = strconv.ParseUint(factor, 10, 62); err != nil {
			return 0, 0, 0, fmt.Errorf("%q is no number of presses", factor)
		}
	}
	a, b, two := strings.Cut(place, ",")
	if two == (p.Net != nil) {
		if two {
			return 0, 0, 0, fmt.Errorf("the buttons of a net have one number")
		}
		return 0, 0, 0, fmt.Errorf("a press is written x,y")
	}
	if col, err = number(a, w); err != nil {
		return 0, 0, 0, err
	}
	if two {
		if row, err = number(b, h); err != nil {
			return 0, 0, 0, err
		}
	}
	if p.Net == nil && p.Cell(col, row)&lights.NoButton != 0 {
		return 0, 0, 0, fmt.Errorf("there is no button")
	}
	return col, row, times % uint64(p.Modulus), nil
}

// number reads a number from 1 to most and returns it less 1.
func number(s string, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q is not a number from 1 to %d", s, most)
	}
	return n - 1, nil
}
