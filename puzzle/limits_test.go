package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// tick passes in bubbles alone, whose clock stands still while anybody works: a limit on time ends a call that waits for it
// and no other.
const tick = 2 * time.Millisecond

func wantUnsupported(t *testing.T, f *puzzle.Family, in puzzle.Instance) {
	t.Helper()
	_, err := f.Count(t.Context(), in, puzzle.Limits{})
	wantErr(t, err, puzzle.ErrUnsupported, "halving counts nothing")
	_, err = f.Apply(t.Context(), in, "x", puzzle.Limits{})
	wantErr(t, err, puzzle.ErrUnsupported, "halving applies no moves")
	_, _, err = f.When(t.Context(), in, "x", puzzle.Limits{})
	wantErr(t, err, puzzle.ErrUnsupported, "halving repeats no moves")
}

func TestCheckRejects(t *testing.T) {
	f := halvings()
	six, eight, seven := number(t, f.Checker, 6, ""), number(t, f.Checker, 8, ""), number(t, f.Checker, 7, "")
	check := func(in puzzle.Instance, cl puzzle.Claim) error { return f.Check(t.Context(), in, cl, puzzle.Limits{}) }
	if err := check(six, solve(t, f, six)); err != nil {
		t.Error(err)
	}
	wantErr(t, check(eight, solve(t, f, six)), puzzle.ErrRejected, "claim rejected: twice 3 is not 8")
	wantErr(t, check(six, solve(t, f, seven)), puzzle.ErrRejected, "6 is even")
	wantErr(t, check(six, solve(t, f, number(t, f.Checker, 6, "shy"))), puzzle.ErrRejected, `the claim is "unknown"`)
	n, err := f.Count(t.Context(), six, puzzle.Limits{})
	if err != nil || check(six, n) != nil {
		t.Error(err, check(six, n))
	}
	wantErr(t, check(seven, n), puzzle.ErrRejected, "1 is not the number of halves")
	wantErr(t, check(number(t, f.Checker, 6, "strange check"), solve(t, f, six)), errStrange, "")
	if err := check(number(t, f.Checker, 6, "strange check"), solve(t, f, six)); errors.Is(err, puzzle.ErrRejected) {
		t.Error("a check that fails for another reason rejects:", err)
	}
}

// TestCheckReadsTheDocument hands the checker a claim that only its encoder understands.
func TestCheckReadsTheDocument(t *testing.T) {
	s := halvingSpec("halving")
	half := s.Witnesses[0].Codec.Write
	s.Witnesses[0].Codec.Write = func(w *codec.Writer, n int64) { half(w, n+1) } // what is published is wrong
	f := puzzle.Define(s)
	six := number(t, f.Checker, 6, "")
	wantErr(t, f.Check(t.Context(), six, solve(t, f, six), puzzle.Limits{}), puzzle.ErrRejected, "twice 4 is not 6")
	s.Witnesses[0].Codec.Write = func(w *codec.Writer, n int64) { codec.Text().Write(w, "three") }
	f = puzzle.Define(s)
	six = number(t, f.Checker, 6, "")
	wantErr(t, f.Check(t.Context(), six, solve(t, f, six), puzzle.Limits{}), puzzle.ErrRejected, "does not survive its own encoding")
	s.Witnesses[0].Codec.Write = func(w *codec.Writer, n int64) { w.Fail(errStrange) }
	f = puzzle.Define(s)
	six = number(t, f.Checker, 6, "")
	wantErr(t, f.Check(t.Context(), six, solve(t, f, six), puzzle.Limits{}), errStrange, "")
}

func TestVerdictOnly(t *testing.T) {
	f := halvings()
	for n, want := range map[int64]puzzle.Verdict{6: puzzle.Solved, 7: puzzle.Impossible} {
		in := number(t, f.Checker, n, "")
		cl, err := f.Solve(t.Context(), in, puzzle.Limits{VerdictOnly: true})
		if err != nil || cl.Verdict() != want {
			t.Fatal(cl, err)
		}
		if doc := encode(t, cl); doc != fmt.Sprintf(`{"family":"halving","version":3,"verdict":%q}`, want) {
			t.Error(doc)
		}
		err = f.Check(t.Context(), in, cl, puzzle.Limits{})
		wantErr(t, err, puzzle.ErrRejected, "not shown: the claim says "+want.String())
		var out strings.Builder
		if err := f.WriteAnswer(&out, "halving-text", in, cl); err != nil || out.String() != want.String()+"\n" {
			t.Error(out.String(), err)
		}
	}
}

func TestProve(t *testing.T) { synctest.Test(t, testProve) }

func testProve(t *testing.T) {
	f := halvings()
	prove := func(mode string, lim puzzle.Limits) (puzzle.Claim, error) {
		return f.Prove(t.Context(), number(t, f.Checker, 6, mode), lim)
	}
	if cl, err := prove("", puzzle.Limits{}); err != nil || cl.Verdict() != puzzle.Solved {
		t.Error(cl, err)
	}
	cl, err := prove("lie", puzzle.Limits{})
	wantErr(t, err, puzzle.ErrInternal, "our own answer failed its check")
	if !errors.Is(err, puzzle.ErrRejected) || cl.Verdict() != puzzle.Solved {
		t.Error("the answer and the reason are lost:", cl, err)
	}
	_, err = prove("strange", puzzle.Limits{})
	wantErr(t, err, errStrange, "")
	_, err = prove("strange check", puzzle.Limits{})
	wantErr(t, err, errStrange, "")
	for _, c := range []struct{ mode, limit, detail string }{
		{"slow", "time", "stopped after 2ms"},
		{"huge", "memory", "this number needs about 3 GiB of memory and the limit is 1 GiB"},
		{"slow check", "time", "an answer (solved) was found but its check did not finish: stopped after 2ms"},
		{"huge check", "memory", "an answer (solved) was found but its check did not finish: the check needs about 3 GiB of memory and the limit is 1 GiB"},
	} {
		cl, err := prove(c.mode, puzzle.Limits{Time: tick, Memory: 1 << 30})
		if err != nil || cl.Verdict() != puzzle.Unknown || cl.Stopped() == nil || cl.Stopped().Limit != c.limit || cl.Stopped().Msg != c.detail {
			t.Errorf("%s: %+v, %v", c.mode, cl.Stopped(), err)
			continue
		}
		if o := cl.Value().(outcome); o.Verdict != puzzle.Unknown || o.Stopped == nil || o.Witness != nil {
			t.Errorf("%s: %+v", c.mode, o)
		}
		if got := encode(t, cl); !strings.Contains(got, `"stopped":{"limit":"`+c.limit+`","detail":"`+c.detail[:7]) {
			t.Error(got)
		}
	}
	if cl, err := prove("shy", puzzle.Limits{}); err != nil || cl.Verdict() != puzzle.Unknown {
		t.Error(cl, err)
	}
}

// TestSharedLimitError: a hook may return one and the same error again and again.
func TestSharedLimitError(t *testing.T) {
	shared := &puzzle.LimitError{Limit: "memory", Msg: "too little"}
	s := halvingSpec("halving")
	s.CheckWitness[0].Check = func(context.Context, halving, *int64, puzzle.Limits) error { return shared }
	f := puzzle.Define(s)
	for range 2 {
		cl, err := f.Prove(t.Context(), number(t, f.Checker, 6, ""), puzzle.Limits{})
		if err != nil || cl.Stopped().Msg != "an answer (solved) was found but its check did not finish: too little" {
			t.Error(cl.Stopped(), err)
		}
	}
	if shared.Msg != "too little" {
		t.Error("the hook's own error was changed:", shared.Msg)
	}
}

// TestTimeLimit: our own limit is a LimitError everywhere.
func TestTimeLimit(t *testing.T) { synctest.Test(t, testTimeLimit) }

func testTimeLimit(t *testing.T) {
	f, lim := halvings(), puzzle.Limits{Time: tick}
	six, slow, slowCheck := number(t, f.Checker, 6, ""), number(t, f.Checker, 6, "slow"), number(t, f.Checker, 6, "slow check")
	cl := solve(t, f, six)
	n, err := f.Count(t.Context(), six, lim)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(context.Context) error{
		"Count":      func(ctx context.Context) error { _, err := f.Count(ctx, slow, lim); return err },
		"Apply":      func(ctx context.Context) error { _, err := f.Apply(ctx, six, "wait", lim); return err },
		"When":       func(ctx context.Context) error { _, _, err := f.When(ctx, six, "wait", lim); return err },
		"Check":      func(ctx context.Context) error { return f.Check(ctx, slowCheck, cl, lim) },
		"CheckCount": func(ctx context.Context) error { return f.Check(ctx, slowCheck, n, lim) },
	} {
		err := call(t.Context())
		var le *puzzle.LimitError
		if !errors.As(err, &le) || le.Limit != "time" || !errors.Is(err, puzzle.ErrLimit) || le.Msg != "stopped after 2ms" {
			t.Errorf("%s: %v", name, err)
		}
		if errors.Is(err, puzzle.ErrRejected) || errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: a limit is something else too: %v", name, err)
		}
	}
}

// TestCancellation: the caller's own cancellation and deadline are no limits of ours.
func TestCancellation(t *testing.T) { synctest.Test(t, testCancellation) }

func testCancellation(t *testing.T) {
	f := halvings()
	six, slow, slowCheck := number(t, f.Checker, 6, ""), number(t, f.Checker, 6, "slow"), number(t, f.Checker, 6, "slow check")
	cl := solve(t, f, six)
	long := puzzle.Limits{Time: time.Hour}
	for name, call := range map[string]func(context.Context) error{
		"Solve":        func(ctx context.Context) error { _, err := f.Solve(ctx, slow, long); return err },
		"Solve, free":  func(ctx context.Context) error { _, err := f.Solve(ctx, slow, puzzle.Limits{}); return err },
		"Prove":        func(ctx context.Context) error { _, err := f.Prove(ctx, slow, long); return err },
		"Prove, check": func(ctx context.Context) error { _, err := f.Prove(ctx, slowCheck, long); return err },
		"Count":        func(ctx context.Context) error { _, err := f.Count(ctx, slow, long); return err },
		"Apply":        func(ctx context.Context) error { _, err := f.Apply(ctx, six, "wait", long); return err },
		"When":         func(ctx context.Context) error { _, _, err := f.When(ctx, six, "wait", long); return err },
		"Check":        func(ctx context.Context) error { return f.Check(ctx, slowCheck, cl, long) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(tick, cancel)
		if err := call(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), tick)
		if err := call(ctx); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%s, with a deadline of the caller's: %v", name, err)
		}
		cancel()
	}
}

func TestCheckMemory(t *testing.T) {
	for _, c := range []struct {
		limit, need int64
		ok          bool
	}{
		{0, math.MaxInt64, true}, {100, 100, true}, {100, 101, false}, {1, 0, true}, {-1, 5, true},
	} {
		err := puzzle.Limits{Memory: c.limit}.CheckMemory("it", c.need)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("limit %d, need %d: %v", c.limit, c.need, err)
		}
	}
	if d := puzzle.DefaultLimits(); d.Time <= 0 || d.Memory <= 0 || d.VerdictOnly {
		t.Errorf("%+v", d)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1: "1 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 1025: "1.0 KiB",
		100 * 1024: "100 KiB", 102400 + 512: "100 KiB", 1 << 20: "1 MiB", 1<<20 - 1: "1024 KiB", 3 << 30: "3 GiB",
		5 << 40: "5 TiB", 1 << 50: "1 PiB", 1 << 60: "1 EiB", math.MaxInt64: "8 EiB",
	} {
		if got := puzzle.Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestMoves(t *testing.T) {
	f := halvings()
	six := number(t, f.Checker, 6, "")
	in, err := f.Apply(t.Context(), six, "abc", puzzle.Limits{})
	if err != nil || in.Value().(halving).N != 9 || six.Value().(halving).N != 6 {
		t.Error(in.Value(), six.Value(), err)
	}
	first, every, err := f.When(t.Context(), six, "x", puzzle.Limits{})
	if err != nil || first.Int64() != 6 || every.Int64() != 2 {
		t.Error(first, every, err)
	}
	var small []int64
	for q := range f.Shrink(six) {
		if small = append(small, q.Value().(halving).N); len(small) == 3 {
			break
		}
	}
	if len(small) != 3 || small[2] != 2 {
		t.Error(small)
	}
	a := f.Generate(rand.New(rand.NewPCG(1, 2)), 100)
	b := f.Generate(rand.New(rand.NewPCG(1, 2)), 100)
	if encode(t, a) != encode(t, b) {
		t.Error("one seed, two instances")
	}
	var out strings.Builder
	err = f.Explain(t.Context(), &out, six, solve(t, f, six), puzzle.Style{Checked: true}, puzzle.Limits{})
	if err != nil || out.String() != "oooooo\n\nthe half is 3 (checked):\n3\n" {
		t.Error(out.String(), err)
	}
}

// TestQuick wants Quick asked before Solve, and no later than the context's end.
func TestQuick(t *testing.T) {
	s := halvingSpec("quick")
	solved := 0
	solve := s.Solve
	s.Solve = func(ctx context.Context, p halving, lim puzzle.Limits) (outcome, error) {
		solved++
		return solve(ctx, p, lim)
	}
	s.Quick = func(p halving, lim puzzle.Limits) (outcome, bool) {
		half := p.N / 2
		if p.Mode == "lie" {
			half++
		}
		return outcome{Verdict: puzzle.Solved, Witness: &half}, p.N%4 == 0
	}
	f := puzzle.Define(s)
	for _, n := range []int64{8, 6, 4, 7} {
		before := solved
		cl, err := f.Prove(context.Background(), number(t, f.Checker, n, ""), puzzle.Limits{})
		if err != nil || (cl.Verdict() == puzzle.Solved) != (n%2 == 0) || (solved == before) != (n%4 == 0) {
			t.Errorf("%d: %v, %v; Solve was asked %d times", n, cl.Verdict(), err, solved-before)
		}
	}
	// A quick answer is checked like any other.
	if _, err := f.Prove(context.Background(), number(t, f.Checker, 8, "lie"), puzzle.Limits{}); !errors.Is(err, puzzle.ErrInternal) {
		t.Errorf("a quick lie: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	before := solved
	if _, err := f.Solve(ended, number(t, f.Checker, 8, ""), puzzle.Limits{}); err != nil || solved == before {
		t.Errorf("after the end: %v, and Solve was asked %d times", err, solved-before)
	}
}

// TestWithin says which limit has stopped work that is no question of a family, and whose end is no limit.
func TestWithin(t *testing.T) {
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	var le *puzzle.LimitError
	if err := (puzzle.Limits{Time: 1}).Within(t.Context(), wait); !errors.As(err, &le) || le.Limit != "time" {
		t.Errorf("a nanosecond: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (puzzle.Limits{Time: time.Hour}).Within(gone, wait); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if err := (puzzle.Limits{}).Within(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
}
