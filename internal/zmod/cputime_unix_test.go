//go:build unix

package zmod

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU time of the process, all threads, as the peers print it.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
