package lightssolve

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/lights"
)

// lineWidth is how many characters of a line the drawings use, maxDrawnRows the height up
// to which a board is drawn.
const (
	lineWidth    = 78
	maxDrawnRows = 40
)

// pen draws boards of one instance as text.
type pen struct {
	p     *lights.Instance
	width int // characters a cell
	color bool
}

func newPen(p *lights.Instance, color bool) pen {
	d := pen{p: p, width: 1, color: color}
	if p.Modulus > 10 {
		d.width = len(strconv.Itoa(int(p.Modulus-1))) + 1
	}
	return d
}

// fits reports whether a board of that size is drawn.
func (d pen) fits(w, h int) bool { return h <= maxDrawnRows && w*d.width <= lineWidth }

// cell draws a value: "." for 0, "#" for a 1 modulo 2, the number otherwise.
func (d pen) cell(b *strings.Builder, v uint32, hole bool) {
	s := strconv.Itoa(int(v))
	switch {
	case hole:
		s = " "
	case v == 0:
		s = "."
	case d.p.Modulus == 2:
		s = "#"
	}
	b.WriteString(strings.Repeat(" ", max(0, d.width-len(s))))
	if d.color && v != 0 {
		s = "\x1b[33m" + s + "\x1b[0m"
	}
	b.WriteString(s)
}

// A picture is a board with a caption.
type picture struct {
	caption string
	board   *lights.Board
}

// row draws pictures side by side where they fit, and below each other where not.
func (d pen) row(w io.Writer, pictures []picture) error {
	for len(pictures) > 0 {
		n, width := 0, 0
		for n < len(pictures) && (n == 0 || width+d.pitch(pictures[n]) <= lineWidth+3) {
			width += d.pitch(pictures[n])
			n++
		}
		if err := d.line(w, pictures[:n]); err != nil {
			return err
		}
		pictures = pictures[n:]
	}
	return nil
}

// pitch is the room of a picture with the gap behind it.
func (d pen) pitch(p picture) int {
	return max(p.board.W*d.width, utf8.RuneCountInString(p.caption)) + 3
}

func (d pen) line(w io.Writer, pictures []picture) error {
	rows := 0
	for _, p := range pictures {
		rows = max(rows, p.board.H)
	}
	for y := -1; y < rows; y++ {
		var b strings.Builder
		for _, p := range pictures {
			used := 0
			if y < 0 {
				b.WriteString(p.caption)
				used = utf8.RuneCountInString(p.caption)
			} else if y < p.board.H {
				for x := range p.board.W {
					hole := d.p.Net == nil && x < d.p.Width && y < d.p.Height && d.p.Cell(x, y) == lights.Hole
					d.cell(&b, p.board.At(x, y), hole)
				}
				used = p.board.W * d.width
			}
			b.WriteString(strings.Repeat(" ", d.pitch(p)-used))
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}
