package contestant

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// knowsAccess says that a file tells when it was read last.
const knowsAccess = true

// mark is an argument that no other process has.
var marks atomic.Int64

func mark() string { return fmt.Sprintf("gridwright-mark-%d-%d", os.Getpid(), marks.Add(1)) }

// marked lists the processes that have an argument, zombies aside.
func marked(t *testing.T, mark string) (pids []int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Fatal("this /proc lists no processes")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err == nil && bytes.Contains(text, []byte(mark)) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// until waits for so many processes that have the mark, for as long as a slow machine may take.
func until(t *testing.T, mark string, least, most int) {
	t.Helper()
	var have []int
	for range 1200 {
		if have = marked(t, mark); len(have) >= least && len(have) <= most {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("after a minute the processes with the mark are %v, not %d to %d", have, least, most)
}

// TestNothingIsLeft is about programs that leave others behind.
func TestNothingIsLeft(t *testing.T) {
	for _, c := range [][]string{
		{"leave", "sleep"},
		{"leave", "loop"},
		{"leave", "leave", "sleep"},
		{"leave", "leave", "fork", "sleep"},
		{"leave", "fork", "deaf", "sleep"},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			m := mark()
			r, err := ours(t, append(c, m)...).Run(context.Background(), nil, ample)
			if left := marked(t, m); err != nil || r.Ending != Exited || len(left) > 0 {
				t.Errorf("%v, error %v; left: %v", r, err, left)
			}
		})
	}
	for _, c := range [][]string{{"fork", "sleep"}, {"fork", "leave", "fork", "sleep"}, {"fork", "fork", "loop"}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			m := mark()
			r, err := ours(t, append(c, m)...).Run(context.Background(), nil, Limits{Time: 200 * time.Millisecond})
			if left := marked(t, m); err != nil || r.Ending != TimeLimit || len(left) > 0 {
				t.Errorf("%v, error %v; left: %v", r, err, left)
			}
		})
	}
}

// TestCancelledTree cancels when all of a tree of processes is there.
func TestCancelledTree(t *testing.T) {
	t.Parallel()
	m := mark()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		until(t, m, 4, 4)
	}()
	r, err := ours(t, "fork", "leave", "fork", "fork", "sleep", m).Run(ctx, nil, Limits{})
	if left := marked(t, m); err != context.Canceled || len(left) > 0 {
		t.Errorf("%v, error %v; left: %v", r, err, left)
	}
}

// TestCancelledAnyTime cancels a program that starts threads, also in the middle of starting one.
func TestCancelledAnyTime(t *testing.T) {
	p := ours(t, "nothing")
	for i := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		stop := time.AfterFunc(time.Duration(i)*150*time.Microsecond, cancel)
		if _, err := p.Run(ctx, nil, Limits{}); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stop.Stop()
		cancel()
	}
}

// TestWeAreKilled kills a process that runs a program, whose children are far from it.
func TestWeAreKilled(t *testing.T) {
	t.Parallel()
	m := mark()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "runner", "fork", "leave", "fork", "fork", "sleep", m)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, m, 5, 5) // leave has ended
	c.Process.Signal(syscall.SIGKILL)
	c.Wait()
	until(t, m, 0, 0)
}

// TestSealed is about a program that tries to change its input.
func TestSealed(t *testing.T) {
	r, err := ours(t, "forge").Run(context.Background(), strings.NewReader("3 4\n"), ample)
	if err != nil || string(r.Output) != "true 3 4\n" {
		t.Errorf("%v, error %v", r, err)
	}
}

// TestForkBomb counts processes.
func TestForkBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: with -short")
	}
	m := mark()
	r, err := ours(t, "bomb", m).Run(context.Background(), nil, Limits{})
	if left := marked(t, m); err != nil || r.Ending != Crashed || r.Signal == "" || len(left) > 0 {
		t.Errorf("%v, error %v; left: %v", r, err, left)
	}
}

// TestMemoryLimit is about programs that take memory until they get no more.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	lim := Limits{Time: time.Minute, Memory: 100 << 20}
	r, err := ours(t, "allocate").Run(context.Background(), nil, lim)
	if err != nil || r.Ending != MemoryLimit {
		t.Errorf("%v, error %v", r, err)
	}
	r, err = found(t, "sh", "-c", "exit 3").Run(context.Background(), nil, lim)
	if err != nil || r.Ending != Crashed || r.Code != 3 || r.Memory <= 0 {
		t.Errorf("%v, error %v", r, err)
	}
}

// TestMemoryOfC is about the ways in which programs without a runtime of their own run out of memory, or seem to.
func TestMemoryOfC(t *testing.T) {
	t.Parallel()
	path := compiled(t, `#include <cstdlib>
#include <cstring>
volatile char *last;
__attribute__((noinline)) int deep(volatile int *p) { volatile int x[1000]; x[0] = *p; return deep(x) + x[0]; }
int main(int, char **v) {
	switch (*v[1]) {
	case 't': for (;;) { last = (char *)malloc(1 << 20); memset((char *)last, 1, 1 << 20); } // writes to all it gets
	case 'n': for (;;) { last = (char *)malloc(1 << 20); *last = 1; }                        // to little of it
	case 'b': for (;;) last = new char[1 << 20];
	case 'o': last = new char[100l << 30]; return 0;                                         // one request, too large
	case 'd': { volatile int x = 1; return deep(&x); }                                       // only the stack is full
	case 'f': last = (char *)malloc(50 << 20); memset((char *)last, 1, 50 << 20); return 0;  // that may be
	}
}
`, "-O0")
	for _, c := range []struct {
		how  string
		want Ending
	}{{"t", MemoryLimit}, {"n", MemoryLimit}, {"b", MemoryLimit}, {"o", MemoryLimit}, {"d", Crashed}, {"f", Exited}} {
		r, err := found(t, path, c.how).Run(context.Background(), nil, Limits{Time: time.Minute, Memory: 100 << 20})
		if err != nil || r.Ending != c.want {
			t.Errorf("%s: %v, error %v; want %v", c.how, r, err, c.want)
		}
		if c.how == "f" && (r.Memory < 50<<20 || r.Memory > 100<<20) {
			t.Errorf("%s: %v; want a little more than 50 MB", c.how, r)
		}
	}
}
