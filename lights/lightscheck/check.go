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
		Data:       lights.Data(),
		Check:      Check,
		CheckCount: CheckCount,

		NoneIsImpossible: func(*lights.Instance) bool { return true },
	}
}

// Check returns nil where o is true of p: everything that lights.Witness or
// lights.Certificate says it claims has been verified. An error that matches
// puzzle.ErrRejected says why o is not accepted; a *puzzle.LimitError, ctx's error or an
// error about p itself means that o was not judged.
func Check(ctx context.Context, p *lights.Instance, o lights.Outcome, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return err
	}
	k := newWork(ctx, p, lim)
	switch o.Verdict {
	case puzzle.Solved:
		switch {
		case o.Witness == nil:
			return puzzle.Rejectf("the claim says solved and has no witness")
		case o.Certificate != nil:
			return puzzle.Rejectf("the claim says solved and has a certificate of impossibility")
		case o.Stopped != nil:
			return puzzle.Rejectf("the claim says solved and that a limit stopped it")
		}
		return k.checkWitness(o.Witness)
	case puzzle.Impossible:
		switch {
		case o.Certificate == nil:
			return puzzle.Rejectf("the claim says impossible and has no certificate")
		case o.Witness != nil:
			return puzzle.Rejectf("the claim says impossible and has a witness")
		case o.Stopped != nil:
			return puzzle.Rejectf("the claim says impossible and that a limit stopped it")
		}
		return k.checkCertificate(o.Certificate)
	}
	return puzzle.Rejectf("the claim says %v; it asserts nothing that could be verified", o.Verdict)
}

// CheckCount returns nil where exactly n different boards of presses turn p's start into its
// target: 0 where it is impossible. Errors are those of Check.
func CheckCount(ctx context.Context, p *lights.Instance, n *big.Int, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return err
	}
	switch {
	case n == nil:
		return puzzle.Rejectf("the claim has no number")
	case n.Sign() < 0:
		return puzzle.Rejectf("the claim counts %s", grid.Number(short(n), "solution"))
	}
	count, err := newWork(ctx, p, lim).count(true)
	if err != nil {
		return err
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; there are %s", grid.Number(short(n), "solution"), short(count))
	}
	return nil
}
