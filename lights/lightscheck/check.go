package lightscheck

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// Spec is the checker of the lights family.
func Spec() puzzle.CheckSpec[*lights.Instance, lights.Witness, lights.Certificate] {
	return puzzle.CheckSpec[*lights.Instance, lights.Witness, lights.Certificate]{
		Data: lights.Data(),
		CheckWitness: []puzzle.KindCheck[*lights.Instance, lights.Witness]{
			{Name: "presses", Check: with((*work).checkWitness)},
			{Name: "moves", Check: with((*work).checkMoves)},
		},
		CheckCertificate: []puzzle.KindCheck[*lights.Instance, lights.Certificate]{
			{Name: "weights", Check: with((*work).checkCertificate)},
			{Name: "sums", Check: with((*work).checkSums)},
			{Name: "exhausted", Check: with((*work).checkExhausted)},
		},
		CheckCount: CheckCount,

		NoneIsImpossible: func(*lights.Instance) bool { return true },
	}
}

// Check returns nil where o is true of p: everything that lights.Witness or
// lights.Certificate says it claims has been verified. An error that matches
// puzzle.ErrRejected says why o is not accepted; a *puzzle.LimitError, ctx's error or an
// error about p itself means that o was not judged.
func Check(ctx context.Context, p *lights.Instance, o lights.Outcome, lim puzzle.Limits) error {
	s := Spec()
	return s.Judge(ctx, p, o, lim)
}

// with makes a check of one that needs what a work knows.
func with[E any](check func(*work, *E) error) func(context.Context, *lights.Instance, *E, puzzle.Limits) error {
	return func(ctx context.Context, p *lights.Instance, e *E, lim puzzle.Limits) error {
		if err := p.ValidateUnder(ctx); err != nil {
			return err
		}
		return check(newWork(ctx, p, lim), e)
	}
}

// CheckCount returns nil where exactly n different boards of presses turn p's start into its
// target, or into any board that its Choice allows, or where exactly n ways have the fewest presses, of lit lamps
// alone: 0 where it is impossible. Errors are those of Check.
func CheckCount(ctx context.Context, p *lights.Instance, n *big.Int, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	switch {
	case n == nil:
		return puzzle.Rejectf("the claim has no number")
	case n.Sign() < 0:
		return puzzle.Rejectf("the claim counts %s", grid.Number(grid.Short(n), "solution"))
	}
	k := newWork(ctx, p, lim)
	counted := func() (*big.Int, error) { return k.count(true) }
	switch {
	case p.LitOnly:
		counted = k.countLit
	case p.Choice != nil:
		counted = k.countAny
	}
	count, err := counted()
	if err != nil {
		return err
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; there are %s", grid.Number(grid.Short(n), "solution"), grid.Short(count))
	}
	return nil
}
