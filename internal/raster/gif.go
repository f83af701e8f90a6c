//go:build !js

package raster

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"iter"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A Film is a story as moving pictures.
type Film struct {
	Theme figure.Theme
	Cell  float64 // the side of a cell in points; 0: one that fits
	Title string
	// Delay is how long a frame stays, and Hold how long the last one does, in hundredths of a second; 0: 60 and 200.
	Delay, Hold int
	// Stop is asked before each row of cells; an error of it ends the drawing. Optional.
	Stop func() error
}

// filmSide is the longest side of a board in points where Cell is 0: a film is larger than a picture by its frames.
const filmSide = 340

// GIF writes the frames, each a board with its words, in an endless loop. Of a frame it writes the part that differs
// from the one before. Frames have the size that the first one needs.
func (f Film) GIF(w io.Writer, frames iter.Seq2[scene.Frame, error]) error {
	if f.Delay <= 0 {
		f.Delay = 60
	}
	if f.Hold <= 0 {
		f.Hold = 200
	}
	p := newPainter(f.Theme, f.Stop)
	p.colours = newColours(f.Theme)
	out := gif.GIF{}
	var last *image.Paletted
	var before *shot
	var canvas *image.RGBA
	for fr, err := range frames {
		if err != nil {
			return err
		}
		if fr.Scene == nil {
			continue
		}
		if len(out.Image) == MaxFrames {
			return grid.Errorf(grid.Pos{}, "a GIF has at most %d frames; --frames chooses some", MaxFrames)
		}
		words := fr.Sentence
		if words == "" {
			words = fr.Move
		}
		l := figure.Sheet{Theme: f.Theme, Title: f.Title, Cell: f.Cell, Side: filmSide,
			Panels: []figure.Panel{{Scene: fr.Scene, Words: words}}}.Layout()
		if canvas == nil {
			l.Height += 3 * 19 // room for longer sentences than the first
			if err := size(l); err != nil {
				return err
			}
			canvas = image.NewRGBA(image.Rect(0, 0, int(l.Width), int(l.Height)))
			f.Cell = l.Panels[0].Cell
		}
		now := shotOf(fr.Scene, l)
		next, err := p.again(canvas, last, before, now)
		if err != nil {
			return err
		}
		out.Image = append(out.Image, changed(last, next))
		out.Delay = append(out.Delay, f.Delay)
		last, before = next, now
	}
	if len(out.Image) == 0 {
		return grid.Errorf(grid.Pos{}, "there are no boards to draw")
	}
	out.Delay[len(out.Delay)-1] = f.Hold
	return gif.EncodeAll(w, &out)
}

// A shot is what stands on a frame.
type shot struct {
	layout figure.Layout
	stamps map[figure.Stamp]int // how often each
	words  []figure.Written
}

func shotOf(s *scene.Scene, l figure.Layout) *shot {
	t := &shot{layout: l, stamps: make(map[figure.Stamp]int, len(s.Pieces)), words: l.Panels[0].Lines}
	figure.Stamps(s, func(st figure.Stamp, _ bool) bool {
		t.stamps[st]++
		return true
	})
	return t
}

// again draws on canvas, which shows the frame before, what a frame has otherwise, and returns all of it in the colours
// of the film.
func (p *painter) again(canvas *image.RGBA, last *image.Paletted, before, now *shot) (*image.Paletted, error) {
	next := image.NewPaletted(canvas.Rect, p.colours.palette)
	parts := []image.Rectangle{canvas.Rect}
	switch {
	case before != nil && now.stage(before):
		copy(next.Pix, last.Pix)
		parts = now.since(before, canvas.Rect)
	default:
		p.empty = image.NewRGBA(canvas.Rect)
		p.ground(p.empty, now.layout)
	}
	panel := now.layout.Panels[0]
	for _, r := range parts {
		if r = r.Intersect(canvas.Rect); !r.Empty() {
			part := canvas.SubImage(r).(*image.RGBA)
			draw.Draw(part, r, p.empty, r.Min, draw.Src)
			if err := p.board(part, panel); err != nil {
				return nil, err
			}
			for _, t := range panel.Lines {
				p.written(part, t)
			}
			p.colours.onto(next, part)
		}
	}
	return next, nil
}

// stage reports whether two frames have one stage: boards of one size at one place.
func (t *shot) stage(before *shot) bool {
	a, b := before.layout.Panels[0], t.layout.Panels[0]
	return a.X == b.X && a.Y == b.Y && a.Cell == b.Cell && a.Scene.Rows == b.Scene.Rows &&
		a.Scene.Cols == b.Scene.Cols && a.Scene.Window == b.Scene.Window &&
		slices.Equal(before.layout.Title, t.layout.Title)
}

// since are the parts of a frame that differ from the one before, on the same stage, or all of it: those of the board
// and the words below.
func (t *shot) since(before *shot, all image.Rectangle) []image.Rectangle {
	b := t.layout.Panels[0]
	if len(before.layout.Panels[0].Scene.Marks)+len(b.Scene.Marks) > 0 {
		return []image.Rectangle{all}
	}
	var board image.Rectangle
	differ := func(from, than map[figure.Stamp]int) {
		for st, n := range from {
			if than[st] != n {
				board = board.Union(stampRect(b, st).Inset(-1))
			}
		}
	}
	differ(before.stamps, t.stamps)
	differ(t.stamps, before.stamps)
	parts := []image.Rectangle{board}
	if !slices.Equal(before.words, t.words) {
		words := all
		words.Min.Y = words.Max.Y
		for _, w := range slices.Concat(before.words, t.words) {
			words.Min.Y = min(words.Min.Y, int(w.Y-2*w.Size))
		}
		parts = append(parts, words)
	}
	return parts
}

// changed is the smallest part of next that holds all that differs from last; a point where nothing does.
func changed(last, next *image.Paletted) *image.Paletted {
	if last == nil {
		return next
	}
	b := next.Rect
	r := image.Rectangle{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		a, c := last.Pix[y*last.Stride:][:b.Dx()], next.Pix[y*next.Stride:][:b.Dx()]
		if string(a) == string(c) {
			continue
		}
		x0, x1 := 0, b.Dx()
		for a[x0] == c[x0] {
			x0++
		}
		for a[x1-1] == c[x1-1] {
			x1--
		}
		r = r.Union(image.Rect(x0, y, x1, y+1))
	}
	if r.Empty() {
		r = image.Rect(0, 0, 1, 1)
	}
	// A copy: a part of next would keep all of it until the film is written.
	part := image.NewPaletted(r, next.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(part.Pix[part.PixOffset(r.Min.X, y):][:r.Dx()], next.Pix[next.PixOffset(r.Min.X, y):][:r.Dx()])
	}
	return part
}

// colours are the at most 256 that a GIF has: those of the theme and of the palette, and mixtures of them with what
// they stand on, which smooth edges need.
type colours struct {
	palette color.Palette
	near    []int16 // by six bits of each channel: the nearest of palette; −1: not looked for yet
}

func newColours(t figure.Theme) *colours {
	c := &colours{near: make([]int16, 1<<18)}
	for i := range c.near {
		c.near[i] = -1
	}
	add := func(v scene.RGB) {
		if n := color.Color(color.RGBA{v.R, v.G, v.B, 255}); len(c.palette) < 256 {
			c.palette = append(c.palette, n)
		}
	}
	grounds := []scene.RGB{t.Ground, t.Floor, t.Line}
	for _, v := range append(grounds, t.Wall, t.Ink, t.Dim, t.Stone, t.Accent) {
		add(v)
	}
	mix := func(a, b scene.RGB, part int) scene.RGB {
		m := func(a, b uint8) uint8 { return uint8((int(a)*(8-part) + int(b)*part) / 8) }
		return scene.RGB{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B)}
	}
	inks := []scene.RGB{t.Stone, t.Wall, t.Accent}
	for i := range scene.Colours {
		inks = append(inks, scene.Palette(i+1).RGB)
	}
	white := scene.RGB{R: 255, G: 255, B: 255}
	for _, ink := range inks {
		shine := mix(ink, white, 1)
		add(ink)
		add(shine)
		for _, part := range []int{2, 4, 6} {
			add(mix(ink, t.Floor, part))
			add(mix(ink, ink.Over(), part))
			add(mix(shine, ink.Over(), part))
		}
		add(mix(ink, t.Ground, 4))
		add(mix(ink, ink.Over(), 7))
	}
	for part := 1; part < 8; part++ {
		add(mix(t.Ink, t.Ground, part))
		add(mix(t.Dim, t.Ground, part))
		add(mix(t.Line, t.Ground, part))
	}
	return c
}

// onto puts img, a part of what out shows, into out.
func (c *colours) onto(out *image.Paletted, img *image.RGBA) {
	r := img.Rect
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := img.Pix[img.PixOffset(r.Min.X, y):][:4*r.Dx()], out.Pix[out.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range to {
			p := from[4*x : 4*x+3 : 4*x+3]
			key := int(p[0]>>2)<<12 | int(p[1]>>2)<<6 | int(p[2]>>2)
			n := c.near[key]
			if n < 0 {
				n = int16(c.palette.Index(color.RGBA{p[0], p[1], p[2], 255}))
				c.near[key] = n
			}
			to[x] = uint8(n)
		}
	}
}
