package stress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// The ways in which a run can fail, besides those of an output that is judged: contest.WrongAnswer and
// contest.Unreadable.
const (
	RuntimeError = "runtime error"
	TimeLimit    = "time limit"
	MemoryLimit  = "memory limit"
	OutputLimit  = "output limit"
	JuryWrong    = "jury wrong"
	Different    = "different"
)

// A Failure says how a run failed.
type Failure struct {
	Kind   string
	Cause  string // of Different, where Second: the kind of its failure
	Signal string // of a runtime error: "SIGSEGV (segmentation fault)"; "": it ended with a code
	Msg    string // the reason, in a sentence
	Case   int    // of the file, from 1; 0 where the file holds one, or none is to blame
	Line   int    // of the output; 0: none
	Column int
	Second bool // the second program is to blame
}

func (f Failure) String() string {
	s := f.Kind
	if f.Second {
		s += ": the second program"
	}
	if f.Case > 0 {
		s += fmt.Sprintf(": case %d", f.Case)
	}
	switch {
	case f.Column > 0:
		s += fmt.Sprintf(": line %d, column %d", f.Line, f.Column)
	case f.Line > 0:
		s += fmt.Sprintf(": line %d", f.Line)
	}
	return s + ": " + f.Msg
}

// same reports whether two runs fail in the same way.
func (f *Failure) same(g *Failure) bool {
	return f != nil && g != nil && f.Kind == g.Kind && f.Cause == g.Cause && f.Signal == g.Signal &&
		f.Second == g.Second
}

// A trial is a file that programs have run on.
type trial struct {
	file    *File
	result  contestant.Result
	other   contestant.Result
	failure *Failure
	second  *Failure // of Against alone, where the first program failed
	open    int      // cases that a limit kept from being judged
	claims  []*puzzle.Claim
	err     error // not the program's
}

// try makes the file of r and tries it.
func (s *stresser) try(ctx context.Context, r recipe) (*trial, bool) {
	began := time.Now()
	f, err := s.make(r)
	s.took(&s.report.Generating, began)
	if err != nil {
		return &trial{err: err}, true
	}
	t := s.run(ctx, s.ending, f)
	return t, t.failure != nil || t.err != nil && s.ending.Err() == nil
}

// run runs the programs on f and judges what they print. Judging ends with ending, runs do with ctx alone.
func (s *stresser) run(ctx, ending context.Context, f *File) *trial {
	t := &trial{file: f}
	began := time.Now()
	t.result, t.err = s.Program.Run(ctx, bytes.NewReader(f.Input), s.Limits)
	if t.err == nil && s.Against != nil {
		t.other, t.err = s.Against.Run(ctx, bytes.NewReader(f.Input), s.Limits)
	}
	s.took(&s.report.Running, began)
	if t.err != nil {
		return t
	}
	defer s.took(&s.report.Judging, time.Now())
	work, cancel := both(ctx, ending)
	defer cancel()
	j := &contest.Judging{Problem: s.Problem, Cases: f.Cases, Limits: s.Reference, Doubt: true, GoOn: true}
	t.failure, t.err = s.judge(work, j, t.result)
	switch {
	case t.err != nil || s.Against == nil:
	case t.failure == nil:
		s.compare(work, j, t)
	default:
		open := j.Open
		t.second, t.err = s.judge(work, j, t.other)
		j.Open = open
	}
	t.open, t.claims = len(j.Open), j.Claims
	return t
}

// both is a context that ends with either of two.
func both(a, b context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(a)
	stop := context.AfterFunc(b, cancel)
	return ctx, func() { stop(); cancel() }
}

// judge says how a run failed; nil: it did not.
func (s *stresser) judge(ctx context.Context, j *contest.Judging, r contestant.Result) (*Failure, error) {
	switch r.Ending {
	case contestant.Exited:
	case contestant.TimeLimit:
		return &Failure{Kind: TimeLimit, Msg: late(r, s.Limits)}, nil
	case contestant.MemoryLimit:
		return &Failure{Kind: MemoryLimit, Msg: "the program wants more than the limit of " +
			puzzle.Bytes(s.Limits.Memory)}, nil
	case contestant.OutputLimit:
		return &Failure{Kind: OutputLimit, Msg: "the program prints more than the limit of " +
			puzzle.Bytes(s.Limits.Output)}, nil
	default:
		return crashed(r), nil
	}
	err := j.Judge(ctx, r.Output)
	var we *contest.WrongError
	var je *contest.JuryError
	switch {
	case err == nil:
		return nil, nil
	case errors.As(err, &we):
		return &Failure{Kind: we.Kind, Msg: we.Msg, Case: we.Case, Line: we.Line, Column: we.Column}, nil
	case errors.As(err, &je):
		f := &Failure{Kind: JuryWrong, Msg: je.Msg, Case: je.Case}
		if len(j.Cases) == 1 {
			f.Case = 0
		}
		return f, nil
	}
	return nil, err
}

// late says which limit on time a run met, and what it took.
func late(r contestant.Result, lim contestant.Limits) string {
	cpu, clock := r.CPU.Round(time.Millisecond), r.Wall.Round(time.Millisecond)
	if r.Clock {
		return fmt.Sprintf("the program was stopped after %v on the clock, where the limit is %v; it had used %v of "+
			"processor time, where the limit is %v", clock, lim.Clock(), cpu, lim.Time)
	}
	return fmt.Sprintf("the program used %v of processor time, where the limit is %v; %v passed on the clock", cpu,
		lim.Time, clock)
}

func crashed(r contestant.Result) *Failure {
	f := &Failure{Kind: RuntimeError, Signal: r.Signal}
	switch {
	case r.Signal != "":
		f.Msg = "the signal " + r.Signal + " ended the program"
	default:
		f.Msg = fmt.Sprintf("the program ended with exit code %d", r.Code)
	}
	return f
}

// compare judges the second program's output, where the first one's was right as far as anybody knows.
func (s *stresser) compare(ctx context.Context, j *contest.Judging, t *trial) {
	open := j.Open
	j.Open = nil
	f, err := s.judge(ctx, j, t.other)
	switch {
	case err != nil:
		t.err = err
	case f != nil && f.Kind == JuryWrong:
		t.failure = f
	case f != nil:
		f.Msg = f.Kind + ": " + f.Msg
		f.Kind, f.Cause, f.Second = Different, f.Kind, true
		t.failure = f
	default:
		t.failure = differ(open, j.Open, len(j.Cases) > 1)
	}
	j.Open = open
}

// differ compares what two outputs say of the cases that nobody could judge in either.
func differ(a, b []contest.Open, many bool) *Failure {
	for _, x := range a {
		for _, y := range b {
			if x.Case != y.Case || x.Verdict == y.Verdict && x.Number == y.Number {
				continue
			}
			f := &Failure{Kind: Different, Msg: fmt.Sprintf("one program says %s, the other %s, and a limit stopped the "+
				"reference", says(x), says(y))}
			if many {
				f.Case = x.Case + 1
			}
			return f
		}
	}
	return nil
}

func says(o contest.Open) string {
	if o.Number >= 0 {
		return strings.TrimSpace(fmt.Sprintf("%v, %d", o.Verdict, o.Number))
	}
	return o.Verdict.String()
}
