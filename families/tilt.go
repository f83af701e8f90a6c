package families

import (
	"context"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// Tilt is the family of tilting boards.
func Tilt() *puzzle.Family {
	solver := tiltsolve.NewSolver()
	return puzzle.Define(puzzle.Spec[*tilt.Instance, tilt.Witness, tilt.Certificate]{
		CheckSpec:   tiltcheck.Spec(),
		Solve:       solver.Solve,
		Count:       solver.Count,
		CountOf:     "reachable boards",
		CountOne:    "reachable board",
		Apply:       applyTilts,
		When:        whenTilts,
		Draw:        tiltsolve.Draw,
		TellWitness: []puzzle.KindTell[*tilt.Instance, tilt.Witness]{{Name: "moves", Tell: tiltsolve.TellWay}},
		TellCertificate: []puzzle.KindTell[*tilt.Instance, tilt.Certificate]{
			{Name: "colours", Tell: tiltsolve.TellColours},
			{Name: "shapes", Tell: tiltsolve.TellRings},
		},
		Generate: tiltsolve.Generate,
		Shrink:   tiltsolve.Shrink,
	})
}

func tiltWord(moves string) (tilt.Word, error) {
	w, err := tilt.ParseWord(moves)
	if err != nil {
		return nil, grid.Errorf(grid.Pos{}, "%v", err)
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
	if !strings.Contains(moves, "(") || !strings.HasSuffix(moves, ")") {
		return nil, nil, grid.Errorf(grid.Pos{}, "the moves must end in the group that is repeated, as in LU(RDLU), not %s", grid.Quote(moves))
	}
	// Read as one word, so that errors count characters from the beginning.
	w, err := tiltWord(moves + "^1")
	if err != nil {
		return nil, nil, err
	}
	last := len(w) - 1
	return tiltsolve.When(ctx, p, w[:last], w[last].Moves, lim)
}
