package fleet_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/fleet/queue"
	"github.com/gridwright/gridwright/internal/job"
)

// logTo writes what is said into the test's log.
func logTo(t *testing.T, who string) *slog.Logger {
	return slog.New(slog.NewTextHandler(&logWriter{t: t}, &slog.HandlerOptions{Level: slog.LevelInfo})).With("who", who)
}

type logWriter struct {
	t  *testing.T
	mu sync.Mutex
}

func (w *logWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.t.Context().Err() == nil { // nobody may log behind the end of a test
		w.t.Log(strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

// startQueue runs a queue in this process.
func startQueue(t *testing.T, dir string) *queue.Server {
	t.Helper()
	c := queue.Config{Addr: "127.0.0.1:0", Store: dir, SyncEvery: time.Minute, Log: logTo(t, "queue"),
		Fleet: fleet.Options{AckWait: 2 * time.Second}}
	q, err := queue.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Stop)
	if err := q.Prepare(t.Context(), c.Fleet); err != nil {
		t.Fatal(err)
	}
	return q
}

// echo answers a line with its place and itself, after asking what else is to happen.
type echo struct {
	before func(ctx context.Context, at job.Place, line []byte)
}

func (e echo) Append(ctx context.Context, b []byte, at job.Place, line []byte) ([]byte, error) {
	if e.before != nil {
		e.before(ctx, at, line)
	}
	if ctx.Err() != nil {
		return b, ctx.Err()
	}
	return fmt.Appendf(b, "%s:%d:%s\n", at.File, at.Line, line), nil
}

func (e echo) Refuse(b []byte, at job.Place, why *engine.Error) []byte {
	return fmt.Appendf(b, "%s:%d: %s: %s\n", at.File, at.Line, why.Kind, why.Title)
}

// startWorker runs a worker in this process, until stop.
func startWorker(t *testing.T, url string, a fleet.Answerer) (counters *fleet.Counters, stop func()) {
	return startWorkers(t, url, 2, a)
}

// startWorkers is startWorker with so many chunks at a time.
func startWorkers(t *testing.T, url string, slots int, a fleet.Answerer) (counters *fleet.Counters, stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	w := &fleet.Worker{Dial: fleet.Dial{URL: url, Log: logTo(t, "worker")}, Slots: slots, Tries: 2,
		Options:  fleet.Options{AckWait: 2 * time.Second},
		Answerer: func(fleet.Work) (fleet.Answerer, error) { return a, nil }, Counters: &fleet.Counters{}}
	over := make(chan struct{})
	go func() {
		defer close(over)
		if err := w.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the worker ends: %v", err)
		}
	}()
	stop = func() { cancel(); <-over }
	t.Cleanup(stop)
	return w.Counters, stop
}

// lines are n lines of a file, from the given one on, and how they are answered.
func lines(file string, from, n int, text func(i int) string) (next func() (fleet.Line, error), want string) {
	var b strings.Builder
	for i := from; i <= n; i++ {
		fmt.Fprintf(&b, "%s:%d:%s\n", file, i, text(i))
	}
	i := from
	return func() (fleet.Line, error) {
		if i > n {
			return fleet.Line{}, io.EOF
		}
		i++
		return fleet.Line{At: job.Place{File: file, Line: int64(i - 1)}, Text: []byte(text(i - 1))}, nil
	}, b.String()
}

func short(i int) string { return fmt.Sprint("line ", i) }

// TestBatch sends batches side by side, with lines that fit into no message.
func TestBatch(t *testing.T) {
	q := startQueue(t, t.TempDir())
	for range 2 {
		startWorker(t, q.URL(), echo{})
	}
	var all sync.WaitGroup
	for b := range 3 {
		all.Go(func() {
			file := fmt.Sprintf("file %d.ndjson", b)
			next, want := lines(file, 1, 3000, func(i int) string {
				if i == 70 || i == 71 || i == 2999 {
					return strings.Repeat("x", 3<<20)
				}
				return short(i)
			})
			var got bytes.Buffer
			c := fleet.Client{Dial: fleet.Dial{URL: q.URL(), Log: logTo(t, "client")}, ID: fleet.NewID(), Window: 8}
			if err := c.Run(t.Context(), 1, next, func(r fleet.Result) error {
				got.Write(r.Text)
				return nil
			}); err != nil {
				t.Error(err)
			}
			if got.String() != want {
				t.Errorf("%d bytes, want %d", got.Len(), len(want))
			}
		})
	}
	all.Wait()
	if left, err := fleet.List(t.Context(), q.JetStream()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}

// TestForged has somebody else than a worker answer a chunk with more results than it has lines. The batch ends.
func TestForged(t *testing.T) {
	q := startQueue(t, t.TempDir())
	next, _ := lines("file", 1, 1, short)
	c := fleet.Client{Dial: fleet.Dial{URL: q.URL(), Log: logTo(t, "client")}, ID: fleet.NewID()}
	go func() {
		for t.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
			jobs, err := q.JetStream().Stream(t.Context(), fleet.JobsStream)
			if err != nil {
				continue
			}
			job, err := jobs.GetLastMsgForSubject(t.Context(), "gridwright.v1.jobs."+c.ID+".1")
			if err != nil {
				continue
			}
			if _, err := q.JetStream().PublishMsg(t.Context(), &nats.Msg{Subject: "gridwright.v1.results." + c.ID + ".1",
				Header: nats.Header{"Gridwright-Sum": job.Header["Gridwright-Sum"]}, Data: []byte("one\nand one\n")}); err == nil {
				return
			}
		}
	}()
	err := c.Run(t.Context(), 1, next, func(r fleet.Result) error {
		t.Errorf("%q is handed on", r.Text)
		return nil
	})
	if err == nil || err.Error() != "a worker has answered 1 line with 2 results" {
		t.Error(err)
	}
}

// TestNoWorker wants a client to say that nobody asks for its chunks, and to go on when somebody does.
func TestNoWorker(t *testing.T) {
	q := startQueue(t, t.TempDir())
	said := &sayings{heard: make(chan string, 1000)}
	c := &fleet.Client{Dial: fleet.Dial{URL: q.URL(), Log: slog.New(slog.NewTextHandler(said, nil))}, ID: "lonely",
		Options: fleet.Options{AckWait: 2 * time.Second}, Patience: 20 * time.Millisecond}
	next, want := lines("f", 1, 20, short)
	var got strings.Builder
	ended := make(chan error, 1)
	go func() {
		ended <- c.Run(t.Context(), 1, next, func(r fleet.Result) error {
			got.Write(r.Text)
			return nil
		})
	}()
	for !strings.Contains(<-said.heard, "no worker asks for chunks; waiting for one") {
	}
	startWorker(t, q.URL(), echo{})
	if err := <-ended; err != nil || got.String() != want {
		t.Errorf("%v\n%s, want\n%s", err, got.String(), want)
	}
}

// sayings are what a logger was told.
type sayings struct{ heard chan string }

// Write implements io.Writer.
func (s *sayings) Write(p []byte) (int, error) {
	s.heard <- string(p)
	return len(p), nil
}

// TestMarks has chunks come back from a worker that stops, and looks at the marks of the next one whenever it answers a
// line: at most one chunk is marked, that of the line. Another one would be blamed if the worker ended there.
func TestMarks(t *testing.T) {
	q := startQueue(t, t.TempDir())
	js, err := (&fleet.Dial{URL: q.URL(), Log: logTo(t, "look")}).Connect(t.Context(), func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer js.Conn().Close()
	began := make(chan struct{}, 100)
	_, stop := startWorkers(t, q.URL(), 8, echo{before: func(ctx context.Context, _ job.Place, _ []byte) {
		began <- struct{}{}
		<-ctx.Done()
	}})
	const from = 209 // where chunks are 8 lines long
	next, want := lines("f", from, from+100, short)
	var got strings.Builder
	ended := make(chan error, 1)
	c := &fleet.Client{Dial: fleet.Dial{URL: q.URL(), Log: logTo(t, "client")}, ID: "marks",
		Options: fleet.Options{AckWait: 2 * time.Second}}
	go func() {
		ended <- c.Run(t.Context(), from, next, func(r fleet.Result) error {
			got.Write(r.Text)
			return nil
		})
	}()
	for range 8 {
		<-began
	}
	stop()
	marked := 0
	var mu sync.Mutex
	startWorkers(t, q.URL(), 8, echo{before: func(ctx context.Context, at job.Place, _ []byte) {
		n := marks(t, js)
		mu.Lock()
		defer mu.Unlock()
		if marked = max(marked, n); n > 1 {
			t.Errorf("line %d: %d chunks are marked", at.Line, n)
		}
	}})
	if err := <-ended; err != nil || got.String() != want {
		t.Errorf("%v\n%s, want\n%s", err, got.String(), want)
	}
	if marked == 0 {
		t.Error("no chunk came back")
	}
}

// marks counts the chunks that are marked now.
func marks(t *testing.T, js jetstream.JetStream) (n int) {
	s, err := js.Stream(t.Context(), "GRIDWRIGHT_V1_MARKS")
	if err != nil {
		t.Error(err)
		return 0
	}
	info, err := s.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Error(err)
		return 0
	}
	for subject := range info.State.Subjects {
		m, err := s.GetLastMsgForSubject(t.Context(), subject)
		if err == nil && !bytes.Contains(m.Data, []byte(`"line":-1`)) {
			n++
		}
	}
	return n
}
