package player

import (
	"math"

	"github.com/gridwright/gridwright/scene"
)

// draw draws the board.
func (b *board) draw() *canvas {
	c := newCanvas(b.w, b.h)
	b.frame(c)
	for r := b.view.Top; r < b.view.Top+b.view.Rows; r++ {
		for col := b.view.Left; col < b.view.Left+b.view.Cols; col++ {
			b.ground(c, r, col)
		}
	}
	for i := range b.Marks {
		if m := &b.Marks[i]; m.Sign == scene.Link {
			b.stroke(c, m.At[0], m.At[1], '·', pen{dim: true}, true)
		}
	}
	for i := range b.Pieces {
		b.piece(c, &b.Pieces[i])
	}
	for i := range b.Marks {
		b.mark(c, &b.Marks[i])
	}
	b.handles(c)
	return c
}

// or chooses between a character and its stand-in of ASCII.
func (b *board) or(r, plain rune) rune {
	if b.ascii {
		return plain
	}
	return r
}

func (b *board) frame(c *canvas) {
	p := pen{dim: true}
	if b.Done {
		p = pen{fg: good, bold: true}
	}
	if b.view.Rows == 0 || b.view.Cols == 0 {
		return
	}
	x0, y0 := b.ox-2, b.oy-1
	x1, y1 := b.ox+b.view.Cols*b.size.w, b.oy+b.view.Rows*b.size.h
	for x := x0 + 1; x < x1; x++ {
		c.set(x, y0, b.or('─', '-'), p)
		c.set(x, y1, b.or('─', '-'), p)
	}
	for y := y0 + 1; y < y1; y++ {
		c.set(x0, y, b.or('│', '|'), p)
		c.set(x1, y, b.or('│', '|'), p)
	}
	c.set(x0, y0, b.or('╭', '+'), p)
	c.set(x1, y0, b.or('╮', '+'), p)
	c.set(x0, y1, b.or('╰', '+'), p)
	c.set(x1, y1, b.or('╯', '+'), p)
	v := b.Shown()
	if v.Left+v.Cols > b.view.Left+b.view.Cols || b.Cols > b.view.Left+b.view.Cols {
		c.set(x1, (y0+y1)/2, b.or('▸', '>'), pen{bold: true})
	}
	if v.Top+v.Rows > b.view.Top+b.view.Rows || b.Rows > b.view.Top+b.view.Rows {
		c.set((x0+x1)/2, y1, b.or('▾', 'v'), pen{bold: true})
	}
	if b.view.Left > 0 {
		c.set(x0, (y0+y1)/2, b.or('◂', '<'), pen{bold: true})
	}
	if b.view.Top > 0 {
		c.set((x0+x1)/2, y0, b.or('▴', '^'), pen{bold: true})
	}
}

// A box is the characters of a region of cells, without the gap to its right.
type box struct{ x0, y0, x1, y1 int }

func (b *board) box(x, y, w, h float64) box {
	x0, y0 := b.at(x, y)
	return box{x0, y0, x0 + max(1, int(math.Round(w*float64(b.size.w)))-1),
		y0 + max(1, int(math.Round(h*float64(b.size.h))))}
}

// mid is where the one character of a label stands.
func (o box) mid() (int, int) { return (o.x0 + o.x1 - 1) / 2, (o.y0 + o.y1 - 1) / 2 }

// write puts a text into the middle of o.
func (o box) write(c *canvas, text string, p pen) {
	_, y := o.mid()
	most := o.x1 - o.x0
	x := o.x0 + max(0, most-width(text))/2
	c.text(x, y, most, text, p)
}

func (b *board) ground(c *canvas, row, col int) {
	o := b.box(float64(col), float64(row), 1, 1)
	cell := b.Cell(row, col)
	faint := pen{dim: true}
	switch cell.Kind {
	case scene.Hole:
	case scene.Wall:
		for y := o.y0; y < o.y1; y++ {
			for x := o.x0; x < o.x1; x++ {
				c.set(x, y, b.or('▓', '#'), faint)
			}
		}
	case scene.Pit:
		o.write(c, string(b.or('○', 'O')), pen{})
	case scene.Dead:
		o.write(c, string(b.or('×', 'x')), faint)
	case scene.Any:
		o.write(c, "?", faint)
	case scene.Ghost:
		b.ghost(c, o, cell.Look)
	default:
		o.write(c, string(b.or('·', '.')), faint)
	}
}

// ghost is what the target wants here: an outline of it.
func (b *board) ghost(c *canvas, o box, l scene.Look) {
	ink, shape := l.Ink()
	p := pen{fg: l.Colour, dim: l.Colour == 0}
	text := printable(l.Label)
	if text == "" && shape != scene.Block {
		text = string(ink.Letter)
	}
	if text == "" { // a whole cell
		for y := o.y0; y < o.y1; y++ {
			for x := o.x0; x < o.x1; x++ {
				c.set(x, y, b.or('░', ':'), p)
			}
		}
		return
	}
	o.write(c, text, p)
	if b.size.h >= 3 {
		c.set(o.x0, o.y0, b.or('┌', '.'), p)
		c.set(o.x1-1, o.y0, b.or('┐', '.'), p)
		c.set(o.x0, o.y1-1, b.or('└', '\''), p)
		c.set(o.x1-1, o.y1-1, b.or('┘', '\''), p)
	}
}

// piece draws a piece as a tile. Without colours it is its label in a box.
func (b *board) piece(c *canvas, p *scene.Piece) {
	if p.X+p.W <= float64(b.view.Left) && p.X >= 0 || p.Y+p.H <= float64(b.view.Top) && p.Y >= 0 ||
		p.X >= float64(b.view.Left+b.view.Cols) && p.X < float64(b.Cols) ||
		p.Y >= float64(b.view.Top+b.view.Rows) && p.Y < float64(b.Rows) {
		return
	}
	o := b.box(p.X, p.Y, p.W, p.H)
	ink, shape := p.Look.Ink()
	text := printable(p.Label)
	if text == "" && shape != scene.Block {
		text = string(ink.Letter)
	}
	if b.depth == scene.Plain {
		b.plainPiece(c, o, text)
		return
	}
	colour := p.Colour
	if colour == 0 {
		colour = stone
	}
	body := pen{bg: colour, bold: true}
	for y := o.y0; y < o.y1; y++ {
		r, q := ' ', body
		if b.size.h > 1 && y == o.y1-1 && !b.ascii {
			r, q = '▀', pen{fg: colour}
		}
		if b.size.h > 2 && y == o.y0 && !b.ascii {
			r, q = '▄', pen{fg: colour}
		}
		for x := o.x0; x < o.x1; x++ {
			c.set(x, y, r, q)
		}
	}
	o.write(c, text, body)
}

// plainPiece is a piece without colours.
func (b *board) plainPiece(c *canvas, o box, text string) {
	p := pen{bold: true}
	for y := o.y0; y < o.y1; y++ {
		for x := o.x0; x < o.x1; x++ {
			r := ' '
			if text == "" {
				r = b.or('█', '#')
			}
			c.set(x, y, r, pen{})
		}
	}
	if text == "" {
		return
	}
	if b.size.h >= 3 {
		for x := o.x0 + 1; x < o.x1-1; x++ {
			c.set(x, o.y0, b.or('─', '-'), pen{})
			c.set(x, o.y1-1, b.or('─', '-'), pen{})
		}
		for y := o.y0 + 1; y < o.y1-1; y++ {
			c.set(o.x0, y, b.or('│', '|'), pen{})
			c.set(o.x1-1, y, b.or('│', '|'), pen{})
		}
		c.set(o.x0, o.y0, b.or('┌', '+'), pen{})
		c.set(o.x1-1, o.y0, b.or('┐', '+'), pen{})
		c.set(o.x0, o.y1-1, b.or('└', '+'), pen{})
		c.set(o.x1-1, o.y1-1, b.or('┘', '+'), pen{})
		o = box{o.x0 + 1, o.y0, o.x1 - 1, o.y1}
	}
	o.write(c, text, p)
}

// mark draws a mark over the pieces.
func (b *board) mark(c *canvas, m *scene.Mark) {
	p := pen{fg: accent, bold: true}
	if m.Colour != 0 {
		p.fg = m.Colour
	}
	for i, at := range m.At {
		if at.X < float64(b.view.Left) || at.Y < float64(b.view.Top) || at.X >= float64(b.view.Left+b.view.Cols) ||
			at.Y >= float64(b.view.Top+b.view.Rows) {
			continue
		}
		o := b.box(math.Floor(at.X), math.Floor(at.Y), 1, 1)
		x, y := o.mid()
		switch m.Sign {
		case scene.Ring, scene.Cross:
			signs := []rune{'(', ')'}
			if m.Sign == scene.Cross {
				signs = []rune{'>', '<'}
			}
			side := max(1, (b.size.w-1)/2)
			c.mark(x-side, y, signs[0], p)
			c.mark(x+side+(b.size.w-2)%2, y, signs[1], p)
		case scene.Badge:
			n := width(m.Label)
			c.text(max(o.x0, o.x1-n), o.y1-1, n, printable(m.Label), p)
		case scene.Line, scene.Cycle, scene.Arrow:
			next := i + 1
			if next == len(m.At) {
				if m.Sign != scene.Cycle {
					continue
				}
				next = 0
			}
			b.stroke(c, at, m.At[next], 0, p, false)
		}
	}
}

// stroke draws a line between two places. The character 0 stands for what suits the direction; the places themselves
// stay as they are.
func (b *board) stroke(c *canvas, from, to scene.Point, r rune, p pen, under bool) {
	x0, y0 := b.at(from.X, from.Y)
	x1, y1 := b.at(to.X, to.Y)
	if r == 0 {
		x0, y0 = b.middle(from)
		x1, y1 = b.middle(to)
		r = '*'
		switch {
		case y0 == y1:
			r = b.or('─', '-')
		case x0 == x1:
			r = b.or('│', '|')
		case (x1 > x0) == (y1 > y0):
			r = b.or('╲', '\\')
		default:
			r = b.or('╱', '/')
		}
	}
	n := max(abs(x1-x0), abs(y1-y0))
	for i := 1; i < n; i++ {
		x := x0 + int(math.Round(float64((x1-x0)*i)/float64(n)))
		y := y0 + int(math.Round(float64((y1-y0)*i)/float64(n)))
		switch {
		case under && c.blank(x, y):
			c.set(x, y, b.or(r, '.'), p)
		case !under && c.in(x, y) && !c.letter(x, y):
			c.mark(x, y, r, p)
		}
	}
}

// letter reports whether something to read stands there.
func (c *canvas) letter(x, y int) bool {
	r := c.runes[y*c.w+x]
	return r > ' ' && r < 0x2500 && r != '·'
}

// middle is the character in the middle of the cell that holds a place.
func (b *board) middle(at scene.Point) (int, int) {
	return b.box(math.Floor(at.X), math.Floor(at.Y), 1, 1).mid()
}

// handles draws the signs of handles beside the board, and a frame around the one in focus.
func (b *board) handles(c *canvas) {
	for i, s := range b.spots {
		if s.shown && s.sign != 0 && i != b.focus {
			c.set(s.x, s.y, b.sign(s.sign), pen{dim: true})
		}
	}
	if b.focus < 0 || b.focus >= len(b.spots) || !b.spots[b.focus].shown {
		return
	}
	s, h := b.spots[b.focus], &b.Handles[b.focus]
	strong := pen{fg: accent, bold: true}
	if s.sign != 0 {
		c.set(s.x-1, s.y, '[', strong)
		c.set(s.x, s.y, b.sign(s.sign), strong)
		c.set(s.x+1, s.y, ']', strong)
		return
	}
	x, y := math.Floor(h.X), math.Floor(h.Y) // between cells it is all of these
	o := b.box(x, y, math.Ceil(h.X+h.W)-x, math.Ceil(h.Y+h.H)-y)
	for y := o.y0; y < o.y1; y++ {
		left, right := b.or('┃', '|'), b.or('┃', '|')
		switch {
		case o.y1 == o.y0+1:
			left, right = '[', ']'
		case y == o.y0:
			left, right = b.or('┏', '+'), b.or('┓', '+')
		case y == o.y1-1:
			left, right = b.or('┗', '+'), b.or('┛', '+')
		}
		c.set(o.x0-1, y, left, strong)
		c.set(o.x1, y, right, strong)
	}
}

// sign is the sign of a handle as the terminal can show it.
func (b *board) sign(r rune) rune {
	if !b.ascii {
		return r
	}
	switch r {
	case '←':
		return '<'
	case '→':
		return '>'
	case '↑':
		return '^'
	case '↓':
		return 'v'
	}
	return 'o'
}

func abs(n int) int { return max(n, -n) }
