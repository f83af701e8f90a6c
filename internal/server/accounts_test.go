package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

// TestTokens asks with a token, with a wrong one and without: the page and what says whether the server lives are open,
// questions, jobs and metrics are not. A job belongs to the token that began it.
func TestTokens(t *testing.T) {
	opt := options()
	ada, adaSum := server.NewToken()
	bob, bobSum := server.NewToken()
	opt.Tokens = []server.Token{{Name: "ada", Sum: adaSum}, {Name: "bob", Sum: bobSum}}
	s := serve(t, opt)
	for _, path := range []string{"/", "/healthz", "/readyz", "/openapi.json", "/docs"} {
		if r, err := http.Get(s.URL + path); err != nil || r.StatusCode != http.StatusOK {
			t.Errorf("%s: %v %v", path, r, err)
		}
	}
	for auth, want := range map[string]int{"": 401, "Bearer": 401, "Bearer ": 401, "Bearer " + ada + "x": 401,
		"Basic " + ada: 401, ada: 401, "Bearer " + ada: 200, "bearer " + bob: 200} {
		for _, path := range []string{"/v1/families", "/metrics"} {
			method := map[string]string{"/metrics": http.MethodGet}[path]
			if method == "" {
				method = http.MethodPost
			}
			r, _ := http.NewRequest(method, s.URL+path, strings.NewReader("{}"))
			r.Header.Set("Authorization", auth)
			got, err := http.DefaultClient.Do(r)
			if err != nil || got.StatusCode != want {
				t.Fatalf("%s with %q: %v %v, want %d", path, auth, got, err, want)
			}
			if text, _ := io.ReadAll(got.Body); want == 401 && (!strings.HasPrefix(got.Header.Get("WWW-Authenticate"), "Bearer") ||
				!bytes.Contains(text, []byte(`"kind":"denied"`))) {
				t.Errorf("%s with %q: %v %s", path, auth, got.Header, text)
			}
		}
	}
	first := &client.Client{URL: s.URL, Token: ada}
	j, err := first.Start(t.Context(), "families", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Status(t.Context()); err != nil {
		t.Error(err)
	}
	other := (&client.Client{URL: s.URL, Token: bob}).Job(j.ID)
	if _, err := other.Status(t.Context()); !is(err, http.StatusNotFound) {
		t.Errorf("a job of somebody else: %v", err)
	}
	if err := other.Cancel(t.Context()); !is(err, http.StatusNotFound) {
		t.Errorf("a job of somebody else: %v", err)
	}
	if err := other.Wait(t.Context(), nil, nil); !is(err, http.StatusNotFound) {
		t.Errorf("a job of somebody else: %v", err)
	}
	if err := j.Wait(t.Context(), nil, new(any)); err != nil {
		t.Error(err)
	}
}

// TestQuotas uses up what a token may: questions at once, also as jobs, and requests; others go on.
func TestQuotas(t *testing.T) {
	began, gone := make(chan struct{}, 9), make(chan error, 9)
	e := engine.New([]*puzzle.Family{slow(began, gone)}, nil, engine.Options{Limits: puzzle.Limits{Time: time.Hour}})
	token := func(name string) (t server.Token) { return server.Token{Name: name, Sum: sha256.Sum256([]byte(name))} }
	few, seldom := token("few"), token("seldom")
	few.AtOnce, seldom.Rate, seldom.Burst = 1, 1e-6, 2
	s := serve(t, server.Options{Engine: e, Tokens: []server.Token{few, seldom}})
	c := &client.Client{URL: s.URL, Token: "few", Tries: 1}
	draw := func(token string) error {
		own := &client.Client{URL: s.URL, Token: token, Tries: 1}
		return own.Call(t.Context(), "draw", json.RawMessage(slowBody), new(any))
	}
	j, err := c.Start(t.Context(), "solve", slowArgs)
	if err != nil {
		t.Fatal(err)
	}
	<-began
	var busy *client.Error
	if err := draw("few"); !errors.As(err, &busy) || busy.Status != http.StatusTooManyRequests || busy.RetryAfter == 0 {
		t.Errorf("two at once: %v", err)
	}
	if err := j.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	for err = draw("few"); is(err, http.StatusTooManyRequests); { // until the job has left
		err = draw("few")
	}
	if err != nil {
		t.Error(err)
	}
	for i := range 4 {
		err := draw("seldom")
		if i < 2 && err != nil || i >= 2 && (!errors.As(err, &busy) || busy.Status != http.StatusTooManyRequests) {
			t.Errorf("request %d: %v", i, err)
		}
	}
	if err := draw("few"); err != nil {
		t.Errorf("another token: %v", err)
	}
}
