package server

import (
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// Options say what is served, to whom, and how far it goes. What is zero has a default.
type Options struct {
	Engine *engine.Engine // whose limits are the most that a question may ask for
	Files  []fs.FS        // of the page; the first one that has a file gives it

	Body   int64         // bytes of a request: 64 MiB, and a quarter of Memory at the most
	Memory int64         // bytes of requests on their way in and answers on their way out, in all: 512 MiB
	AtOnce int           // questions at once: two for each processor, and at least four
	Queue  int           // questions that wait for a place: 64 for each of AtOnce; −1: none
	Quick  time.Duration // when a question makes room for small ones, to one of AtOnce other places: 1/4 second; −1: never
	Wait   time.Duration // for one of them: 10 seconds
	Head   time.Duration // how long a client takes at most to send the head of a request: 5 seconds
	Read   time.Duration // the whole of it: a minute
	Write  time.Duration // and to read an answer: a minute

	JobsAtOnce int           // jobs at once: one for each processor
	Jobs       int           // that are kept, done or not: 1000
	JobBytes   int64         // of arguments and results of jobs, in all: Memory
	JobLife    time.Duration // of a job that has ended: 15 minutes
	JobTime    time.Duration // the most that a job may ask for: ten times the engine's limit

	Tokens  []Token  // whose owners may ask; where there is none, everybody may
	Origins []string // of other pages that may ask

	Drain  time.Duration // that work under way has to end by itself when the server is told to end: 3 seconds
	Linger time.Duration // that /readyz says no, at least, before the server ends
	Log    *slog.Logger  // nil: nothing is logged
}

func orElse[T comparable](v *T, otherwise T) {
	var zero T
	if *v == zero {
		*v = otherwise
	}
}

// withDefaults fills in what is zero.
func (opt Options) withDefaults() Options {
	orElse(&opt.Body, 64<<20)
	orElse(&opt.Memory, 512<<20)
	opt.Body = min(opt.Body, opt.Memory/4)
	orElse(&opt.AtOnce, max(4, 2*runtime.GOMAXPROCS(0)))
	orElse(&opt.Queue, 64*opt.AtOnce)
	orElse(&opt.Quick, time.Second/4)
	orElse(&opt.Wait, 10*time.Second)
	orElse(&opt.Head, 5*time.Second)
	orElse(&opt.Read, time.Minute)
	orElse(&opt.Write, time.Minute)
	orElse(&opt.JobsAtOnce, runtime.GOMAXPROCS(0))
	orElse(&opt.Jobs, 1000)
	orElse(&opt.JobBytes, opt.Memory)
	orElse(&opt.JobLife, 15*time.Minute)
	orElse(&opt.JobTime, 10*opt.Engine.Limits().Time)
	orElse(&opt.Drain, 3*time.Second)
	orElse(&opt.Log, slog.New(slog.DiscardHandler))
	return opt
}

// A Service answers everything. It is safe for concurrent use.
type Service struct {
	Options
	places   *places
	room     *room
	accounts *accounts
	jobs     *jobs
	streams  chan struct{} // as many as there are streams of events
	metrics  *metrics
	underway underway
	draining atomic.Bool
	next     http.Handler
}

// mostStreams is how many clients follow jobs at once.
const mostStreams = 1000

// New makes a Service; Close ends its jobs.
func New(opt Options) *Service {
	opt = opt.withDefaults()
	s := &Service{Options: opt, places: newPlaces(opt.AtOnce, opt.Queue, opt.Quick), room: newRoom(opt.Memory),
		accounts: newAccounts(opt.Tokens), streams: make(chan struct{}, mostStreams)}
	s.jobs = newJobs(s)
	s.metrics = newMetrics(s)
	mux := http.NewServeMux()
	text := s.describe(mux)
	mux.HandleFunc("/v1/", s.noVerb)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.known(s.metrics.handler()))
	serveDocs(mux, text, opt.Engine)
	files := newFiles(opt.Files)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) { // browsers ask for it
		routed(w, routeFiles)
		files.icon(w, r)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		routed(w, routeFiles)
		files.ServeHTTP(w, r)
	})
	guard := http.NewCrossOriginProtection()
	for _, o := range opt.Origins {
		if err := guard.AddTrustedOrigin(o); err != nil {
			panic(err) // CheckOrigin has said so
		}
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem(w, http.StatusForbidden, &engine.Error{Kind: engine.Unsupported,
			Title: "another page may not ask this server"})
	}))
	s.next = s.shared(guard.Handler(mux))
	return s
}

// Close ends all jobs.
func (s *Service) Close() { s.jobs.close() }

// CheckOrigin says what is wrong with an origin of Options.Origins.
func CheckOrigin(origin string) error {
	return http.NewCrossOriginProtection().AddTrustedOrigin(origin)
}

// noVerb answers what nobody else does below /v1/: there is no such thing, or it is not asked like this.
func (s *Service) noVerb(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/v1/")
	id, rest, ofJob := "", "", false
	if id, ofJob = strings.CutPrefix(name, "jobs/"); ofJob {
		id, rest, _ = strings.Cut(id, "/")
	}
	status, allow, title := http.StatusMethodNotAllowed, "", ""
	switch {
	case name == "jobs":
		allow, title = "POST", "POST /v1/jobs starts a job, and GET /v1/jobs/ID tells of one; nothing lists them"
	case ofJob && id != "" && rest == "":
		allow, title = "GET, HEAD, DELETE", "a job is read with GET, and cancelled with DELETE"
	case ofJob && id != "" && rest == "events":
		allow, title = "GET, HEAD", "the events of a job are read with GET"
	case s.Engine.Has(name):
		allow, title = "POST", "verbs are asked with POST"
	case ofJob || name == "":
		status, title = http.StatusNotFound, "there is nothing at this address; /openapi.json lists all that there is"
	default:
		status = http.StatusNotFound
		title = "there is no such verb; /openapi.json lists all" + grid.DidYouMean(name, s.Engine.Names())
	}
	if allow != "" {
		w.Header().Set("Allow", allow)
	}
	problem(w, status, &engine.Error{Kind: engine.Unsupported, Title: title})
}

// ready tells those who share out questions whether this server takes some.
func (s *Service) ready(w http.ResponseWriter, _ *http.Request) {
	if s.draining.Load() {
		problem(w, http.StatusServiceUnavailable, ending().Error)
		return
	}
	io.WriteString(w, "ready\n")
}

// Policy is the Content-Security-Policy of the page: it may ask this server and nobody else, and nobody may frame it.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; object-src 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; base-uri 'none'"

// headers are those of every answer.
func headers(h http.Header) {
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// shared lets the pages ask that Options.Origins name: it tells their browsers so.
func (s *Service) shared(next http.Handler) http.Handler {
	if len(s.Origins) == 0 {
		return next
	}
	named := map[string]bool{}
	for _, o := range s.Origins {
		named[o] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if !named[origin] {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "Location, Retry-After, X-Request-Id, "+hitHeader)
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id")
			h.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// most is what a question may ask for at the most, and what it has where it asks for nothing.
func (s *Service) most() puzzle.Limits { return s.Engine.Limits() }
