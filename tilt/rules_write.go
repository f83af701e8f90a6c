package tilt

import (
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/puzzle/document"
)

// symbol is how a cell of the start stands in a picture.
func (p *Instance) symbol(cell int) string {
	code := p.Start.At(cell/p.Start.W, cell%p.Start.W)
	switch g := p.Ground(cell); {
	case g == Wall:
		return "#"
	case g == Hole && code == 0:
		return "O"
	}
	return p.label(code)
}

// goalSymbol is how a cell of g, a goal of p, stands in a picture.
func (p *Instance) goalSymbol(g Goal, cell int) string {
	switch {
	case p.Ground(cell) == Wall:
		return "#"
	case g.Any != nil && g.Any[cell]:
		return "?"
	}
	code := g.Board.At(cell/g.Board.W, cell%g.Board.W)
	if code == 0 && p.Ground(cell) == Hole {
		return "O"
	}
	return p.label(code)
}

// covered reports whether a tile of the start lies over a hole: start does not show it.
func (p *Instance) covered() bool {
	for i, g := range p.Rules.Ground {
		if g == Hole && p.Start.At(i/p.Start.W, i%p.Start.W) != 0 {
			return true
		}
	}
	return false
}

// appendRules appends the fields behind start of p, which has rules.
func (p *Instance) appendRules(b []byte) ([]byte, error) {
	r := p.Rules
	var err error
	picture := func(symbol func(cell int) string) {
		if err == nil {
			b, err = appendPicture(b, p.Start.H, p.Start.W, symbol)
		}
	}
	goal := func(g Goal) { picture(func(cell int) string { return p.goalSymbol(g, cell) }) }
	if r.Ground != nil && p.covered() {
		b = append(b, `,"holes":`...)
		picture(func(cell int) string {
			if r.Ground[cell] == Hole {
				return "O"
			}
			return "."
		})
	}
	if slices.ContainsFunc(r.Pieces, func(n uint32) bool { return n != 0 }) {
		b = append(b, `,"pieces":`...)
		names := map[uint32]uint32{0: 0} // in reading order
		picture(func(cell int) string {
			n, known := names[r.Pieces[cell]]
			if !known {
				n = uint32(len(names))
				names[r.Pieces[cell]] = n
			}
			return pieceName(n)
		})
	}
	if p.Target != nil && p.Target.H > 0 {
		b = append(b, `,"target":`...)
		goal(Goal{p.Target, r.Any})
	}
	for i, g := range r.Goals {
		if b = append(b, ','); i == 0 {
			b = append(b[:len(b)-1], `,"goals":[`...)
		}
		goal(g)
	}
	if len(r.Goals) > 0 {
		b = append(b, ']')
	}
	if r.One {
		b = append(b, `,"movers":"one"`...)
	}
	for i, code := range r.Robots {
		if b = append(b, ','); i == 0 {
			b = append(b[:len(b)-1], `,"robots":[`...)
		}
		b = document.AppendQuoted(b, p.label(code))
	}
	if len(r.Robots) > 0 {
		b = append(b, ']')
	}
	if r.Unit {
		b = append(b, `,"step":"unit"`...)
	}
	return b, err
}

// pieceName is what the piece of a number is called in a picture.
func pieceName(n uint32) string {
	const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ"
	switch {
	case n == 0:
		return "."
	case n <= uint32(len(names)):
		return names[n-1 : n]
	}
	return strconv.FormatUint(uint64(n), 10)
}

// appendPicture appends a list of rows.
func appendPicture(b []byte, h, w int, symbol func(cell int) string) ([]byte, error) {
	b = append(b, '[')
	row := make(Labels, w)
	for r := range h {
		for c := range row {
			row[c] = symbol(r*w + c)
		}
		text, err := row.MarshalJSON()
		if err != nil {
			return b, err
		}
		if r > 0 {
			b = append(b, ',')
		}
		b = append(b, text...)
	}
	return append(b, ']'), nil
}
