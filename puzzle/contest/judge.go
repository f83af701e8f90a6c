package contest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A Judging judges outputs for one file.
type Judging struct {
	Problem *Problem
	Cases   []puzzle.Instance
	// Claims are the references that are known, by case; nil, or a nil one: worked out where an output needs it, and
	// then kept. Each has passed its check.
	Claims []*puzzle.Claim
	Limits puzzle.Limits // for the reference, and for checking what an output shows

	// Doubt asks the reference also where a witness alone would do, to find out where it is wrong.
	Doubt bool
	// GoOn goes on behind a case that a limit keeps from being judged. Open tells which these are.
	GoOn bool
	Open []Open

	bare []puzzle.Claim // of all cases, checked at once, where that is possible; see References
}

// An Open is a case that a limit has kept from being judged, and what the output says of it.
type Open struct {
	Case    int // from 0
	Verdict puzzle.Verdict
	Number  int64 // −1: none
	Err     error
}

// Judge returns nil where output answers every case right; a *WrongError where it does not; a *JuryError where it shows
// the reference to be wrong. Other errors say nothing of the output: a limit (*puzzle.LimitError), a context's. An
// answer with a witness needs no reference unless the contest compares the two.
func (j *Judging) Judge(ctx context.Context, output []byte) error {
	if j.Claims == nil {
		j.Claims = make([]*puzzle.Claim, len(j.Cases))
		j.bare = j.Problem.bare(ctx, j.Cases, j.Limits)
	}
	out := NewOutput(output)
	for k := range j.Cases {
		if err := ctx.Err(); err != nil {
			return err
		}
		open, err := j.Problem.judge(ctx, j, out, k)
		if j.GoOn && errors.Is(err, puzzle.ErrLimit) {
			open.Err = err
			j.Open = append(j.Open, open)
			continue
		}
		if err != nil {
			return err
		}
	}
	if err := out.End(); err != nil {
		return j.unreadable(err, -1)
	}
	return nil
}

// reference is the reference of case k as far as it is compared.
func (j *Judging) reference(ctx context.Context, k int) (puzzle.Claim, error) {
	if j.bare != nil && j.Claims[k] == nil {
		return j.bare[k], nil
	}
	return j.Reference(ctx, k)
}

// Reference is the reference of case k, with its evidence.
func (j *Judging) Reference(ctx context.Context, k int) (puzzle.Claim, error) {
	if j.Claims[k] == nil {
		cl, err := j.Problem.Reference(ctx, j.Cases[k], j.Limits)
		if err != nil {
			return cl, err
		}
		j.Claims[k] = &cl
	}
	return *j.Claims[k], nil
}

// number is how case k, from 0, is called in errors.
func (j *Judging) number(k int) int {
	if len(j.Cases) == 1 {
		return 0
	}
	return k + 1
}

func (j *Judging) wrong(k, line int, msg string) error {
	return &WrongError{Kind: WrongAnswer, Case: j.number(k), Line: line, Msg: msg}
}

// unreadable is the error of a text that says nothing.
func (j *Judging) unreadable(err error, k int) error {
	e := &WrongError{Kind: Unreadable, Case: j.number(k), Msg: err.Error()}
	var ge *grid.Error
	if errors.As(err, &ge) {
		e.Line, e.Column, e.Msg = ge.Pos.Line, ge.Pos.Col, ge.Msg
	}
	return e
}

// judgeCase judges what out says next, of case k, and returns also what that is.
func judgeCase[P, W, C any](ctx context.Context, j *Judging, out *Output, k int, check judge[P, W, C],
	c Contest[P, W, C]) (Open, error) {
	p := j.Cases[k].Value().(P)
	a, err := c.Assert(out, k, p)
	if err != nil {
		return Open{}, j.unreadable(err, k)
	}
	return Open{Case: k, Verdict: a.Verdict, Number: a.Number}, judgeAssertion(ctx, j, k, p, a, check, c)
}

// judgeAssertion judges a, which an output says of p, case k.
func judgeAssertion[P, W, C any](ctx context.Context, j *Judging, k int, p P, a Assertion[W], check judge[P, W, C],
	c Contest[P, W, C]) error {
	if a.Witness != nil {
		err := j.inTime(ctx, func(ctx context.Context) error {
			return check(ctx, p, puzzle.Outcome[W, C]{Verdict: puzzle.Solved, Witness: a.Witness}, j.Limits)
		})
		switch {
		case errors.Is(err, puzzle.ErrRejected):
			return j.rejected(k, a.Line, err, func() error {
				if c.Reject == nil {
					return nil
				}
				return c.Reject(p, a, err)
			})
		case err != nil:
			return err
		case c.Compare == nil && !j.Doubt:
			return nil
		}
	}
	ref, err := j.reference(ctx, k)
	if a.Witness != nil && c.Compare == nil && errors.Is(err, puzzle.ErrLimit) {
		return nil // the doubt stays, and the witness is right
	}
	if err != nil {
		return err
	}
	switch {
	case a.Verdict == puzzle.Solved && ref.Verdict() == puzzle.Impossible:
		if a.Witness != nil {
			return &JuryError{k + 1, "a way that passes its check stands where the reference says impossible"}
		}
		return j.wrong(k, a.Line, "the output says that it can be done; it is impossible")
	case a.Verdict == puzzle.Impossible && ref.Verdict() == puzzle.Solved:
		return j.wrong(k, a.Line, "the output says that it is impossible; it can be done")
	case a.Verdict != puzzle.Solved && a.Verdict != puzzle.Impossible:
		return fmt.Errorf("%w: an output is taken to assert %v", puzzle.ErrInternal, a.Verdict)
	case c.Compare == nil || a.Verdict == puzzle.Impossible:
		return nil
	}
	err = c.Compare(p, ref.Value().(puzzle.Outcome[W, C]), a)
	if errors.Is(err, ErrBetter) {
		if a.Witness != nil {
			return &JuryError{k + 1, "an answer that passes its check is better than the reference"}
		}
		err = errors.New("the number is smaller than any way can be")
	}
	if err != nil {
		return j.wrong(k, a.Line, err.Error())
	}
	return nil
}

// inTime runs a check of what an output shows, which may be long, within the limit on time.
func (j *Judging) inTime(ctx context.Context, check func(ctx context.Context) error) error {
	timed, cancel := ctx, func() {}
	if j.Limits.Time > 0 {
		timed, cancel = context.WithTimeout(ctx, j.Limits.Time)
	}
	defer cancel()
	err := puzzle.AsLimit(check(timed))
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return &puzzle.LimitError{Limit: "time",
			Msg: fmt.Sprintf("the check of the output was stopped after %v", j.Limits.Time)}
	}
	return err
}

// rejected is the error of a witness that a checker rejects; better may say it better.
func (j *Judging) rejected(k, line int, err error, better func() error) error {
	msg := strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": ")
	if own := better(); own != nil {
		msg = own.Error()
		var ge *grid.Error
		if errors.As(own, &ge) {
			line, msg = ge.Pos.Line, ge.Msg
		}
	}
	return j.wrong(k, line, msg)
}
