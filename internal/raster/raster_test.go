//go:build !js

package raster

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// board is a board of coloured pieces; every third cell is empty.
func board(rows, cols, turn int) *scene.Scene {
	s := scene.New(rows, cols, scene.Window{})
	for i := range rows * cols {
		if (i+turn)%3 != 0 {
			s.Put(i, i/cols, i%cols, scene.Look{Colour: 1 + i%7, Label: string(rune('a' + i%7))})
		}
	}
	return s
}

func sheet(s *scene.Scene) figure.Sheet {
	return figure.Sheet{Theme: figure.Light(), Panels: []figure.Panel{{Scene: s}}}
}

// TestEverything draws scenes that hold everything there is, also far away, thin and huge, in both themes.
func TestEverything(t *testing.T) {
	far := float64(1 << 40)
	for seed := range extent.Less[uint64](6, 40) {
		rng := rand.New(rand.NewPCG(seed, 0))
		s := scene.New(1+rng.IntN(5), 1+rng.IntN(5), scene.Window{})
		s.Fill(func(row, col int) scene.Cell {
			return scene.Cell{Kind: scene.Kind(rng.IntN(6)), Look: scene.Look{}}
		})
		place := func() float64 {
			return []float64{0, 1.5, -0.5, far, -far, rng.Float64() * 4}[rng.IntN(6)]
		}
		for i := range 12 {
			look := scene.Look{Colour: rng.IntN(13), Shape: scene.Shape(rng.IntN(14)), Label: []string{"", "a", "12",
				"<b>&\"'</b>", strings.Repeat("W", 64), "\x00\x1b[1m", "雪"}[rng.IntN(7)]}
			s.Pieces = append(s.Pieces, scene.Piece{ID: i, X: place(), Y: place(), W: []float64{1, 2, 0.001, far}[rng.IntN(4)],
				H: []float64{1, 1, 3, 1e-9}[rng.IntN(4)], Look: look})
			at := []scene.Point{{X: place(), Y: place()}, {X: place(), Y: place()}}
			s.Marks = append(s.Marks, scene.Mark{Sign: scene.Sign(rng.IntN(7)), Colour: rng.IntN(13), Label: look.Label, At: at})
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, theme := range []figure.Theme{figure.Light(), figure.Dark()} {
			sh := figure.Sheet{Theme: theme, Title: "<i>", Notes: []string{"&"}, Panels: []figure.Panel{{Scene: s, Words: "</svg>"}}}
			if err := PNG(io.Discard, sh); err != nil && !errors.Is(err, grid.ErrInput) {
				t.Errorf("seed %d: %v", seed, err)
			}
			var svg bytes.Buffer
			if err := sh.SVG(&svg); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			if strings.Contains(svg.String(), "<b>") || strings.Contains(svg.String(), "<i>") ||
				strings.ContainsAny(svg.String(), "\x00\x1b") || strings.Contains(svg.String(), "NaN") {
				t.Errorf("seed %d: labels are no text in\n%s", seed, svg.Bytes())
			}
		}
	}
}

func film(n, rows, cols int) iter.Seq2[scene.Frame, error] {
	return func(yield func(scene.Frame, error) bool) {
		for i := range n {
			if !yield(scene.Frame{Scene: board(rows, cols, i), Move: strconv.Itoa(i)}, nil) {
				return
			}
		}
	}
}

// TestLimits refuses pictures of too many points and films of too many boards.
func TestLimits(t *testing.T) {
	s := sheet(board(300, 300, 0))
	s.Cell = 100
	if err := PNG(io.Discard, s); !errors.Is(err, grid.ErrInput) {
		t.Errorf("30,000 × 30,000 points: %v", err)
	}
	err := Film{Theme: figure.Light(), Cell: 4}.GIF(io.Discard, film(1_000_000, 1, 1))
	if !errors.Is(err, grid.ErrInput) || !strings.Contains(err.Error(), strconv.Itoa(MaxFrames)) {
		t.Errorf("a million boards: %v", err)
	}
	fault := errors.New("fault")
	err = Film{Theme: figure.Light()}.GIF(io.Discard, func(yield func(scene.Frame, error) bool) { yield(scene.Frame{}, fault) })
	if err != fault {
		t.Errorf("a story that ends with an error: %v", err)
	}
}

// TestStops wants to be asked before each row of cells, and to end as soon as somebody says so.
func TestStops(t *testing.T) {
	enough := errors.New("enough")
	const rows, cols, boards = 12, 9, 3
	sh := sheet(board(rows, cols, 0))
	for i := range boards - 1 {
		sh.Panels = append(sh.Panels, figure.Panel{Scene: board(rows, cols, i)})
	}
	for kind, draw := range map[string]func(stop func() error) error{
		"PNG": func(stop func() error) error { sh.Stop = stop; return PNG(io.Discard, sh) },
		"SVG": func(stop func() error) error { sh.Stop = stop; return sh.SVG(io.Discard) },
		"GIF": func(stop func() error) error {
			return Film{Theme: figure.Light(), Stop: stop}.GIF(io.Discard, film(boards, rows, cols))
		},
	} {
		asked := 0
		if err := draw(func() error { asked++; return nil }); err != nil || asked < rows*boards {
			t.Errorf("%s: asked %d times (%v)", kind, asked, err)
		}
		for _, most := range []int{0, 1, rows, rows + 7} {
			asked = 0
			err := draw(func() error {
				if asked++; asked > most {
					return enough
				}
				return nil
			})
			if !errors.Is(err, enough) || asked != most+1 {
				t.Fatalf("%s: told to stop at question %d it asked %d (%v)", kind, most+1, asked, err)
			}
		}
	}
}

// TestFrames wants a frame for each board, and later frames no larger than what differs.
func TestFrames(t *testing.T) {
	var b bytes.Buffer
	if err := (Film{Theme: figure.Light()}).GIF(&b, film(5, 3, 4)); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 5 || g.Delay[4] <= g.Delay[0] {
		t.Errorf("%d frames, delays %v", len(g.Image), g.Delay)
	}
}

// BenchmarkPictures is a board of 100 × 100 as PNG and SVG, and a GIF of 60 boards of 12 × 12.
func BenchmarkPictures(b *testing.B) {
	large := sheet(board(100, 100, 0))
	b.Run("png/100x100", func(b *testing.B) {
		for b.Loop() {
			if err := PNG(io.Discard, large); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("svg/100x100", func(b *testing.B) {
		for b.Loop() {
			if err := large.SVG(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("gif/12x12/60", func(b *testing.B) {
		for b.Loop() {
			if err := (Film{Theme: figure.Light()}).GIF(io.Discard, film(60, 12, 12)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestChanged keeps of a frame no more than what differs from the one before.
func TestChanged(t *testing.T) {
	palette := color.Palette{color.Black, color.White}
	last, next := image.NewPaletted(image.Rect(0, 0, 90, 80), palette), image.NewPaletted(image.Rect(0, 0, 90, 80), palette)
	next.SetColorIndex(7, 9, 1)
	next.SetColorIndex(9, 10, 1)
	part := changed(last, next)
	if part.Rect != image.Rect(7, 9, 10, 11) || len(part.Pix) != 6 || part.ColorIndexAt(7, 9) != 1 ||
		part.ColorIndexAt(9, 10) != 1 || part.ColorIndexAt(8, 9) != 0 {
		t.Errorf("%v with %d points: %v", part.Rect, len(part.Pix), part.Pix)
	}
}
