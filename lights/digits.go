package lights

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// formatDigits is the name of the plain format.
const formatDigits = "lights-digits"

// formatDigitsDoc describes the plain format.
const formatDigitsDoc = `Rows of digits, one a lamp, all of one length; all lamps are to be
turned to 0. The modulus is 2, the pattern plus and the topology plane unless a line
"# modulus 3 pattern king topology torus" (any of the three) stands before the rows. Other
lines that begin with # are comments. An empty line or the next # ends a board; any number of
boards may follow each other.`

// maxDigit is the largest modulus whose values are single digits.
const maxDigit = 10

// sniffDigits reports whether a text that begins with head may be of the plain format: behind
// comments a line of settings, or two lines of digits of one length.
func sniffDigits(head []byte) bool {
	head = trimHead(head)
	for {
		c, ok := bytes.CutPrefix(head, []byte("#"))
		if !ok {
			break
		}
		line, rest, _ := bytes.Cut(c, []byte("\n"))
		if isSettings(string(line)) {
			return true
		}
		head = trimHead(rest)
	}
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	first, second = bytes.TrimRight(first, " \t\r"), bytes.TrimRight(second, " \t\r")
	if isTiles(second) && (len(second) == 3 || isTiles(first) && len(first) == len(second)) {
		return false
	}
	// Rows of different lengths are a mistake that reading names better than a refusal to read.
	return allDigits(first) && (len(second) == 0 || allDigits(second))
}

// maybeDigits reports whether head could begin rows of the plain format: lines of digits of one length, whatever the
// modulus.
func maybeDigits(head []byte) bool {
	rows := bytes.Split(bytes.TrimSpace(trimHead(head)), []byte("\n"))
	for i, row := range rows {
		if rows[i] = bytes.TrimSpace(row); len(rows[i]) > 0 && (!allDigits(rows[i]) || len(rows[i]) != len(rows[0])) {
			return false
		}
	}
	return len(rows[0]) > 0 && !(len(rows) == len(rows[0]) && isTiles(rows[0])) // a board of tiles
}

// isTiles reports whether a line is two or more different digits from 1 to 9: no row of lamps modulo 2, but one of the
// family permute, whose contest format square-puzzle begins with a line of digits too.
func isTiles(line []byte) bool {
	for i, c := range line {
		if c < '1' || c > '9' || bytes.IndexByte(line[:i], c) >= 0 {
			return false
		}
	}
	return len(line) > 1
}

// readDigits reads one board; io.EOF when none is left.
func readDigits(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	set, known := defaults(), false
	for {
		if !s.SkipBlank() {
			if known {
				return nil, s.Errorf("the input ends where a board is expected")
			}
			return nil, endOf(s)
		}
		if s.Peek(1)[0] != '#' {
			break
		}
		at := s.Pos()
		line, err := readLine(s, 1<<10)
		if err != nil {
			return nil, err
		}
		if c := strings.TrimPrefix(line, "#"); isSettings(c) {
			if known {
				return nil, grid.Errorf(at, "settings follow settings; a board is expected")
			}
			if set, err = parseSettings(c, maxDigit); err != nil {
				return nil, grid.Errorf(at, "%v", err)
			}
			known = true
		}
	}
	b := &Board{}
	var cells []uint8
	for {
		next := s.Peek(1)
		if len(next) == 0 || next[0] == '\n' || next[0] == '\r' || next[0] == '#' {
			break
		}
		n := len(cells)
		var err error
		if cells, err = digitRow(m, s, cells, set.modulus); err != nil {
			return nil, err
		}
		if len(cells) == n {
			return nil, s.Errorf("this row begins with a blank; an empty line ends a board")
		}
		if w := len(cells) - n; b.H == 0 {
			b.W = w
		} else if w != b.W {
			return nil, s.Errorf("this row has %d digits; the first one has %d", w, b.W)
		}
		if err := s.EndLine("the row's digits"); err != nil {
			return nil, err
		}
		b.H++
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	out := NewBoard(b.H, b.W, set.modulus)
	if out.Bytes != nil {
		copy(out.Bytes, cells)
		return set.instance(out), nil
	}
	for y := range b.H {
		if err := m.Work(2 * b.W); err != nil {
			return nil, err
		}
		for x, v := range cells[y*b.W : (y+1)*b.W] {
			out.Bits[y*Stride(b.W)+x/64] |= uint64(v) << (x % 64)
		}
	}
	return set.instance(out), nil
}

// digitRow appends the values of the digits up to the end of the line.
func digitRow(m *meter.Meter, s *grid.Scanner, cells []uint8, modulus uint32) ([]uint8, error) {
	for {
		seg, end := s.Segment(32 << 10)
		for i, c := range seg {
			if c == '\r' || c == ' ' || c == '\t' {
				s.Unread(len(seg) - i)
				return cells, nil
			}
			if c < '0' || c > '9' {
				s.Unread(len(seg) - i)
				at := s.Pos()
				r, _, err := s.Rune()
				if err != nil {
					return nil, err
				}
				return nil, grid.Errorf(at, "%s is not a digit", grid.Quote(string(r)))
			}
			v := c - '0'
			if uint32(v) >= modulus {
				s.Unread(len(seg) - i)
				return nil, s.Errorf("%s; a line \"# modulus %d\" above the rows allows it", notColour(v, modulus), uint32(v)+1)
			}
			cells = append(cells, v)
		}
		if err := m.Work(len(seg)); err != nil {
			return nil, err
		}
		if err := m.Room(theBoard, 2*int64(len(cells))); err != nil {
			return nil, err
		}
		if end {
			return cells, nil
		}
	}
}

// readLine consumes a line of at most most bytes and returns it without its end.
func readLine(s *grid.Scanner, most int) (string, error) {
	seg, end := s.Segment(most)
	line := string(seg)
	if !end {
		return "", s.Errorf("this line is longer than %d bytes", most)
	}
	return strings.TrimRight(line, "\r"), s.EndLine("the line")
}

// writeDigits writes one board with its settings.
func writeDigits(out io.Writer, p *Instance) error {
	if err := p.plainText(formatDigits, maxDigit); err != nil {
		return err
	}
	return writeDigitRows(out, p.Start, fmt.Sprintf("modulus %d pattern %s topology %v", p.Modulus, p.Pattern.Name,
		p.Topology))
}

// writeDigitsEvidence writes a solved board's presses, and an impossible one's weights, as digits.
func writeDigitsEvidence(out io.Writer, p *Instance, o Outcome) error {
	b, comment, err := p.evidence(o, formatDigits, maxDigit)
	if err != nil {
		return err
	}
	return writeDigitRows(out, b, comment)
}

// writeDigitRows writes a board of single digits under a comment.
func writeDigitRows(out io.Writer, b *Board, comment string) error {
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "# %s\n", comment)
	var line []byte
	for y := range b.H {
		line = append(b.appendDigits(line[:0], y), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}
