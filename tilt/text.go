package tilt

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// formatContest is the name of the contest's text format.
const formatContest = "tilting-tiles"

// contestDoc describes the contest's text format.
const contestDoc = `A line "h w", then h lines of w characters (the start), an empty line, h lines of w
characters (the target). '.' is an empty cell; any other printable character except
'#', '?' and 'O' is a tile of that colour. Beyond the contest '#' is a wall on both boards, 'O' a
hole, and '?' in the target a cell that does not matter. Several cases may follow each other. The empty line
may be missing, lines may end in CRLF, blank lines may precede a case and end the file.
The contest's answer to a case is "yes" or "no". (ICPC World Finals 47, Luxor, problem F.)`

// bytesPerCell is what one instance costs whoever decides it: both boards, and four
// bytes of planes, up to three of strings (see package tiltsolve).
const bytesPerCell = 10

// sniffContest reports whether a text that begins with head is taken for the contest's format: two numbers
// alone on the first line, and then a row as wide as the second one says, as far as head goes.
func sniffContest(head []byte) bool {
	width, row, whole := contestStart(head)
	n := utf8.RuneCount(row)
	return width != nil && len(bytes.Fields(row)) <= 1 && (strconv.Itoa(n) == string(bytes.TrimLeft(width, "0")) ||
		!whole && len(row) > 0 || len(bytes.TrimSpace(row)) == 0)
}

// maybeContest reports whether head could begin a text of the contest's format: two numbers alone on the first
// line, and no two numbers on the second.
func maybeContest(head []byte) bool {
	width, row, _ := contestStart(head)
	return width != nil && len(bytes.Fields(row)) <= 1
}

// contestStart is the width that head states and the first row behind it, and whether that is whole; a nil width where
// head does not begin with two numbers on a line.
func contestStart(head []byte) (width, row []byte, whole bool) {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	line, rest, _ := bytes.Cut(head, []byte("\n"))
	numbers := bytes.Fields(line)
	if len(numbers) != 2 || !digits(numbers[0]) || !digits(numbers[1]) {
		return nil, nil, false
	}
	row, _, whole = bytes.Cut(bytes.TrimLeft(rest, "\r\n"), []byte("\n"))
	return numbers[1], bytes.TrimRight(row, " \t\r"), whole
}

func digits[T string | []byte](b T) bool {
	for i := range len(b) {
		if b[i] < '0' || b[i] > '9' {
			return false
		}
	}
	return len(b) > 0
}

// readContest reads one case of the contest's format; io.EOF when none is left.
func readContest(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	at := s.Pos()
	h64, err := s.Int("the height", 1, MaxCells)
	if err != nil {
		return nil, err
	}
	w64, err := s.Int("the width", 1, MaxCells)
	if err != nil {
		return nil, err
	}
	if h64*w64 > MaxCells {
		return nil, grid.Errorf(at, "a board of %d × %d cells is too large; at most %d cells are possible", h64, w64,
			MaxCells)
	}
	if err := s.EndLine("the width"); err != nil {
		return nil, err
	}
	if !s.Short(2 * h64 * w64) { // else rows are missing, and that is what to say
		if err := m.Room(theBoard, bytesPerCell*h64*w64); err != nil {
			return nil, err
		}
	}
	p := &Instance{}
	pal := newPalette(m)
	start := builder{pal: pal, signs: signsOfStart}
	target := builder{pal: pal, signs: signsOfTarget}
	h, w := int(h64), int(w64)
	if err := start.rows(s, h, w, "start"); err != nil {
		return nil, err
	}
	if err := target.rows(s, h, w, "target"); err != nil {
		return nil, err
	}
	wide := start.wide != nil || target.wide != nil
	p.Start, p.Target = start.board(h, w, wide), target.board(h, w, wide)
	p.Palette = pal.labels
	if len(start.marks)+len(target.marks) == 0 {
		return p, nil
	}
	f, err := groundOf(m, &start, h, w)
	if err != nil {
		return nil, err
	}
	p.Rules = &Rules{Ground: f.ground}
	p.Rules.Any, err = f.target(&target, func(row, col int, format string, args ...any) error {
		return grid.Errorf(grid.Pos{Line: target.line + row, Col: col + 1}, format, args...)
	})
	return p.Tidy(), err
}

// rows reads the h rows of a board.
func (b *builder) rows(s *grid.Scanner, h, w int, what string) error {
	if n := s.Left(); n >= 0 {
		b.grow(int(min(n, int64(h)*int64(w))))
	}
	if found, err := skipEmpty(s); !found {
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			return err
		}
		return s.Errorf("the input ends where the %s is expected", what)
	}
	b.line = s.Pos().Line
	for r := 0; r < h; r++ {
		if len(s.Peek(1)) == 0 {
			if err := s.Err(); err != nil {
				return err
			}
			return s.Errorf("the input ends after %d of the %s of the %s", r, grid.Number(h, "row"), what)
		}
		if err := b.pal.meter.Work(w); err != nil {
			return err
		}
		if err := b.row(s, w); err != nil {
			return err
		}
		if err := s.EndLine("the row's last cell"); err != nil {
			return err
		}
	}
	return nil
}

// skipEmpty skips blanks, and reports whether anything is left behind them. A line of blanks that holds a tab is no
// empty line: who takes the tab for a cell hears that it is not.
func skipEmpty(s *grid.Scanner) (bool, error) {
	var tab grid.Pos
	for {
		next := s.Peek(1)
		switch {
		case len(next) > 0 && (next[0] == ' ' || next[0] == '\r'):
			s.Segment(1)
		case len(next) > 0 && next[0] == '\t':
			if tab.IsZero() {
				tab = s.Pos()
			}
			s.Segment(1)
		case len(next) > 0 && next[0] != '\n':
			return true, nil
		case !tab.IsZero():
			return false, grid.Errorf(tab, "a tab is no cell; a row of a board is expected here, or an empty line before it")
		case len(next) == 0:
			return false, nil
		default:
			s.SkipLines(1)
		}
	}
}

// writeContest writes one case of the contest's format. Colours with labels of several
// characters have no place in it: that is an error.
func writeContest(out io.Writer, p *Instance) error {
	if p.Target == nil {
		return inputf("there is no target; the format %s needs one", formatContest)
	}
	if r := p.Rules; r != nil && (r.Pieces != nil || r.One || r.Robots != nil || r.Unit || p.covered()) {
		return fmt.Errorf("%w: the format %s has no place for pieces, robots, holes under tiles and other kinds of moves",
			puzzle.ErrUnsupported, formatContest)
	}
	for _, label := range p.Palette {
		if !single(label) {
			return inputf("the label %s has several characters; the format %s has one a cell", grid.Quote(label), formatContest)
		}
	}
	w := bufio.NewWriterSize(out, 64<<10)
	w.WriteString(strconv.Itoa(p.Start.H))
	w.WriteByte(' ')
	w.WriteString(strconv.Itoa(p.Start.W))
	w.WriteByte('\n')
	if r := p.Rules; r != nil {
		writePicture(w, p.Start, p.symbol)
		w.WriteByte('\n')
		writePicture(w, p.Target, func(cell int) string { return p.goalSymbol(Goal{p.Target, r.Any}, cell) })
		return w.Flush()
	}
	p.writeRows(w, p.Start)
	w.WriteByte('\n')
	p.writeRows(w, p.Target)
	return w.Flush()
}

func writePicture(w *bufio.Writer, b *Board, symbol func(cell int) string) {
	for i := range b.Len() {
		w.WriteString(symbol(i))
		if (i+1)%b.W == 0 {
			w.WriteByte('\n')
		}
	}
}

func (p *Instance) writeRows(w *bufio.Writer, b *Board) {
	for r := 0; r < b.H; r++ {
		for c := 0; c < b.W; c++ {
			w.WriteString(p.label(b.At(r, c)))
		}
		w.WriteByte('\n')
	}
}

// label is the label of a code, "." for an empty cell.
func (p *Instance) label(code int) string {
	if code == 0 {
		return "."
	}
	return p.Palette[code-1]
}

// Label is the label of a colour code, "." for the code 0 of an empty cell.
func (p *Instance) Label(code int) string { return p.label(code) }

// answerContest writes "yes" or "no".
func answerContest(w io.Writer, _ *Instance, o Outcome) error {
	answer := "no\n"
	if o.Verdict == puzzle.Solved {
		answer = "yes\n"
	}
	_, err := io.WriteString(w, answer)
	return err
}
