package grid

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// scanBuffer is the size of a Scanner's window: large enough that a board of
// 10^8 cells is read in a few thousand calls, small enough to stay in cache.
const scanBuffer = 32 << 10

// A Scanner reads a text format piece by piece, knows the line and column of
// everything it hands out, and holds no more than one window of the input. A
// byte-order mark at the beginning is skipped, and CRLF counts as one line end.
type Scanner struct {
	r     io.Reader
	buf   []byte // the window
	off   int    // next unread byte of buf
	err   error  // sticky, set when r is exhausted
	line  int
	col   int   // column of buf[off], in characters
	left  int64 // bytes known to be still unread in r and buf; -1 when unknown
	err1  error // first read error that is not io.EOF
	ended bool
	kept  any
}

// NewScanner reads from r. Where size ≥ 0 it is the number of bytes that r
// is known to hold (a regular file's length); readers of large rows may use it to
// bound what they allocate. Pass -1 when it is not known.
func NewScanner(r io.Reader, size int64) *Scanner {
	s := &Scanner{r: r, line: 1, col: 1, left: size}
	if h := s.Peek(3); len(h) >= 3 && h[0] == 0xEF && h[1] == 0xBB && h[2] == 0xBF {
		s.off += 3
		s.took(3)
	}
	return s
}

func (s *Scanner) took(n int) {
	if s.left >= 0 {
		s.left = max(0, s.left-int64(n))
	}
}

// fill makes at least one unread byte available, or reports false at the end.
func (s *Scanner) fill() bool {
	if s.off < len(s.buf) {
		return true
	}
	return s.more()
}

// more reads further bytes behind the unread ones and reports whether any came.
func (s *Scanner) more() bool {
	if s.err != nil {
		return false
	}
	if s.off > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.off:])]
		s.off = 0
	}
	if len(s.buf) == cap(s.buf) {
		grown := make([]byte, len(s.buf), max(s.firstSize(), 2*cap(s.buf)))
		copy(grown, s.buf)
		s.buf = grown
	}
	for tries := 0; tries < 100; tries++ {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.err = err
			if err != io.EOF {
				s.err1 = err
			}
		}
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err, s.err1 = io.ErrNoProgress, io.ErrNoProgress
	return false
}

// firstSize keeps the window of a small file small.
func (s *Scanner) firstSize() int {
	if s.left >= 0 && s.left < scanBuffer {
		return max(512, int(s.left)+1)
	}
	return scanBuffer
}

// Peek returns up to n unread bytes without consuming them; fewer only at the
// end of the input. The slice is valid until the next call.
func (s *Scanner) Peek(n int) []byte {
	for len(s.buf)-s.off < n && s.more() {
	}
	return s.buf[s.off:min(len(s.buf), s.off+n)]
}

// SkipLines consumes the next n bytes, which the caller has peeked at: whole lines, their ends included.
func (s *Scanner) SkipLines(n int) {
	s.line += bytes.Count(s.buf[s.off:s.off+n], []byte{'\n'})
	s.off += n
	s.col = 1
	s.took(n)
}

// End leaves the rest of the input unread: for formats that say where they end.
func (s *Scanner) End() {
	s.off, s.err, s.ended, s.left = len(s.buf), io.EOF, true, 0
}

// Ended reports whether End was called.
func (s *Scanner) Ended() bool { return s.ended }

// Keep keeps v for whoever reads cases from s one by one and has to remember something between two of
// them, such as a header that holds for many cases.
func (s *Scanner) Keep(v any) { s.kept = v }

// Kept returns what Keep was given last, nil before.
func (s *Scanner) Kept() any { return s.kept }

// Err is the reader's own error, if reading ended with one other than io.EOF.
func (s *Scanner) Err() error { return s.err1 }

// Left returns the number of bytes known to be unread, or -1.
func (s *Scanner) Left() int64 { return s.left }

// Short reports whether fewer than n bytes are known to be left: of a regular file, or because the input ends
// within a window. It is for asking before a size is refused that the input cannot hold anyway.
func (s *Scanner) Short(n int64) bool {
	if s.left >= 0 {
		return s.left < n
	}
	return int64(len(s.Peek(int(min(n, scanBuffer))))) < min(n, scanBuffer)
}

// Pos is the place of the next unread character.
func (s *Scanner) Pos() Pos { return Pos{s.line, s.col} }

// Errorf makes an error at the next unread character.
func (s *Scanner) Errorf(format string, args ...any) error {
	return Errorf(s.Pos(), format, args...)
}

// readErr prefers the reader's own error to the one that its early end causes.
func (s *Scanner) readErr(err error) error {
	if s.err1 != nil {
		return s.err1
	}
	return err
}

// SkipBlank skips spaces, tabs, carriage returns and line ends, and reports
// whether anything is left behind them.
func (s *Scanner) SkipBlank() bool {
	for s.fill() {
		switch s.buf[s.off] {
		case ' ', '\t', '\r':
			s.col++
		case '\n':
			s.line++
			s.col = 1
		default:
			return true
		}
		s.off++
		s.took(1)
	}
	return false
}

// skipInline skips spaces, tabs and carriage returns of the present line.
func (s *Scanner) skipInline() {
	for s.fill() {
		if c := s.buf[s.off]; c != ' ' && c != '\t' && c != '\r' {
			return
		}
		s.off++
		s.col++
		s.took(1)
	}
}

// Int reads a decimal integer of the present line that lies in [low, high];
// what names it in errors ("the height").
func (s *Scanner) Int(what string, low, high int64) (int64, error) {
	s.skipInline()
	at := s.Pos()
	var n int64
	digits, neg := 0, false
	for s.fill() {
		c := s.buf[s.off]
		if digits == 0 && !neg && c == '-' {
			neg = true
		} else if c >= '0' && c <= '9' {
			if n > (1<<62)/10 {
				if neg {
					return 0, Errorf(at, "%s is too small; at least %d is possible", what, low)
				}
				return 0, Errorf(at, "%s is too large; at most %d is possible", what, high)
			}
			n = n*10 + int64(c-'0')
			digits++
		} else {
			break
		}
		s.off++
		s.col++
		s.took(1)
	}
	if neg {
		n = -n
	}
	switch {
	case digits == 0 && !s.fill():
		return 0, s.readErr(Errorf(at, "the input ends where %s is expected", what))
	case digits == 0:
		return 0, Errorf(at, "%s is expected here, not %s", what, s.next())
	}
	if s.fill() { // before the range: in 0x10 it is not the 0 that is wrong
		if c := s.buf[s.off]; c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return 0, s.Errorf("%s is followed by %s; a space or the end of the line is expected", what, s.next())
		}
	}
	if n < low || n > high {
		return 0, Errorf(at, "%s is %d; it must be from %d to %d", what, n, low, high)
	}
	return n, nil
}

// next describes the next unread character for an error.
func (s *Scanner) next() string {
	if !s.fill() {
		return "the end of the input"
	}
	s.Peek(utf8.UTFMax)
	r, n := utf8.DecodeRune(s.buf[s.off:])
	if r == utf8.RuneError && n <= 1 {
		return Quote(string(s.buf[s.off : s.off+1]))
	}
	return Quote(string(r))
}

// EndLine consumes the end of the present line; nothing but blanks may precede
// it. The end of the input is a line end too.
func (s *Scanner) EndLine(after string) error {
	s.skipInline()
	if !s.fill() {
		return s.err1
	}
	if s.buf[s.off] != '\n' {
		return s.Errorf("unexpected %s after %s", s.next(), after)
	}
	s.off++
	s.took(1)
	s.line++
	s.col = 1
	return nil
}

// Segment returns the next unread bytes of the present line, at most max of them and without the line end, and
// consumes them as that many one-byte characters; end tells that the line (or the input) is seen to end right behind
// them; where that is not seen yet the next Segment is empty and says so. The slice is valid until the next call. It
// is the fast path for boards: a caller that meets bytes ≥ 0x80 steps back with Unread and goes on with Rune.
func (s *Scanner) Segment(max int) (seg []byte, end bool) {
	if !s.fill() {
		return nil, true
	}
	seg = s.buf[s.off:min(len(s.buf), s.off+max)]
	if i := bytes.IndexByte(seg, '\n'); i >= 0 {
		seg, end = seg[:i], true
	}
	s.off += len(seg)
	s.col += len(seg)
	s.took(len(seg))
	return seg, end
}

// Unread gives back the last n one-byte characters of the latest Segment.
func (s *Scanner) Unread(n int) {
	s.off -= n
	s.col -= n
	if s.left >= 0 {
		s.left += int64(n)
	}
}

// Rune reads one character of the present line. It reports false, consuming
// nothing, at a line end and at the end of the input; an invalid encoding is an error.
func (s *Scanner) Rune() (r rune, ok bool, err error) {
	if !s.fill() {
		return 0, false, s.err1
	}
	if c := s.buf[s.off]; c == '\n' {
		return 0, false, nil
	} else if c < utf8.RuneSelf {
		r, ok = rune(c), true
		s.off++
		s.col++
		s.took(1)
		return r, ok, nil
	}
	s.Peek(utf8.UTFMax)
	r, n := utf8.DecodeRune(s.buf[s.off:])
	if r == utf8.RuneError && n <= 1 {
		return 0, false, s.Errorf("the byte 0x%02X is not valid UTF-8; is this a text file?", s.buf[s.off])
	}
	s.off += n
	s.col++
	s.took(n)
	return r, true, nil
}
