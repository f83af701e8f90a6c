package batch

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/job"
)

// Std is the name of standard input and output.
const Std = "-"

// Config says what a run does.
type Config struct {
	Inputs []string  // files, "-" among them at most once; no name twice
	Stdin  io.Reader // of "-"
	Output string    // a file, or "-"
	Stdout io.Writer // of "-"

	Runner    *job.Runner
	Remote    Remote // nil: Runner does the jobs
	Jobs      int    // lines at a time
	Unordered bool   // results as they come
	Shard     int    // of Shards, from 1: the jobs whose number modulo Shards is Shard − 1, counted from 0
	Shards    int    // 1: all jobs
	Restart   bool   // forget what an earlier run has done, and write over its output
	Asked     string // what else decides the results: of another run they do not go together with these

	MaxLine int64   // bytes of a line
	Window  int64   // bytes that are read or answered and not yet written
	Frame   int     // bytes of text in a frame of a compressed output, at least; 0: 1 MiB
	Status  *Status // nil: nobody looks

	name string // of the run; it goes on under the same one
}

// Status is how far a run has come; it may be read at any time.
type Status struct {
	Jobs   atomic.Int64 // that have a result, also from earlier runs
	Before atomic.Int64 // those of them that earlier runs have done
	Errors atomic.Int64
	Read   atomic.Int64 // bytes of the inputs up to the last result
	Total  atomic.Int64 // of all inputs; 0 where that is not known
}

// ErrDone is a run whose output was whole before it began.
var ErrDone = errors.New("the output is whole already")

// A run is under way.
type run struct {
	*Config
	queue *queue
	sink  *sink
	sum   *Summary

	cancel context.CancelCauseFunc
	next   int64            // the chunk whose results come next
	kept   map[int64]*chunk // whole ones that wait for their turn
}

// Run does all jobs and returns what has been said, also by earlier runs that it goes on from. Where it ends early, by
// ctx or by an error, what is done is kept for the next run.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	if cfg.Status == nil {
		cfg.Status = new(Status)
	}
	if cfg.Frame <= 0 {
		cfg.Frame = frameBytes
	}
	if err := cfg.clash(); err != nil {
		return nil, err
	}
	cfg.name = newName()
	s, past, err := cfg.begin()
	if err != nil {
		return nil, err
	}
	cfg.Status.Jobs.Store(past.sum.Jobs)
	cfg.Status.Before.Store(past.sum.Jobs)
	cfg.Status.Errors.Store(past.sum.Errors())
	cfg.Status.Total.Store(cfg.bytes())
	r := &run{Config: &cfg, queue: newQueue(cfg.Window), sink: s, sum: past.sum, kept: map[int64]*chunk{}}
	if cfg.Remote != nil {
		err = r.remote(ctx, past)
	} else {
		err = r.run(ctx, past)
	}
	if err == nil {
		err = s.finish()
	} else if left := s.abandon(); !errors.Is(err, left) { // a full disk says the same again
		err = errors.Join(err, left)
	}
	return r.sum, err
}

func (r *run) run(ctx context.Context, past *past) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.cancel = cancel
	read := make(chan error, 1)
	go func() { // it may wait for standard input for ever: nobody waits for it then
		read <- r.read(ctx, &source{cfg: r.Config, done: past.done}, past)
		r.queue.end()
	}()
	stop := context.AfterFunc(ctx, r.queue.end)
	defer stop()
	whole := make(chan *chunk, 16)
	var workers sync.WaitGroup
	for range max(1, r.Jobs) {
		workers.Go(func() { r.work(ctx, r.queue, whole) })
	}
	go func() {
		workers.Wait()
		close(whole)
	}()
	r.collect(whole)
	if ctx.Err() != nil {
		r.rest()
		return context.Cause(ctx)
	}
	return <-read
}

// read puts all jobs into the queue.
func (r *run) read(ctx context.Context, src *source, past *past) error {
	for {
		c, err := src.next(ctx)
		if err == io.EOF {
			return past.missing()
		}
		if err != nil || !r.queue.put(c) {
			return err
		}
	}
}

// early is how often results are written of chunks that are not yet whole.
const early = 200 * time.Millisecond

// collect writes what becomes whole, and now and then what is there of the rest: lines may take long.
func (r *run) collect(whole <-chan *chunk) {
	tick := time.NewTicker(early)
	defer tick.Stop()
	for {
		select {
		case c, more := <-whole:
			if !more {
				return
			}
			if r.kept[c.seq] = c; r.Unordered {
				r.write(c)
			} else {
				for c := r.kept[r.next]; c != nil; c = r.kept[r.next] {
					r.next++
					r.write(c)
				}
			}
			if len(whole) > 0 {
				continue
			}
		case <-tick.C:
			for _, result := range r.queue.early(r.Unordered) {
				r.result(result)
			}
		}
		r.failed(r.sink.flush())
	}
}

// failed ends everything where there is an error of the sink.
func (r *run) failed(err error) {
	if err != nil {
		r.cancel(err)
	}
}

func (r *run) write(c *chunk) {
	delete(r.kept, c.seq)
	for _, result := range c.results[c.out:] {
		if result != nil { // or it was written before
			r.result(result)
		}
	}
	if at := r.Status.Read.Load(); c.read > at {
		r.Status.Read.Store(c.read)
	}
	r.queue.written(c)
}

func (r *run) result(result []byte) {
	r.failed(r.sink.write(result))
	r.Status.Jobs.Add(1)
	if r.sum.add(result) {
		r.Status.Errors.Add(1)
	}
}

// rest writes what a run that was stopped has done: all up to the first line without a result.
func (r *run) rest() {
	for _, c := range r.queue.left() {
		for _, result := range c.results[c.out:] {
			if result != nil {
				r.result(result)
			} else if !r.Unordered {
				return
			}
		}
	}
}

// clash looks for what does not go together.
func (c *Config) clash() error {
	seen := map[string]bool{}
	for _, name := range c.Inputs {
		if seen[name] {
			return grid.Errorf(grid.Pos{}, "%s is named twice", name)
		}
		seen[name] = true
		if name != Std && (same(name, c.Output) || same(name, c.part()) || same(name, c.side()) || same(name, c.draft())) {
			return grid.Errorf(grid.Pos{}, "%s is read, so it cannot be written", name)
		}
	}
	return nil
}
