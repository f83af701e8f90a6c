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
		Data: assembly.Data(),
		CheckWitness: []puzzle.KindCheck[*assembly.Instance, assembly.Witness]{
			{Name: "moves", Check: with((*work).checkWitness)},
		},
		CheckCertificate: []puzzle.KindCheck[*assembly.Instance, assembly.Certificate]{
			{Name: "cycle", Check: with(func(k *work, c *assembly.Certificate) error { return k.checkCycle(c.Cycle) })},
			{Name: "stuck", Check: with(func(k *work, c *assembly.Certificate) error { return k.checkStuck(c.Stuck) })},
			{Name: "blocked", Check: with(func(k *work, c *assembly.Certificate) error { return k.checkBlocked(c.Blocked) })},
			{Name: "exhausted", Check: with(func(k *work, c *assembly.Certificate) error {
				return k.checkExhausted(c.Exhausted)
			})},
		},
		CheckCount: CheckCount,
		// A count is about all first blocks, whatever the root.
		NoneIsImpossible: func(p *assembly.Instance) bool { return p.Root == assembly.NoRoot && p.Placed == nil },

		Unverified: unverifiedNote,
		Verified:   verifiedNote,
		CountParts: countParts,
	}
}

// Check returns nil where o is true of p: everything that assembly.Witness or
// assembly.Certificate says it claims has been verified. An error that matches
// puzzle.ErrRejected says why o is not accepted; a *puzzle.LimitError, ctx's error or an
// error about p itself means that o was not judged.
//
// Of p it uses the board, the contact, the root, the list of blocks and which of them are in place, and makes sure of
// these itself.
func Check(ctx context.Context, p *assembly.Instance, o assembly.Outcome, lim puzzle.Limits) error {
	s := Spec()
	return s.Judge(ctx, p, o, lim)
}

// with makes a check of one that needs what a work knows.
func with[E any](check func(*work, *E) error) func(context.Context, *assembly.Instance, *E, puzzle.Limits) error {
	return func(ctx context.Context, p *assembly.Instance, e *E, lim puzzle.Limits) error {
		k, err := newWork(ctx, p, lim)
		if err != nil {
			return err
		}
		return check(k, e)
	}
}

// CheckCount returns nil where exactly n blocks of p's shape can be the first one, each by itself, whatever p
// says its root is and whatever is in place. Errors are those of Check.
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
