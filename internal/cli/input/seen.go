package input

import (
	"bytes"
	"io"
	"time"

	"github.com/gridwright/gridwright/grid"
)

// firstSize is how much of an input is kept for the case that it turns out to be no text.
const firstSize = 512

// A seen reader remembers of an input what commands want to know without reading on: how it
// begins, whether it has ended, and up to which line it is known.
type seen struct {
	r      io.Reader
	waits  bool          // a Read may wait for somebody; else it is a regular file
	onWait func()        // called in front of such a Read, if set
	waited time.Duration // in such Reads
	first  []byte
	ended  bool
	lines  int // line ends read (not counted in a regular file)
	filled int // number of the last line that holds more than blanks; 0 is none
}

func (s *seen) Read(p []byte) (int, error) {
	if s.waits && s.onWait != nil {
		s.onWait()
	}
	if s.waits {
		began := time.Now()
		defer func() { s.waited += time.Since(began) }()
	}
	n, err := s.r.Read(p)
	s.ended = s.ended || err == io.EOF
	p = p[:n]
	if len(s.first) == 0 {
		s.first = bytes.Clone(p[:min(n, firstSize)])
	}
	if s.waits {
		body := bytes.TrimRight(p, " \t\r\n")
		lines := s.lines + bytes.Count(body, []byte("\n"))
		if len(body) > 0 {
			s.filled = lines + 1
		}
		s.lines = lines + bytes.Count(p[len(body):], []byte("\n"))
	}
	return n, err
}

// beyond reports whether anything but blanks has been read behind p, the place behind a case. What
// stands in the case's own last line is taken for its end.
func (s *seen) beyond(p grid.Pos) bool {
	return s.filled > p.Line || s.filled == p.Line && p.Col == 1
}

// explain prefers to err, met in the first case of a text, that the input is no text at all.
func (s *seen) explain(err error, f format) error {
	for _, t := range f.checker.Formats() {
		if t.Name == f.name && t.Sniff(s.first) {
			return err // whatever bytes it has
		}
	}
	if b := binary(s.first, true); b != nil {
		return b
	}
	return err
}
