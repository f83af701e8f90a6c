package figure

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/scene"
)

// A Sheet is a picture of boards side by side, in rows, each with words below it.
type Sheet struct {
	Theme  Theme
	Title  string  // on top; may be empty
	Cell   float64 // the side of a cell in pixels; 0: one that fits
	Side   float64 // the longest side of a board in pixels, where Cell is 0; 0: 560, and less for many boards
	Width  float64 // most pixels in a row of boards; 0: 1200
	Panels []Panel
	Notes  []string // sentences below all boards
	// Stop is asked before each row of cells; an error of it ends the drawing. Optional.
	Stop func() error
}

// A Panel is a board of a sheet.
type Panel struct {
	Scene *scene.Scene
	Words string // below the board
}

// Measures of a sheet in pixels.
const (
	margin    = 20
	between   = 28
	wordSize  = 14
	wordLine  = 19
	titleSize = 19
	runeWidth = 0.56 // of a character of words, in parts of its size; a guess that errs to the wide side
	noteWide  = 420  // of sentences below small boards
	leastWide = 120  // of the words below a small board
)

// Largest and smallest cells that are chosen, and the longest side of a board then.
const (
	largestCell  = 64.0
	smallestCell = 4.0
	fitting      = 560.0
)

// MaxPixels bounds the pictures that are drawn point by point.
const MaxPixels = 1 << 26

// A Placed panel knows where it is.
type Placed struct {
	Panel
	X, Y  float64 // where the corner of the whole board would be
	Cell  float64
	Lines []Written // its words
}

// A Written line is a line of words on a sheet, around its middle.
type Written struct {
	Text string
	X, Y float64
	Size float64
	Bold bool
	Dim  bool
}

// A Layout is a sheet with everything in its place, in pixels.
type Layout struct {
	Width, Height float64
	Title         []Written
	Panels        []Placed
	Notes         []Written
}

// fit is the side of cells with which the largest board has a good size.
func (s Sheet) fit() float64 {
	if s.Cell > 0 {
		return s.Cell
	}
	longest := 1.0
	for _, p := range s.Panels {
		b := bounds(p.Scene)
		longest = max(longest, b.w, b.h)
	}
	room := fitting
	if s.Side > 0 {
		room = s.Side
	} else if n := len(s.Panels); n > 2 { // many boards are smaller
		room = max(160, fitting/math.Sqrt(float64(n))*1.3)
	}
	return math.Floor(min(largestCell, max(smallestCell, room/longest)))
}

// A box is where something is drawn, in cells.
type box struct{ x, y, w, h float64 }

// bounds is all that is drawn of s: the board shown, and pieces and marks beside it.
func bounds(s *scene.Scene) box {
	v := s.Shown()
	x0, y0 := float64(v.Left)-around, float64(v.Top)-around
	x1, y1 := float64(v.Left+v.Cols)+around, float64(v.Top+v.Rows)+around
	grow := func(a, b, c, d float64) { x0, y0, x1, y1 = min(x0, a), min(y0, b), max(x1, c), max(y1, d) }
	// What lies far away from the board is left out: nobody would see the board for it.
	near := box{x0 - 4, y0 - 4, x1 - x0 + 8, y1 - y0 + 8}
	for i := range s.Pieces {
		if p := &s.Pieces[i]; near.holds(p.X, p.Y) && near.holds(p.X+p.W, p.Y+p.H) {
			grow(p.X, p.Y, p.X+p.W, p.Y+p.H)
		}
	}
	for i := range s.Marks {
		for _, at := range s.Marks[i].At {
			if near.holds(at.X, at.Y) {
				grow(at.X-0.5, at.Y-0.5, at.X+0.5, at.Y+0.5)
			}
		}
	}
	return box{x0, y0, x1 - x0, y1 - y0}
}

func (b box) holds(x, y float64) bool { return x >= b.x && y >= b.y && x <= b.x+b.w && y <= b.y+b.h }

// Layout puts everything in its place.
func (s Sheet) Layout() Layout {
	cell, most := s.fit(), s.Width
	if most <= 0 {
		most = 1200
	}
	l := Layout{}
	top := float64(margin)
	if s.Title != "" {
		top += titleSize * 1.9
	}
	x, y, high := float64(margin), top, 0.0
	for _, p := range s.Panels {
		b := bounds(p.Scene)
		w, h := b.w*cell, b.h*cell
		wide := max(w, min(leastWide, most))
		if x > margin && x+wide > most-margin {
			x, y, high = margin, y+high+between, 0
		}
		pl := Placed{Panel: p, Cell: cell, X: math.Round(x + (wide-w)/2 - b.x*cell), Y: math.Round(y - b.y*cell)}
		below := y + h + wordLine*0.9
		for _, text := range wrapWords(p.Words, int(wide/(wordSize*runeWidth))) {
			pl.Lines = append(pl.Lines, Written{Text: text, X: x + wide/2, Y: below, Size: wordSize, Dim: true})
			below += wordLine
		}
		high = max(high, below-wordLine*0.4-y)
		l.Panels = append(l.Panels, pl)
		x += wide + between
		l.Width = max(l.Width, x-between+margin)
		l.Height = max(l.Height, y+high+margin*0.6)
	}
	l.title(s.Title)
	l.notes(s.Notes)
	l.Width, l.Height = math.Ceil(max(l.Width, 2*margin)), math.Ceil(max(l.Height, top))
	return l
}

// widen makes room for wider lines than the panels, which stay in the middle.
func (l *Layout) widen(width float64) {
	more := math.Round((width - l.Width) / 2)
	if more <= 0 {
		return
	}
	l.Width = max(width, l.Width+2*more)
	for i := range l.Panels {
		l.Panels[i].X += more
		for j := range l.Panels[i].Lines {
			l.Panels[i].Lines[j].X += more
		}
	}
	for i := range l.Title {
		l.Title[i].X += more
	}
}

// title sets the title over the panels, in as many lines as it takes.
func (l *Layout) title(text string) {
	if text == "" {
		return
	}
	lines := wrapWords(text, max(30, int((l.Width-2*margin)/(titleSize*runeWidth))))
	l.widen(2*margin + float64(longestOf(lines))*titleSize*runeWidth)
	more := float64(len(lines)-1) * titleSize * 1.3
	for i := range l.Panels {
		l.Panels[i].Y += more
		for j := range l.Panels[i].Lines {
			l.Panels[i].Lines[j].Y += more
		}
	}
	l.Height += more
	for i, line := range lines {
		l.Title = append(l.Title, Written{Text: line, X: l.Width / 2, Y: margin + titleSize*(0.6+1.3*float64(i)),
			Size: titleSize, Bold: true})
	}
}

// notes sets sentences below everything, each in as many lines as it takes.
func (l *Layout) notes(sentences []string) {
	if len(sentences) == 0 {
		return
	}
	l.widen(noteWide)
	n := int((l.Width - 2*margin) / (wordSize * runeWidth))
	y := l.Height + wordLine*0.6
	for _, sentence := range sentences {
		for _, line := range wrapWords(sentence, n) {
			l.Notes = append(l.Notes, Written{Text: line, X: l.Width / 2, Y: y, Size: wordSize})
			y += wordLine
		}
		y += wordLine * 0.3
	}
	l.Height = y + margin*0.5
}

func longestOf(lines []string) (n int) {
	for _, l := range lines {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}

// maxLines is the most lines of words below a board.
const maxLines = 6

// wrapWords breaks text into lines of at most n characters where it can.
func wrapWords(text string, n int) (lines []string) {
	n = max(n, 8)
	line, used := "", 0
	flush := func() {
		if used > 0 {
			lines = append(lines, line)
		}
		line, used = "", 0
	}
	for _, word := range strings.Fields(text) {
		long := utf8.RuneCountInString(word)
		if used > 0 && used+1+long > n {
			flush()
		}
		for long > n { // a word that fits no line
			cut := 0
			for range n {
				_, size := utf8.DecodeRuneInString(word[cut:]) // 1 also where it is no character
				cut += size
			}
			lines = append(lines, word[:cut])
			word = word[cut:]
			long -= n
		}
		if used > 0 {
			line += " "
			used++
		}
		line += word
		used += long
	}
	flush()
	if len(lines) > maxLines {
		lines = append(lines[:maxLines-1], "…")
	}
	return lines
}

// A Stamp is a sprite at a place of a board, in cells.
type Stamp struct {
	Key  StampKey
	X, Y float64
}

// A StampKey tells sprites apart.
type StampKey struct {
	Piece bool
	Cell  scene.Cell // where it is none
	Look  scene.Look // where it is one
	W, H  float64
}

// Figures are those of a sprite, at the origin.
func (t Theme) Figures(k StampKey) []Figure {
	if k.Piece {
		return t.Piece(k.Look, k.W, k.H)
	}
	return t.Cell(k.Cell)
}

// Stamps yields the sprites of s in the order in which they are drawn: cells, then pieces. The links of nets belong
// between the two.
func Stamps(s *scene.Scene, yield func(st Stamp, piece bool) bool) { StampsUntil(s, nil, yield) }

// StampsUntil is Stamps that ends with the error that stop returns, which is asked before each row of cells and before
// as many pieces. A nil stop is not asked.
func StampsUntil(s *scene.Scene, stop func() error, yield func(st Stamp, piece bool) bool) error {
	if stop == nil {
		stop = func() error { return nil }
	}
	v := s.Shown()
	for r := v.Top; r < v.Top+v.Rows; r++ {
		if err := stop(); err != nil {
			return err
		}
		for c := v.Left; c < v.Left+v.Cols; c++ {
			k := StampKey{Cell: s.Cell(r, c), W: 1, H: 1}
			if !yield(Stamp{k, float64(c), float64(r)}, false) {
				return nil
			}
		}
	}
	for i := range s.Pieces {
		if i%max(1, v.Cols) == 0 {
			if err := stop(); err != nil {
				return err
			}
		}
		p := &s.Pieces[i]
		if !yield(Stamp{StampKey{Piece: true, Look: p.Look, W: p.W, H: p.H}, p.X, p.Y}, true) {
			return nil
		}
	}
	return nil
}
