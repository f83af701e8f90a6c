package permute

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Parse reads one puzzle: a line such as "12/34 -> 21/34 : shifts", with "moves …" before it or not (see lineDoc), a
// board of a line a row, a case of square-puzzle, or a document in JSON. Errors match puzzle.ErrInput and say where
// in the text.
func Parse(text string) (*Instance, error) {
	head := []byte(text)
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		return parseDocument(head)
	}
	read := readLineText
	switch {
	case sniffLine(head):
	case sniffSquare(head):
		read = readSquare
	case sniffRows(head):
		read = readRows
	}
	s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
	p, err := read(nil, s)
	if err == io.EOF {
		return nil, grid.Errorf(grid.Pos{}, "there is no puzzle in an empty text")
	}
	if err != nil {
		return nil, err
	}
	switch _, err := read(nil, s); err {
	case io.EOF:
		return p, nil
	case nil:
		return nil, s.Errorf("one puzzle is expected, and more follows")
	default:
		return nil, err
	}
}

func parseDocument(text []byte) (*Instance, error) {
	v, err := document.ParseJSON(text)
	if err != nil {
		return nil, err
	}
	f, err := v.Object("a puzzle")
	if err != nil {
		return nil, err
	}
	f.Get("family")
	f.Get("version")
	list, err := decodeInstances((*meter.Meter)(nil), f)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, v.Errorf("one puzzle is expected, not %d", len(list))
	}
	return list[0], nil
}

// String writes p as Parse reads it: a line, or a document where moves are spelled out, labels do not fit a line or
// a single row has no goal. p is valid.
func (p *Instance) String() string {
	var b strings.Builder
	if (p.Given || p.Rows > 1) && writeLine(&b, p) == nil {
		return strings.TrimSuffix(b.String(), "\n")
	}
	fields, err := encodeInstance(p)
	if err == nil {
		err = json.NewEncoder(&b).Encode(fields)
	}
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}
