//go:build unix

package contestant

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// systemHelper is the programs that need a Unix.
func systemHelper(name string, args []string) {
	switch name {
	case "deaf": // to what asks it to end
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGXCPU, syscall.SIGXFSZ)
		helper(args[0], args[1:])
	case "stop":
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		time.Sleep(1000 * time.Hour)
	case "pread":
		var b [3]byte
		os.Stdin.ReadAt(b[:], 0)
	case "mmap":
		if b, err := syscall.Mmap(0, 0, 3, syscall.PROT_READ, syscall.MAP_PRIVATE); err != nil || b[0] != '1' {
			os.Exit(4)
		}
	case "forge": // tries to write to its input, through a descriptor of its own
		f, err := os.OpenFile("/proc/self/fd/0", os.O_RDWR, 0)
		if err == nil {
			_, err = f.WriteAt([]byte("9"), 0)
			for _, size := range []int64{0, 100} {
				if f.Truncate(size) == nil {
					err = nil
				}
			}
		}
		fmt.Print(err != nil, " ")
		io.Copy(os.Stdout, os.Stdin)
	case "leave": // starts the rest of its arguments in a session of its own, and ends
		child(args, true)
	case "fork": // starts them in its group, and sleeps
		child(args, false)
		helper("sleep", nil)
	case "bomb":
		for {
			child([]string{"sleep", args[0]}, true)
		}
	case "runner": // runs a program as a front does
		self, _ := os.Executable()
		if p, err := Find(append([]string{self}, args...)); err == nil {
			p.Run(context.Background(), strings.NewReader("1\n"), Limits{})
		}
	default:
		os.Exit(99)
	}
}

func child(args []string, session bool) {
	self, _ := os.Executable()
	c := exec.Command(self, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	if c.Start() != nil {
		os.Exit(5)
	}
}

// processorTimeOfAll is that of this process and of its children that have ended.
func processorTimeOfAll() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		syscall.Getrusage(who, &used)
		sum += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	return sum
}

func engines() []engine {
	return []engine{
		{"Run", func(p *Program, ctx context.Context, in io.Reader, lim Limits) (Result, error) {
			return p.Run(ctx, in, lim)
		}},
		{"plain", func(p *Program, ctx context.Context, in io.Reader, lim Limits) (Result, error) {
			f, size, err := plainInput(ctx, in)
			if err != nil {
				return Result{}, err
			}
			defer remove(f)
			r, err := p.plain(ctx, f, lim)
			r.Read = plainTaken(f, size)
			return r, err
		}},
	}
}

func TestSignals(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		for _, c := range []struct{ name, want string }{
			{"SEGV", "SIGSEGV (segmentation fault)"},
			{"ABRT", "SIGABRT (abort"},
			{"FPE", "SIGFPE (floating point exception"},
			{"KILL", "SIGKILL (killed"},
			{"TERM", "SIGTERM (terminated"},
			{"BUS", "SIGBUS (bus error"},
			{"ILL", "SIGILL (illegal instruction"},
			{"TRAP", "SIGTRAP (trace/breakpoint trap"},
			{"USR1", "SIGUSR1 (user defined signal 1"},
			{"PIPE", "SIGPIPE (broken pipe"},
		} {
			r := e.must(t, found(t, "sh", "-c", "echo x; kill -"+c.name+" $$; sleep 1000"), nil, ample)
			if r.Ending != Crashed || r.Code != -1 || !strings.HasPrefix(r.Signal, c.want) || string(r.Output) != "x\n" {
				t.Errorf("%s: %v; want signal %q", c.name, r, c.want)
			}
		}
	})
}

// TestStubborn is about programs that stop themselves, or ignore what asks them to end.
func TestStubborn(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		for _, c := range []struct {
			args []string
			want Ending
		}{
			{[]string{"stop"}, TimeLimit},
			{[]string{"deaf", "sleep"}, TimeLimit},
			{[]string{"deaf", "loop"}, TimeLimit},
			{[]string{"deaf", "write"}, OutputLimit},
		} {
			lim := Limits{Time: 100 * time.Millisecond, Output: 1000}
			if c.want == OutputLimit {
				lim.Time = time.Minute
			}
			if r := e.must(t, ours(t, c.args...), nil, lim); r.Ending != c.want {
				t.Errorf("%q: %v; want %v", c.args, r, c.want)
			}
		}
	})
}

// TestReadOtherwise is about programs that read without moving the place in the file.
func TestReadOtherwise(t *testing.T) {
	for _, name := range []string{"pread", "mmap"} {
		r, err := ours(t, name).Run(context.Background(), strings.NewReader("1 2 3\n"), ample)
		if err != nil || r.Ending != Exited {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if knowsAccess && r.Read == 0 {
			t.Errorf("%s is said not to have read", name)
		}
	}
}
