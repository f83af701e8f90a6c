package fleet

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Counters are what a worker has done.
type Counters struct {
	Chunks, Lines, Redelivered, Doubles, Dead, Reconnects atomic.Int64
	Busy                                                  atomic.Int64 // nanoseconds
	InFlight                                              atomic.Int64
}

// A metric in the text format of Prometheus.
type metric struct {
	name, kind, help string
	value            float64
}

func writeMetrics(to io.Writer, all []metric) error {
	w := bufio.NewWriter(to)
	for _, m := range all {
		fmt.Fprintf(w, "# HELP gridwright_%s %s\n# TYPE gridwright_%s %s\ngridwright_%s %g\n", m.name, m.help, m.name, m.kind,
			m.name, m.value)
	}
	return w.Flush()
}

// Write writes the counters in the text format of Prometheus.
func (c *Counters) Write(_ context.Context, w io.Writer) error {
	n := func(v *atomic.Int64) float64 { return float64(v.Load()) }
	return writeMetrics(w, []metric{
		{"worker_chunks_total", "counter", "chunks answered and stored", n(&c.Chunks)},
		{"worker_lines_total", "counter", "lines in them", n(&c.Lines)},
		{"worker_busy_seconds_total", "counter", "time spent on answering", n(&c.Busy) / 1e9},
		{"worker_redelivered_total", "counter", "chunks taken that another worker had before", n(&c.Redelivered)},
		{"worker_doubles_total", "counter", "results that were there already", n(&c.Doubles)},
		{"worker_dead_letters_total", "counter", "lines given up as they end workers", n(&c.Dead)},
		{"worker_reconnects_total", "counter", "times that the queue was lost and found", n(&c.Reconnects)},
		{"worker_in_flight", "gauge", "chunks under way", n(&c.InFlight)},
	})
}

// A Gauge writes how a queue stands, in the text format of Prometheus.
type Gauge struct{ JS jetstream.JetStream }

// Write asks the queue and writes what it says.
func (g Gauge) Write(ctx context.Context, w io.Writer) error {
	c, err := g.JS.Consumer(ctx, JobsStream, Workers)
	if err != nil {
		return err
	}
	i, err := c.Info(ctx)
	if err != nil {
		return err
	}
	dead, err := g.JS.Stream(ctx, deadStream)
	if err != nil {
		return err
	}
	account, err := g.JS.AccountInfo(ctx)
	if err != nil {
		return err
	}
	batches, waiting := 0, uint64(0)
	list := g.JS.ListStreams(ctx, jetstream.WithStreamListSubject(resultSubject+">"))
	for s := range list.Info() {
		batches++
		waiting += s.State.Msgs
	}
	if err := list.Err(); err != nil {
		return err
	}
	return writeMetrics(w, []metric{
		{"queue_lag_chunks", "gauge", "chunks that no worker has taken yet", float64(i.NumPending)},
		{"queue_in_flight_chunks", "gauge", "chunks that workers have under way", float64(i.NumAckPending)},
		{"queue_redelivered_chunks", "gauge", "of those, how many were given out more than once", float64(i.NumRedelivered)},
		{"queue_delivered_total", "counter", "chunks given to workers, each time", float64(i.Delivered.Consumer)},
		{"queue_workers_waiting", "gauge", "workers that ask for a chunk", float64(i.NumWaiting)},
		{"queue_dead_letters", "gauge", "lines that ended workers", float64(dead.CachedInfo().State.Msgs)},
		{"queue_batches", "gauge", "batches that are not collected to their end", float64(batches)},
		{"queue_results_waiting", "gauge", "results that no client has collected", float64(waiting)},
		{"queue_store_bytes", "gauge", "bytes on disk", float64(account.Store)},
	})
}

// Serve serves metrics at addr, /metrics, until ctx ends. ready is called with the address.
func Serve(ctx context.Context, addr string, write func(context.Context, io.Writer) error, ready func(string)) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
		defer cancel()
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		if err := write(ctx, w); err != nil {
			http.Error(w, "the queue does not answer", http.StatusServiceUnavailable)
		}
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10}
	defer context.AfterFunc(ctx, func() { s.Close() })()
	if ready != nil {
		ready(l.Addr().String())
	}
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
