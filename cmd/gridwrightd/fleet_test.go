package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/job"
)

// local is what one machine answers: a line for each line of the file.
func local(t *testing.T, file string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := families.All()
	r := job.New(job.Options{Families: all, Contests: families.Contests(all)})
	var out [][]byte
	for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		b, err := r.Append(t.Context(), nil, job.Place{File: file, Line: int64(i + 1)}, line)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// linesOf reads a file for a client.
func linesOf(t *testing.T, file string) func() (fleet.Line, error) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rest := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	n := 0
	return func() (fleet.Line, error) {
		if n == len(rest) {
			return fleet.Line{}, io.EOF
		}
		n++
		return fleet.Line{At: job.Place{File: file, Line: int64(n)}, Text: rest[n-1]}, nil
	}
}

// TestDeadLetter plants two lines that end any worker at once. All others are answered, and these are said to be dead.
func TestDeadLetter(t *testing.T) {
	const n = 40
	q := startQueue(t)
	keep := make([]*process, 2)
	work := func(i int) {
		keep[i] = start(t, "poisoned", "worker", "--nats", q.url, "--jobs", "2", "--tries", "2")
	}
	work(0)
	work(1)
	file := boards(t, n, 18, 33)
	want := local(t, file)
	var got bytes.Buffer
	dead := 0
	c := fleet.Client{Dial: fleet.Dial{URL: q.url, Log: slog.New(slog.DiscardHandler)}, ID: fleet.NewID(), Chunk: 8}
	over := make(chan error, 1)
	go func() {
		over <- c.Run(t.Context(), 1, linesOf(t, file), func(r fleet.Result) error {
			dead += r.Dead
			got.Write(r.Text)
			return nil
		})
	}()
	ended := 0
	for done := false; !done; {
		select {
		case err := <-over:
			if done = true; err != nil {
				t.Fatal(err)
			}
		case <-time.After(10 * time.Millisecond):
			for i, p := range keep { // whoever keeps services starts them again
				if !p.running() {
					ended++
					work(i)
				}
			}
		}
	}
	lines := bytes.SplitAfter(got.Bytes(), []byte("\n"))
	if len(lines) != n+1 || dead != 2 {
		t.Fatalf("%d results and %d dead letters", len(lines)-1, dead)
	}
	for i, line := range lines[:n] {
		switch i + 1 {
		case 18, 33:
			if !strings.Contains(string(line), `"kind":"internal","title":"a dead letter: this line ended 2 workers"`) {
				t.Errorf("a dead letter: %s", line)
			}
		default:
			if !bytes.Equal(line, want[i]) {
				t.Errorf("line %d: %s, want %s", i+1, line, want[i])
			}
		}
	}
	t.Logf("workers ended %d times", ended)
}

// TestWorkerEnds asks workers to end that wait for a queue, one that has never been there and one that has gone: that
// is a good end.
func TestWorkerEnds(t *testing.T) {
	q := startQueue(t)
	gone := start(t, "gridwrightd", "worker", "--nats", q.url)
	eventually(t, "a worker that waits for work", func() bool {
		return strings.Contains(gone.said.String(), "waiting for work")
	})
	q.kill()
	never := start(t, "gridwrightd", "worker", "--nats", q.url)
	for _, w := range []*process{gone, never} {
		eventually(t, "a worker that waits for its queue", func() bool {
			return strings.Contains(w.said.String(), "waiting for it")
		})
		if code := w.end(); code != 0 {
			t.Errorf("code %d: %s", code, w.said)
		}
	}
}

// TestMetrics asks a queue and a worker how they are.
func TestMetrics(t *testing.T) {
	q := startQueue(t)
	w := start(t, "gridwrightd", "worker", "--nats", q.url, "--metrics", "127.0.0.1:0", "--jobs", "1")
	url := w.says("gridwrightd: ")
	metric := func(name string) (value float64) {
		value = -1
		r, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			fmt.Sscanf(line, "gridwright_"+name+" %g\n", &value)
		}
		return value
	}
	if n := metric("worker_lines_total"); n != 0 {
		t.Errorf("%g lines before there is one", n)
	}
	file := boards(t, 30)
	c := fleet.Client{Dial: fleet.Dial{URL: q.url, Log: slog.New(slog.DiscardHandler)}, ID: fleet.NewID()}
	if err := c.Run(t.Context(), 1, linesOf(t, file), func(fleet.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
	eventually(t, "30 lines are counted", func() bool { return metric("worker_lines_total") == 30 })
	if code := w.end(); code != 0 {
		t.Errorf("the worker ends with %d: %s", code, w.said)
	}
	if code := q.end(); code != 0 {
		t.Errorf("the queue ends with %d: %s", code, q.said)
	}
}

// TestTables has the rows of tables computed by workers.
func TestTables(t *testing.T) {
	q := startQueue(t)
	for range 2 {
		start(t, "gridwrightd", "worker", "--nats", q.url, "--jobs", "2")
	}
	for _, args := range []string{"lights --nullity 1..120", "lights --nullity 3..7x2..9 --json",
		"lights --distribution 3x3", "assembly --counts 1..6", "lights --smith 1..20 --max-memory 1KiB"} {
		ask := func(more ...string) (string, string, int) {
			p := start(t, "gridwright", append(append([]string{"analyze"}, strings.Fields(args)...), more...)...)
			out, err := io.ReadAll(p.out)
			if err != nil {
				t.Fatal(err)
			}
			code := p.wait()
			return string(out), p.said.String(), code
		}
		want, wantSaid, wantCode := ask()
		got, gotSaid, gotCode := ask("--nats", q.url)
		if got != want || gotCode != wantCode || gotSaid != wantSaid {
			t.Errorf("%s: %s%s%d; want %s%s%d", args, got, gotSaid, gotCode, want, wantSaid, wantCode)
		}
	}
}
