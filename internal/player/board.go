package player

import (
	"math"

	"github.com/gridwright/gridwright/scene"
)

// A size is how many characters a cell takes, the gap to its right included.
type size struct{ w, h int }

// sizes are those that are tried for a board whose labels have so many columns, the largest first. A character is about
// twice as high as it is wide.
func sizes(label int) []size {
	return []size{{max(6, label+3), 3}, {max(4, label+2), 2}, {max(2, label+1), 1}}
}

// Bounds of boards.
const (
	maxLabel = 12 // columns of a label; longer ones are cut
	maxSpan  = 4  // cells beside the board in which handles and pieces are drawn
)

// A board is a scene in characters.
type board struct {
	*scene.Scene
	size size
	view scene.Window // the cells that are drawn
	// low and high are the cells between which something is drawn, the board's own and those beside it.
	low, high [2]int // x, y
	ox, oy    int    // where the cell at the view's corner begins
	w, h      int    // characters in all
	spots     []spot // of handles, in their order
	rail      [2]int // columns and rows for arrows beside the board
	focus     int    // a handle, or −1
	depth     scene.Depth
	ascii     bool
}

// A spot is where a handle is shown, in characters.
type spot struct {
	x, y  int  // of its sign; its middle where it has none
	sign  rune // 0: none, the cells themselves show it
	shown bool
}

// labels is the most columns that a label of s takes.
func labels(s *scene.Scene) int {
	n := 1
	for i := range s.Pieces {
		n = max(n, width(printable(s.Pieces[i].Label)))
	}
	v := s.Shown()
	for r := v.Top; r < v.Top+v.Rows; r++ {
		for c := v.Left; c < v.Left+v.Cols; c++ {
			if cell := s.Cell(r, c); cell.Kind == scene.Ghost {
				n = max(n, width(printable(cell.Look.Label)))
			}
		}
	}
	return min(n, maxLabel)
}

// layOut puts s into at most w × h characters with cells of that size; ok is false where a part of what the scene tells
// of is left out.
func layOut(s *scene.Scene, z size, w, h int) (b *board, ok bool) {
	b = &board{Scene: s, size: z, focus: -1}
	v := s.Shown()
	b.low, b.high = [2]int{v.Left, v.Top}, [2]int{v.Left + v.Cols, v.Top + v.Rows}
	grow := func(x, y, pw, ph float64) {
		b.low[0], b.low[1] = min(b.low[0], int(math.Floor(x))), min(b.low[1], int(math.Floor(y)))
		b.high[0], b.high[1] = max(b.high[0], int(math.Ceil(x+pw))), max(b.high[1], int(math.Ceil(y+ph)))
	}
	for i := range s.Handles {
		if g := &s.Handles[i]; g.Gesture != scene.Key {
			grow(g.X, g.Y, g.W, g.H)
			if g.Gesture != scene.Tap && b.inside(g) {
				b.rail = [2]int{3, 1}
			}
		}
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		grow(p.X, p.Y, p.W, p.H)
	}
	b.low = [2]int{max(b.low[0], v.Left-maxSpan), max(b.low[1], v.Top-maxSpan)}
	b.high = [2]int{min(b.high[0], v.Left+v.Cols+maxSpan), min(b.high[1], v.Top+v.Rows+maxSpan)}
	// A frame and a blank column stand around the cells.
	sides := [2]int{v.Left - b.low[0] + b.high[0] - v.Left - v.Cols, v.Top - b.low[1] + b.high[1] - v.Top - v.Rows}
	extra := [2]int{sides[0]*z.w + 2*b.rail[0] + 3, sides[1]*z.h + 2*b.rail[1] + 2}
	fit := [2]int{min(v.Cols, max(1, (w-extra[0])/z.w)), min(v.Rows, max(1, (h-extra[1])/z.h))}
	b.view = scene.Window{Top: v.Top, Left: v.Left, Rows: min(v.Rows, fit[1]), Cols: min(v.Cols, fit[0])}
	b.ox = b.rail[0] + (v.Left-b.low[0])*z.w + 2
	b.oy = b.rail[1] + (v.Top-b.low[1])*z.h + 1
	b.w, b.h = b.view.Cols*z.w+extra[0], b.view.Rows*z.h+extra[1]
	for i := range s.Handles {
		b.spots = append(b.spots, b.spot(&s.Handles[i]))
	}
	return b, b.view == v && b.w <= w && b.h <= h
}

// inside reports whether a handle's region lies on the board.
func (b *board) inside(h *scene.Handle) bool {
	return h.X < float64(b.Cols) && h.Y < float64(b.Rows) && h.X+h.W > 0 && h.Y+h.H > 0
}

// at is where a place of the board is in characters; beside the board the frame lies between.
func (b *board) at(x, y float64) (int, int) { return b.on(x, y, math.Round) }

// char is the character that holds a place.
func (b *board) char(x, y float64) (int, int) { return b.on(x, y, math.Floor) }

func (b *board) on(x, y float64, whole func(float64) float64) (int, int) {
	stretch := func(v float64, from, n, origin, cell, before, behind int) int {
		d := int(whole((v - float64(from)) * float64(cell)))
		switch {
		case v < float64(from):
			d -= before
		case v >= float64(from+n):
			d += behind
		}
		return origin + d
	}
	return stretch(x, b.view.Left, b.view.Cols, b.ox, b.size.w, 2+b.rail[0], 1+b.rail[0]),
		stretch(y, b.view.Top, b.view.Rows, b.oy, b.size.h, 1+b.rail[1], 1+b.rail[1])
}

// place is the inverse of at: the middle of a character as a place of the board.
func (b *board) place(col, row int) (x, y float64) {
	back := func(c, from, n, origin, cell, before, behind int) float64 {
		d := c - origin
		switch {
		case d < 0:
			d = min(-1, d+before)
		case d >= n*cell:
			d = max(n*cell, d-behind)
		}
		return float64(from) + (float64(d)+0.5)/float64(cell)
	}
	return back(col, b.view.Left, b.view.Cols, b.ox, b.size.w, 2+b.rail[0], 1+b.rail[0]),
		back(row, b.view.Top, b.view.Rows, b.oy, b.size.h, 1+b.rail[1], 1+b.rail[1])
}

// spot is where h is shown.
func (b *board) spot(h *scene.Handle) spot {
	if h.Gesture == scene.Key {
		return spot{}
	}
	mx, my := b.char(h.X+h.W/2, h.Y+h.H/2)
	s := spot{x: mx, y: my, shown: true}
	arrows := map[scene.Gesture]rune{scene.DragLeft: '←', scene.DragRight: '→', scene.DragUp: '↑', scene.DragDown: '↓'}
	s.sign = arrows[h.Gesture]
	if !b.inside(h) {
		s.x = mx + max(0, b.size.w/2-1) - b.size.w/2
		if s.sign == 0 {
			s.sign = '◦'
		}
	} else {
		s.x, s.y = b.inner(mx, b.ox, b.size.w, h.X, h.W), b.inner(my, b.oy, b.size.h, h.Y, h.H)
		right, bottom := b.ox+b.view.Cols*b.size.w, b.oy+b.view.Rows*b.size.h
		switch h.Gesture {
		case scene.DragLeft:
			s.x = b.ox - 4
		case scene.DragRight:
			s.x = right + 2
		case scene.DragUp:
			s.y = b.oy - 2
		case scene.DragDown:
			s.y = bottom + 1
		}
	}
	s.shown = s.x >= 0 && s.y >= 0 && s.x < b.w && s.y < b.h
	return s
}

// inner is the character in the middle of a region: of one cell where its label stands.
func (b *board) inner(mid, origin, cell int, at, n float64) int {
	if n != 1 || at != math.Floor(at) {
		return mid
	}
	return origin + (mid-origin)/cell*cell + (cell-1)/2
}

// under is the handle that a tap at a character means, or −1: the sign that stands there, or the smallest region that
// can be tapped.
func (b *board) under(col, row int) int {
	for i, s := range b.spots {
		if s.shown && s.sign != 0 && row == s.y && col >= s.x-1 && col <= s.x+1 {
			return i
		}
	}
	x, y := b.place(col, row)
	return b.best(x, y, scene.Tap)
}

// dragged is the handle that a drag from a character in a direction means, or −1.
func (b *board) dragged(col, row, dx, dy int) int {
	g := scene.DragRight
	switch across := dx*dx >= 4*dy*dy; {
	case across && dx < 0:
		g = scene.DragLeft
	case across:
	case dy < 0:
		g = scene.DragUp
	default:
		g = scene.DragDown
	}
	x, y := b.place(col, row)
	return b.best(x, y, g)
}

// best is the smallest region of a gesture that holds the place.
func (b *board) best(x, y float64, g scene.Gesture) int {
	found, least := -1, math.Inf(1)
	for i := range b.Handles {
		h := &b.Handles[i]
		if h.Gesture == g && x >= h.X && y >= h.Y && x < h.X+h.W && y < h.Y+h.H && h.W*h.H < least {
			found, least = i, h.W*h.H
		}
	}
	return found
}

// towards is the handle that comes next in a direction from the one in focus: the nearest, straight ahead before aside.
func (b *board) towards(from, dx, dy int) int {
	if from < 0 || from >= len(b.spots) {
		return from
	}
	found, least := from, math.Inf(1)
	at := b.spots[from]
	for i, s := range b.spots {
		ahead, aside := dx*(s.x-at.x)+2*dy*(s.y-at.y), dy*(s.x-at.x)+2*dx*(s.y-at.y)
		if i == from || ahead <= 0 || !s.shown {
			continue
		}
		if far := float64(ahead) + 3*math.Abs(float64(aside)); far < least {
			found, least = i, far
		}
	}
	return found
}
