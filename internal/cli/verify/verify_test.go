package verify_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

func files(t *testing.T, puzzles, claims string) (string, string) {
	t.Helper()
	dir := t.TempDir()
	p, c := filepath.Join(dir, "p"), filepath.Join(dir, "c")
	if err := errors.Join(os.WriteFile(p, []byte(puzzles), 0o666), os.WriteFile(c, []byte(claims), 0o666)); err != nil {
		t.Fatal(err)
	}
	return p, c
}

const (
	board = "1 2\na.\n.a\n"
	claim = `{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"R","length":"1"}}`
)

// TestFlagsAnywhere wants flags before, between and behind the files, and none behind "--".
func TestFlagsAnywhere(t *testing.T) {
	p, c := files(t, board, claim)
	for _, args := range [][]string{
		{"--json", p, c}, {p, "--json", c}, {p, c, "--json"}, {"-json", "--timeout", "5s", p, "--max-memory=1GiB", "--", c},
	} {
		var out, errs bytes.Buffer
		if code := verify.Main(t.Context(), args, strings.NewReader(""), &out, &errs, checks.All); code != 0 ||
			!strings.HasSuffix(out.String(), `,"case":1,"accepted":true}`+"\n") || errs.Len() > 0 {
			t.Errorf("%q: code %d, %q, %q", args, code, out.String(), errs.String())
		}
	}
	var out, errs bytes.Buffer
	if code := verify.Main(t.Context(), []string{p, "--", "--json"}, strings.NewReader(""), &out, &errs,
		checks.All); code != exit.Usage || !strings.Contains(errs.String(), "--json: no such file") {
		t.Errorf("code %d, %q", code, errs.String())
	}
}

// TestYAML wants YAML refused, as a puzzle and as a claim, with the command that converts it.
func TestYAML(t *testing.T) {
	p, c := files(t, board, claim)
	y := filepath.Join(t.TempDir(), "y.yaml")
	if err := os.WriteFile(y, []byte("family: tilt\nversion: 1\nstart: [a.]\ntarget: [.a]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := "gridverify: " + y + ": this is YAML, which is not read here; \"gridwright convert " + y +
		" --to json\" makes JSON of it\n"
	for _, args := range [][]string{{y, c}, {p, y}, {"--format", "yaml", y, c}} {
		var out, errs bytes.Buffer
		if code := verify.Main(t.Context(), args, strings.NewReader(""), &out, &errs, checks.All); code != exit.Usage ||
			out.Len() > 0 || errs.String() != want {
			t.Errorf("%q: code %d, %q, %q, want %q", args, code, out.String(), errs.String(), want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	_, c := files(t, board, claim)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	var out, errs bytes.Buffer
	if code := verify.Main(ctx, []string{"-", c}, r, &out, &errs, checks.All); code != exit.Interrupted ||
		errs.String() != "gridverify: interrupted\n" {
		t.Errorf("code %d, %q", code, errs.String())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWriteErrors(t *testing.T) {
	p, c := files(t, board, claim)
	for _, args := range [][]string{{p, c}, {"--json", p, c}, {"--help"}} {
		var errs bytes.Buffer
		code := verify.Main(t.Context(), args, strings.NewReader(""), fullDisk{}, &errs, checks.All)
		want := "gridverify: standard output cannot be written: no space left on device\n"
		if args[0] == "--json" {
			want = `{"message":"standard output cannot be written: no space left on device","code":4}` + "\n"
		}
		if code != exit.Fault || errs.String() != want {
			t.Errorf("%q: code %d, %q", args, code, errs.String())
		}
	}
}

// heard passes on what is written.
type heard chan string

func (h heard) Write(p []byte) (int, error) { h <- string(p); return len(p), nil }

// TestOpenPipe gives a claim through a pipe that stays open behind it: its answer comes all the same, and what
// comes later is read.
func TestOpenPipe(t *testing.T) {
	p, _ := files(t, board, claim)
	r, w := io.Pipe()
	out, code := make(heard), make(chan int)
	var errs bytes.Buffer
	go func() {
		code <- verify.Main(t.Context(), []string{p, "-"}, r, out, &errs, checks.All)
	}()
	io.WriteString(w, claim+strings.Repeat("\n", 10000)) // more than is awaited to tell the format
	if got := <-out; got != "accepted\n" {
		t.Errorf("%q", got)
	}
	io.WriteString(w, claim)
	w.Close()
	if got := <-code; got != exit.Usage || !strings.Contains(errs.String(), "more claims than cases (1)") {
		t.Errorf("code %d, %q", got, errs.String())
	}
}

// TestUnproved wants to read what a claim about a shape with sticky contact rests on that is not proved, and only
// there.
func TestUnproved(t *testing.T) {
	const (
		rows   = "###...\n#.#...\n#.#...\n#...#R\n###.#.\n..###.\n"
		sticky = "contact sticky\n"
		stuck  = `{"family":"assembly","version":1,"verdict":"impossible","certificate":{"stuck":{"remainder":[[1,1],[1,2],` +
			`[1,3],[2,1],[2,3],[3,1],[3,3],[4,1],[4,5],[4,6],[5,1],[5,2],[5,3],[5,5],[6,3],[6,4],[6,5]],"moves":[]}}}`
		rests = "that sticky blocks may be taken off in any order, which is tested and not proved"
	)
	ring := `{"family":"assembly","version":1,"verdict":"impossible","certificate":{"stuck":{"remainder":[[1,1],[1,2],` +
		`[1,3],[1,4],[1,5],[2,1],[2,5],[3,1],[3,2],[3,4],[3,5]],"moves":[]}}}`
	count := func(n string) string { return `{"family":"assembly","version":1,"count":"` + n + `"}` }
	for _, c := range []struct{ shape, claim, shown string }{
		{sticky + rows, stuck, "the moves build the shape, convex block by convex block, from a remainder that no convex " +
			"block can leave"},
		{"R####\n#...#\n##.##\n", ring, ""},
		{sticky + rows, count("15"), "at least so many blocks can be the first"},
		{rows, count("10"), ""},
		{sticky + "##\n##\n", count("4"), ""},                             // all of them: none is left out
		{sticky + "#####\n#...#\n#.#.#\n#.###\n##...\n", count("11"), ""}, // two blocks pinch: all sets are searched
	} {
		p, f := files(t, c.shape, c.claim)
		want, object := "accepted", `"accepted":true`
		if c.shown != "" {
			want += ": " + c.shown + "; not verified: " + rests
			object += `,"verified":"` + c.shown + `","unverified":"` + rests + `"`
		}
		for _, line := range []struct{ flag, want string }{{"--json=false", want + "\n"}, {"--json", object + "}\n"}} {
			var out, errs bytes.Buffer
			code := verify.Main(t.Context(), []string{line.flag, p, f}, strings.NewReader(""), &out, &errs, checks.All)
			if code != 0 || !strings.HasSuffix(out.String(), line.want) || errs.Len() > 0 {
				t.Errorf("%s%s\ncode %d, %q, %q; expected %q", c.shape, c.claim, code, out.String(), errs.String(), line.want)
			}
		}
	}
}
