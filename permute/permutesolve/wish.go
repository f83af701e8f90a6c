package permutesolve

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// wished makes a board that rows and columns shift on, whose goal has the tiles in order: each of its own, or of as
// many kinds as w has colours.
func wished(_ *rand.Rand, w puzzle.Wish) (p *permute.Instance, only bool, err error) {
	cells := w.Rows * w.Cols
	kinds := w.Colours
	switch {
	case w.Symmetric:
		return nil, false, fmt.Errorf("%w: no symmetric boards are made", puzzle.ErrUnsupported)
	case w.Pieces > 0 && w.Pieces != cells:
		return nil, false, grid.Errorf(grid.Pos{}, "a tile stands in each of the %d cells; there cannot be %d", cells,
			w.Pieces)
	case kinds > cells:
		return nil, false, grid.Errorf(grid.Pos{}, "%d tiles cannot have %d colours", cells, kinds)
	case kinds == 0:
		kinds = cells
	}
	p = &permute.Instance{Rows: w.Rows, Cols: w.Cols, Given: true, Start: make([]permute.Tile, cells)}
	for i := range p.Start {
		p.Start[i] = permute.Tile(i * kinds / cells)
	}
	for k := range kinds {
		label := strconv.Itoa(k + 1)
		if kinds < cells && kinds <= 26 {
			label = string(rune('A' + k))
		}
		p.Labels = append(p.Labels, label)
	}
	p.Goals = [][]permute.Tile{p.Start}
	p.Moves, err = permute.ParseMoves(w.Rows, w.Cols, "shifts")
	return p, true, err
}
