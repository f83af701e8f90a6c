package tiltsolve

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/tilt"
)

// lineWidth is how many characters of a line the drawings use.
const lineWidth = 78

// maxDrawnRows is the height up to which a board is drawn.
const maxDrawnRows = 40

// pen draws the boards of one instance as text.
type pen struct {
	p     *tilt.Instance
	width int // characters a cell
	color bool
}

func newPen(p *tilt.Instance, color bool) pen {
	d := pen{p: p, width: 1, color: color}
	for _, label := range p.Palette {
		d.width = max(d.width, utf8.RuneCountInString(label))
	}
	if d.width > 1 {
		d.width++ // a space between labels of several characters
	}
	return d
}

// boardWidth is the number of characters a drawn row takes.
func (d pen) boardWidth() int { return d.p.Start.W * d.width }

// fits reports whether boards of this size are drawn.
func (d pen) fits() bool { return d.p.Start.H <= maxDrawnRows && d.boardWidth() <= lineWidth }

// hues are ANSI colours that can be read on dark and on light ground.
var hues = [...]int{31, 32, 33, 34, 35, 36, 91, 92, 94, 95, 96}

func (d pen) cell(b *strings.Builder, code int) {
	label := d.p.Label(code)
	pad := d.width - utf8.RuneCountInString(label)
	if d.color && code > 0 {
		fmt.Fprintf(b, "\x1b[%dm%s\x1b[0m", hues[(code-1)%len(hues)], label)
	} else {
		b.WriteString(label)
	}
	for ; pad > 0; pad-- {
		b.WriteByte(' ')
	}
}

// A picture is a board with a caption.
type picture struct {
	caption string
	board   *tilt.Board
}

// row draws pictures side by side, as many to a line as fit.
func (d pen) row(w io.Writer, pictures []picture) error {
	gap := 3
	cell := d.boardWidth()
	for _, p := range pictures {
		cell = max(cell, utf8.RuneCountInString(p.caption))
	}
	perLine := max(1, (lineWidth+gap)/(cell+gap))
	for len(pictures) > 0 {
		n := min(perLine, len(pictures))
		if err := d.line(w, pictures[:n], cell+gap); err != nil {
			return err
		}
		pictures = pictures[n:]
	}
	return nil
}

func (d pen) line(w io.Writer, pictures []picture, pitch int) error {
	var b strings.Builder
	last := len(pictures) - 1
	for i, p := range pictures {
		b.WriteString(p.caption)
		if i < last {
			b.WriteString(strings.Repeat(" ", pitch-utf8.RuneCountInString(p.caption)))
		}
	}
	b.WriteByte('\n')
	for r := range d.p.Start.H {
		for i, p := range pictures {
			for c := range p.board.W {
				d.cell(&b, p.board.At(r, c))
			}
			if i < last {
				b.WriteString(strings.Repeat(" ", pitch-d.boardWidth()))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
