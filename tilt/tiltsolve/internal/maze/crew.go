package maze

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/meter"
)

// A crew is the workers of a search.
type crew struct {
	g       *Game
	m       *meter.Meter
	workers []*worker
	called  []*worker // for the work at hand
	few     int       // boards that one worker makes alone
	stop    atomic.Bool
}

// A worker makes moves, and holds what they make until it is kept.
type worker struct {
	crew   *crew
	number int
	x      *expander
	hash   []uint64 // of each board made
	order  []uint32 // boards made, by shard
	from   []uint32 // where in order those of each shard begin
	found  bool     // a goal
	hits   []int    // states found, by shard and number
	looked byte     // keeps looks at memory from being left out
}

const (
	maxWorkers = 8
	// fewBoards are so few that several workers would wait for each other more than they work.
	fewBoards = 1 << 11
	// ahead is for how many boards memory is looked at before it is needed: the waits for it run at once then.
	ahead = 16
)

func newCrew(g *Game, m *meter.Meter) (*crew, error) {
	c := &crew{g: g, m: m, few: fewBoards}
	return c, c.hire(min(maxWorkers, runtime.GOMAXPROCS(0)))
}

// hire makes them so many.
func (c *crew) hire(workers int) error {
	c.workers = nil
	for i := range workers {
		mine := c.m
		if i > 0 {
			mine = c.m.Fork()
		}
		x, err := newExpander(c.g, mine)
		if err != nil {
			return err
		}
		c.workers = append(c.workers, &worker{crew: c, number: i, x: x})
	}
	return nil
}

// call says how many boards the next work makes, and returns the workers for it.
func (c *crew) call(boards int) []*worker {
	c.called = c.workers[:1]
	if boards >= c.few {
		c.called = c.workers
	}
	return c.called
}

// all lets the workers that have been called work at once. When one fails the others stop soon.
func (c *crew) all(work func(w *worker) error) error {
	c.stop.Store(false)
	errs := make([]error, len(c.called))
	var wait sync.WaitGroup
	for i, w := range c.called[1:] {
		wait.Go(func() { errs[i+1] = w.done(work(w)) })
	}
	errs[0] = c.called[0].done(work(c.called[0]))
	wait.Wait()
	for _, err := range errs {
		if err != nil && err != errStopped {
			return err
		}
	}
	return nil
}

// each divides n states among the workers, in order.
func (c *crew) each(states []span, n int, work func(w *worker, part []span) error) error {
	return c.all(func(w *worker) error {
		return work(w, cut(states, n*w.number/len(c.called), n*(w.number+1)/len(c.called)))
	})
}

// cut is the states of spans from the from-th to before the to-th.
func cut(spans []span, from, to int) []span {
	var out []span
	for _, sp := range spans {
		n := sp.to - sp.from
		if from < n && to > 0 {
			out = append(out, span{sp.shard, sp.from + max(0, from), sp.from + min(n, to)})
		}
		from, to = from-n, to-n
	}
	return out
}

// errStopped is the error of a worker that stops because another has failed.
var errStopped = errorString("another worker has failed")

type errorString string

func (e errorString) Error() string { return string(e) }

// busy is err, or the order to stop.
func (w *worker) busy(err error) error {
	if err == nil && w.crew.stop.Load() {
		return errStopped
	}
	return err
}

func (w *worker) done(err error) error {
	if err != nil {
		w.crew.stop.Store(true)
	}
	return err
}

// arrange orders the boards made by shard.
func (w *worker) arrange(s *store) error {
	w.from = append(w.from[:0], make([]uint32, len(s.shards)+1)...)
	for _, h := range w.hash {
		w.from[s.shard(h)]++
	}
	sum := uint32(0)
	for k, n := range w.from {
		sum += n
		w.from[k] = sum
	}
	w.order = slices.Grow(w.order[:0], len(w.hash))[:len(w.hash)]
	for i := len(w.hash) - 1; i >= 0; i-- {
		k := s.shard(w.hash[i])
		w.from[k]--
		w.order[w.from[k]] = uint32(i)
	}
	return w.x.m.Work(10*len(w.hash) + 5*len(s.shards))
}

// warm looks at what keeping boards of v in a shard begins with.
func (w *worker) warm(s *store, sh *shard, v *worker, boards []uint32) {
	if len(sh.pages) == 0 || s.size == 0 {
		return
	}
	sum, places := byte(0), uint64(len(sh.pages)<<pageBits)
	for _, i := range boards {
		first, _ := bits.Mul64(v.hash[i]<<s.bits, places)
		page, at := sh.pages[first>>pageBits], int(first&(perPage-1))
		sum += page[at] + page[perPage+2*at] + v.x.keys[int(i)*s.size]
	}
	w.looked = sum
}
