package grid

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

// readers are the ways in which an input may trickle in.
var readers = map[string]func(io.Reader) io.Reader{
	"whole":    func(r io.Reader) io.Reader { return r },
	"one byte": iotest.OneByteReader,
	"half":     iotest.HalfReader,
	"data+EOF": iotest.DataErrReader,
}

// narrow is a Scanner whose window begins with room for n bytes.
func narrow(r io.Reader, size int64, n int) *Scanner {
	return &Scanner{r: r, buf: make([]byte, 0, n), line: 1, col: 1, left: size}
}

// drain reads everything by Rune and EndLine: "text@line:col" for each line that is not empty.
func drain(s *Scanner) (got []string, err error) {
	for {
		at, line := s.Pos(), ""
		for {
			r, ok, err := s.Rune()
			if err != nil {
				return got, err
			}
			if !ok {
				break
			}
			line += string(r)
		}
		if line != "" {
			got = append(got, fmt.Sprintf("%s@%d:%d-%d", line, at.Line, at.Col, s.Pos().Col))
		}
		if len(s.Peek(1)) == 0 {
			return got, s.Err()
		}
		if err := s.EndLine("the line"); err != nil {
			return got, err
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"\n\n\n", ""},
		{"ab", "ab@1:1-3"},
		{"ab\ncd", "ab@1:1-3 cd@2:1-3"},
		{"ab\ncd\n", "ab@1:1-3 cd@2:1-3"},
		{"ab\r\ncd\r\n", "ab\r@1:1-4 cd\r@2:1-4"},
		{"\n\nab", "ab@3:1-3"},
		{"é\n日本語x", "é@1:1-2 日本語x@2:1-5"},
		{"😀😀", "😀😀@1:1-3"},
		{"\xEF\xBB\xBFab\nc", "ab@1:1-3 c@2:1-2"},
		{"\xEF\xBB\xBF", ""},
		{"\xEF\xBB\xBF\xEF\xBB\xBFa", "\uFEFFa@1:1-3"}, // one mark is a mark, two are a character
		{"a\xEF\xBB\xBFb", "a\uFEFFb@1:1-4"},
		{"\x00\x7F", "\x00\x7F@1:1-3"},
		{strings.Repeat("é", 600) + "\nx", strings.Repeat("é", 600) + "@1:1-601 x@2:1-2"},
	} {
		for name, wrap := range readers {
			got, err := drain(NewScanner(wrap(strings.NewReader(c.in)), -1))
			if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("%.40q, %s: %.80q, %v; want %.80q", c.in, name, got, err, c.want)
			}
		}
	}
}

func TestRuneRefusesInvalidUTF8(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\xff", "line 1, column 1: the byte 0xFF is not valid UTF-8; is this a text file?"},
		{"ab\xc3", "line 1, column 3: the byte 0xC3 is not valid UTF-8; is this a text file?"},
		{"é\xc3(", "line 1, column 2: the byte 0xC3 is not valid UTF-8; is this a text file?"},
		{"x\n\xed\xa0\x80", "line 2, column 1: the byte 0xED is not valid UTF-8; is this a text file?"}, // a surrogate
		{"\xc0\xaf", "line 1, column 1: the byte 0xC0 is not valid UTF-8; is this a text file?"},        // too long
		{"\xEF\xBB", "line 1, column 1: the byte 0xEF is not valid UTF-8; is this a text file?"},        // half a mark
	} {
		for name, wrap := range readers {
			if _, err := drain(NewScanner(wrap(strings.NewReader(c.in)), -1)); err == nil || err.Error() != c.want || !errors.Is(err, ErrInput) {
				t.Errorf("%q, %s: %v; want %s", c.in, name, err, c.want)
			}
		}
	}
	// U+FFFD itself, properly encoded, is a character like others.
	if got, err := drain(NewScanner(strings.NewReader("\uFFFD"), -1)); err != nil || len(got) != 1 {
		t.Errorf("U+FFFD: %q, %v", got, err)
	}
}

func TestInt(t *testing.T) {
	const big = int64(1) << 40
	for _, c := range []struct {
		in        string
		low, high int64
		want      int64
		err       string
		at        Pos // behind the number
	}{
		{in: "7", high: 9, want: 7, at: Pos{1, 2}},
		{in: "0\n", high: 9, want: 0, at: Pos{1, 2}},
		{in: "  \t12 x", high: 99, want: 12, at: Pos{1, 6}},
		{in: "12\r\n", high: 99, want: 12, at: Pos{1, 3}},
		{in: "007", high: 9, want: 7, at: Pos{1, 4}},
		{in: "-5", low: -9, high: 9, want: -5, at: Pos{1, 3}},
		{in: "-0", high: 9, want: 0, at: Pos{1, 3}},
		{in: "1099511627776", high: big, want: big, at: Pos{1, 14}},
		{in: "", high: 9, err: "line 1, column 1: the input ends where n is expected"},
		{in: "   ", high: 9, err: "line 1, column 4: the input ends where n is expected"},
		{in: "-", low: -9, err: "line 1, column 1: the input ends where n is expected"},
		{in: "\n7", high: 9, err: "line 1, column 1: n is expected here, not the end of the line"},
		{in: " x", high: 9, err: "line 1, column 2: n is expected here, not 'x'"},
		{in: " é", high: 9, err: "line 1, column 2: n is expected here, not 'é'"},
		{in: "\x00", high: 9, err: "line 1, column 1: n is expected here, not the character U+0000"},
		{in: "\xff", high: 9, err: "line 1, column 1: n is expected here, not the byte 0xFF"},
		{in: "+7", high: 9, err: "line 1, column 1: n is expected here, not '+'"},
		{in: "--7", low: -9, high: 9, err: "line 1, column 1: n is expected here, not '-'"},
		{in: "7x", high: 9, err: "line 1, column 2: n is followed by 'x'; a space or the end of the line is expected"},
		{in: "7-", high: 9, err: "line 1, column 2: n is followed by '-'; a space or the end of the line is expected"},
		{in: "7.0", high: 9, err: "line 1, column 2: n is followed by '.'; a space or the end of the line is expected"},
		{in: "7é", high: 9, err: "line 1, column 2: n is followed by 'é'; a space or the end of the line is expected"},
		{in: "10", low: 1, high: 9, err: "line 1, column 1: n is 10; it must be from 1 to 9"},
		{in: "0", low: 1, high: 9, err: "line 1, column 1: n is 0; it must be from 1 to 9"},
		{in: " -1", low: 1, high: 9, err: "line 1, column 2: n is -1; it must be from 1 to 9"},
		{in: "99999999999999999999", high: 9, err: "line 1, column 1: n is too large; at most 9 is possible"},
		{in: strings.Repeat("9", 5000), high: 9, err: "line 1, column 1: n is too large; at most 9 is possible"},
		{in: "-99999999999999999999", low: -9, high: 9, err: "line 1, column 1: n is too small; at least -9 is possible"},
		{in: "9223372036854775808", high: math.MaxInt64, err: "line 1, column 1: n is too large; at most 9223372036854775807 is possible"},
		{in: "4611686018427387903", high: math.MaxInt64, want: 1<<62 - 1, at: Pos{1, 20}},
	} {
		for name, wrap := range readers {
			s := NewScanner(wrap(strings.NewReader(c.in)), -1)
			n, err := s.Int("n", c.low, c.high)
			if c.err != "" {
				if err == nil || err.Error() != c.err || !errors.Is(err, ErrInput) {
					t.Errorf("%.30q, %s: %d, %v; want %s", c.in, name, n, err, c.err)
				}
			} else if err != nil || n != c.want || s.Pos() != c.at {
				t.Errorf("%.30q, %s: %d, %v, then %v; want %d, %v", c.in, name, n, err, s.Pos(), c.want, c.at)
			}
		}
	}
}

func TestEndLineAndSkipBlank(t *testing.T) {
	s := NewScanner(strings.NewReader("\r\n \t\n  7 \t\r\n x"), -1)
	if !s.SkipBlank() || s.Pos() != (Pos{3, 3}) {
		t.Fatalf("SkipBlank stops at %v", s.Pos())
	}
	if n, err := s.Int("n", 0, 9); n != 7 || err != nil {
		t.Fatal(n, err)
	}
	if err := s.EndLine("n"); err != nil || s.Pos() != (Pos{4, 1}) {
		t.Fatal(err, s.Pos())
	}
	if err := s.EndLine("nothing"); err == nil || err.Error() != "line 4, column 2: unexpected 'x' after nothing" {
		t.Fatal(err)
	}
	if _, _, err := s.Rune(); err != nil {
		t.Fatal(err)
	}
	// The end of the input ends its line, as often as one asks.
	for range 2 {
		if err := s.EndLine("x"); err != nil || s.SkipBlank() {
			t.Fatal(err)
		}
	}
}

func TestSegmentUnreadRune(t *testing.T) {
	for _, window := range []int{1, 2, 3, 5, 64} {
		const in = "abéc\nde"
		s := narrow(strings.NewReader(in), int64(len(in)), window)
		// A caller takes the line in segments and steps back where it meets é.
		var line string
		for {
			seg, end := s.Segment(10)
			ascii := len(seg)
			for i, c := range seg {
				if c >= 0x80 {
					ascii = i
					break
				}
			}
			line += string(seg[:ascii])
			s.Unread(len(seg) - ascii)
			if ascii == len(seg) {
				if end {
					break
				}
				continue
			}
			if want := (Pos{1, 3}); s.Pos() != want {
				t.Fatalf("window %d: before é at %v, want %v", window, s.Pos(), want)
			}
			r, ok, err := s.Rune()
			if r != 'é' || !ok || err != nil {
				t.Fatal(r, ok, err)
			}
			line += string(r)
		}
		if line != "abéc" || s.Pos() != (Pos{1, 5}) || s.Left() != 3 {
			t.Fatalf("window %d: %q, %v, %d left", window, line, s.Pos(), s.Left())
		}
		if seg, end := s.Segment(4); len(seg) != 0 || !end {
			t.Fatalf("window %d: behind the line %q, %v", window, seg, end)
		}
		if err := s.EndLine("it"); err != nil {
			t.Fatal(err)
		}
		if got := string(s.Peek(10)); got != "de" || s.Pos() != (Pos{2, 1}) {
			t.Fatalf("window %d: Peek gives %q at %v", window, got, s.Pos())
		}
		if got, _ := s.Segment(1); string(got) != "d" || s.Left() != 1 {
			t.Fatalf("window %d: %q, %d left", window, got, s.Left())
		}
	}
}

func TestLeft(t *testing.T) {
	const in = "\xEF\xBB\xBF12 é\n3"
	for _, size := range []int64{-1, 0, 5, int64(len(in)), 1 << 40} {
		s := NewScanner(strings.NewReader(in), size)
		want := func(used int64) int64 {
			if size < 0 {
				return -1
			}
			return max(0, size-used)
		}
		if s.Left() != want(3) {
			t.Errorf("size %d: %d left behind the mark", size, s.Left())
		}
		if n, err := s.Int("n", 0, 99); n != 12 || err != nil {
			t.Fatal(n, err)
		}
		s.SkipBlank()
		if _, _, err := s.Rune(); err != nil || s.Left() != want(8) {
			t.Errorf("size %d: %d left behind é, %v", size, s.Left(), err)
		}
		if got, err := drain(s); err != nil || len(got) != 1 || got[0] != "3@2:1-2" {
			t.Errorf("size %d: %q, %v", size, got, err) // a size that lies changes nothing else
		}
	}
	if s := NewScanner(strings.NewReader("ab"), 2); cap(s.buf) > 1024 {
		t.Errorf("a window of %d bytes for a file of 2", cap(s.buf))
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("the cable is out")
	for _, in := range []string{"", "1", "12 ", "12\n", "é"} {
		s := NewScanner(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), -1)
		_, err := s.Int("n", 0, 99)
		if err == nil {
			_, err = s.Int("m", 0, 99)
		}
		if in == "é" {
			if err == nil || errors.Is(err, broken) {
				t.Errorf("%q: %v", in, err) // what is wrong before the break is said first
			}
			continue
		}
		if in != "12\n" && !errors.Is(err, broken) {
			t.Errorf("%q: Int says %v", in, err)
		}
		if in == "12\n" {
			_, err = drain(s)
		}
		if !errors.Is(err, broken) || !errors.Is(s.Err(), broken) {
			t.Errorf("%q: %v, %v", in, err, s.Err())
		}
		if s.SkipBlank() {
			t.Errorf("%q: something is left", in)
		}
		if err := s.EndLine("it"); !errors.Is(err, broken) {
			t.Errorf("%q: EndLine says %v", in, err)
		}
		if _, ok, err := s.Rune(); ok || !errors.Is(err, broken) {
			t.Errorf("%q: Rune says %v", in, err)
		}
		if seg, end := s.Segment(5); len(seg) > 0 || !end {
			t.Errorf("%q: Segment gives %q", in, seg)
		}
	}
	s := NewScanner(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("abcdef"))), -1)
	if r, ok, err := s.Rune(); r != 'a' || !ok || err != nil {
		t.Errorf("what came before the timeout is lost: %q, %v", r, err)
	}
	if _, ok, err := s.Rune(); ok || !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("the timeout is lost: %v", err)
	}
	// A reader that never gives anything must not hang us.
	s = NewScanner(readerFunc(func([]byte) (int, error) { return 0, nil }), -1)
	if _, ok, err := s.Rune(); ok || err != io.ErrNoProgress {
		t.Errorf("no progress: %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestKeepAndSkipLines(t *testing.T) {
	for name, wrap := range readers {
		in := "é1\n\n23\n4"
		s := NewScanner(wrap(strings.NewReader(in)), int64(len(in)))
		if s.Kept() != nil {
			t.Fatal("something is kept before anything was")
		}
		s.Keep("x")
		if got := string(s.Peek(5)); got != "é1\n\n" {
			t.Fatalf("%s: %q", name, got)
		}
		s.SkipLines(5)
		if want := (Pos{3, 1}); s.Pos() != want || s.Left() != 4 || s.Kept() != "x" {
			t.Errorf("%s: at %v with %d left, kept %v", name, s.Pos(), s.Left(), s.Kept())
		}
		if n, err := s.Int("n", 0, 99); n != 23 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

// TestShort wants to know that an input is short where its size is known or its end in sight.
func TestShort(t *testing.T) {
	long := strings.Repeat("x", 3*scanBuffer)
	for _, c := range []struct {
		text  string
		size  int64
		n     int64
		short bool
	}{
		{"abc", 3, 4, true}, {"abc", 3, 3, false}, {"abc", -1, 4, true}, {"abc", -1, 3, false}, {"abc", -1, 1 << 60, true},
		{long, -1, 1 << 60, false}, {long, int64(len(long)), 1 << 60, true}, {long, int64(len(long)), 5, false}, {"", -1, 1, true},
	} {
		if got := NewScanner(strings.NewReader(c.text), c.size).Short(c.n); got != c.short {
			t.Errorf("%d bytes, size %d: Short(%d) = %v", len(c.text), c.size, c.n, got)
		}
	}
}
