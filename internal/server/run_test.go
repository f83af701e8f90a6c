package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

// TestDrain tells a server to end while a question and a job are under way: it says so at /readyz, takes nothing new,
// lets both come to their end, and ends.
func TestDrain(t *testing.T) {
	went := make(chan puzzle.Progress)
	e := engine.New([]*puzzle.Family{told(went)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	url, stop := listening(t, server.Options{Engine: e, Drain: time.Hour, JobTime: time.Hour})
	c := &client.Client{URL: url, Tries: 1}
	if r, err := http.Get(url + "readyz"); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", r, err)
	}
	j, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan error, 1)
	go func() { answer <- c.Call(t.Context(), "solve", slowArgs, new(client.Answer)) }()
	for gauge(t, url, "gridwright_questions_running") != "1" || gauge(t, url, `gridwright_jobs{state="running"}`) != "1" {
	}
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	for { // soon
		r, err := http.Get(url + "readyz")
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode == http.StatusServiceUnavailable {
			break
		}
	}
	if _, err := c.Do(t.Context(), "draw", slowArgs); !is(err, http.StatusServiceUnavailable) ||
		err.(*client.Error).RetryAfter == 0 {
		t.Errorf("a new question: %v", err)
	}
	if _, err := c.Start(t.Context(), "draw", slowArgs); !is(err, http.StatusServiceUnavailable) {
		t.Errorf("a new job: %v", err)
	}
	if st, err := j.Status(t.Context()); err != nil || st.State != "running" {
		t.Errorf("%+v %v", st, err)
	}
	close(went)
	if err := <-answer; err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A shared log is written to by many.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// TestLogs asks with names, texts, addresses and methods that belong into no log, and finds none of them in it: a line
// for each request, with the id that the client gave or one of our own.
func TestLogs(t *testing.T) {
	var log shared
	opt := options()
	opt.Log = slog.New(slog.NewJSONHandler(&log, nil))
	s := serve(t, opt)
	doc := named(families.Gallery()[0].Document, "Zanzibar")
	ids := map[string]bool{}
	for path, body := range map[string]string{"/v1/draw": `{"document":` + doc + `}`, "/v1/solve": `{"document":` + doc + `}`,
		"/v1/nothing/Zanzibar": "Zanzibar", "/v1/decode?x=Zanzibar": `{"text":"Zanzibar"}`, "/v1/encode": `{"Zanzibar":1}`,
		"/v1/jobs": `{"verb":"Zanzibar"}`} {
		for _, id := range []string{"", "abc-1.2_3", "Zanzibar\"quoted\"", strings.Repeat("x", 65)} {
			r, _ := http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader(body))
			r.Header.Set("X-Request-Id", id)
			got, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			out := got.Header.Get("X-Request-Id")
			if sane := id == "abc-1.2_3"; sane && out != id || !sane && (out == id || len(out) < 20 || ids[out]) {
				t.Errorf("the id %q becomes %q", id, out)
			}
			ids[out] = true
		}
	}
	s.Close()
	lines := strings.Split(strings.TrimSpace(log.b.String()), "\n")
	if len(lines) != 24 || strings.Contains(log.b.String(), "Zanzibar") {
		t.Errorf("%d lines:\n%s", len(lines), log.b.String())
	}
	for _, line := range lines {
		var l struct {
			Level, Msg, ID, Method, Route string
			Status                        int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil || !ids[l.ID] || l.Route == "" || l.Status == 0 ||
			l.Method != "POST" {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// named is a document with this name.
func named(doc, name string) string {
	var fields map[string]any
	if json.Unmarshal([]byte(doc), &fields) != nil {
		return ""
	}
	fields["name"] = name
	out, _ := json.Marshal(fields)
	return string(out)
}

// TestMetrics asks, also for what there is not, and finds figures under a few names: no client makes new ones.
func TestMetrics(t *testing.T) {
	opt := options()
	opt.Engine = engine.New(families.All(), families.Gallery(), engine.Options{Cache: 1 << 20})
	s := serve(t, opt)
	doc := families.Gallery()[0].Document
	for i, hit := range []string{"miss", "hit"} {
		r, _ := post(t, s, "solve", `{"document":`+named(doc, strings.Repeat("n", i+1))+`}`)
		if got := r.Header.Get("Gridwright-Cache"); got != hit {
			t.Errorf("question %d: %q, want %q", i, got, hit)
		}
	}
	for _, path := range []string{"/a", "/b", "/v1/c", "/v1/d"} {
		for _, method := range []string{"GET", "POST", "BREW"} {
			r, _ := http.NewRequest(method, s.URL+path, nil)
			if got, err := http.DefaultClient.Do(r); err == nil {
				got.Body.Close()
			}
		}
	}
	r, err := http.Get(s.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	routes := []string{"files", "jobs", "events", "other"}
	for _, v := range engine.Verbs() {
		routes = append(routes, v.Name)
	}
	for _, part := range strings.Split(string(text), `verb="`)[1:] {
		if name, _, _ := strings.Cut(part, `"`); !slices.Contains(routes, name) {
			t.Errorf("a figure about %q", name)
		}
	}
	for _, want := range []string{`gridwright_requests_total{code="200",verb="solve"} 2`, "gridwright_cache_hits_total 1",
		"gridwright_cache_misses_total 1", "gridwright_cache_entries 1", "gridwright_request_seconds_count{verb=\"solve\"} 2",
		`gridwright_requests_total{code="404",verb="files"} 2`, `gridwright_jobs{state="queued"} 0`, "go_goroutines"} {
		if !strings.Contains(string(text), "\n"+want) {
			t.Errorf("no %s in\n%.3000s", want, text)
		}
	}
}

// TestOrigins asks as pages of other origins do: without leave none may, with it those that are named.
func TestOrigins(t *testing.T) {
	open := options()
	open.Origins = []string{"https://shop.example"}
	for _, c := range []struct {
		s      *httptest.Server
		origin string
		may    bool
	}{
		{serve(t, options()), "https://shop.example", false}, {serve(t, open), "https://shop.example", true},
		{serve(t, open), "https://evil.example", false}, {serve(t, open), "null", false},
		{serve(t, open), "https://shop.example:444", false}, {serve(t, open), "http://shop.example", false},
	} {
		for _, method := range []string{http.MethodOptions, http.MethodPost} {
			r, _ := http.NewRequest(method, c.s.URL+"/v1/families", strings.NewReader("{}"))
			r.Header.Set("Origin", c.origin)
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Access-Control-Request-Method", "POST")
			got, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			allowed := got.Header.Get("Access-Control-Allow-Origin")
			if c.may && (allowed != c.origin || got.StatusCode >= 300 || got.Header.Get("Vary") != "Origin") ||
				!c.may && (allowed != "" || got.StatusCode < 400) {
				t.Errorf("%s from %s, may %v: %s %v", method, c.origin, c.may, got.Status, got.Header)
			}
		}
	}
}

// TestLimits asks for limits in the address: less than the server gives holds, more and nonsense are refused.
func TestLimits(t *testing.T) {
	all := families.All()
	e := engine.New(all, nil, engine.Options{Limits: puzzle.Limits{Time: 10 * time.Second, Memory: 1 << 30}})
	s := serve(t, server.Options{Engine: e, JobTime: time.Minute})
	for query, want := range map[string]string{
		"timeout=1s&memory=64MiB": "", "memory=1GiB": "", "timeout=10s": "", "": "",
		"timeout=11s": "at most 10s", "memory=2GiB": "at most 1", "timeout=-1s": "no time", "timeout=5": "no time",
		"timeout=0": "no time", "memory=0": "no size", "memory=lots": "no size", "timeout=1s&timeout=2s": "more than once",
		"timeot=1s": `did you mean \"timeout\"`, "states=5": "there is no parameter", "%zz": "cannot be read",
		"memory=1KiB": "memory",
	} {
		r, text := post(t, s, "draw?"+query, `{"document":`+families.Gallery()[0].Document+`}`)
		if (r.StatusCode == http.StatusOK) != (want == "") || !strings.Contains(string(text), want) {
			t.Errorf("?%s: %s %.300s", query, r.Status, text)
		}
	}
	if r, text := post(t, s, "jobs?timeout=30s", `{"verb":"families"}`); r.StatusCode != http.StatusAccepted {
		t.Errorf("a job may take longer: %s %s", r.Status, text)
	}
	if r, text := post(t, s, "jobs?timeout=2m", `{"verb":"families"}`); r.StatusCode != http.StatusBadRequest {
		t.Errorf("a job may not take as long: %s %s", r.Status, text)
	}
}

// TestDocs reads the page that shows the description: it names every operation, all its links lead somewhere, and it
// asks nobody for anything.
func TestDocs(t *testing.T) {
	a := newAPI(t, options())
	r, err := http.Get(a.URL + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, _ := io.ReadAll(r.Body)
	text := string(raw)
	policy := r.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; style-src 'self'; img-src 'self';") ||
		strings.Contains(text, "<script") || strings.Contains(text, "style=") {
		t.Errorf("%s\n%.500s", policy, text)
	}
	for _, o := range a.operations() {
		if !strings.Contains(text, "<code>"+o.path+"</code>") {
			t.Errorf("no %s", o.path)
		}
	}
	host := strings.TrimPrefix(a.URL, "http://")
	if strings.Contains(text, "127.0.0.1:8080") || strings.Count(text, "http://"+host+"/v1/") != len(a.operations()) {
		t.Errorf("%d of %d operations have an example", strings.Count(text, "http://"+host+"/v1/"), len(a.operations()))
	}
	q, _ := http.NewRequest(http.MethodGet, a.URL+"/docs", nil)
	q.Host = "a'b$(x)"
	if r, err := http.DefaultClient.Do(q); err == nil {
		odd, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if strings.Contains(string(odd), "$(x)") {
			t.Error("what a client calls the server stands in a command")
		}
	}
	if r, err := http.Get(a.URL + "/favicon.ico"); err != nil || r.StatusCode != http.StatusNoContent {
		t.Errorf("the icon of a page without one: %v %v", r, err)
	}
	for _, attr := range []string{` href="`, ` src="`} {
		for _, part := range strings.Split(text, attr)[1:] {
			to, _, _ := strings.Cut(part, `"`)
			if id, ok := strings.CutPrefix(to, "#"); ok && strings.Count(text, `id="`+id+`"`) != 1 {
				t.Errorf("%s leads nowhere", to)
			}
			if strings.Contains(to, "//") {
				t.Errorf("%s is elsewhere", to)
			}
			if !strings.HasPrefix(to, "#") && to != "/icon.svg" && to != "/" {
				if r, err := http.Get(a.URL + to); err != nil || r.StatusCode != http.StatusOK {
					t.Errorf("%s: %v %v", to, r, err)
				}
			}
		}
	}
}
