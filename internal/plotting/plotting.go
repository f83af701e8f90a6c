// Package plotting draws numbers: how many boards there are at each distance as bars, and tables over sizes as lines or
// as maps of rectangles, with gonum.org/v1/plot, as SVG or PNG, for light and for dark ground.
//
// It knows no family. What is drawn are facts of an analysis that say they are distributions, and rows of tables: the
// columns whose values are numbers.
package plotting

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A Chart collects what is to be drawn.
type Chart struct {
	Title string
	Dark  bool

	kind  string // "svg" or "png"
	dist  *puzzle.Distribution
	label string
	table table
	begun bool
}

// Make draws in file what work hands to a chart, unless it goes wrong. Without a file the chart is nil, which takes
// everything and draws nothing; theme is "light" or "dark".
func Make(file, theme string, work func(c *Chart) error) error {
	if theme != "light" && theme != "dark" {
		return grid.Errorf(grid.Pos{}, "--theme is %.40q; it must be light or dark", theme)
	}
	if file == "" {
		return work(nil)
	}
	c, err := New(file)
	if err != nil {
		return err
	}
	c.Dark = theme == "dark"
	if err := Writable(file); err != nil {
		return fmt.Errorf("%w: %w", grid.ErrInput, err)
	}
	if err := work(c); err != nil {
		return err
	}
	if !c.begun && c.dist == nil && len(c.table.rows) == 0 { // nothing could be read, which work has told
		return nil
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("%w: %w", grid.ErrInput, err)
	}
	return nil
}

// Writable says why a file cannot be written, before work that may take long. It leaves everything as it was.
func Writable(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		f.Close()
		return os.Remove(file)
	}
	switch at, unknown := os.Stat(file); {
	case unknown != nil && errors.Is(err, fs.ErrExist):
		return nil // a link to where nothing is yet
	case unknown != nil:
		return err
	case !at.Mode().IsRegular() && !at.IsDir():
		return nil // a pipe or a device: opening one may wait, or do something
	}
	if f, err = os.OpenFile(file, os.O_WRONLY, 0); err != nil {
		return err
	}
	return f.Close()
}

// New makes an empty chart for a file, whose name ends in .svg or .png.
func New(file string) (*Chart, error) {
	c := &Chart{kind: strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))}
	if !slices.Contains([]string{"svg", "png"}, c.kind) {
		return nil, grid.Errorf(grid.Pos{}, "--plot %.200s: a plot ends in .svg or .png", file)
	}
	return c, nil
}

// Begin names what comes next. A chart draws one thing alone.
func (c *Chart) Begin(title string) error {
	if c == nil {
		return nil
	}
	if c.begun {
		return grid.Errorf(grid.Pos{}, "--plot draws one puzzle or one table, and there are more")
	}
	c.begun, c.Title = true, title
	return nil
}

// Fact takes a fact in; the first that is a distribution is drawn.
func (c *Chart) Fact(f puzzle.Fact) {
	if c == nil || c.dist != nil || len(f.Distribution.Bins) == 0 {
		return
	}
	c.dist = &f.Distribution
	if len(f.Lines) > 0 {
		c.label = f.Lines[0].Label
	}
}

// SVG draws a fact that is a distribution on the ground of a page.
func SVG(w io.Writer, f puzzle.Fact, dark bool, ground scene.RGB) error {
	c := &Chart{kind: "svg", Dark: dark}
	c.Fact(f)
	c.label = "" // the page has its own title
	if c.dist == nil {
		return fmt.Errorf("%w: this fact is no distribution", puzzle.ErrUnsupported)
	}
	th := themeOf(dark)
	th.ground = rgba(ground)
	return c.write(w, th)
}

// MostRows is the most rows of a table that are drawn.
const MostRows = 100000

// Row takes a row of a table in.
func (c *Chart) Row(columns, row []string) error {
	if c == nil {
		return nil
	}
	if len(c.table.rows) == MostRows {
		return grid.Errorf(grid.Pos{}, "--plot draws at most %d rows", MostRows)
	}
	c.table.columns = columns
	c.table.rows = append(c.table.rows, slices.Clone(row))
	return nil
}

// Measures of a chart, in points.
const (
	chartWidth  = 720
	chartHeight = 420
)

// Write draws what was collected.
func (c *Chart) Write(w io.Writer) error { return c.write(w, themeOf(c.Dark)) }

func (c *Chart) write(w io.Writer, th theme) error {
	p := plot.New()
	th.dress(p)
	p.Title.Text = c.Title
	var err error
	switch {
	case c.dist != nil:
		err = th.distribution(p, c.dist, c.label)
	case len(c.table.rows) > 0:
		err = th.table(p, &c.table)
	default:
		err = fmt.Errorf("%w: nothing that is known here is a distribution, so there is nothing to plot",
			puzzle.ErrUnsupported)
	}
	if err != nil {
		return err
	}
	return th.write(w, p, c.kind)
}

func (th theme) write(w io.Writer, p *plot.Plot, kind string) error {
	const width, height = vg.Length(chartWidth), vg.Length(chartHeight)
	var to interface {
		vg.CanvasSizer
		io.WriterTo
	}
	if kind == "png" {
		to = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144),
			vgimg.UseBackgroundColor(th.ground))}
	} else {
		to = vgsvg.NewWith(vgsvg.UseWH(width, height))
	}
	dc := draw.New(to)
	dc.SetColor(th.ground)
	dc.Fill(dc.Rectangle.Path())
	const air = vg.Length(14)
	low := air
	if len(th.legend.entries) > 1 {
		low += legendHeight
		th.legend.draw(draw.Crop(dc, air, -air, air, 0), p.X.Tick.Label, th.ink)
	}
	p.Draw(draw.Crop(dc, air, -air-6, low, -air))
	_, err := to.WriteTo(w)
	return err
}

// A theme is the colours of a chart.
type theme struct {
	ground, ink, dim, line color.Color
	bar                    color.Color
	series                 []color.Color
	ramp                   [2]scene.RGB // of maps, from the least value above 0 to the largest
	zero                   color.Color  // of maps
	legend                 *legend
}

func themeOf(dark bool) theme {
	t, bar := figure.Light(), 5
	ramp := [2]scene.RGB{{R: 0xcf, G: 0xe3, B: 0xf2}, {R: 0x0b, G: 0x2f, B: 0x5b}}
	if dark {
		t, bar = figure.Dark(), 2
		ramp = [2]scene.RGB{{R: 0x23, G: 0x3d, B: 0x57}, {R: 0xd8, G: 0xee, B: 0xff}}
	}
	th := theme{legend: &legend{}, ground: rgba(t.Ground), ink: rgba(t.Ink), dim: rgba(t.Dim), line: rgba(t.Line),
		zero: rgba(t.Floor), bar: rgba(scene.Palette(bar).RGB), ramp: ramp}
	for _, n := range []int{bar, 6, 3, 7, 1, 9} {
		th.series = append(th.series, rgba(scene.Palette(n).RGB))
	}
	return th
}

func rgba(c scene.RGB) color.Color { return color.NRGBA{R: c.R, G: c.G, B: c.B, A: 255} }

// dress gives p its colours and sizes.
func (th theme) dress(p *plot.Plot) {
	p.BackgroundColor = th.ground
	p.Title.TextStyle.Color = th.ink
	p.Title.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Weight: 3, Size: 15}
	p.Title.Padding = 12
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Width = th.dim, 0.6
		a.Padding = 4
		a.Label.TextStyle.Color = th.ink
		a.Label.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 12}
		a.Label.Padding = 6
		a.Tick.Label.Color = th.dim
		a.Tick.Label.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 11}
		a.Tick.Color, a.Tick.Width, a.Tick.Length = th.dim, 0.6, 4
	}
}

// short writes a count for a tick or above a bar.
func short(n *big.Int) string { return grid.Short(n) }
