package figure

import (
	"math"
	"unicode/utf8"

	"github.com/gridwright/gridwright/scene"
)

// A Paint is a colour with how much of it covers what lies below, from 0 to 1.
type Paint struct {
	scene.RGB
	Cover float64
}

// A Figure is a piece of a picture, in cells: an outline that is filled, or a line along it, or a text.
type Figure struct {
	Path  Path
	Width float64 // of a line along Path; 0: Path is filled
	Paint Paint
	Text  string // written around At, in place of Path
	At    scene.Point
	Size  float64 // of the text: the height of a line
	Bold  bool
}

func fill(p Path, c scene.RGB, cover float64) Figure { return Figure{Path: p, Paint: Paint{c, cover}} }
func stroke(p Path, width float64, c scene.RGB, cover float64) Figure {
	return Figure{Path: p, Width: width, Paint: Paint{c, cover}}
}

// How a cell is drawn, in parts of its side.
const (
	gapCell   = 0.035 // around a cell of the floor
	gapTile   = 0.055 // around a piece
	roundCell = 0.12
	glyph     = 0.22 // half the width of a shape
	around    = 0.07 // of the board around its cells
)

// written is the figure of a text that fits a box of w × h around c; large is its size where it is short.
func written(text string, c scene.Point, w, large float64, ink scene.RGB, cover float64) Figure {
	const perRune = 0.6 // width of a character, in parts of its height
	n := max(1, utf8.RuneCountInString(text))
	size := min(large, w/(perRune*float64(n)))
	return Figure{Text: text, At: c, Size: size, Bold: true, Paint: Paint{ink, cover}}
}

// Board is what lies under everything: the board of s around its window.
func (t Theme) Board(s *scene.Scene) []Figure {
	v := s.Shown()
	if v.Rows == 0 || v.Cols == 0 {
		return nil
	}
	r := rounded(float64(v.Left)-around, float64(v.Top)-around, float64(v.Cols)+2*around, float64(v.Rows)+2*around, 0.18)
	return []Figure{fill(r, t.Line, 1)}
}

// Cell is a cell of the ground at the origin.
func (t Theme) Cell(c scene.Cell) []Figure {
	floor := rounded(gapCell, gapCell, 1-2*gapCell, 1-2*gapCell, roundCell)
	middle := point(0.5, 0.5)
	switch c.Kind {
	case scene.Wall:
		return []Figure{fill(rounded(0, 0, 1, 1, 0.06), t.Wall, 1)}
	case scene.Hole:
		return []Figure{fill(rounded(-0.01, -0.01, 1.02, 1.02, 0), t.Ground, 1)}
	case scene.Pit:
		return []Figure{fill(floor, t.Floor, 1), fill(disc(middle, 0.40), t.Line, 1), fill(disc(middle, 0.33), t.Wall, 1)}
	case scene.Dead:
		return []Figure{fill(floor, t.Floor, 1), stroke(twoLines(0.3), 0.05, t.Dim, 0.7)}
	case scene.Any:
		return []Figure{fill(floor, t.Floor, 1), written("?", middle, 0.5, 0.42, t.Dim, 0.8)}
	case scene.Ghost:
		return append([]Figure{fill(floor, t.Floor, 1)}, t.ghost(c.Look)...)
	}
	return []Figure{fill(floor, t.Floor, 1)}
}

// twoLines is a slanting cross in the middle of a cell, r from the sides.
func twoLines(r float64) (p Path) {
	p.Move(point(r, r))
	p.Line(point(1-r, 1-r))
	p.Move(point(1-r, r))
	p.Line(point(r, 1-r))
	return p
}

// tint is the colour of a look's piece.
func (t Theme) tint(l scene.Look) scene.RGB {
	if l.Colour == 0 {
		return t.Stone
	}
	return scene.Palette(l.Colour).RGB
}

// ghost is the outline of a piece that is not there.
func (t Theme) ghost(l scene.Look) []Figure {
	c := t.tint(l)
	const in = 0.14
	return []Figure{
		fill(rounded(in, in, 1-2*in, 1-2*in, roundCell), c, 0.10),
		stroke(rounded(in, in, 1-2*in, 1-2*in, roundCell), 0.035, c, 0.75),
		t.sign(l, point(0.5, 0.5), 1, 0.8, t.legible(c), 0.75),
	}
}

// legible is a colour to write with on the floor that tells of c.
func (t Theme) legible(c scene.RGB) scene.RGB {
	mix := func(a, b uint8) uint8 { return uint8((int(a) + int(b)) / 2) }
	return rgb(mix(c.R, t.Ink.R), mix(c.G, t.Ink.G), mix(c.B, t.Ink.B))
}

// sign is what tells a look from others without its colour: the label, or the shape.
func (t Theme) sign(l scene.Look, c scene.Point, w, scale float64, ink scene.RGB, cover float64) Figure {
	if l.Label != "" && !letter(l) {
		return written(l.Label, c, 0.82*w*scale, 0.5*scale, ink, cover)
	}
	_, shape := l.Ink()
	if p, ok := Outline(shape, c, glyph*scale); ok {
		return fill(p, ink, cover)
	}
	if l.Label != "" {
		return written(l.Label, c, 0.82*w*scale, 0.5*scale, ink, cover)
	}
	return Figure{}
}

// letter reports whether a look has a shape that tells as much as its label, which is a letter.
func letter(l scene.Look) bool {
	if _, shape := l.Ink(); l.Colour == 0 || shape == scene.Block {
		return false
	}
	return len(l.Label) == 1 && (l.Label[0]|0x20) >= 'a' && (l.Label[0]|0x20) <= 'z'
}

// Piece is a piece of w × h cells at the origin.
func (t Theme) Piece(l scene.Look, w, h float64) []Figure {
	c := t.tint(l)
	side := min(w, h)
	gap := gapTile * side
	body := rounded(gap, gap, w-2*gap, h-2*gap, 0.13*side)
	middle := point(w/2, h/2)
	if l.Colour == 0 && l.Shape == scene.Disc { // a button
		body = disc(middle, (0.5-gapTile)*side)
	}
	figures := []Figure{
		fill(body, c, 1),
		fill(shine(gap, w, h, 0.13*side), rgb(255, 255, 255), 0.12),
	}
	if l.Colour == 0 && l.Shape == scene.Disc {
		figures = figures[:1]
	}
	over := over(c)
	if f := t.sign(l, middle, w, side, over, 0.92); f.Text != "" || len(f.Path.steps) > 0 {
		figures = append(figures, f)
	}
	if letter(l) {
		at := point(w-0.2*side, h-0.2*side)
		figures = append(figures, Figure{Text: l.Label, At: at, Size: 0.2 * side, Bold: true, Paint: Paint{over, 0.85}})
	}
	return figures
}

// over is what signs on a piece are drawn in: white, or where black stands out more a dark shade of c.
func over(c scene.RGB) scene.RGB {
	if o := c.Over(); o != (scene.RGB{}) {
		return o
	}
	return rgb(c.R/5, c.G/5, c.B/5)
}

// shine is the upper half of a piece.
func shine(gap, w, h, r float64) (p Path) {
	k := r * (1 - kappa)
	p.Move(point(gap, h/2))
	p.Line(point(gap, gap+r))
	p.Curve(point(gap, gap+k), point(gap+k, gap), point(gap+r, gap))
	p.Line(point(w-gap-r, gap))
	p.Curve(point(w-gap-k, gap), point(w-gap, gap+k), point(w-gap, gap+r))
	p.Line(point(w-gap, h/2))
	p.Close()
	return p
}

// Mark is a mark where it stands. A link lies under the pieces, all others on top.
func (t Theme) Mark(m scene.Mark) (figures []Figure) {
	c := t.Accent
	if m.Colour != 0 {
		c = scene.Palette(m.Colour).RGB
	}
	switch m.Sign {
	case scene.Ring:
		for _, at := range m.At {
			p := rounded(at.X-0.46, at.Y-0.46, 0.92, 0.92, 0.16)
			figures = append(figures, stroke(p, 0.13, t.Ground, 0.9), stroke(p, 0.075, c, 1))
		}
	case scene.Cross:
		for _, at := range m.At {
			p := twoLines(0.24)
			for i := range p.steps {
				p.steps[i].at[0].X += at.X - 0.5
				p.steps[i].at[0].Y += at.Y - 0.5
			}
			figures = append(figures, stroke(p, 0.16, t.Ground, 0.9), stroke(p, 0.09, c, 1))
		}
	case scene.Badge:
		for _, at := range m.At {
			figures = append(figures, t.badge(point(at.X+0.3, at.Y-0.3), m.Label, c)...)
		}
		return figures
	case scene.Link:
		if m.Colour != 0 { // a bridge between tiles of one piece
			return append(figures, stroke(through(m.At, false), 0.5, c, 1))
		}
		figures = append(figures, stroke(through(m.At, false), 0.045, t.Dim, 0.8))
	case scene.Arrow, scene.Line, scene.Cycle:
		figures = t.along(m, c)
	}
	if m.Label != "" {
		at := middleOf(m.At)
		figures = append(figures, t.badge(at, m.Label, c)...)
	}
	return figures
}

// along is a line through all places, with an arrowhead where the mark has one.
func (t Theme) along(m scene.Mark, c scene.RGB) []Figure {
	at := m.At
	var head Path
	if m.Sign == scene.Arrow {
		a, b := at[len(at)-2], at[len(at)-1]
		dx, dy := b.X-a.X, b.Y-a.Y
		if n := math.Hypot(dx, dy); n > 0 {
			dx, dy = dx/n, dy/n
		}
		const long, half = 0.3, 0.17
		foot := point(b.X-long*dx, b.Y-long*dy)
		head = polygon(b, point(foot.X-half*dy, foot.Y+half*dx), point(foot.X+half*dy, foot.Y-half*dx))
		at = append(append([]scene.Point(nil), at[:len(at)-1]...), point(foot.X+0.05*dx, foot.Y+0.05*dy))
	}
	p := through(at, m.Sign == scene.Cycle)
	figures := []Figure{stroke(p, 0.15, t.Ground, 0.75), stroke(p, 0.08, c, 0.95)}
	if m.Sign == scene.Arrow {
		figures = append(figures, fill(head, c, 0.95))
	}
	return figures
}

// through is the line through all places, back to the first where it is closed.
func through(at []scene.Point, closed bool) (p Path) {
	for i, q := range at {
		if i == 0 {
			p.Move(q)
			continue
		}
		p.Line(q)
	}
	if closed {
		p.Close()
	}
	return p
}

func middleOf(at []scene.Point) (m scene.Point) {
	for _, q := range at {
		m.X += q.X / float64(len(at))
		m.Y += q.Y / float64(len(at))
	}
	return m
}

// badge is a label on a round ground.
func (t Theme) badge(at scene.Point, label string, c scene.RGB) []Figure {
	n := float64(max(1, utf8.RuneCountInString(label)))
	w := 0.2 + 0.17*n
	return []Figure{
		fill(rounded(at.X-w/2-0.03, at.Y-0.21, w+0.06, 0.42, 0.21), t.Ground, 0.9),
		fill(rounded(at.X-w/2, at.Y-0.18, w, 0.36, 0.18), c, 1),
		{Text: label, At: at, Size: 0.27, Bold: true, Paint: Paint{c.Over(), 1}},
	}
}
