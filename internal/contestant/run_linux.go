package contestant

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"syscall"
	"time"
)

// run traces the program. Where that is forbidden (a sandbox, a tracer of our own) it is run as on any other system.
func (p *Program) run(ctx context.Context, input io.Reader, lim Limits) (Result, error) {
	stdin, size, err := inputFile(ctx, input)
	if err != nil {
		return Result{}, err
	}
	defer stdin.Close()
	r, err := p.traced(ctx, stdin, lim)
	if errors.Is(err, errNoTracing) {
		r, err = p.plain(ctx, stdin, lim)
	}
	if err == nil {
		r.Read = taken(stdin, size)
	}
	return r, err
}

// errNoTracing says that this process may not trace its children.
var errNoTracing = errors.New("tracing is forbidden")

// traced is one run under a tracer, which is the thread that runs this.
func (p *Program) traced(ctx context.Context, stdin *os.File, lim Limits) (Result, error) {
	stdout, err := memoryFile("stdout")
	if err != nil {
		return Result{}, err
	}
	defer stdout.Close()
	stderr, childStderr, err := os.Pipe()
	if err != nil {
		return Result{}, err
	}
	defer stderr.Close()

	runtime.LockOSThread() // the kernel knows threads, not goroutines, as parents and tracers
	defer runtime.UnlockOSThread()
	begin := time.Now()
	pid, err := p.start(&syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{stdin.Fd(), stdout.Fd(), childStderr.Fd()},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Ptrace: true, Pdeathsig: syscall.SIGKILL},
	})
	childStderr.Close()
	if err != nil {
		return Result{}, err
	}
	said := listen(stderr, maxErrors, func() {})

	t := newTrace(pid, lim, begin, stdout)
	t.follow(ctx)
	wall := time.Since(begin)
	if t.why == forCaller {
		return Result{}, ctx.Err()
	}
	r := t.result()
	r.Wall = wall
	r.Errors = said.all()
	if r.Output, err = content(stdout, lim.Output); err != nil {
		return Result{}, err
	}
	r.settle(lim, t.why)
	return r, nil
}

// start forks and executes. A file that another program still writes to is tried again for a while.
func (p *Program) start(attr *syscall.ProcAttr) (int, error) {
	for wait := time.Millisecond; ; wait *= 2 {
		pid, err := syscall.ForkExec(p.path, p.Args, attr)
		switch {
		case err == nil:
			return pid, nil
		case err == syscall.ETXTBSY && wait < time.Second:
			time.Sleep(wait)
		case err == syscall.EPERM && attr.Sys.Ptrace:
			return 0, errNoTracing
		default:
			return 0, p.startError(err)
		}
	}
}

// dieWithUs has the kernel kill the program when the thread that started it dies, which lives as long as we do.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// rssUnit is what the system counts memory in.
func rssUnit() int64 { return 1 << 10 }

// unlimited finds out whether this process may trace.
func unlimited() []string {
	p := &Program{Args: []string{"true"}, path: "/bin/true"}
	in, _, err := inputFile(context.Background(), nil)
	if err != nil {
		return nil
	}
	defer in.Close()
	if _, err = p.traced(context.Background(), in, Limits{}); !errors.Is(err, errNoTracing) {
		return nil
	}
	return []string{
		"Programs cannot be traced here, so a process that leaves its process group outlives its run.",
		"The processor time of all processes of a run together has no limit; that of each one has.",
	}
}
