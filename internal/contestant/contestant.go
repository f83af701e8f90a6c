// Package contestant runs the programs of contestants, which nobody trusts: each run in a process group of its own,
// under limits of time, memory and output, with all that it leaves behind killed at its end.
//
// On Linux each run is traced: the kernel then reports whatever the program starts, however far that moves from its
// parent, and kills it when the process that called Run dies, be it by SIGKILL. Input and output are files in
// memory, so a run costs little more than fork and exec. Only a program that means to escape, by asking the kernel for
// a child without a tracer, can: this is a fence, not a prison. Elsewhere, and where tracing is forbidden, less is
// limited; Unlimited says what.
//
// What counts as memory is what processes hold, files in memory that they map included. What a program writes to files
// in memory of its own (memfd_create, /dev/shm) and does not map counts for nothing; a file is as long as the output
// may be at most, and all that are no files of a folder are gone with the program. The file with its input cannot be
// written to.
package contestant

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/gridwright/gridwright/grid"
)

// A Program is a command that can be run. Find makes it.
type Program struct {
	Args []string // the command, as it was given, and its arguments

	path string // the file that is executed
}

// Limits are those of one run; 0 is no limit.
type Limits struct {
	Time   time.Duration // of its processor; on the clock it may take several times as long: Clock
	Memory int64         // bytes
	Output int64         // bytes of standard output
}

// An Ending is how a run ended.
type Ending int

// The endings.
const (
	Exited      Ending = iota // by itself, with code 0
	Crashed                   // by a signal, or with another code
	TimeLimit                 // stopped
	MemoryLimit               // stopped, or it failed with as much memory as it may have
	OutputLimit               // stopped
)

// String is a few words for a person.
func (e Ending) String() string {
	switch e {
	case Exited:
		return "exited"
	case Crashed:
		return "crashed"
	case TimeLimit:
		return "time limit"
	case MemoryLimit:
		return "memory limit"
	case OutputLimit:
		return "output limit"
	}
	return fmt.Sprintf("Ending(%d)", int(e))
}

// A Result is what is known of a run.
type Result struct {
	Output []byte // standard output, as far as the limit allows
	Errors []byte // the first kilobytes of standard error
	Ending Ending
	Code   int    // its exit code; −1 where there is none
	Clock  bool   // of TimeLimit: the limit on the clock was met, not that on processor time
	Signal string // "SIGSEGV (segmentation fault)", of a run that a signal ended
	CPU    time.Duration
	Wall   time.Duration
	Start  time.Duration // of Wall: until the program was running, as far as that is known
	Memory int64         // most bytes at once, where that is known
	Read   int64         // how many bytes of its input it took at most; less than all where it was seen not to

	asked int64 // how much memory it had when it failed, used or not
}

// Run runs the program on input. Its error is ctx's, or one of our own: whatever the program does is a Result.
// A file that turns out to be no program is bad input. When Run returns, nothing that it started is left.
func (p *Program) Run(ctx context.Context, input io.Reader, lim Limits) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if len(p.Args) == 0 {
		return Result{}, grid.Errorf(grid.Pos{}, "there is no command to run")
	}
	return p.run(ctx, input, lim)
}

// Unlimited says, a sentence each, what this system cannot limit.
func Unlimited() []string { return unlimited() }
