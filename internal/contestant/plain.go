//go:build unix || windows

package contestant

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// plain is a run by the means that most systems have: a group of processes, pipes for what it says.
func (p *Program) plain(ctx context.Context, stdin *os.File, lim Limits) (Result, error) {
	if err := p.check(); err != nil {
		return Result{}, err
	}
	cmd := p.command(lim)
	cmd.Stdin = stdin
	w := &watched{lim: lim}
	most := int64(-1)
	if lim.Output > 0 {
		most = lim.Output
	}
	var tooMuch atomic.Bool // also of a program that has ended before anybody could see it
	out, err := w.listen(&cmd.Stdout, most, func() {
		tooMuch.Store(true)
		w.kill(forOutput)
	})
	if err != nil {
		return Result{}, err
	}
	errs, err := w.listen(&cmd.Stderr, maxErrors, func() {})
	if err != nil {
		return Result{}, err
	}
	runtime.LockOSThread() // where a program dies with the thread that started it
	defer runtime.UnlockOSThread()
	begin := time.Now()
	if err := w.start(cmd); err != nil {
		w.closeAll()
		return Result{}, p.startError(err)
	}
	running := time.Now()
	w.closeTheirs()
	cancel := context.AfterFunc(ctx, func() { w.kill(forCaller) })
	var timer *time.Timer
	if clock := lim.Clock(); clock > 0 {
		timer = time.AfterFunc(clock, func() { w.kill(forClock) })
	}
	cmd.Wait() // what went wrong stands in the state
	wall := time.Since(begin)
	w.kill(notStopped) // what it left
	cancel()
	if timer != nil {
		timer.Stop()
	}
	r := Result{Output: out.all(), Errors: errs.all(), Start: running.Sub(begin), Wall: wall}
	w.closeOurs()
	if w.why == forCaller {
		return Result{}, ctx.Err()
	}
	r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if tooMuch.Load() && w.why == notStopped {
		w.why = forOutput
	}
	why := endingOf(&r, cmd.ProcessState, lim, w.why)
	r.settle(lim, why)
	return r, nil
}

// watched is a group of processes that may be killed once.
type watched struct {
	lim          Limits
	theirs, ours []*os.File
	mu           sync.Mutex
	group        group
	over         bool
	why          stop
}

// kill ends all that runs; the first reason counts.
func (w *watched) kill(why stop) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.over, w.why = true, why
		w.group.kill()
	}
}

// start starts cmd, whose group is then known.
func (w *watched) start(cmd *exec.Cmd) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	w.group = groupOf(cmd, w.lim)
	return nil
}

// listen puts a pipe in place of a stream, and reads it.
func (w *watched) listen(stream *io.Writer, n int64, tooMuch func()) (listener, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		w.closeAll()
		return listener{}, err
	}
	w.ours, w.theirs = append(w.ours, ours), append(w.theirs, theirs)
	*stream = theirs
	return listen(ours, n, tooMuch), nil
}

func (w *watched) closeTheirs() {
	for _, f := range w.theirs {
		f.Close()
	}
}

func (w *watched) closeOurs() {
	for _, f := range w.ours {
		f.Close()
	}
}

func (w *watched) closeAll() {
	w.closeTheirs()
	w.closeOurs()
}

// plainInput holds the input in a file of the disk, which its caller removes. The program shares our place in it,
// which tells how much it took.
func plainInput(ctx context.Context, input io.Reader) (*os.File, int64, error) {
	f, err := os.CreateTemp("", "gridwright-*")
	if err != nil {
		return nil, 0, err
	}
	size, err := fill(ctx, f, input)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		remove(f)
		return nil, 0, err
	}
	return f, size, nil
}

func remove(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}

// plainTaken is how many bytes of the input were read.
func plainTaken(f *os.File, size int64) int64 {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return size
	}
	return min(at, size)
}
