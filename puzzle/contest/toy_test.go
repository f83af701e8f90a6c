package contest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/scene"
)

// The toy asks for a divisor of a number, other than 1 and the number; the contest wants the least one. Some numbers
// are answered badly, to see what becomes of that.
const (
	notLeast = 8   // the solver finds 4
	denied   = 9   // the solver says impossible, and the checker believes it
	slow     = 77  // solver and checker wait until they are stopped
	wild     = 91  // the checker ends in a fault of its own
	absurd   = 143 // an output is taken to assert nothing
)

type (
	toySpec    = puzzle.Spec[int64, int64, string]
	toyContest = contest.Contest[int64, int64, string]
	toyOutcome = puzzle.Outcome[int64, string]
)

var errWild = errors.New("something strange")

func toyText(name string, read func(*meter.Meter, *grid.Scanner) (int64, error),
	write func(w io.Writer, n int64) error) puzzle.Text[int64, int64, string] {
	return puzzle.Text[int64, int64, string]{
		Name: name, Doc: "Numbers.", Contest: true, Sniff: func([]byte) bool { return false }, Read: read, Write: write,
		Promise: func(n int64) error {
			if n == 13 {
				return errors.New("13 brings bad luck")
			}
			return nil
		},
		Answer: func(w io.Writer, n int64, o toyOutcome) error {
			if o.Verdict == puzzle.Impossible {
				_, err := io.WriteString(w, "no\n")
				return err
			}
			_, err := fmt.Fprintln(w, "yes", *o.Witness)
			return err
		},
	}
}

// readList reads a number of cases, and then a number a line.
func readList(_ *meter.Meter, s *grid.Scanner) (int64, error) {
	left, _ := s.Kept().(*int64)
	if left == nil {
		if !s.SkipBlank() {
			return 0, io.EOF
		}
		n, err := s.Int("the number of cases", 0, 1<<40)
		if err != nil {
			return 0, err
		}
		if err := s.EndLine("the number of cases"); err != nil {
			return 0, err
		}
		left = &n
		s.Keep(left)
	}
	if !s.SkipBlank() {
		if *left > 0 {
			return 0, s.Errorf("the input ends and %s to come", grid.Number(*left, "case"))
		}
		return 0, io.EOF
	}
	*left--
	n, err := s.Int("the number", 2, 1<<40)
	if err != nil {
		return 0, err
	}
	return n, s.EndLine("the number")
}

// readBits reads a text of one case: "bits", how many powers of 2, and these, in any order; perhaps "end".
func readBits(_ *meter.Meter, s *grid.Scanner) (sum int64, err error) {
	word := func() string {
		s.SkipBlank()
		seg, _ := s.Segment(20)
		return strings.TrimSpace(string(seg))
	}
	if !s.SkipBlank() {
		return 0, io.EOF
	}
	if w := word(); w != "bits" {
		return 0, s.Errorf("%s stands where bits is expected", grid.Quote(w))
	}
	s.SkipBlank()
	n, err := s.Int("the number of powers", 1, 40)
	for ; n > 0 && err == nil; n-- {
		var power int64
		s.SkipBlank()
		power, err = s.Int("a power", 1, 1<<40)
		sum += power
	}
	if err == nil && s.SkipBlank() {
		if w := word(); w != "end" {
			return 0, s.Errorf("%s stands where the end is expected", grid.Quote(w))
		}
	}
	return sum, err
}

func writeBits(w io.Writer, n int64) error {
	var powers []int64
	for p := int64(1); p <= n; p *= 2 {
		if n&p != 0 {
			powers = append(powers, p)
		}
	}
	_, err := fmt.Fprintf(w, "bits\n%d\n", len(powers))
	for _, p := range powers {
		fmt.Fprintln(w, p)
	}
	return err
}

func toySolve(ctx context.Context, n int64, _ puzzle.Limits) (o toyOutcome, err error) {
	switch n {
	case slow:
		<-ctx.Done()
		return o, ctx.Err()
	case notLeast:
		d := int64(4)
		return toyOutcome{Verdict: puzzle.Solved, Witness: &d}, nil
	}
	for d := int64(2); d < n && n != denied; d++ {
		if n%d == 0 {
			return toyOutcome{Verdict: puzzle.Solved, Witness: &d}, nil
		}
	}
	why := "prime"
	return toyOutcome{Verdict: puzzle.Impossible, Certificate: &why}, nil
}

func toyDivides(ctx context.Context, n int64, d *int64, lim puzzle.Limits) error {
	switch {
	case n == slow && *d == 7:
		<-ctx.Done()
		return ctx.Err()
	case n == wild && *d == 7:
		return errWild
	case n == wild && *d == 13:
		return lim.CheckMemory("this divisor", 1<<50)
	case *d < 2 || *d >= n || n%*d != 0:
		return puzzle.Rejectf("%d is no divisor", *d)
	}
	return nil
}

// toyFamily is the family; it belongs to a test, which may change it.
func toyFamily(change func(s *toySpec)) (*puzzle.Family, *toySpec) {
	why := []puzzle.Kind[string]{{Name: "why", Codec: codec.Text()}}
	divisor := []puzzle.Kind[int64]{{Name: "divisor", Codec: codec.Number[int64](0, 1<<40)}}
	number := codec.Object(codec.Need("n", codec.Number[int64](2, 1<<40), func(n *int64) *int64 { return n }))
	s := &toySpec{
		CheckSpec: puzzle.CheckSpec[int64, int64, string]{
			Data: puzzle.Data[int64, int64, string]{
				Name: "toy", Title: "divisors", Doc: "Divisors.", Version: 1, Document: number,
				Texts: []puzzle.Text[int64, int64, string]{
					toyText("divisors", readList, func(w io.Writer, n int64) error {
						_, err := fmt.Fprintf(w, "1\n%d\n",
							n)
						return err
					}),
				},
				Validate: func(n int64) error {
					if n < 2 {
						return grid.Errorf(grid.Pos{}, "%d is too small", n)
					}
					return nil
				},
				Witnesses: divisor, Certificates: why,
			},
			CheckWitness: []puzzle.KindCheck[int64, int64]{{Name: "divisor", Check: toyDivides}},
			CheckCertificate: []puzzle.KindCheck[int64, string]{{
				Name: "why", Check: func(context.Context, int64, *string, puzzle.Limits) error { return nil },
			}},
		},
		MoreTexts: contest.Texts(toyContests()),
		Solve:     toySolve,
		Draw:      func(int64, scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		Generate:  func(rng *rand.Rand, size int) int64 { return 2 + rng.Int64N(int64(size)) },
		Shrink: func(n int64) iter.Seq[int64] {
			return func(yield func(int64) bool) { _ = yield(n/2) && yield(13) && yield(n-1) }
		},
		TellWitness:     puzzletest.Silent[int64](divisor),
		TellCertificate: puzzletest.Silent[int64](why),
	}
	if change != nil {
		change(s)
	}
	return puzzle.Define(*s), s
}

// toyContests are "divisors", of many cases, whose format the family has anyway, and "bits" of one, which brings its
// own.
func toyContests() []toyContest {
	c := toyContest{
		Text:  puzzle.Text[int64, int64, string]{Name: "divisors"},
		Title: "Divisors", Source: "nowhere", Statement: "Find the least divisor.", Time: time.Second,
		Most:  4,
		Head:  func(n int) string { return fmt.Sprintln(n) },
		Write: func(w io.Writer, n int64) error { _, err := fmt.Fprintln(w, n); return err },
		Limits: func(n int64) error {
			if n > 1000 {
				return fmt.Errorf("%d is more than 1000", n)
			}
			return nil
		},
		Assert:  toyAssert,
		Compare: toyCompare,
		Tiny: func(yield func(int64) bool) {
			for n := int64(1); n < 10 && yield(n); n++ { // 1 is no instance
			}
		},
		Profiles: []contest.Profile[int64]{
			{Name: "even", Doc: "even numbers", Sizes: [2]int{2, 100},
				Make: func(rng *rand.Rand, size int) int64 { return 2 + 2*rng.Int64N(int64(size)) }},
			{Name: "large", Doc: "numbers that are too large", Sizes: [2]int{1, 9},
				Make: func(*rand.Rand, int) int64 { return 1001 }},
			{Name: "zero", Doc: "no numbers at all", Sizes: [2]int{1, 9}, Make: func(*rand.Rand, int) int64 { return 0 }},
		},
		Samples: []string{"1\n6\n"},
	}
	bits := c
	bits.Text = toyText("bits", readBits, writeBits)
	bits.Most, bits.Head, bits.Write, bits.Tail, bits.AnyOrder = 1, nil, nil, "end\n", true
	bits.Compare = nil
	bits.Before = func(k int) string { return fmt.Sprintf("#%d\n", k+1) }
	bits.Reject = func(n int64, a contest.Assertion[int64], err error) error {
		if *a.Witness == n {
			return grid.Errorf(grid.Pos{Line: a.Line + 1}, "%d is the number itself", n)
		}
		return nil
	}
	bits.Assert = func(out *contest.Output, k int, n int64) (contest.Assertion[int64], error) {
		if _, err := out.One("the number of the case", fmt.Sprintf("#%d", k+1)); err != nil {
			return contest.Assertion[int64]{}, err
		}
		return toyAssert(out, k, n)
	}
	bits.Shrink = func(n int64) iter.Seq[int64] {
		return func(yield func(int64) bool) { _ = yield(n-1) && yield(1) && yield(2000) && yield(13) && yield(2) }
	}
	return []toyContest{c, bits}
}

// toyAssert reads "no", "yes" alone (as "some"), "yes 3", or "least 3" without a witness.
func toyAssert(out *contest.Output, _ int, n int64) (a contest.Assertion[int64], err error) {
	a = contest.Assertion[int64]{Verdict: puzzle.Solved, Number: -1}
	i, err := out.One("no, some, yes or least", "no", "some", "yes", "least")
	a.Line = out.Line()
	switch {
	case n == absurd:
		a.Verdict = puzzle.Unknown
	case i == 0:
		a.Verdict = puzzle.Impossible
	case i >= 2 && err == nil:
		a.Number, err = out.Int("the divisor", 1, 1000)
		if i == 2 {
			a.Witness = &a.Number
		}
	}
	return a, err
}

func toyCompare(_ int64, ref toyOutcome, a contest.Assertion[int64]) error {
	switch best := *ref.Witness; {
	case a.Number < 0 || a.Number == best:
		return nil
	case a.Number < best:
		return contest.ErrBetter
	default:
		return fmt.Errorf("%d; the least is %d", a.Number, best)
	}
}

// toys are the contests, bound.
func toys(t testing.TB) (divisors, bits *contest.Problem) {
	t.Helper()
	f, s := toyFamily(nil)
	all := contest.Bind(f, s.Judge, toyContests())
	return all[0], all[1]
}
