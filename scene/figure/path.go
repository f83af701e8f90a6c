package figure

import (
	"math"

	"github.com/gridwright/gridwright/scene"
)

// A Path is an outline, in cells: pieces of straight lines and cubic curves.
type Path struct{ steps []pathStep }

type pathStep struct {
	kind byte // 'M', 'L', 'C', 'Z'
	at   [3]scene.Point
}

// Move begins a new piece at p.
func (p *Path) Move(to scene.Point) { p.steps = append(p.steps, pathStep{'M', [3]scene.Point{to}}) }

// Line goes straight on.
func (p *Path) Line(to scene.Point) { p.steps = append(p.steps, pathStep{'L', [3]scene.Point{to}}) }

// Curve goes on along a cubic Bézier curve with the control points a and b.
func (p *Path) Curve(a, b, to scene.Point) {
	p.steps = append(p.steps, pathStep{'C', [3]scene.Point{a, b, to}})
}

// Close goes straight back to where the piece began.
func (p *Path) Close() { p.steps = append(p.steps, pathStep{kind: 'Z'}) }

// Walk calls a function for every step, in order. The kind is 'M', 'L', 'C' or 'Z' as in SVG, and at holds as many
// points as it takes.
func (p *Path) Walk(step func(kind byte, at []scene.Point)) {
	for _, s := range p.steps {
		n := 1
		switch s.kind {
		case 'C':
			n = 3
		case 'Z':
			n = 0
		}
		step(s.kind, s.at[:n])
	}
}

func point(x, y float64) scene.Point { return scene.Point{X: x, Y: y} }

func rgb(r, g, b uint8) scene.RGB { return scene.RGB{R: r, G: g, B: b} }

// polygon is the closed path through all places.
func polygon(at ...scene.Point) (p Path) {
	for i, q := range at {
		if i == 0 {
			p.Move(q)
			continue
		}
		p.Line(q)
	}
	p.Close()
	return p
}

// star is a regular polygon around c: points of radius r from the top on, clockwise, with points of radius inner
// halfway between them where that is not 0.
func star(c scene.Point, points int, r, inner float64) Path {
	var at []scene.Point
	add := func(angle, r float64) {
		at = append(at, point(c.X+r*math.Sin(angle), c.Y-r*math.Cos(angle)))
	}
	for i := range points {
		angle := 2 * math.Pi * float64(i) / float64(points)
		add(angle, r)
		if inner > 0 {
			add(angle+math.Pi/float64(points), inner)
		}
	}
	return polygon(at...)
}

// kappa is how far control points lie from the ends of a quarter of a circle of radius 1.
const kappa = 0.5523

// disc is a circle.
func disc(c scene.Point, r float64) Path { return rounded(c.X-r, c.Y-r, 2*r, 2*r, r) }

// rounded is a rectangle with corners of radius r.
func rounded(x, y, w, h, r float64) (p Path) {
	r = min(r, w/2, h/2)
	k := r * (1 - kappa)
	p.Move(point(x+r, y))
	p.Line(point(x+w-r, y))
	p.Curve(point(x+w-k, y), point(x+w, y+k), point(x+w, y+r))
	p.Line(point(x+w, y+h-r))
	p.Curve(point(x+w, y+h-k), point(x+w-k, y+h), point(x+w-r, y+h))
	p.Line(point(x+r, y+h))
	p.Curve(point(x+k, y+h), point(x, y+h-k), point(x, y+h-r))
	p.Line(point(x, y+r))
	p.Curve(point(x, y+k), point(x+k, y), point(x+r, y))
	p.Close()
	return p
}

// Outline is the shape around c with radius r; ok is false for a Block, which fills its cell and has no outline of
// its own.
func Outline(s scene.Shape, c scene.Point, r float64) (p Path, ok bool) {
	at := func(x, y float64) scene.Point { return point(c.X+r*x, c.Y+r*y) }
	switch s {
	case scene.Disc:
		return disc(c, 0.9*r), true
	case scene.Triangle:
		return polygon(at(0, -0.95), at(1, 0.75), at(-1, 0.75)), true
	case scene.Diamond:
		return star(c, 4, 1.08*r, 0), true
	case scene.Square:
		return rounded(c.X-0.82*r, c.Y-0.82*r, 1.64*r, 1.64*r, 0.1*r), true
	case scene.Star:
		return star(point(c.X, c.Y+0.06*r), 5, 1.12*r, 0.48*r), true
	case scene.Pentagon:
		return star(point(c.X, c.Y+0.06*r), 5, 1.02*r, 0), true
	case scene.Plus:
		return crossed(at, 0.94, 0.34), true
	case scene.Drop:
		p.Move(at(0, -1.1))
		p.Curve(at(0.28, -0.5), at(0.8, -0.1), at(0.8, 0.35))
		p.Curve(at(0.8, 0.8), at(0.44, 1.05), at(0, 1.05))
		p.Curve(at(-0.44, 1.05), at(-0.8, 0.8), at(-0.8, 0.35))
		p.Curve(at(-0.8, -0.1), at(-0.28, -0.5), at(0, -1.1))
		p.Close()
		return p, true
	case scene.Hexagon:
		return star(c, 6, r, 0), true
	case scene.Moon:
		p.Move(at(0.35, -0.95))
		p.Curve(at(-0.5, -1), at(-0.95, -0.5), at(-0.95, 0.05))
		p.Curve(at(-0.95, 0.65), at(-0.4, 1), at(0.1, 1))
		p.Curve(at(0.5, 1), at(0.85, 0.8), at(0.95, 0.5))
		p.Curve(at(0.2, 0.75), at(-0.35, 0.3), at(-0.35, -0.2))
		p.Curve(at(-0.35, -0.55), at(-0.1, -0.85), at(0.35, -0.95))
		p.Close()
		return p, true
	case scene.Saltire:
		const half = math.Sqrt2 / 2
		return crossed(func(x, y float64) scene.Point { return at((x-y)*half, (x+y)*half) }, 1.02, 0.32), true
	case scene.Hourglass:
		return polygon(at(-0.85, -0.95), at(0.85, -0.95), at(0.16, 0), at(0.85, 0.95), at(-0.85, 0.95), at(-0.16, 0)), true
	}
	return p, false
}

// crossed is an upright cross of arms a with half their width b.
func crossed(at func(x, y float64) scene.Point, a, b float64) Path {
	return polygon(at(-b, -a), at(b, -a), at(b, -b), at(a, -b), at(a, b), at(b, b), at(b, a), at(-b, a), at(-b, b),
		at(-a, b), at(-a, -b), at(-b, -b))
}
