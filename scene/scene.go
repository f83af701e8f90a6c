package scene

import (
	"fmt"
	"unicode/utf8"
)

// A Scene is a board as it stands. The zero Scene is a board without cells.
type Scene struct {
	Rows, Cols int // of the whole board
	// Window is the part that the scene tells of; the zero Window is all. Places count from the whole board's corner.
	Window Window
	// Origin is the row and column, from 0, that the puzzle calls the cell at the top left: not (0, 0) where the
	// board drawn is a part of a larger, empty one.
	Origin [2]int
	// Spaced asks for air between the cells: in text a blank even where labels are single characters.
	Spaced bool

	Ground  Ground
	Pieces  []Piece // later ones lie on top
	Marks   []Mark
	Handles []Handle

	Caption string // a title of a few words: "start"
	Alt     string // the same for somebody who cannot see it
	Done    bool   // the target stands
}

// A Window is a rectangle of cells.
type Window struct{ Top, Left, Rows, Cols int }

// Corner is the window of the first rows and columns.
func Corner(rows, cols int) Window { return Window{Rows: rows, Cols: cols} }

// Clip returns the part of w that lies on a board of rows × cols cells; the zero Window stands for the whole board.
func (w Window) Clip(rows, cols int) Window {
	if w == (Window{}) {
		return Corner(rows, cols)
	}
	w.Top, w.Rows = clip(w.Top, w.Rows, rows)
	w.Left, w.Cols = clip(w.Left, w.Cols, cols)
	return w
}

// clip cuts the stretch of n from at to [0, size).
func clip(at, n, size int) (int, int) {
	if at < 0 {
		at, n = 0, n+at
	}
	at = min(at, size)
	return at, max(0, min(n, size-at))
}

// Holds reports whether the cell lies in w.
func (w Window) Holds(row, col int) bool {
	return row >= w.Top && row-w.Top < w.Rows && col >= w.Left && col-w.Left < w.Cols
}

// New makes the scene of a board of rows × cols floor cells. Of w the scene keeps what lies on the board; who fills it
// loops over [Scene.Shown].
func New(rows, cols int, w Window) *Scene {
	s := &Scene{Rows: rows, Cols: cols}
	if c := w.Clip(rows, cols); c != Corner(rows, cols) {
		s.Window = c
	}
	return s
}

// Shown is the part of the board that the scene tells of.
func (s *Scene) Shown() Window { return s.Window.Clip(s.Rows, s.Cols) }

// Put adds a piece of one cell.
func (s *Scene) Put(id, row, col int, look Look) {
	s.Pieces = append(s.Pieces, Piece{ID: id, X: float64(col), Y: float64(row), W: 1, H: 1, Look: look})
}

// A Look is how a piece, or the ghost of one, looks.
type Look struct {
	Colour int    // a number of Palette; 0 is the colour of writing
	Shape  Shape  // ShapeOfColour where it has none of its own
	Label  string // a few characters, or none
}

// A Piece is something on the board that moves or changes. Drawn around (X, Y), its top left corner, it takes W × H
// cells; pieces may stand anywhere, also between and outside of the cells.
type Piece struct {
	ID         int // ≥ 0, of one piece of a scene alone; equal in all scenes of a story
	X, Y, W, H float64
	Look
}

// A Kind says what a cell of the ground is.
type Kind uint8

// The kinds of cells.
const (
	Floor Kind = iota // as most cells are
	Wall              // nothing can stand here
	Hole              // the board has no such cell
	Dead              // it is there, but a person can do nothing with it
	Any               // what stands here does not matter
	Ghost             // floor on which the target wants the piece that Look shows
	Pit               // what stands here falls out of the board

	kinds // how many
)

// A Cell is one cell of the ground. Only ghosts have a look.
type Cell struct {
	Kind Kind
	Look Look
}

// A Point is a place on the board.
type Point struct{ X, Y float64 }

// Middle is the middle of a cell, rows and columns from 0.
func Middle(row, col int) Point { return Point{float64(col) + 0.5, float64(row) + 0.5} }

// A Sign says what a mark is.
type Sign uint8

// The signs. Each mark is at one place or more.
const (
	Ring  Sign = iota // around each place
	Cross             // over each place
	Badge             // Label, a number mostly, beside each place
	Arrow             // from place to place
	Line              // through all places
	Cycle             // a line that ends where it begins
	Link              // a link of a net, under the pieces, between two places; a bridge where it has a colour

	signs // how many
)

// A Mark points something out.
type Mark struct {
	Sign   Sign
	Colour int // a number of Palette
	Label  string
	At     []Point
}

// A Gesture is what a person does.
type Gesture uint8

// The gestures. Key is none with a pointer: the handle is for its key alone.
const (
	Tap Gesture = iota
	DragLeft
	DragRight
	DragUp
	DragDown
	Key

	gestures // how many
)

// A Handle is a way to make a move. Each can be reached by keyboard: by its own key, or by going to it and
// pressing Enter.
type Handle struct {
	Gesture    Gesture
	X, Y, W, H float64 // the region, in cells; it may lie outside of the board
	Key        string  // as browsers name them: "ArrowLeft", "a", "Enter"; "" for none of its own
	Move       string  // in the family's words
	Label      string  // the move for a person: "all to the left"
}

// Bounds of what Validate lets pass.
const (
	MaxSide  = 1<<31 - 1 // rows or columns
	maxID    = 1<<53 - 1 // what a browser's numbers still tell apart
	MaxLabel = 64        // characters of a label or a key
	MaxText  = 1 << 16   // bytes of a caption, of alt, of a move
	maxPlace = 1 << 40   // of a place, so that sums stay exact enough
)

func within(v ...float64) bool {
	for _, x := range v {
		if !(x >= -maxPlace && x <= maxPlace) { // not a number is neither
			return false
		}
	}
	return true
}

// Validate says what is wrong with s, in one sentence. Renderers take whatever passes. It costs time and memory linear
// in the pieces.
func (s *Scene) Validate() error {
	if s.Rows < 0 || s.Cols < 0 || s.Rows > MaxSide || s.Cols > MaxSide {
		return fmt.Errorf("a scene of %d × %d cells: rows and columns are between 0 and %d", s.Rows, s.Cols, MaxSide)
	}
	if s.Window != (Window{}) && s.Window.Clip(s.Rows, s.Cols) != s.Window {
		return fmt.Errorf("the window does not lie on the board")
	}
	if max(s.Origin[0], s.Origin[1]) > MaxSide || min(s.Origin[0], s.Origin[1]) < -MaxSide {
		return fmt.Errorf("the origin is too far away")
	}
	if badText(s.Caption) || badText(s.Alt) {
		return fmt.Errorf("caption and alt are UTF-8 of at most %d bytes", MaxText)
	}
	if err := s.Ground.validate(s.Shown()); err != nil {
		return err
	}
	if err := s.differ(); err != nil {
		return err
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if !within(p.X, p.Y, p.W, p.H) || p.W <= 0 || p.H <= 0 {
			return fmt.Errorf("piece %d: its place or size is no number of cells", i+1)
		}
		if err := p.Look.validate(); err != nil {
			return fmt.Errorf("piece %d: %w", i+1, err)
		}
	}
	for i := range s.Marks {
		if err := s.Marks[i].validate(); err != nil {
			return fmt.Errorf("mark %d: %w", i+1, err)
		}
	}
	for i := range s.Handles {
		if err := s.Handles[i].validate(); err != nil {
			return fmt.Errorf("handle %d: %w", i+1, err)
		}
	}
	return nil
}

// differ wants each id once. Ids that grow, as most do, need no memory.
func (s *Scene) differ() error {
	last := -1
	var seen map[int]bool // once they do not grow
	for i := range s.Pieces {
		id := s.Pieces[i].ID
		if seen == nil && id <= last {
			seen = make(map[int]bool, len(s.Pieces))
			for _, p := range s.Pieces[:i] {
				seen[p.ID] = true
			}
		}
		if id < 0 || int64(id) > maxID || seen[id] {
			return fmt.Errorf("piece %d: ids are ≥ 0 and differ, not %d", i+1, id)
		}
		if last = id; seen != nil {
			seen[id] = true
		}
	}
	return nil
}

func (l Look) validate() error {
	switch {
	case l.Colour < 0 || l.Colour > Colours:
		return fmt.Errorf("colours go from 0 to %d, not %d", Colours, l.Colour)
	case l.Shape >= shapes:
		return fmt.Errorf("there is no shape %d", l.Shape)
	case badLabel(l.Label):
		return fmt.Errorf("a label is UTF-8 of at most %d characters", MaxLabel)
	}
	return nil
}

func (m *Mark) validate() error {
	least, most := 1, len(m.At)
	switch m.Sign {
	case Arrow, Line, Cycle:
		least = 2
	case Link:
		least, most = 2, 2
	}
	if m.Sign >= signs {
		return fmt.Errorf("there is no sign %d", m.Sign)
	}
	if len(m.At) < least || len(m.At) > most {
		return fmt.Errorf("%d places are not what such a mark has", len(m.At))
	}
	for _, at := range m.At {
		if !within(at.X, at.Y) {
			return fmt.Errorf("a place is no number of cells")
		}
	}
	return Look{Colour: m.Colour, Label: m.Label}.validate()
}

func (h *Handle) validate() error {
	switch {
	case h.Gesture >= gestures:
		return fmt.Errorf("there is no gesture %d", h.Gesture)
	case h.Gesture == Key && h.Key == "":
		return fmt.Errorf("it has neither a gesture nor a key")
	case h.Gesture != Key && (h.W <= 0 || h.H <= 0) || !within(h.X, h.Y, h.W, h.H) || h.W < 0 || h.H < 0:
		return fmt.Errorf("its region is no number of cells")
	case h.Move == "" || badText(h.Move) || badText(h.Label):
		return fmt.Errorf("move and label are UTF-8 of at most %d bytes, and a move is not empty", MaxText)
	case badLabel(h.Key):
		return fmt.Errorf("the name of a key is UTF-8 of at most %d characters", MaxLabel)
	}
	return nil
}

func badText(s string) bool { return len(s) > MaxText || !utf8.ValidString(s) }

func badLabel(s string) bool {
	return len(s) > utf8.UTFMax*MaxLabel || utf8.RuneCountInString(s) > MaxLabel || !utf8.ValidString(s)
}
