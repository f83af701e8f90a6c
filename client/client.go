// Package client asks a gridwright service over HTTP, from Go, with the standard library alone.
//
//	c := &client.Client{URL: "http://127.0.0.1:8080"}
//	answer, err := c.Solve(ctx, document)
//
// A puzzle is a document, JSON that any gridwright reads and writes. What cannot be answered is an *Error with a
// sentence, and a line and a column where there is a place. A service that is busy says when to come back, and the
// client does. Work that takes long is a [Job]: Start begins it, Wait follows it.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Document is a puzzle or a claim: an object of JSON with the fields family and version.
type Document = json.RawMessage

// A Client asks one service. Its fields are set before its first use; then it is safe for concurrent use.
type Client struct {
	URL    string       // of the service: "http://127.0.0.1:8080"
	Token  string       // where the service wants one
	HTTP   *http.Client // nil: http.DefaultClient
	Limits Limits       // of each question; what is zero is the service's
	Tries  int          // how often a busy service is asked: 0 is 5 times
	Most   int64        // bytes of an answer: 0 is 1 GiB
}

// Limits are those of a question. A service refuses more than it gives.
type Limits struct {
	Time   time.Duration
	Memory int64 // bytes
}

// With is c with other limits.
func (c *Client) With(lim Limits) *Client {
	out := *c
	out.Limits = lim
	return &out
}

// A Reply is an answer as it came.
type Reply struct {
	Body      json.RawMessage
	Cached    bool   // the service had kept it
	RequestID string // that the service's logs know it by
}

// Do asks any verb; args are anything that encoding/json writes as an object.
func (c *Client) Do(ctx context.Context, verb string, args any) (Reply, error) {
	body, raw := args.(json.RawMessage)
	if !raw {
		var err error
		if body, err = json.Marshal(args); err != nil {
			return Reply{}, err
		}
	}
	r, err := c.ask(ctx, http.MethodPost, "/v1/"+url.PathEscape(verb)+c.query(), body)
	if err != nil {
		return Reply{}, err
	}
	defer r.Body.Close()
	text, err := c.read(r)
	return Reply{text, r.Header.Get("Gridwright-Cache") == "hit", r.Header.Get("X-Request-Id")}, err
}

// Call asks any verb and reads its answer into result.
func (c *Client) Call(ctx context.Context, verb string, args, result any) error {
	r, err := c.Do(ctx, verb, args)
	if err != nil {
		return err
	}
	return json.Unmarshal(r.Body, result)
}

// query is the part of an address that holds limits.
func (c *Client) query() string {
	q := url.Values{}
	if c.Limits.Time > 0 {
		q.Set("timeout", c.Limits.Time.String())
	}
	if c.Limits.Memory > 0 {
		q.Set("memory", strconv.FormatInt(c.Limits.Memory, 10))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// ask sends a request, again where the service is busy, and returns an answer of a status of 200 and more.
func (c *Client) ask(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	tries := c.Tries
	if tries <= 0 {
		tries = 5
	}
	for n := 1; ; n++ {
		r, err := c.once(ctx, method, path, body)
		var busy *Error
		if !errors.As(err, &busy) || busy.RetryAfter <= 0 || n >= tries {
			return r, err
		}
		// Not all that were sent away at once should come back at once.
		wait := time.NewTimer(busy.RetryAfter + time.Duration(rand.Int64N(int64(busy.RetryAfter)/4+1)))
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return nil, fmt.Errorf("%w, after %w", ctx.Err(), err)
		}
	}
}

func (c *Client) once(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.URL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	hc := c.HTTP
	if hc == nil {
		hc = http.DefaultClient
	}
	r, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	if r.StatusCode/100 == 2 {
		return r, nil
	}
	defer r.Body.Close()
	return nil, problem(r)
}

// read reads an answer.
func (c *Client) read(r *http.Response) ([]byte, error) {
	text, err := io.ReadAll(c.bounded(r.Body))
	if err == nil && int64(len(text)) > c.most() {
		err = fmt.Errorf("the answer has more than %d bytes", c.most())
	}
	return text, err
}

func (c *Client) most() int64 {
	if c.Most > 0 {
		return c.Most
	}
	return 1 << 30
}

func (c *Client) bounded(r io.Reader) io.Reader { return io.LimitReader(r, c.most()+1) }

// An Error is what a service says of a question that it does not answer.
type Error struct {
	Status int    `json:"status"`
	Kind   string `json:"kind"`  // input, limit, unsupported, rejected, cancelled, denied or internal
	Title  string `json:"title"` // one sentence
	Line   int    `json:"line"`  // of the document or text, from 1; 0 where there is no place
	Column int    `json:"column"`

	RetryAfter time.Duration `json:"-"` // in how long it pays to ask again; 0 where it does not
	RequestID  string        `json:"-"`
}

// Error is the sentence, behind its place.
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Title)
	}
	return e.Title
}

// mostProblem is how much is read of an answer that is none.
const mostProblem = 64 << 10

// problem reads what is wrong, also where somebody in between says so in words of their own.
func problem(r *http.Response) *Error {
	e := &Error{}
	text, _ := io.ReadAll(io.LimitReader(r.Body, mostProblem)) // what has come will do
	if json.Unmarshal(text, e) != nil || e.Title == "" {
		e = &Error{Kind: "internal", Title: "the service answers " + r.Status}
	}
	e.Status, e.RequestID = r.StatusCode, r.Header.Get("X-Request-Id")
	if r.StatusCode == http.StatusTooManyRequests || r.StatusCode == http.StatusServiceUnavailable {
		if s, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil && s > 0 && s <= 3600 {
			e.RetryAfter = time.Duration(s) * time.Second
		}
	}
	return e
}
