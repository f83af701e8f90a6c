package permute

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// FormatRows is the name of the format for boards as people write them.
const FormatRows = "permute-rows"

// rowsDoc describes it.
const rowsDoc = `A square board as people write it: a line a row, a character a tile, or tiles with blanks or commas
between them. There is no goal but the natural order of the tiles, and the moves are those of
square-puzzle: for others, and for goals, write permute-line. An empty line ends a board; any number
of boards may follow each other.`

// mostRows is the largest side of a board that is told by its looks.
const mostRows = 16

// sniffRows reports whether head is taken for a board as in maybeRows: a square one whose tiles are the numbers from 1
// on, or not all numbers and most of them different: few of a kind on many cells is a picture rather.
func sniffRows(head []byte) bool {
	b, ok := looksOf(head)
	for n := 1; ok && b.numbers && n <= b.rows*b.cols; n++ {
		ok = b.seen[strconv.Itoa(n)]
	}
	return ok && b.rows == b.cols && (b.numbers || 2*len(b.seen) > b.rows*b.cols)
}

// maybeRows reports whether head begins with a board of at least 2 × 2 tiles, a line a row, and an empty line or
// nothing behind it. There are three different tiles among them, or, where all are numbers as in lights and
// in many a contest, no two are alike; only such a board may be no square. A first line of numbers above other
// tiles is a header, and so is the mark of a picture: neither is a row.
func maybeRows(head []byte) bool {
	_, ok := looksOf(head)
	return ok
}

// A look is what is seen of a board at first sight.
type look struct {
	rows, cols int
	seen       map[string]bool // its tiles
	numbers    bool            // they are all numbers
}

// looksOf is the look of the board that head begins with; ok is false where it is none as in maybeRows.
func looksOf(head []byte) (b look, ok bool) {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	var rows []string
	for line := range bytes.Lines(head) {
		row := strings.TrimSpace(string(line))
		if row == "" {
			break
		}
		if rows = append(rows, row); len(rows) > mostRows {
			return b, false
		}
	}
	numbers := func(rows ...string) bool { return strings.Trim(strings.Join(rows, ""), "0123456789, \t\r") == "" }
	if len(rows) < 2 || isMark(rows[0]) || numbers(rows[0]) && !numbers(rows...) {
		return b, false
	}
	b = look{rows: len(rows), seen: map[string]bool{}, numbers: numbers(rows...)}
	for i, row := range rows {
		if strings.ContainsAny(row, "/:>|#.") {
			return b, false
		}
		tiles := strings.FieldsFunc(row, isSeparator)
		if !strings.ContainsFunc(row, isSeparator) {
			tiles = strings.Split(row, "")
		}
		if i == 0 {
			b.cols = len(tiles)
		}
		if len(tiles) != b.cols || b.cols < 2 || b.cols > mostRows {
			return b, false
		}
		for _, t := range tiles {
			b.seen[t] = true
		}
	}
	square := b.rows == b.cols
	return b, len(b.seen) >= 3 && (square && !b.numbers || b.numbers && len(b.seen) == b.rows*b.cols)
}

// isMark reports whether a row is how a picture of netpbm begins.
func isMark(row string) bool { return len(row) == 2 && row[0] == 'P' && '1' <= row[1] && row[1] <= '7' }

// readRows reads one board; io.EOF when none is left.
func readRows(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	st, _ := s.Kept().(*lineReader)
	if st == nil {
		st = &lineReader{sets: map[setKey]*MoveSet{}}
		s.Keep(st)
	}
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	var rows []clause
	var text []string
	chars := int64(0)
	for len(s.Peek(1)) > 0 {
		line, err := readLine(m, s)
		if err != nil {
			return nil, err
		}
		if line = line.trim(); line.text == "" {
			break
		}
		if i := strings.IndexByte(line.text, '/'); i >= 0 {
			return nil, grid.Errorf(line.at(utf8.RuneCountInString(line.text[:i])),
				"rows stand on lines of their own here; the format %s has / between them", FormatLine)
		}
		rows, text = append(rows, line), append(text, line.text)
		chars += int64(len(line.text)) + 1
		if err := m.Room("a board of this size", bytesPerChar*chars); err != nil {
			return nil, err
		}
	}
	at := func(char int) grid.Pos {
		i := 0
		for ; i < len(rows)-1 && char > utf8.RuneCountInString(text[i]); i++ {
			char -= utf8.RuneCountInString(text[i]) + 1
		}
		return rows[i].at(char)
	}
	b, err := parseBoard(m, strings.Join(text, "/"), "the start", 0, at)
	if err != nil {
		return nil, err
	}
	return st.start(m, b, rows[0].pos)
}

// writeRows writes one board. A board that is not told by its looks is no text of this format.
func writeRows(out io.Writer, p *Instance) error {
	words := []string{}
	for _, src := range p.Moves.source() {
		if src.Move != nil {
			return unsupportedf("the format %s has no place for moves", FormatRows)
		}
		words = append(words, src.word())
	}
	if p.Given || strings.Join(words, " ") != ContestMoves {
		return unsupportedf("the format %s holds boards without a goal, and the moves %s", FormatRows, ContestMoves)
	}
	b, ok := p.appendBoard(nil, p.Start)
	b = append(bytes.ReplaceAll(b, []byte("/"), []byte("\n")), "\n\n"...)
	if !ok || !maybeRows(b) {
		return unsupportedf("the format %s holds square boards of 2 to %d rows that are told by their looks", FormatRows,
			mostRows)
	}
	_, err := out.Write(b)
	return err
}
