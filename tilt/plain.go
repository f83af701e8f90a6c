package tilt

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// The names of the formats without a header.
const (
	formatBoard    = "tilt-board"
	formatPlatform = "tilt-platform"
)

const boardDoc = `Boards as people draw them: rows of '#' (a wall), '.' (empty), 'O' (a hole) and other letters
(tiles of that colour), an empty line, and the target likewise, in which '?' is a cell that does not matter. Further
boards follow behind an empty line. The last target may be missing.`

const platformDoc = `A platform of rocks: rows of 'O' (a round rock, which a tilt moves), '#' (a cube, which
stays) and '.' (empty). There is no target; the label of a rock is o. An empty line ends a platform.`

// A plainText is a format of rows without a header.
type plainText struct {
	format string
	holes  bool // O is a hole, and other letters are tiles; otherwise O is the only tile
}

// rock is the label of what a platform's O stands for.
const rock = "o"

// code puts the cell c, and reports whether it is one.
func (t plainText) code(b *builder, c byte) (bool, error) {
	label := string(c)
	switch letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; {
	case c == '.' || strings.IndexByte(b.signs, c) >= 0:
	case !t.holes && c == 'O':
		label = rock
	case !t.holes || !letter:
		return false, nil
	}
	if b.special(label) {
		return true, nil
	}
	code, err := b.pal.code(label)
	b.put(code)
	return true, err
}

// rows reads rows up to an empty line or the end; width is what they must have, 0 for any.
func (t plainText) rows(b *builder, s *grid.Scanner, width int) (h, w int, err error) {
	b.line = s.Pos().Line
	for w = width; ; h++ {
		if next := s.Peek(1); len(next) == 0 || next[0] == '\n' || next[0] == '\r' {
			return h, w, s.Err()
		}
		before := len(b.narrow)
		if err := t.row(b, s); err != nil {
			return 0, 0, err
		}
		got := len(b.narrow) - before
		switch {
		case got == 0:
			return 0, 0, t.noCell(s)
		case w == 0:
			w = got
		case got != w:
			return 0, 0, s.Errorf("this row has %s; those above have %d", grid.Number(got, "cell"), w)
		case len(b.narrow) > MaxCells:
			return 0, 0, s.Errorf("the board has more than %d cells", MaxCells)
		}
		if err := s.EndLine("the row's cells"); err != nil {
			return 0, 0, err
		}
	}
}

// row puts the cells of the line that comes next.
func (t plainText) row(b *builder, s *grid.Scanner) error {
	for {
		seg, end := s.Segment(chunk)
		if err := b.hold(len(seg)); err != nil {
			return err
		}
		if err := b.pal.meter.Work(20 * len(seg)); err != nil {
			return err
		}
		for i, c := range seg {
			ok, err := t.code(b, c)
			if err != nil {
				return err
			}
			if !ok {
				s.Unread(len(seg) - i)
				if strings.IndexByte(" \t\r", c) >= 0 {
					return nil
				}
				return t.noCell(s)
			}
		}
		if end {
			return nil
		}
	}
}

// noCell is the error about the next character.
func (t plainText) noCell(s *grid.Scanner) error {
	at := s.Pos()
	r, _, err := s.Rune()
	if err != nil {
		return err
	}
	say := "a rock is O, a cube #, and . an empty cell"
	if t.holes {
		say = "# is a wall, . an empty cell, O a hole, ? a cell of a target that does not matter, and other letters are tiles"
	}
	return grid.Errorf(at, "%s is no cell here; %s", grid.Quote(string(r)), say)
}

// read reads one board; io.EOF when none is left.
func (t plainText) read(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	pal := newPalette(m)
	start := &builder{pal: pal, signs: "#"}
	if t.holes {
		start.signs = signsOfStart
	}
	h, w, err := t.rows(start, s, 0)
	if err != nil {
		return nil, err
	}
	p := &Instance{Start: start.board(h, w, false), Rules: &Rules{}}
	f, err := groundOf(m, start, h, w)
	if err != nil {
		return nil, err
	}
	if p.Rules.Ground = f.ground; t.holes && s.SkipBlank() {
		err = t.target(p, f, pal, s)
	}
	p.Palette = pal.labels
	if err == nil {
		err = s.Err()
	}
	if err != nil {
		return nil, err
	}
	return p.Tidy(), m.Err()
}

// target reads p's target.
func (t plainText) target(p *Instance, f *field, pal *palette, s *grid.Scanner) error {
	b := &builder{pal: pal, signs: signsOfTarget}
	h, w, err := t.rows(b, s, f.w)
	switch {
	case err != nil:
		return err
	case h != f.h:
		return s.Errorf("this target has %s; the start has %d", grid.Number(h, "row"), f.h)
	}
	p.Target = b.board(h, w, false)
	p.Rules.Any, err = f.target(b, func(row, col int, format string, args ...any) error {
		return grid.Errorf(grid.Pos{Line: b.line + row, Col: col + 1}, format, args...)
	})
	return err
}

// write writes one board and an empty line.
func (t plainText) write(out io.Writer, p *Instance) error {
	r := p.Rules
	if r == nil {
		r = &Rules{}
	}
	if r.Pieces != nil || r.One || r.Robots != nil || r.Unit || r.Goals != nil || p.Rules != nil && p.covered() {
		return t.lacks("pieces, robots, several goals, holes under tiles and other kinds of moves")
	}
	if t.holes != (p.Target != nil) {
		return t.lacks(map[bool]string{true: "boards without a target", false: "targets"}[t.holes])
	}
	var seen signs
	var bad string // a cell that has no place
	symbol := func(how func(int) string) func(int) string {
		return func(cell int) string {
			s := how(cell)
			switch {
			case !t.holes && s == rock:
				s = "O"
			case len(s) != 1 || !t.holes && s != "." && s != "#" || !isSign(s[0]):
				bad = s
			}
			seen[s[0]] = true
			return s
		}
	}
	text := bufio.NewWriterSize(out, 64<<10)
	start := symbol(p.symbol)
	for i := range p.Start.Len() { // nothing is written of what cannot be
		start(i)
	}
	goal := symbol(func(cell int) string { return p.goalSymbol(Goal{p.Target, r.Any}, cell) })
	for i := range p.Start.Len() {
		if t.holes {
			goal(i)
		}
	}
	switch {
	case bad != "":
		return t.lacks("the label " + grid.Quote(bad))
	case !t.tell(&seen):
		return t.lacks("boards that look like those of other families")
	}
	writePicture(text, p.Start, start)
	text.WriteByte('\n')
	if t.holes {
		writePicture(text, p.Target, goal)
		text.WriteByte('\n')
	}
	return text.Flush()
}

func (t plainText) lacks(what string) error {
	return lacks(t.format, what)
}

// signs are the characters that a text holds.
type signs [256]bool

func isSign(c byte) bool {
	return c == '.' || c == '#' || c == '?' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// tell reports whether a text that holds these is one of this format and of no other family: lamps are x or O, shapes
// of # and R.
func (t plainText) tell(seen *signs) bool {
	others, letters := 0, 0 // than . # O ? and letters beside O x R
	for c, s := range seen {
		if !s || c == '.' || c == '#' || c == 'O' || c == '?' {
			continue
		}
		if others++; c != 'x' && c != 'R' {
			letters++
		}
	}
	if !t.holes {
		return seen['O'] && seen['#'] && !seen['?'] && others == 0
	}
	open := seen['.'] || seen['#'] || seen['?'] || seen['O']
	return open && (letters > 0 || seen['?'] || seen['O'] && others > 0 || seen['x'] && seen['#'])
}

// know reports whether head begins with rows of this format, and with two at least; the last line may be cut.
func (t plainText) know(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	var seen signs
	width, rows, blocks := 0, 0, 0
	for len(head) > 0 && blocks < 2 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		line, head = bytes.TrimRight(line, " \t\r"), rest
		if len(line) == 0 {
			if blocks++; !t.holes {
				blocks = 2
			}
			continue
		}
		if width == 0 {
			width = len(line)
		}
		if rows++; len(line) != width && (whole || len(line) > width) {
			return false
		}
		for _, c := range line {
			if !isSign(c) {
				return false
			}
			seen[c] = true
		}
	}
	return rows > 1 && t.tell(&seen)
}

// plainTexts are the formats without a header.
func plainTexts() []puzzle.Text[*Instance, Witness, Certificate] {
	board, platform := plainText{formatBoard, true}, plainText{formatPlatform, false}
	return []puzzle.Text[*Instance, Witness, Certificate]{
		{Name: formatBoard, Doc: boardDoc, Sample: "#####\n#r.b#\n#.O.#\n\n?????\n?.?r?\n?????\n", Sniff: board.know,
			Read: board.read, Write: board.write},
		{Name: formatPlatform, Doc: platformDoc, Sample: "O..#.\n.O..O\n#...O\n", Sniff: platform.know, Read: platform.read,
			Write: platform.write},
	}
}
