package families

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// Tilt is the family of tilting boards.
func Tilt() *puzzle.Family {
	solver := tiltsolve.NewSolver()
	return puzzle.Define(puzzle.Spec[*tilt.Instance, tilt.Witness, tilt.Certificate]{
		CheckSpec: tiltcheck.Spec(),
		Solve:     solver.Solve,
		Count:     solver.Count,
		CountOf:   "reachable boards",
		Apply:     applyTilts,
		When:      whenTilts,
		Explain:   tiltsolve.Explain,
		Generate:  tiltsolve.Generate,
		Shrink:    tiltsolve.Shrink,
	})
}

func tiltWord(moves string) (tilt.Word, error) {
	w, err := tilt.ParseWord(moves)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", puzzle.ErrInput, err)
	}
	return w, nil
}

func applyTilts(ctx context.Context, p *tilt.Instance, moves string, lim puzzle.Limits) (*tilt.Instance, error) {
	w, err := tiltWord(moves)
	if err != nil {
		return nil, err
	}
	q := *p
	q.Start, err = tiltsolve.Apply(ctx, p.Start, w, lim)
	return &q, err
}

func whenTilts(ctx context.Context, p *tilt.Instance, moves string, lim puzzle.Limits) (first, every *big.Int, err error) {
	open := strings.LastIndexByte(moves, '(')
	if open < 0 || !strings.HasSuffix(moves, ")") {
		return nil, nil, fmt.Errorf("%w: the moves must end in the group that is repeated, as in LU(RDLU), not %q", puzzle.ErrInput, moves)
	}
	prefix, err := tiltWord(moves[:open])
	if err != nil {
		return nil, nil, err
	}
	word, err := tiltWord(moves[open+1 : len(moves)-1])
	if err != nil {
		return nil, nil, err
	}
	if len(word) != 1 {
		return nil, nil, fmt.Errorf("%w: the group that is repeated must be plain tilts, not %q", puzzle.ErrInput, moves[open:])
	}
	return tiltsolve.When(ctx, p, prefix, word[0].Moves, lim)
}
