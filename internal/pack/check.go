package pack

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// The kinds of remarks.
const (
	Broken     = "broken"     // it cannot be read
	Impossible = "impossible" // it cannot be solved
	Unknown    = "unknown"    // a limit stopped the search
	Minimum    = "minimum"    // about the claimed minimum
	Solution   = "solution"   // about the claimed solution
	Twin       = "twin"       // it is an earlier level again
	Standing   = "standing"   // it is solved as it stands
	Unverified = "unverified" // the checker has not verified all that is said of it
)

// A Remark is something to say about a level.
type Remark struct {
	Kind  string
	Wrong bool // it should not be so; else it is worth knowing
	Text  string
	Of    int // of a twin: the number of the level that it repeats, from 0
}

// A Result is what is known of a level.
type Result struct {
	Entry
	Claim puzzle.Claim // the verdict with its evidence, which the checker has accepted

	Length     *big.Int      // of the shortest way that is known; nil: none is
	Fewest     puzzle.Fewest // of others
	Difficulty *puzzle.Difficulty
	Unverified string // what of all this rests on a solver alone
	Minimum    string // of the claimed minimum: "right", "wrong" or "unknown"; "": none is claimed
	Solution   string // of the claimed solution: "valid", "invalid" or "unknown"
	Remarks    []Remark
	Fix        *Fix // what Mend proposes; nil: nothing

	digest [32]byte // of the canonical form
	canon  puzzle.Canonical
	twins  bool // digest and canon are set
}

// Verdict is the verdict in a word: that of a claim, or Broken.
func (r *Result) Verdict() string {
	switch {
	case r.Err == nil:
		return r.Claim.Verdict().String()
	case r.Undecided():
		return Unknown
	}
	return Broken
}

// Undecided reports whether a limit kept the level from its verdict, or from being read.
func (r *Result) Undecided() bool {
	if r.Err != nil {
		return errors.Is(r.Err, puzzle.ErrLimit)
	}
	return r.Claim.Verdict() == puzzle.Unknown
}

// Exact reports whether Length is the least.
func (r *Result) Exact() bool {
	return r.Length != nil && r.Fewest.AtLeast != nil && r.Length.Cmp(r.Fewest.AtLeast) == 0
}

// Wrong reports whether any remark is about what should not be so.
func (r *Result) Wrong() bool {
	for _, m := range r.Remarks {
		if m.Wrong {
			return true
		}
	}
	return false
}

func (r *Result) remark(kind string, wrong bool, format string, args ...any) {
	r.Remarks = append(r.Remarks, Remark{Kind: kind, Wrong: wrong, Text: fmt.Sprintf(format, args...)})
}

// Options say how to check.
type Options struct {
	Limits  puzzle.Limits // of one level, for each question about it
	Workers int           // levels that are looked at at a time; 0: one for each processor
}

// Check looks at all levels, several at a time, and returns what it finds in their order. An error is that of ctx, or a
// fault of ours.
func Check(ctx context.Context, entries []Entry, opt Options) ([]Result, error) {
	out := make([]Result, len(entries))
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var fault atomic.Pointer[error]
	var wait sync.WaitGroup
	for range min(workers, len(entries)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := next.Add(1) - 1; int(i) < len(entries) && fault.Load() == nil; i = next.Add(1) - 1 {
				out[i].Entry = entries[i]
				if err := out[i].look(ctx, opt.Limits); err != nil {
					fault.CompareAndSwap(nil, &err)
				}
			}
		}()
	}
	wait.Wait()
	if err := fault.Load(); err != nil {
		return nil, *err
	}
	markTwins(out)
	return out, nil
}

// look finds out about one level. What limits stop is said in remarks.
func (r *Result) look(ctx context.Context, lim puzzle.Limits) error {
	if r.Err != nil {
		if r.Undecided() {
			r.remark(Unknown, false, "not read: %v", bare(r.Err))
		} else {
			r.remark(Broken, true, "%v", bare(r.Err))
		}
		return nil
	}
	f := r.In.Solver()
	var err error
	if r.Claim, err = f.Prove(ctx, r.In, lim); err != nil {
		if errors.Is(err, puzzle.ErrInput) || errors.Is(err, puzzle.ErrUnsupported) { // a puzzle without a question
			r.Err = err
			r.remark(Broken, true, "%v", err)
			return nil
		}
		return err
	}
	solution, err := r.claimed(ctx, lim)
	if err != nil {
		return err
	}
	if r.Claim.Verdict() == puzzle.Unknown && r.Solution == valid {
		r.Claim = solution
	}
	about := r.Remarks // behind those about the level itself
	r.Remarks = nil
	if err := r.measure(ctx, lim, solution); err != nil {
		return err
	}
	r.Remarks = append(r.Remarks, about...)
	r.judgeMinimum()
	canon, err := f.Canonical(ctx, r.In, lim)
	switch {
	case err == nil:
		return r.identify(ctx, canon, lim)
	case errors.Is(err, puzzle.ErrLimit):
		return nil
	}
	return err
}

// The words about what is claimed.
const (
	valid, invalid = "valid", "invalid"
	right, wrong   = "right", "wrong"
	unknown        = "unknown"
)

// claimed checks the claimed solution, and returns it where it is valid.
func (r *Result) claimed(ctx context.Context, lim puzzle.Limits) (cl puzzle.Claim, err error) {
	moves := r.In.Head().Claimed.Solution
	f := r.In.Solver()
	if moves == "" {
		return cl, nil
	}
	if !f.Reads() {
		r.Solution = unknown
		r.remark(Solution, false, "the claimed solution is not checked: this family reads no moves")
		return cl, nil
	}
	cl, err = f.WitnessOf(ctx, r.In, moves, lim)
	if err == nil {
		err = f.Check(ctx, r.In, cl, lim)
	}
	switch {
	case err == nil:
		r.Solution = valid
	case errors.Is(err, puzzle.ErrRejected), errors.Is(err, puzzle.ErrInput):
		r.Solution = invalid
		r.remark(Solution, true, "the claimed solution does not solve it: %s",
			strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": "))
		err = nil
	case errors.Is(err, puzzle.ErrLimit):
		r.Solution = unknown
		r.remark(Solution, false, "the claimed solution is not checked: %v", err)
		err = nil
	}
	return cl, err
}

// measure finds out what is known of the shortest ways, and remarks on the verdict.
func (r *Result) measure(ctx context.Context, lim puzzle.Limits, solution puzzle.Claim) (err error) {
	f := r.In.Solver()
	switch r.Claim.Verdict() {
	case puzzle.Impossible:
		r.remark(Impossible, true, "cannot be solved")
		return nil
	case puzzle.Unknown:
		why := "the search gave up"
		if le := r.Claim.Stopped(); le != nil {
			why = le.Msg
		}
		r.remark(Unknown, false, "not decided: %s", why)
		return nil
	}
	r.Unverified = f.Unverified(r.In, r.Claim)
	if !f.Reads() {
		return nil
	}
	if r.Length, err = f.Length(r.In, r.Claim); err != nil {
		return err
	}
	if r.Fewest, err = f.Fewest(ctx, r.In, r.Claim, lim); err != nil {
		return err
	}
	if r.Solution == valid {
		length, err := f.Length(r.In, solution)
		if err != nil {
			return err
		}
		if length.Cmp(r.Length) < 0 { // the search found none as short, and no proof that there is none
			r.Claim, r.Length, r.Fewest.Ways = solution, length, nil
		}
	}
	if r.Unverified != "" {
		r.remark(Unverified, false, "not verified: %s", r.Unverified)
	}
	if r.Length.Sign() == 0 {
		r.remark(Standing, false, "is solved as it stands")
	}
	if f.Grades() {
		d, err := f.Difficulty(ctx, r.In, r.Claim, r.Fewest, lim)
		if err == nil {
			r.Difficulty = &d
		} else if !errors.Is(err, puzzle.ErrLimit) {
			return err
		}
	}
	return nil
}

// judgeMinimum says whether the claimed minimum is right.
func (r *Result) judgeMinimum() {
	claimed := r.In.Head().Claimed.Fewest()
	if claimed == nil {
		return
	}
	least := r.Fewest.AtLeast
	r.Minimum = wrong
	switch {
	case r.Claim.Verdict() == puzzle.Impossible:
		r.remark(Minimum, true, "a minimum of %s is claimed, and there is no solution", grid.Short(claimed))
	case r.Exact() && claimed.Cmp(r.Length) == 0:
		r.Minimum = right
	case r.Length != nil && claimed.Cmp(r.Length) > 0:
		r.remark(Minimum, true, "the minimum is %s%s, not %s", r.atMost(), grid.Short(r.Length), grid.Short(claimed))
	case least != nil && claimed.Cmp(least) < 0:
		r.remark(Minimum, true, "the minimum is %s%s, not %s", r.atLeast(), grid.Short(least), grid.Short(claimed))
	default:
		r.Minimum = unknown
		r.remark(Minimum, false, "whether the minimum is %s is not known", grid.Short(claimed))
	}
}

func (r *Result) atMost() string {
	if r.Exact() {
		return ""
	}
	return "at most "
}

func (r *Result) atLeast() string {
	if r.Exact() {
		return ""
	}
	return "at least "
}
