package exit

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
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
type Output struct{ *bufio.Writer }

// NewOutput buffers w.
func NewOutput(w io.Writer) *Output {
	return &Output{bufio.NewWriterSize(sink{w}, 32<<10)}
}

type sink struct{ w io.Writer }

func (s sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return n, &WriteError{err}
	}
	return n, nil
}
