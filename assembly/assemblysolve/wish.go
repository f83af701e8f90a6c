package assemblysolve

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// wished makes a shape of as many blocks as w has pieces, or of half the cells. Scramble makes others of it.
func wished(_ *rand.Rand, w puzzle.Wish) (p *assembly.Instance, only bool, err error) {
	cells := w.Rows * w.Cols
	blocks := w.Pieces
	if blocks == 0 {
		blocks = max(1, cells/2)
	}
	switch {
	case w.Symmetric, w.Colours > 0:
		return nil, false, fmt.Errorf("%w: blocks have no colours, and no symmetric shapes are made", puzzle.ErrUnsupported)
	case blocks > min(cells, assembly.MaxBlocks):
		return nil, false, grid.Errorf(grid.Pos{}, "%d blocks have no room on %d cells", blocks, cells)
	}
	shape := make([]assembly.Block, blocks)
	for i := range shape {
		shape[i] = assembly.Block{R: int32(i / w.Cols), C: int32(i % w.Cols)}
	}
	p, err = assembly.New(int32(w.Rows), int32(w.Cols), shape, assembly.NoRoot, assembly.Frontal)
	return p, true, err
}
