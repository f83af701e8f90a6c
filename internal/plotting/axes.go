package plotting

import (
	"fmt"
	"image/color"
	"math"
	"math/big"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lines are faint lines at the marks of the y axis, below all else.
type lines struct{ theme }

// Plot draws l.
func (l *lines) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !t.IsMinor() {
			c.StrokeLine2(draw.LineStyle{Color: l.line, Width: vg.Points(0.7)}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// wholes marks whole numbers, about n of them, at round steps.
type wholes struct{ n int }

// Ticks are the marks.
func (w wholes) Ticks(low, high float64) (ticks []plot.Tick) {
	step := 1.0
	for i := 0; (high-low)/step > float64(w.n); i++ {
		step *= [3]float64{2, 2.5, 2}[i%3]
	}
	for at := math.Ceil(low/step) * step; at <= high && len(ticks) < 100; at += step {
		ticks = append(ticks, plot.Tick{Value: at, Label: count(at + 0)}) // not −0
	}
	return ticks
}

// count writes a whole number as people read it.
func count(at float64) string {
	if math.Abs(at) < 1e6 {
		return strconv.FormatFloat(at, 'f', -1, 64)
	}
	if math.Abs(at) < 1e15 {
		return fmt.Sprintf("%g million", at/1e6)
	}
	n, _ := big.NewFloat(at).Int(nil)
	return short(n)
}

// powers marks powers of ten on an axis of logarithms.
type powers struct{}

// Ticks are the marks.
func (powers) Ticks(low, high float64) (ticks []plot.Tick) {
	step := math.Max(1, math.Ceil((high-low)/8))
	for at := math.Max(0, math.Ceil(low/step)*step); at <= high && len(ticks) < 100; at += step {
		label := "10^" + strconv.FormatFloat(at, 'f', 0, 64)
		if at <= 4 {
			label = strconv.FormatFloat(math.Pow(10, at), 'f', 0, 64)
		}
		ticks = append(ticks, plot.Tick{Value: at, Label: label})
	}
	if step == 1 {
		for at := math.Max(0, math.Floor(low)); at <= high; at++ {
			for k := 2.0; k < 10; k++ {
				if v := at + math.Log10(k); v <= high {
					ticks = append(ticks, plot.Tick{Value: v})
				}
			}
		}
	}
	return ticks
}

// A legend says in a row below a chart what its colours are.
type legend struct{ entries []entry }

type entry struct {
	text  string
	thumb func(c *draw.Canvas)
}

const (
	legendHeight = vg.Length(22)
	thumbWidth   = vg.Length(18)
)

func (l *legend) add(text string, thumb func(c *draw.Canvas)) {
	l.entries = append(l.entries, entry{text, thumb})
}

// draw draws l at the foot of c, in its middle.
func (l *legend) draw(c draw.Canvas, style text.Style, ink color.Color) {
	style.Color, style.XAlign, style.YAlign = ink, text.XLeft, text.YCenter
	const gap = vg.Length(16)
	wide := -gap
	for _, e := range l.entries {
		wide += thumbWidth + 5 + style.Width(e.text) + gap
	}
	x, y := (c.Min.X+c.Max.X-wide)/2, c.Min.Y+legendHeight/2-4
	for _, e := range l.entries {
		thumb := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y - 5},
			Max: vg.Point{X: x + thumbWidth, Y: y + 5}}}
		e.thumb(&thumb)
		c.FillText(style, vg.Point{X: x + thumbWidth + 5, Y: y}, e.text)
		x += thumbWidth + 5 + style.Width(e.text) + gap
	}
}
