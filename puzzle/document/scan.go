package document

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// A scanner reads the tokens of a JSON text, which is valid UTF-8. It is written by hand since encoding/json
// neither stops in the middle of a token nor says how much memory one takes; what it says of mistakes is said in
// encoding/json's words.
type scanner struct {
	meter *meter.Meter
	src   []byte
	copy  string   // of a small src, of which all texts are pieces; "": each text is a copy of its own
	off   int      // of the next byte
	at    grid.Pos // place of src[seen]
	seen  int
}

// pos turns an offset into a place. Offsets only grow, so the text is walked once.
func (p *scanner) pos(off int) grid.Pos {
	for p.seen < off {
		seg := p.src[p.seen:min(off, p.seen+chunk)]
		_ = p.meter.Work(len(seg)) // it is sticky, and pos has an answer all the same
		p.seen += len(seg)
		if i := bytes.LastIndexByte(seg, '\n'); i >= 0 {
			p.at.Line += bytes.Count(seg, []byte{'\n'})
			p.at.Col = 1
			seg = seg[i+1:]
		}
		for _, c := range seg {
			if utf8.RuneStart(c) {
				p.at.Col++
			}
		}
	}
	return p.at
}

// errorf makes an error at the byte off, or says what has stopped the work.
func (p *scanner) errorf(off int, format string, args ...any) error {
	at := p.pos(off)
	if err := p.meter.Err(); err != nil {
		return err
	}
	return grid.Errorf(at, format, args...)
}

// unexpected is the error for a next byte that may not stand there.
func (p *scanner) unexpected(context string) error {
	if p.off == len(p.src) {
		return p.errorf(p.off, "the document ends too early")
	}
	r, _ := utf8.DecodeRune(p.src[p.off:])
	shown := "character '" + strings.Trim(strconv.Quote(string(r)), `"`) + "'"
	switch {
	case r == '\'':
		shown = `character '\''`
	case r == '"':
		shown = `character '"'`
	case r >= utf8.RuneSelf:
		shown = "character " + strings.TrimPrefix(grid.Quote(string(r)), "the character ")
	}
	return p.errorf(p.off, "this is not JSON: invalid %s %s", shown, context)
}

// peek is the next byte, or 0 at the end.
func (p *scanner) peek() byte {
	if p.off < len(p.src) {
		return p.src[p.off]
	}
	return 0
}

// blanks skips white space.
func (p *scanner) blanks() {
	from := p.off
	for p.off < len(p.src) {
		switch p.src[p.off] {
		case ' ', '\t', '\r', '\n':
			p.off++
			if p.off-from == chunk {
				_ = p.meter.Work(chunk) // sticky: value asks
				from = p.off
			}
			continue
		}
		return
	}
}

// literal reads one of three words.
func (p *scanner) literal(word string) error {
	for i := range len(word) {
		if p.off == len(p.src) || p.src[p.off] != word[i] {
			return p.unexpected("in literal " + word + " (expecting " + strconv.QuoteRune(rune(word[i])) + ")")
		}
		p.off++
	}
	return nil
}

// digits skips at least one digit; context is for the error where none stands there.
func (p *scanner) digits(context string) error {
	if c := p.peek(); c < '0' || c > '9' {
		return p.unexpected(context)
	}
	for from := p.off; p.off < len(p.src) && p.src[p.off]-'0' <= 9; p.off++ {
		if p.off-from == chunk {
			if err := p.meter.Work(chunk); err != nil {
				return err
			}
			from = p.off
		}
	}
	return nil
}

// number reads a number and returns it as it is written.
func (p *scanner) number() (string, error) {
	from := p.off
	if p.peek() == '-' {
		p.off++
	}
	if p.peek() == '0' {
		p.off++
	} else if err := p.digits("in numeric literal"); err != nil {
		return "", err
	}
	if p.peek() == '.' {
		p.off++
		if err := p.digits("after decimal point in numeric literal"); err != nil {
			return "", err
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.off++
		if c := p.peek(); c == '+' || c == '-' {
			p.off++
		}
		if err := p.digits("in exponent of numeric literal"); err != nil {
			return "", err
		}
	}
	return p.piece(from, p.off)
}

// smallText is the size of a document up to which its texts are pieces of one copy: that is a tenth of the allocations,
// and whoever keeps a word keeps no more than this alive.
const smallText = 4 << 10

// piece copies a piece of src.
func (p *scanner) piece(from, to int) (string, error) {
	if p.copy == "" {
		return p.keep(p.src[from:to])
	}
	if err := p.meter.Hold(theDocument, int64(to-from)); err != nil {
		return "", err
	}
	return p.copy[from:to], nil
}

// keep copies a piece of the text.
func (p *scanner) keep(b []byte) (string, error) {
	if len(b) > chunk {
		if err := p.meter.Work(len(b)); err != nil {
			return "", err
		}
	}
	if err := p.meter.Hold(theDocument, int64(len(b))); err != nil {
		return "", err
	}
	return string(b), nil
}

// text reads a text in quotes.
func (p *scanner) text() (string, error) {
	p.off++
	from := p.off
	for polled := from; p.off < len(p.src); p.off++ {
		switch c := p.src[p.off]; {
		case c == '"':
			p.off++
			return p.piece(from, p.off-1)
		case c == '\\':
			return p.escaped(from)
		case c < ' ':
			return "", p.unexpected("in string literal")
		}
		if p.off-polled == chunk {
			if err := p.meter.Work(chunk); err != nil {
				return "", err
			}
			polled = p.off
		}
	}
	return "", p.unexpected("")
}

// escaped reads on in a text that begins at from, from its first escape. It writes into a buffer that grows by
// doubling.
func (p *scanner) escaped(from int) (string, error) {
	b := append(make([]byte, 0, p.off-from+16), p.src[from:p.off]...)
	if err := p.meter.Hold(theDocument, int64(cap(b))); err != nil {
		return "", err
	}
	defer func(held *[]byte) { p.meter.Release(int64(cap(*held))) }(&b)
	for polled := p.off; p.off < len(p.src); {
		if p.off-polled >= chunk {
			if err := p.meter.Work(p.off - polled); err != nil {
				return "", err
			}
			polled = p.off
		}
		if len(b)+utf8.UTFMax > cap(b) {
			if err := p.meter.Hold(theDocument, int64(cap(b))); err != nil {
				return "", err
			}
			b = append(make([]byte, 0, 2*cap(b)), b...)
		}
		switch c := p.src[p.off]; {
		case c == '"':
			p.off++
			return p.keep(b)
		case c < ' ':
			return "", p.unexpected("in string literal")
		case c == '\\':
			p.off++
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
			p.off++
		}
	}
	return "", p.unexpected("")
}

// escape reads what stands behind a backslash.
func (p *scanner) escape() (rune, error) {
	const names, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := p.peek()
	if i := strings.IndexByte(names, c); i >= 0 && p.off < len(p.src) {
		p.off++
		return rune(meant[i]), nil
	}
	if c != 'u' {
		return 0, p.unexpected("in string escape code")
	}
	at := p.off - 1
	r, err := p.unit()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if rest := p.src[p.off:]; r < 0xDC00 && (len(rest) == 0 || len(rest) == 1 && rest[0] == '\\') {
		p.off = len(p.src)
		return 0, p.unexpected("") // the other half may be missing too
	}
	if p.peek() == '\\' && p.off+1 < len(p.src) && p.src[p.off+1] == 'u' {
		p.off++
		low, err := p.unit()
		if err != nil {
			return 0, err
		}
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return r, nil
		}
	}
	return 0, p.errorf(at, "this escape is half of a surrogate pair; it stands for no character")
}

// unit reads u and four hexadecimal digits.
func (p *scanner) unit() (r rune, err error) {
	p.off++
	for range 4 {
		c := p.peek()
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, p.unexpected(`in \u hexadecimal character escape`)
		}
		p.off++
	}
	return r, nil
}
