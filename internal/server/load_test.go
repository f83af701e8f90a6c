package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

// TestManyGone has 50 clients go away in the middle of a solve: no work is left.
func TestManyGone(t *testing.T) {
	const clients = 50
	began, ended := make(chan struct{}, clients), make(chan error, clients)
	e := engine.New([]*puzzle.Family{slow(began, ended)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	s := serve(t, server.Options{Engine: e, AtOnce: clients})
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			c := &client.Client{URL: s.URL}
			if _, err := c.Do(ctx, "solve", slowArgs); !errors.Is(err, context.Canceled) {
				t.Errorf("a client got %v", err)
			}
		})
	}
	for range clients {
		<-began
	}
	if n := gauge(t, s.URL, "gridwright_questions_running"); n != "50" {
		t.Errorf("%s questions are under way", n)
	}
	leave()
	for range clients {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a solve ended with %v", err)
		}
	}
	all.Wait()
	for gauge(t, s.URL, "gridwright_questions_running") != "0" || gauge(t, s.URL, "gridwright_requests_in_flight") != "1" {
	}
}

// TestLoad has 200 clients ask about puzzles of all families at once: each answer is the one that a single client gets,
// and who gets none is told when to come back.
func TestLoad(t *testing.T) {
	opt := options()
	opt.AtOnce, opt.Queue = 2, 40 // too few
	s := serve(t, opt)
	type question struct{ verb, body, want string }
	var all []question
	for _, ex := range families.Gallery() {
		for _, verb := range []string{"draw", "solve", "hint"} {
			body := `{"document":` + ex.Document + `}`
			want, err := opt.Engine.Call(t.Context(), verb, []byte(body))
			if err == nil {
				all = append(all, question{verb, body, string(want)})
			}
		}
	}
	var answered, busy atomic.Int64
	var clients sync.WaitGroup
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 200}}
	for i := range 200 {
		clients.Go(func() {
			c := &client.Client{URL: s.URL, HTTP: hc, Tries: 1}
			for n := range extent.Less(3, 20) {
				q := all[(i*31+n*7)%len(all)]
				r, err := c.Do(t.Context(), q.verb, json.RawMessage(q.body))
				var no *client.Error
				switch {
				case err == nil && string(r.Body) == q.want:
					answered.Add(1)
				case errors.As(err, &no) && no.Status == http.StatusTooManyRequests && no.RetryAfter > 0:
					busy.Add(1)
				default:
					t.Errorf("%s %.100s: %v", q.verb, q.body, err)
				}
			}
		})
	}
	clients.Wait()
	t.Logf("%d answers, %d sent away", answered.Load(), busy.Load())
	if answered.Load() == 0 {
		t.Error("nobody was answered")
	}
	if n := gauge(t, s.URL, "gridwright_questions_waiting"); n != "0" {
		t.Errorf("%s questions wait in the end", n)
	}
}

// TestLong has one question that takes long make room for a small one, and a second, for which there is no such room,
// leave it.
func TestLong(t *testing.T) {
	began, ended := make(chan struct{}, 2), make(chan error, 2)
	e := engine.New([]*puzzle.Family{slow(began, ended)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	s := serve(t, server.Options{Engine: e, AtOnce: 1, Quick: time.Millisecond, Wait: time.Hour})
	c := &client.Client{URL: s.URL, Tries: 1}
	ctx, leave := context.WithCancel(t.Context())
	answers := make(chan error, 2)
	for i := range 2 {
		go func() {
			_, err := c.Do(ctx, "solve", slowArgs)
			answers <- err
		}()
		<-began
		if _, err := c.Do(t.Context(), "draw", slowArgs); err != nil {
			t.Errorf("after %d: %v", i+1, err)
		}
	}
	if err := <-answers; !is(err, http.StatusTooManyRequests) || !strings.Contains(err.Error(), "start a job") {
		t.Errorf("the second got %v", err)
	}
	if n := gauge(t, s.URL, "gridwright_questions_long"); n != "1" {
		t.Errorf("%s questions have made room", n)
	}
	leave()
	if err := <-answers; !errors.Is(err, context.Canceled) {
		t.Errorf("the first got %v", err)
	}
	for gauge(t, s.URL, "gridwright_questions_running") != "0" {
	}
}

// costly are documents of some hundred bytes that ask for much work or memory.
var costly = []string{
	`{"family":"lights","version":1,"width":1000000,"height":1,"modulus":3}`,
	`{"family":"lights","version":1,"width":16777216,"height":1}`,
	`{"family":"lights","version":1,"width":4000,"height":4000,"modulus":2147483647}`,
	`{"family":"lights","version":1,"width":100000,"height":100,"topology":"torus"}`,
	`{"family":"lights","version":1,"buttons":16777216,"lamps":16777216,"links":[]}`,
	`{"family":"lights","version":1,"graph":{"nodes":16777216,"edges":[[1,2]]}}`,
	`{"family":"permute","version":1,"start":"yxwvu/tsrqp/onmlk/jihgf/edcba","target":"abcde/fghij/klmno/pqrst/uvwxy",` +
		`"moves":["drag","rotate"]}`,
	`{"family":"permute","version":1,"start":"ponm/lkji/hgfe/dcab","target":"abcd/efgh/ijkl/mnop","moves":["twist:3x3"]}`,
	`{"family":"assembly","version":1,"rows":1000000000,"columns":3,"blocks":[[5,3],[6,3]],"contact":"frontal"}`,
	`{"family":"assembly","version":1,"shape":["##########","#.#.#.#.##","##########","#.#.#.#.##","##########",` +
		`"##.#.#.#.#","##########"]}`,
	`{"family":"assembly","version":1,"shape":["....#....","...###...","..#####..",".###.###.","####.####",".###.###.",` +
		`"..#####..","...###...","....#...."]}`,
	`{"family":"tilt","version":1,"start":["` + strings.Repeat("a", 82) + `b."],"target":["ba.` + strings.Repeat("a", 81) +
		`"]}`,
	`{"family":"tilt","version":1,"start":["abcdefghij","klmnopqrs.","tuvwxyz...","ABCDEFG...","HIJKLM....","NxPQ......",` +
		`"RST.......","UV........","W.........","X........."],"target":["X.........","W.........","UV........","RST.......",` +
		`"NxPQ......","HIJKLM....","ABCDEFG...","tuvwxyz...","klmnopqrs.","abcdefghij"]}`,
}

// patiently asks until the place is free.
func patiently(t *testing.T, c *client.Client, verb string, args json.RawMessage) (r client.Reply, err error) {
	for {
		if r, err = c.Do(t.Context(), verb, args); !is(err, http.StatusTooManyRequests) {
			return r, err
		}
		time.Sleep(time.Millisecond)
	}
}

// TestCostly asks everything about small documents that ask for much, of a server with one place and no queue: whoever
// comes next finds the place free, as soon as what nobody can stop has ended too.
func TestCostly(t *testing.T) {
	all := families.All()
	e := engine.New(all, families.Gallery(), engine.Options{})
	s := serve(t, server.Options{Engine: e, AtOnce: 1, Queue: -1, Quick: -1})
	hc := &http.Client{Transport: &http.Transport{}}
	c := &client.Client{URL: s.URL, HTTP: hc, Tries: 1, Limits: client.Limits{Time: 20 * time.Millisecond, Memory: 32 << 20}}
	small := json.RawMessage(`{"document":` + families.Gallery()[0].Document + `}`)
	before := runtime.NumGoroutine()
	for i, doc := range costly {
		for _, verb := range []string{"solve", "hint", "count", "analyze", "draw", "share"} {
			if extent.Less(i+len(verb), 0)%2 == 1 {
				continue
			}
			r, err := patiently(t, c, verb, json.RawMessage(`{"document":`+doc+`}`))
			var no *client.Error
			if err != nil && (!errors.As(err, &no) || no.Status >= 500 || no.Status == http.StatusTooManyRequests) {
				t.Errorf("%s of %.80s: %v", verb, doc, err)
			}
			if len(r.Body) > 40<<20 {
				t.Errorf("%s of %.80s: an answer of %d bytes", verb, doc, len(r.Body))
			}
			if _, err := patiently(t, &client.Client{URL: s.URL, HTTP: hc, Tries: 1}, "draw", small); err != nil {
				t.Errorf("after %s of %.80s: %v", verb, doc, err)
			}
		}
	}
	hc.CloseIdleConnections()
	for runtime.NumGoroutine() > before+2 { // what cannot be stopped ends by itself
		time.Sleep(time.Millisecond)
	}
}
