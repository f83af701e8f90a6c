package lights

import (
	"bufio"
	"bytes"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// formatLamps is the name of the format for lamps as people draw them.
const formatLamps = "lights-lamps"

// formatLampsDoc describes it.
const formatLampsDoc = `Lamps as people draw them: rows of # or 1 (on) and . or 0 (off), all of one length,
on a line each or on one line with / between them. All are to be turned off; the pattern is plus, the topology plane.
An empty line ends a board; so does the line that holds one with /.`

// sniffLamps reports whether head begins with rows of 0 and 1 on one line, which nothing else is.
func sniffLamps(head []byte) bool {
	return lamps(head, "01") && bytes.IndexByte(firstLine(head), '/') > 0
}

// maybeLamps reports whether head begins with rows of # and . or of 0 and 1.
func maybeLamps(head []byte) bool { return lamps(head, "#.") || lamps(head, "01") }

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

// readLamps reads one board; io.EOF when none is left.
func readLamps(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		return nil, endOf(s)
	}
	var cells []uint8
	w, h, oneLine := 0, 0, false
	for !oneLine {
		if next := s.Peek(1); len(next) == 0 || next[0] == '\n' || next[0] == '\r' {
			break
		}
		for slash := true; slash; h++ {
			n := len(cells)
			var err error
			if cells, err = lampRow(m, s, cells); err != nil {
				return nil, err
			}
			switch got := len(cells) - n; {
			case got == 0 && s.Pos().Col == 1 && blankNext(s):
				return nil, s.Errorf("this row begins with a blank; an empty line ends a board")
			case got == 0:
				return nil, s.Errorf("a lamp is expected here: # or 1 (on), . or 0 (off)")
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

// lampRow appends the lamps up to the end of the row.
func lampRow(m *meter.Meter, s *grid.Scanner, cells []uint8) ([]uint8, error) {
	for {
		seg, end := s.Segment(32 << 10)
		for i, c := range seg {
			switch c {
			case '#', '1':
				cells = append(cells, 1)
			case '.', '0':
				cells = append(cells, 0)
			case '/', ' ', '\t', '\r':
				s.Unread(len(seg) - i)
				return cells, nil
			default:
				s.Unread(len(seg) - i)
				at := s.Pos()
				r, _, err := s.Rune()
				if err != nil {
					return nil, err
				}
				return nil, grid.Errorf(at, "%s is no lamp; a lamp is # or 1 (on), . or 0 (off)", grid.Quote(string(r)))
			}
		}
		if err := m.Room("a board of this size", 2*int64(len(cells))); err != nil {
			return nil, err
		}
		if end {
			return cells, nil
		}
	}
}

// writeLamps writes one board by the rules that the format takes for granted.
func writeLamps(out io.Writer, p *Instance) error {
	if err := p.plainText(formatLamps, 2); err != nil {
		return err
	}
	if p.Pattern.Name != "plus" || p.Topology != Plane {
		return unsupportedf("the format %s holds the pattern plus on a plane, not %s on a %v", formatLamps, p.Pattern.Name,
			p.Topology)
	}
	w := bufio.NewWriterSize(out, 64<<10)
	for y := range p.Height {
		for x := range p.Width {
			w.WriteByte(".#"[p.Start.At(y, x)])
		}
		w.WriteByte('\n')
	}
	w.WriteByte('\n')
	return w.Flush()
}
