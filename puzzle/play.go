package puzzle

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/gridwright/gridwright/meter"
)

// All yields every claim that in is solved as well as it can be, each once. They are not yet checked. A
// limit is an error (a *LimitError); the claims that were yielded before hold, and more may exist.
func (f *Family) All(ctx context.Context, in Instance, lim Limits, yield func(Claim) error) error {
	return f.list(ctx, in, lim, f.all, AskAll, yield)
}

// Every is All for every claim that in is solved, also where another one is better.
func (f *Family) Every(ctx context.Context, in Instance, lim Limits, yield func(Claim) error) error {
	return f.list(ctx, in, lim, f.every, AskEvery, yield)
}

func (f *Family) list(ctx context.Context, in Instance, lim Limits, all lister, q Question,
	yield func(Claim) error) error {
	if err := f.own(in); err != nil {
		return err
	}
	if all == nil {
		return f.cannot(q, "does not list all its answers")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	var err error
	yielded := false
	answer := func() error {
		err = all(timed, in.value, lim, func(o any) error {
			yielded = true
			return yield(Claim{of: f.Checker, verdict: Solved, outcome: o})
		})
		if yielded { // what has been heard cannot be taken back
			return nil
		}
		return err
	}
	if again := f.again(in, answer); again != nil {
		err = again
	}
	return lim.asLimit(timed, err)
}

// Streams names the text formats in which puzzles too large to hold are answered.
func (f *Family) Streams() (formats []string) {
	for _, s := range f.streams {
		formats = append(formats, s.Format)
	}
	return formats
}

// Stream answers the one puzzle of that format which in holds; see Stream.Solve. A limit is an error (a *LimitError).
func (f *Family) Stream(ctx context.Context, format string, in io.ReadSeeker, size int64, out io.Writer,
	lim Limits) (Verdict, error) {
	for _, s := range f.streams {
		if s.Format == format {
			timed, cancel := lim.withTime(ctx)
			defer cancel()
			v, err := s.Solve(timed, in, size, out, lim)
			return v, lim.asLimit(timed, err)
		}
	}
	return Unknown, f.cannot(AskStream, "does not stream the format "+format)
}

// Hint tells the next move of cl, a claim that in is solved with a witness, in a few words; "" where
// none is left to make.
func (f *Family) Hint(in Instance, cl Claim) (string, error) {
	if err := f.own(in); err != nil {
		return "", err
	}
	if f.hint == nil {
		return "", f.cannot(AskHint, "has no hints")
	}
	if err := f.ownVerdict(cl); err != nil {
		return "", err
	}
	if cl.verdict != Solved || !f.ops.shown(cl.outcome) {
		return "", fmt.Errorf("%w: there is a next move only where the puzzle is solved", ErrUnsupported)
	}
	return f.hint(in.value, cl.outcome), nil
}

// HintWithin is Hint; m, which may be nil, ends the waiting for it.
func (f *Family) HintWithin(m *meter.Meter, in Instance, cl Claim) (string, error) {
	var text string // the goroutine's until it has ended
	err := m.Aside(func() (err error) {
		text, err = f.Hint(in, cl)
		return err
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

// Opening is what stands in front of moves, as Apply takes them, and counts as no move: a choice that is made before
// the first one. It is "" in most families.
func (f *Family) Opening(moves string) string {
	if f.opening == nil {
		return ""
	}
	return f.opening(moves)
}

// Scramble returns in, with its head, but its start replaced by one that is distance moves away from being solved, or
// by a random one from which in can be solved where distance is negative. The same rng state gives the same.
func (f *Family) Scramble(ctx context.Context, in Instance, distance int64, rng *rand.Rand, lim Limits) (Instance,
	error) {
	if err := f.own(in); err != nil {
		return Instance{}, err
	}
	if !f.Can(AskScramble) {
		return Instance{}, f.cannot(AskScramble, "makes no scrambles")
	}
	if distance >= 0 && !f.Can(AskDistance) {
		return Instance{}, f.cannot(AskDistance, "makes no scrambles at a distance")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	var p any
	err := f.again(in, func() (err error) { p, err = f.scramble(timed, in.value, distance, rng, lim); return err })
	if err != nil {
		return Instance{}, lim.asLimit(timed, err)
	}
	return Instance{f.Checker, p, in.head.played()}, nil
}
