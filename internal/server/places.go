package server

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// places are those that questions take while they are worked on. So many more wait, in turn; all others are sent away
// at once, which costs them and the server nothing.
//
// A question that takes longer than quick moves to one of as many other places, so that small ones come through behind
// it. Where those are taken too, and somebody waits, it is sent away.
type places struct {
	busy, long chan struct{} // as many as there are questions under way
	quick      time.Duration // 0: for ever
	waiting    atomic.Int64
	most       int64
}

func newPlaces(atOnce, queue int, quick time.Duration) *places {
	return &places{busy: make(chan struct{}, atOnce), long: make(chan struct{}, atOnce), quick: max(0, quick),
		most: int64(max(0, queue))}
}

// enter takes a place; nil where the queue is full, or where none becomes free in time. evict is called where the
// question has to leave.
func (p *places) enter(ctx context.Context, patience time.Duration, evict func()) *place {
	if !p.wait(ctx, patience) {
		return nil
	}
	out := &place{of: p, evict: evict}
	if p.quick > 0 {
		out.mu.Lock()
		out.timer = time.AfterFunc(p.quick, out.late)
		out.mu.Unlock()
	}
	return out
}

func (p *places) wait(ctx context.Context, patience time.Duration) bool {
	select {
	case p.busy <- struct{}{}:
		return true
	default:
	}
	if p.waiting.Add(1) > p.most {
		p.waiting.Add(-1)
		return false
	}
	defer p.waiting.Add(-1)
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case p.busy <- struct{}{}:
		return true
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
}

// A place is one of places.
type place struct {
	of    *places
	evict func()
	timer *time.Timer

	mu   sync.Mutex
	long bool // it is one of the others
	left bool
	sent bool // its question has been sent away
}

// late is called now and then once a question has taken long.
func (p *place) late() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left || p.long || p.sent {
		return
	}
	select {
	case p.of.long <- struct{}{}:
		<-p.of.busy
		p.long = true
		return
	default:
	}
	if p.of.waiting.Load() > 0 {
		p.sent = true
		p.evict()
		return
	}
	p.timer.Reset(p.of.quick)
}

// sentAway tells whether the question has been sent away.
func (p *place) sentAway() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent
}

// leave gives the place back.
func (p *place) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = true
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.long {
		<-p.of.long
	} else {
		<-p.of.busy
	}
}

// underway count what is under way.
type underway struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when the last one leaves; nil where nobody waits for that
}

func (f *underway) enter() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
}

func (f *underway) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n--; f.n == 0 && f.none != nil {
		close(f.none)
		f.none = nil
	}
}

// wait waits until nothing is under way, or ctx ends.
func (f *underway) wait(ctx context.Context) {
	f.mu.Lock()
	if f.n == 0 {
		f.mu.Unlock()
		return
	}
	if f.none == nil {
		f.none = make(chan struct{})
	}
	none := f.none
	f.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}
