//go:build !js

package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A pen draws figures on an image. Points of a figure are multiplied by scale and moved by (dx, dy).
type pen struct {
	on     draw.Image
	scale  float64
	dx, dy float64
	faces  *faces
}

func paint(p figure.Paint) color.NRGBA {
	return color.NRGBA{p.R, p.G, p.B, uint8(math.Round(255 * min(1, max(0, p.Cover))))}
}

func solid(c scene.RGB) *image.Uniform { return image.NewUniform(color.RGBA{c.R, c.G, c.B, 255}) }

func (p *pen) at(q scene.Point) (x, y float64) { return q.X*p.scale + p.dx, q.Y*p.scale + p.dy }

// figure draws f.
func (p *pen) figure(f figure.Figure) {
	switch {
	case f.Text != "":
		x, y := p.at(f.At)
		p.text(f.Text, x, y, f.Size*p.scale, f.Bold, paint(f.Paint))
	case f.Width > 0:
		p.stroke(f)
	default:
		p.fill(f.Path, paint(f.Paint))
	}
}

// An outline is a path in points, with its curves made of straight lines.
type outline [][]scene.Point

// flat makes straight lines of a path.
func (p *pen) flat(path figure.Path) (o outline, closed []bool) {
	var here scene.Point
	add := func(q scene.Point) {
		o[len(o)-1] = append(o[len(o)-1], q)
		here = q
	}
	place := func(q scene.Point) scene.Point {
		x, y := p.at(q)
		return scene.Point{X: x, Y: y}
	}
	path.Walk(func(kind byte, at []scene.Point) {
		switch kind {
		case 'M':
			o, closed = append(o, nil), append(closed, false)
			add(place(at[0]))
		case 'L':
			add(place(at[0]))
		case 'C':
			a, b, c := place(at[0]), place(at[1]), place(at[2])
			from := here
			n := int(min(32, 3+math.Sqrt(math.Abs(a.X-from.X)+math.Abs(a.Y-from.Y)+math.Abs(c.X-b.X)+math.Abs(c.Y-b.Y))))
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				u := 1 - t
				k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				add(scene.Point{X: k0*from.X + k1*a.X + k2*b.X + k3*c.X, Y: k0*from.Y + k1*a.Y + k2*b.Y + k3*c.Y})
			}
		case 'Z':
			closed[len(closed)-1] = true
		}
	})
	return o, closed
}

// fill fills a path.
func (p *pen) fill(path figure.Path, c color.NRGBA) {
	o, _ := p.flat(path)
	p.area(o, c)
}

// area fills closed outlines, which all turn the same way or do not overlap.
func (p *pen) area(o outline, c color.NRGBA) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, line := range o {
		for _, q := range line {
			x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y)
		}
	}
	b := p.on.Bounds()
	if !(x0 < x1) || x1 < float64(b.Min.X) || y1 < float64(b.Min.Y) || x0 > float64(b.Max.X) || y0 > float64(b.Max.Y) {
		return
	}
	// Points far outside are brought near: the rasterizer walks along all rows of a line.
	const far = 4096
	near := func(v float64, low, high int) float64 { return min(max(v, float64(low-far)), float64(high+far)) }
	r := image.Rect(int(math.Floor(near(x0, b.Min.X, b.Max.X))), int(math.Floor(near(y0, b.Min.Y, b.Max.Y))),
		int(math.Ceil(near(x1, b.Min.X, b.Max.X))), int(math.Ceil(near(y1, b.Min.Y, b.Max.Y)))).Intersect(b)
	if r.Empty() {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	for _, line := range o {
		for i, q := range line {
			x := float32(near(q.X, b.Min.X, b.Max.X) - float64(r.Min.X))
			y := float32(near(q.Y, b.Min.Y, b.Max.Y) - float64(r.Min.Y))
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(p.on, r, image.NewUniform(c), image.Point{})
}

// stroke draws a line along a path, with round ends and corners.
func (p *pen) stroke(f figure.Figure) {
	half := f.Width * p.scale / 2
	lines, closed := p.flat(f.Path)
	var all outline
	for i, line := range lines {
		if closed[i] && len(line) > 0 {
			line = append(line, line[0])
		}
		for k, q := range line {
			all = append(all, round(q, half))
			if k > 0 {
				if seg := segment(line[k-1], q, half); seg != nil {
					all = append(all, seg)
				}
			}
		}
	}
	p.area(all, paint(f.Paint))
}

// round is a disc, clockwise.
func round(c scene.Point, r float64) (o []scene.Point) {
	n := int(min(24, 8+r))
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		o = append(o, scene.Point{X: c.X + r*math.Cos(angle), Y: c.Y + r*math.Sin(angle)})
	}
	return o
}

// segment is the rectangle around a line, clockwise too.
func segment(a, b scene.Point, half float64) []scene.Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return nil
	}
	nx, ny := -dy/n*half, dx/n*half
	return []scene.Point{{X: a.X - nx, Y: a.Y - ny}, {X: b.X - nx, Y: b.Y - ny}, {X: b.X + nx, Y: b.Y + ny},
		{X: a.X + nx, Y: a.Y + ny}}
}

// text writes around (x, y).
func (p *pen) text(text string, x, y, size float64, bold bool, c color.NRGBA) {
	face := p.faces.of(size, bold)
	if face == nil {
		return
	}
	d := font.Drawer{Dst: p.on, Src: image.NewUniform(c), Face: face}
	w := float64(d.MeasureString(text)) / 64
	d.Dot = fixed.Point26_6{X: fixed.Int26_6((x - w/2) * 64), Y: fixed.Int26_6((y + 0.36*size) * 64)}
	d.DrawString(text)
}

// fonts are the two fonts that labels and words are written in.
var fonts = sync.OnceValues(func() (regular, bold *opentype.Font) {
	regular, _ = opentype.Parse(goregular.TTF) // they come with the module
	bold, _ = opentype.Parse(gobold.TTF)
	return regular, bold
})

// faces keeps a font in the sizes that a picture uses.
type faces struct{ known map[faceKey]font.Face }

type faceKey struct {
	size int // in quarters of a point
	bold bool
}

// of is a face; nil where the text would be too small to be read.
func (f *faces) of(size float64, bold bool) font.Face {
	const least = 3
	if size < least {
		return nil
	}
	k := faceKey{int(size * 4), bold}
	if face := f.known[k]; face != nil {
		return face
	}
	regular, heavy := fonts()
	if bold {
		regular = heavy
	}
	face, err := opentype.NewFace(regular, &opentype.FaceOptions{Size: float64(k.size) / 4, DPI: 72})
	if err != nil {
		return nil
	}
	f.known[k] = face
	return face
}
