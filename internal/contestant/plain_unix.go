//go:build unix

package contestant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/gridwright/gridwright/grid"
)

// command is the program behind a shell that sets the limits which the system knows, and executes it.
func (p *Program) command(lim Limits) *exec.Cmd {
	set := "ulimit -c 0 2>/dev/null; "
	if lim.Time > 0 {
		set += fmt.Sprintf("ulimit -t %d 2>/dev/null; ", (lim.Time+time.Second-1)/time.Second+1)
	}
	if lim.Memory > 0 {
		set += fmt.Sprintf("ulimit -d %d 2>/dev/null; ", lim.room()>>10)
	}
	args := append([]string{"-c", set + `exec "$0" "$@"`, p.path}, p.Args[1:]...)
	cmd := exec.Command("/bin/sh", args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
	return cmd
}

// check finds out what the shell would only say to the program's standard error.
func (p *Program) check() error {
	f, err := os.Open(p.path)
	if err != nil {
		return nil // it may be executable all the same
	}
	defer f.Close()
	var head [256]byte
	n, _ := io.ReadFull(f, head[:])
	if first, script := strings.CutPrefix(firstLine(p.path), "#!"); script {
		if words := strings.Fields(first); len(words) > 0 {
			if _, err := os.Stat(words[0]); err != nil {
				return p.startError(syscall.ENOENT)
			}
		}
	} else if bytes.IndexByte(head[:n], 0) < 0 {
		return p.startError(syscall.ENOEXEC)
	}
	return nil
}

// A group is a process group; 0 is none.
type group int

func groupOf(cmd *exec.Cmd, _ Limits) group { return group(cmd.Process.Pid) }

func (g group) kill() {
	if g > 0 {
		syscall.Kill(-int(g), syscall.SIGKILL)
	}
}

// endingOf fills in the code, the signal and the memory, and says why the run was stopped, if it was.
func endingOf(r *Result, state *os.ProcessState, lim Limits, why stop) stop {
	status := state.Sys().(syscall.WaitStatus)
	if used, ok := state.SysUsage().(*syscall.Rusage); ok {
		// Some systems count what we held when we forked as the program's.
		if most := int64(used.Maxrss) * rssUnit(); most > ownPeak() {
			r.Memory = most
		}
	}
	r.Code = status.ExitStatus()
	if status.Signaled() {
		r.Code, r.Signal = -1, signalName(status.Signal())
		if status.Signal() == syscall.SIGXCPU && why == notStopped {
			return forTime
		}
	}
	return why
}

// startError says why the program could not be started; what is wrong with the file is bad input.
func (p *Program) startError(err error) error {
	name := p.Args[0]
	var errno syscall.Errno
	errors.As(err, &errno)
	switch errno {
	case syscall.ENOEXEC:
		return grid.Errorf(grid.Pos{}, "%s is no program that this system can run, and has no first line #! that says "+
			"what runs it", name)
	case syscall.E2BIG:
		return grid.Errorf(grid.Pos{}, "%s has more or longer arguments than this system can pass", name)
	case syscall.EACCES:
		return grid.Errorf(grid.Pos{}, "%s is not executable", name)
	case syscall.ENOENT, syscall.ENOTDIR:
		if first := firstLine(p.path); strings.HasPrefix(first, "#!") {
			return grid.Errorf(grid.Pos{}, "%s needs %q, which is not there", name, strings.TrimSpace(first[2:]))
		} else if first != "" {
			return grid.Errorf(grid.Pos{}, "%s needs a loader of programs that is not there", name)
		}
		return grid.Errorf(grid.Pos{}, "there is no command %q", name)
	case syscall.ELOOP, syscall.ENAMETOOLONG, syscall.EISDIR, syscall.ETXTBSY, syscall.EINVAL:
		return grid.Errorf(grid.Pos{}, "%s cannot be executed: %v", name, errno)
	}
	return fmt.Errorf("%s cannot be started: %w", name, err)
}

// firstLine is the first line of a file, or as much of it as matters.
func firstLine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var head [256]byte
	n, _ := io.ReadFull(f, head[:])
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	return line
}

// ownPeak is the most that this process held at once.
func ownPeak() int64 {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return int64(used.Maxrss) * rssUnit()
}
