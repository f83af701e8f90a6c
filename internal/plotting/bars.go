package plotting

import (
	"math"
	"math/big"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of bars.
const (
	mostBars   = 240 // numbers that have a bar each; more are drawn as steps
	mostLabels = 14  // bars with their count above
	spans      = 200 // where the largest count is so many times the least, heights are logarithms
)

// A bar stands over [from, to] on the axis.
type bar struct {
	from, to, height float64
	label            string
}

// bars is a plotter. It draws from the axis up, whatever that begins with.
type bars struct {
	theme
	list []bar
	text text.Style
}

// Plot draws b.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	th := b.theme
	for _, o := range b.list {
		rect := vg.Rectangle{Min: vg.Point{X: x(o.from), Y: c.Min.Y}, Max: vg.Point{X: x(o.to), Y: y(o.height)}}
		c.SetColor(th.bar)
		c.Fill(rect.Path())
		if o.label != "" {
			c.FillText(b.text, vg.Point{X: (rect.Min.X + rect.Max.X) / 2, Y: rect.Max.Y + 3}, o.label)
		}
	}
}

// DataRange is the room that b takes.
func (b *bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, o := range b.list {
		xmin, xmax, ymax = min(xmin, o.from), max(xmax, o.to), max(ymax, o.height)
	}
	return xmin, xmax, 0, ymax
}

// float is the number that comes nearest.
func float(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// log10 is the logarithm of a number of any size, 1 or more.
func log10(n *big.Int) float64 {
	var m big.Float
	exp := new(big.Float).SetInt(n).MantExp(&m)
	f, _ := m.Float64()
	return math.Log10(f) + float64(exp)*math.Log10(2)
}

// distribution draws bars.
func (th theme) distribution(p *plot.Plot, d *puzzle.Distribution, label string) error {
	if p.Title.Text == "" {
		p.Title.Text = label
	}
	p.X.Label.Text, p.Y.Label.Text = "distance in "+d.By, d.Of
	if d.By == "cost" {
		p.X.Label.Text = "distance as a cost"
	}
	least, most := d.Bins[0].Count, d.Bins[0].Count
	for _, b := range d.Bins {
		if b.Count.Sign() > 0 && (least.Sign() == 0 || b.Count.Cmp(least) < 0) {
			least = b.Count
		}
		if b.Count.Cmp(most) > 0 {
			most = b.Count
		}
	}
	logs := least.Sign() > 0 && new(big.Int).Mul(least, big.NewInt(spans)).Cmp(most) <= 0
	height := float
	if logs {
		p.Y.Label.Text += " (logarithms)"
		height = log10
	}
	plotted := &bars{theme: th, list: barsOf(d, height, logs), text: p.X.Tick.Label}
	plotted.text.XAlign, plotted.text.YAlign, plotted.text.Font.Size = text.XCenter, text.YBottom, 9.5
	p.Add(&lines{th}, plotted)
	p.X.Tick.Marker, p.Y.Tick.Marker = wholes{9}, wholes{6}
	p.Y.Min = 0
	p.Y.Max *= 1.06
	if logs {
		p.Y.Min = -0.35 // so that 1 is seen
		p.Y.Tick.Marker = powers{}
	}
	if p.Y.Max <= 0 {
		p.Y.Max = 1
	}
	return nil
}

// barsOf makes a bar for each number, or one for each stretch of equal counts where there are too many.
func barsOf(d *puzzle.Distribution, height func(*big.Int) float64, logs bool) (list []bar) {
	first, last := d.Bins[0].From, d.Bins[len(d.Bins)-1].To
	many := new(big.Int).Sub(last, first).Cmp(big.NewInt(mostBars)) >= 0
	add := func(from, to float64, n *big.Int) {
		switch {
		case n.Sign() > 0 && logs:
			list = append(list, bar{from, to, max(height(n), 0), short(n)})
		case n.Sign() > 0:
			list = append(list, bar{from, to, height(n), short(n)})
		}
	}
	for _, b := range d.Bins {
		from, to := float(b.From), float(b.To)
		if many {
			add(from-0.5, to+0.5, b.Count)
			continue
		}
		for at := from; at <= to; at++ {
			add(at-0.4, at+0.4, b.Count)
		}
	}
	if len(list) > mostLabels || many {
		for i := range list {
			list[i].label = ""
		}
	}
	return list
}
