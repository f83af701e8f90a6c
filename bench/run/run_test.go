package run

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// toy has jobs and lines of each sort; the "program" is a shell.
var toy = &Family{
	Name: "toy", Sizes: []int{3}, Solo: []int{4},
	Jobs: map[string]Job{
		"input": Writer(func(out io.Writer, a Args) error {
			_, err := io.WriteString(out, strings.Repeat(a.Kind, a.N))
			return err
		}),
		"job": func(a Args) Figure {
			f := Timed(a.Runs, func() {})
			f.CPU, f.Note = time.Second, "job done"
			return f
		},
		"wrong": func(Args) Figure { Failf("wrong answer %d", 7); return Figure{} },
	},
	Lines: func(b *Bench) {
		if b.Want("echo") {
			b.Sized(func(n int, both bool) {
				in := b.Input("input", Args{N: n, Kind: "x"})
				ours := func() Figure { return b.Ours(in, "", "-c", "cat; echo; echo second line") }
				var theirs func() Figure
				if both && b.Peer("sh") != "" {
					theirs = ours
				}
				r := Row{Kind: "echo", Size: n, Work: "echo", Peer: "sh"}
				r.Ours, r.Theirs = b.Pair(b.Runs(2), ours, theirs)
				r.Note = r.Ours.Note
				b.Row(r)
			})
		}
		b.JobRow("job", Args{N: 5, Runs: b.Runs(2)}, Row{Work: "a job", Target: Target{CPU: time.Millisecond}})
		if b.Sweep {
			b.JobRow("wrong", Args{}, Row{Kind: "wrong"})
		}
	},
}

// The jobs of toy run in processes of this test.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == jobFlag {
		os.Exit(program(os.Args[1:], os.Stdout, os.Stderr, []*Family{toy}))
	}
	os.Exit(m.Run())
}

func toyRun(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("SKIPPED: no shell is here")
	}
	var o, e bytes.Buffer
	code = program(append(args, "-gridwright", "/bin/sh"), &o, &e, []*Family{toy})
	return code, o.String(), e.String()
}

func TestRows(t *testing.T) {
	code, out, errs := toyRun(t, "toy", "-json", "-peers", "/bin")
	if code != 0 || errs != "" {
		t.Fatal(code, errs)
	}
	var rows []Row
	for line := range strings.Lines(out) {
		var r Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if len(rows) != 3 {
		t.Fatal(out)
	}
	if r := rows[0]; r.Family != "toy" || r.Size != 3 || r.Note != "xxx" || r.Theirs == nil || r.Ours.Wall == 0 {
		t.Error(r)
	}
	if r := rows[1]; r.Size != 4 || r.Note != "xxxx" || r.Theirs != nil || r.Missed {
		t.Error(r)
	}
	if r := rows[2]; r.Kind != "job" || r.Ours.CPU != time.Second || r.Note != "job done" || !r.Missed {
		t.Error(r)
	}
}

func TestFormats(t *testing.T) {
	_, out, _ := toyRun(t, "toy", "-markdown", "-kinds", "job")
	if want := "| toy | target | measured | peer | ratio | more |\n|---|---|---|---|---|---|\n" +
		"| a job | ≤ 1 ms CPU | 1 s CPU, "; !strings.HasPrefix(out, want) {
		t.Error(out)
	}
	_, out, _ = toyRun(t, "toy", "-kinds", "echo", "-peers", t.TempDir(), "-sizes", "0", "-solo", "2,1")
	if lines := strings.Split(out, "\n"); len(lines) != 4 || !strings.HasSuffix(lines[1], "xx") ||
		!strings.Contains(lines[2], "sh is not here") {
		t.Error(out)
	}
}

// Wrong answers are exit code 1, wrong command lines 2, each with one sentence; no file is left.
func TestFailures(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"toy -sweep", "wrong answer 7", 1},
		{"", "say which family", 2},
		{"toy nobody", `no family is called "nobody"`, 2},
		{"toy toy -sizes 4", "are for one family", 2},
		{"toy -sizes 4,x", `-sizes: "x" is no size`, 2},
		{"toy -json -markdown", "exclude each other", 2},
		{"toy -kinds nothing", "nothing to run", 2},
	} {
		args := strings.Fields(c.args)
		code, _, errs := toyRun(t, args...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%q: %d, %s", c.args, code, errs)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Error(left)
	}
}

func TestMedians(t *testing.T) {
	got := medians([]Figure{{CPU: 9, Wall: 1, Peak: 7}, {CPU: 1, Wall: 3, Peak: 9}, {CPU: 2, Wall: 2, Note: "last"}})
	if got != (Figure{CPU: 2, Wall: 2, Peak: 9, Note: "last"}) {
		t.Error(got)
	}
	for d, want := range map[time.Duration]string{
		1500: "0.0015 ms", 999_600_000: "1 s", 12_345_000_000: "12.3 s", 1_234_500 * time.Millisecond: "1234 s",
	} {
		if got := Dur(d); got != want {
			t.Error(got, want)
		}
	}
	for n, want := range map[int]string{7: "7", 1000: "1000", 10_000: "10,000", 1_234_567: "1,234,567"} {
		if Count(n) != want {
			t.Error(Count(n))
		}
	}
}
