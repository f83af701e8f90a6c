package assemblysolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Level is what packs ask of shapes.
func (s *Solver) Level() puzzle.Level[*assembly.Instance, assembly.Witness] {
	return puzzle.Level[*assembly.Instance, assembly.Witness]{
		Canonical: Canonical,
		Witness: func(ctx context.Context, p *assembly.Instance, moves string, lim puzzle.Limits) (assembly.Witness,
			error) {
			first, list, err := assembly.ParseMovesWithin(lim.Meter(ctx), moves)
			if err == nil && first.None() && p.Start() == nil {
				err = grid.Errorf(grid.Pos{}, "any block may be the first here: the moves have to begin with the one that is")
			}
			return assembly.Witness{First: first, Moves: list}, err
		},
		Length: func(_ *assembly.Instance, w assembly.Witness) *big.Int { return big.NewInt(int64(len(w.Moves))) },
		Fewest: s.fewest, Difficulty: s.difficulty, Board: wished,
	}
}

// maxCounted is up to how many blocks the orders are counted: they need all sets of blocks that can come about.
const maxCounted = 24

// fewest counts the orders of the moves: all ways have one move for each block.
func (s *Solver) fewest(
	ctx context.Context, p *assembly.Instance, w assembly.Witness, lim puzzle.Limits,
) (fewest puzzle.Fewest, err error) {
	fewest.AtLeast = big.NewInt(int64(len(w.Moves)))
	if len(w.Moves) < maxCounted && !lim.VerdictOnly {
		fewest.Ways, err = s.Orders(ctx, p, lim)
	}
	return fewest, err
}
