package permute

import (
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// decodeInstances reads the fields start, moves, and at most one of target (a board), targets (a list of boards, an
// instance each, which share everything else) and goals (a list of boards of which any will do).
func decodeInstances(m *meter.Meter, f *document.Fields) ([]*Instance, error) {
	sv, err := f.Need("start")
	if err != nil {
		return nil, err
	}
	b, err := readBoard(m, sv, "start")
	if err != nil {
		return nil, err
	}
	p, err := newStart(b)
	if err != nil {
		return nil, err
	}
	mv, err := f.Need("moves")
	if err != nil {
		return nil, err
	}
	if p.Moves, err = readMoves(m, mv, p.Rows, p.Cols); err != nil {
		return nil, err
	}
	b.release()
	return p.readGoals(m, f)
}

func (p *Instance) readGoals(m *meter.Meter, f *document.Fields) ([]*Instance, error) {
	field := ""
	var v *document.Value
	for _, name := range []string{"target", "targets", "goals"} {
		g := f.Get(name)
		if g != nil && v != nil {
			return nil, g.Errorf("the document has both %s and %s; target is one goal, targets are several questions, goals "+
				"are several boards of which any will do", field, name)
		}
		if g != nil {
			field, v = name, g
		}
	}
	tiles := p.tiles()
	read := func(v *document.Value, what string) ([]Tile, error) {
		b, err := readBoard(m, v, what)
		if err != nil {
			return nil, err
		}
		defer b.release()
		return p.goal(b, tiles, what)
	}
	if v == nil {
		p.Goals = [][]Tile{p.solved()}
		return []*Instance{p}, nil
	}
	p.Given = true
	if field == "target" {
		g, err := read(v, "the target")
		p.Goals = [][]Tile{g}
		return []*Instance{p}, err
	}
	items, err := v.List(field)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, v.Errorf("%s is empty", field)
	}
	var out []*Instance
	for i := range items {
		g, err := read(&items[i], strings.TrimSuffix(field, "s")+" "+itoa(int64(i)+1))
		if err != nil {
			return nil, err
		}
		if field == "goals" {
			p.Goals = append(p.Goals, g)
			continue
		}
		q := *p
		q.Goals = [][]Tile{g}
		out = append(out, &q)
	}
	if field == "goals" {
		return []*Instance{p}, nil
	}
	return out, nil
}

// readBoard reads a board: one text with '/' between the rows, or a list of rows, each a text, a number of digits (as
// YAML makes of a text without quotes) or a list of tiles.
func readBoard(m *meter.Meter, v *document.Value, what string) (*labelled, error) {
	if text, ok := rowText(v); ok {
		return parseBoard(m, text, what, 0, runePlace(v))
	}
	rows, err := v.List(what)
	if err != nil {
		return nil, v.Errorf("%s must be a list of rows or one text with / between them, not %v", what, v.Kind())
	}
	if len(rows) == 0 {
		return nil, v.Errorf("%s has no rows", what)
	}
	b := &labelled{rows: len(rows), meter: m}
	var places []grid.Pos
	for i := range rows {
		row, err := readRow(m, &rows[i], what, i)
		if err != nil {
			return nil, err
		}
		n := len(row.cells)
		if i == 0 {
			b.cols = n
		} else if n != b.cols {
			return nil, row.errorf(min(n, b.cols), "row %d of %s has %s; the rows above have %d", i+1, what,
				grid.Number(n, "tile"), b.cols)
		}
		for k, label := range row.cells {
			if err := b.put(label); err != nil {
				return nil, err
			}
			places = append(places, row.at(k))
		}
		row.release()
		if len(b.cells) > MaxCells {
			return nil, rows[i].Errorf("%s has more than %d cells", what, MaxCells)
		}
	}
	b.at = func(cell int) grid.Pos { return places[cell] }
	return b, nil
}

// readRow reads row i of a board that is a list. The place behind its last tile is known too.
func readRow(m *meter.Meter, v *document.Value, what string, i int) (*labelled, error) {
	if text, ok := rowText(v); ok {
		if k := strings.IndexByte(text, '/'); k >= 0 {
			return nil, v.RuneErrorf(utf8.RuneCountInString(text[:k]),
				"row %d of %s holds a '/', which ends a row where the whole board is one text", i+1, what)
		}
		row, err := parseBoard(m, text, what, i, runePlace(v))
		if err != nil {
			return nil, err
		}
		inner := row.at
		row.at = func(cell int) grid.Pos {
			if cell < len(row.cells) {
				return inner(cell)
			}
			return runePlace(v)(utf8.RuneCountInString(text))
		}
		return row, nil
	}
	items, err := v.List("a row of " + what)
	if err != nil {
		return nil, v.Errorf("row %d of %s must be a text or a list of tiles, not %v", i+1, what, v.Kind())
	}
	if len(items) == 0 {
		return nil, v.Errorf("row %d of %s is empty", i+1, what)
	}
	if len(items) > MaxCells {
		return nil, v.Errorf("%s has more than %d cells", what, MaxCells)
	}
	row := &labelled{meter: m}
	for k := range items {
		label, err := readLabel(&items[k])
		if err != nil {
			return nil, err
		}
		if err := row.put(label); err != nil {
			return nil, err
		}
	}
	row.at = func(cell int) grid.Pos {
		if cell < len(items) {
			return items[cell].Pos()
		}
		return v.Pos()
	}
	return row, nil
}

func runePlace(v *document.Value) func(int) grid.Pos {
	return func(char int) grid.Pos {
		p := v.Pos()
		if !p.IsZero() && v.Kind() == document.String {
			p.Col += char
		}
		return p
	}
}

// rowText returns the text of a row, or the digits of a number.
func rowText(v *document.Value) (string, bool) {
	switch v.Kind() {
	case document.String:
		s, err := v.String("")
		return s, err == nil
	case document.Number:
		s, err := v.Literal("")
		return s, err == nil && allDigits(s)
	}
	return "", false
}

// allDigits reports whether a text is digits, or too long for a row if it is.
func allDigits[T string | []byte](b T) bool {
	for i := range min(len(b), MaxCells+1) {
		if b[i] < '0' || b[i] > '9' {
			return false
		}
	}
	return len(b) > 0
}

// readLabel reads a tile: a text, a whole number, or null for a cell that does not matter. 1.0 and 1 are two labels
// here and one number to other readers, so the former needs quotes.
func readLabel(v *document.Value) (string, error) {
	switch v.Kind() {
	case document.Null:
		return anyLabel, nil
	case document.Number:
		s, err := v.Literal("a tile")
		if err == nil && len(s) <= maxLabel && (strings.ContainsAny(s, ".eE") || s == "-0") {
			return "", v.Errorf("a tile is the number %s; a label that is no whole number needs quotes", grid.Quote(s))
		}
		return s, err
	case document.String:
		return v.String("a tile")
	}
	return "", v.Errorf("a tile must be a number or a text, not %v", v.Kind())
}
