package input

import (
	"bytes"
	"context"
	"io"
	"os"
)

// Stdin is the name that stands for standard input.
const Stdin = "-"

// stdinName is what messages call it.
const stdinName = "standard input"

// headSize is how much of an input is looked at to tell its format: some rows of any
// board that a person would write, and the size line of all others.
const headSize = 8 << 10

// A source is an open input.
type source struct {
	name  string // for messages
	given string // as the user named it
	r     io.Reader
	size  int64 // bytes known to be left, or -1
	seen  *seen // r's lowest layer
	close func() error
}

// open opens a file, standard input for "-", or the puzzle that a link holds.
func open(ctx context.Context, name string, stdin io.Reader) (*source, error) {
	if name == Stdin {
		s := fromReader(ctx, stdinName, stdin, func() error { return nil })
		s.given = Stdin
		return s, nil
	}
	if name == "" {
		return nil, inputf("the file name is empty")
	}
	if s, err := openLink(ctx, name, false); s != nil || err != nil {
		return s, err
	}
	f, err := openFile(ctx, name)
	if err != nil {
		return nil, unlinked(name, err)
	}
	return fromReader(ctx, name, f, f.Close), nil
}

// openFile is os.Open that ends with ctx: opening a named pipe waits for somebody to write to it.
func openFile(ctx context.Context, name string) (*os.File, error) {
	if info, err := os.Stat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return os.Open(name)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1) // room for one: left behind, it can deliver and end
	go func() {
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	select {
	case got := <-done:
		return got.f, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A polled reader ends with its context between two reads, none of which waits.
type polled struct {
	ctx context.Context
	r   io.Reader
}

func (p polled) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}

func fromReader(ctx context.Context, name string, r io.Reader, close func() error) *source {
	s := &source{name: name, given: name, size: -1, seen: &seen{r: r}, close: close}
	s.r = s.seen
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			// Standard input may have been read in part by somebody else.
			if off, err := f.Seek(0, io.SeekCurrent); err == nil {
				s.size = max(0, info.Size()-off)
				s.seen.r = polled{ctx, r} // reading a regular file does not wait
				return s
			}
		}
	}
	s.seen.r, s.seen.waits = &waiting{ctx: ctx, r: r}, true
	return s
}

// head reads the beginning of the input and puts it back.
func (s *source) head() ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(s.r, head)
	head = head[:n]
	var gone blanks
	if err == nil {
		head, err = s.skipBlanks(head, &gone)
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	s.r = io.MultiReader(&gone, bytes.NewReader(head), s.r)
	return head, nil
}

// skipBlanks reads on where head holds nothing but blanks, and returns the head of what stands behind them.
func (s *source) skipBlanks(head []byte, gone *blanks) ([]byte, error) {
	left := len(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"))
	for left == 0 {
		gone.add(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")))
		n, err := io.ReadFull(s.r, head)
		if err == io.EOF {
			return nil, err
		}
		if left = len(bytes.TrimLeft(head[:n], " \t\r\n")); left > 0 || err != nil {
			skipped := n - left
			gone.add(head[:skipped])
			n = copy(head, head[skipped:n])
			if err == nil {
				var more int
				more, err = io.ReadFull(s.r, head[n:])
				n += more
			}
			s.size = min(s.size, max(0, s.size-gone.saved))
			return head[:n], err
		}
	}
	return head, nil
}

// blanks stands for any number of blanks, and gives others that end in the same line and column.
type blanks struct {
	lines, columns int
	saved          int64 // bytes that it gives less than it stands for
}

func (b *blanks) add(text []byte) {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		b.lines += bytes.Count(text, []byte("\n"))
		b.saved += int64(b.columns + i + 1 - bytes.Count(text, []byte("\n")))
		b.columns = 0
		text = text[i+1:]
	}
	b.columns += len(text)
}

// Read gives the blanks that are left: line ends, then spaces.
func (b *blanks) Read(p []byte) (n int, err error) {
	for ; n < len(p) && b.lines > 0; n++ {
		p[n] = '\n'
		b.lines--
	}
	for ; n < len(p) && b.columns > 0; n++ {
		p[n] = ' '
		b.columns--
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
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
