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
		Data:       tilt.Data(),
		Check:      Check,
		CheckCount: CheckCount,
	}
}

// Check returns nil where o is true of p: the witness's moves reach the target and, where it has a length,
// no fewer tilts do; or the certificate shows that none do. An error that matches
// puzzle.ErrRejected says why o is not accepted; a *puzzle.LimitError, ctx's error or an
// error about p itself means that o was not judged.
func Check(ctx context.Context, p *tilt.Instance, o tilt.Outcome, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	if p.Target == nil {
		return puzzle.Rejectf("there is no target, so nothing can be said about reaching it")
	}
	switch o.Verdict {
	case puzzle.Solved:
		switch {
		case o.Witness == nil:
			return puzzle.Rejectf("the claim says solved and has no witness")
		case o.Certificate != nil:
			return puzzle.Rejectf("the claim says solved and has a certificate of impossibility")
		}
		return checkSolved(ctx, p, *o.Witness, lim)
	case puzzle.Impossible:
		switch {
		case o.Certificate == nil:
			return puzzle.Rejectf("the claim says impossible and has no certificate")
		case o.Witness != nil:
			return puzzle.Rejectf("the claim says impossible and has a witness")
		}
		return checkImpossible(ctx, p, o.Certificate, lim)
	}
	return puzzle.Rejectf("the claim says %v; it asserts nothing that could be verified", o.Verdict)
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
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return err
	}
	count, err := k.count()
	if err != nil {
		return err
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; %s can be reached", grid.Number(short(n), "board"), short(count))
	}
	return nil
}

// checkSolved plays the witness, and compares its length with the least where it claims one.
func checkSolved(ctx context.Context, p *tilt.Instance, w tilt.Witness, lim puzzle.Limits) error {
	if err := validWord(w.Moves); err != nil {
		return err
	}
	if n := w.Moves.Length(); w.Length != nil && n.Cmp(w.Length) != 0 {
		return puzzle.Rejectf("the moves are %s; the witness says %s", grid.Number(short(n), "tilt"), short(w.Length))
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
		return puzzle.Rejectf("the moves reach the target, but %s tilts are not the fewest: %s are enough", short(w.Length), short(least))
	case least.Cmp(w.Length) > 0:
		return puzzle.Rejectf("the moves reach the target in %s, but at least %s are needed: one of the two is wrong", grid.Number(short(w.Length), "tilt"), short(least))
	}
	return nil
}
