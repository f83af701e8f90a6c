package assemblycheck

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Spec is the checker of the assembly family.
func Spec() puzzle.CheckSpec[*assembly.Instance, assembly.Witness, assembly.Certificate] {
	return puzzle.CheckSpec[*assembly.Instance, assembly.Witness, assembly.Certificate]{
		Data:       assembly.Data(),
		Check:      Check,
		CheckCount: CheckCount,
		// A count is about all first blocks, whatever the root.
		NoneIsImpossible: func(p *assembly.Instance) bool { return p.Root == assembly.NoRoot },

		Unverified: UnverifiedNote,
		Verified:   VerifiedNote,
		CountParts: CountParts,
	}
}

// Check returns nil where o is true of p: everything that assembly.Witness or
// assembly.Certificate says it claims has been verified. An error that matches
// puzzle.ErrRejected says why o is not accepted; a *puzzle.LimitError, ctx's error or an
// error about p itself means that o was not judged.
//
// Of p it uses the board, the contact, the root and the list of blocks, and makes sure of these itself.
func Check(ctx context.Context, p *assembly.Instance, o assembly.Outcome, lim puzzle.Limits) error {
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return err
	}
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

// checkCertificate sends a certificate to the check of its kind.
func (k *work) checkCertificate(c *assembly.Certificate) error {
	kinds := 0
	for _, set := range [...]bool{c.Cycle != nil, c.Stuck != nil, c.Blocked != nil, c.Exhausted != nil} {
		if set {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return puzzle.Rejectf("the certificate gives %s; exactly one is expected", grid.Number(kinds, "reason"))
	case c.Cycle != nil:
		return k.checkCycle(c.Cycle)
	case c.Stuck != nil:
		return k.checkStuck(c.Stuck)
	case c.Blocked != nil:
		return k.checkBlocked(c.Blocked)
	}
	return k.checkExhausted(c.Exhausted)
}

// CheckCount returns nil where exactly n blocks of p's shape can be the first one, each by itself, whatever p
// says its root is. Errors are those of Check.
func CheckCount(ctx context.Context, p *assembly.Instance, n *big.Int, lim puzzle.Limits) error {
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return err
	}
	switch {
	case n == nil:
		return puzzle.Rejectf("the claim has no number")
	case n.Sign() < 0 || n.Cmp(big.NewInt(int64(len(p.Blocks)))) > 0:
		return puzzle.Rejectf("the claim counts %s of a shape of %d", grid.Number(short(n), "first block"), len(p.Blocks))
	}
	count, err := k.countFirst()
	if err != nil {
		return err
	}
	if n.Cmp(big.NewInt(count)) != 0 {
		return puzzle.Rejectf("the claim counts %s blocks that can be the first; there are %d", short(n), count)
	}
	return nil
}
