package puzzle

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Prove is Solve followed by Check. An answer whose check did not finish within the
// limits comes back as Unknown; one that fails it as an error that matches ErrInternal, unless the family then gives up
// something that it had believed, and another answer passes.
func (f *Family) Prove(ctx context.Context, in Instance, lim Limits) (cl Claim, err error) {
	err = f.again(in, func() error {
		if cl, err = f.Solve(ctx, in, lim); err != nil || cl.verdict == Unknown {
			return err
		}
		cl, err = f.verify(ctx, in, cl, lim)
		return err
	})
	var le *LimitError
	if errors.As(err, &le) {
		return f.stoppedClaim(le), nil
	}
	return cl, err
}

// ProveAll is All with Check for every claim before it is yielded. A check that does not finish is a *LimitError; one
// that fails is an error that matches ErrInternal.
func (f *Family) ProveAll(ctx context.Context, in Instance, lim Limits, yield func(Claim) error) error {
	return f.All(ctx, in, lim, f.proving(ctx, in, lim, yield))
}

// ProveEvery is to Every what ProveAll is to All.
func (f *Family) ProveEvery(ctx context.Context, in Instance, lim Limits, yield func(Claim) error) error {
	return f.Every(ctx, in, lim, f.proving(ctx, in, lim, yield))
}

// proving checks a claim and then yields it.
func (f *Family) proving(ctx context.Context, in Instance, lim Limits, yield func(Claim) error) func(Claim) error {
	return func(cl Claim) error {
		cl, err := f.verify(ctx, in, cl, lim)
		if err != nil {
			return err
		}
		return yield(cl)
	}
}

// ProveCount is Count followed by Check. Where a count of 0 says what "impossible" says, it rests on the certificate
// that Solve has, which is cheaper to check than a count; where Solve has none, the checker counts for itself. A count
// that fails its check is an error that matches ErrInternal, as in Prove.
func (f *Family) ProveCount(ctx context.Context, in Instance, lim Limits) (cl Claim, err error) {
	err = f.again(in, func() error {
		if cl, err = f.Count(ctx, in, lim); err != nil {
			return err
		}
		if cl.count.Sign() == 0 {
			if zero, ok, err := f.zero(ctx, in, lim); err != nil || ok {
				cl = zero
				return err
			}
		}
		cl, err = f.verify(ctx, in, cl, lim)
		return err
	})
	return cl, err
}

// zero is a count of 0 that rests on a certificate and has passed its check; ok is false where there is none.
func (f *Family) zero(ctx context.Context, in Instance, lim Limits) (cl Claim, ok bool, err error) {
	if f.ops.none == nil || !f.ops.none(in.value) {
		return Claim{}, false, nil
	}
	why, err := f.Solve(ctx, in, lim)
	if err != nil {
		return Claim{}, false, err
	}
	if cl, ok = f.ZeroBy(in, why); !ok {
		return Claim{}, false, nil
	}
	cl, err = f.verify(ctx, in, cl, lim)
	if errors.Is(err, ErrLimit) {
		return Claim{}, false, nil
	}
	return cl, true, err
}

// mostKept is how many bytes of a document a claim keeps, so that it is not made a second time.
const mostKept = 64 << 10

// verify checks an answer of our own, and returns it.
func (f *Family) verify(ctx context.Context, in Instance, cl Claim, lim Limits) (Claim, error) {
	body, err := f.check(ctx, in, cl, lim)
	var le *LimitError
	switch {
	case err == nil && len(body) <= mostKept:
		cl.proven = body
	case errors.As(err, &le):
		why := " was found but its check did not finish: " + le.Msg
		if le.Limit == "check" {
			why = " was found, but the checker cannot verify it: " + strings.TrimPrefix(le.Msg, "not verified: ")
		}
		what := fmt.Sprintf("an answer (%v)", cl.verdict)
		if cl.count != nil {
			what = "a number"
		}
		err = &LimitError{Limit: le.Limit, Need: le.Need, Checking: true, Msg: what + why}
	case errors.Is(err, ErrRejected):
		err = fmt.Errorf("%w: our own answer failed its check: %w", ErrInternal, err)
	}
	return cl, err
}
