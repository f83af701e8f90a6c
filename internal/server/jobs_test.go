package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

// told is a family whose Solve says how far it is whenever somebody lets it go on, and then answers.
func told(went <-chan puzzle.Progress) *puzzle.Family {
	spec := flipsolve.Spec(flipcheck.Spec())
	solve := spec.Solve
	spec.Quick = nil
	spec.Solve = func(ctx context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
		for {
			select {
			case at, more := <-went:
				if !more {
					return solve(ctx, p, lim)
				}
				lim.OnProgress(at)
			case <-ctx.Done():
				return flip.Outcome{}, ctx.Err()
			}
		}
	}
	return puzzle.Define(spec)
}

var slowArgs = json.RawMessage(slowBody)

// TestJob starts a job, hears how far it is, and gets what the verb answers.
func TestJob(t *testing.T) {
	went := make(chan puzzle.Progress)
	e := engine.New([]*puzzle.Family{told(went)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	s := serve(t, server.Options{Engine: e})
	c := &client.Client{URL: s.URL}
	j, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil || len(j.ID) < 20 {
		t.Fatalf("%+v %v", j, err)
	}
	heard := make(chan client.Progress)
	ended := make(chan error, 1)
	var answer client.Answer
	go func() { ended <- j.Wait(t.Context(), func(p client.Progress) { heard <- p }, &answer) }()
	for i := range int64(3) {
		went <- puzzle.Progress{Stage: "depth", Done: i, Total: 9, Unit: "states", Memory: 7}
		if p := <-heard; p != (client.Progress{Stage: "depth", Done: i, Total: 9, Unit: "states", Memory: 7}) {
			t.Fatalf("progress %d: %+v", i, p)
		}
	}
	if st, err := j.Status(t.Context()); err != nil || st.State != "running" || st.Progress.Done != 2 || st.Result != nil {
		t.Errorf("%+v %v", st, err)
	}
	close(went)
	if err := <-ended; err != nil || answer.Verdict != "solved" || answer.Checked == "" {
		t.Fatalf("%+v %v", answer, err)
	}
	st, err := j.Status(t.Context())
	want, _ := c.Do(t.Context(), "solve", slowArgs)
	if err != nil || st.State != "done" || string(st.Result) != string(want.Body) || !st.Expires.After(st.Ended) {
		t.Errorf("%+v %v; want %s", st, err, want.Body)
	}
	if err := j.Wait(t.Context(), nil, &answer); err != nil { // once more, after its end
		t.Error(err)
	}
	if err := j.Cancel(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := j.Status(t.Context()); !is(err, http.StatusNotFound) {
		t.Errorf("a job that was given up: %v", err)
	}
}

// is reports whether err is a service's, with this status.
func is(err error, status int) bool {
	var e *client.Error
	return errors.As(err, &e) && e.Status == status
}

// TestJobArguments starts jobs whose arguments cannot be read: none begins, and what is wrong is said at once. What is
// wrong in a document is said by the job.
func TestJobArguments(t *testing.T) {
	s := serve(t, options())
	for body, want := range map[string]string{
		`{"verb":"solve","args":{"documnt":{}}}`:                   `did you mean \"document\"?`,
		`{"verb":"generate","args":{"family":"tilt","size":"x"}}`:  "size is a whole number up to 9223372036854775807, not a text",
		`{"verb":"generate","args":{"family":"tilt","seed":-1.5}}`: "seed is a whole number from 0 to 18446744073709551615, not -1.5",
		`{"verb":"solve","args":[]}`:                               "what is asked is an object, not a list",
		`{"verb":"slove","args":{}}`:                               `did you mean \"solve\"?`,
	} {
		if r, got := post(t, s, "jobs", body); r.StatusCode != 400 || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s %s", body, r.Status, got)
		}
	}
	if r, got := post(t, s, "jobs", `{"verb":"solve","args":{"document":{"family":"nobody"}}}`); r.StatusCode != 202 {
		t.Errorf("%s %s", r.Status, got)
	}
}

// TestJobCancelled cancels one job that runs and one that waits.
func TestJobCancelled(t *testing.T) {
	began, gone := make(chan struct{}, 9), make(chan error, 9)
	e := engine.New([]*puzzle.Family{slow(began, gone)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	s := serve(t, server.Options{Engine: e, JobsAtOnce: 1, Jobs: 2})
	c := &client.Client{URL: s.URL, Tries: 1}
	first, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil {
		t.Fatal(err)
	}
	<-began
	second, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil {
		t.Fatal(err)
	}
	if st, err := second.Status(t.Context()); err != nil || st.State != "queued" {
		t.Errorf("%+v %v", st, err)
	}
	if _, err := c.Start(t.Context(), "solve", slowArgs); !is(err, http.StatusTooManyRequests) {
		t.Errorf("a job more than are kept: %v", err)
	}
	for _, j := range []*client.Job{second, first} {
		if err := j.Cancel(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := j.Wait(t.Context(), nil, nil); !is(err, 499) {
			t.Errorf("a job that was cancelled: %v", err)
		}
		if st, err := j.Status(t.Context()); err != nil || st.State != "cancelled" || st.Problem.Kind != "cancelled" {
			t.Errorf("%+v %v", st, err)
		}
	}
	if err := <-gone; !errors.Is(err, context.Canceled) || len(gone) > 0 {
		t.Errorf("the solve ended with %v, and %d more", err, len(gone))
	}
	if _, err := c.Start(t.Context(), "solve", slowArgs); err != nil { // one that has ended makes room
		t.Error(err)
	}
}

// TestJobRefused starts what is no job.
func TestJobRefused(t *testing.T) {
	s := serve(t, options())
	for body, want := range map[string]string{
		`{"verb":"solv","args":{}}`:                `did you mean \"solve\"`,
		`{"args":{}}`:                              "there is no verb",
		`{"verb":"solve","verb":"draw","args":{}}`: "a second time",
		`{"verb":"solve","arg":{}}`:                "there is no field",
		`[`:                                        "kind",
	} {
		r, text := post(t, s, "jobs", body)
		if r.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s %s", body, r.Status, text)
		}
	}
	c := &client.Client{URL: s.URL}
	j, err := c.Start(t.Context(), "draw", json.RawMessage(`{"document":{"family":"none"}}`))
	if err != nil {
		t.Fatal(err)
	}
	var e *client.Error
	if err := j.Wait(t.Context(), nil, nil); !errors.As(err, &e) || e.Status != 400 || e.Line != 1 {
		t.Errorf("%+v", err)
	}
	for _, id := range []string{"x", strings.Repeat("A", 26), "..%2f..", "%00"} {
		for _, path := range []string{id, id + "/events"} {
			r, err := http.Get(s.URL + "/v1/jobs/" + path)
			if err != nil || r.StatusCode != http.StatusNotFound {
				t.Errorf("the job %s: %v %v", path, r, err)
			}
		}
	}
}

// TestJobsAreBounded keeps few results: those that ended first are forgotten, and a result for which there is no room
// says so. In the end a job expires.
func TestJobsAreBounded(t *testing.T) {
	opt := options()
	opt.Jobs, opt.JobBytes, opt.JobsAtOnce = 1000, 40000, 1
	s := serve(t, opt)
	c := &client.Client{URL: s.URL}
	doc := families.Gallery()[0].Document
	var all []*client.Job
	for range 20 {
		j, err := c.Start(t.Context(), "solve", json.RawMessage(`{"document":`+doc+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Wait(t.Context(), nil, new(client.Answer)); err != nil {
			t.Fatal(err)
		}
		all = append(all, j)
	}
	kept := 0
	for i, j := range all {
		_, err := j.Status(t.Context())
		if err == nil {
			kept++
		} else if !is(err, http.StatusNotFound) || kept > 0 {
			t.Errorf("job %d: %v, after %d that are kept", i, err, kept)
		}
	}
	if kept == 0 || kept == len(all) {
		t.Errorf("%d of %d jobs are kept", kept, len(all))
	}
	j, err := c.Start(t.Context(), "families", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Wait(t.Context(), nil, nil); !is(err, http.StatusRequestEntityTooLarge) {
		t.Errorf("a result of more than there is room for: %v", err)
	}
	opt = options()
	opt.JobLife = time.Nanosecond
	c = &client.Client{URL: serve(t, opt).URL}
	if j, err = c.Start(t.Context(), "families", struct{}{}); err != nil {
		t.Fatal(err)
	}
	for !is(err, http.StatusNotFound) { // soon
		_, err = j.Status(t.Context())
	}
}

// TestHeartbeat has a client follow a job of which nothing is heard, and go away: its stream ends, the job does not.
func TestFollowerGone(t *testing.T) {
	began, gone := make(chan struct{}, 9), make(chan error, 9)
	e := engine.New([]*puzzle.Family{slow(began, gone)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	var streams atomic.Int64
	service := server.New(server.Options{Engine: e})
	s := serveHandler(t, service, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			streams.Add(1)
			defer streams.Add(-1)
		}
		service.ServeHTTP(w, r)
	}))
	c := &client.Client{URL: s.URL}
	j, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil {
		t.Fatal(err)
	}
	<-began
	ctx, leave := context.WithCancel(t.Context())
	ask, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/v1/jobs/"+j.ID+"/events", nil)
	r, err := http.DefaultClient.Do(ask)
	if err != nil || r.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v %v", r, err)
	}
	first := make([]byte, len("event: state\ndata: \"running\"\n\n"))
	if _, err := io.ReadFull(r.Body, first); err != nil || string(first) != "event: state\ndata: \"running\"\n\n" {
		t.Fatalf("%q %v", first, err)
	}
	leave()
	for streams.Load() > 0 { // soon
		time.Sleep(time.Millisecond)
	}
	if st, err := j.Status(t.Context()); err != nil || st.State != "running" {
		t.Errorf("%+v %v", st, err)
	}
}
