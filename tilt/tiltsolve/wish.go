package tiltsolve

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// wished makes a board with tiles at random, a quarter to a half of the cells unless w says how many, in three colours
// unless it says otherwise. The target is what some tilts make of them.
func wished(rng *rand.Rand, w puzzle.Wish) (p *tilt.Instance, only bool, err error) {
	cells, colours := w.Rows*w.Cols, w.Colours
	if colours == 0 {
		colours = 3
	}
	tiles := w.Pieces
	if tiles == 0 {
		tiles = (cells + 3) / 4
		tiles += rng.IntN(max(1, cells/2-tiles+1))
	}
	const most = 26
	switch {
	case w.Symmetric:
		return nil, false, fmt.Errorf("%w: tilts keep no symmetry, so no symmetric boards are made", puzzle.ErrUnsupported)
	case tiles > cells:
		return nil, false, grid.Errorf(grid.Pos{}, "%d tiles have no room on %d cells", tiles, cells)
	case colours > most:
		return nil, false, grid.Errorf(grid.Pos{}, "%d colours are too many; boards are made with up to %d", colours, most)
	case w.Colours > tiles:
		return nil, false, grid.Errorf(grid.Pos{}, "%d tiles cannot have %d colours", tiles, colours)
	}
	p = &tilt.Instance{Palette: make([]string, colours)}
	for i := range p.Palette {
		p.Palette[i] = string(rune('a' + i))
	}
	board := make([]uint8, cells)
	for i, at := range rng.Perm(cells)[:tiles] {
		board[at] = uint8(1 + i)
		if i >= colours { // each colour at least once
			board[at] = uint8(1 + rng.IntN(colours))
		}
	}
	p.Start = boardOf(board, w.Rows, w.Cols)
	word := [...]string{"LU", "UR", "RD", "DL"}[rng.IntN(4)]
	p.Target = boardOf(playLetters(board, w.Rows, w.Cols, word), w.Rows, w.Cols)
	return p, false, nil
}
