package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

var files = fstest.MapFS{
	"index.html":    {Data: []byte("<!doctype html><title>a page</title>")},
	"app.js":        {Data: []byte("export default 1;")},
	"folder/a.css":  {Data: []byte("a{}")},
	"secret.key":    {Data: []byte("no kind that a page has")},
	"gridwasm.wasm": {Data: []byte("\x00asm")},
}

func options() server.Options {
	all := families.All()
	return server.Options{Engine: engine.New(all, families.Gallery(), engine.Options{Contests: families.Contests(all)}),
		Files: []fs.FS{files}, Body: 1 << 20}
}

func serve(t *testing.T, opt server.Options) *httptest.Server {
	t.Helper()
	service := server.New(opt)
	return serveHandler(t, service, service)
}

func serveHandler(t testing.TB, service *server.Service, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	t.Cleanup(service.Close) // first, as streams end with their jobs
	return s
}

// post asks a verb.
func post(t *testing.T, s *httptest.Server, verb, body string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.Post(s.URL+"/v1/"+verb, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	out, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, out
}

// TestVerbs asks over HTTP and by a call: the bytes are the same.
func TestVerbs(t *testing.T) {
	opt := options()
	s := serve(t, opt)
	for _, ex := range families.Gallery() {
		body := `{"document":` + ex.Document + `}`
		for _, verb := range []string{"draw", "solve"} {
			want, err := opt.Engine.Call(t.Context(), verb, []byte(body))
			r, got := post(t, s, verb, body)
			if err != nil || r.StatusCode != http.StatusOK || string(got) != string(want) ||
				r.Header.Get("Content-Type") != "application/json" {
				t.Fatalf("%s of %s: %s %v, %.200s", verb, ex.Name, r.Status, err, got)
			}
		}
	}
}

// TestProblems asks what cannot be answered.
func TestProblems(t *testing.T) {
	s := serve(t, options())
	for _, c := range []struct {
		verb, body string
		status     int
		kind       engine.Class
	}{
		{"draw", `{`, 400, engine.Input},
		{"draw", `{"document":{"family":"none"}}`, 400, engine.Input},
		{"frames", `{"document":` + families.Gallery()[0].Document + `,"claim":{"verdict":"solved"},"count":9999}`, 413,
			engine.Limit},
		{"nothing", `{}`, 404, engine.Unsupported},
		{"draw", strings.Repeat(" ", 1<<20+1), 413, engine.Limit},
	} {
		r, body := post(t, s, c.verb, c.body)
		var p server.Problem
		if err := json.Unmarshal(body, &p); err != nil || r.StatusCode != c.status || p.Status != c.status ||
			p.Kind != c.kind || p.Title == "" || r.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.40s: %s %s (%v)", c.verb, c.body, r.Status, body, err)
		}
	}
}

// TestOtherWays asks at addresses, and by methods, that nothing answers: what is said is about that address.
func TestOtherWays(t *testing.T) {
	s := serve(t, options())
	for _, c := range []struct {
		method, path string
		status       int
		allow, says  string
	}{
		{"GET", "draw", 405, "POST", "verbs are asked with POST"},
		{"GET", "drwa", 404, "", `did you mean "draw"?`},
		{"GET", "jobs", 405, "POST", "POST /v1/jobs starts a job"},
		{"DELETE", "jobs", 405, "POST", "nothing lists them"},
		{"POST", "jobs/x", 405, "GET, HEAD, DELETE", "a job is read with GET, and cancelled with DELETE"},
		{"GET", "jobs/x", 404, "", "there is no such job"},
		{"POST", "jobs/x/events", 405, "GET, HEAD", "the events of a job are read with GET"},
		{"GET", "jobs/x/more", 404, "", "there is nothing at this address"},
		{"GET", "jobs/", 404, "", "there is nothing at this address"},
		{"GET", "", 404, "", "there is nothing at this address"},
	} {
		q, _ := http.NewRequest(c.method, s.URL+"/v1/"+c.path, nil)
		r, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		var p server.Problem
		err = json.NewDecoder(r.Body).Decode(&p)
		r.Body.Close()
		if err != nil || r.StatusCode != c.status || r.Header.Get("Allow") != c.allow || !strings.Contains(p.Title, c.says) {
			t.Errorf("%s %s: %s, Allow %q, %q (%v)", c.method, c.path, r.Status, r.Header.Get("Allow"), p.Title, err)
		}
	}
}

// TestLargeRequests fills the room for requests with some that never arrive whole: further large ones are sent away,
// small ones are answered, and large ones again as soon as the first have gone.
func TestLargeRequests(t *testing.T) {
	opt := options()
	opt.Memory, opt.Wait = 4<<20, 50*time.Millisecond // and requests of at most 1 MiB
	s := serve(t, opt)
	var held []net.Conn
	hold := func() {
		t.Helper()
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		held = append(held, c)
		fmt.Fprintf(c, "POST /v1/draw HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", 1<<20,
			strings.Repeat(" ", 600<<10))
	}
	large := func(before func(), want int) {
		t.Helper()
		for tries := 0; ; tries++ {
			before()
			r, body := post(t, s, "draw", strings.Repeat(" ", 900<<10))
			if r.StatusCode == want {
				return
			}
			if tries == 500 {
				t.Fatalf("%s %s", r.Status, body)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	// One after another: of many at once each may take a little of the room and none find enough.
	large(hold, http.StatusTooManyRequests)
	if r, body := post(t, s, "draw", `{"document":`+families.Gallery()[0].Document+`}`); r.StatusCode != http.StatusOK {
		t.Errorf("%s %s", r.Status, body)
	}
	for _, c := range held {
		c.Close()
	}
	large(func() {}, http.StatusBadRequest) // blanks alone are no arguments
	// What a request may have follows from the room there is.
	if r, body := post(t, s, "draw", strings.Repeat(" ", 1<<20+1)); r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("more than a quarter of the room: %s %s", r.Status, body)
	}
}

// TestSlowReader asks for a long answer and does not read it: the only place is free for others all the same.
func TestSlowReader(t *testing.T) {
	opt := options()
	opt.AtOnce, opt.Wait = 1, 50*time.Millisecond
	s := serve(t, opt)
	row := `"` + strings.Repeat("1", 400) + `"`
	body := `{"document":{"family":"lights","version":1,"start":[` + strings.Repeat(row+",", 399) + row + `]}}`
	for range 3 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(2048); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /v1/draw HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		if _, err := io.ReadFull(c, make([]byte, 12)); err != nil { // the answer is on its way
			t.Fatal(err)
		}
	}
	if r, body := post(t, s, "draw", `{"document":`+families.Gallery()[0].Document+`}`); r.StatusCode != http.StatusOK {
		t.Errorf("%s %s", r.Status, body)
	}
}

// TestFiles reads the page, and nothing else.
func TestFiles(t *testing.T) {
	s := serve(t, options())
	for path, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/app.js": "text/javascript; charset=utf-8",
		"/folder/a.css":  "text/css; charset=utf-8",
		"/gridwasm.wasm": "application/wasm", "/healthz": "text/plain; charset=utf-8",
		"/openapi.json": "application/openapi+json",
		"/folder/":      "", "/none.js": "", "/secret.key": "", "/..%2f..%2fetc/passwd": "", "/%00": "",
	} {
		r, err := http.Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if kind == "" && r.StatusCode != http.StatusNotFound || kind != "" && (r.StatusCode != http.StatusOK ||
			r.Header.Get("Content-Type") != kind) {
			t.Errorf("%s: %s, %s", path, r.Status, r.Header.Get("Content-Type"))
		}
		if r.Header.Get("Content-Security-Policy") != server.Policy || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, r.Header)
		}
		if tag := r.Header.Get("ETag"); tag != "" {
			again, _ := http.NewRequest(http.MethodGet, s.URL+path, nil)
			again.Header.Set("If-None-Match", tag)
			if r, err := http.DefaultClient.Do(again); err != nil || r.StatusCode != http.StatusNotModified {
				t.Errorf("%s again: %v %v", path, r, err)
			}
		}
	}
	cross, _ := http.NewRequest(http.MethodPost, s.URL+"/v1/families", strings.NewReader("{}"))
	cross.Header.Set("Sec-Fetch-Site", "cross-site")
	if r, err := http.DefaultClient.Do(cross); err != nil || r.StatusCode != http.StatusForbidden {
		t.Errorf("another page asks: %v %v", r, err)
	}
}

// TestDescription reads the OpenAPI document: it names every verb, and each reference leads somewhere.
func TestDescription(t *testing.T) {
	r, err := http.Get(serve(t, options()).URL + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	var doc struct {
		OpenAPI    string
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]any }
	}
	if err != nil || json.Unmarshal(text, &doc) != nil || !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Fatalf("%v: %.200s", err, text)
	}
	for _, v := range engine.Verbs() {
		if doc.Paths["/v1/"+v.Name]["post"] == nil {
			t.Errorf("the verb %s is not described", v.Name)
		}
	}
	for _, part := range strings.Split(string(text), `"$ref":"#/components/schemas/`)[1:] {
		if name, _, _ := strings.Cut(part, `"`); doc.Components.Schemas[name] == nil {
			t.Errorf("there is no schema %s", name)
		}
	}
}

// slow is a family whose Solve says that it has begun and waits until somebody ends it.
func slow(began chan<- struct{}, ended chan<- error) *puzzle.Family {
	spec := flipsolve.Spec(flipcheck.Spec())
	spec.Solve = func(ctx context.Context, _ *flip.Instance, _ puzzle.Limits) (flip.Outcome, error) {
		began <- struct{}{}
		<-ctx.Done()
		ended <- ctx.Err()
		return flip.Outcome{}, ctx.Err()
	}
	return puzzle.Define(spec)
}

const slowBody = `{"document":{"family":"flip","version":1,"start":["0"],"target":["0"]}}`

// TestGone has a client go away: the solve ends, and its place is free again. While it runs no other call is let in.
func TestGone(t *testing.T) {
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	e := engine.New([]*puzzle.Family{slow(began, ended)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	s := serve(t, server.Options{Engine: e, Files: []fs.FS{files}, AtOnce: 1, Wait: time.Millisecond, Quick: -1})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		r, _ := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/solve", strings.NewReader(slowBody))
		_, err := http.DefaultClient.Do(r)
		left <- err
	}()
	<-began
	if r, body := post(t, s, "draw", slowBody); r.StatusCode != http.StatusTooManyRequests ||
		r.Header.Get("Retry-After") == "" {
		t.Errorf("while the only place is taken: %s %s", r.Status, body)
	}
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the solve ended with %v", err)
	}
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	for { // until the place is free, which is soon
		if r, _ := post(t, s, "draw", slowBody); r.StatusCode == http.StatusOK {
			break
		}
	}
}

// TestServe listens, answers and ends when it is told to, also with a call under way.
func TestServe(t *testing.T) {
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	e := engine.New([]*puzzle.Family{slow(began, ended)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	ctx, stop := context.WithCancel(t.Context())
	urls, done := make(chan string, 1), make(chan error, 1)
	go func() {
		opt := server.Options{Engine: e, Files: []fs.FS{files}, Drain: time.Millisecond}
		done <- server.Serve(ctx, "127.0.0.1:0", opt, func(url string) { urls <- url })
	}()
	url := <-urls
	if r, err := http.Get(url); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v %v", url, r, err)
	}
	for host, want := range map[string]int{"localhost": 200, "LOCALHOST:81": 200, "127.0.0.9:1": 200, "[::1]:80": 200,
		"evil.example": 421, "localhost.evil.example": 421, "192.0.2.1": 421} {
		ask, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.Host = host
		if r, err := http.DefaultClient.Do(ask); err != nil || r.StatusCode != want {
			t.Errorf("asked as %s: %v %v, want %d", host, r, err, want)
		}
	}
	go http.Post(url+"v1/solve", "application/json", strings.NewReader(slowBody))
	<-began
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the solve ended with %v", err)
	}
	if err := <-done; err != nil {
		t.Errorf("Serve: %v", err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	err = server.Serve(t.Context(), taken.Addr().String(), server.Options{Engine: e}, func(string) {})
	if err == nil || !strings.Contains(fmt.Sprint(err), "nothing can be served") {
		t.Errorf("an address that is taken: %v", err)
	}
}

// timed is a writer that knows until when its client may be read.
type timed struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (w *timed) SetReadDeadline(until time.Time) error {
	w.until = until
	return nil
}

// TestReadDeadline asks what takes longer than a request may take to arrive: the limit on that is lifted once it is
// there, as the call would end with it.
func TestReadDeadline(t *testing.T) {
	w := &timed{httptest.NewRecorder(), time.Now()}
	server.New(options()).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/families", strings.NewReader("{}")))
	if w.Code != http.StatusOK || !w.until.IsZero() {
		t.Errorf("status %d, and the client is read until %v", w.Code, w.until)
	}
}
