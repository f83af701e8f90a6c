package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// A Job is work that a service does while nobody waits for it. Whoever knows its ID, and the token that it was started
// with, may follow it.
type Job struct {
	ID     string
	client *Client
}

// A JobStatus is what a service knows of a job.
type JobStatus struct {
	ID       string          `json:"id"`
	Verb     string          `json:"verb"`
	State    string          `json:"state"` // queued, running, done, failed or cancelled
	Created  time.Time       `json:"created"`
	Ended    time.Time       `json:"ended"`
	Expires  time.Time       `json:"expires"`  // when it is forgotten at the latest
	Progress *Progress       `json:"progress"` // the last that was heard
	Result   json.RawMessage `json:"result"`
	Cached   bool            `json:"cached"`
	Problem  *Error          `json:"problem"`
}

// Progress is how far long work has come.
type Progress struct {
	Stage  string `json:"stage"` // what is being done, in a few words
	Done   int64  `json:"done"`  // of Total, in Unit
	Total  int64  `json:"total"` // 0 where nobody knows
	Unit   string `json:"unit"`
	Memory int64  `json:"memory"` // bytes that the work holds; 0 where that is not known
}

// Start begins a job.
func (c *Client) Start(ctx context.Context, verb string, args any) (*Job, error) {
	body, err := json.Marshal(struct {
		Verb string `json:"verb"`
		Args any    `json:"args"`
	}{verb, args})
	if err != nil {
		return nil, err
	}
	r, err := c.ask(ctx, http.MethodPost, "/v1/jobs"+c.query(), body)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	var st JobStatus
	text, err := c.read(r)
	if err == nil {
		err = json.Unmarshal(text, &st)
	}
	if err != nil {
		return nil, err
	}
	return c.Job(st.ID), nil
}

// Job is a job that somebody has started.
func (c *Client) Job(id string) *Job { return &Job{id, c} }

func (j *Job) path() string { return "/v1/jobs/" + url.PathEscape(j.ID) }

// Status asks how far the job is.
func (j *Job) Status(ctx context.Context) (st JobStatus, err error) {
	r, err := j.client.ask(ctx, http.MethodGet, j.path(), nil)
	if err != nil {
		return st, err
	}
	defer r.Body.Close()
	text, err := j.client.read(r)
	if err == nil {
		err = json.Unmarshal(text, &st)
	}
	return st, err
}

// Cancel ends the job, or gives up the result of one that has ended.
func (j *Job) Cancel(ctx context.Context) error {
	r, err := j.client.ask(ctx, http.MethodDelete, j.path(), nil)
	if err == nil {
		r.Body.Close()
	}
	return err
}

// Wait follows the job to its end and reads its answer into result. Both result and progress, which hears how far it
// is, may be nil. Where ctx ends first the job goes on; Cancel ends it. A connection that breaks is made anew.
func (j *Job) Wait(ctx context.Context, progress func(Progress), result any) error {
	const mostBroken = 5
	for broken := 0; ; broken++ {
		ended, heard, err := j.follow(ctx, progress, result)
		if heard { // it is there, behind something that ends long streams
			broken = 0
		}
		var own *Error
		if ended || errors.As(err, &own) || ctx.Err() != nil {
			return err
		}
		if broken == mostBroken {
			return fmt.Errorf("the job %s could not be followed: %w", j.ID, err)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// follow reads events until the job has ended, or the stream has; heard: there was one.
func (j *Job) follow(ctx context.Context, progress func(Progress), result any) (ended, heard bool, err error) {
	r, err := j.client.ask(ctx, http.MethodGet, j.path()+"/events", nil)
	if err != nil {
		return false, false, err
	}
	defer r.Body.Close()
	in := bufio.NewReader(j.client.bounded(r.Body))
	for {
		name, data, err := event(in)
		if err != nil {
			return false, heard, err
		}
		heard = true
		switch name {
		case "progress":
			var p Progress
			if err := json.Unmarshal(data, &p); err != nil {
				return true, heard, err
			}
			if progress != nil {
				progress(p)
			}
		case "result":
			if result == nil {
				return true, heard, nil
			}
			return true, heard, json.Unmarshal(data, result)
		case "error":
			e := &Error{}
			if err := json.Unmarshal(data, e); err != nil {
				return true, heard, err
			}
			return true, heard, e
		}
	}
}

// event reads one server-sent event; comments are passed over.
func event(in *bufio.Reader) (name string, data []byte, err error) {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return "", nil, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			if name != "" || data != nil {
				return name, data, nil
			}
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data":
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, value...)
		}
	}
}
