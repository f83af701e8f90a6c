package tilt

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// Bounds of what an XML file may make its reader hold.
const (
	maxToken = 64 << 10 // bytes of a tag, a comment or a text
	maxDepth = 100      // elements in each other
)

// stepsPerByte is what a byte of XML takes.
const stepsPerByte = 50

// An xmlSource hands a Scanner's characters to a decoder of XML, and knows where a token begins. It ends tokens that
// are too long, which the decoder would hold whole.
type xmlSource struct {
	s     *grid.Scanner
	m     *meter.Meter
	rest  []byte // of a character of several bytes
	last  byte
	open  grid.Pos // of the last <
	token grid.Pos // where the present token begins
	ink   grid.Pos // of its first character that is not blank, if there is one
	size  int      // of the present token so far
	err   error    // what has ended the reading; the decoder wraps it
}

// begin notes that a token begins: where a text has ended, the decoder has read the < behind it.
func (x *xmlSource) begin() {
	if x.token = x.s.Pos(); x.last == '<' {
		x.token = x.open
	}
	x.size, x.ink = 0, grid.Pos{}
}

// ReadByte implements io.ByteReader, so that the decoder reads no further than it has to.
func (x *xmlSource) ReadByte() (byte, error) {
	b, err := x.next()
	if err != nil {
		if err != io.EOF {
			x.err = err
		}
		return 0, err
	}
	x.last = b
	return b, nil
}

func (x *xmlSource) next() (byte, error) {
	if len(x.rest) > 0 {
		b := x.rest[0]
		x.rest = x.rest[1:]
		return b, nil
	}
	if err := x.m.Work(stepsPerByte); err != nil {
		return 0, err
	}
	if x.size++; x.size > maxToken {
		return 0, grid.Errorf(x.token, "a tag or a text of more than %d characters begins here", maxToken)
	}
	at := x.s.Pos()
	r, ok, err := x.s.Rune()
	switch {
	case err != nil:
		return 0, err
	case ok && r < 0x80:
		if r == '<' {
			x.open = at
		}
		x.inked(at, r > ' ')
		return byte(r), nil
	case ok:
		x.inked(at, true)
		text := string(r)
		x.rest = []byte(text[1:])
		return text[0], nil
	case len(x.s.Peek(1)) == 0:
		return 0, io.EOF
	}
	x.s.SkipLines(1)
	return '\n', nil
}

// inked notes where a character stands that is not blank.
func (x *xmlSource) inked(at grid.Pos, yes bool) {
	if yes && x.ink.IsZero() {
		x.ink = at
	}
}

// Read implements io.Reader, which the decoder asks for and does not use.
func (x *xmlSource) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := x.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

// An xmlReader reads elements one after the other.
type xmlReader struct {
	src   *xmlSource
	dec   *xml.Decoder
	depth int
}

func newXMLReader(m *meter.Meter, s *grid.Scanner) *xmlReader {
	src := &xmlSource{s: s, m: m}
	x := &xmlReader{src: src, dec: xml.NewDecoder(src)}
	x.dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return in, nil
		}
		src.err = x.errorf("the encoding is %s; UTF-8 is read", grid.Quote(charset))
		return nil, src.err
	}
	return x
}

// at is where the latest token begins.
func (x *xmlReader) at() grid.Pos { return x.src.token }

// errorf makes an error at the latest token.
func (x *xmlReader) errorf(format string, args ...any) error {
	return grid.Errorf(x.at(), format, args...)
}

// next returns the next token that is a tag or a text; io.EOF behind the end.
func (x *xmlReader) next() (xml.Token, error) {
	for {
		x.src.begin()
		t, err := x.dec.Token()
		if err != nil {
			return nil, x.broken(err)
		}
		switch t := t.(type) {
		case xml.Directive:
			return nil, x.errorf("a document type (<!DOCTYPE) and what it may declare are not read")
		case xml.StartElement:
			if x.depth++; x.depth > maxDepth {
				return nil, x.errorf("more than %d elements are in each other", maxDepth)
			}
			return t, nil
		case xml.EndElement:
			x.depth--
			return t, nil
		case xml.CharData:
			return t, nil
		}
	}
}

// broken is what to say of an error of the decoder.
func (x *xmlReader) broken(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case x.src.err != nil:
		return x.src.err
	case err == io.EOF:
		return err
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return x.src.s.Errorf("the input ends in the middle of the XML")
	case errors.As(err, &syntax):
		return x.src.s.Errorf("this is no XML: %s", syntax.Msg)
	}
	return x.errorf("this XML is not read: %s", strings.TrimPrefix(err.Error(), "xml: "))
}

// child returns the next element within the present one; nil behind its end.
func (x *xmlReader) child() (*xml.StartElement, error) {
	for {
		t, err := x.next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return &t, nil
		case xml.EndElement:
			return nil, nil
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return nil, grid.Errorf(x.src.ink, "a text stands where an element is expected")
			}
		}
	}
}

// skip reads to the end of the present element.
func (x *xmlReader) skip() error {
	for end := x.depth - 1; x.depth > end; {
		if _, err := x.next(); err != nil {
			return err
		}
	}
	return nil
}

// text is what the present element holds, and reads to its end.
func (x *xmlReader) text() (string, error) {
	var text []byte
	for {
		t, err := x.next()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return "", x.errorf("the element %s stands where a text is expected", grid.Quote(t.Name.Local))
		case xml.EndElement:
			return string(text), nil
		case xml.CharData:
			if text = append(text, t...); len(text) > maxToken {
				return "", x.errorf("a text has more than %d characters", maxToken)
			}
		}
	}
}

// attr is an attribute of e; "" and false where it is missing.
func (x *xmlReader) attr(e *xml.StartElement, name string) (value string, ok bool, err error) {
	for _, a := range e.Attr {
		if a.Name.Local != name {
			continue
		}
		if ok {
			return "", false, x.errorf("%s has two attributes %s", e.Name.Local, name)
		}
		value, ok = a.Value, true
	}
	return value, ok, nil
}

// number is an attribute that is a whole number from low to high.
func (x *xmlReader) number(e *xml.StartElement, name string, low, high int) (int, error) {
	text, ok, err := x.attr(e, name)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, x.errorf("%s has no attribute %s", e.Name.Local, name)
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < low || n > high {
		return 0, x.errorf("%s of %s is %s; it must be a whole number from %d to %d", name, e.Name.Local, grid.Quote(text),
			low, high)
	}
	return n, nil
}
