package permutesolve

import (
	"context"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/puzzle"
)

// A Distribution tells how many boards there are at each distance.
type Distribution = tables.Distribution

// DistributionOptions say how a distribution is found. The zero value is fine.
type DistributionOptions = tables.DistributionOptions

// Distances finds the distribution for a set of moves and different tiles. It takes about 3 bits a board and up to 4
// more for a table, both up to symmetry; where that is more than lim allows the error is a *puzzle.LimitError. 3 × 4
// with unit shifts, 12! boards, takes 40 MB and about a second of processor time. Cells that no move touches take
// nothing, and boards are those of the orbits. lim.OnProgress hears of it.
func Distances(ctx context.Context, set *permute.MoveSet, opt DistributionOptions,
	lim puzzle.Limits) (*Distribution, error) {
	mt := lim.Meter(ctx)
	c, err := moveset.CompileWithin(mt, set)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	_, orbits := c.Orbits(mt)
	m := moveset.NewMoving(mt, c, orbits)
	if mt.Err() != nil {
		return nil, puzzle.AsLimit(mt.Err())
	}
	d, err := tables.NewShelf("").Distribution(ctx, m.Compiled, nil, opt, lim)
	if err == nil {
		tables.PlaceFarthest(m, d, c.N)
	}
	return d, err
}
