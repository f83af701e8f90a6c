package assembly

import (
	"bytes"
	"errors"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// formatPicture is the name of the plain format.
const formatPicture = "assembly-picture"

// formatPictureDoc describes the plain format.
const formatPictureDoc = `Rows of one length, a character a cell: # is a block, R the block that is there from the start
(at most one; without it any block may be the first), . is empty. A line "contact sticky" or "contact frontal" may
stand before the rows; without it contact is frontal. An empty line ends a picture; any number
of pictures may follow each other. A picture may also stand on one line, with / between its rows.`

// cells are the characters of pictures.
const (
	cellEmpty = '.'
	cellBlock = '#'
	cellRoot  = 'R'
)

var contactNames = [...]string{"frontal", "sticky"}

// String is the model's name in documents.
func (c Contact) String() string {
	if int(c) < len(contactNames) {
		return contactNames[c]
	}
	return "unknown"
}

func parseContact(s string) (Contact, bool) {
	for i, n := range contactNames {
		if n == s {
			return Contact(i), true
		}
	}
	return 0, false
}

// readPicture reads one picture; io.EOF when none is left. Empty cells take no memory.
func readPicture(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		return nil, endOf(s)
	}
	contact := Frontal
	if s.Peek(1)[0] == 'c' {
		var err error
		if contact, err = readContact(s); err != nil {
			return nil, err
		}
		if !s.SkipBlank() {
			if err := s.Err(); err != nil {
				return nil, err
			}
			return nil, s.Errorf("the input ends where a picture is expected")
		}
	}
	at := s.Pos()
	if at.Col > 1 { // blanks in front of the first row: no cells
		return nil, s.Errorf("a row of the picture begins at the beginning of its line")
	}
	p := picture{blockList: blockList{meter: m}, root: NoRoot}
	for {
		next := s.Peek(1)
		if len(next) == 0 || next[0] == '\n' || next[0] == '\r' {
			break
		}
		if err := p.row(s); err != nil {
			return nil, err
		}
		if next := s.Peek(1); len(next) > 0 && next[0] == '/' {
			s.Segment(1)
			p.oneLine = true
			continue
		}
		if err := s.EndLine("the row's cells"); err != nil {
			return nil, err
		}
		if p.oneLine {
			break
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if len(p.blocks) == 0 {
		return nil, grid.Errorf(at, "there is no block in this picture")
	}
	in, err := NewWithin(m, p.rows, p.cols, p.blocks, p.root, contact)
	var be *blockError
	if errors.As(err, &be) {
		place := grid.Pos{Line: at.Line + int(be.at.R), Col: 1 + int(be.at.C)}
		if p.oneLine {
			place = grid.Pos{Line: at.Line, Col: 1 + int(be.at.R)*(int(p.cols)+1) + int(be.at.C)}
		}
		return nil, grid.Errorf(place, "%s", be.what)
	}
	return in, err
}

// readContact reads the line "contact sticky".
func readContact(s *grid.Scanner) (Contact, error) {
	const most = 64
	at := s.Pos()
	var line []byte
	for ended := false; !ended; {
		seg, end := s.Segment(most - len(line))
		line, ended = append(line, seg...), end || len(line)+len(seg) == most
	}
	if words := bytes.Fields(line); len(words) == 2 && string(words[0]) == "contact" {
		if c, ok := parseContact(string(words[1])); ok {
			return c, s.EndLine("the model of contact")
		}
	}
	if err := s.Err(); err != nil {
		return 0, err
	}
	return 0, grid.Errorf(at, "a row of the picture, or the line \"contact frontal\" or \"contact sticky\", is "+
		"expected here")
}

// A picture is what has been read of one.
type picture struct {
	blockList
	rows, cols int32
	root       int
	oneLine    bool // rows have / between them
}

// row reads the cells of one line up to the blanks at its end.
func (p *picture) row(s *grid.Scanner) error {
	limit := MaxSide
	if p.rows > 0 {
		limit = int(p.cols)
	}
	for width := 0; ; {
		seg, end := s.Segment(min(8<<10, limit-width+1))
		for i, c := range seg {
			switch {
			case c == '\r' || c == ' ' || c == '\t' || c == '/' && width+i > 0:
				s.Unread(len(seg) - i)
				return p.endRow(s, width+i)
			case c != cellEmpty && c != cellBlock && c != cellRoot:
				s.Unread(len(seg) - i)
				return badCell(s)
			case width+i == limit:
				s.Unread(len(seg) - i)
				return s.Errorf("this row has more than %s, %s", grid.Number(limit, "cell"), p.whoseWidth())
			case c == cellEmpty:
				continue
			case c == cellRoot && p.root != NoRoot:
				s.Unread(len(seg) - i)
				return s.Errorf("this is the second R; one block at most is there from the start")
			case c == cellRoot:
				p.root = len(p.blocks)
			}
			if err := p.put(Block{p.rows, int32(width + i)}); err != nil {
				return err
			}
		}
		width += len(seg)
		if end {
			return p.endRow(s, width)
		}
	}
}

// whoseWidth says where the limit of a row comes from.
func (p *picture) whoseWidth() string {
	if p.rows > 0 {
		return "the width of the first one"
	}
	return "the most that is possible"
}

// endRow compares the row's width with that of the first row.
func (p *picture) endRow(s *grid.Scanner, width int) error {
	if p.rows == 0 {
		p.cols = int32(width)
	}
	if width == 0 {
		return s.Errorf("this row begins with a blank; an empty line ends a picture")
	}
	if width < int(p.cols) {
		return s.Errorf("this row has %s; the first one has %d", grid.Number(width, "cell"), p.cols)
	}
	if p.rows == MaxSide {
		return s.Errorf("the picture has more than %d rows", MaxSide)
	}
	p.rows++
	return nil
}

// badCell complains about the next character.
func badCell(s *grid.Scanner) error {
	at := s.Pos()
	r, _, err := s.Rune()
	if err != nil {
		return err
	}
	return grid.Errorf(at, "%s is no cell of a picture; a cell is # (a block), R (the block that is there from the "+
		"start) or . (empty)", grid.Quote(string(r)))
}

// maxPicture is the most cells for each block with which a shape is drawn, maxPictureSide the largest side: documents
// draw small boards and list the blocks of others; the format for pictures refuses them.
const (
	maxPicture     = 64
	maxPictureSide = 10_000
)

// pictured reports whether a picture of p is not much larger than a list of its blocks.
func (p *Instance) pictured() bool {
	return p.Rows <= maxPictureSide && p.Cols <= maxPictureSide &&
		int64(p.Rows)*int64(p.Cols) <= maxPicture*int64(len(p.Blocks))
}

// drawRow appends row r, and takes its blocks, which begin at index i; next is the index behind them.
func (p *Instance) drawRow(dst []byte, r int32, i int) (row []byte, next int) {
	c := int32(0)
	for ; i < len(p.Blocks) && p.Blocks[i].R == r; i++ {
		for ; c < p.Blocks[i].C; c++ {
			dst = append(dst, cellEmpty)
		}
		cell := byte(cellBlock)
		if int32(i) == p.Root {
			cell = cellRoot
		}
		dst = append(dst, cell)
		c++
	}
	for ; c < p.Cols; c++ {
		dst = append(dst, cellEmpty)
	}
	return dst, i
}

// writePicture writes one picture and an empty line behind it. A board that is almost empty has no place in it.
func writePicture(out io.Writer, p *Instance) error {
	if int64(p.Rows)*int64(p.Cols) > 1<<20 && !p.pictured() {
		return unsupportedf("a picture of %d × %d cells with %s would be mostly empty; a document lists the blocks", p.Rows,
			p.Cols, grid.Number(len(p.Blocks), "block"))
	}
	if err := p.noPlaced(formatPicture); err != nil {
		return err
	}
	w := writer{out: out}
	if p.Contact != Frontal {
		w.text("contact " + p.Contact.String() + "\n")
	}
	i := 0
	for r := range p.Rows {
		w.buf, i = p.drawRow(w.buf, r, i)
		w.text("\n")
	}
	w.text("\n")
	return w.end()
}

// sniffPicture reports whether a text that begins with head may be of the plain format: its first line names a
// model of contact or is a row of cells. Where that row is of # alone, which may begin a comment in other texts, the
// next line that is not empty has to be a row too. Where rows with letters follow it is a board of another kind.
func sniffPicture(head []byte) bool {
	line, rest, found := bytes.Cut(trimHead(head), []byte("\n"))
	line = bytes.TrimRight(line, " \t\r")
	if bytes.HasPrefix(line, []byte("contact ")) {
		return true
	}
	if !isRow(line, false) {
		return false
	}
	if bytes.ContainsAny(line, ".R") || !found {
		return !mixed(len(line), rest)
	}
	rest = trimHead(rest)
	line, _, _ = bytes.Cut(rest, []byte("\n"))
	return isRow(bytes.TrimRight(line, " \t\r"), true) || bytes.HasPrefix(line, []byte("contact "))
}

// mixed reports whether among rows of this width there is one with letters: those of a board of another kind.
func mixed(width int, rest []byte) bool {
	for line := range bytes.SplitSeq(rest, []byte("\n")) {
		line = bytes.TrimRight(line, " \t\r")
		if len(line) == width && !isRow(line, true) && len(bytes.Trim(line, boardSigns)) == 0 {
			return true
		}
	}
	return false
}

// boardSigns are what boards of other kinds have in their cells.
const boardSigns = ".#?abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func isRow(line []byte, none bool) bool {
	for i, c := range line {
		if c == '/' && i > 0 && i < len(line)-1 {
			continue
		}
		if c != cellEmpty && c != cellBlock && c != cellRoot {
			return false
		}
	}
	return none || len(line) > 0
}
