package contestant

import (
	"context"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// A trace is one run as its tracer sees it. The thread that started the program makes every call but kill and watch.
type trace struct {
	root   int
	lim    Limits
	begin  time.Time
	stdout *os.File
	tid    int

	status  syscall.WaitStatus
	used    syscall.Rusage
	running time.Time // when the program was executed
	looks   int       // how often watch has looked

	dead   bool // the root has ended
	killed bool // by us
	forked bool // there were other tasks than the root

	mu      sync.Mutex
	tasks   map[int]*task // the live ones that were seen
	over    bool          // nothing is left, or all are killed and come to their ends
	why     stop
	cpu     time.Duration // of processes other than the root that have ended
	peak    int64
	asked   int64         // of those that failed
	rootCPU time.Duration // of the root, when it ended, if it had children
	timer   *time.Timer
}

// A task is a process or a thread of one.
type task struct {
	fresh bool // the stop that every new one begins with is still to come
}

func newTrace(pid int, lim Limits, begin time.Time, stdout *os.File) *trace {
	return &trace{root: pid, lim: lim, begin: begin, stdout: stdout, tid: syscall.Gettid(),
		tasks: map[int]*task{pid: {}}}
}

const (
	exitKill  = 0x100000 // PTRACE_O_EXITKILL: all are killed when the tracer dies
	allKinds  = 0x40000000
	thisOnly  = 0x20000000 // __WNOTHREAD: children of other threads are none of our business
	leaveIt   = 0x1000000  // WNOWAIT
	anyChild  = 0          // P_ALL
	oneChild  = 1          // P_PID
	tracemask = syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACECLONE |
		syscall.PTRACE_O_TRACEEXEC | syscall.PTRACE_O_TRACEEXIT | exitKill
)

// follow waits until the program and all that it started have ended.
func (t *trace) follow(ctx context.Context) {
	var ws syscall.WaitStatus
	if !t.wait(t.root, &ws) { // the first stop comes with the exec
		return
	}
	t.running = time.Now()
	if !ws.Stopped() {
		t.event(t.root, ws)
	} else {
		setLimits(t.root, t.lim)
		syscall.PtraceSetOptions(t.root, tracemask)
		t.proceed(t.root, 0)
	}
	t.mu.Lock()
	t.timer = time.AfterFunc(tick, t.watch)
	t.mu.Unlock()
	cancel := context.AfterFunc(ctx, func() { t.kill(forCaller) })
	for t.next() {
	}
	cancel()
	t.mu.Lock()
	t.over = true
	t.timer.Stop()
	t.mu.Unlock()
}

// wait takes the report of one task, when there is one. A task that has ended is forgotten before its number is free.
func (t *trace) wait(id int, ws *syscall.WaitStatus) bool {
	if !t.peek(id) {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		var used syscall.Rusage
		_, err := syscall.Wait4(id, ws, allKinds, &used)
		if err == syscall.EINTR {
			continue
		}
		if err == nil && !ws.Stopped() {
			delete(t.tasks, id)
			if id == t.root {
				t.used = used
			}
		}
		return err == nil
	}
}

// peek waits until there is something to report of a task.
func (t *trace) peek(id int) bool {
	for {
		_, err := waitid(oneChild, id, syscall.WEXITED|syscall.WSTOPPED|leaveIt|allKinds)
		if err != syscall.EINTR {
			return err == 0
		}
	}
}

// waitid says of which task there is something to report; 0 is none.
func waitid(kind, id, flags int) (int, syscall.Errno) {
	var info [128]byte
	_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, uintptr(kind), uintptr(id), uintptr(unsafe.Pointer(&info)),
		uintptr(flags), 0, 0)
	const pointer = unsafe.Sizeof(uintptr(0))
	return int(*(*int32)(unsafe.Pointer(&info[(12+pointer-1)&^(pointer-1)]))), errno
}

// next handles one event; false when nothing is left. It never waits for the root alone: where that is killed while it
// starts a thread, nobody hears of the thread but in its own report, and the root has no end before that is taken.
func (t *trace) next() bool {
	id, left := t.whose()
	if !left {
		return false
	}
	if id == 0 {
		return true
	}
	var ws syscall.WaitStatus
	if t.wait(id, &ws) {
		t.event(id, ws)
	}
	return true
}
