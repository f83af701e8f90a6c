package puzzle_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

func wantErr(t testing.TB, err, kind error, text string) {
	t.Helper()
	if err == nil || !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("%v; want %v: … %s", err, kind, text)
	}
}

func TestVerdict(t *testing.T) {
	for v, name := range map[puzzle.Verdict]string{puzzle.Unknown: "unknown", puzzle.Solved: "solved", puzzle.Impossible: "impossible"} {
		if got, ok := puzzle.ParseVerdict(v.String()); v.String() != name || got != v || !ok {
			t.Errorf("%v, %v, %v", v, got, ok)
		}
	}
	for _, s := range []string{"", "Solved", "yes", "Verdict(1)"} {
		if v, ok := puzzle.ParseVerdict(s); ok || v != puzzle.Unknown {
			t.Errorf("%q is %v", s, v)
		}
	}
	if got := puzzle.Verdict(9).String(); got != "Verdict(9)" {
		t.Error(got)
	}
	var zero puzzle.Verdict
	if zero != puzzle.Unknown {
		t.Error("what nobody decided is decided")
	}
}

// TestClaimDocuments takes claims of each kind to their documents and back.
func TestClaimDocuments(t *testing.T) {
	f := halvings()
	const head = `{"family":"halving","version":3,`
	for _, c := range []struct {
		n       int64
		mode    string
		doc     string
		verdict puzzle.Verdict
	}{
		{6, "", `"verdict":"solved","witness":3}`, puzzle.Solved},
		{7, "", `"verdict":"impossible","certificate":"odd"}`, puzzle.Impossible},
		{7, "shy", `"verdict":"unknown"}`, puzzle.Unknown},
	} {
		in := number(t, f.Checker, c.n, c.mode)
		cl := solve(t, f, in)
		if got := encode(t, cl); got != head+c.doc || cl.Verdict() != c.verdict || cl.Family() != "halving" || cl.Count() != nil {
			t.Errorf("%d: %s", c.n, got)
		}
		back, err := f.DecodeClaim(nil, parse(t, head+c.doc))
		if err != nil || back.Verdict() != c.verdict {
			t.Fatalf("%s: %v", c.doc, err)
		}
		if c.verdict != puzzle.Unknown {
			if got := encode(t, back); got != head+c.doc {
				t.Errorf("%s came back as %s", c.doc, got)
			}
			if err := f.Check(t.Context(), in, back, puzzle.Limits{}); err != nil {
				t.Error(err)
			}
		}
	}
	for _, bare := range []string{`"verdict":"solved"}`, `"verdict":"impossible"}`} {
		cl, err := f.DecodeClaim(nil, parse(t, head+bare))
		if err != nil || encode(t, cl) != head+bare {
			t.Errorf("%s: %v", bare, err)
		}
		wantErr(t, f.Check(t.Context(), number(t, f.Checker, 6, ""), cl, puzzle.Limits{}), puzzle.ErrRejected, "not shown: the claim says")
	}
	n, err := f.Count(t.Context(), number(t, f.Checker, 6, ""), puzzle.Limits{})
	if err != nil || encode(t, n) != head+`"count":"1"}` || n.Verdict() != puzzle.Unknown {
		t.Errorf("%v, %v", n, err)
	}
	st, err := f.DecodeClaim(nil, parse(t, head+`"verdict":"unknown","stopped":{"limit":"time","detail":"stopped after <1s>"}}`))
	if err != nil || st.Stopped().Limit != "time" || encode(t, st) != head+`"verdict":"unknown","stopped":{"limit":"time","detail":"stopped after <1s>"}}` {
		t.Errorf("%+v, %v", st.Stopped(), err)
	}
	if o, ok := st.Value().(outcome); !ok || o.Stopped == nil || o.Stopped.Limit != "time" {
		t.Errorf("%+v", st.Value())
	}
}

func TestRefusedDocuments(t *testing.T) {
	f := halvings()
	const head = `{"family":"halving","version":3,`
	for _, c := range []struct{ doc, want string }{
		{`[]`, "line 1, column 1: the claim must be an object, not a list"},
		{`{}`, `line 1, column 1: the claim needs the field "verdict"`},
		{`{"family":7}`, "line 1, column 11: family must be a text, not a number"},
		{`{"family":"tilt","version":3}`, `line 1, column 12: family is "tilt"; "halving" is expected`},
		{`{"family":"halving"}`, `line 1, column 1: the claim needs the field "verdict"`},
		{`{"family":"halving","version":"3"}`, "line 1, column 32: version must be a number, not a text"},
		{`{"family":"halving","version":2}`, "line 1, column 31: version is 2; this program reads version 3"},
		{`{"family":"halving","version":3.0}`, "line 1, column 31: version is 3.0; this program reads version 3"},
		{head + `"x":1}`, `line 1, column 1: the claim needs the field "verdict"`},
		{head + `"verdict":true}`, "line 1, column 43: verdict must be a text, not true or false"},
		{head + `"verdict":"yes"}`, `line 1, column 44: verdict is "yes"; it must be solved, impossible or unknown`},
		{head + `"verdict":"solved","certificate":"odd"}`, `line 1, column 52: the claim has no field "certificate"`},
		{head + `"verdict":"impossible","witness":3}`, `line 1, column 56: the claim has no field "witness"`},
		{head + `"verdict":"solved","witness":3,"certificate":"odd"}`, `line 1, column 64: the claim has no field "certificate"`},
		{head + `"verdict":"solved","witness":3,"stopped":{}}`, `line 1, column 64: the claim has no field "stopped"`},
		{head + `"verdict":"solved","witness":null}`, "line 1, column 62: the witness must be a number, not null"},
		{head + `"verdict":"unknown","witness":3}`, `line 1, column 53: the claim has no field "witness"`},
		{head + `"verdict":"unknown","stopped":null}`, "line 1, column 63: stopped must be an object, not null"},
		{head + `"verdict":"unknown","stopped":{"limit":3}}`, "line 1, column 72: limit must be a text, not a number"},
		{head + `"verdict":"unknown","stopped":{"detail":3}}`, "line 1, column 73: detail must be a text, not a number"},
		{head + `"verdict":"unknown","stopped":{"why":"x"}}`, `line 1, column 64: stopped has no field "why"`},
		{head + `"count":true}`, "line 1, column 41: count must be a natural number, not true or false"},
		{head + `"count":-7}`, "line 1, column 41: count holds '-'; only digits are expected"},
		{head + `"count":7.0}`, "line 1, column 41: count holds '.'; only digits are expected"},
		{head + `"count":7e2}`, "line 1, column 41: count holds 'e'; only digits are expected"},
		{head + `"count":"7","impossible":"odd"}`, "line 1, column 59: only a count of 0 can be shown by a certificate of impossibility"},
		{head + `"count":"0","impossible":7}`, "line 1, column 58: the certificate must be a text, not a number"},
		{head + `"count":"0","certificate":"odd"}`, `line 1, column 45: the claim has no field "certificate"`},
		{head + `"verdict":"impossible","impossible":"odd"}`, `line 1, column 56: the claim has no field "impossible"`},
		{head + `"count":"07"}`, "line 1, column 42: count begins with a zero"},
		{head + `"count":"-7"}`, "line 1, column 42: count holds '-'; only digits are expected"},
		{head + `"count":"7","verdict":"solved","witness":3}`, `line 1, column 45: the claim has no field "verdict"`},
	} {
		if _, err := f.DecodeClaim(nil, parse(t, c.doc)); err == nil || err.Error() != c.want || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: %v\nwant %s", c.doc, err, c.want)
		}
	}
	for _, c := range []struct{ doc, want string }{
		{`null`, "line 1, column 1: the document must be an object, not null"},
		{head + `"m":1}`, `line 1, column 1: the document needs the field "n"`},
		{head + `"n":1,"surprise":1}`, `line 1, column 39: the document has no field "surprise"`},
		{head + `"n":-3}`, "-3 is negative"}, // Validate
		{head + `"n":[4,-3]}`, "-3 is negative"},
		{head + `"n":7,"verdict":"solved"}`, `line 1, column 39: the document has no field "verdict"`},
	} {
		if _, err := f.DecodeInstances(nil, parse(t, c.doc)); err == nil || err.Error() != c.want || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: %v\nwant %s", c.doc, err, c.want)
		}
	}
	ins, err := f.DecodeInstances(nil, parse(t, head+`"n":[4,5],"mode":"x"}`))
	if err != nil || len(ins) != 2 || encode(t, ins[1]) != head+`"n":5,"mode":"x"}` || ins[0].Family() != "halving" {
		t.Errorf("%v, %v", ins, err)
	}
	for doc, want := range map[string]string{`{"family":"a"}`: "a", `{}`: "", `[]`: "", `{"family":1}`: ""} {
		if name, err := puzzle.FamilyOf(parse(t, doc)); err == nil && name != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", doc, name, err)
		}
	}
	if _, err := number(t, f.Checker, 1, "list").AppendJSON(nil); !errors.Is(err, puzzle.ErrInternal) {
		t.Error("an instance that is no object:", err)
	}
}

// TestForeign offers instances and claims of one family to another.
func TestForeign(t *testing.T) {
	a, b := halvings(), puzzle.Define(halvingSpec("other"))
	ina, inb := number(t, a.Checker, 6, ""), number(t, b.Checker, 6, "")
	cla, clb := solve(t, a, ina), solve(t, b, inb)
	ctx := t.Context()
	for name, call := range map[string]func(in puzzle.Instance) error{
		"Solve": func(in puzzle.Instance) error { _, err := a.Solve(ctx, in, puzzle.Limits{}); return err },
		"Prove": func(in puzzle.Instance) error { _, err := a.Prove(ctx, in, puzzle.Limits{}); return err },
		"Count": func(in puzzle.Instance) error { _, err := a.Count(ctx, in, puzzle.Limits{}); return err },
		"Apply": func(in puzzle.Instance) error { _, err := a.Apply(ctx, in, "x", puzzle.Limits{}); return err },
		"When":  func(in puzzle.Instance) error { _, _, err := a.When(ctx, in, "x", puzzle.Limits{}); return err },
		"Check": func(in puzzle.Instance) error { return a.Check(ctx, in, cla, puzzle.Limits{}) },
		"Explain": func(in puzzle.Instance) error {
			return a.Explain(ctx, io.Discard, in, cla, puzzle.Style{}, puzzle.Limits{})
		},
		"Validate":    func(in puzzle.Instance) error { return a.Validate(in) },
		"WriteText":   func(in puzzle.Instance) error { return a.WriteText(io.Discard, "halving-text", in) },
		"WriteAnswer": func(in puzzle.Instance) error { return a.WriteAnswer(io.Discard, "halving-text", in, cla) },
	} {
		if err := call(ina); err != nil {
			t.Errorf("%s of its own instance: %v", name, err)
		}
		if err := call(inb); !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), "an instance of other was offered to halving") {
			t.Errorf("%s: %v", name, err)
		}
		if err := call(puzzle.Instance{}); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s of no instance: %v", name, err)
		}
	}
	count, err := a.Count(ctx, ina, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	wantErr(t, a.Check(ctx, ina, clb, puzzle.Limits{}), puzzle.ErrRejected, "the claim is about the family other; the puzzle is of the family halving")
	wantErr(t, a.Check(ctx, ina, puzzle.Claim{}, puzzle.Limits{}), puzzle.ErrRejected, "there is no claim")
	for name, show := range map[string]func(puzzle.Claim) error{
		"Explain": func(cl puzzle.Claim) error {
			return a.Explain(ctx, io.Discard, ina, cl, puzzle.Style{}, puzzle.Limits{})
		},
		"WriteAnswer": func(cl puzzle.Claim) error { return a.WriteAnswer(io.Discard, "halving-text", ina, cl) },
	} {
		if err := show(clb); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s of a foreign claim: %v", name, err)
		}
		if err := show(puzzle.Claim{}); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s of no claim: %v", name, err)
		}
		if err := show(count); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s of a count: %v", name, err)
		}
	}
	if _, err := a.InstanceOf("six"); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Errorf("a text is an instance: %v", err)
	}
	if _, err := a.InstanceOf(halving{N: -1}); !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("an invalid instance: %v", err)
	}
	// The checker alone and the whole family of one name are the same family.
	kernel := puzzle.DefineChecker(halvingSpec("halving").CheckSpec)
	if err := kernel.Check(ctx, ina, cla, puzzle.Limits{}); err != nil {
		t.Error(err)
	}
}

func TestTexts(t *testing.T) {
	f := halvings()
	s := grid.NewScanner(strings.NewReader("6\n\n7\r\n-2\n"), -1)
	for _, want := range []int64{6, 7} {
		in, err := f.ReadText(nil, "halving-text", s)
		if err != nil || in.Value().(halving).N != want {
			t.Fatalf("%v, %v", in.Value(), err)
		}
		var text strings.Builder
		if err := f.WriteText(&text, "halving-text", in); err != nil {
			t.Error(err)
		}
		text.WriteString("is ")
		if err := f.WriteAnswer(&text, "halving-text", in, solve(t, f, in)); err != nil {
			t.Error(err)
		}
		if got := text.String(); got != map[int64]string{6: "6\nis solved\n", 7: "7\nis impossible\n"}[want] {
			t.Errorf("%q", got)
		}
	}
	if _, err := f.ReadText(nil, "halving-text", s); !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("what Validate refuses is read: %v", err)
	}
	if _, err := f.ReadText(nil, "halving-text", s); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	in := number(t, f.Checker, 6, "")
	_, err := f.ReadText(nil, "csv", s)
	wantErr(t, err, puzzle.ErrUnsupported, `no text format "csv"`)
	wantErr(t, f.WriteText(io.Discard, "csv", in), puzzle.ErrUnsupported, "csv")
	wantErr(t, f.WriteAnswer(io.Discard, "csv", in, solve(t, f, in)), puzzle.ErrUnsupported, "csv")
	wantErr(t, f.WriteAnswer(io.Discard, "halving-bare", in, solve(t, f, in)), puzzle.ErrUnsupported, "no contest")
	wantErr(t, f.WriteText(io.Discard, "halving-bare", in), errStrange, "")

	// An answer that is not known is no answer to a contest, with and without a reason.
	wantErr(t, f.WriteAnswer(io.Discard, "halving-text", in, solve(t, f, number(t, f.Checker, 6, "shy"))), puzzle.ErrLimit, "unknown")
	stopped, err := f.DecodeClaim(nil, parse(t, `{"family":"halving","version":3,"verdict":"unknown","stopped":{"limit":"time","detail":"too slow"}}`))
	if err != nil {
		t.Fatal(err)
	}
	wantErr(t, f.WriteAnswer(io.Discard, "halving-text", in, stopped), puzzle.ErrLimit, "too slow")

	// A reader that breaks is not the end of the input, whatever the format makes of it.
	broken := errors.New("the cable is out")
	s = grid.NewScanner(io.MultiReader(strings.NewReader("  "), brokenReader{broken}), -1)
	if _, err := f.ReadText(nil, "halving-text", s); !errors.Is(err, broken) {
		t.Errorf("a broken reader: %v", err)
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }
