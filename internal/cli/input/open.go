package input

import (
	"bytes"
	"context"
	"io"
	"os"
)

// Stdin is the name that stands for standard input.
const Stdin = "-"

// headSize is how much of an input is looked at to tell its format: some rows of any
// board that a person would write, and the size line of all others.
const headSize = 8 << 10

// A source is an open input.
type source struct {
	name  string // for messages
	r     io.Reader
	size  int64 // bytes known to be left, or -1
	close func() error
}

// open opens a file, or standard input for "-".
func open(ctx context.Context, name string, stdin io.Reader) (*source, error) {
	if name == Stdin {
		return fromReader(ctx, "standard input", stdin, func() error { return nil }), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, In(name, err)
	}
	return fromReader(ctx, name, f, f.Close), nil
}

func fromReader(ctx context.Context, name string, r io.Reader, close func() error) *source {
	s := &source{name: name, r: r, size: -1, close: close}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			// Standard input may have been read in part by somebody else.
			if off, err := f.Seek(0, io.SeekCurrent); err == nil {
				s.size = max(0, info.Size()-off)
				return s // reading a regular file does not wait
			}
		}
	}
	s.r = &waiting{ctx: ctx, r: r}
	return s
}

// head reads the beginning of the input and puts it back.
func (s *source) head() ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(s.r, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	s.r = io.MultiReader(bytes.NewReader(head), s.r)
	return head, nil
}

// A waiting reader ends a Read when its context does. A system call that waits for a
// terminal or a pipe cannot be called off, so each Read runs aside; one that is left
// behind writes into a buffer that nobody reads any more.
type waiting struct {
	ctx  context.Context
	r    io.Reader
	ask  chan []byte
	done chan result
	err  error
}

type result struct {
	n   int
	err error
}

func (w *waiting) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.ctx.Done() == nil { // it never ends
		return w.r.Read(p)
	}
	if w.ask == nil {
		// Room for one: a reader that is left behind can deliver its result and end.
		w.ask, w.done = make(chan []byte, 1), make(chan result, 1)
		go func() {
			for p := range w.ask {
				n, err := w.r.Read(p)
				w.done <- result{n, err}
				if err != nil {
					return
				}
			}
		}()
	}
	if w.err = w.ctx.Err(); w.err != nil {
		close(w.ask)
		return 0, w.err
	}
	w.ask <- p
	select {
	case got := <-w.done:
		w.err = got.err
		return got.n, got.err
	case <-w.ctx.Done():
		w.err = w.ctx.Err()
		close(w.ask)
		return 0, w.err
	}
}
