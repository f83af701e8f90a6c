package contest

import (
	"context"

	"github.com/gridwright/gridwright/puzzle"
)

// fewCases are proved one by one, also where many could be checked at once: that prepares for more than there are.
const fewCases = 8

// References is Reference for many cases. Where the contest asks for numbers alone the claims may be bare: they have
// passed a check of all at once, and are good for WriteAnswer and to compare with, but hold no evidence.
func (p *Problem) References(ctx context.Context, ins []puzzle.Instance, lim puzzle.Limits) ([]puzzle.Claim, error) {
	if cls := p.bare(ctx, ins, lim); cls != nil {
		return cls, nil
	}
	cls := make([]puzzle.Claim, len(ins))
	for i, in := range ins {
		var err error
		if cls[i], err = p.Reference(ctx, in, lim); err != nil {
			return nil, err
		}
	}
	return cls, nil
}

// bare is what References gives where all can be checked at once; nil otherwise, also where one is wrong: who proves
// each for itself finds out which.
func (p *Problem) bare(ctx context.Context, ins []puzzle.Instance, lim puzzle.Limits) []puzzle.Claim {
	if p.many == nil || len(ins) < fewCases {
		return nil
	}
	quick := lim
	quick.VerdictOnly = true
	cls := make([]puzzle.Claim, len(ins))
	for i, in := range ins {
		cl, err := p.family.Solve(ctx, in, quick)
		if err != nil || cl.Verdict() == puzzle.Unknown {
			return nil
		}
		cls[i] = cl
	}
	if lim.Time > 0 {
		timed, cancel := context.WithTimeout(ctx, lim.Time)
		defer cancel()
		ctx = timed
	}
	if p.many(ctx, ins, cls, lim) != nil {
		return nil
	}
	return cls
}

// A manyCheck is a Contest's CheckMany without its types.
type manyCheck func(ctx context.Context, ins []puzzle.Instance, cls []puzzle.Claim, lim puzzle.Limits) error

func manyOf[P, W, C any](c Contest[P, W, C]) manyCheck {
	return func(ctx context.Context, ins []puzzle.Instance, cls []puzzle.Claim, lim puzzle.Limits) error {
		ps, os := make([]P, len(ins)), make([]puzzle.Outcome[W, C], len(ins))
		for i := range ins {
			ps[i], os[i] = ins[i].Value().(P), cls[i].Value().(puzzle.Outcome[W, C])
		}
		return c.CheckMany(ctx, ps, os, lim)
	}
}
