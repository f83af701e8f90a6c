package assemblysolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// All yields every way to build p from what is on the board, move by move, each once and without steps: all have the
// same number of moves. An open first block is chosen in all ways. Time is O(blocks) for each way and each set that
// leads nowhere; a limit of time or memory ends it, and what was yielded before holds.
func (*Solver) All(
	ctx context.Context, p *assembly.Instance, lim puzzle.Limits, yield func(assembly.Witness) error,
) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	w, err := sets.NewWalk(ctx, p, lim)
	if err != nil {
		return err
	}
	return w.All(func() (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		return true, yield(w.Witness())
	})
}

// Orders counts the ways that All yields. O(sets · blocks) time, and memory for the sets of two sizes.
func (*Solver) Orders(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	n, _, err := sets.Orders(ctx, p, lim, 0)
	return n, err
}
