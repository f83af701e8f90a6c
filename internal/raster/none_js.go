package raster

import (
	"fmt"
	"io"
	"iter"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A Film is a story as moving pictures, which a browser's build does not make: fonts and encoders would be a sixth of
// it, and a browser draws SVG itself.
type Film struct {
	Theme figure.Theme
	Cell  float64
	Title string
	Stop  func() error
}

// GIF says that there is none.
func (Film) GIF(io.Writer, iter.Seq2[scene.Frame, error]) error { return none("GIF") }

// PNG says that there is none.
func PNG(io.Writer, figure.Sheet) error { return none("PNG") }

func none(kind string) error {
	return fmt.Errorf("%w: %s is not made in a browser; SVG is, and \"gridwright render\" makes all",
		puzzle.ErrUnsupported, kind)
}
