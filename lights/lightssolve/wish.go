package lightssolve

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// wished makes a board of the classical rules, with as many states of a lamp as w has colours, or two. Where it is to
// be symmetric the start is what presses make of it that are symmetric.
func wished(rng *rand.Rand, w puzzle.Wish) (p *lights.Instance, only bool, err error) {
	states := uint32(2)
	switch {
	case w.Colours == 1 || int64(w.Colours) > lights.MaxModulus:
		return nil, false, grid.Errorf(grid.Pos{}, "lamps have from 2 to %d states, not %d",
			uint32(lights.MaxModulus), w.Colours)
	case w.Colours > 0:
		states = uint32(w.Colours)
	}
	if w.Pieces > 0 {
		return nil, false, fmt.Errorf("%w: each cell has a lamp; no number of them is wished for", puzzle.ErrUnsupported)
	}
	p = &lights.Instance{Width: w.Cols, Height: w.Rows, Modulus: states, Pattern: lights.Pattern{Name: "plus"},
		Start: lights.NewBoard(w.Rows, w.Cols, states)}
	if err := p.Validate(); err != nil || !w.Symmetric {
		return p, true, err
	}
	x := randomPresses(rng, p)
	for row := range w.Rows {
		for col := range w.Cols / 2 {
			x.Set(row, w.Cols-1-col, x.At(row, col))
		}
	}
	p, err = backwards(nil, p, x)
	return p, false, err
}
