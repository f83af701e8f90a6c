package server

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gridwright/gridwright/internal/engine"
)

// The routes that are no verbs, as metrics and logs call them: there are as many names as there are routes, whatever
// addresses are asked for.
const (
	routeFiles  = "files"
	routeJobs   = "jobs"
	routeEvents = "events"
	routeOther  = "other"
)

// A trace is an answer with what metrics and logs say of it.
type trace struct {
	http.ResponseWriter
	id, route, who string
	status         int
	bytes          int64
}

// Unwrap is for http.ResponseController.
func (t *trace) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *trace) WriteHeader(status int) {
	if t.status == 0 {
		t.status = status
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *trace) Write(p []byte) (int, error) {
	if t.status == 0 {
		t.status = http.StatusOK
	}
	n, err := t.ResponseWriter.Write(p)
	t.bytes += int64(n)
	return n, err
}

// traced is the trace of an answer; nil where it has none.
func traced(w http.ResponseWriter) *trace {
	t, _ := w.(*trace)
	return t
}

// routed says which route an answer is of.
func routed(w http.ResponseWriter, route string) {
	if t := traced(w); t != nil {
		t.route = route
	}
}

const idHeader = "X-Request-Id"

// requestID is the one that the client, or who stands in front of the server, has given; or a new one where that has
// letters that do not belong into a log, or too many.
func requestID(r *http.Request) string {
	id := r.Header.Get(idHeader)
	sane := id != "" && len(id) <= 64
	for i := 0; i < len(id) && sane; i++ {
		c := id[i]
		sane = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
	}
	if sane {
		return id
	}
	return rand.Text()
}

// ServeHTTP answers, counts and logs. What stands in a log is about the request, never what it holds.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	t := &trace{ResponseWriter: w, id: requestID(r), route: routeOther}
	headers(w.Header())
	w.Header().Set(idHeader, t.id)
	s.metrics.flying.Inc()
	defer func() {
		s.metrics.flying.Dec()
		p := recover()
		if p != nil && p != http.ErrAbortHandler {
			s.Log.Error("internal fault", "id", t.id, "route", t.route, "fault", fmt.Sprintf("%.200v", p),
				"stack", string(debug.Stack()))
			if t.status == 0 {
				problem(t, http.StatusInternalServerError, &engine.Error{Kind: engine.Internal, Title: "an internal fault"})
			}
		}
		s.told(t, r, time.Since(begin))
		if p == http.ErrAbortHandler {
			panic(p)
		}
	}()
	s.next.ServeHTTP(t, r)
}

// told counts and logs an answer that has been given.
func (s *Service) told(t *trace, r *http.Request, took time.Duration) {
	if t.status == 0 {
		t.status = http.StatusOK
	}
	s.metrics.answered(t.route, t.status, took)
	level := slog.LevelInfo
	if t.status == http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.Log.Enabled(r.Context(), level) {
		return
	}
	s.Log.LogAttrs(r.Context(), level, "request", slog.String("id", t.id), slog.String("method", methodName(r.Method)),
		slog.String("route", t.route), slog.Int("status", t.status), slog.Int64("bytes", t.bytes),
		slog.Duration("took", took), slog.String("who", t.who), slog.String("from", r.RemoteAddr))
}

// methodName is a method as a log may hold it.
func methodName(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete, http.MethodOptions, http.MethodPut,
		http.MethodPatch:
		return method
	}
	return "other"
}
