package contestant

import (
	"bytes"
	"time"
)

// maxErrors is how much of standard error is kept.
const maxErrors = 8 << 10

// maxTasks is how many processes and threads a run may have at once, where they are counted: more than the runtimes
// of languages start by themselves, and less than makes a machine unusable.
const maxTasks = 512

// A stop is why we ended a run.
type stop int

const (
	notStopped stop = iota
	forTime
	forClock
	forMemory
	forOutput
	forTasks
	forCaller // its context is done
)

// settle says how the run ended: why we stopped it, or what its code, signal and figures tell.
func (r *Result) settle(lim Limits, why stop) {
	if lim.Output > 0 && int64(len(r.Output)) > lim.Output {
		r.Output = r.Output[:lim.Output]
		why = forOutput
	}
	clean := r.Code == 0 && r.Signal == ""
	switch {
	case why == forOutput:
		r.Ending = OutputLimit
	case why == forClock:
		r.Ending, r.Clock = TimeLimit, true
	case why == forTime || why == notStopped && lim.Time > 0 && r.CPU > lim.Time:
		r.Ending = TimeLimit
	case why == forMemory || lim.Memory > 0 && (r.Memory > lim.Memory || !clean && r.lacksMemory(lim)):
		r.Ending = MemoryLimit
	case why == forTasks:
		r.Ending, r.Code = Crashed, -1
		r.Signal = "SIGKILL (it had more than 512 processes and threads at once)"
	case !clean:
		r.Ending = Crashed
	default:
		r.Ending = Exited
	}
	if r.Ending != Exited && r.Ending != Crashed && why != notStopped {
		r.Code, r.Signal = -1, "" // ours
	}
}

// lacksMemory reports whether a run that failed did so because it got no more memory: it held nearly all that it
// may have, or it says so. No system tells that an allocation failed.
func (r *Result) lacksMemory(lim Limits) bool {
	if r.Memory >= lim.Memory-lim.Memory/8 || r.asked >= lim.room()-lim.room()/8 {
		return true
	}
	for _, words := range []string{"bad_alloc", "bad_array_new_length", "MemoryError", "OutOfMemoryError", "out of memory",
		"Out of memory", "Cannot allocate memory", "memory allocation of", "heap exhausted"} {
		if bytes.Contains(r.Errors, []byte(words)) {
			return true
		}
	}
	return false
}

// Clock is how long a run may take by the clock, as a program that waits for something uses no processor time to limit;
// 0 is no limit.
func (lim Limits) Clock() time.Duration {
	if lim.Time <= 0 {
		return 0
	}
	return 4*lim.Time + time.Second
}

// room is how much memory a program may ask for. Runtimes ask for more than they use, and what counts is what a
// program uses, so that is more than the limit; without a bound one request could take all that the machine has.
func (lim Limits) room() int64 { return lim.Memory + lim.Memory/4 + 64<<20 }
