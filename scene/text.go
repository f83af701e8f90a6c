package scene

import (
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A Depth says which colours a terminal has.
type Depth uint8

// The depths. Plain uses no escape sequences at all.
const (
	Plain     Depth = iota
	Colours16       // the palette that the terminal's owner has chosen
	Colours256
	TrueColour // 24 bits
)

// Text draws scenes as text. The zero Text draws in plain characters for a terminal of 80 columns.
//
// A cell shows the label of its piece or, without one, the letter of its colour; floor is ".", a wall "#", a dead cell
// "x", one that does not matter "?", a hole blank. Ghosts are dim labels where there is colour and floor where not: the
// target is drawn beside. Where all labels are single characters a row of cells is a row of characters; longer ones
// stand apart by a blank, numbers to the right and words to the left. "(a)" is ringed, ">a<" crossed, "a:3" has a badge
// 3. Arrows, lines and links stand below the board in words.
//
// Characters are counted by code points, and characters that cannot be printed are shown as "?".
type Text struct {
	Depth Depth
	ASCII bool // nothing but ASCII
	Width int  // columns; 0 stands for 80
	Rows  int  // most rows of a board that are drawn; 0 stands for 40
	Gap   int  // columns between boards; 0 stands for 3
}

// Bounds of drawings.
const (
	maxCell  = 24      // characters of a cell
	maxDrawn = 1 << 24 // cells of a board
)

func (t Text) width() int { return min(or(t.Width, 80), maxDrawn) }
func (t Text) gap() int   { return or(t.Gap, 3) }

func or(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// Window is the most of a board that t draws: what is outside of it need not be in a scene.
func (t Text) Window() Window {
	w := Corner(or(t.Rows, 40), t.width())
	w.Rows = min(w.Rows, max(1, maxDrawn/w.Cols))
	return w
}

// letters is a look without colour: the label, or a letter.
func letters(l Look) string {
	if l.Label != "" {
		return l.Label
	}
	if l.Shape > Block && int(l.Shape) <= Colours+1 {
		return alphabet[l.Shape-2 : l.Shape-1]
	}
	if l.Shape == Block {
		return "#"
	}
	return string(Palette(l.Colour).Letter)
}

const alphabet = "abcdefghijkl"

// ansi has for each colour of the palette the number of the terminal's colour that comes nearest and can be read on
// light and dark ground.
var ansi = [Colours]string{"33", "96", "32", "93", "34", "31", "35", "95", "91", "92", "94", "36"}

// tile is the style of a piece: with many colours it is a coloured square, with 16 a coloured label.
func (t Text) tile(colour int) string {
	if colour == 0 || t.Depth == Plain {
		return ""
	}
	c := Palette(colour).RGB
	over := c.Over()
	switch t.Depth {
	case Colours16:
		return ansi[(colour-1)%Colours]
	case Colours256:
		return "38;5;" + strconv.Itoa(over.xterm()) + ";48;5;" + strconv.Itoa(c.xterm())
	}
	return fmt.Sprintf("38;2;%d;%d;%d;48;2;%d;%d;%d", over.R, over.G, over.B, c.R, c.G, c.B)
}

// xterm is the number of the nearest colour in a terminal's cube of 6 × 6 × 6.
func (c RGB) xterm() int {
	n := 0
	for _, v := range [3]uint8{c.R, c.G, c.B} {
		step := 0 // of 0, 95, 135, 175, 215, 255
		switch {
		case v >= 115:
			step = (int(v) - 35) / 40
		case v >= 48:
			step = 1
		}
		n = n*6 + step
	}
	return 16 + n
}

// A line is a line of output that knows how wide it is. What does not fit the width is left out, blanks at the end too.
type line struct {
	t      Text
	b      []byte
	used   int // columns, without blanks that are due
	blanks int
	style  string
}

// put writes text in a style and returns how many columns it took.
func (l *line) put(style, text string) (n int) {
	for _, r := range text {
		n++
		if r == ' ' && !coloured(style) {
			l.blanks++
			continue
		}
		if l.used+l.blanks >= l.t.width() {
			continue
		}
		if l.blanks > 0 {
			l.set("")
			for ; l.blanks > 0; l.blanks-- {
				l.b = append(l.b, ' ')
				l.used++
			}
		}
		l.set(style)
		l.b = utf8.AppendRune(l.b, l.t.shown(r))
		l.used++
	}
	return n
}

// coloured reports whether blanks in that style are seen.
func coloured(style string) bool { return len(style) > 2 }

func (l *line) set(style string) {
	if style == l.style {
		return
	}
	if l.style != "" {
		l.b = append(l.b, "\x1b[0m"...)
	}
	if style != "" {
		l.b = append(l.b, "\x1b["...)
		l.b = append(l.b, style...)
		l.b = append(l.b, 'm')
	}
	l.style = style
}

// pad adds n blanks.
func (l *line) pad(n int) { l.blanks += max(0, n) }

// end writes the line and begins the next.
func (l *line) end(w io.Writer) error {
	l.set("")
	l.b = append(l.b, '\n')
	_, err := w.Write(l.b)
	l.b, l.used, l.blanks = l.b[:0], 0, 0
	return err
}

// shown replaces what would spoil a terminal.
func (t Text) shown(r rune) rune {
	switch {
	case t.ASCII && r == '…':
		return '.'
	case t.ASCII && r == '×':
		return 'x'
	case t.ASCII && r > unicode.MaxASCII, !unicode.IsPrint(r), unicode.Is(unicode.Mn, r):
		return '?'
	}
	return r
}
