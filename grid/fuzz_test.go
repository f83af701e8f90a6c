package grid

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// A twin is a Scanner that holds the whole input and counts from the beginning every time.
type twin struct {
	text []byte
	at   int
}

func newTwin(text []byte) *twin {
	return &twin{text: bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))}
}

func (w *twin) rest() []byte { return w.text[w.at:] }

func (w *twin) pos() Pos {
	before := w.text[:w.at]
	line := bytes.Count(before, []byte("\n"))
	return Pos{1 + line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])}
}

func (w *twin) skip(blanks string) { w.at = len(w.text) - len(bytes.TrimLeft(w.rest(), blanks)) }

// FuzzScanner plays a list of calls on a Scanner and on its twin: nothing panics, what is
// read is the input, and every place is the one that the twin counts.
func FuzzScanner(f *testing.F) {
	all := "\x00\x01\x02\x03\x04\x05"
	for _, text := range []string{
		"", "3 4\nab\r\ncd\n", "\xEF\xBB\xBF1 2\n\nx", "é日😀\nx\xff", "-12 99999999999999999999",
		strings.Repeat("ab", 700) + "\n" + strings.Repeat("é", 700), "\r\r\n\t \n", "\xEF\xBB", "0 -0 7x",
	} {
		for mode := range byte(8) {
			f.Add([]byte(text), []byte(strings.Repeat(all, 3)), mode)
			f.Add([]byte(text), []byte("\x04\x04\x03\x11\x03\x21\x00\x03"), mode)
		}
	}
	f.Fuzz(func(t *testing.T, text, calls []byte, mode byte) {
		var r io.Reader = bytes.NewReader(text)
		switch mode & 3 {
		case 1:
			r = iotest.OneByteReader(r)
		case 2:
			r = iotest.HalfReader(r)
		case 3:
			r = iotest.DataErrReader(r)
		}
		size := int64(-1)
		if mode&4 != 0 {
			size = int64(len(text))
		}
		s, w := NewScanner(r, size), newTwin(text)
		for _, c := range calls {
			stop := step(t, s, w, c)
			if s.Pos() != w.pos() {
				t.Fatalf("call %d: the scanner is at %v, its twin at %v", c, s.Pos(), w.pos())
			}
			if size >= 0 && s.Left() != int64(len(w.rest())) {
				t.Fatalf("call %d: %d bytes left, the twin has %d", c, s.Left(), len(w.rest()))
			}
			if stop {
				break
			}
		}
		var rest []byte
		for len(s.Peek(1)) > 0 {
			seg, _ := s.Segment(1 + len(rest)%50)
			rest = append(rest, seg...)
			if p := s.Peek(1); len(p) > 0 && p[0] == '\n' {
				if err := s.EndLine("it"); err != nil {
					t.Fatal(err)
				}
				rest = append(rest, '\n')
			}
		}
		if !bytes.Equal(rest, w.rest()) || s.Err() != nil {
			t.Fatalf("the rest is %q, %v; want %q", rest, s.Err(), w.rest())
		}
	})
}

// step makes one call on both, and reports whether it was an error behind which they may part.
func step(t *testing.T, s *Scanner, w *twin, c byte) (stop bool) {
	n := 1 + int(c>>3)
	switch c & 7 {
	case 0, 6, 7:
		r, ok, err := s.Rune()
		want, size := utf8.DecodeRune(w.rest())
		switch {
		case size == 0 || want == '\n':
			if ok || err != nil {
				t.Fatalf("Rune gives %q, %v at an end", r, err)
			}
		case want == utf8.RuneError && size == 1:
			if !errors.Is(err, ErrInput) || ok {
				t.Fatalf("Rune gives %q, %v for %q", r, err, w.rest()[:1])
			}
			return true
		default:
			if r != want || !ok || err != nil {
				t.Fatalf("Rune gives %q, %v, want %q", r, err, want)
			}
			w.at += size
		}
	case 1:
		seg, end := s.Segment(n)
		if !bytes.HasPrefix(w.rest(), seg) || len(seg) > n || bytes.IndexByte(seg, '\n') >= 0 {
			t.Fatalf("Segment(%d) gives %q of %q", n, seg, w.rest())
		}
		next := w.rest()[len(seg):]
		if (end || len(seg) == 0) && len(next) > 0 && next[0] != '\n' {
			t.Fatalf("Segment(%d) gives %q, %v before %q", n, seg, end, next)
		}
		ascii := 0
		for ascii < len(seg) && seg[ascii] < utf8.RuneSelf {
			ascii++
		}
		s.Unread(len(seg) - ascii)
		w.at += ascii
	case 2:
		w.skip(" \t\r\n")
		if s.SkipBlank() != (len(w.rest()) > 0) {
			t.Fatalf("SkipBlank is wrong before %q", w.rest())
		}
	case 3:
		w.skip(" \t\r")
		err := s.EndLine("it")
		if ends := len(w.rest()) == 0 || w.rest()[0] == '\n'; ends != (err == nil) {
			t.Fatalf("EndLine gives %v before %q", err, w.rest())
		}
		if err == nil && len(w.rest()) > 0 {
			w.at++
		}
	case 4:
		return number(t, s, w)
	case 5:
		if got := s.Peek(n); !bytes.Equal(got, w.rest()[:min(n, len(w.rest()))]) {
			t.Fatalf("Peek(%d) gives %q of %q", n, got, w.rest())
		}
	}
	return false
}

// number reads an Int from both. After an error the scanner may stand on any digit.
func number(t *testing.T, s *Scanner, w *twin) (stop bool) {
	const low, high = -500, 1_000_000
	w.skip(" \t\r")
	text := w.rest()
	if i := bytes.IndexAny(text, " \t\r\n"); i >= 0 {
		text = text[:i]
	}
	digits := bytes.TrimPrefix(text, []byte("-"))
	valid, value := len(digits) > 0, int64(0)
	for _, d := range digits {
		valid = valid && d >= '0' && d <= '9'
		value = min(value*10+int64(d-'0'), high+1)
	}
	if len(digits) < len(text) {
		value = -value
	}
	valid = valid && value >= low && value <= high
	n, err := s.Int("n", low, high)
	if valid != (err == nil) || valid && n != value {
		t.Fatalf("Int gives %d, %v for %q", n, err, text)
	}
	if err == nil {
		w.at += len(text)
		return false
	}
	if !errors.Is(err, ErrInput) {
		t.Fatalf("Int gives %v", err)
	}
	for s.Pos().Line == w.pos().Line && s.Pos().Col > w.pos().Col {
		w.at++
	}
	return true
}
