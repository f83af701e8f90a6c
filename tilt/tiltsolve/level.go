package tiltsolve

import (
	"context"
	"errors"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/twin"
)

// Level is what packs ask of boards.
func (s *Solver) Level() puzzle.Level[*tilt.Instance, tilt.Witness] {
	return puzzle.Level[*tilt.Instance, tilt.Witness]{
		Canonical: twin.Form,
		Witness: func(_ context.Context, _ *tilt.Instance, moves string, _ puzzle.Limits) (tilt.Witness, error) {
			w, err := parseMoves(moves)
			return tilt.Witness{Moves: w}, err
		},
		Length: func(_ *tilt.Instance, w tilt.Witness) *big.Int { return w.Moves.Length() },
		Fewest: s.fewest, Difficulty: s.difficulty, Board: wished,
	}
}

// maxWays is how many shortest ways are listed to count them.
const maxWays = 1000

var errEnough = errors.New("enough")

// fewest lists the shortest ways, which all are as long as w says; on boards with rules it counts them.
func (s *Solver) fewest(
	ctx context.Context, p *tilt.Instance, w tilt.Witness, lim puzzle.Limits,
) (puzzle.Fewest, error) {
	fewest := puzzle.Fewest{AtLeast: w.Length}
	if w.Length == nil || lim.VerdictOnly {
		return fewest, nil
	}
	if p.Rules != nil {
		var err error
		fewest.Ways, err = countWays(ctx, p, lim)
		return fewest, err
	}
	n := int64(0)
	err := s.All(ctx, p, lim, func(tilt.Witness) error {
		if n++; n == maxWays {
			return errEnough
		}
		return nil
	})
	if fewest.More = errors.Is(err, errEnough); fewest.More {
		err = nil
	}
	if err == nil {
		fewest.Ways = big.NewInt(n)
	}
	return fewest, err
}
