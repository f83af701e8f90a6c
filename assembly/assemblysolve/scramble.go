package assemblysolve

import (
	"context"
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// scrambleBytes is about what a shape takes for each block while it grows.
const scrambleBytes = 200

// scrambleTries is how many shapes are begun that may come to an end too early.
const scrambleTries = 20

// Scramble makes another shape on p's board, in p's model, that can be built with exactly distance moves from one
// block; a negative distance stands for as many as p takes from one block. The block is given where p's is. Blocks are
// let in along random lines, so that every shape that can be built may come out; how likely each of them is, is not the
// same. Where that fails on a board that is nearly full, the shape is filled row by row.
func (s *Solver) Scramble(
	ctx context.Context, p *assembly.Instance, distance int64, rng *rand.Rand, lim puzzle.Limits,
) (*assembly.Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if distance < 0 {
		distance = int64(len(p.Blocks)) - 1
	}
	if cells := int64(p.Rows) * int64(p.Cols); distance >= cells || distance >= assembly.MaxBlocks {
		return nil, grid.Errorf(grid.Pos{}, "a board of %d × %d cells has no room for a shape of %d moves; it takes "+
			"at most %d", p.Rows, p.Cols, distance, min(cells, assembly.MaxBlocks)-1)
	}
	if err := lim.CheckMemory("a random shape of so many blocks", scrambleBytes*(distance+1)); err != nil {
		return nil, err
	}
	var cells []assembly.Block
	for try := 0; try < scrambleTries && cells == nil; try++ {
		var err error
		if cells, err = generate.LetIn(ctx, p, int(distance)+1, rng); err != nil {
			return nil, err
		}
	}
	for k := int32(0); int64(len(cells)) <= distance; k++ { // each comes in from below, and stops under the row above
		if k&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cells = append(cells, assembly.Block{R: k / p.Cols, C: k % p.Cols})
	}
	root := assembly.NoRoot
	if p.Root != assembly.NoRoot {
		root = 0
	}
	return assembly.NewWithin(lim.Meter(ctx), p.Rows, p.Cols, cells, root, p.Contact)
}
