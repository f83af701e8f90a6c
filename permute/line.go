package permute

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// FormatLine is the name of the compact text format.
const FormatLine = "permute-line"

// lineDoc describes the compact text format.
const lineDoc = `A puzzle a line: "293/678/514 -> 624/579/183 : shift-right shift-down". Rows are separated by /;
each character is a tile, or tiles are separated by commas or blanks, as in 1,2,3/4,5,12. Behind ->
comes the goal, where . is a cell that does not matter; several goals, of which any will do, have |
between them; without -> the goal is the natural order of the tiles. Behind : come the moves by the
names of their sets, with =2 behind a name for a cost of 2. A line "moves shift-right shift-down"
holds for the lines below it that have no moves of their own; without either a square board has the
moves of the contest "Square Puzzle": shift-right, shift-down and rotate-cw. Empty lines and lines
that begin with # are skipped. Sets of moves: ` + MovesDoc

// A line costs bytesPerChar a character while it is read: itself, and as much again while it grows. It has a bound, for
// what looks at a whole line takes up to a nanosecond a byte; documents have none.
const (
	bytesPerChar = 3
	maxLine      = 1 << 25
)

// unsupportedf says that an instance has no place in a format.
func unsupportedf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", puzzle.ErrUnsupported, fmt.Sprintf(format, args...))
}

// A lineReader is what the reader of a text keeps from one line to the next.
type lineReader struct {
	moves  *clause // of the latest line "moves"
	sets   map[setKey]*MoveSet
	moved  int64    // cells of the moves of all sets
	labels []string // of the latest puzzle
}

// A setKey tells sets of moves apart by what they are made from.
type setKey struct {
	rows, cols int
	words      string
}

// Bounds of the sets that a lineReader keeps: how many, and the cells of their moves together.
const (
	maxSets    = 64
	maxSetSize = MaxMoved / 4
)

// A clause is a part of a line, and the place of its first character.
type clause struct {
	text string
	pos  grid.Pos
}

// at is the place of a character of the clause, from 0.
func (c clause) at(char int) grid.Pos { return grid.Pos{Line: c.pos.Line, Col: c.pos.Col + char} }

// cut splits c around the first sep; ok is false where there is none.
func (c clause) cut(sep string) (before, after clause, ok bool) {
	i := strings.Index(c.text, sep)
	if i < 0 {
		return c, clause{}, false
	}
	skip := i + len(sep)
	return clause{c.text[:i], c.pos}, clause{c.text[skip:], c.at(utf8.RuneCountInString(c.text[:skip]))}, true
}

// trim drops blanks on both sides.
func (c clause) trim() clause {
	t := strings.TrimLeft(c.text, " \t\r")
	return clause{strings.TrimRight(t, " \t\r"), c.at(len(c.text) - len(t))}
}

// sniffLine reports whether a text that begins with head may be of the compact format: its first line that is no
// comment is a line of moves, or has an arrow or rows of tiles.
func sniffLine(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if !bytes.HasPrefix(line, []byte("#")) {
			return lineLike(strings.TrimSpace(string(line)))
		}
		head = rest
	}
}

func lineLike(line string) bool {
	if words, ok := header(line); ok {
		return words == "" || isSetName(strings.Fields(words)[0])
	}
	board, tail, moves := strings.Cut(line, ":")
	if strings.HasPrefix(board, "{") || markup(board) {
		return false
	}
	left, _, arrow := strings.Cut(board, "->")
	if arrow {
		return strings.TrimSpace(left) != ""
	}
	if moves && tail != "" && !isBlank(rune(tail[0])) {
		return false
	}
	if moves && !isKey(strings.TrimSpace(board)) && strings.TrimSpace(tail) != "" && isSetName(strings.Fields(tail)[0]) {
		return true // a board of one row
	}
	if !moves && (strings.Trim(board, "01/ \t") == "" || strings.Trim(board, "#.R/ \t") == "") {
		return false // lamps or blocks rather
	}
	return strings.Contains(board, "/") // also where the name of the moves is mistyped: no document has such a key
}

// markup reports whether what stands before the moves begins as XML does, and not as tiles of which the first is <:
// tiles with blanks between them are written with commas.
func markup(board string) bool {
	board, _, _ = strings.Cut(board, "->")
	return strings.HasPrefix(board, "<") && strings.IndexFunc(strings.TrimSpace(board), isBlank) >= 0
}

// maybeLine reports whether head begins with a board of digits 0 and 1 on one line: lamps rather than tiles.
func maybeLine(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"), []byte("\n"))
	return bytes.IndexByte(line, '/') > 0 && len(bytes.Trim(line, "01/ \t\r")) == 0
}

// header reports whether a line is one of moves, and returns their names.
func header(line string) (words string, ok bool) {
	words, ok = strings.CutPrefix(line, "moves")
	if !ok || words != "" && !isBlank(rune(words[0])) || strings.ContainsAny(words, "/>") {
		return "", false
	}
	return strings.TrimSpace(words), true
}

// isKey reports whether a word stands in front of a colon in a document of YAML.
func isKey(word string) bool {
	return slices.Contains([]string{"family", "version", "start", "target", "targets", "goals", "moves"}, word)
}

// isSetName reports whether a word looks like the name of a set of moves.
func isSetName(word string) bool {
	base := word[:len(word)-len(strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz"))]
	return slices.Contains([]string{"shift", "shifts", "drag", "rotate", "twist", "swap", "mirror", "locked"}, base)
}

// readLineText reads one puzzle of the compact format; io.EOF when none is left.
func readLineText(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	st, _ := s.Kept().(*lineReader)
	if st == nil {
		st = &lineReader{sets: map[setKey]*MoveSet{}}
		s.Keep(st)
	}
	for {
		if !s.SkipBlank() {
			if err := s.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		}
		line, err := readLine(m, s)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(line.text, "#") {
			continue
		}
		if words, ok := header(line.text); ok {
			st.moves = &clause{words, line.at(len(line.text) - len(words))}
			continue
		}
		return st.puzzle(m, line)
	}
}

// readLine reads the rest of a line.
func readLine(m *meter.Meter, s *grid.Scanner) (clause, error) {
	line := clause{pos: s.Pos()}
	var b []byte
	for {
		seg, end := s.Segment(32 << 10)
		if err := m.Work(2 * len(seg)); err != nil {
			return line, err
		}
		if err := m.Hold(theBoard, bytesPerChar*int64(len(seg))); err != nil {
			return line, err
		}
		if len(b)+len(seg) > maxLine {
			return line, grid.Errorf(line.pos, "this line is longer than %d bytes; a document may hold such a board", maxLine)
		}
		b = append(b, seg...)
		if end {
			break
		}
	}
	if !utf8.Valid(b) {
		i := 0
		for {
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			i += n
		}
		return line, grid.Errorf(line.at(utf8.RuneCount(b[:i])), "the byte 0x%02X is not valid UTF-8; is this a text file?",
			b[i])
	}
	line.text = string(b)
	if err := s.EndLine("the line"); err != nil {
		return line, err
	}
	return line.trim(), s.Err()
}

// puzzle reads a line that is one.
func (st *lineReader) puzzle(m *meter.Meter, line clause) (*Instance, error) {
	boards, words, given := line.cut(":")
	start, goals, aimed := boards.cut("->")
	start = start.trim()
	b, err := parseBoard(m, start.text, "the start", 0, start.at)
	if err != nil {
		return nil, err
	}
	p, err := st.tiles(b)
	if err != nil {
		return nil, err
	}
	if p.Moves, err = st.set(m, p, words, given, start.pos); err != nil {
		return nil, err
	}
	if !aimed {
		p.Goals = [][]Tile{p.solved()}
		return p, nil
	}
	p.Given = true
	tiles := p.tiles()
	several := strings.Contains(goals.text, "|")
	b.release()
	for more := true; more; {
		if err := m.Work(len(goals.text) / 8); err != nil {
			return nil, err
		}
		var one clause
		one, goals, more = goals.cut("|")
		one = one.trim()
		what := "the goal"
		if several {
			what = "goal " + itoa(int64(len(p.Goals))+1)
		}
		g, err := parseBoard(m, one.text, what, 0, one.at)
		if err != nil {
			return nil, err
		}
		tiles, err := p.goal(g, tiles, what)
		if err != nil {
			return nil, err
		}
		g.release()
		p.Goals = append(p.Goals, tiles)
	}
	return p, nil
}

// tiles is an instance with the tiles of b as its start.
func (st *lineReader) tiles(b *labelled) (*Instance, error) {
	for i, label := range b.cells {
		if !plain(label) {
			return nil, b.errorf(i, "the tile %s holds one of the characters %s, which mean something else here; a document "+
				"may have such tiles", label, notInText)
		}
	}
	p, err := newStart(b)
	if err != nil {
		return nil, err
	}
	if slices.Equal(p.Labels, st.labels) {
		p.Labels = st.labels
	}
	st.labels = p.Labels
	return p, nil
}

// start is an instance with the tiles of b, which stand at pos, and neither moves nor a goal of its own.
func (st *lineReader) start(m *meter.Meter, b *labelled, pos grid.Pos) (*Instance, error) {
	p, err := st.tiles(b)
	if err != nil {
		return nil, err
	}
	if p.Moves, err = st.set(m, p, clause{}, false, pos); err != nil {
		return nil, err
	}
	p.Goals = [][]Tile{p.solved()}
	return p, nil
}

// set is the set of moves of a line: its own, else those of the latest line "moves", else the contest's.
func (st *lineReader) set(m *meter.Meter, p *Instance, words clause, given bool, pos grid.Pos) (*MoveSet, error) {
	if !given {
		words = clause{ContestMoves, pos}
		if st.moves != nil {
			words = *st.moves
		} else if p.Rows != p.Cols {
			return nil, grid.Errorf(pos, "a board of %d × %d cells needs its moves: \": shifts\" at the end of its line, or a "+
				"line \"moves shifts\" before it"+
				" (only square boards have moves without that: %s)", p.Rows, p.Cols, ContestMoves)
		}
	}
	key := setKey{p.Rows, p.Cols, words.text}
	if set := st.sets[key]; set != nil {
		return set, nil
	}
	set, err := parseMovesAt(m, p.Rows, p.Cols, words.text, words.at)
	if err != nil {
		return nil, err
	}
	if len(st.sets) == maxSets || st.moved+set.moved > maxSetSize {
		clear(st.sets)
		st.moved = 0
	}
	st.sets[key] = set
	st.moved += set.moved
	return set, nil
}

// writeLine writes one puzzle as a line with its moves.
func writeLine(out io.Writer, p *Instance) error {
	b, ok := p.appendBoard(nil, p.Start)
	if !ok {
		return unsupportedf("the format %s holds labels without blanks and without %s", FormatLine, notInText)
	}
	if p.Given || p.Rows == 1 { // a single row of tiles is not known for a puzzle without the arrow
		for i, g := range p.Goals {
			sep := " | "
			if i == 0 {
				sep = " -> "
			}
			b, _ = p.appendBoard(append(b, sep...), g)
		}
	}
	b = append(b, " :"...)
	for _, src := range p.Moves.source() {
		if src.Move != nil {
			return unsupportedf("the format %s holds sets of moves by their names, no move that is spelled out", FormatLine)
		}
		b = append(append(b, ' '), src.word()...)
	}
	_, err := out.Write(append(b, '\n'))
	return err
}
