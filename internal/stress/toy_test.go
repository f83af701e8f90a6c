package stress

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/scene"
)

// A number asks for its half; an odd one has none.
type number struct{ N int64 }

type outcome = puzzle.Outcome[int64, string]

// What a toy's solver gets wrong, or does not know.
type faults struct {
	lie  int64 // an even number of which it says that there is no half, which the checker takes
	hard int64 // a number from which on a limit stops it; 0: none
}

const most = 1_000_000

// toySpec is the family of halves.
func toySpec(bad faults) puzzle.Spec[*number, int64, string] {
	reasons := []puzzle.Kind[string]{{Name: "reason", Codec: codec.Text()}}
	object := codec.Object(codec.Need("n", codec.Number[int64](0, most), func(p *number) *int64 { return &p.N }))
	return puzzle.Spec[*number, int64, string]{
		CheckSpec: puzzle.CheckSpec[*number, int64, string]{
			Data: puzzle.Data[*number, int64, string]{
				Name: "halves", Title: "halves", Doc: "What is the half?", Version: 1, Document: codec.At(object),
				Validate:     func(*number) error { return nil },
				Witnesses:    []puzzle.Kind[int64]{{Name: "half", Codec: codec.Number[int64](0, most)}},
				Certificates: reasons,
				Texts: []puzzle.Text[*number, int64, string]{{
					Name: "halving", Doc: "A number a line.", Contest: true,
					Sniff: func([]byte) bool { return false },
					Read: func(_ *meter.Meter, s *grid.Scanner) (*number, error) {
						if !s.SkipBlank() {
							return nil, io.EOF
						}
						n, err := s.Int("the number", 0, most)
						if err != nil {
							return nil, err
						}
						return &number{n}, s.EndLine("the number")
					},
					Write: func(w io.Writer, p *number) error { _, err := fmt.Fprintln(w, p.N); return err },
					Answer: func(w io.Writer, p *number, o outcome) error {
						text := "no\n"
						if o.Verdict == puzzle.Solved {
							text = fmt.Sprintf("yes %d\n", *o.Witness)
						}
						_, err := io.WriteString(w, text)
						return err
					},
				}},
			},
			CheckWitness: []puzzle.KindCheck[*number, int64]{{Name: "half",
				Check: func(_ context.Context, p *number, half *int64, _ puzzle.Limits) error {
					if *half*2 != p.N {
						return puzzle.Rejectf("twice %d is not %d", *half, p.N)
					}
					return nil
				}}},
			CheckCertificate: []puzzle.KindCheck[*number, string]{{Name: "reason",
				Check: func(_ context.Context, p *number, _ *string, _ puzzle.Limits) error {
					if p.N%2 == 0 && p.N != bad.lie {
						return puzzle.Rejectf("%d is even", p.N)
					}
					return nil
				}}},
		},
		Solve: func(_ context.Context, p *number, _ puzzle.Limits) (outcome, error) {
			half, reason := p.N/2, "odd"
			switch {
			case bad.hard > 0 && p.N >= bad.hard:
				return outcome{}, &puzzle.LimitError{Limit: "size", Msg: "too hard"}
			case p.N%2 != 0 || bad.lie > 0 && p.N == bad.lie:
				return outcome{Verdict: puzzle.Impossible, Certificate: &reason}, nil
			}
			return outcome{Verdict: puzzle.Solved, Witness: &half}, nil
		},
		Draw: func(*number, scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		TellWitness: []puzzle.KindTell[*number, int64]{{Name: "half",
			Tell: func(context.Context, *number, *int64, scene.Window, puzzle.Limits) (puzzle.Story, error) {
				return puzzle.Story{Title: "solved"}, nil
			}}},
		TellCertificate: puzzletest.Silent[*number](reasons),
		Generate:        func(rng *rand.Rand, size int) *number { return &number{rng.Int64N(int64(size) + 1)} },
		Shrink: func(p *number) iter.Seq[*number] {
			return func(yield func(*number) bool) {
				for _, n := range []int64{p.N / 2, p.N - 2, p.N - 1} {
					if n >= 0 && n < p.N && !yield(&number{n}) {
						return
					}
				}
			}
		},
	}
}

// toy is a contest of halves, with so many cases to a file.
func toy(t *testing.T, perFile int, bad faults) *contest.Problem {
	t.Helper()
	spec := toySpec(bad)
	return contest.Bind(puzzle.Define(spec), spec.Judge, []contest.Contest[*number, int64, string]{{
		Text: puzzle.Text[*number, int64, string]{Name: "halving"}, Title: "Halving", Time: time.Second, Most: perFile,
		Limits: func(*number) error { return nil },
		Assert: func(out *contest.Output, _ int, p *number) (a contest.Assertion[int64], err error) {
			a.Number, a.Verdict = -1, puzzle.Impossible
			is, err := out.One("yes or no", "yes", "no")
			a.Line = out.Line()
			if err != nil || is == 1 {
				return a, err
			}
			a.Verdict = puzzle.Solved
			half, err := out.Int("the half, or -1", -1, most)
			if half >= 0 {
				a.Witness = &half
			}
			return a, err
		},
		Tiny: func(yield func(*number) bool) {
			for n := range int64(20) {
				if !yield(&number{n}) {
					return
				}
			}
		},
		Profiles: []contest.Profile[*number]{
			{Name: "any", Sizes: [2]int{10, 1000}, Make: func(rng *rand.Rand, size int) *number {
				return &number{rng.Int64N(int64(size))}
			}},
			{Name: "even", Sizes: [2]int{2, 100_000}, Make: func(rng *rand.Rand, size int) *number {
				return &number{2 * rng.Int64N(int64(size))}
			}},
			{Name: "slow", Slow: true, Sizes: [2]int{1000, 100_000}, Make: func(_ *rand.Rand, size int) *number {
				return &number{int64(size)}
			}},
			{Name: "dull", Sizes: [2]int{1, 1}, Make: func(*rand.Rand, int) *number { return &number{8} }},
		},
	}})[0]
}

// A fake is a program: what it does with an input.
type fake func(input string) contestant.Result

func (f fake) Run(ctx context.Context, input io.Reader, _ contestant.Limits) (contestant.Result, error) {
	text, err := io.ReadAll(input)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return contestant.Result{}, err
	}
	r := f(string(text))
	if r.CPU == 0 {
		r.CPU = time.Microsecond
	}
	return r, nil
}

// prints is the result of a run that has read its input and printed something.
func prints(text string) contestant.Result {
	return contestant.Result{Output: []byte(text), Read: 1, Memory: 1}
}

// numbers reads an input.
func numbers(input string) (list []int64) {
	for _, word := range strings.Fields(input) {
		n, _ := strconv.ParseInt(word, 10, 64)
		list = append(list, n)
	}
	return list
}

// halves is the right answer to n.
func halves(n int64) string {
	if n%2 != 0 {
		return "no\n"
	}
	return fmt.Sprintf("yes %d\n", n/2)
}

// program answers each number on its own.
func program(answer func(n int64) string) fake {
	return func(input string) contestant.Result {
		var b strings.Builder
		for _, n := range numbers(input) {
			b.WriteString(answer(n))
		}
		return prints(b.String())
	}
}

// flaky is wrong in one of every n runs.
func flaky(n int64) fake {
	var runs atomic.Int64
	return func(input string) contestant.Result {
		if runs.Add(1)%n == 0 {
			return prints("no no no no")
		}
		return program(halves)(input)
	}
}
