package input

import (
	"bufio"
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
	r    *bufio.Reader
	at   grid.Pos // of the next byte
	max  int
	done bool
}

func newSplitter(r io.Reader, max int) *splitter {
	s := &splitter{r: bufio.NewReaderSize(r, 64<<10), at: grid.Pos{Line: 1, Col: 1}, max: max}
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
		if len(doc) == s.max {
			return nil, begin, grid.Errorf(begin, "this document has more than %s; at most that much is read", puzzle.Bytes(int64(s.max)))
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
