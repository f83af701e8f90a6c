package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// numbered are n frames of one cell that show the last digit of their number; they leap.
func numbered(n *big.Int) scene.Frames {
	return scene.Frames{Len: n, From: func(from *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			for at := new(big.Int).Set(from); at.Cmp(n) < 0; at.Add(at, big.NewInt(1)) {
				s := scene.New(1, 1, scene.Window{})
				text := at.String()
				s.Put(0, 0, 0, scene.Look{Label: text[len(text)-1:]})
				if !yield(scene.Frame{Move: "x", Scene: s}, nil) {
					return
				}
			}
		}
	}}
}

func steps(first, last int64) *puzzle.Steps {
	return &puzzle.Steps{First: big.NewInt(first), Last: big.NewInt(last)}
}

// told is what Explain writes of a number, 6 or 7, where its story is st.
func told(t *testing.T, n int64, st puzzle.Story, style puzzle.Style, change func(s *spec)) (string, error) {
	t.Helper()
	s := halvingSpec("halving")
	s.TellWitness[0].Tell = func(context.Context, halving, *int64, scene.Window, puzzle.Limits) (puzzle.Story, error) {
		return st, nil
	}
	s.TellCertificate[0].Tell = func(context.Context, halving, *string, scene.Window, puzzle.Limits) (puzzle.Story, error) {
		return st, nil
	}
	if change != nil {
		change(&s)
	}
	f := puzzle.Define(s)
	in := number(t, f.Checker, n, "")
	var out strings.Builder
	err := f.Explain(t.Context(), &out, in, solve(t, f, in), style, puzzle.Limits{})
	return out.String(), err
}

// TestExplain gives the whole of what is written for each kind of story.
func TestExplain(t *testing.T) {
	few, many := numbered(big.NewInt(3)), numbered(big.NewInt(34))
	googol := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	vast := numbered(new(big.Int).Add(googol, big.NewInt(1)))
	picture := []*scene.Scene{marbles(2, scene.Window{})}
	for name, c := range map[string]struct {
		n     int64
		story puzzle.Story
		style puzzle.Style
		want  string // behind the board and a blank line
	}{
		"a title":              {6, puzzle.Story{Title: "solved"}, puzzle.Style{}, "solved (not checked)\n"},
		"checked":              {6, puzzle.Story{Title: "solved"}, puzzle.Style{Checked: true}, "solved (checked)\n"},
		"notes":                {7, puzzle.Story{Title: "no", Notes: []string{"One.", "- Two."}}, puzzle.Style{Checked: true}, "no (checked)\nOne.\n- Two.\n"},
		"a way":                {6, puzzle.Story{Title: "solved", Way: "a b"}, puzzle.Style{Checked: true}, "solved (checked):\na b\n"},
		"few frames":           {6, puzzle.Story{Title: "solved", Frames: few}, puzzle.Style{Checked: true}, "solved (checked)\n\n1: x   2: x\n1      2\n"},
		"the start alone":      {6, puzzle.Story{Title: "solved", Frames: numbered(big.NewInt(1))}, puzzle.Style{Checked: true}, "solved (checked)\n"},
		"many frames":          {6, puzzle.Story{Title: "solved", Frames: many}, puzzle.Style{Checked: true}, "solved (checked)\n"},
		"asked for":            {6, puzzle.Story{Title: "solved", Frames: many}, puzzle.Style{Checked: true, Steps: steps(31, 32)}, "solved (checked)\n\n31: x   32: x\n1       2\n"},
		"one step":             {6, puzzle.Story{Title: "solved", Frames: many}, puzzle.Style{Checked: true, Steps: steps(33, 33)}, "solved (checked)\n\n33: x\n3\n"},
		"more than there are":  {6, puzzle.Story{Title: "solved", Frames: many}, puzzle.Style{Checked: true, Steps: steps(33, 99)}, "solved (checked)\n\n33: x\n3\n"},
		"to the end":           {6, puzzle.Story{Title: "solved", Frames: many}, puzzle.Style{Checked: true, Steps: &puzzle.Steps{First: big.NewInt(32)}}, "solved (checked)\n\n32: x   33: x\n2       3\n"},
		"far away":             {6, puzzle.Story{Title: "solved", Frames: vast}, puzzle.Style{Checked: true, Steps: &puzzle.Steps{First: googol}}, "solved (checked)\n\n" + googol.String() + ": x\n0\n"},
		"frames and a picture": {6, puzzle.Story{Title: "solved", Frames: few, Pictures: picture}, puzzle.Style{Checked: true}, "solved (checked)\n"},
		"an argument":          {7, puzzle.Story{Title: "no", Frames: scene.List(scene.Frame{Sentence: "First."}, scene.Frame{Sentence: "Second."})}, puzzle.Style{Checked: true, Steps: steps(1, 1)}, "no (checked):\nFirst.\nSecond.\n"},
	} {
		board := strings.Repeat("o", int(c.n))
		if len(c.story.Pictures) > 0 {
			board += "   oo"
		}
		got, err := told(t, c.n, c.story, c.style, nil)
		if err != nil || got != board+"\n\n"+c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, board+"\n\n"+c.want)
		}
	}
}

// TestExplainParts says which part of an answer has been checked, and what a board does not show.
func TestExplainParts(t *testing.T) {
	got, err := told(t, 6, puzzle.Story{Title: "solved", Notes: []string{"A note."}}, puzzle.Style{Checked: true}, func(s *spec) {
		s.Unverified = func(halving, outcome) string { return "that it is the best" }
		s.Verified = func(outcome) string { return "the half" }
		s.Draw = func(p halving, w scene.Window) puzzle.Drawing { return puzzle.Drawing{About: []string{"six marbles"}} }
	})
	if want := "six marbles\n\nsolved (checked: the half)\nA note.\nnot verified by the checker: that it is the best\n"; err != nil || got != want {
		t.Errorf("%v\n got %q\nwant %q", err, got, want)
	}
}

// TestExplainCut draws no frames of a board that is not seen whole, unless somebody asks.
func TestExplainCut(t *testing.T) {
	st := puzzle.Story{Title: "solved", Frames: numbered(big.NewInt(3))}
	narrow := scene.Text{Width: 4}
	if got, err := told(t, 6, st, puzzle.Style{Text: narrow, Checked: true}, nil); err != nil || strings.Contains(got, "1: x") || !strings.HasPrefix(got, "oooo\n") {
		t.Errorf("%v, %q", err, got)
	}
	if got, err := told(t, 6, st, puzzle.Style{Text: narrow, Checked: true, Steps: steps(1, 1)}, nil); err != nil || !strings.HasSuffix(got, "1: x\n1\n") {
		t.Errorf("%v, %q", err, got)
	}
}

// TestExplainWay breaks long ways at blanks only, and says what it leaves out.
func TestExplainWay(t *testing.T) {
	for _, c := range []struct{ way, want string }{
		{"aaa bb c dddd", "aaa bb c\ndddd\n"},
		{"aaaaaaaaaaaa bb", "aaaaaaaaaaaa\nbb\n"},
		{"aaaaaaaaaaaa", "aaaaaaaaaaaa\n"},
		{strings.Repeat("aaaaaa ", 25) + "b", strings.Repeat("aaaaaa\n", 24) + "… and 8\ncharacte\nrs more;\n--json\nhas them\nall\n"},
	} {
		got, err := told(t, 6, puzzle.Story{Title: "S", Way: c.way}, puzzle.Style{Text: scene.Text{Width: 8}, Checked: true}, func(s *spec) {
			s.Draw = func(halving, scene.Window) puzzle.Drawing { return puzzle.Drawing{} }
		})
		if _, lines, _ := strings.Cut(got, ":\n"); err != nil || lines != c.want {
			t.Errorf("%q: %v\n got %q\nwant %q", c.way, err, lines, c.want)
		}
	}
}

// TestExplainErrors wants the error of whoever fails, and of steps that are not there.
func TestExplainErrors(t *testing.T) {
	st := puzzle.Story{Title: "solved", Frames: numbered(big.NewInt(3))}
	for _, c := range []struct {
		style puzzle.Style
		story puzzle.Story
		kind  error
		want  string
	}{
		{puzzle.Style{Steps: steps(3, 3)}, st, puzzle.ErrInput, "the solution has steps 0 to 2; there are none from 3 to 3"},
		{puzzle.Style{Steps: steps(2, 1)}, st, puzzle.ErrInput, "none from 2 to 1"},
		{puzzle.Style{Steps: steps(0, 1)}, puzzle.Story{Title: "solved"}, puzzle.ErrUnsupported, "this answer has no steps to draw"},
		{puzzle.Style{}, puzzle.Story{Frames: scene.Frames{Len: big.NewInt(9), From: func(*big.Int) iter.Seq2[scene.Frame, error] {
			return func(yield func(scene.Frame, error) bool) { yield(scene.Frame{}, errStrange) }
		}}}, errStrange, ""},
	} {
		_, err := told(t, 6, c.story, c.style, nil)
		wantErr(t, err, c.kind, c.want)
	}
	f := halvings()
	in := number(t, f.Checker, 6, "")
	err := f.Explain(t.Context(), brokenWriter{}, in, solve(t, f, in), puzzle.Style{}, puzzle.Limits{})
	wantErr(t, err, errStrange, "")
	stopped, err := f.DecodeClaim(nil, parse(t, `{"family":"halving","version":3,"verdict":"unknown","stopped":{"limit":"time","detail":"too slow"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for want, cl := range map[string]puzzle.Claim{"unknown: too slow": stopped, "unknown": solve(t, f, number(t, f.Checker, 6, "shy"))} {
		if st, err := f.Tell(t.Context(), in, cl, scene.Window{}, puzzle.Limits{}); err != nil || st.Title != want {
			t.Errorf("%+v, %v", st, err)
		}
	}
}

// TestTellGetsLimits wants the context, the window and the limits handed on.
func TestTellGetsLimits(t *testing.T) {
	s := halvingSpec("halving")
	s.TellWitness[0].Tell = func(ctx context.Context, _ halving, _ *int64, w scene.Window, lim puzzle.Limits) (puzzle.Story, error) {
		if err := errors.Join(ctx.Err(), lim.CheckMemory("the story", 1<<40)); err != nil {
			return puzzle.Story{}, err
		}
		return puzzle.Story{Title: fmt.Sprint(w)}, nil
	}
	f := puzzle.Define(s)
	in := number(t, f.Checker, 6, "")
	cl := solve(t, f, in)
	window := scene.Corner(3, 4)
	if st, err := f.Tell(t.Context(), in, cl, window, puzzle.Limits{}); err != nil || st.Title != fmt.Sprint(window) {
		t.Errorf("%+v, %v", st, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.Tell(ended, in, cl, window, puzzle.Limits{})
	wantErr(t, err, context.Canceled, "")
	wantErr(t, f.Explain(t.Context(), io.Discard, in, cl, puzzle.Style{}, puzzle.Limits{Memory: 1 << 30}), puzzle.ErrLimit, "the story")
}

// TestDrawing writes drawings with and without boards, sentences about them, and sentences below.
func TestDrawing(t *testing.T) {
	board := []*scene.Scene{marbles(2, scene.Window{})}
	for _, c := range []struct {
		d    puzzle.Drawing
		said []string
		want string
	}{
		{puzzle.Drawing{}, nil, ""},
		{puzzle.Drawing{}, []string{"x"}, "x\n"},
		{puzzle.Drawing{Scenes: board}, nil, "oo\n"},
		{puzzle.Drawing{Scenes: board, About: []string{"a"}}, nil, "oo\n\na\n"},
		{puzzle.Drawing{Scenes: board, About: []string{"a"}}, []string{"x", "y"}, "oo\n\na\n\nx\ny\n"},
	} {
		var out strings.Builder
		if err := c.d.Write(&out, scene.Text{}, c.said...); err != nil || out.String() != c.want {
			t.Errorf("%v: %q, want %q", err, out.String(), c.want)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errStrange }

// TestQuestions defines families without hooks, with reasons, and with reasons for what they answer.
func TestQuestions(t *testing.T) {
	s := halvingSpec("halving")
	s.When = nil
	s.Lacks = map[puzzle.Question]string{puzzle.AskWhen: "halves are taken once", puzzle.AskHint: "there is one move"}
	f := puzzle.Define(s)
	for _, q := range puzzle.Questions() {
		want := q == puzzle.AskSolve || q == puzzle.AskCount || q == puzzle.AskApply
		if f.Can(q) != want {
			t.Errorf("%s: %v", q, f.Can(q))
		}
	}
	if f.Can("dance") || f.Why(puzzle.AskAll) != "" || f.Why(puzzle.AskHint) != "there is one move" {
		t.Error(f.Why(puzzle.AskAll), f.Why(puzzle.AskHint))
	}
	in := number(t, f.Checker, 6, "")
	_, _, err := f.When(t.Context(), in, "x", puzzle.Limits{})
	wantErr(t, err, puzzle.ErrUnsupported, "halving repeats no moves: halves are taken once")
	_, err = f.Hint(in, solve(t, f, in))
	wantErr(t, err, puzzle.ErrUnsupported, "halving has no hints: there is one move")
	if f.How(puzzle.AskCount) != s.CountOf || f.How(puzzle.AskApply) != "" {
		t.Error(f.How(puzzle.AskCount), f.How(puzzle.AskApply))
	}
	for _, q := range []puzzle.Question{puzzle.AskCount, puzzle.AskWhen, "dance"} {
		s.How = map[puzzle.Question]string{q: "slowly"}
		want := fmt.Sprintf("says how it answers %q", q)
		if got := panicOf(func() { puzzle.Define(s) }); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	s.How = map[puzzle.Question]string{puzzle.AskApply: "with any letters"}
	if got := puzzle.Define(s).How(puzzle.AskApply); got != "with any letters" {
		t.Errorf("%q", got)
	}
	for _, q := range []puzzle.Question{puzzle.AskApply, "dance"} {
		s.Lacks = map[puzzle.Question]string{q: "no"}
		if q == "dance" {
			if got := panicOf(func() { puzzle.Define(s) }); !strings.Contains(got, `"dance"`) {
				t.Errorf("%q", got)
			}
			continue
		}
		if got := panicOf(func() { puzzle.Define(s) }); !strings.Contains(got, `it does not answer "apply", and it does`) {
			t.Errorf("%q", got)
		}
	}
}
