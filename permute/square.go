package permute

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// FormatSquare is the name of the contest's text format.
const FormatSquare = "square-puzzle"

// squareDoc describes the contest's text format.
const squareDoc = `A line with the number T of cases, then for each case three lines of three digits (the start) and
three more (the target): the digits 1 to 9, once each. A move shifts one row right by one cell,
shifts one column down by one cell, or turns the grid clockwise by a quarter. The answer to a case
is the least number of moves, or -1 where no moves lead from the start to the target. Blank lines
may stand between lines; after T cases another line T and its cases may follow. (Shandong provincial
contest 2025, problem I; Codeforces gym 105930 I.)`

// ContestMoves are the sets of moves of the contest, which the format permute-line also takes for square boards
// without moves.
const ContestMoves = "shift-right shift-down rotate-cw"

// maxCases bounds T; nothing is allocated for it.
const maxCases = 1 << 40

// A squareReader is what the reader of a text keeps from one case to the next.
type squareReader struct {
	total, left int64
	line        int // of T
	moves       *MoveSet
	labels      []string
	room        []squareCase // for the next cases
}

// maxRoom is how many cases are allocated at a time. One that is kept keeps so many in memory, 208 bytes each.
const maxRoom = 32

// A squareCase is an instance with its boards.
type squareCase struct {
	p     Instance
	goals [1][]Tile
	tiles [18]Tile
}

// sniffSquare reports whether a text that begins with head is taken for the contest's format: a number alone on the
// first line, and then the rows of two boards.
func sniffSquare(head []byte) bool {
	rows := squareRows(head)
	return len(rows) >= 6 && isBoard(bytes.Join(rows[:3], []byte("\n"))) && isBoard(bytes.Join(rows[3:6], []byte("\n")))
}

// maybeSquare reports whether head could begin a text of the contest's format: a number alone on the first line, and
// then rows of three tiles, of which that number is none.
func maybeSquare(head []byte) bool { return len(squareRows(head)) > 0 && !boards(trimHead(head)) }

// squareRows are the rows of three tiles, at most six, that stand below a number; none where there is something else.
// The number is no such row itself where only a few rows follow.
func squareRows(head []byte) (rows [][]byte) {
	head = trimHead(head)
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	if first = bytes.TrimSpace(first); !allDigits(first) {
		return nil
	}
	for line := range bytes.Lines(rest) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if len(line) != 3 || !tileDigits(line) || line[0] == line[1] || line[0] == line[2] || line[1] == line[2] {
			return nil
		}
		if rows = append(rows, line); len(rows) == 6 {
			return rows
		}
	}
	if len(first) == 3 && tileDigits(first) {
		return nil
	}
	return rows
}

func trimHead(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
}

// boards reports whether a short text is boards of 3 × 3, and not a number of cases that are not there.
func boards(text []byte) bool {
	if len(text) > 1<<12 {
		return false
	}
	for i, block := range bytes.Split(bytes.TrimSpace(text), []byte("\n\n")) {
		if bytes.Count(block, []byte("\n")) != 2 || !isBoard(block) || i > 100 {
			return false
		}
	}
	return true
}

func tileDigits(b []byte) bool { return allDigits(b) && bytes.IndexByte(b, '0') < 0 }

// readSquare reads one case of the contest's format; io.EOF when none is left. All instances of a text share their
// moves and labels. A case takes about 0.2 µs and 208 bytes, allocated for 32 cases at a time.
func readSquare(_ *meter.Meter, s *grid.Scanner) (*Instance, error) {
	st, _ := s.Kept().(*squareReader)
	if st == nil {
		moves, err := ParseMoves(3, 3, ContestMoves)
		if err != nil {
			return nil, err
		}
		st = &squareReader{moves: moves, labels: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}}
		s.Keep(st)
	}
	for st.left == 0 {
		if err := st.header(s); err != nil {
			return nil, err
		}
	}
	if len(st.room) == 0 {
		st.room = make([]squareCase, min(st.left, maxRoom))
	}
	c := &st.room[0]
	st.room = st.room[1:]
	if !c.fast(s) {
		if err := c.slow(s, st); err != nil {
			return nil, err
		}
	}
	st.left--
	c.goals[0] = c.tiles[9:]
	c.p = Instance{Rows: 3, Cols: 3, Moves: st.moves, Labels: st.labels, Start: c.tiles[:9:9], Goals: c.goals[:],
		Given: true}
	return &c.p, nil
}

// header reads the number of cases that follow.
func (st *squareReader) header(s *grid.Scanner) error {
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return err
		}
		if st.line > 0 && st.total == 0 {
			s.End() // the text says itself that it has no cases
		}
		return io.EOF
	}
	if st.line > 0 && isBoard(s.Peek(64)) {
		return s.Errorf("the number of cases in line %d is %d, yet more follows", st.line, st.total)
	}
	st.line = s.Pos().Line
	n, err := s.Int("the number of cases", 0, maxCases)
	if err != nil {
		return err
	}
	st.total, st.left = n, n
	return s.EndLine("the number of cases")
}

// isBoard reports whether head begins with three lines that hold the digits 1 to 9 once each: a case too many,
// and not the number of another run of cases.
func isBoard(head []byte) bool {
	seen := 0
	for range 3 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSpace(line)
		if len(line) != 3 {
			return false
		}
		for _, c := range line {
			seen |= 1 << (c - '0')
		}
		head = rest
	}
	return seen == 0x3FE
}

// fast reads a case of six lines of three digits and nothing else. Where it meets anything else it reads
// nothing and reports false.
func (c *squareCase) fast(s *grid.Scanner) bool {
	b := s.Peek(24)
	if len(b) < 24 {
		return false
	}
	for g := range 2 {
		seen := uint32(0)
		t := c.tiles[9*g : 9*g+9]
		for r := range 3 {
			line := b[12*g+4*r:][:4]
			x, y, z := line[0]-'1', line[1]-'1', line[2]-'1'
			seen |= 1<<x | 1<<y | 1<<z // a shift by 32 or more gives 0
			t[3*r], t[3*r+1], t[3*r+2] = Tile(x), Tile(y), Tile(z)
			if line[3] != '\n' {
				return false
			}
		}
		if seen != 0x1FF {
			return false
		}
	}
	s.SkipLines(24)
	return true
}

// slow reads a case in its other forms, and says what is wrong with one.
func (c *squareCase) slow(s *grid.Scanner, st *squareReader) error {
	for g, what := range [2]string{"start", "target"} {
		seen := [10]bool{}
		for r := range 3 {
			if !s.SkipBlank() {
				return st.early(s, g == 0 && r == 0)
			}
			for k := range 3 {
				at := s.Pos()
				d, ok, err := s.Rune()
				switch {
				case err != nil:
					return err
				case !ok || d == '\r' || d == ' ' || d == '\t':
					return grid.Errorf(at, "this row has %d digits; it must have 3", k)
				case d < '1' || d > '9':
					return grid.Errorf(at, "%s is no tile here; the tiles are the digits 1 to 9", grid.Quote(string(d)))
				case seen[d-'0']:
					return grid.Errorf(at, "the %s has the digit %c twice", what, d)
				}
				seen[d-'0'] = true
				c.tiles[9*g+3*r+k] = d - '1'
			}
			if err := s.EndLine("the row's three digits"); err != nil {
				return err
			}
		}
	}
	return nil
}

// early is the error for an input that ends before T cases are read.
func (st *squareReader) early(s *grid.Scanner, between bool) error {
	if err := s.Err(); err != nil {
		return err
	}
	n := st.total - st.left
	if !between {
		return s.Errorf("the input ends in the middle of case %d; line %d promises %s", n+1, st.line,
			grid.Number(st.total, "case"))
	}
	return s.Errorf("the input ends after %s; line %d promises %s", grid.Number(n, "case"), st.line,
		grid.Number(st.total, "case"))
}

// writeSquare writes one case, as a text of its own: T is 1.
func writeSquare(out io.Writer, p *Instance) error {
	b, err := appendSquare([]byte("1\n"), p)
	if err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

// WriteSquare writes p as a case of the format FormatSquare, without the number of cases that stands before them all.
// An instance that has no place there is an error that matches puzzle.ErrUnsupported.
func WriteSquare(out io.Writer, p *Instance) error {
	b, err := appendSquare(make([]byte, 0, 24), p)
	if err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

func appendSquare(b []byte, p *Instance) ([]byte, error) {
	if err := FitsSquare(p); err != nil {
		return b, err
	}
	for _, board := range [2][]Tile{p.Start, p.Goals[0]} {
		for i, t := range board {
			b = append(b, byte('1'+t))
			if i%3 == 2 {
				b = append(b, '\n')
			}
		}
	}
	return b, nil
}

// FitsSquare says why p is no case of the contest, in an error that matches puzzle.ErrUnsupported; nil where it is.
func FitsSquare(p *Instance) error {
	switch {
	case p.Rows != 3 || p.Cols != 3:
		return unsupportedf("the format %s holds boards of 3 × 3 cells, not %d × %d", FormatSquare, p.Rows, p.Cols)
	case !areDigits(p.Labels):
		return unsupportedf("the format %s holds the tiles 1 to 9, once each", FormatSquare)
	case len(p.Goals) != 1 || slices.Contains(p.Goals[0], Any):
		return unsupportedf("the format %s holds one target, without cells that do not matter", FormatSquare)
	case !isContest(p.Moves):
		return unsupportedf("the format %s holds the moves %s, and no others", FormatSquare, ContestMoves)
	}
	return nil
}

// areDigits reports whether labels are 1 to 9.
func areDigits(labels []string) bool {
	for i, l := range labels {
		if len(l) != 1 || l[0] != byte('1'+i) {
			return false
		}
	}
	return len(labels) == 9
}

// isContest reports whether a set on a 3 × 3 board has exactly the moves of the contest, in any order.
func isContest(set *MoveSet) bool {
	if src := set.Source; set.index != nil && len(src) == 3 && src[0] == (Source{Set: "shift-right"}) &&
		src[1] == (Source{Set: "shift-down"}) && src[2] == (Source{Set: "rotate-cw"}) {
		return true // as every case of the contest's format has them: nothing needs to be made to compare
	}
	contest, err := ParseMoves(set.Rows, set.Cols, ContestMoves)
	if err != nil || len(contest.Moves) != len(set.Moves) {
		return false
	}
	for _, m := range contest.Moves {
		if i, ok := set.Find(m.Name); !ok || !equalMoves(set.Moves[i], m) {
			return false
		}
	}
	return true
}

// answerSquare writes the least number of moves, or -1.
func answerSquare(w io.Writer, _ *Instance, o Outcome) error {
	answer := "-1\n"
	if o.Verdict == puzzle.Solved {
		var buf [24]byte
		answer = string(append(strconv.AppendInt(buf[:0], o.Witness.Cost, 10), '\n'))
	}
	_, err := io.WriteString(w, answer)
	return err
}
