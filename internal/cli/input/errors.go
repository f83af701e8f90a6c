package input

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A fileError puts the name of a file, and the number of a case where there are
// several, in front of what is wrong there.
type fileError struct {
	name  string
	n     int // number of the case; 0 is none
	err   error
	input bool // the cause is the input whatever err matches
}

func (e *fileError) Error() string { return here(e.name, e.n) + ": " + e.err.Error() }

// Place is the file as the user named it, the case, 0 where there is none, and what is wrong there.
func (e *fileError) Place() (file string, n int, err error) {
	if e.name == stdinName {
		return Stdin, e.n, e.err
	}
	return e.name, e.n, e.err
}

// here names a file, and a case where it is not the first.
func here(name string, n int) string {
	if n > 1 {
		return fmt.Sprintf("%s: case %d", name, n)
	}
	return name
}

func (e *fileError) Unwrap() []error {
	if e.input {
		return []error{e.err, puzzle.ErrInput}
	}
	return []error{e.err}
}

// In wraps err, met while name was read. Whatever is not a limit, a cancellation or a
// fault of ours is the input's: a file that cannot be read is bad input too.
func In(name string, err error) error { return inCase(name, 0, err) }

func inCase(name string, n int, err error) error {
	if err == nil {
		return nil
	}
	if name == Stdin {
		name = stdinName
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // its own text would name the file a second time
	}
	ours := errors.Is(err, puzzle.ErrLimit) || errors.Is(err, puzzle.ErrInternal) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if errors.Is(err, syscall.EISDIR) {
		err = fmt.Errorf("%w; to read the files in it, type %s", err, strings.TrimSuffix(name, "/")+"/*")
	}
	return &fileError{name: name, n: n, err: err, input: !ours}
}

// shifted moves the place in err, counted from the beginning of a document, to where
// the document begins in its file.
func shifted(err error, by grid.Pos) error {
	e, ok := err.(*grid.Error)
	if !ok || e.Pos.IsZero() || by == (grid.Pos{Line: 1, Col: 1}) {
		return err
	}
	p := e.Pos
	if p.Line == 1 {
		p.Col += by.Col - 1
	}
	p.Line += by.Line - 1
	return &grid.Error{Pos: p, Msg: e.Msg}
}

func inputf(format string, args ...any) error {
	return &grid.Error{Msg: fmt.Sprintf(format, args...)}
}
