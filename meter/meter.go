package meter

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// stride is the work between two looks at the context. A look costs up to 100 ns where a deadline is set; a
// stride takes about a millisecond, a fiftieth of what a cancelled call may still take.
const stride = 1 << 20

// A Meter stands between work and its limits. Its error is sticky: once it has stopped the work, every later
// call says so again, so a loop in the depth may leave early and leave the telling to who called it.
//
// A nil *Meter never stops anything. A Meter belongs to one goroutine; Fork makes one for another.
type Meter struct {
	ctx    context.Context
	work   int64 // since the last look
	looks  int64
	err    error
	memory *memory // shared by all forks
}

type memory struct {
	limit int64 // 0: none
	held  atomic.Int64
}

// New returns a meter that ctx stops, and that holds at most limit bytes (0: no limit).
func New(ctx context.Context, limit int64) *Meter {
	return &Meter{ctx: ctx, err: ctx.Err(), memory: &memory{limit: limit}}
}

// Reset makes m as good as new, for the next piece of work under the same limits. No fork of it may be in use.
func (m *Meter) Reset() {
	if m != nil {
		m.work, m.err = 0, m.ctx.Err()
		m.memory.held.Store(0)
	}
}

// Fork returns a meter for another goroutine. It shares m's context and memory.
func (m *Meter) Fork() *Meter {
	if m == nil {
		return nil
	}
	return &Meter{ctx: m.ctx, err: m.err, memory: m.memory}
}

// Err is what stopped the work, or nil. It does not look at the context.
func (m *Meter) Err() error {
	if m == nil {
		return nil
	}
	return m.err
}

// Work says that n more steps are about to be done, each about a nanosecond of CPU: a word combined, a cell
// moved. It looks at the context about every million steps and returns what stopped the work. Call it with
// the cost of a row or a block, not for every word.
func (m *Meter) Work(n int) error {
	if m == nil {
		return nil
	}
	if m.work += int64(n); m.work >= stride {
		return m.Poll()
	}
	return m.err
}

// Poll looks at the context now.
func (m *Meter) Poll() error {
	if m == nil {
		return nil
	}
	m.work = 0
	m.looks++
	yield()
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	return m.err
}

// Looks is how often m has looked at its context. Where it has not, there was less than a million steps of work.
func (m *Meter) Looks() int64 {
	if m == nil {
		return 0
	}
	return m.looks
}

// Hold says that what is about to keep so many bytes until Release. It fails with a *MemoryError where all that
// is held would then be more than the limit; nothing more is held then.
func (m *Meter) Hold(what string, bytes int64) error {
	if m == nil || m.err != nil {
		return m.Err()
	}
	held := m.memory.held.Add(bytes)
	if m.memory.limit > 0 && held > m.memory.limit {
		m.memory.held.Add(-bytes)
		m.err = &MemoryError{What: what, Need: held, Limit: m.memory.limit}
	}
	return m.err
}

// Room is Hold that holds nothing: it asks whether so many bytes could be held.
func (m *Meter) Room(what string, bytes int64) error {
	err := m.Hold(what, bytes)
	if err == nil {
		m.Release(bytes)
	}
	return err
}

// Aside does work that asks nobody, such as that of another's encoder, in a goroutine of its own, and returns its
// error. When m stops, the work is left behind: it goes on to its end, so it has to have one, and what it
// writes must be nobody else's. A panic of it is one of the caller's.
func (m *Meter) Aside(work func() error) error {
	if m == nil {
		return work()
	}
	if m.err != nil {
		return m.err
	}
	type end struct {
		err      error
		panicked any
	}
	done := make(chan end, 1)
	left := leftOf(m.ctx)
	left.begin()
	go func() {
		defer left.end()
		e := end{panicked: "meter: the work ended its goroutine"}
		defer func() {
			if r := recover(); r != nil {
				e.panicked = r
			}
			done <- e
		}()
		e.err = work()
		e.panicked = nil
	}()
	for wait := time.NewTimer(patience); ; wait.Reset(patience) {
		select {
		case e := <-done:
			wait.Stop()
			if e.panicked != nil {
				panic(e.panicked)
			}
			return e.err
		case <-wait.C:
			if err := m.Poll(); err != nil {
				return err
			}
		}
	}
}

// Writing is Aside for work that writes: the writer that it gets stands before w, looks at the context before it passes
// anything on, and passes nothing on after Writing has returned. Where w keeps a Write waiting, so it does m.
func (m *Meter) Writing(w io.Writer, work func(w io.Writer) error) error {
	if m == nil {
		return work(w)
	}
	g := &gate{w: w, m: m.Fork()}
	defer g.close()
	return m.Aside(func() error { return work(g) })
}

// A gate passes on what is written until its meter stops or somebody closes it.
type gate struct {
	mu     sync.Mutex
	w      io.Writer
	m      *Meter
	closed bool
}

// Write implements io.Writer.
func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.m.Poll(); err != nil {
		return 0, err
	}
	if g.closed {
		return 0, io.ErrClosedPipe
	}
	return g.w.Write(p)
}

func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

// patience is the time between two looks at the context while work is done aside.
const patience = 10 * time.Millisecond

// Release gives back what Hold took.
func (m *Meter) Release(bytes int64) {
	if m != nil {
		m.memory.held.Add(-bytes)
	}
}

// Held is the number of bytes that are held, by all forks together.
func (m *Meter) Held() int64 {
	if m == nil {
		return 0
	}
	return m.memory.held.Load()
}

// A MemoryError says that work needs more memory than it may have.
type MemoryError struct {
	What        string // names the work: "the document"
	Need, Limit int64  // bytes; Need counts what is known so far, and may be less than would be enough
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs more than %d bytes of memory and the limit is %d", e.What, e.Need, e.Limit)
}
