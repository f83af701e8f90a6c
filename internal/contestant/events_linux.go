package contestant

import (
	"syscall"
	"time"
	"unsafe"
)

// whose is the next task that has something to report, without taking the report; 0 when it is none of ours, or
// none yet. left is false when there is no task left.
func (t *trace) whose() (id int, left bool) {
	flags := syscall.WEXITED | syscall.WSTOPPED | leaveIt | allKinds | thisOnly
	for tries := 0; ; tries++ {
		if t.dead && len(t.tasks) == 0 {
			flags |= syscall.WNOHANG // what is left was born while its parent died, or is no child of a run
		}
		id, err := waitid(anyChild, 0, flags)
		switch {
		case err == syscall.EINTR:
			continue
		case err != 0:
			return 0, false
		}
		if id != 0 && t.ours(id) {
			return id, true
		}
		// Other goroutines may have started programs on this thread; whoever did waits for them.
		if flags&syscall.WNOHANG != 0 && (!t.forked && !t.killed || tries >= 20) {
			return 0, false
		}
		time.Sleep(time.Millisecond)
	}
}

// ours reports whether the task belongs to this run. One may report before the task that started it could.
func (t *trace) ours(id int) bool {
	t.mu.Lock()
	_, known := t.tasks[id]
	t.mu.Unlock()
	return known || tracerOf(id) == t.tid
}

// event handles what a task reports.
func (t *trace) event(id int, ws syscall.WaitStatus) {
	if !ws.Stopped() {
		t.ended(id, ws)
		return
	}
	t.mu.Lock()
	is := t.tasks[id]
	if is == nil {
		is = &task{fresh: true}
		t.tasks[id] = is
	}
	over := t.over
	t.mu.Unlock()
	if over {
		syscall.Kill(id, syscall.SIGKILL)
		t.proceed(id, 0)
		return
	}
	sig := ws.StopSignal()
	if sig == syscall.SIGTRAP && ws.TrapCause() > 0 {
		t.notice(id, ws.TrapCause())
		t.proceed(id, 0)
		return
	}
	switch sig {
	case syscall.SIGSTOP, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU:
		if is.fresh && sig == syscall.SIGSTOP {
			is.fresh = false
			t.proceed(id, 0)
			return
		}
		if t.stopped(id) {
			return // it stays so until its time is up
		}
	case syscall.SIGXFSZ:
		t.kill(forOutput)
	}
	t.proceed(id, sig)
}

// ended handles the end of a task. With the root everything ends.
func (t *trace) ended(id int, ws syscall.WaitStatus) {
	if id == t.root {
		t.status, t.dead = ws, true
		t.kill(notStopped)
		t.mu.Lock()
		t.killed = t.why != notStopped
		t.mu.Unlock()
	}
}

// notice handles an event that ptrace reports.
func (t *trace) notice(id, cause int) {
	switch cause {
	case syscall.PTRACE_EVENT_FORK, syscall.PTRACE_EVENT_VFORK, syscall.PTRACE_EVENT_CLONE:
		child, err := syscall.PtraceGetEventMsg(id)
		if err != nil {
			return
		}
		t.forked = true
		t.mu.Lock()
		if t.tasks[int(child)] == nil {
			t.tasks[int(child)] = &task{fresh: true}
		}
		many := len(t.tasks) > maxTasks
		t.mu.Unlock()
		if many {
			t.kill(forTasks)
		}
	case syscall.PTRACE_EVENT_EXEC: // by a thread that gets the number of its process: its own number is gone
		if former, err := syscall.PtraceGetEventMsg(id); err == nil && int(former) != id {
			t.mu.Lock()
			delete(t.tasks, int(former))
			t.mu.Unlock()
		}
	case syscall.PTRACE_EVENT_EXIT:
		t.mu.Lock()
		t.peak = max(t.peak, peakMemory(id))
		if code, err := syscall.PtraceGetEventMsg(id); err == nil && code != 0 && t.lim.Memory > 0 {
			t.asked = max(t.asked, askedFor(id))
		}
		if id != t.root {
			t.cpu += processorTime(id) // 0 of a thread
		} else if t.forked {
			t.rootCPU = processorTime(id)
		}
		t.mu.Unlock()
	}
}

// proceed lets a stopped task run on, with a signal or without.
func (t *trace) proceed(id int, sig syscall.Signal) {
	syscall.PtraceCont(id, int(sig)) // it may have been killed since
}

// stopped reports whether the task is stopped for good; else a signal that would do so is about to reach it.
func (t *trace) stopped(id int) bool {
	const getSigInfo = 0x4202
	var info [128]byte
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PTRACE, getSigInfo, uintptr(id), 0,
		uintptr(unsafe.Pointer(&info)), 0, 0)
	return errno == syscall.EINVAL
}

// kill ends all that runs; the first reason counts. Any thread may call it.
func (t *trace) kill(why stop) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	t.over, t.why = true, why
	for id := range t.tasks {
		// The killed do not stop once more to be looked at.
		t.peak = max(t.peak, peakMemory(id))
		syscall.Kill(id, syscall.SIGKILL)
	}
}

// tick is how often a run is looked at: as seldom as its limits allow, for most end sooner.
const tick = 20 * time.Millisecond

// watch looks whether the limits still hold that the system does not watch, or not as finely.
func (t *trace) watch() {
	t.mu.Lock()
	if t.over {
		t.mu.Unlock()
		return
	}
	t.looks++
	cpu, memory, waits := t.cpu, int64(0), time.Duration(0)
	for id := range t.tasks {
		cpu += processorTime(id)
		waits += waited(id)
		if t.lim.Memory > 0 {
			memory += memoryNow(id)
		}
	}
	t.peak = max(t.peak, memory)
	why := notStopped
	switch clock := t.lim.Clock(); {
	case t.lim.Time > 0 && cpu > t.lim.Time:
		why = forTime
	case t.lim.Memory > 0 && memory > t.lim.Memory:
		why = forMemory
	case clock > 0 && time.Duration(t.looks)*tick-min(waits, 10*clock) > clock:
		why = forClock
	default:
		t.timer.Reset(tick)
	}
	t.mu.Unlock()
	if why != notStopped {
		t.kill(why)
	}
}

// result is what is known of a run that has ended.
func (t *trace) result() Result {
	r := Result{asked: t.asked, Memory: t.peak, Start: t.running.Sub(t.begin)}
	own := time.Duration(t.used.Utime.Nano() + t.used.Stime.Nano())
	r.CPU = max(own, t.rootCPU+t.cpu)
	// Nobody looked at what something else killed. The system counts our own memory before the exec as the program's, so
	// only what is more is known.
	if most := int64(t.used.Maxrss) << 10; r.Memory == 0 && most > ownPeak() {
		r.Memory = most
	}
	if t.status.Signaled() {
		r.Code, r.Signal = -1, signalName(t.status.Signal())
	} else {
		r.Code = t.status.ExitStatus()
	}
	return r
}
