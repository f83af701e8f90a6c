package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/job"
)

// Chunks are small, so that a stopped run has little half done, and large enough that handing them on costs nothing.
const (
	chunkLines = 64
	chunkBytes = 64 << 10
)

// A line is one job. Its text is nil where it is too long.
type line struct {
	at   job.Place
	text []byte
}

// A chunk is some lines of a file, one behind the other, on their way.
type chunk struct {
	seq     int64
	lines   []line
	results [][]byte
	read    int64 // bytes of all files up to the end of this chunk, as they lie on the disk
	size    int64 // bytes of it and of its results that count as held

	// The queue's lock guards these.
	next int    // the first line that nobody has taken
	left int    // lines that have no result
	done []bool // lines that have one
	out  int    // results that were written before all were there, where they are in order
}

// A source yields the jobs of files.
type source struct {
	cfg *Config
	// done reports whether a job has a result already. It is asked for each job, in order.
	done func(at job.Place) (bool, error)

	file   int // the index of the present one
	in     *countedFile
	plain  *bufio.Reader
	at     int64 // lines read of the present file
	n      int64 // jobs read, of all shards
	seq    int64
	before int64 // bytes of the files before the present one
}

// next reads a chunk; io.EOF when there is none.
func (s *source) next(ctx context.Context) (*chunk, error) {
	c := &chunk{seq: s.seq}
	buf := make([]byte, 0, chunkBytes/8)
	var ends []int // of the lines in buf; −1: too long
	for len(c.lines) < chunkLines && len(buf) < chunkBytes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.plain == nil {
			if err := s.open(); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
		}
		from := len(buf)
		var long bool
		var err error
		if buf, long, err = s.line(buf); err == io.EOF {
			s.close()
			continue
		} else if err != nil {
			return nil, s.blame(err)
		}
		s.at++
		if !long && len(bytes.TrimSpace(buf[from:])) == 0 {
			buf = buf[:from]
			continue
		}
		s.n++
		at := job.Place{File: s.cfg.Inputs[s.file], Line: s.at}
		done := (s.n-1)%int64(s.cfg.Shards) != int64(s.cfg.Shard-1)
		if !done {
			if done, err = s.done(at); err != nil {
				return nil, err
			}
		}
		if done {
			buf = buf[:from]
			continue
		}
		c.lines = append(c.lines, line{at: at})
		if end := len(buf); long {
			ends = append(ends, -1)
		} else {
			ends = append(ends, end)
		}
		if s.plain.Buffered() == 0 { // whoever types, or writes into a pipe, waits for no chunk to fill
			break
		}
	}
	if len(c.lines) == 0 {
		return nil, io.EOF
	}
	s.finish(c, buf, ends)
	return c, nil
}

// finish gives the lines of a chunk their texts: pieces of buf, which end there; −1: too long.
func (s *source) finish(c *chunk, buf []byte, ends []int) {
	from := 0
	for i, end := range ends {
		if end >= 0 {
			c.lines[i].text = buf[from:end:end]
			from = end
		}
	}
	s.seq++
	c.read, c.size = s.before, int64(cap(buf))
	if s.in != nil {
		if c.read += s.in.n; packingOf(s.cfg.Inputs[s.file]) == plain {
			c.read -= int64(s.plain.Buffered())
		}
	}
	c.results = make([][]byte, len(c.lines))
	c.done = make([]bool, len(c.lines))
	c.left = len(c.lines)
}

// line appends the next line without its end; what is longer than a line may be is read and left out.
func (s *source) line(buf []byte) (out []byte, long bool, err error) {
	from := len(buf)
	for {
		part, err := s.plain.ReadSlice('\n')
		switch {
		case long:
		case int64(len(buf)-from+len(part)) > s.cfg.MaxLine+1:
			buf, long = buf[:from], true
		default:
			buf = append(buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && (len(buf) > from || long) { // a last line without an end
			err = nil
		}
		if err != nil {
			return buf[:from], false, err
		}
		if buf = bytes.TrimSuffix(buf, []byte("\n")); !long && int64(len(buf)-from) > s.cfg.MaxLine {
			buf, long = buf[:from], true
		}
		return buf, long, nil
	}
}

// open opens the next file.
func (s *source) open() error {
	if s.in != nil || s.plain != nil {
		s.close()
	}
	if s.file >= len(s.cfg.Inputs) {
		return io.EOF
	}
	name := s.cfg.Inputs[s.file]
	s.in, s.at = &countedFile{r: s.cfg.Stdin}, 0
	if name != Std {
		f, err := os.Open(name)
		if err != nil {
			return grid.Errorf(grid.Pos{}, "%v", err)
		}
		s.in = &countedFile{r: f, c: f}
	}
	plain, err := decompressor(name, s.in)
	if err != nil {
		if err == io.EOF && s.in.n > 0 {
			err = io.ErrUnexpectedEOF
		}
		return s.blame(err)
	}
	s.plain = bufio.NewReaderSize(plain, 256<<10)
	return nil
}

// close ends the present file.
func (s *source) close() {
	if s.in.c != nil {
		s.in.c.Close()
	}
	s.before += s.in.n
	s.in, s.plain = nil, nil
	s.file++
}

// A BrokenError is an input that cannot be read to its end. The same run would end there again.
type BrokenError struct{ said error }

func (e *BrokenError) Error() string { return e.said.Error() }

// Unwrap makes it an error of the input.
func (e *BrokenError) Unwrap() error { return e.said }

// blame says in which file something went wrong, and where.
func (s *source) blame(err error) error {
	at := s.cfg.Inputs[s.file]
	if s.at > 0 {
		at += fmt.Sprintf(": behind line %d", s.at)
	}
	var disk *fs.PathError
	switch {
	case errors.As(err, &disk): // the next run may have more luck
		return grid.Errorf(grid.Pos{}, "%s: %v", at, err)
	case err == io.EOF:
		return &BrokenError{grid.Errorf(grid.Pos{},
			"%s is empty; a compressed file has a few bytes, also where nothing is in it", at)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &BrokenError{grid.Errorf(grid.Pos{}, "%s: the compressed file ends too soon", at)}
	}
	return &BrokenError{grid.Errorf(grid.Pos{}, "%s: what is compressed is broken: %v", at, err)}
}

// A countedFile knows how far it has been read.
type countedFile struct {
	r io.Reader
	c io.Closer
	n int64
}

// Read implements io.Reader.
func (f *countedFile) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	f.n += int64(n)
	return n, err
}

// tooLong says that a line was not read.
func (c *Config) tooLong() string {
	return fmt.Sprintf("the line has more than %s", grid.Number(int(c.MaxLine), "byte"))
}
