package permutecheck

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Spec is the checker of the permute family.
func Spec() puzzle.CheckSpec[*permute.Instance, permute.Witness, permute.Certificate] {
	return puzzle.CheckSpec[*permute.Instance, permute.Witness, permute.Certificate]{
		Data:       permute.Data(),
		Check:      Check,
		CheckCount: CheckCount,

		NoneIsImpossible: func(*permute.Instance) bool { return true },
		Unverified:       func(_ *permute.Instance, o permute.Outcome) string { return UnverifiedNote(o) },
		Verified:         VerifiedNote,
	}
}

// Check returns nil where o is true of p: everything that permute.Witness or permute.Certificate
// says it claims has been verified. An error that matches puzzle.ErrRejected says why o is not
// accepted; a *puzzle.LimitError, ctx's error or an error about p itself means that o was not judged.
func Check(ctx context.Context, p *permute.Instance, o permute.Outcome, lim puzzle.Limits) error {
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

// CheckCount returns nil where there are exactly n optimal ways: sequences of moves that turn p's start into
// one of its goals at the least cost. There are none where it is impossible, and one, without a move, where
// the start fits a goal. Errors are those of Check; more than permute.SearchBound boards
// are not looked at.
func CheckCount(ctx context.Context, p *permute.Instance, n *big.Int, lim puzzle.Limits) error {
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
		return puzzle.Rejectf("the claim counts %s", grid.Number(short(n), "way"))
	}
	count, err := newWork(ctx, p, lim).ways()
	if err != nil {
		return err
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; there are %s", grid.Number(short(n), "way"), short(count))
	}
	return nil
}

// checkCertificate verifies the one reason that a certificate holds.
func (k *work) checkCertificate(c *permute.Certificate) error {
	var reasons int
	var check func() error
	if c.Orbit != nil {
		reasons, check = reasons+1, func() error { return k.checkOrbit(c.Orbit) }
	}
	if c.Parity != nil {
		reasons, check = reasons+1, func() error { return k.checkParity(c.Parity) }
	}
	if c.Blocks != nil {
		reasons, check = reasons+1, func() error { return k.checkBlocks(c.Blocks) }
	}
	if c.Characters != nil {
		reasons, check = reasons+1, func() error { return k.checkCharacters(c.Characters) }
	}
	if c.Chain != nil {
		reasons, check = reasons+1, func() error { return k.checkChain(c.Chain) }
	}
	if c.Exhausted != nil {
		reasons, check = reasons+1, func() error { return k.checkExhausted(c.Exhausted) }
	}
	if c.Cols != k.p.Cols {
		return puzzle.Rejectf("the certificate is for a board of %s; this one has %d", grid.Number(c.Cols, "column"), k.p.Cols)
	}
	if reasons != 1 {
		return puzzle.Rejectf("the certificate gives %s; it must give exactly one", grid.Number(reasons, "reason"))
	}
	return check()
}
