package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// answering is a service that answers as told.
func answering(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &Client{URL: s.URL + "/", Token: "secret"}
}

// TestBusy has a service that is busy twice: the client comes back when it is told to, with the same request; and not
// for ever, nor where it is not told to.
func TestBusy(t *testing.T) {
	var asked atomic.Int64
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) != `{"document":{}}` || r.URL.Path != "/v1/solve" || r.Header.Get("Authorization") != "Bearer secret" ||
			r.URL.RawQuery != "memory=1024&timeout=2s" {
			t.Errorf("%s %s %v", r.URL, body, r.Header)
		}
		if asked.Add(1) <= 2 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, `{"status":429,"kind":"limit","title":"busy"}`)
			return
		}
		w.Header().Set("Gridwright-Cache", "hit")
		w.Header().Set("X-Request-Id", "id")
		io.WriteString(w, `{"verdict":"solved"}`)
	}).With(Limits{2 * time.Second, 1024})
	r, err := c.Do(t.Context(), "solve", one{Document(`{}`)})
	if err != nil || string(r.Body) != `{"verdict":"solved"}` || !r.Cached || r.RequestID != "id" || asked.Load() != 3 {
		t.Errorf("%+v %v, asked %d times", r, err, asked.Load())
	}
	asked.Store(0)
	c.Tries = 1
	var e *Error
	if _, err := c.Solve(t.Context(), Document(`{}`)); !errors.As(err, &e) || e.Status != 429 || e.Title != "busy" ||
		e.RetryAfter != time.Second || asked.Load() != 1 {
		t.Errorf("%+v, asked %d times", err, asked.Load())
	}
	asked.Store(0)
	c.Tries = 1000
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for asked.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := c.Solve(ctx, Document(`{}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestErrors reads errors of a service, and of what stands in front of one.
func TestErrors(t *testing.T) {
	for _, k := range []struct {
		status int
		body   string
		want   Error
	}{
		{400, `{"status":400,"kind":"input","title":"no","line":3,"column":7}`,
			Error{Status: 400, Kind: "input", Title: "no", Line: 3, Column: 7}},
		{502, "<html>Bad Gateway", Error{Status: 502, Kind: "internal", Title: "the service answers 502 Bad Gateway"}},
		{503, "{}", Error{Status: 503, Kind: "internal", Title: "the service answers 503 Service Unavailable"}},
	} {
		c := answering(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(k.status)
			io.WriteString(w, k.body)
		})
		_, err := c.Count(t.Context(), Document(`{}`))
		var e *Error
		if !errors.As(err, &e) || *e != k.want {
			t.Errorf("%+v, want %+v", err, k.want)
		}
	}
	if text := (&Error{Title: "no", Line: 3, Column: 7}).Error(); text != "line 3, column 7: no" {
		t.Error(text)
	}
	c := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat(" ", 100)) })
	c.Most = 99
	if _, err := c.Do(t.Context(), "draw", nil); err == nil || !strings.Contains(err.Error(), "more than 99") {
		t.Error(err)
	}
}

// TestWait follows a job whose stream breaks again and again; comments and events that nobody knows are passed over.
func TestWait(t *testing.T) {
	t.Parallel() // a second for each break
	var streams atomic.Int64
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			body, _ := io.ReadAll(r.Body)
			if string(body) != `{"verb":"solve","args":{}}` {
				t.Errorf("%s", body)
			}
			w.WriteHeader(http.StatusAccepted)
			io.WriteString(w, `{"id":"a b","verb":"solve","state":"queued"}`)
		case r.URL.EscapedPath() != "/v1/jobs/a%20b/events":
			t.Errorf("%s", r.URL.EscapedPath())
		case streams.Add(1) <= 7: // often, but each time there is something
			io.WriteString(w, ": hello\n\nevent: state\ndata: \"running\"\n\nevent: progress\ndata: {\"stage\":\"x\",\"done\":5}\n\n")
		default:
			io.WriteString(w, "event: news\r\ndata: [\r\n\r\nevent: result\ndata: {\"verdict\":\ndata: \"solved\"}\n\n")
		}
	})
	j, err := c.Start(t.Context(), "solve", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	var heard []string
	var answer Answer
	err = j.Wait(t.Context(), func(p Progress) { heard = append(heard, fmt.Sprint(p.Stage, p.Done)) }, &answer)
	if err != nil || answer.Verdict != "solved" || fmt.Sprint(heard) != "["+strings.Repeat("x5 ", 6)+"x5]" {
		t.Errorf("%v %+v %v", err, answer, heard)
	}
	if err := j.Wait(t.Context(), nil, nil); err != nil {
		t.Errorf("who wants no result: %v", err)
	}
}

// FuzzEvent reads streams of any kind: no panic, and never without an end.
func FuzzEvent(f *testing.F) {
	f.Add("event: result\ndata: {}\n\n")
	f.Add(":\n\ndata\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		in := bufio.NewReader(strings.NewReader(text))
		for n := 0; ; n++ {
			if _, _, err := event(in); err != nil {
				return
			}
			if n > len(text) {
				t.Fatalf("%d events of %d bytes", n, len(text))
			}
		}
	})
}

// TestDocuments sends puzzles as they are.
func TestDocuments(t *testing.T) {
	var got json.RawMessage
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got, _ = io.ReadAll(r.Body)
		io.WriteString(w, `{"accepted":true}`)
	})
	if k, err := c.Check(t.Context(), Document(`{"a":1}`), Document(`{"b":2}`)); err != nil || !k.Accepted ||
		string(got) != `{"document":{"a":1},"claim":{"b":2}}` {
		t.Errorf("%+v %v %s", k, err, got)
	}
}
