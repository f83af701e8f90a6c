package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/scene"
)

// A halving asks for the half of N; an odd N has none. Mode says how its solver and
// its checker behave: "" well, all others badly.
type halving struct {
	N    int64  `json:"n"`
	Mode string `json:"mode,omitempty"`
}

type (
	outcome = puzzle.Outcome[int64, string] // the half; a word about odd numbers
	spec    = puzzle.Spec[halving, int64, string]
)

var errStrange = errors.New("something strange")

// halvingSpec makes a complete family.
func halvingSpec(name string) spec {
	reasons := []puzzle.Kind[string]{{Name: "reason", Codec: codec.Text()}}
	return spec{
		CheckSpec: puzzle.CheckSpec[halving, int64, string]{
			Data: puzzle.Data[halving, int64, string]{
				Name: name, Title: "halves", Doc: "What is the half of a number?", Version: 3,
				Texts: []puzzle.Text[halving, int64, string]{
					{
						Name: name + "-text", Doc: "A number a line.", Contest: true,
						Sniff: func(head []byte) bool { return len(head) > 0 && head[0] >= '0' && head[0] <= '9' },
						Read:  readHalving,
						Write: func(w io.Writer, p halving) error { _, err := fmt.Fprintln(w, p.N); return err },
						Answer: func(w io.Writer, p halving, o outcome) error {
							_, err := fmt.Fprintln(w, o.Verdict)
							return err
						},
					},
					{
						Name: name + "-bare", Doc: "The same, of no contest.",
						Sniff: func([]byte) bool { return false },
						Read:  readHalving,
						Write: func(w io.Writer, p halving) error { return errStrange },
					},
				},
				Schemas: []byte(`{
					"instance": {
						"properties": {"n": {"$ref": "#/$defs/n"}, "mode": {"type": "string"}},
						"required": ["n"]
					},
					"$defs": {"n": {"type": "integer", "minimum": 0}}
				}`),
				Decode: decodeHalvings,
				Encode: func(p halving) (any, error) {
					if p.Mode == "list" {
						return []int{1}, nil
					}
					return p, nil
				},
				Validate: func(p halving) error {
					if p.N < 0 {
						return grid.Errorf(grid.Pos{}, "%d is negative", p.N)
					}
					return nil
				},
				Witnesses:    []puzzle.Kind[int64]{{Name: "half", Codec: codec.Number[int64](0, 1<<40)}},
				Certificates: reasons,
			},
			CheckWitness:     []puzzle.KindCheck[halving, int64]{{Name: "half", Check: checkHalf}},
			CheckCertificate: []puzzle.KindCheck[halving, string]{{Name: "reason", Check: checkReason}},
			CheckCount:       checkHalvingCount,
			NoneIsImpossible: func(p halving) bool { return p.Mode != "rooted" },
		},
		Solve: solveHalving,
		Count: func(ctx context.Context, p halving, lim puzzle.Limits) (*big.Int, error) {
			_, err := solveHalving(ctx, p, lim)
			return big.NewInt(1 - p.N%2), err
		},
		CountOf: "halves", CountOne: "half",
		Apply: func(ctx context.Context, p halving, moves string, lim puzzle.Limits) (halving, error) {
			if moves == "wait" {
				<-ctx.Done()
				return p, ctx.Err()
			}
			p.N += int64(len(moves))
			return p, nil
		},
		When: func(ctx context.Context, p halving, moves string, lim puzzle.Limits) (first, every *big.Int, err error) {
			if moves == "wait" {
				<-ctx.Done()
				return nil, nil, ctx.Err()
			}
			return big.NewInt(p.N), big.NewInt(2), nil
		},
		Draw:            drawHalving,
		TellWitness:     []puzzle.KindTell[halving, int64]{{Name: "half", Tell: tellHalf}},
		TellCertificate: puzzletest.Silent[halving](reasons),
		Generate:        func(rng *rand.Rand, size int) halving { return halving{N: rng.Int64N(int64(size) + 1)} },
		Shrink: func(p halving) iter.Seq[halving] {
			return func(yield func(halving) bool) {
				for n := range p.N {
					if !yield(halving{N: n, Mode: p.Mode}) {
						return
					}
				}
			}
		},
	}
}

// drawHalving is a row of N marbles.
func drawHalving(p halving, w scene.Window) puzzle.Drawing {
	return puzzle.Drawing{Scenes: []*scene.Scene{marbles(p.N, w)}}
}

func marbles(n int64, w scene.Window) *scene.Scene {
	s := scene.New(1, int(n), w)
	for c := range s.Shown().Cols {
		s.Put(c, 0, c, scene.Look{Label: "o"})
	}
	return s
}

func tellHalf(_ context.Context, _ halving, half *int64, _ scene.Window, _ puzzle.Limits) (puzzle.Story, error) {
	return puzzle.Story{Title: fmt.Sprintf("the half is %d", *half), Way: fmt.Sprint(*half)}, nil
}

func readHalving(_ *meter.Meter, s *grid.Scanner) (p halving, err error) {
	if !s.SkipBlank() {
		return p, io.EOF
	}
	if p.N, err = s.Int("the number", -100, 100); err != nil {
		return p, err
	}
	return p, s.EndLine("the number")
}

// decodeHalvings reads n, a number or a list of numbers.
func decodeHalvings(_ *meter.Meter, f *document.Fields) ([]halving, error) {
	mode := ""
	if v := f.Get("mode"); v != nil {
		mode, _ = v.String("mode")
	}
	v, err := f.Need("n")
	if err != nil {
		return nil, err
	}
	values := []document.Value{*v}
	if v.Kind() == document.List {
		values, _ = v.List("n")
	}
	out := make([]halving, len(values))
	for i := range values {
		out[i].Mode = mode
		if out[i].N, err = values[i].Int("n", -9, 1000); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func solveHalving(ctx context.Context, p halving, lim puzzle.Limits) (o outcome, err error) {
	half, reason := p.N/2, "odd"
	switch p.Mode {
	case "lie":
		half++
	case "slow":
		<-ctx.Done()
		return o, fmt.Errorf("while halving: %w", ctx.Err())
	case "huge":
		return o, lim.CheckMemory("this number", 3<<30)
	case "strange":
		return o, errStrange
	case "shy":
		return o, nil
	}
	switch {
	case p.N%2 == 0 && lim.VerdictOnly:
		return outcome{Verdict: puzzle.Solved}, nil
	case p.N%2 == 0:
		return outcome{Verdict: puzzle.Solved, Witness: &half}, nil
	case lim.VerdictOnly:
		return outcome{Verdict: puzzle.Impossible}, nil
	}
	return outcome{Verdict: puzzle.Impossible, Certificate: &reason}, nil
}

func misbehave(ctx context.Context, p halving, lim puzzle.Limits) error {
	switch p.Mode {
	case "slow check":
		<-ctx.Done()
		return ctx.Err()
	case "huge check":
		return lim.CheckMemory("the check", 3<<30)
	case "strange check":
		return errStrange
	}
	return nil
}

func checkHalf(ctx context.Context, p halving, half *int64, lim puzzle.Limits) error {
	if err := misbehave(ctx, p, lim); err != nil {
		return err
	}
	if *half*2 != p.N {
		return puzzle.Rejectf("twice %d is not %d", *half, p.N)
	}
	return nil
}

func checkReason(ctx context.Context, p halving, reason *string, lim puzzle.Limits) error {
	if err := misbehave(ctx, p, lim); err != nil {
		return err
	}
	if *reason != "odd" || p.N%2 == 0 {
		return puzzle.Rejectf("%d is even", p.N)
	}
	return nil
}

func checkHalvingCount(ctx context.Context, p halving, n *big.Int, lim puzzle.Limits) error {
	if p.Mode == "slow check" {
		<-ctx.Done()
		return ctx.Err()
	}
	if p.Mode == "vast count" {
		return &puzzle.LimitError{Limit: "check", Msg: "not verified: the number of halves"}
	}
	if n.Cmp(big.NewInt(1-p.N%2)) != 0 {
		return puzzle.Rejectf("%d is not the number of halves", n)
	}
	return nil
}

// halvings is the whole family, and number an instance of it.
func halvings() *puzzle.Family { return puzzle.Define(halvingSpec("halving")) }

func number(t testing.TB, c *puzzle.Checker, n int64, mode string) puzzle.Instance {
	t.Helper()
	in, err := c.InstanceOf(halving{n, mode})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func solve(t testing.TB, f *puzzle.Family, in puzzle.Instance) puzzle.Claim {
	t.Helper()
	cl, err := f.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return cl
}

func parse(t testing.TB, text string) *document.Value {
	t.Helper()
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return &v
}

func encode(t testing.TB, v interface {
	AppendJSON([]byte) ([]byte, error)
}) string {
	t.Helper()
	b, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
