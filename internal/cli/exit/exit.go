// Package exit is what the commands' ends have in common: exit codes, how errors
// are said, a standard output that forgets no failed write, and limits on the command line.
package exit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// The exit codes of all commands.
const (
	OK          = 0   // answered; accepted
	No          = 1   // impossible (where asked for), never, rejected
	Usage       = 2   // bad usage or bad input
	Limit       = 3   // stopped at a limit
	Fault       = 4   // a fault of the program, or an answer that could not be written
	Interrupted = 130 // stopped by the user
)

// Code is the exit code for an error.
func Code(err error) int {
	var we *WriteError
	switch {
	case err == nil:
		return OK
	case errors.Is(err, puzzle.ErrInternal), errors.As(err, &we):
		return Fault
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Interrupted
	case errors.Is(err, puzzle.ErrLimit):
		return Limit
	case errors.Is(err, puzzle.ErrInput), errors.Is(err, puzzle.ErrUnsupported):
		return Usage
	}
	return Fault
}

// Worse returns the code that a run with both ends with: a fault outweighs bad input,
// that a limit, and that a "no".
func Worse(a, b int) int {
	rank := [...]int{OK: 0, No: 1, Limit: 2, Usage: 3, Fault: 4}
	if a == Interrupted || b == Interrupted {
		return Interrupted
	}
	if rank[a] >= rank[b] {
		return a
	}
	return b
}

// Usagef makes an error about how a command was called.
func Usagef(format string, args ...any) error {
	return &grid.Error{Msg: fmt.Sprintf(format, args...)}
}

// UnknownFlag makes the error for a flag that a command does not have; see is where help is.
func UnknownFlag(flag, nearest, see string) error {
	if nearest == "" {
		return Usagef("unknown flag: %s; see %q", flag, see)
	}
	return Usagef("unknown flag: %s; did you mean --%s? See %q", flag, nearest, see)
}

// Report says err on one line of stderr in the name of prog, or as an object of JSON, and returns its code.
func Report(stderr io.Writer, prog string, asJSON bool, err error) int {
	code := Code(err)
	switch {
	case code == OK:
	case asJSON:
		stderr.Write(object(err))
	case code == Interrupted:
		fmt.Fprintf(stderr, "%s: interrupted\n", prog)
	default:
		fmt.Fprintf(stderr, "%s: %v\n", prog, err)
	}
	return code
}

// Guard runs f, and turns a panic into the exit code Fault and one line of stderr. With
// GRIDWRIGHT_DEBUG=1 the stack follows.
func Guard(stderr io.Writer, prog string, f func() int) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "%s: internal fault: %v (please report it; GRIDWRIGHT_DEBUG=1 shows where)\n", prog, r)
			if os.Getenv("GRIDWRIGHT_DEBUG") == "1" {
				stderr.Write(debug.Stack())
			}
			code = Fault
		}
	}()
	return f()
}
