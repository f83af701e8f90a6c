package permute

import (
	"strings"

	"github.com/gridwright/gridwright/puzzle/document"
)

// instanceJSON are the fields of a document, as they are written.
type instanceJSON struct {
	Start  boardJSON    `json:"start"`
	Target *boardJSON   `json:"target,omitempty"`
	Goals  []boardJSON  `json:"goals,omitempty"`
	Moves  []sourceJSON `json:"moves"`
}

// encodeInstance returns p as encoding/json writes it. Boards are lists of rows; a row is one text where every label
// is a single character and one of them is no digit, and otherwise a list of numbers and texts.
func encodeInstance(p *Instance) (any, error) {
	lists := p.listed()
	board := func(b []Tile) boardJSON { return boardJSON{p, b, lists} }
	out := instanceJSON{Start: board(p.Start), Moves: []sourceJSON{}}
	for _, src := range p.Moves.source() {
		out.Moves = append(out.Moves, sourceJSON{src, p.Cols})
	}
	switch {
	case p.Given && len(p.Goals) == 1:
		b := board(p.Goals[0])
		out.Target = &b
	case p.Given:
		for _, g := range p.Goals {
			out.Goals = append(out.Goals, board(g))
		}
	}
	return out, nil
}

// listed reports whether rows are lists.
func (p *Instance) listed() bool {
	digits := true
	for _, s := range p.Labels {
		if !single(s) || !plain(s) {
			return true
		}
		digits = digits && isNumber(s)
	}
	return digits
}

// A boardJSON is a board of p.
type boardJSON struct {
	p     *Instance
	board []Tile
	lists bool
}

func (b boardJSON) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	var row strings.Builder
	for i, t := range b.board {
		first, last := i%b.p.Cols == 0, (i+1)%b.p.Cols == 0
		if first && i > 0 {
			out = append(out, ',')
		}
		label := b.p.Label(t)
		if !b.lists {
			if first {
				row.Reset()
			}
			row.WriteString(label)
			if last {
				out = document.AppendQuoted(out, row.String())
			}
			continue
		}
		if first {
			out = append(out, '[')
		} else {
			out = append(out, ',')
		}
		if isLiteral(label) {
			out = append(out, label...)
		} else {
			out = document.AppendQuoted(out, label)
		}
		if last {
			out = append(out, ']')
		}
	}
	return append(out, ']'), nil
}

// isLiteral reports whether a label is a number that any reader of JSON gives back digit by digit.
func isLiteral(s string) bool {
	if !isNumber(s) || len(s) > 15 {
		return false
	}
	digits := strings.TrimPrefix(s, "-")
	return digits[0] != '0' || s == "0"
}

// A sourceJSON is a Source on a board of cols columns.
type sourceJSON struct {
	Source
	cols int
}

func (s sourceJSON) MarshalJSON() ([]byte, error) {
	if s.Move == nil && s.Cost <= 1 {
		return document.AppendQuoted(nil, s.Set), nil
	}
	cost := s.Cost
	var out []byte
	if s.Move == nil {
		out = document.AppendQuoted([]byte(`{"set":`), s.Set)
	} else {
		cost = s.Move.Cost
		out = document.AppendQuoted([]byte(`{"name":`), s.Move.Name)
		out = append(out, `,"cycles":`...)
		out = appendLists(out, s.Move.Cycles, s.cols)
	}
	if cost > 1 {
		out = append(append(out, `,"cost":`...), itoa(cost)...)
	}
	if s.Inverse {
		out = append(out, `,"inverse":true`...)
	}
	return append(out, '}'), nil
}

// appendLists writes lists of cells.
func appendLists(out []byte, lists [][]int32, cols int) []byte {
	out = append(out, '[')
	for i, l := range lists {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendCells(out, l, cols)
	}
	return append(out, ']')
}

// appendCells writes a list of cells, each [row, column] from 1.
func appendCells(out []byte, cells []int32, cols int) []byte {
	out = append(out, '[')
	for i, cell := range cells {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, '['), itoa(int64(cell)/int64(cols)+1)...)
		out = append(append(out, ','), itoa(int64(cell)%int64(cols)+1)...)
		out = append(out, ']')
	}
	return append(out, ']')
}
