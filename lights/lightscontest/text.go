package lightscontest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// text is a text format of a contest.
type text = puzzle.Text[*lights.Instance, lights.Witness, lights.Certificate]

// asserted is what an output says of a case.
type asserted = contest.Assertion[lights.Witness]

// plus is the pattern of the contests that know one alone.
const plus = "plus"

// plusBoard says where p is more than a plane of bits with a plus, all of which are to be off.
func plusBoard(p *lights.Instance) error {
	if err := plainBoard(p); err != nil {
		return err
	}
	if p.Pattern.Name != plus {
		return grid.Errorf(grid.Pos{}, "the pattern is not %s", plus)
	}
	return nil
}

// readRows reads h lines of w numbers 0 or 1. Callers bound w and h.
func readRows(s *grid.Scanner, w, h int) (*lights.Board, error) {
	b := lights.NewBoard(h, w, 2)
	for y := range h {
		if !s.SkipBlank() {
			if err := s.Err(); err != nil {
				return nil, err
			}
			return nil, s.Errorf("the input ends behind %s of a board of %d", grid.Number(y, "row"), h)
		}
		for x := range w {
			v, err := s.Int("a value", 0, 1)
			if err != nil {
				return nil, err
			}
			b.Set(y, x, uint32(v))
		}
		if err := s.EndLine("the row's last value"); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// readSize reads a line with the numbers of rows and columns, neither larger than most.
func readSize(s *grid.Scanner, most int64) (h, w int, err error) {
	rows, err := s.Int("the number of rows", 1, most)
	if err != nil {
		return 0, 0, err
	}
	cols, err := s.Int("the number of columns", 1, most)
	if err != nil {
		return 0, 0, err
	}
	return int(rows), int(cols), s.EndLine("the number of columns")
}

// writeRows writes a line for each row, with blanks between the values.
func writeRows(out io.Writer, b *lights.Board) error {
	w := bufio.NewWriter(out)
	for y := range b.H {
		for x := range b.W {
			if x > 0 {
				w.WriteByte(' ')
			}
			w.WriteByte('0' + byte(b.At(y, x)))
		}
		w.WriteByte('\n')
	}
	return w.Flush()
}

// unsupported is why a board has no place in a format.
func unsupported(err error) error { return fmt.Errorf("%w: %w", puzzle.ErrUnsupported, err) }

// readPresses reads h rows of w presses from an output, of which the first may have been read.
func readPresses(out *contest.Output, w, h int, first ...int) (*lights.Witness, error) {
	b := lights.NewBoard(h, w, 2)
	for i := range w * h {
		var v int
		if i < len(first) {
			v = first[i]
		} else {
			var err error
			if v, err = out.One("a press, 0 or 1,", "0", "1"); err != nil {
				return nil, err
			}
		}
		b.Set(i/w, i%w, uint32(v))
	}
	return &lights.Witness{Presses: b}, nil
}

// maxCases bounds the number at the head of a text; nothing is allocated for it.
const maxCases = 1 << 40

// A counted text begins with the number of its cases. It may be missing, and then all that follows is read.
type counted struct {
	total, left int64
	line        int // of the number; 0 before there is one
}

// next goes to the next case; io.EOF where none is left. A line with a single number is no case.
func (c *counted) next(s *grid.Scanner) error {
	for c.left == 0 {
		if !s.SkipBlank() {
			if err := s.Err(); err != nil {
				return err
			}
			if c.line > 0 && c.total == 0 {
				s.End() // the text says itself that it has no cases
			}
			return io.EOF
		}
		if !isCount(s.Peek(32)) {
			if c.line > 0 {
				return s.Errorf("the number of cases in line %d is %d, yet more follows", c.line, c.total)
			}
			return nil
		}
		c.line = s.Pos().Line
		n, err := s.Int("the number of cases", 0, maxCases)
		if err != nil {
			return err
		}
		if err := s.EndLine("the number of cases"); err != nil {
			return err
		}
		c.total, c.left = n, n
	}
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return err
		}
		return s.Errorf("the input ends after %s; line %d promises %s", grid.Number(c.total-c.left, "case"), c.line,
			grid.Number(c.total, "case"))
	}
	c.left--
	return nil
}

// countedText is what s keeps of a counted text.
func countedText(s *grid.Scanner) *counted {
	c, ok := s.Kept().(*counted)
	if !ok {
		c = &counted{}
		s.Keep(c)
	}
	return c
}

// isCount reports whether head begins with a line that holds one word.
func isCount(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return len(bytes.Fields(line)) == 1
}

// headNumbers cuts the first line off head: n numbers of a few digits; nil where something else stands there.
func headNumbers(head []byte, n int) (numbers []int, rest []byte) {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	line, rest, _ := bytes.Cut(head, []byte("\n"))
	words := bytes.Fields(line)
	if len(words) != n {
		return nil, rest
	}
	for _, w := range words {
		v, err := strconv.Atoi(string(w))
		if err != nil || w[0] < '0' || w[0] > '9' {
			return nil, rest
		}
		numbers = append(numbers, v)
	}
	return numbers, rest
}

// bitRows reports whether head begins with h lines of w numbers 0 or 1, as far as it goes, and at least with one.
func bitRows(head []byte, w, h int) bool {
	rest, found := bytes.TrimLeft(head, " \t\r\n"), true
	for y := 0; found && y < h; y++ {
		var line []byte
		line, rest, found = bytes.Cut(rest, []byte("\n"))
		words := bytes.Fields(line)
		for _, v := range words {
			if len(v) != 1 || v[0] != '0' && v[0] != '1' {
				return false
			}
		}
		if len(words) > w || len(words) < w && (found || y == 0) {
			return false
		}
	}
	return true
}
