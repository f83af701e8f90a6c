package page_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

var update = flag.Bool("update", false, "write palette.css and shapes.js anew")

func hex(c scene.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// last is the colour that the last figure of a drawing is painted in.
func last(figures []figure.Figure) scene.RGB { return figures[len(figures)-1].Paint.RGB }

// variables are the colours of a theme: of the ground, and for each number of the palette the piece, what is written
// on it, and what is written on the floor in its place.
func variables(t figure.Theme) string {
	var b strings.Builder
	for _, v := range []struct {
		name string
		c    scene.RGB
	}{{"floor", t.Floor}, {"line", t.Line}, {"wall", t.Wall}, {"dim", t.Dim}, {"mark", t.Accent}} {
		fmt.Fprintf(&b, "--s-%s:%s;", v.name, hex(v.c))
	}
	for i := 0; i <= scene.Colours; i++ {
		look := scene.Look{Colour: i}
		if i == 0 {
			look.Label = "0"
		}
		if i%2 == 0 {
			b.WriteString("\n  ")
		}
		body := t.Piece(look, 1, 1)
		ghost := t.Cell(scene.Cell{Kind: scene.Ghost, Look: look})
		fmt.Fprintf(&b, "--c%d:%s;--o%d:%s;--l%d:%s;", i, hex(body[0].Paint.RGB), i, hex(last(body)), i, hex(last(ghost)))
	}
	return b.String()
}

func style() []byte {
	var b bytes.Buffer
	b.WriteString("/* Written by palette_test.go from package scene: go test ./internal/page -run Palette -update */\n")
	light, dark := variables(figure.Light()), variables(figure.Dark())
	fmt.Fprintf(&b, ":root {\n  %s}\n", light)
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root:not([data-theme=light]) {\n  %s}}\n", dark)
	fmt.Fprintf(&b, ":root[data-theme=dark] {\n  %s}\n", dark)
	for i := 0; i <= scene.Colours; i++ {
		fmt.Fprintf(&b, ".k%d{--c:var(--c%d);--o:var(--o%d);--l:var(--l%d)}\n", i, i, i, i)
	}
	return b.Bytes()
}

// outline is a path for SVG, in hundredths of a cell, as a text of JavaScript in short lines.
func outline(p figure.Path) string {
	var b strings.Builder
	line := 0
	p.Walk(func(kind byte, at []scene.Point) {
		if b.Len()-line > 60 {
			b.WriteString("\" +\n    \"")
			line = b.Len()
		}
		b.WriteByte(kind)
		for i, q := range at {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strconv.FormatFloat(q.X, 'f', 2, 64) + " " + strconv.FormatFloat(q.Y, 'f', 2, 64))
		}
	})
	return b.String()
}

func shapes() []byte {
	var b bytes.Buffer
	b.WriteString("// Written by palette_test.go from package scene: go test ./internal/page -run Palette -update\n")
	b.WriteString("// Shapes by their names, around (0, 0), in hundredths of a cell.\nexport const shapes = {\n")
	// The names of the shapes are those that JSON has for them.
	for i := 0; i <= scene.Colours; i++ {
		_, shape := scene.Look{Colour: i}.Ink()
		if p, ok := figure.Outline(shape, scene.Point{}, 22); ok {
			fmt.Fprintf(&b, "  %s: \"%s\",\n", shapeName(shape), outline(p))
		}
	}
	b.WriteString("};\n// Colours of the palette by their numbers: name, and the shape that a piece has by its colour.\n")
	b.WriteString("export const colours = [\n")
	for i := 0; i <= scene.Colours; i++ {
		ink := scene.Palette(i)
		fmt.Fprintf(&b, "  {name: %q, shape: %q},\n", ink.Name, shapeName(ink.Shape))
	}
	b.WriteString("];\n")
	return b.Bytes()
}

// shapeName is the name of a shape in JSON.
func shapeName(s scene.Shape) string {
	sc := scene.New(1, 1, scene.Window{})
	sc.Put(0, 0, 0, scene.Look{Shape: s})
	text, err := sc.MarshalJSON()
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(text), `"shape":"`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}

// TestPalette compares the page's colours and shapes with those of package scene.
func TestPalette(t *testing.T) {
	for name, want := range map[string][]byte{"palette.css": style(), "shapes.js": shapes()} {
		file := filepath.Join("static", name)
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("%s does not agree with package scene; go test ./internal/page -run Palette -update", name)
		}
	}
}
