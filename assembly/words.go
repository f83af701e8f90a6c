package assembly

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Parse reads one shape from a picture ("##.R\n#.##\n###." or "##.R/#.##/###."), from the contest's text or from a JSON
// document, whose fields family and version may be left out. Errors match puzzle.ErrInput and say where in the text.
func Parse(text string) (*Instance, error) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return parseDocument(text)
	}
	read := readPicture
	if sniffContest([]byte(text)) {
		read = readContest
	}
	s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
	p, err := read(nil, s)
	if err == io.EOF {
		return nil, grid.Errorf(grid.Pos{}, "there is no shape in an empty text")
	}
	if err != nil {
		return nil, err
	}
	if s.SkipBlank() {
		return nil, s.Errorf("one shape is expected, and more follows")
	}
	return p, nil
}

func parseDocument(text string) (*Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	f, err := v.Object("the document")
	if err != nil {
		return nil, err
	}
	f.Get("family")
	f.Get("version")
	list, err := decodeInstances(nil, f)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// String writes p as Parse reads it back: as a picture with / between its rows, or as a document where that holds more.
func (p *Instance) String() string {
	if p.Validate() != nil {
		return "no shape"
	}
	if p.Placed != nil || !p.pictured() {
		doc, _ := encodeInstance(p)
		text, _ := json.Marshal(doc) // numbers and plain characters: it does not fail
		return string(text)
	}
	var b bytes.Buffer
	if p.Contact != Frontal {
		b.WriteString("contact " + p.Contact.String() + "\n")
	}
	i := 0
	var row []byte
	for r := range p.Rows {
		if r > 0 {
			b.WriteByte('/')
		}
		row, i = p.drawRow(row[:0], r, i)
		b.Write(row)
	}
	return b.String()
}

// FormatMoves writes moves as ParseMoves reads them: "<1 ^2"; and in front of them, unless it is None, the first
// block: "(1,2) <1 ^2".
func FormatMoves(first Block, moves []Move) string {
	var b []byte
	if !first.None() {
		b = append(strconv.AppendInt(append(b, '('), int64(first.R)+1, 10), ',')
		b = append(strconv.AppendInt(b, int64(first.C)+1, 10), ')')
	}
	for _, m := range moves {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = appendNumber(append(b, m.Dir().Char()), uint32(m.Line())+1)
	}
	return string(b)
}

// ParseMoves reads moves as answers print them: each is one of < > ^ v and a row or column from 1, as "<1" or "< 1";
// between them stand blanks, commas, semicolons or line breaks. In front of all there may be the first block in
// brackets, "(1,2)"; where there is none first is None. Errors match puzzle.ErrInput.
func ParseMoves(text string) (first Block, moves []Move, err error) {
	return ParseMovesWithin(nil, text)
}

// ParseMovesWithin is ParseMoves that m stops.
func ParseMovesWithin(m *meter.Meter, text string) (first Block, moves []Move, err error) {
	s := wordScanner{text: text}
	first = Block{-1, -1}
	for s.skip(" \t\r\n,;"); s.at < len(text); s.skip(" \t\r\n,;") {
		if err := m.Work(stepsPerItem); err != nil {
			return first, nil, err
		}
		if text[s.at] == '(' && len(moves) == 0 && first.None() {
			if first, err = s.cell(); err != nil {
				return Block{-1, -1}, nil, err
			}
			continue
		}
		from := s.at
		d := strings.IndexByte(directionChars, text[s.at])
		if d < 0 {
			return first, nil, s.errorf(from)
		}
		s.at++
		line, ok := s.number()
		if !ok {
			return first, nil, s.errorf(from)
		}
		if len(moves) == cap(moves) {
			room := max(16, len(moves)/2)
			if err := m.Hold("so many moves", 8*int64(room)); err != nil {
				return first, nil, err
			}
			moves = slices.Grow(moves, room)
		}
		moves = append(moves, MakeMove(Direction(d), line))
	}
	return first, moves, nil
}

// Opening is the first block that stands in front of moves, "(1,2)"; "" where none does. To choose it is no move: of B
// blocks B − 1 are let in.
func Opening(moves string) string {
	s := wordScanner{text: moves}
	s.skip(" \t\r\n,;")
	from := s.at
	if from == len(moves) || moves[from] != '(' {
		return ""
	}
	if _, err := s.cell(); err != nil {
		return ""
	}
	return moves[from:s.at]
}

// A wordScanner reads moves.
type wordScanner struct {
	text string
	at   int
}

func (s *wordScanner) skip(what string) {
	for s.at < len(s.text) && strings.IndexByte(what, s.text[s.at]) >= 0 {
		s.at++
	}
}

// number reads a row or column behind blanks, and counts it from 0.
func (s *wordScanner) number() (int32, bool) {
	s.skip(" \t")
	from := s.at
	for s.at < len(s.text) && s.text[s.at]-'0' <= 9 {
		s.at++
	}
	n, err := strconv.ParseInt(s.text[from:s.at], 10, 64)
	return int32(n - 1), err == nil && n >= 1 && n <= MaxSide
}

// cell reads "(1,2)".
func (s *wordScanner) cell() (b Block, err error) {
	from := s.at
	var ok [2]bool
	s.at++
	b.R, ok[0] = s.number()
	s.skip(" \t")
	comma := strings.HasPrefix(s.text[s.at:], ",")
	if comma {
		s.at++
	}
	b.C, ok[1] = s.number()
	s.skip(" \t")
	if !ok[0] || !ok[1] || !comma || !strings.HasPrefix(s.text[s.at:], ")") {
		return b, grid.Errorf(grid.Pos{}, "character %d of the moves: the first block is written (row,column), both from 1",
			from+1)
	}
	s.at++
	return b, nil
}

func (s *wordScanner) errorf(from int) error {
	rest := s.text[from:]
	if cut := strings.IndexAny(rest[1:], " \t\r\n,;<>^v"); cut >= 0 {
		rest = rest[:1+cut]
	}
	return grid.Errorf(grid.Pos{}, "character %d of the moves: %s is no move; a move is one of < > ^ v and a row or "+
		"column from 1 to %d", from+1, grid.Quote(rest), MaxSide)
}
