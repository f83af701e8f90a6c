package player

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// A pen is how a character looks. Colours are numbers of scene.Palette, or one of those below; none is the terminal's.
type pen struct {
	fg, bg  int
	bold    bool
	dim     bool
	reverse bool
}

// Colours beside those of scene.Palette.
const (
	none   = 0
	stone  = scene.Colours + 1 + iota // of pieces without a colour
	accent                            // of what is pointed at
	good                              // of what is done
)

// rgb is a colour of 24 bits. All of them can be read on light and on dark ground.
func rgb(colour int) scene.RGB {
	switch colour {
	case stone:
		return figure.Light().Stone
	case accent:
		return scene.RGB{R: 0xe0, G: 0x45, B: 0x6b}
	case good:
		return scene.RGB{R: 0x00, G: 0x9e, B: 0x73}
	}
	return scene.Palette(colour).RGB
}

// sixteen has for each colour the number of the terminal's own colour that comes nearest.
func sixteen(colour int) string {
	const palette = "33 96 32 93 34 31 35 95 91 92 94 36 "
	switch {
	case colour == stone:
		return "37"
	case colour == accent:
		return "91"
	case colour == good:
		return "92"
	}
	return palette[3*(colour-1) : 3*colour-1]
}

// codes are the parameters of the escape sequence that sets p. With 16 colours a coloured ground is the colour turned
// round: what is written on it then stands out as the terminal's owner wants it.
func (p pen) codes(d scene.Depth) string {
	var codes []string
	add := func(ok bool, code string) {
		if ok {
			codes = append(codes, code)
		}
	}
	add(p.bold, "1")
	add(p.dim, "2")
	add(p.reverse || p.bg != none && d == scene.Colours16, "7")
	switch {
	case d == scene.Plain:
	case d == scene.Colours16 && p.bg != none:
		codes = append(codes, sixteen(p.bg))
	case d == scene.Colours16:
		add(p.fg != none, sixteen(max(1, p.fg)))
	default:
		if p.bg != none {
			c := rgb(p.bg)
			o := c.Over()
			if p.fg != none {
				o = rgb(p.fg)
			}
			codes = append(codes, fmt.Sprintf("38;2;%d;%d;%d;48;2;%d;%d;%d", o.R, o.G, o.B, c.R, c.G, c.B))
		} else if p.fg != none {
			c := rgb(p.fg)
			codes = append(codes, fmt.Sprintf("38;2;%d;%d;%d", c.R, c.G, c.B))
		}
	}
	return strings.Join(codes, ";")
}

// write is text written with p.
func (p pen) write(d scene.Depth, text string) string {
	codes := p.codes(d)
	if codes == "" || text == "" {
		return text
	}
	return "\x1b[" + codes + "m" + text + "\x1b[0m"
}

// A canvas is a rectangle of characters.
type canvas struct {
	w, h  int
	runes []rune // 0: the character before takes this column too
	pens  []pen
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, runes: make([]rune, w*h), pens: make([]pen, w*h)}
	for i := range c.runes {
		c.runes[i] = ' '
	}
	return c
}

func (c *canvas) in(x, y int) bool { return x >= 0 && y >= 0 && x < c.w && y < c.h }

// set puts a character of one column.
func (c *canvas) set(x, y int, r rune, p pen) {
	if c.in(x, y) {
		c.runes[y*c.w+x], c.pens[y*c.w+x] = r, p
	}
}

// mark puts a character in place of the one that stands, on the same ground.
func (c *canvas) mark(x, y int, r rune, p pen) {
	if c.in(x, y) {
		if p.bg = c.pens[y*c.w+x].bg; p.bg != none {
			p.fg = none // what can be read on that ground
		}
		c.set(x, y, r, p)
	}
}

// blank reports whether nothing stands there but floor.
func (c *canvas) blank(x, y int) bool {
	return c.in(x, y) && (c.runes[y*c.w+x] == ' ' || c.runes[y*c.w+x] == '·') && c.pens[y*c.w+x].bg == none
}

// text puts a text from x on, cut at most columns.
func (c *canvas) text(x, y, most int, text string, p pen) {
	for _, r := range ansi.Truncate(text, most, "…") {
		n := width(string(r))
		if n == 0 || !c.in(x, y) || !c.in(x+n-1, y) {
			continue
		}
		c.set(x, y, r, p)
		if n == 2 {
			c.set(x+1, y, 0, p)
		}
		x += n
	}
}

// lines are the rows of c as text.
func (c *canvas) lines(d scene.Depth) []string {
	out := make([]string, c.h)
	var run strings.Builder
	for y := range c.h {
		var line strings.Builder
		for x := 0; x < c.w; {
			p := c.pens[y*c.w+x]
			run.Reset()
			for ; x < c.w && c.pens[y*c.w+x] == p; x++ {
				if r := c.runes[y*c.w+x]; r != 0 {
					run.WriteRune(r)
				}
			}
			line.WriteString(p.write(d, run.String()))
		}
		out[y] = strings.TrimRight(line.String(), " ")
	}
	return out
}

// width is how many columns a text takes.
func width(s string) int { return ansi.StringWidth(s) }

// printable replaces what would spoil a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError || unicode.Is(unicode.Mn, r) {
			return '?'
		}
		return r
	}, s)
}

// ascii replaces what is not ASCII by what comes near.
func ascii(s string) string {
	return strings.NewReplacer("·", "-", "×", "x", "…", "...", "→", "->", "←", "<-", "↑", "^", "↓", "v", "−", "-",
		"–", "-", "≡", "=", "▸", ">", "●", "*", "━", "=", "─", "-", "≤", "<=", "≥", ">=").Replace(s)
}
