package exit

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// A WriteError is an answer that could not be written.
type WriteError struct{ Err error }

func (e *WriteError) Error() string {
	err := e.Err
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return "standard output cannot be written: " + err.Error()
}

// Unwrap returns what went wrong.
func (e *WriteError) Unwrap() error { return e.Err }

// An Output is a buffered standard output. Its first failed write stays: every later
// write and Flush return it as a *WriteError.
type Output struct {
	*bufio.Writer
	sink *sink
}

// NewOutput buffers w. Where w is a standard output that was closed when the program began, every write fails.
func NewOutput(w io.Writer) *Output {
	s := &sink{w: w, closed: closed(w)}
	return &Output{bufio.NewWriterSize(s, 32<<10), s}
}

// Closed is the error of every write to an output that was closed from the beginning; nil for others. It is for
// asking before long work.
func (o *Output) Closed() error {
	if o.sink.closed {
		return &WriteError{errClosed}
	}
	return nil
}

// Dispensable says that the exit code tells the answer too: who closes the output loses nothing.
func (o *Output) Dispensable() {
	if o.sink.closed {
		o.sink.closed, o.sink.w = false, io.Discard
	}
}

// errClosed says what can be seen from inside. Go's runtime opens the null device, for reading and
// writing, in place of a standard output that is closed: a file that is opened later must not take its number. That
// looks the same as a null device which the caller has opened so.
var errClosed = errors.New("it is closed, or the null device opened for reading too; to throw the answer away, write " +
	"> /dev/null")

// closed reports whether w is a standard output that was closed when the program began. Where standard
// error is such a null device too, the program was sent into the background, and is meant to keep silent.
func closed(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	if _, err := f.Stat(); err != nil {
		return true
	}
	return f == os.Stdout && nullBothWays(f) && !nullBothWays(os.Stderr)
}

// nullBothWays reports whether f is the null device, opened for reading and writing.
func nullBothWays(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null) && readable(f)
}

type sink struct {
	w      io.Writer
	closed bool
}

func (s *sink) Write(p []byte) (int, error) {
	if s.closed {
		return 0, &WriteError{errClosed}
	}
	n, err := s.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return n, &WriteError{err}
	}
	return n, nil
}
