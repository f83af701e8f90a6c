package input

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// MaxDocument bounds one document. A larger board is better served by a text format.
const MaxDocument = 1 << 30

// A splitter cuts a stream of JSON documents, one after the other or one a line, into
// its documents. It finds where an object ends and judges nothing else: a document
// that is not well formed reaches the parser as it is.
type splitter struct {
	r   *bufio.Reader
	at  grid.Pos // of the next byte
	max int
	lim puzzle.Limits
}

// bytesPerByte is what a document's text costs while it is read: itself, and as much again while
// it grows.
const bytesPerByte = 3

// moreThan is Limits.CheckMemory where need is only what is known so far: the error then does not
// say what would be enough.
func moreThan(what string, need int64, lim puzzle.Limits) error {
	if lim.Memory <= 0 || need <= lim.Memory {
		return nil
	}
	return &puzzle.LimitError{Limit: "memory", Msg: what + " needs more memory than the limit of " +
		puzzle.Bytes(lim.Memory)}
}

func newSplitter(r io.Reader, max int, lim puzzle.Limits) *splitter {
	s := &splitter{lim: lim, r: bufio.NewReaderSize(r, 64<<10), at: grid.Pos{Line: 1, Col: 1}, max: max}
	if bom, _ := s.r.Peek(3); string(bom) == "\xEF\xBB\xBF" {
		s.r.Discard(3)
	}
	return s
}

// more skips blanks and reports whether a document follows.
func (s *splitter) more() (bool, error) {
	for {
		c, err := s.r.ReadByte()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		switch c {
		case ' ', '\t', '\r', '\n':
			s.step(c)
			continue
		}
		return true, s.r.UnreadByte()
	}
}

// arrived reports whether a document is known to follow, without waiting for one.
func (s *splitter) arrived() bool {
	b, _ := s.r.Peek(s.r.Buffered())
	return len(bytes.TrimLeft(b, " \t\r\n")) > 0
}

func (s *splitter) step(c byte) {
	switch {
	case c == '\n':
		s.at.Line++
		s.at.Col = 1
	case utf8.RuneStart(c):
		s.at.Col++
	}
}

// next returns a document and the place where it begins; io.EOF when none is left.
func (s *splitter) next() ([]byte, grid.Pos, error) {
	ok, err := s.more()
	if err != nil {
		return nil, s.at, err
	}
	if !ok {
		return nil, s.at, io.EOF
	}
	begin := s.at
	var doc []byte
	depth, quoted, escaped := 0, false, false
	for {
		c, err := s.r.ReadByte()
		if err == io.EOF {
			return doc, begin, nil
		}
		if err != nil {
			return nil, begin, err
		}
		if len(doc)%(1<<20) == 0 {
			if err := moreThan("the text of this document", bytesPerByte*int64(len(doc)), s.lim); err != nil {
				return nil, begin, err
			}
		}
		if len(doc) == s.max {
			return nil, begin, grid.Errorf(begin, "this document has more than %s; at most that much is read",
				puzzle.Bytes(int64(s.max)))
		}
		doc = append(doc, c)
		s.step(c)
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return doc, begin, nil
			}
		}
	}
}
