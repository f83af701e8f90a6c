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
	work "github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// A fake puzzle is a word, and what happens to it is what it says: "yes" is solved, "no" is impossible,
// "slow" waits until a limit ends it, "huge" wants more memory than there is, "lie" is
// given an answer that its checker rejects, "dull" and "vast" are what "slow" and "huge" are, but to the
// checker, "panic" panics, "fault" is an error of no kind.
type fakeOutcome = puzzle.Outcome[string, string]

// fake defines a family of such words; its one text format begins with mark and has a
// word a line.
func fake(name, mark string) *puzzle.Family { return puzzle.Define(fakeSpec(name, mark)) }

func fakeSpec(name, mark string) puzzle.Spec[string, string, string] {
	words := []puzzle.Kind[string]{{Name: "word", Codec: codec.Text()}}
	check := func(ctx context.Context, p string, said *string, lim puzzle.Limits) error {
		if err := checkFake(ctx, p, lim); err != nil {
			return err
		}
		if *said != p {
			return puzzle.Rejectf("the word is %s", p)
		}
		return nil
	}
	checks := []puzzle.KindCheck[string, string]{{Name: "word", Check: check}}
	spec := puzzle.Spec[string, string, string]{
		CheckSpec: puzzle.CheckSpec[string, string, string]{
			Data: puzzle.Data[string, string, string]{
				Name: name, Title: "words", Doc: "Words that say what\nbecomes of them.", Version: 1,
				Schemas: []byte(`{"instance":{"properties":{"word":{"type":"string"}},"required":["word"]}}`),
				Texts: []puzzle.Text[string, string, string]{{
					Name: name + "-lines", Doc: "A word a line,\nafter a mark.", Contest: true,
					Sniff:  func(head []byte) bool { return strings.HasPrefix(string(head), mark) },
					Read:   func(m *work.Meter, s *grid.Scanner) (string, error) { return readFake(m, s, mark) },
					Write:  func(w io.Writer, p string) error { _, err := fmt.Fprintln(w, mark, p); return err },
					Answer: func(w io.Writer, p string, o fakeOutcome) error { _, err := fmt.Fprintln(w, p); return err },
				}},
				Decode: func(_ *work.Meter, f *document.Fields) ([]string, error) {
					v, err := f.Need("word")
					if err != nil {
						return nil, err
					}
					word, err := v.String("word")
					return strings.Split(word, "+"), err
				},
				Encode:    func(p string) (any, error) { return map[string]string{"word": p}, nil },
				Validate:  func(string) error { return nil },
				Witnesses: words, Certificates: words,
			},
			CheckWitness: checks, CheckCertificate: checks,
			CheckCount: func(ctx context.Context, p string, n *big.Int, lim puzzle.Limits) error {
				if err := checkFake(ctx, p, lim); err != nil {
					return err
				}
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
		CountOf: "letters", CountOne: "letter",
		Apply: func(_ context.Context, p, moves string, _ puzzle.Limits) (string, error) {
			if strings.Contains(moves, "!") {
				return "", grid.Errorf(grid.Pos{}, "moves have no '!'")
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
		Draw: drawFake, TellWitness: tellFake("solved"), TellCertificate: tellFake("impossible"),
		Generate: func(*rand.Rand, int) string { return "yes" },
		Shrink:   func(string) iter.Seq[string] { return func(func(string) bool) {} },
	}
	if name == "one" { // others have neither
		spec.All, spec.Every, spec.Hint, spec.Scramble = allFake, everyFake, hintFake, scrambleFake
		spec.Streams = []puzzle.Stream{{Format: name + "-lines", Solve: streamFake}}
		spec.Unverified = func(_ string, o fakeOutcome) string {
			if o.Verdict == puzzle.Solved && *o.Witness == "boast" {
				return "that it is the best"
			}
			return ""
		}
		spec.Verified = func(fakeOutcome) string { return "it is the word" }
		spec.Analyze, spec.Tables = analyzeFake, []puzzle.Table{squares, {
			Name: "nothing", Arg: "WORD", Doc: "Nothing.",
			Open: func(string, puzzle.Options) (puzzle.Listing, error) {
				none := func(context.Context, puzzle.Limits, func([]string) error) error { return nil }
				return puzzle.Listing{Columns: []string{"void"}, Rows: none}, nil
			},
		}}
	}
	return spec
}

// drawFake is a row of the word's letters.
func drawFake(p string, w scene.Window) puzzle.Drawing {
	s := scene.New(1, len(p), w)
	for c := range s.Shown().Cols {
		s.Put(c, 0, c, scene.Look{Colour: 1, Label: p[c : c+1]})
	}
	return puzzle.Drawing{Scenes: []*scene.Scene{s}}
}

func tellFake(title string) []puzzle.KindTell[string, string] {
	return []puzzle.KindTell[string, string]{{
		Name: "word",
		Tell: func(context.Context, string, *string, scene.Window, puzzle.Limits) (puzzle.Story, error) {
			return puzzle.Story{Title: title}, nil
		},
	}}
}

// streamFake writes a text that it reads twice, unless that is impossible.
func streamFake(
	ctx context.Context, in io.ReadSeeker, size int64, out io.Writer, lim puzzle.Limits,
) (puzzle.Verdict, error) {
	first, err := io.ReadAll(in)
	if err != nil || int64(len(first)) != size {
		return puzzle.Unknown, fmt.Errorf("%d of %d bytes, %v", len(first), size, err)
	}
	word := strings.TrimSpace(strings.TrimPrefix(string(first), "#"))
	o, err := solveFake(ctx, word, lim)
	if err != nil || o.Verdict != puzzle.Solved {
		return o.Verdict, err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return puzzle.Unknown, err
	}
	_, err = io.Copy(out, in)
	return puzzle.Solved, err
}

// everyFake finds one answer more than allFake.
func everyFake(ctx context.Context, p string, lim puzzle.Limits, yield func(string) error) error {
	found := false
	err := allFake(ctx, p, lim, func(w string) error { found = true; return yield(w) })
	if err != nil || !found {
		return err
	}
	return yield(p)
}

// allFake finds one answer for every letter, and a wrong one where the word is a lie.
func allFake(ctx context.Context, p string, lim puzzle.Limits, yield func(string) error) error {
	if o, err := solveFake(ctx, p, lim); err != nil || o.Verdict == puzzle.Impossible {
		return err
	}
	for range len(p) {
		if lim.OnProgress != nil {
			lim.OnProgress(puzzle.Progress{Stage: "letters", Done: 1234567, Total: 9999999, Unit: "letters", Memory: 2048})
		}
		if p == "lie" {
			p = "truth"
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func hintFake(p, w string) string {
	if p == "done" {
		return ""
	}
	return "say " + w
}

func scrambleFake(_ context.Context, p string, distance int64, rng *rand.Rand, lim puzzle.Limits) (string, error) {
	if p == "huge" {
		return "", lim.CheckMemory("this word", 1<<60)
	}
	return fmt.Sprintf("%s%d%d", p, distance, rng.IntN(1000)), nil
}

// analyzeFake yields facts of all kinds, in an order that no sorting gives.
func analyzeFake(ctx context.Context, p string, lim puzzle.Limits, yield func(puzzle.Fact) error) error {
	big1 := new(big.Int).Lsh(big.NewInt(1), 70)
	for _, f := range []puzzle.Fact{
		{Key: "word", Value: p, Lines: []puzzle.Line{{Label: "word", Text: p}}},
		{Key: "letters", Value: len(p), Lines: []puzzle.Line{{Label: "letters", Text: fmt.Sprintf("%d of them", len(p))}}},
		{Key: "fewer", Value: "a < b", Lines: []puzzle.Line{{Label: "a < b", Text: "true"}}},
		{Key: "silent", Value: 1},
		{Key: "all", Value: []string{big1.String(), "1"}, Lines: []puzzle.Line{{Label: "big", Text: big1.String()},
			{Label: "all", Text: "two"}}},
	} {
		if err := yield(f); err != nil {
			return err
		}
		if _, err := solveFake(ctx, p, lim); err != nil {
			return err
		}
	}
	return nil
}

// squares is the table of the squares up to a digit; "slow" is one that does not end.
var squares = puzzle.Table{
	Name: "squares", Arg: "TO", Doc: "The squares of the numbers from 1 to a digit, or of one and then none for a long " +
		"time.",
	Options: []puzzle.Option{{Name: "power", Arg: "P", Default: "2", Doc: "2, or 3 for cubes"}},
	Open: func(arg string, opt puzzle.Options) (puzzle.Listing, error) {
		if arg != "slow" && (len(arg) != 1 || arg < "0" || arg > "9") {
			return puzzle.Listing{}, grid.Errorf(grid.Pos{}, "%q is no digit", arg)
		}
		if opt["power"] != "2" && opt["power"] != "3" {
			return puzzle.Listing{}, grid.Errorf(grid.Pos{}, "%q is no power", opt["power"])
		}
		rows := func(ctx context.Context, _ puzzle.Limits, yield func([]string) error) error {
			for i := 1; arg == "slow" || i <= int(arg[0]-'0'); i++ {
				n := i * i
				if opt["power"] == "3" {
					n *= i
				}
				if err := yield([]string{fmt.Sprint(i), fmt.Sprint(n)}); err != nil {
					return err
				}
				if arg == "slow" {
					<-ctx.Done()
					return ctx.Err()
				}
			}
			return nil
		}
		return puzzle.Listing{Columns: []string{"n", "its square"}, Rows: rows}, nil
	},
}

func checkFake(ctx context.Context, p string, lim puzzle.Limits) error {
	switch p {
	case "dull":
		<-ctx.Done()
		return ctx.Err()
	case "vast":
		return lim.CheckMemory("the check", 60<<20)
	}
	return nil
}

func readFake(m *work.Meter, s *grid.Scanner, mark string) (string, error) {
	if !s.SkipBlank() {
		return "", io.EOF
	}
	at := s.Pos()
	var word []byte
	for {
		part, end := s.Segment(100)
		word = append(word, part...)
		if end {
			break
		}
	}
	if !strings.HasPrefix(string(word), mark) {
		return "", grid.Errorf(at, "the mark is expected here")
	}
	p := strings.TrimSpace(strings.TrimPrefix(string(word), mark))
	switch p {
	case "bad", "bad\x00":
		return "", grid.Errorf(at, "this word is bad")
	case "wide":
		return "", m.Hold("reading it", 1<<60)
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
