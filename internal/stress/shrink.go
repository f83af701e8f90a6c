package stress

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// How often a failure is run again in the end: a program that is stopped at a limit takes all of it each time.
const (
	repeats     = 5
	repeatsSlow = 2
)

// settle shrinks the failure of first, runs the result again and puts it into the report.
func (s *stresser) settle(ctx context.Context, first *trial) error {
	found := &Found{First: first.file}
	s.report.Found = found
	found.take(first)
	if s.OnShrink != nil {
		s.OnShrink(*first.failure)
	}
	if !s.Replay {
		if err := s.shrink(ctx, first, found); err != nil {
			return err
		}
	}
	return s.explain(ctx, found)
}

// shrink shrinks the failure of first, if it shows again at all, and runs the result again.
func (s *stresser) shrink(ctx context.Context, first *trial, found *Found) error {
	again := s.run(ctx, ctx, first.file)
	if again.err != nil {
		return again.err
	}
	best := first
	if again.failure.same(first.failure) {
		sh := shrinker{s: s, first: first, best: first, runs: s.ShrinkRuns}
		err := sh.shrink(ctx)
		found.Runs, found.Stopped = s.ShrinkRuns-sh.runs, sh.stopped
		found.take(sh.best)
		if err != nil {
			return err
		}
		best = sh.best
	}
	return s.confirm(ctx, best, found)
}

func (f *Found) take(t *trial) {
	f.Failure, f.File, f.Result, f.Other, f.Second, f.Claims = *t.failure, t.file, t.result, t.other, t.second, t.claims
}

// explain works out what is right, as far as the limits and the time for it allow.
func (s *stresser) explain(ctx context.Context, found *Found) error {
	timed, cancel := context.WithTimeout(ctx, s.ShrinkTime)
	defer cancel()
	claims := make([]*puzzle.Claim, len(found.File.Cases))
	copy(claims, found.Claims)
	found.Claims = claims
	for k, in := range found.File.Cases {
		if claims[k] != nil {
			continue
		}
		cl, err := s.Problem.Reference(timed, in, s.Reference)
		switch {
		case err == nil:
			claims[k] = &cl
		case ctx.Err() != nil:
			return err
		case errors.Is(err, puzzle.ErrInternal):
			return err
		case timed.Err() != nil:
			return nil
		}
	}
	return nil
}

// confirm runs a failure again: some show now and then only.
func (s *stresser) confirm(ctx context.Context, t *trial, found *Found) error {
	n := repeats
	if t.failure.Kind == TimeLimit || t.failure.Cause == TimeLimit {
		n = repeatsSlow
	}
	until, cancel := context.WithTimeout(ctx, s.ShrinkTime)
	defer cancel()
	files := func(yield func(*File) bool) {
		for i := range n {
			if i > 0 && until.Err() != nil || !yield(t.file) {
				return
			}
		}
	}
	var err error
	inOrder(ctx, s.Jobs, files, func(ctx context.Context, f *File) (*trial, bool) { return s.run(ctx, ctx, f), false },
		func(again *trial) bool {
			if err = again.err; err != nil {
				return false
			}
			found.Repeats++
			if again.failure.same(t.failure) {
				found.Failed++
				found.take(again)
			}
			return true
		})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// A shrinker makes a file smaller while a program fails on it in the same way.
type shrinker struct {
	s       *stresser
	first   *trial
	best    *trial
	runs    int // that are left
	until   context.Context
	stopped bool
}

// errStopped ends a shrinking that has taken long enough.
var errStopped = errors.New("shrinking was stopped")

func (sh *shrinker) shrink(ctx context.Context) error {
	until, cancel := context.WithTimeout(ctx, sh.s.ShrinkTime)
	defer cancel()
	sh.until = until
	err := sh.steps(ctx)
	if sh.stopped = errors.Is(err, errStopped); sh.stopped {
		err = nil
	}
	return err
}

// steps takes cases away, then makes each smaller, until neither helps any more.
func (sh *shrinker) steps(ctx context.Context) error {
	if err := sh.blamed(ctx); err != nil {
		return err
	}
	for {
		before := sh.best
		if err := sh.fewer(ctx); err != nil {
			return err
		}
		for k := 0; k < len(sh.best.file.Cases); k++ {
			if err := sh.smaller(ctx, k); err != nil {
				return err
			}
		}
		if sh.best == before {
			return nil
		}
	}
}

// blamed tries the case alone that is to blame, and then that with those before it.
func (sh *shrinker) blamed(ctx context.Context) error {
	cases, k := sh.best.file.Cases, sh.best.failure.Case
	if k == 0 || len(cases) == 1 {
		return nil
	}
	_, err := sh.improve(ctx, slices.Values([][]puzzle.Instance{cases[k-1 : k], cases[:k]}))
	return err
}

// fewer leaves cases out: halves, quarters, and so on down to single ones.
func (sh *shrinker) fewer(ctx context.Context) error {
	for size := (len(sh.best.file.Cases) + 1) / 2; size > 0 && len(sh.best.file.Cases) > 1; {
		better, err := sh.improve(ctx, without(sh.best.file.Cases, size))
		if err != nil {
			return err
		}
		switch {
		case better:
			size = min(size, (len(sh.best.file.Cases)+1)/2)
		case size == 1:
			return nil
		default:
			size = (size + 1) / 2
		}
	}
	return nil
}

// without yields the cases without so many in a row.
func without(cases []puzzle.Instance, size int) iter.Seq[[]puzzle.Instance] {
	return func(yield func([]puzzle.Instance) bool) {
		for at := 0; at < len(cases); at += size {
			rest := slices.Concat(cases[:at], cases[min(at+size, len(cases)):])
			if len(rest) > 0 && !yield(rest) {
				return
			}
		}
	}
}

// smaller makes case k smaller, as far as that goes.
func (sh *shrinker) smaller(ctx context.Context, k int) error {
	for {
		cases := sh.best.file.Cases
		better, err := sh.improve(ctx, func(yield func([]puzzle.Instance) bool) {
			for in := range sh.s.Problem.Shrink(cases[k]) {
				with := slices.Clone(cases)
				with[k] = in
				if !yield(with) {
					return
				}
			}
		})
		if err != nil || !better {
			return err
		}
	}
}

// improve takes the first of some files on which the program fails in the same way.
func (sh *shrinker) improve(ctx context.Context, files iter.Seq[[]puzzle.Instance]) (better bool, err error) {
	seen := 0
	bounded := func(yield func([]puzzle.Instance) bool) {
		for cases := range files {
			if seen == sh.runs || sh.until.Err() != nil {
				return
			}
			seen++
			if !yield(cases) {
				return
			}
		}
	}
	tried := 0
	inOrder(ctx, sh.s.Jobs, bounded, sh.try, func(t *trial) bool {
		tried++
		switch {
		case t.err != nil && ctx.Err() == nil && sh.until.Err() != nil:
			return true
		case t.err != nil:
			err = t.err
			return false
		}
		if better = t.failure.same(sh.first.failure); better {
			sh.best = t
		}
		return !better
	})
	sh.runs -= tried
	switch {
	case err == nil && ctx.Err() != nil:
		err = ctx.Err()
	case err == nil && (sh.runs <= 0 || sh.until.Err() != nil):
		err = errStopped
	}
	return better, err
}

func (sh *shrinker) try(ctx context.Context, cases []puzzle.Instance) (*trial, bool) {
	began := time.Now()
	f := &File{From: sh.first.file.From, Cases: cases}
	err := f.write(sh.s.Problem)
	sh.s.took(&sh.s.report.Generating, began)
	if err != nil {
		return &trial{err: err}, true
	}
	ctx, cancel := both(ctx, sh.until)
	defer cancel()
	t := sh.s.run(ctx, sh.until, f)
	return t, t.err != nil || t.failure.same(sh.first.failure)
}
