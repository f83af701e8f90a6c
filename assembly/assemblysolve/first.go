package assemblysolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/puzzle"
)

// FirstBlocks returns the blocks from which the shape of p can be built, as indices in ascending order. It
// asks about the shape: p's own root does not matter.
//
// Where peeling decides (see Solve) that is O(blocks · log blocks) or so for shapes that can be built; shapes that
// frustrate it can take O(blocks²). Other shapes are searched, within limits.
func (*Solver) FirstBlocks(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) ([]int32, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return peel.FirstBlocks(ctx, p, lim)
}

// Count is the number of blocks that can be the first one of p's shape, whatever root p has: the
// length of what FirstBlocks returns.
func (s *Solver) Count(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*big.Int, error) {
	list, err := s.FirstBlocks(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	return big.NewInt(int64(len(list))), nil
}
