package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// A refusal is an answer that is none: its status, why, and in how long it pays to ask again.
type refusal struct {
	*engine.Error
	status int
	retry  time.Duration
	reason string // in a word, where the server is what refuses
}

func refuse(status int, kind engine.Class, format string, args ...any) *refusal {
	return &refusal{Error: &engine.Error{Kind: kind, Title: fmt.Sprintf(format, args...)}, status: status}
}

// busy is the refusal where a queue is full, or where waiting has been in vain.
func busy(reason string) *refusal {
	r := refuse(http.StatusTooManyRequests, engine.Limit, "the server is busy with other questions; ask again in a moment")
	r.retry, r.reason = time.Second, reason
	return r
}

// ending is the refusal of a server that has been told to end.
func ending() *refusal {
	r := refuse(http.StatusServiceUnavailable, engine.Limit,
		"the server is about to end; ask another one, or it again in a moment")
	r.retry, r.reason = 5*time.Second, "draining"
	return r
}

// say writes a refusal.
func (s *Service) say(w http.ResponseWriter, r *refusal) {
	h := w.Header()
	if r.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int((r.retry+time.Second-1)/time.Second)))
	}
	switch r.status {
	case http.StatusServiceUnavailable:
		h.Set("Connection", "close")
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="gridwright"`)
	case http.StatusUnsupportedMediaType:
		h.Set("Accept-Encoding", "identity")
	}
	if r.reason != "" {
		s.metrics.rejected.WithLabelValues(r.reason).Inc()
	}
	s.hurry(w)
	problem(w, r.status, r.Error)
}

// hurry gives the client so long to read what is written from now on.
func (s *Service) hurry(w http.ResponseWriter) {
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.Write)) // a writer without deadlines has no client
}

// hitHeader says whether an answer had been kept: "hit" or "miss".
const hitHeader = "Gridwright-Cache"

// call answers a verb. Whoever reads the answer slowly keeps no place.
func (s *Service) call(w http.ResponseWriter, r *http.Request, verb string) {
	routed(w, verb)
	s.underway.enter()
	defer s.underway.leave()
	reply, no := s.answer(w, r, verb)
	if no == nil && len(reply.Body) > freeBody {
		n := min(int64(len(reply.Body)), s.Memory) // what is larger has all of it for itself
		if s.room.take(r.Context(), n, s.Wait) {
			defer s.room.give(n)
		} else {
			no = busy("memory")
		}
	}
	if no != nil {
		s.say(w, no)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(reply.Body)))
	if s.Engine.Keeps() {
		h.Set(hitHeader, map[bool]string{true: "hit", false: "miss"}[reply.Hit])
	}
	s.hurry(w)
	w.Write(reply.Body)
}

// answer reads a request and makes its answer, and writes nothing.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, verb string) (reply engine.Reply, no *refusal) {
	who, no := s.admit(w, r)
	if no != nil {
		return reply, no
	}
	defer who.leave()
	lim, no := limits(r, s.most(), s.most().Time)
	if no != nil {
		return reply, no
	}
	body, taken, no := s.body(w, r)
	defer func() { s.room.give(taken) }()
	if no != nil {
		return reply, no
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	place := s.places.enter(ctx, s.Wait, cancel)
	if place == nil {
		return reply, busy("queue")
	}
	begin := time.Now()
	reply, err := s.Engine.Ask(ctx, engine.Request{Verb: verb, Args: body, Limits: lim, Ended: place.leave})
	who.work(begin)
	if err != nil && place.sentAway() {
		no := busy("long")
		no.Title = "this question takes long, as others under way do; ask again in a moment, or start a job"
		return reply, no
	}
	if err != nil {
		return reply, failed(err)
	}
	return reply, nil
}

// failed is an error of the engine.
func failed(err error) *refusal {
	e := &engine.Error{Kind: engine.Internal, Title: "an error without words"}
	errors.As(err, &e)
	return &refusal{Error: e, status: status(e)}
}

// body reads a request; taken is the room that its owner gives back.
func (s *Service) body(w http.ResponseWriter, r *http.Request) (body []byte, taken int64, no *refusal) {
	if e := r.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return nil, 0, refuse(http.StatusUnsupportedMediaType, engine.Unsupported,
			"requests are read as they are; send this one without the Content-Encoding %.40q", e)
	}
	if r.ContentLength > s.Body {
		return nil, 0, s.tooLarge()
	}
	body, taken, full, err := s.room.body(r.Context(), http.MaxBytesReader(w, r.Body, s.Body), r.ContentLength,
		s.Wait)
	if full {
		return nil, taken, busy("memory")
	}
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, taken, s.tooLarge()
		}
		return nil, taken, refuse(http.StatusBadRequest, engine.Input, "the request did not arrive whole")
	}
	// The limit on reading has done its work. Where it passed later it would end the call: to the server a client that
	// it reads from in vain has gone.
	http.NewResponseController(w).SetReadDeadline(time.Time{}) // a writer without deadlines has none that could pass
	return body, taken, nil
}

func (s *Service) tooLarge() *refusal {
	return refuse(http.StatusRequestEntityTooLarge, engine.Limit, "the request has more than %d bytes, which are not read",
		s.Body)
}

// statusGone is what nginx logs where a client has closed its request; nobody reads the answer.
const statusGone = 499

// status is the one of an error of the engine.
func status(e *engine.Error) int {
	switch e.Kind {
	case engine.Input:
		return http.StatusBadRequest
	case engine.Limit:
		return http.StatusRequestEntityTooLarge
	case engine.Unsupported, engine.Rejected:
		return http.StatusUnprocessableEntity
	case engine.Cancelled:
		return statusGone
	}
	return http.StatusInternalServerError
}

// limits are those that a request asks for, ?timeout=5s&memory=256MiB, or those of the engine. More than the server
// gives is refused: whoever asks for an hour should not take an answer after half a minute for one after an hour.
func limits(r *http.Request, most puzzle.Limits, longest time.Duration) (lim puzzle.Limits, no *refusal) {
	if r.URL.RawQuery == "" {
		return lim, nil
	}
	query, err := parseQuery(r.URL.RawQuery, "timeout", "memory")
	if err != nil {
		return lim, refuse(http.StatusBadRequest, engine.Input, "%v", err)
	}
	if text, ok := query["timeout"]; ok {
		if lim.Time, err = parseTime(text); err != nil {
			return lim, refuse(http.StatusBadRequest, engine.Input, "timeout: %v", err)
		}
		if lim.Time > longest {
			return lim, refuse(http.StatusBadRequest, engine.Input, "timeout is %v; this server gives at most %v", lim.Time,
				longest)
		}
	}
	if text, ok := query["memory"]; ok {
		if lim.Memory, err = parseBytes(text); err != nil {
			return lim, refuse(http.StatusBadRequest, engine.Input, "memory: %v", err)
		}
		if lim.Memory > most.Memory {
			return lim, refuse(http.StatusBadRequest, engine.Input, "memory is %s; this server gives at most %s",
				puzzle.Bytes(lim.Memory), puzzle.Bytes(most.Memory))
		}
	}
	return lim, nil
}
