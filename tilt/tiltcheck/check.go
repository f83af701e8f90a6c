package tiltcheck

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Spec is the checker of the tilt family.
func Spec() puzzle.CheckSpec[*tilt.Instance, tilt.Witness, tilt.Certificate] {
	return puzzle.CheckSpec[*tilt.Instance, tilt.Witness, tilt.Certificate]{
		Data:         tilt.Data(),
		CheckWitness: []puzzle.KindCheck[*tilt.Instance, tilt.Witness]{{Name: "moves", Check: onTarget(checkSolved)}},
		CheckCertificate: []puzzle.KindCheck[*tilt.Instance, tilt.Certificate]{
			{Name: "colours", Check: onTarget(checkColour)},
			{Name: "shapes", Check: onTarget(checkRings)},
			{Name: "exhausted", Check: onTarget(checkExhausted)},
		},
		CheckCount: CheckCount,
	}
}

// Check is Judge of Spec: it returns nil where o is true of p. The witness's moves reach the target and, where it has a
// length, no fewer tilts do; or the certificate shows that none do.
func Check(ctx context.Context, p *tilt.Instance, o tilt.Outcome, lim puzzle.Limits) error {
	s := Spec()
	return s.Judge(ctx, p, o, lim)
}

// onTarget is check for instances that have a target, and a refusal of others.
func onTarget[E any](
	check func(context.Context, *tilt.Instance, *E, puzzle.Limits) error,
) func(context.Context, *tilt.Instance, *E, puzzle.Limits) error {
	return func(ctx context.Context, p *tilt.Instance, e *E, lim puzzle.Limits) error {
		if err := p.ValidateUnder(ctx); err != nil {
			return err
		}
		if len(p.Goals()) == 0 {
			return puzzle.Rejectf("there is no target, so nothing can be said about reaching it")
		}
		return puzzle.AsLimit(check(ctx, p, e, lim))
	}
}

// CheckCount returns nil where exactly n different boards, the start among them, can be
// reached from p's start. Errors are those of Check.
func CheckCount(ctx context.Context, p *tilt.Instance, n *big.Int, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	if n == nil {
		return puzzle.Rejectf("the claim has no number")
	}
	count, err := reachable(ctx, p, lim)
	if err != nil {
		return puzzle.AsLimit(err)
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; %s can be reached", grid.Number(grid.Short(n), "board"),
			grid.Short(count))
	}
	return nil
}

// reachable counts the boards that can be reached.
func reachable(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if p.Rules != nil {
		return countStates(ctx, p, lim)
	}
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	return k.count()
}

// checkSolved plays the witness, and compares its length with the least where it claims one.
func checkSolved(ctx context.Context, p *tilt.Instance, w *tilt.Witness, lim puzzle.Limits) error {
	if err := validWord(w.Moves, p.Rules != nil); err != nil {
		return err
	}
	if n := w.Moves.Length(); w.Length != nil && n.Cmp(w.Length) != 0 {
		return puzzle.Rejectf("the moves are %s; the witness says %s", grid.Number(grid.Short(n), "tilt"),
			grid.Short(w.Length))
	}
	if p.Rules != nil {
		return checkMoves(ctx, p, w, lim)
	}
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return err
	}
	if err := k.replay(w.Moves); err != nil || w.Length == nil {
		return err
	}
	least, err := k.minimum()
	switch {
	case err != nil:
		return err
	case least == nil:
		return puzzle.Rejectf("the moves reach the target, but the target lies on no ring: one of the two is wrong")
	case least.Cmp(w.Length) < 0:
		return puzzle.Rejectf("the moves reach the target, but %s tilts are not the fewest: %s are enough",
			grid.Short(w.Length), grid.Short(least))
	case least.Cmp(w.Length) > 0:
		return puzzle.Rejectf("the moves reach the target in %s, but at least %s are needed: one of the two is wrong",
			grid.Number(grid.Short(w.Length), "tilt"), grid.Short(least))
	}
	return nil
}
