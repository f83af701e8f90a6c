//go:build unix

package contestant

import (
	"io"
	"os"
	"syscall"
	"time"
)

// restOf reads what is in the pipe without waiting for more.
func restOf(pipe *os.File, buf []byte) (n int, err error) {
	pipe.SetReadDeadline(time.Time{})
	defer pipe.SetReadDeadline(time.Now())
	conn, err := pipe.SyscallConn()
	if err != nil {
		return 0, err
	}
	failed := conn.Read(func(fd uintptr) bool {
		n, err = syscall.Read(int(fd), buf)
		return true
	})
	if failed != nil || err != nil || n <= 0 {
		return 0, io.EOF
	}
	return n, nil
}
