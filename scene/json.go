package scene

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// The names that JSON has for kinds, signs, gestures and shapes, by their numbers.
var (
	kindNames    = []string{"floor", "wall", "hole", "dead", "any", "ghost", "pit"}
	signNames    = []string{"ring", "cross", "badge", "arrow", "line", "cycle", "link"}
	gestureNames = []string{"tap", "left", "right", "up", "down", "key"}
	shapeNames   = []string{"", "block", "disc", "triangle", "diamond", "square", "star", "pentagon", "plus", "drop",
		"hexagon", "moon", "saltire", "hourglass"}
)

// String is the kind's name in JSON.
func (k Kind) String() string { return named(kindNames, int(k)) }

// String is the shape's name in JSON; "" for ShapeOfColour.
func (s Shape) String() string { return named(shapeNames, int(s)) }

func named(names []string, n int) string {
	if n >= len(names) {
		return "unknown"
	}
	return names[n]
}

// document is a Scene as JSON has it.
type document struct {
	Rows    int64           `json:"rows"`
	Cols    int64           `json:"cols"`
	Window  []int           `json:"window,omitempty"`
	Origin  []int           `json:"origin,omitempty"`
	Spaced  bool            `json:"spaced,omitempty"`
	Looks   []lookDoc       `json:"looks,omitempty"`
	Cells   []cellDoc       `json:"cells,omitempty"`
	Ground  json.RawMessage `json:"ground,omitempty"`
	Pieces  json.RawMessage `json:"pieces,omitempty"`
	Marks   []markDoc       `json:"marks,omitempty"`
	Handles []handleDoc     `json:"handles,omitempty"`
	Caption string          `json:"caption,omitempty"`
	Alt     string          `json:"alt,omitempty"`
	Done    bool            `json:"done,omitempty"`
}

type lookDoc struct {
	Label  string `json:"label,omitempty"`
	Colour int    `json:"colour,omitempty"`
	Shape  string `json:"shape,omitempty"`
}

type cellDoc struct {
	Kind string `json:"kind"`
	Look int    `json:"look,omitempty"` // of a ghost; from 0
}

type markDoc struct {
	Sign   string       `json:"sign"`
	At     [][2]float64 `json:"at"`
	Colour int          `json:"colour,omitempty"`
	Label  string       `json:"label,omitempty"`
}

type handleDoc struct {
	Gesture string     `json:"gesture"`
	At      [4]float64 `json:"at"`
	Key     string     `json:"key,omitempty"`
	Move    string     `json:"move"`
	Label   string     `json:"label,omitempty"`
}

// looks numbers the looks of a scene as they come.
type looks struct {
	list  []lookDoc
	index map[Look]int
	last  Look // and its number: neighbours are often alike
	at    int
}

func (k *looks) number(l Look) int {
	if len(k.list) > 0 && l == k.last {
		return k.at
	}
	i, known := k.index[l]
	if !known {
		i = len(k.list)
		k.index[l] = i
		k.list = append(k.list, lookDoc{l.Label, l.Colour, shapeNames[l.Shape]})
	}
	k.last, k.at = l, i
	return i
}

// MarshalJSON writes s as an object; what it does not have is left out:
//
//	rows, cols    numbers
//	window        [top, left, rows, cols], where the scene is a part of the board
//	origin        [row, column]
//	spaced, done  true
//	looks         [{label, colour, shape}, …]
//	cells         [{kind, look}, …], kinds of ground; a ghost's look counts from 0
//	ground        a list for each row of the window, [cell, count, cell, count, …]; cells count from 1 and 0 is
//	              floor, as is all that is left out at the end
//	pieces        [[id, look, x, y], …], behind y also width and height where they are not 1; looks count from 0
//	marks         [{sign, at: [[x, y], …], colour, label}, …]
//	handles       [{gesture, at: [x, y, width, height], key, move, label}, …]
//	caption, alt  texts
//
// A scene that Validate refuses is an error.
func (s Scene) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil) }

// AppendJSON appends what MarshalJSON returns. It is for large scenes: encoding/json looks at all that MarshalJSON
// returns once more.
func (s *Scene) AppendJSON(b []byte) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	d := document{Rows: int64(s.Rows), Cols: int64(s.Cols), Spaced: s.Spaced}
	if w := s.Window; w != (Window{}) {
		d.Window = []int{w.Top, w.Left, w.Rows, w.Cols}
	}
	if s.Origin != [2]int{} {
		d.Origin = s.Origin[:]
	}
	known := looks{index: map[Look]int{}}
	for _, c := range s.Ground.looks {
		cell := cellDoc{Kind: kindNames[c.Kind]}
		if c.Kind == Ghost {
			cell.Look = known.number(c.Look)
		}
		d.Cells = append(d.Cells, cell)
	}
	b = slices.Grow(b, 400+20*len(s.Pieces)+64*len(s.Handles))
	// Looks stand before the pieces, which number them.
	pieces := appendPieces(make([]byte, 0, 20*len(s.Pieces)), s.Pieces, &known)
	d.Looks = known.list
	b, err := appendPart(b, d)
	if err != nil {
		return nil, err
	}
	if len(s.Ground.rows) > 0 {
		b = s.Ground.append(append(b, `,"ground":`...))
	}
	if len(pieces) > 0 {
		b = append(append(b, `,"pieces":`...), pieces...)
	}
	var marks []markDoc
	for _, m := range s.Marks {
		doc := markDoc{Sign: signNames[m.Sign], Colour: m.Colour, Label: m.Label}
		for _, at := range m.At {
			doc.At = append(doc.At, [2]float64{at.X, at.Y})
		}
		marks = append(marks, doc)
	}
	if len(marks) > 0 {
		all, err := json.Marshal(marks)
		if err != nil {
			return nil, err
		}
		b = append(append(b, `,"marks":`...), all...)
	}
	if b, err = appendHandles(b, s.Handles); err != nil {
		return nil, err
	}
	return appendTexts(b, s)
}

// appendPart writes an object that is not closed yet.
func appendPart(b []byte, d document) ([]byte, error) {
	head, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return append(b, head[:len(head)-1]...), nil
}

// appendTexts writes what stands at the end of a scene, and closes it.
func appendTexts(b []byte, s *Scene) (_ []byte, err error) {
	if b, err = appendField(b, `,"caption":`, s.Caption); err != nil {
		return nil, err
	}
	if b, err = appendField(b, `,"alt":`, s.Alt); err != nil {
		return nil, err
	}
	if s.Done {
		b = append(b, `,"done":true`...)
	}
	return append(b, '}'), nil
}

// appendField writes a text behind its name, nothing where it is empty.
func appendField(b []byte, name, text string) ([]byte, error) {
	if text == "" {
		return b, nil
	}
	b = append(b, name...)
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, err := json.Marshal(text)
			return append(b, quoted...), err
		}
	}
	return append(append(append(b, '"'), text...), '"'), nil
}

func appendHandles(b []byte, handles []Handle) (_ []byte, err error) {
	for i := range handles {
		h := &handles[i]
		if i == 0 {
			b = append(b, `,"handles":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(append(b, `{"gesture":"`...), gestureNames[h.Gesture]...)
		b = appendNumber(append(b, `","at":[`...), h.X)
		b = appendNumber(append(b, ','), h.Y)
		b = appendNumber(append(b, ','), h.W)
		b = appendNumber(append(b, ','), h.H)
		b = append(b, ']')
		if b, err = appendField(b, `,"key":`, h.Key); err != nil {
			return nil, err
		}
		if h.Move == "" {
			b = append(b, `,"move":""`...)
		} else if b, err = appendField(b, `,"move":`, h.Move); err != nil {
			return nil, err
		}
		if b, err = appendField(b, `,"label":`, h.Label); err != nil {
			return nil, err
		}
		b = append(b, '}')
	}
	if len(handles) > 0 {
		b = append(b, ']')
	}
	return b, nil
}

// append writes the rows, nothing where all is floor.
func (g *Ground) append(b []byte) []byte {
	if len(g.rows) == 0 {
		return nil
	}
	b = append(b, '[')
	for i, runs := range g.rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		start := uint32(0)
		for k, r := range runs {
			if k > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendUint(b, uint64(r.cell), 10)
			b = append(b, ',')
			b = strconv.AppendUint(b, uint64(r.end-start), 10)
			start = r.end
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

func appendPieces(b []byte, pieces []Piece, known *looks) []byte {
	if len(pieces) == 0 {
		return nil
	}
	b = append(b, '[')
	for i, p := range pieces {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(p.ID), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(known.number(p.Look)), 10)
		b = appendNumber(append(b, ','), p.X)
		b = appendNumber(append(b, ','), p.Y)
		if p.W != 1 || p.H != 1 {
			b = appendNumber(append(b, ','), p.W)
			b = appendNumber(append(b, ','), p.H)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// appendNumber writes the shortest digits that give x again.
func appendNumber(b []byte, x float64) []byte {
	if n := int64(x); float64(n) == x && max(n, -n) < 1<<53 && (n != 0 || !math.Signbit(x)) {
		return strconv.AppendInt(b, n, 10)
	}
	if a := math.Abs(x); a != 0 && a < 1e-6 {
		return strconv.AppendFloat(b, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// UnmarshalJSON reads what MarshalJSON writes and nothing else: unknown fields and scenes that Validate refuses are
// errors. Memory is linear in len(data), whatever sizes it names.
func (s *Scene) UnmarshalJSON(data []byte) error {
	var d document
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return err
	}
	if max(d.Rows, d.Cols) > MaxSide { // an int of 32 bits holds no more
		return fmt.Errorf("a scene of %d × %d cells: rows and columns are between 0 and %d", d.Rows, d.Cols, MaxSide)
	}
	t := Scene{Rows: int(d.Rows), Cols: int(d.Cols), Spaced: d.Spaced, Caption: d.Caption, Alt: d.Alt, Done: d.Done}
	switch len(d.Window) {
	case 0:
	case 4:
		t.Window = Window{d.Window[0], d.Window[1], d.Window[2], d.Window[3]}
	default:
		return fmt.Errorf("a window is [top, left, rows, cols]")
	}
	switch len(d.Origin) {
	case 0:
	case 2:
		t.Origin = [2]int{d.Origin[0], d.Origin[1]}
	default:
		return fmt.Errorf("an origin is [row, column]")
	}
	known := make([]Look, len(d.Looks))
	for i, l := range d.Looks {
		shape, err := number("shape", shapeNames, l.Shape)
		if err != nil {
			return err
		}
		known[i] = Look{l.Colour, Shape(shape), l.Label}
	}
	if err := t.readGround(&d, known); err != nil {
		return err
	}
	if err := t.readPieces(d.Pieces, known); err != nil {
		return err
	}
	if err := t.readMarks(&d); err != nil {
		return err
	}
	if err := t.Validate(); err != nil {
		return err
	}
	*s = t
	return nil
}

func number(what string, names []string, name string) (int, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("there is no %s %.20q", what, name)
	}
	return i, nil
}

func (s *Scene) readGround(d *document, known []Look) error {
	cells := make([]Cell, len(d.Cells)+1)
	for i, c := range d.Cells {
		kind, err := number("kind of cells", kindNames, c.Kind)
		if err != nil {
			return err
		}
		cells[i+1].Kind = Kind(kind)
		if cells[i+1].Kind != Ghost {
			continue
		}
		if c.Look < 0 || c.Look >= len(known) {
			return fmt.Errorf("there is no look %d", c.Look)
		}
		cells[i+1].Look = known[c.Look]
	}
	if d.Ground == nil {
		return nil
	}
	var rows [][]int64
	if err := json.Unmarshal(d.Ground, &rows); err != nil {
		return err
	}
	w := s.Shown()
	b := newLayer()
	for r, runs := range rows {
		left := int64(w.Cols)
		if r >= w.Rows || len(runs)%2 != 0 {
			return fmt.Errorf("row %d of the ground is one too many, or no list of cells and counts", r+1)
		}
		for k := 0; k < len(runs); k += 2 {
			cell, n := runs[k], runs[k+1]
			if n < 1 || n > left || cell < 0 || cell >= int64(len(cells)) {
				return fmt.Errorf("row %d of the ground: %d cells of number %d are too many or do not exist", r+1, n, cell)
			}
			left -= n
			b.add(r, cells[cell], int(n))
		}
	}
	s.Ground = b.Ground
	return nil
}

func (s *Scene) readPieces(data json.RawMessage, known []Look) error {
	if data == nil {
		return nil
	}
	var list [][]float64
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for i, p := range list {
		if len(p) != 4 && len(p) != 6 || !within(p[1:]...) || !(math.Abs(p[0]) <= maxID) ||
			float64(int(p[0])) != p[0] || p[1] != math.Trunc(p[1]) {
			return fmt.Errorf("piece %d is not [id, look, x, y] or [id, look, x, y, width, height]", i+1)
		}
		if p[1] < 0 || p[1] >= float64(len(known)) {
			return fmt.Errorf("piece %d: there is no look %.0f", i+1, p[1])
		}
		piece := Piece{ID: int(p[0]), X: p[2], Y: p[3], W: 1, H: 1, Look: known[int(p[1])]}
		if len(p) == 6 {
			piece.W, piece.H = p[4], p[5]
		}
		s.Pieces = append(s.Pieces, piece)
	}
	return nil
}

func (s *Scene) readMarks(d *document) error {
	for _, m := range d.Marks {
		sign, err := number("sign", signNames, m.Sign)
		if err != nil {
			return err
		}
		mark := Mark{Sign: Sign(sign), Colour: m.Colour, Label: m.Label}
		for _, at := range m.At {
			mark.At = append(mark.At, Point{at[0], at[1]})
		}
		s.Marks = append(s.Marks, mark)
	}
	for _, h := range d.Handles {
		gesture, err := number("gesture", gestureNames, h.Gesture)
		if err != nil {
			return err
		}
		x, y, width, height := h.At[0], h.At[1], h.At[2], h.At[3]
		s.Handles = append(s.Handles, Handle{Gesture(gesture), x, y, width, height, h.Key, h.Move, h.Label})
	}
	return nil
}
