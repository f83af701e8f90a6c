//go:build !js

package raster

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A painter draws the sheets of one story. It keeps what it has drawn once.
type painter struct {
	theme   figure.Theme
	faces   faces
	sprites map[spriteKey]*image.RGBA
	colours *colours    // of a GIF
	empty   *image.RGBA // its stage, with nothing on it
	stop    func() error
}

type spriteKey struct {
	figure.StampKey
	cell float64
}

func newPainter(theme figure.Theme, stop func() error) *painter {
	return &painter{theme: theme, stop: stop, faces: faces{map[faceKey]font.Face{}}, sprites: map[spriteKey]*image.RGBA{}}
}

// Image draws a sheet. Pictures of more than figure.MaxPixels points are refused before they are made.
func Image(s figure.Sheet) (*image.RGBA, error) {
	l := s.Layout()
	if err := size(l); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, int(l.Width), int(l.Height)))
	if err := newPainter(s.Theme, s.Stop).sheet(img, l); err != nil {
		return nil, err
	}
	return img, nil
}

// size says where a picture is too large.
func size(l figure.Layout) error {
	if l.Width*l.Height > figure.MaxPixels {
		return grid.Errorf(grid.Pos{}, "a picture of %.0f × %.0f points is too large; at most %d million are drawn: a "+
			"smaller --size, or fewer boards, or SVG", l.Width, l.Height, figure.MaxPixels>>20)
	}
	return nil
}

// PNG writes a sheet.
func PNG(w io.Writer, s figure.Sheet) error {
	img, err := Image(s)
	if err != nil {
		return err
	}
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	return enc.Encode(w, few(img))
}

// few is img with a palette where it has at most 256 colours: such pictures are smaller and written faster.
func few(img *image.RGBA) image.Image {
	seen := map[color.RGBA]uint8{}
	var palette color.Palette
	out := image.NewPaletted(img.Rect, nil)
	var last color.RGBA
	var index uint8
	for i := 0; i < len(img.Pix); i += 4 {
		c := color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}
		if c != last || i == 0 {
			n, known := seen[c]
			if !known {
				if len(palette) == 256 {
					return img
				}
				n = uint8(len(palette))
				seen[c], palette = n, append(palette, c)
			}
			last, index = c, n
		}
		out.Pix[i/4] = index
	}
	out.Palette = palette
	return out
}

// sheet draws a whole layout.
func (p *painter) sheet(on *image.RGBA, l figure.Layout) error {
	p.ground(on, l)
	for _, b := range l.Panels {
		if err := p.board(on, b); err != nil {
			return err
		}
		for _, t := range b.Lines {
			p.written(on, t)
		}
	}
	return nil
}

// ground draws what is the same on all frames of a film: title, notes and empty boards.
func (p *painter) ground(on *image.RGBA, l figure.Layout) {
	draw.Draw(on, on.Bounds(), solid(p.theme.Ground), image.Point{}, draw.Src)
	for _, t := range l.Title {
		p.written(on, t)
	}
	for _, t := range l.Notes {
		p.written(on, t)
	}
	for _, b := range l.Panels {
		d := &pen{on: on, scale: b.Cell, dx: b.X, dy: b.Y, faces: &p.faces}
		for _, f := range p.theme.Board(b.Scene) {
			d.figure(f)
		}
	}
}

// board draws what stands on a board.
func (p *painter) board(on *image.RGBA, b figure.Placed) error {
	d := &pen{on: on, scale: b.Cell, dx: b.X, dy: b.Y, faces: &p.faces}
	links := true
	err := figure.StampsUntil(b.Scene, p.stop, func(st figure.Stamp, piece bool) bool {
		if piece && links {
			p.marks(d, b.Scene, true)
			links = false
		}
		p.stamp(on, b, st)
		return true
	})
	if err != nil {
		return err
	}
	if links {
		p.marks(d, b.Scene, true)
	}
	p.marks(d, b.Scene, false)
	return nil
}

func (p *painter) marks(d *pen, s *scene.Scene, links bool) {
	for _, m := range s.Marks {
		if (m.Sign == scene.Link) == links {
			for _, f := range p.theme.Mark(m) {
				d.figure(f)
			}
		}
	}
}

// stamp copies a sprite to its place.
func (p *painter) stamp(on *image.RGBA, b figure.Placed, st figure.Stamp) {
	r := stampRect(b, st)
	if r.Intersect(on.Bounds()).Empty() || float64(r.Dx())*float64(r.Dy()) > figure.MaxPixels {
		return
	}
	key := spriteKey{st.Key, b.Cell}
	img := p.sprites[key]
	if img == nil {
		img = image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
		d := &pen{on: img, scale: b.Cell, faces: &p.faces}
		for _, f := range p.theme.Figures(st.Key) {
			d.figure(f)
		}
		p.sprites[key] = img
	}
	draw.Draw(on, r, img, image.Point{}, draw.Over)
}

// stampRect is where a sprite stands.
func stampRect(b figure.Placed, st figure.Stamp) image.Rectangle {
	x, y := int(math.Round(b.X+st.X*b.Cell)), int(math.Round(b.Y+st.Y*b.Cell))
	w, h := math.Ceil(st.Key.W*b.Cell), math.Ceil(st.Key.H*b.Cell)
	return image.Rect(x, y, x+int(min(w, figure.MaxPixels)), y+int(min(h, figure.MaxPixels)))
}

func (p *painter) written(on *image.RGBA, t figure.Written) {
	c := p.theme.Ink
	if t.Dim {
		c = p.theme.Dim
	}
	d := &pen{on: on, scale: 1, faces: &p.faces}
	d.text(t.Text, t.X, t.Y, t.Size, t.Bold, paint(figure.Paint{RGB: c, Cover: 1}))
}
