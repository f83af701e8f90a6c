package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A fake puzzle is a word, and what happens to it is what it says: "yes" is solved, "no" is impossible,
// "slow" waits until a limit ends it, "huge" wants more memory than there is, "lie" is
// given an answer that its checker rejects, "panic" panics, "fault" is an error of no kind.
type fakeOutcome = puzzle.Outcome[string, string]

// fake defines a family of such words; its one text format begins with mark and has a
// word a line.
func fake(name, mark string) *puzzle.Family {
	read := func(v *document.Value) (string, error) { return v.String("it") }
	write := func(s string) (any, error) { return s, nil }
	return puzzle.Define(puzzle.Spec[string, string, string]{
		CheckSpec: puzzle.CheckSpec[string, string, string]{
			Data: puzzle.Data[string, string, string]{
				Name: name, Title: "words", Doc: "Words that say what\nbecomes of them.", Version: 1,
				Schemas: []byte(`{"instance":{"properties":{"word":{"type":"string"}},"required":["word"]},"witness":{"type":"string"},"certificate":{"type":"string"}}`),
				Texts: []puzzle.Text[string, string, string]{{
					Name: name + "-lines", Doc: "A word a line,\nafter a mark.", Contest: true,
					Sniff:  func(head []byte) bool { return strings.HasPrefix(string(head), mark) },
					Read:   func(s *grid.Scanner, lim puzzle.Limits) (string, error) { return readFake(s, mark, lim) },
					Write:  func(w io.Writer, p string) error { _, err := fmt.Fprintln(w, mark, p); return err },
					Answer: func(w io.Writer, p string, o fakeOutcome) error { _, err := fmt.Fprintln(w, p); return err },
				}},
				Decode: func(f *document.Fields) ([]string, error) {
					v, err := f.Need("word")
					if err != nil {
						return nil, err
					}
					word, err := v.String("word")
					return strings.Split(word, "+"), err
				},
				Encode:        func(p string) (any, error) { return map[string]string{"word": p}, nil },
				Validate:      func(string) error { return nil },
				DecodeWitness: read, EncodeWitness: write, DecodeCertificate: read, EncodeCertificate: write,
			},
			Check: func(_ context.Context, p string, o fakeOutcome, _ puzzle.Limits) error {
				if o.Verdict == puzzle.Solved && *o.Witness == p || o.Verdict == puzzle.Impossible && *o.Certificate == p {
					return nil
				}
				return puzzle.Rejectf("the word is %s", p)
			},
			CheckCount: func(_ context.Context, p string, n *big.Int, _ puzzle.Limits) error {
				if n.Cmp(big.NewInt(int64(len(p)))) != 0 {
					return puzzle.Rejectf("the word has %d letters", len(p))
				}
				return nil
			},
		},
		Solve: solveFake,
		Count: func(ctx context.Context, p string, lim puzzle.Limits) (*big.Int, error) {
			if _, err := solveFake(ctx, p, lim); err != nil {
				return nil, err
			}
			if p == "lie" {
				return big.NewInt(99), nil
			}
			return big.NewInt(int64(len(p))), nil
		},
		CountOf: "letters",
		Apply: func(_ context.Context, p, moves string, _ puzzle.Limits) (string, error) {
			if strings.Contains(moves, "!") {
				return "", fmt.Errorf("%w: moves have no '!'", puzzle.ErrInput)
			}
			return p + moves, nil
		},
		When: func(_ context.Context, p, moves string, _ puzzle.Limits) (first, every *big.Int, err error) {
			switch p {
			case "no":
				return nil, nil, nil
			case "yes":
				return big.NewInt(3), big.NewInt(7), nil
			}
			return big.NewInt(3), new(big.Int), nil
		},
		Explain: func(w io.Writer, p string, o fakeOutcome, s puzzle.Style) error {
			_, err := fmt.Fprintf(w, "%s: %v, color %v, checked %v\n", p, o.Verdict, s.Color, s.Checked)
			return err
		},
		Generate: func(*rand.Rand, int) string { return "yes" },
		Shrink:   func(string) iter.Seq[string] { return func(func(string) bool) {} },
	})
}

func readFake(s *grid.Scanner, mark string, lim puzzle.Limits) (string, error) {
	if !s.SkipBlank() {
		return "", io.EOF
	}
	at := s.Pos()
	word, _ := s.Segment(100)
	p := strings.TrimSpace(strings.TrimPrefix(string(word), mark))
	switch p {
	case "bad":
		return "", grid.Errorf(at, "this word is bad")
	case "wide":
		return "", lim.CheckMemory("reading it", 1<<60)
	}
	return p, s.EndLine("the word")
}

func solveFake(ctx context.Context, p string, lim puzzle.Limits) (o fakeOutcome, err error) {
	switch p {
	case "slow":
		<-ctx.Done()
		return o, ctx.Err()
	case "huge":
		return o, lim.CheckMemory("this word", 1<<60)
	case "panic":
		panic("as it says")
	case "fault":
		return o, fmt.Errorf("of no kind")
	case "no":
		return fakeOutcome{Verdict: puzzle.Impossible, Certificate: &p}, nil
	case "lie":
		lie := "another"
		return fakeOutcome{Verdict: puzzle.Solved, Witness: &lie}, nil
	}
	return fakeOutcome{Verdict: puzzle.Solved, Witness: &p}, nil
}
