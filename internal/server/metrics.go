package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what GET /metrics tells, in a registry of their own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	flying   prometheus.Gauge
	rejected *prometheus.CounterVec
	ended    *prometheus.CounterVec // jobs
}

func newMetrics(s *Service) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gridwright_requests_total",
			Help: "Answers given, by verb or route and status."}, []string{"verb", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "gridwright_request_seconds",
			Help:    "Time from the head of a request to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}},
			[]string{"verb"}),
		flying: prometheus.NewGauge(prometheus.GaugeOpts{Name: "gridwright_requests_in_flight",
			Help: "Requests that are being answered, streams of events included."}),
		rejected: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gridwright_rejected_total",
			Help: "Requests that were sent away: queue, long, memory, quota, token, jobs, streams or draining."},
			[]string{"reason"}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gridwright_jobs_ended_total",
			Help: "Jobs that have ended, by how."}, []string{"state"}),
	}
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gridwright_" + name, Help: help}, value))
	}
	count := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gridwright_" + name, Help: help},
			value))
	}
	gauge("questions_running", "Questions that hold a place.",
		func() float64 { return float64(len(s.places.busy) + len(s.places.long)) })
	gauge("questions_long", "Those of them that have made room for small ones.",
		func() float64 { return float64(len(s.places.long)) })
	gauge("questions_waiting", "Questions that wait for a place.",
		func() float64 { return float64(s.places.waiting.Load()) })
	gauge("streams", "Clients that follow jobs.", func() float64 { return float64(len(s.streams)) })
	gauge("room_bytes", "Memory that requests and answers on their way hold.",
		func() float64 { return float64(s.Memory - s.room.free()) })
	count("cache_hits_total", "Answers that had been kept.", func() float64 { return float64(s.Engine.CacheStats().Hits) })
	count("cache_misses_total", "Answers that had not.", func() float64 { return float64(s.Engine.CacheStats().Misses) })
	gauge("cache_bytes", "Memory that kept answers hold.", func() float64 { return float64(s.Engine.CacheStats().Bytes) })
	gauge("cache_entries", "Answers that are kept.", func() float64 { return float64(s.Engine.CacheStats().Entries) })
	gauge("jobs_bytes", "Memory that jobs hold.", func() float64 { return float64(s.jobs.held()) })
	for _, state := range []State{Queued, Running, Done, Failed, Cancelled} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gridwright_jobs",
			Help: "Jobs that are kept, by state.", ConstLabels: prometheus.Labels{"state": string(state)}},
			func() float64 { return float64(s.jobs.count(state)) }))
	}
	m.registry.MustRegister(m.requests, m.seconds, m.flying, m.rejected, m.ended, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, DisableCompression: true})
}

func (m *metrics) answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	if route != routeEvents { // they last as long as a job
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}
