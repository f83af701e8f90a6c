package stress

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// window is how many results of each worker may wait for one that comes before them.
const window = 64

// inOrder works on what source yields, n at a time, and hands the results to sink in the order of source. It ends
// where sink returns false, and all work has ended then. Where work says that a result is the last one that matters,
// source is not asked for more.
func inOrder[T, R any](ctx context.Context, n int, source iter.Seq[T], work func(context.Context, T) (r R, last bool),
	sink func(R) bool) {
	type job struct {
		task T
		out  chan R
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue, order := make(chan job), make(chan chan R, window*n)
	var enough atomic.Bool
	var all sync.WaitGroup
	all.Go(func() {
		defer close(order)
		defer close(queue)
		for task := range source {
			if enough.Load() || ctx.Err() != nil {
				return
			}
			out := make(chan R, 1)
			select {
			case order <- out:
			case <-ctx.Done():
				return
			}
			select {
			case queue <- job{task, out}:
			case <-ctx.Done():
				close(out)
				return
			}
		}
	})
	for range n {
		all.Go(func() {
			for j := range queue {
				r, last := work(ctx, j.task)
				if last {
					enough.Store(true)
				}
				j.out <- r
			}
		})
	}
	done := false
	for out := range order {
		if r, ok := <-out; ok && !done && !sink(r) {
			done = true
			cancel()
		}
	}
	all.Wait()
}
