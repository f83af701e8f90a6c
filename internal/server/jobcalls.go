package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
)

// post answers POST /v1/jobs.
func (s *Service) postJob(w http.ResponseWriter, r *http.Request) {
	routed(w, routeJobs)
	s.underway.enter()
	defer s.underway.leave()
	j, no := s.begin(w, r)
	if no != nil {
		s.say(w, no)
		return
	}
	st, _ := j.look()
	w.Header().Set("Location", "/v1/jobs/"+st.ID)
	s.hurry(w)
	writeStatus(w, http.StatusAccepted, st)
}

// begin reads a job and starts it.
func (s *Service) begin(w http.ResponseWriter, r *http.Request) (*job, *refusal) {
	who, no := s.admit(w, r)
	if no != nil {
		return nil, no
	}
	started := false
	defer func() {
		if !started {
			who.leave()
		}
	}()
	lim, no := limits(r, s.most(), s.JobTime)
	if no != nil {
		return nil, no
	}
	body, taken, no := s.body(w, r)
	defer func() { s.room.give(taken) }()
	if no != nil {
		return nil, no
	}
	var args JobArgs
	if err := engine.Read(body, &args); err != nil {
		return nil, failed(err)
	}
	if !s.Engine.Has(args.Verb) {
		return nil, refuse(http.StatusBadRequest, engine.Input, "there is no verb %s%s", grid.Quote(args.Verb),
			grid.DidYouMean(args.Verb, s.Engine.Names()))
	}
	if err := s.Engine.Look(args.Verb, args.Args); err != nil {
		return nil, failed(err)
	}
	orElse(&lim.Time, s.JobTime)
	own := append([]byte(nil), args.Args...) // the body is given up
	j := s.jobs.start(who, engine.Request{Verb: args.Verb, Args: own, Limits: lim})
	if j == nil {
		return nil, busy("jobs")
	}
	started = true
	return j, nil
}

// writeStatus writes what is known of a job. Its result stands in it as it is.
func writeStatus(w http.ResponseWriter, status int, st JobStatus) {
	result := st.Result
	st.Result = nil
	body, err := json.Marshal(st)
	if err != nil {
		problem(w, http.StatusInternalServerError, &engine.Error{Kind: engine.Internal, Title: "an error without words"})
		return
	}
	length := len(body)
	const field = `,"result":`
	if result != nil {
		length += len(field) + len(result)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(length))
	w.WriteHeader(status)
	if result == nil {
		w.Write(body)
		return
	}
	w.Write(append(body[:len(body)-1], field...))
	w.Write(result)
	w.Write([]byte{'}'})
}

// job finds the job that a request is about, or says that there is none: also where it is another one's.
func (s *Service) job(w http.ResponseWriter, r *http.Request, route string) *job {
	routed(w, route)
	who, no := s.identify(w, r)
	if no != nil {
		s.say(w, no)
		return nil
	}
	j := s.jobs.find(r.PathValue("id"), who)
	if j == nil {
		s.say(w, refuse(http.StatusNotFound, engine.Unsupported, "there is no such job, or no longer"))
	}
	return j
}

// getJob answers GET /v1/jobs/{id}.
func (s *Service) getJob(w http.ResponseWriter, r *http.Request) {
	if j := s.job(w, r, routeJobs); j != nil {
		st, _ := j.look()
		s.hurry(w)
		writeStatus(w, http.StatusOK, st)
	}
}

// deleteJob answers DELETE /v1/jobs/{id}: it cancels a job, and forgets one that has ended.
func (s *Service) deleteJob(w http.ResponseWriter, r *http.Request) {
	j := s.job(w, r, routeJobs)
	if j == nil {
		return
	}
	j.cancel()
	if st, _ := j.look(); st.State.final() {
		s.jobs.mu.Lock()
		s.jobs.drop(j)
		s.jobs.mu.Unlock()
	}
	w.WriteHeader(http.StatusNoContent)
}

// How often something is heard of a job: progress at most so often, and at least so often anything, so that nobody in
// between takes the connection for dead.
const (
	eventPause = 100 * time.Millisecond
	heartbeat  = 15 * time.Second
)

// jobEvents answers GET /v1/jobs/{id}/events: progress, and in the end the result or what was wrong.
func (s *Service) jobEvents(w http.ResponseWriter, r *http.Request) {
	j := s.job(w, r, routeEvents)
	if j == nil {
		return
	}
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		s.say(w, busy("streams"))
		return
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Time{}) // that of the request has done its work
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for those in between that collect answers
	w.WriteHeader(http.StatusOK)
	send := func(parts ...[]byte) bool {
		s.hurry(w)
		for _, p := range parts {
			if _, err := w.Write(p); err != nil {
				return false
			}
		}
		return control.Flush() == nil
	}
	follow(r.Context(), j, heartbeat, send)
}

// follow sends what happens to j until it has ended, the client goes away, or the server ends.
func follow(ctx context.Context, j *job, beat time.Duration, send func(parts ...[]byte) bool) {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	var told *Progress
	var state State
	for {
		st, changed := j.look()
		switch {
		case st.State == Done:
			send([]byte("event: result\ndata: "), st.Result, []byte("\n\n"))
			return
		case st.State.final():
			body, _ := json.Marshal(st.Problem) // of texts and numbers
			send([]byte("event: error\ndata: "), body, []byte("\n\n"))
			return
		case st.State != state:
			if state = st.State; !send(fmt.Appendf(nil, "event: state\ndata: %q\n\n", state)) {
				return
			}
			continue
		case st.Progress != nil && st.Progress != told:
			told = st.Progress
			body, _ := json.Marshal(told)
			if !send([]byte("event: progress\ndata: "), body, []byte("\n\n")) || !pause(ctx, eventPause) {
				return
			}
			continue
		}
		select {
		case <-changed:
		case <-ticker.C:
			if !send([]byte(": still there\n\n")) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// pause waits; false where ctx has ended.
func pause(ctx context.Context, d time.Duration) bool {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-ctx.Done():
		return false
	}
}
