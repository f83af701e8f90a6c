package assemblysolve

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/assembly"
)

// What fits a terminal.
const (
	lineWidth    = 78
	maxDrawnRows = 40
)

// ANSI colours that can be read on dark and on light ground.
const (
	hueFirst = 32 // the first block
	hueNew   = 33 // what has just come in
	hueGone  = 90 // what is not there, or not any more
)

// A sketchPad draws sets of cells within the smallest rectangle around a shape.
type sketchPad struct {
	low, high assembly.Block
	color     bool
}

func newSketchPad(p *assembly.Instance, color bool) sketchPad {
	low, high := frame(p)
	return sketchPad{low, high, color}
}

func (d sketchPad) width() int { return int(d.high.C - d.low.C + 1) }

// fits reports whether the shape is drawn.
func (d sketchPad) fits() bool {
	return d.high.R-d.low.R < maxDrawnRows && d.high.C-d.low.C < lineWidth
}

// A mark is how a cell is drawn.
type mark struct {
	char byte
	hue  int // 0: as it is
}

// A drawing is a board with a caption; cells that it does not name are empty.
type drawing struct {
	caption string
	cells   map[assembly.Block]mark
}

// draw draws boards side by side, as many to a line as fit.
func (d sketchPad) draw(w io.Writer, drawings []drawing) error {
	const gap = 3
	cell := d.width()
	for _, x := range drawings {
		cell = max(cell, utf8.RuneCountInString(x.caption))
	}
	perLine := max(1, (lineWidth+gap)/(cell+gap))
	for len(drawings) > 0 {
		n := min(perLine, len(drawings))
		if _, err := io.WriteString(w, d.line(drawings[:n], cell+gap)); err != nil {
			return err
		}
		drawings = drawings[n:]
	}
	return nil
}

func (d sketchPad) line(drawings []drawing, pitch int) string {
	var b strings.Builder
	pad := func(i, used int) {
		if i < len(drawings)-1 {
			b.WriteString(strings.Repeat(" ", pitch-used))
		}
	}
	captions := false
	for i, x := range drawings {
		captions = captions || x.caption != ""
		b.WriteString(x.caption)
		pad(i, utf8.RuneCountInString(x.caption))
	}
	if b.WriteByte('\n'); !captions {
		b.Reset()
	}
	for r := d.low.R; r <= d.high.R; r++ {
		for i, x := range drawings {
			for c := d.low.C; c <= d.high.C; c++ {
				m, ok := x.cells[assembly.Block{R: r, C: c}]
				switch {
				case !ok:
					b.WriteByte('.')
				case d.color && m.hue != 0:
					fmt.Fprintf(&b, "\x1b[%dm%c\x1b[0m", m.hue, m.char)
				default:
					b.WriteByte(m.char)
				}
			}
			pad(i, d.width())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
