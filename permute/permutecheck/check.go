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
		Data: permute.Data(),
		CheckWitness: []puzzle.KindCheck[*permute.Instance, permute.Witness]{
			{Name: "moves", Check: with((*work).checkWitness)},
		},
		CheckCertificate: []certificateCheck{
			reason("orbit", func(k *work, c *permute.Certificate) error { return k.checkOrbit(c.Orbit) }),
			reason("parity", func(k *work, c *permute.Certificate) error { return k.checkParity(c.Parity) }),
			reason("blocks", func(k *work, c *permute.Certificate) error { return k.checkBlocks(c.Blocks) }),
			reason("characters", func(k *work, c *permute.Certificate) error { return k.checkCharacters(c.Characters) }),
			reason("chain", func(k *work, c *permute.Certificate) error { return k.checkChain(c.Chain) }),
			reason("exhausted", func(k *work, c *permute.Certificate) error { return k.checkExhausted(c.Exhausted) }),
		},
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
	s := Spec()
	return s.Judge(ctx, p, o, lim)
}

type certificateCheck = puzzle.KindCheck[*permute.Instance, permute.Certificate]

func reason(name string, check func(*work, *permute.Certificate) error) certificateCheck {
	return certificateCheck{Name: name, Check: with(check)}
}

// with makes a check of one that needs what a work knows.
func with[E any](check func(*work, *E) error) func(context.Context, *permute.Instance, *E, puzzle.Limits) error {
	return func(ctx context.Context, p *permute.Instance, e *E, lim puzzle.Limits) error {
		if err := p.ValidateUnder(ctx); err != nil {
			return err
		}
		if c, ok := any(e).(*permute.Certificate); ok && c.Cols != p.Cols {
			return puzzle.Rejectf("the certificate is for a board of %s; this one has %d", grid.Number(c.Cols, "column"), p.Cols)
		}
		return check(newWork(ctx, p, lim), e)
	}
}

// CheckCount returns nil where there are exactly n optimal ways: sequences of moves that turn p's start into
// one of its goals at the least cost. There are none where it is impossible, and one, without a move, where
// the start fits a goal. Errors are those of Check; more than permute.SearchBound boards
// are not looked at.
func CheckCount(ctx context.Context, p *permute.Instance, n *big.Int, lim puzzle.Limits) error {
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
		return puzzle.Rejectf("the claim counts %s", grid.Number(grid.Short(n), "way"))
	}
	count, err := newWork(ctx, p, lim).ways()
	if err != nil {
		return err
	}
	if count.Cmp(n) != 0 {
		return puzzle.Rejectf("the claim counts %s; there are %s", grid.Number(grid.Short(n), "way"), grid.Short(count))
	}
	return nil
}
