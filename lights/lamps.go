package lights

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// formatLamps and formatMarks are the names of the formats for lamps as people draw them.
const (
	formatLamps = "lights-lamps"
	formatMarks = "lights-marks"
)

// formatLampsDoc describes it.
const formatLampsDoc = `Lamps as people draw them: rows of # or 1 (on) and . or 0 (off), all of one length,
on a line each or on one line with / between them. All are to be turned off; the pattern is plus, the topology plane.
An empty line ends a board; so does the line that holds one with /.`

// formatMarksDoc describes the other one.
const formatMarksDoc = `Lamps as people mark them: rows of #, x or O (on) and . or - (off), on a line each
or on one line with / between them. A board keeps to one mark for on and to one for off. All are to be turned off; the
pattern is plus, the topology plane. An empty line ends a board; so does the line that holds one with /.`

// marks are the characters that stand for lamps in a format.
type marks struct {
	format  string
	on, off string
	say     string // what a lamp is, in errors
	strict  bool   // a board keeps to one character for on and to one for off
}

var (
	lampMarks  = marks{formatLamps, "#1", ".0", "# or 1 (on), . or 0 (off)", false}
	otherMarks = marks{formatMarks, "Ox#", "-.", "#, x or O (on), . or - (off)", true}
)

// sniffLamps reports whether head begins with rows of 0 and 1 on one line, which nothing else is.
func sniffLamps(head []byte) bool {
	return lamps(head, "01") && bytes.IndexByte(firstLine(head), '/') > 0
}

// maybeLamps reports whether head begins with rows of # and . or of 0 and 1.
func maybeLamps(head []byte) bool { return lamps(head, "#.") || lamps(head, "01") }

// maybeMarks reports whether head begins with rows of x or O and of . or -, each board with its own two.
func maybeMarks(head []byte) bool {
	rest := trimHead(head)
	if len(rest) == 0 || lamps(rest, "#.") { // which are formatLamps
		return false
	}
	for len(rest) > 0 {
		var board []byte
		board, rest = cutBoard(rest)
		rest = trimHead(rest)
		if !marked(board) {
			return false
		}
	}
	return true
}

// cutBoard cuts off the first board: a line with slashes, or lines up to a blank one.
func cutBoard(text []byte) (board, rest []byte) {
	for rest = text; ; {
		line, behind, more := bytes.Cut(rest, []byte("\n"))
		if len(bytes.TrimSpace(line)) == 0 || !more {
			return text[:len(text)-len(rest)+len(line)], behind
		}
		if rest = behind; bytes.IndexByte(line, '/') >= 0 {
			return text[:len(text)-len(rest)], rest
		}
	}
}

// marked reports whether board holds one character for on and one for off.
func marked(board []byte) bool {
	for _, on := range otherMarks.on {
		for _, off := range otherMarks.off {
			if lamps(board, string([]rune{on, off})) {
				return true
			}
		}
	}
	return false
}

func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(trimHead(head), []byte("\n"))
	return bytes.TrimRight(line, " \t\r")
}

// lamps reports whether head, as far as it goes, holds nothing but the two characters, blanks, and slashes between
// the rows of its first line.
func lamps(head []byte, two string) bool {
	head = trimHead(head)
	for row := range bytes.SplitSeq(firstLine(head), []byte("/")) {
		if len(row) == 0 || len(bytes.Trim(row, two)) > 0 {
			return false
		}
	}
	return len(bytes.Trim(head, two+"/ \t\r\n")) == 0
}

// read reads one board; io.EOF when none is left.
func (k marks) read(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		return nil, endOf(s)
	}
	var cells []uint8
	var met [2]byte // the characters of this board for off and on, 0 as long as there are none
	w, h, oneLine := 0, 0, false
	for !oneLine {
		if next := s.Peek(1); len(next) == 0 || next[0] == '\n' || next[0] == '\r' {
			break
		}
		for slash := true; slash; h++ {
			n := len(cells)
			var err error
			if cells, err = k.row(m, s, cells, &met); err != nil {
				return nil, err
			}
			switch got := len(cells) - n; {
			case got == 0 && s.Pos().Col == 1 && blankNext(s):
				return nil, s.Errorf("this row begins with a blank; an empty line ends a board")
			case got == 0:
				return nil, s.Errorf("a lamp is expected here: %s", k.say)
			case h == 0:
				w = got
			case got != w:
				return nil, s.Errorf("this row has %s; the first one has %d", grid.Number(got, "lamp"), w)
			}
			next := s.Peek(1)
			if slash = len(next) > 0 && next[0] == '/'; slash {
				s.Segment(1)
				oneLine = true
			}
		}
		if err := s.EndLine("the row's lamps"); err != nil {
			return nil, err
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	b := NewBoard(h, w, 2)
	for i, v := range cells {
		b.Set(i/w, i%w, uint32(v))
	}
	return defaults().instance(b), nil
}

// blankNext reports whether a blank comes next.
func blankNext(s *grid.Scanner) bool {
	next := s.Peek(1)
	return len(next) > 0 && (next[0] == ' ' || next[0] == '\t')
}

// row appends the lamps up to the end of the row.
func (k marks) row(m *meter.Meter, s *grid.Scanner, cells []uint8, met *[2]byte) ([]uint8, error) {
	for {
		seg, end := s.Segment(32 << 10)
		for i, c := range seg {
			v := uint8(0)
			switch {
			case strings.IndexByte(k.off, c) >= 0:
			case strings.IndexByte(k.on, c) >= 0:
				v = 1
			case strings.IndexByte("/ \t\r", c) >= 0:
				s.Unread(len(seg) - i)
				return cells, nil
			default:
				s.Unread(len(seg) - i)
				return nil, k.noLamp(s)
			}
			if k.strict && met[v] != c {
				if met[v] != 0 {
					s.Unread(len(seg) - i)
					return nil, s.Errorf("this board has '%c' and '%c' for %s; it keeps to one", met[v], c, [2]string{"off", "on"}[v])
				}
				met[v] = c
			}
			cells = append(cells, v)
		}
		if err := m.Room("a board of this size", 2*int64(len(cells))); err != nil {
			return nil, err
		}
		if end {
			return cells, nil
		}
	}
}

// noLamp is the error about the next character, which stands for no lamp.
func (k marks) noLamp(s *grid.Scanner) error {
	at := s.Pos()
	r, _, err := s.Rune()
	if err != nil {
		return err
	}
	return grid.Errorf(at, "%s is no lamp; a lamp is %s", grid.Quote(string(r)), k.say)
}

// write writes one board by the rules that the format takes for granted.
func (k marks) write(out io.Writer, p *Instance) error {
	if err := p.plainText(k.format, 2); err != nil {
		return err
	}
	if p.Pattern.Name != "plus" || p.Topology != Plane {
		return unsupportedf("the format %s holds the pattern plus on a plane, not %s on a %v", k.format, p.Pattern.Name,
			p.Topology)
	}
	w := bufio.NewWriterSize(out, 64<<10)
	for y := range p.Height {
		for x := range p.Width {
			w.WriteByte([]byte{k.off[0], k.on[0]}[p.Start.At(y, x)])
		}
		w.WriteByte('\n')
	}
	w.WriteByte('\n')
	return w.Flush()
}
