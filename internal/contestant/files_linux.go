package contestant

import (
	"context"
	"io"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// memoryFile makes a file that no folder holds, in memory where the system has such files.
func memoryFile(name string) (*os.File, error) {
	const closeOnExec, allowSealing = 1, 2
	if number := memfdCreate(); number != 0 {
		text := append([]byte(name), 0)
		fd, _, errno := syscall.Syscall(number, uintptr(unsafe.Pointer(&text[0])), closeOnExec|allowSealing, 0)
		if errno == 0 {
			return os.NewFile(fd, name), nil
		}
	}
	f, err := os.CreateTemp("", "gridwright-*")
	if err == nil {
		os.Remove(f.Name()) // it lives until it is closed
	}
	return f, err
}

// seal keeps everybody from changing a file in memory, by whatever way to it a program finds: opened again for writing,
// say. Of other files nothing is changed.
func seal(fd int) {
	const (
		addSeals                   = 1033
		seals, shrink, grow, write = 1, 2, 4, 8
	)
	syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), addSeals, seals|shrink|grow|write)
}

// memfdCreate is the number of the system call, which package syscall does not have.
func memfdCreate() uintptr {
	switch runtime.GOARCH {
	case "amd64":
		return 319
	case "386":
		return 356
	case "arm":
		return 385
	case "arm64", "riscv64", "loong64":
		return 279
	case "ppc64", "ppc64le":
		return 360
	case "s390x":
		return 350
	}
	return 0
}

// longAgo is the time of the last access that the input gets before the run. A program that reads with pread, or maps
// the file, moves no offset, but changes that.
const longAgo = 1

// inputFile holds the input, in a file that the program can only read.
func inputFile(ctx context.Context, input io.Reader) (*os.File, int64, error) {
	f, err := memoryFile("stdin")
	if err != nil {
		return nil, 0, err
	}
	size, err := fill(ctx, f, input)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	fd := int(f.Fd())
	seal(fd)
	if only, err := syscall.Open("/proc/self/fd/"+strconv.Itoa(fd), syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
		f.Close()
		f, fd = os.NewFile(uintptr(only), "stdin"), only
	}
	times := [2]syscall.Timespec{{Sec: longAgo}, {Sec: longAgo}}
	// What fails leaves the time at now, and then nothing is known of accesses.
	syscall.Syscall6(syscall.SYS_UTIMENSAT, uintptr(fd), 0, uintptr(unsafe.Pointer(&times)), 0, 0, 0)
	return f, size, nil
}

// taken is how many bytes of the input, which has size, were read at most.
func taken(f *os.File, size int64) int64 {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil || at > size {
		return size
	}
	if at > 0 {
		return at
	}
	var st syscall.Stat_t
	if syscall.Fstat(int(f.Fd()), &st) == nil && st.Atim.Sec == longAgo && st.Atim.Nsec == 0 {
		return 0
	}
	return size
}

// content is what stands in the file, a byte more than limit at most.
func content(f *os.File, limit int64) ([]byte, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(int(f.Fd()), &st); err != nil {
		return nil, err
	}
	n := st.Size
	if limit > 0 {
		n = min(n, limit+1)
	}
	if n == 0 {
		return nil, nil
	}
	out := make([]byte, n)
	m, err := f.ReadAt(out, 0)
	if err == io.EOF {
		err = nil
	}
	return out[:m], err
}

// processorTime is what the process pid has used, all its threads; 0 where that is not known.
func processorTime(pid int) time.Duration {
	const scheduler = 2 // the clock of a process: the complement of its number, three bits for the kind
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(int32(^pid<<3|scheduler)),
		uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		return 0
	}
	return time.Duration(ts.Nano())
}
