package plotting

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/gridwright/gridwright/puzzle"
)

// A table is rows of texts.
type table struct {
	columns []string
	rows    [][]string
}

// numbers are the values of a column; ok is false where one of them is no whole number.
func (t *table) numbers(col int) (list []*big.Int, ok bool) {
	for _, r := range t.rows {
		if col >= len(r) {
			return nil, false
		}
		n, ok := new(big.Int).SetString(strings.TrimSpace(r[col]), 10)
		if !ok {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// floats is numbers as they are drawn.
func floats(list []*big.Int) []float64 {
	out := make([]float64, len(list))
	for i, n := range list {
		out[i] = float(n)
	}
	return out
}

// table draws t: a map where its rows fill a rectangle of two sizes, and else lines over its first column.
func (th theme) table(p *plot.Plot, t *table) error {
	var cols []int
	var values [][]*big.Int
	for c := range t.columns {
		if list, ok := t.numbers(c); ok {
			cols, values = append(cols, c), append(values, list)
		}
	}
	if len(cols) < 2 || cols[0] != 0 {
		return fmt.Errorf("%w: a plot needs two columns of numbers, and this table has none", puzzle.ErrUnsupported)
	}
	if len(cols) > 2 && cols[1] == 1 && rectangle(values[0], values[1]) {
		return th.heat(p, t, values[0], values[1], values[2], t.columns[cols[2]])
	}
	p.X.Label.Text = t.columns[0]
	p.X.Tick.Marker, p.Y.Tick.Marker = wholes{10}, wholes{7}
	list := make([]series, 0, len(th.series))
	for i, c := range cols[1:] {
		if len(list) == len(th.series) {
			break
		}
		list = append(list, series{t.columns[c], floats(values[0]), values[i+1], th.series[i]})
	}
	th.lines(p, list)
	return nil
}

// A series is a column over the first one.
type series struct {
	name   string
	xs     []float64
	ys     []*big.Int
	colour color.Color
}

// lines draws series as points on lines.
func (th theme) lines(p *plot.Plot, list []series) {
	most := new(big.Int)
	least := big.NewInt(math.MaxInt64)
	for _, s := range list {
		for _, n := range s.ys {
			if n.Cmp(most) > 0 {
				most = n
			}
			if n.Cmp(least) < 0 {
				least = n
			}
		}
	}
	height := float
	logs := least.Sign() > 0 && new(big.Int).Mul(least, big.NewInt(spans)).Cmp(most) <= 0
	if logs {
		height = log10
		p.Y.Tick.Marker = powers{}
	}
	p.Add(&lines{th})
	for i, s := range list {
		c := &curve{colour: s.colour, shape: i}
		for k := range s.xs {
			c.at = append(c.at, [2]float64{s.xs[k], height(s.ys[k])})
		}
		p.Add(c)
		th.legend.add(s.name, c.Thumbnail)
	}
	if len(list) == 1 {
		p.Y.Label.Text = list[0].name
	}
	if logs {
		p.Y.Label.Text = strings.TrimSpace(p.Y.Label.Text + " (logarithms)")
	} else {
		p.Y.Min = min(0, p.Y.Min)
	}
	p.Y.Max = max(p.Y.Max*1.06, p.Y.Min+1)
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
}

// A curve is points on a line; each has a shape of its own beside its colour.
type curve struct {
	at     [][2]float64
	colour color.Color
	shape  int
}

// Plot draws c.
func (c *curve) Plot(cv draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&cv)
	points := make([]vg.Point, len(c.at))
	for i, a := range c.at {
		points[i] = vg.Point{X: x(a[0]), Y: y(a[1])}
	}
	cv.StrokeLines(draw.LineStyle{Color: c.colour, Width: 1.6}, points)
	radius := vg.Length(3)
	if len(points) > 80 {
		radius = 1.6
	}
	if len(points) <= 400 {
		for _, at := range points {
			cv.DrawGlyph(c.glyph(radius), at)
		}
	}
}

func (c *curve) glyph(radius vg.Length) draw.GlyphStyle {
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{},
		draw.PlusGlyph{}, draw.RingGlyph{}}
	return draw.GlyphStyle{Color: c.colour, Radius: radius, Shape: shapes[c.shape%len(shapes)]}
}

// Thumbnail draws c in a legend.
func (c *curve) Thumbnail(cv *draw.Canvas) {
	y := (cv.Min.Y + cv.Max.Y) / 2
	cv.StrokeLine2(draw.LineStyle{Color: c.colour, Width: 1.6}, cv.Min.X, y, cv.Max.X, y)
	cv.DrawGlyph(c.glyph(3), vg.Point{X: (cv.Min.X + cv.Max.X) / 2, Y: y})
}

// DataRange is the room that c takes.
func (c *curve) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, a := range c.at {
		xmin, xmax, ymin, ymax = min(xmin, a[0]), max(xmax, a[0]), min(ymin, a[1]), max(ymax, a[1])
	}
	return xmin, xmax, ymin, ymax
}

// distinct counts the values of a list.
func distinct(list []*big.Int) int {
	seen := map[string]bool{}
	for _, n := range list {
		seen[n.String()] = true
	}
	return len(seen)
}

// rectangle reports whether the pairs of two columns are all those of their values, at least two of each.
func rectangle(a, b []*big.Int) bool {
	pairs := map[[2]string]bool{}
	for i := range a {
		pairs[[2]string{a[i].String(), b[i].String()}] = true
	}
	m, n := distinct(a), distinct(b)
	return m > 1 && n > 1 && len(pairs) == len(a) && len(a) == m*n
}

// A heat is a map of rectangles: a cell for each pair of sizes, darker where its value is larger.
type heat struct {
	theme
	at    [][2]float64
	z     []*big.Int
	most  float64
	label text.Style
}

// heat draws a map.
func (th theme) heat(p *plot.Plot, t *table, a, b, z []*big.Int, name string) error {
	h := &heat{theme: th, z: z, label: p.X.Tick.Label}
	h.label.XAlign, h.label.YAlign, h.label.Font.Size = text.XCenter, text.YCenter, 9.5
	for i := range a {
		h.at = append(h.at, [2]float64{float(a[i]), float(b[i])})
		h.most = max(h.most, float(z[i]))
	}
	p.X.Label.Text, p.Y.Label.Text = t.columns[0], t.columns[1]
	if p.Title.Text == "" {
		p.Title.Text = name
	}
	p.Add(h)
	p.X.Tick.Marker, p.Y.Tick.Marker = wholes{20}, wholes{16}
	p.X.Padding, p.Y.Padding = 0, 0
	for _, v := range steps(z) {
		th.legend.add(short(v), (&patch{h.colour(v), th.dim}).Thumbnail)
	}
	return nil
}

// steps are some of the values, from the least to the largest, for a legend.
func steps(z []*big.Int) []*big.Int {
	seen := map[string]*big.Int{}
	for _, n := range z {
		seen[n.String()] = n
	}
	all := slices.SortedFunc(maps.Values(seen), func(a, b *big.Int) int { return a.Cmp(b) })
	const most = 8
	if len(all) <= most {
		return all
	}
	out := make([]*big.Int, most)
	for i := range out {
		out[i] = all[i*(len(all)-1)/(most-1)]
	}
	return out
}

// colour is the colour of a value.
func (h *heat) colour(n *big.Int) color.Color {
	if n.Sign() <= 0 || h.most <= 0 {
		return h.zero
	}
	f := math.Sqrt(float(n) / h.most)
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + f*(float64(b)-float64(a)) + 0.5) }
	a, b := h.ramp[0], h.ramp[1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// Plot draws h. Where cells are large their values stand in them.
func (h *heat) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, at := range h.at {
		rect := vg.Rectangle{Min: vg.Point{X: x(at[0] - 0.48), Y: y(at[1] - 0.48)},
			Max: vg.Point{X: x(at[0] + 0.48), Y: y(at[1] + 0.48)}}
		fill := h.colour(h.z[i])
		c.SetColor(fill)
		c.Fill(rect.Path())
		if text := short(h.z[i]); rect.Size().X > 8+6*vg.Length(len(text)) && rect.Size().Y > 12 {
			st := h.label
			st.Color = over(fill)
			c.FillText(st, vg.Point{X: (rect.Min.X + rect.Max.X) / 2, Y: (rect.Min.Y + rect.Max.Y) / 2}, text)
		}
	}
}

// over is black or white, whichever can be read on a colour.
func over(c color.Color) color.Color {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	r, g, b := n.R, n.G, n.B
	if 2*int(r)+5*int(g)+int(b) > 8*128 {
		return color.Black
	}
	return color.White
}

// DataRange is the room that h takes.
func (h *heat) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, a := range h.at {
		xmin, xmax = min(xmin, a[0]-0.5), max(xmax, a[0]+0.5)
		ymin, ymax = min(ymin, a[1]-0.5), max(ymax, a[1]+0.5)
	}
	return xmin, xmax, ymin, ymax
}

// A patch is a colour in a legend.
type patch struct{ fill, edge color.Color }

// Thumbnail draws p.
func (p *patch) Thumbnail(c *draw.Canvas) {
	c.SetColor(p.fill)
	c.Fill(c.Rectangle.Path())
	c.StrokeLines(draw.LineStyle{Color: p.edge, Width: 0.4}, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max,
		{X: c.Min.X, Y: c.Max.Y}, c.Min})
}
