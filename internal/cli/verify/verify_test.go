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
		if code := verify.Main(t.Context(), args, strings.NewReader(""), &out, &errs, checks.All); code != 0 || !strings.HasSuffix(out.String(), `,"case":1,"accepted":true}`+"\n") || errs.Len() > 0 {
			t.Errorf("%q: code %d, %q, %q", args, code, out.String(), errs.String())
		}
	}
	var out, errs bytes.Buffer
	if code := verify.Main(t.Context(), []string{p, "--", "--json"}, strings.NewReader(""), &out, &errs, checks.All); code != exit.Usage || !strings.Contains(errs.String(), "--json: no such file") {
		t.Errorf("code %d, %q", code, errs.String())
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
	if code := verify.Main(ctx, []string{"-", c}, r, &out, &errs, checks.All); code != exit.Interrupted || errs.String() != "gridverify: interrupted\n" {
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
		if code != exit.Fault || errs.String() != "gridverify: standard output cannot be written: no space left on device\n" {
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
