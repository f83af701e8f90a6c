package permutesolve

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/permute"
)

// Bounds of drawings, in characters.
const (
	lineWidth    = 78
	maxDrawnRows = 40
)

// A pen draws boards of an instance as text.
type pen struct {
	p     *permute.Instance
	width int // characters of a cell, with the blank before it
	color bool
}

func newPen(p *permute.Instance, color bool) pen {
	d := pen{p: p, width: 1, color: color}
	for _, label := range p.Labels {
		d.width = max(d.width, utf8.RuneCountInString(label))
	}
	d.width++
	return d
}

func (d pen) boardWidth() int { return d.p.Cols*d.width - 1 }

// fits reports whether boards of this size are drawn.
func (d pen) fits() bool { return d.p.Rows <= maxDrawnRows && d.boardWidth() <= lineWidth }

// A picture is a board of texts with a caption; cells that are bright stand out in colour.
type picture struct {
	caption string
	cell    func(x int) string
	bright  func(x int) bool
}

// board is a picture of tiles; those that have changed since another board are bright.
func (d pen) board(caption string, board, since []permute.Tile) picture {
	return picture{caption, func(x int) string { return d.p.Label(board[x]) }, func(x int) bool { return since != nil && board[x] != since[x] }}
}

// marks is a picture of letters.
func marks(caption string, letter func(x int) string) picture {
	return picture{caption, letter, func(x int) bool { return letter(x) != "." }}
}

// row draws pictures side by side, as many to a line as fit.
func (d pen) row(w io.Writer, pictures []picture) error {
	const gap = 4
	pitch := d.boardWidth()
	for _, p := range pictures {
		pitch = max(pitch, utf8.RuneCountInString(p.caption))
	}
	perLine := max(1, (lineWidth+gap)/(pitch+gap))
	for first := true; len(pictures) > 0; first = false {
		n := min(perLine, len(pictures))
		var b strings.Builder
		if !first {
			b.WriteByte('\n')
		}
		d.line(&b, pictures[:n], pitch+gap)
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
		pictures = pictures[n:]
	}
	return nil
}

func (d pen) line(b *strings.Builder, pictures []picture, pitch int) {
	last := len(pictures) - 1
	for i, p := range pictures {
		b.WriteString(p.caption)
		if i < last {
			b.WriteString(strings.Repeat(" ", pitch-utf8.RuneCountInString(p.caption)))
		}
	}
	b.WriteByte('\n')
	for r := range d.p.Rows {
		for i, p := range pictures {
			for c := range d.p.Cols {
				d.cell(b, p, r*d.p.Cols+c, c == 0)
			}
			if i < last {
				b.WriteString(strings.Repeat(" ", pitch-d.boardWidth()))
			}
		}
		b.WriteByte('\n')
	}
}

// cell writes a label to the right of its cell.
func (d pen) cell(b *strings.Builder, p picture, x int, first bool) {
	text := p.cell(x)
	pad := d.width - utf8.RuneCountInString(text)
	if first {
		pad--
	}
	b.WriteString(strings.Repeat(" ", max(0, pad)))
	if d.color && p.bright != nil && p.bright(x) {
		fmt.Fprintf(b, "\x1b[1;36m%s\x1b[0m", text)
	} else {
		b.WriteString(text)
	}
}
