package stress

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// A Runner runs a program; a *contestant.Program is one.
type Runner interface {
	Run(ctx context.Context, input io.Reader, lim contestant.Limits) (contestant.Result, error)
}

// A Config says what to try, and for how long.
type Config struct {
	Problem *contest.Problem
	Program Runner
	Against Runner // a second program; nil: none

	Limits    contestant.Limits // of a run
	Reference puzzle.Limits     // of the answer to a case
	Jobs      int               // files at a time, from 1

	Seed    uint64
	Profile string        // the only one, or Tiny; "": the tiny instances and all
	Time    time.Duration // after which no further file is begun, and half of it for tiny instances; 0: for ever
	Cases   int64         // after which no further file is begun; 0: any number

	Kept   []*File // come first of Run, and count for nothing
	Replay bool    // only those that are kept, which are not shrunk

	// What bounds shrinking: runs, and a time, after which no run goes on. As much time has confirming the result, and as
	// much explaining it.
	ShrinkRuns int           // 0: ShrinkRuns
	ShrinkTime time.Duration // 0: half of Time, or ShrinkTime where that is 0

	// OnProgress, where it is set, hears of every file in turn, one call at a time.
	OnProgress func(Progress)
	// OnShrink, where it is set, hears that a failure was found and is being shrunk now.
	OnShrink func(Failure)
}

// Progress is how far a run has come.
type Progress struct {
	Files, Cases int64
	Elapsed      time.Duration
	From         string // of the last file: "tiny" or a profile
	Size         int    // its size
	Largest      int    // size so far
	Slowest      time.Duration
}

// A Report is what a run has found out.
type Report struct {
	Files, Cases int64 // that were run and judged
	Open         int64 // cases among them that a limit kept from being judged
	Unfinished   int64 // files under way when the time was over
	Skipped      int64 // tiny cases that were left out when half of the time was over
	Largest      int   // size
	Slowest      time.Duration
	Elapsed      time.Duration

	Found    *Found // nil: no failure
	Slow     *Found // of FindSlowest: the slowest run
	Warnings []string

	Running, Judging, Generating time.Duration // together more than Elapsed where several files are run at a time
}

// Found is a failure, or the slowest run, with all that belongs to it.
type Found struct {
	Failure Failure
	File    *File
	Result  contestant.Result // of Program
	Other   contestant.Result // of Against
	Second  *Failure          // of Against, where Program failed; nil: none
	Claims  []*puzzle.Claim   // what is right, by case; nil where a limit stopped that

	First   *File // on which it failed first
	Runs    int   // that shrinking took
	Stopped bool  // shrinking was, before its end
	Failed  int   // so many of the Repeats in the end
	Repeats int   // 0: nobody ran it again
}

// A stresser is a run under way.
type stresser struct {
	Config
	began  time.Time
	time   context.Context // over when no further file is begun
	ending context.Context // over when none is judged any more
	report *Report
	warn   warner
	mu     sync.Mutex // for the shares of time in report
}

// Run tries files until a failure, the end of time or of cases. Where ctx ends it returns what it knows till then, and
// ctx's error; other errors are faults of ours.
func Run(ctx context.Context, c Config) (*Report, error) {
	s, cancel := begin(ctx, c)
	defer cancel()
	first, err := s.search(ctx)
	if err == nil && first != nil {
		err = s.settle(ctx, first)
	}
	return s.end(), err
}

// The bounds of shrinking, where nobody sets others.
const (
	ShrinkRuns = 2000
	ShrinkTime = 30 * time.Second
)

// grace is how long files that are under way when the time is over may still be judged.
const grace = 10 * time.Second

func begin(ctx context.Context, c Config) (*stresser, context.CancelFunc) {
	c.Jobs = max(1, c.Jobs)
	if c.ShrinkRuns == 0 {
		c.ShrinkRuns = ShrinkRuns
	}
	if c.ShrinkTime == 0 {
		c.ShrinkTime = ShrinkTime
		if c.Time > 0 {
			c.ShrinkTime = c.Time / 2
		}
	}
	s := &stresser{Config: c, began: time.Now(), report: new(Report), time: ctx, ending: ctx}
	if c.Time <= 0 {
		return s, func() {}
	}
	var stop, end context.CancelFunc
	s.time, stop = context.WithTimeout(ctx, c.Time)
	s.ending, end = context.WithTimeout(ctx, c.Time+grace)
	return s, func() { stop(); end() }
}

func (s *stresser) end() *Report {
	s.report.Elapsed = time.Since(s.began)
	s.report.Warnings = s.warn.all()
	return s.report
}

// search returns the first trial that failed, or nil.
func (s *stresser) search(ctx context.Context) (first *trial, err error) {
	inOrder(ctx, s.Jobs, s.plan(), s.try, func(t *trial) bool {
		switch {
		case t.err != nil && s.over(ctx):
			s.report.Unfinished++
			return true
		case t.err != nil:
			err = t.err
			return false
		}
		s.count(t)
		if t.failure != nil {
			first = t
		}
		return first == nil
	})
	if err == nil && first == nil {
		err = ctx.Err()
	}
	return first, err
}

// over reports whether the time is, and nothing else.
func (s *stresser) over(ctx context.Context) bool { return s.ending.Err() != nil && ctx.Err() == nil }

// count takes t into the report.
func (s *stresser) count(t *trial) {
	r := s.report
	r.Files++
	r.Cases += int64(len(t.file.Cases))
	r.Open += int64(t.open)
	r.Largest = max(r.Largest, t.file.Size)
	r.Slowest = max(r.Slowest, t.result.CPU)
	s.warn.note(t)
	if s.OnProgress != nil {
		s.OnProgress(Progress{Files: r.Files, Cases: r.Cases, Elapsed: time.Since(s.began), From: t.file.From,
			Size: t.file.Size, Largest: r.Largest, Slowest: r.Slowest})
	}
}

// took adds to the time that is spent in a part of the work.
func (s *stresser) took(part *time.Duration, since time.Time) {
	d := time.Since(since)
	s.mu.Lock()
	*part += d
	s.mu.Unlock()
}
