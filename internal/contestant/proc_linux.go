package contestant

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// setLimits sets what the system limits by itself, of a process that is stopped before its first instruction.
func setLimits(pid int, lim Limits) {
	const (
		fileSize = 1
		core     = 4
	)
	limit(pid, core, 0, 0)
	if lim.Output > 0 {
		n := uint64(lim.Output) + 1 // one more tells what is too long from what is just not
		limit(pid, fileSize, n, n)
	}
	if lim.Memory > 0 {
		n := uint64(lim.room())
		limit(pid, syscall.RLIMIT_DATA, n, n)
	}
	if lim.Time > 0 { // watch is finer; this holds if we cannot watch
		seconds := uint64((lim.Time + time.Second - 1) / time.Second)
		limit(pid, syscall.RLIMIT_CPU, seconds+1, seconds+2)
	}
}

// limit sets one limit, within what the process has anyhow.
func limit(pid, which int, soft, hard uint64) {
	var old rlimit64
	if !prlimit(pid, which, nil, &old) {
		return
	}
	hard = min(hard, old.hard)
	prlimit(pid, which, &rlimit64{min(soft, hard), hard}, nil)
}

// An rlimit64 is what the system call takes on every processor.
type rlimit64 struct{ soft, hard uint64 }

func prlimit(pid, which int, to, from *rlimit64) bool {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(which), uintptr(unsafe.Pointer(to)),
		uintptr(unsafe.Pointer(from)), 0, 0)
	return errno == 0
}

// proc reads a small file of /proc into buf.
func proc(pid int, name string, buf []byte) []byte {
	fd, err := syscall.Open("/proc/"+strconv.Itoa(pid)+"/"+name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	n, _ := syscall.Read(fd, buf)
	syscall.Close(fd)
	return buf[:max(n, 0)]
}

// peakMemory is the most that the process held at once. What wait4 says is of no use: it counts ours before the exec.
func peakMemory(pid int) int64 {
	var buf [4096]byte
	return statusNumber(proc(pid, "status", buf[:]), "VmHWM") << 10
}

// askedFor is how much memory the process has that it may write to, used or not: what setLimits bounds.
func askedFor(pid int) int64 {
	var buf [4096]byte
	return statusNumber(proc(pid, "status", buf[:]), "VmData") << 10
}

// memoryNow is what the process holds; 0 of a thread that is not the first of its process.
func memoryNow(pid int) int64 {
	var buf [256]byte
	fields := bytes.Fields(proc(pid, "statm", buf[:]))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}

// waited is how long a task could have run but others had the processors: what a busy machine takes is no fault of the
// program. For the same reason the clock of a run counts looks, which are late there too.
func waited(pid int) time.Duration {
	var buf [128]byte
	fields := bytes.Fields(proc(pid, "schedstat", buf[:])) // nanoseconds: run, waited
	if len(fields) < 2 {
		return 0
	}
	ns, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return time.Duration(ns)
}

// tracerOf is the thread that traces the task; 0 where it is none.
func tracerOf(id int) int {
	var buf [4096]byte
	return int(statusNumber(proc(id, "status", buf[:]), "TracerPid"))
}

// statusNumber is a number of the list that the system keeps of a task.
func statusNumber(status []byte, name string) int64 {
	_, after, _ := bytes.Cut(status, []byte("\n"+name+":"))
	after = bytes.TrimLeft(after, " \t")
	n := 0
	for n < len(after) && '0' <= after[n] && after[n] <= '9' {
		n++
	}
	number, _ := strconv.ParseInt(string(after[:n]), 10, 64)
	return number
}
