//go:build unix || windows

package contestant

import (
	"errors"
	"os"
	"time"
)

// A listener reads what a program says through a pipe, and keeps the beginning, so that the program never waits.
type listener struct {
	pipe *os.File
	said chan []byte
}

// listen reads the pipe to its end and keeps n bytes, all if n is negative. When there are more, tooMuch is called.
func listen(pipe *os.File, n int64, tooMuch func()) listener {
	l := listener{pipe, make(chan []byte, 1)}
	go func() {
		var kept []byte
		buf, full, over := make([]byte, 4096), false, int64(0)
		for {
			m, err := pipe.Read(buf)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				if m, err = restOf(pipe, buf); over > 1<<20 { // somebody goes on writing who should be dead
					break
				}
				over += int64(m)
			}
			if n >= 0 && int64(len(kept)+m) > n {
				if !full {
					full = true
					tooMuch()
				}
				m = int(n - int64(len(kept)))
			}
			kept = append(kept, buf[:m]...)
			if err != nil {
				break
			}
			if len(buf) == 4096 && len(kept) >= 4096 {
				buf = make([]byte, 64<<10)
			}
		}
		l.said <- kept
	}()
	return l
}

// all is what was said, once everything has ended that was to say it. If something escaped that holds the pipe, what
// is in it after a while is all.
func (l listener) all() []byte {
	select {
	case b := <-l.said:
		return b
	case <-time.After(time.Second):
	}
	if l.pipe.SetReadDeadline(time.Now()) != nil {
		l.pipe.Close()
	}
	return <-l.said
}
