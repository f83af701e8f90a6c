package tilt

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// formatTumble is the name of the format of TumbleTiles.
const formatTumble = "tumbletiles"

const tumbleDoc = `The XML of the simulator TumbleTiles: BoardSize, the strengths of glues, and TileData with a
Tile for each cell that is not empty: its Location (x from the left, y from the top, from 0), its Color, four glues,
and Concrete, which is True for a wall. Neighbours with one glue on the side they share are bonded, and move as one
piece, if the glue has a strength. Boards on which more could bond on the way are refused. There is no target. The
label of a tile is its colour, six hexadecimal digits.`

const tumbleSample = `<TileConfiguration>
<BoardSize height="2" width="3"/>
<GlueFunction/><PreviewTiles/>
<TileData><Tile>
<Location x="0" y="0"/>
<Color>e69f00</Color>
<Concrete>False</Concrete>
</Tile><Tile>
<Location x="2" y="1"/>
<Concrete>True</Concrete>
</Tile></TileData>
</TileConfiguration>
`

// maxTumble bounds the cells of a board, whose size is not seen in the file. The simulator's editor makes boards of
// up to 1000 × 1000.
const maxTumble = 1_000_000

// maxStrength bounds the strength of a glue.
const maxStrength = 1_000_000_000

// The sides of a tile.
const (
	north = iota
	east
	south
	west
)

// A tumbleTile is a cell of a file.
type tumbleTile struct {
	x, y  int32
	line  int32 // of its Location
	col   int32
	code  uint32    // of its colour
	glues [4]uint32 // by side; 0: none
	wall  bool
}

func (t *tumbleTile) at() grid.Pos { return grid.Pos{Line: int(t.line), Col: int(t.col)} }

// What is held for a tile in a slice that grows, and for a cell of the board; and of how many tiles at once.
const (
	bytesPerTile   = 200
	bytesPerTumble = 24
	holdTiles      = 1 << 10
)

// A tumble is a file as it is read.
type tumble struct {
	*xmlReader
	m         *meter.Meter
	pal       *palette
	h, w      int
	size      grid.Pos // of BoardSize
	tiles     []tumbleTile
	glues     map[string]uint32 // numbers of labels, from 1
	names     []string          // of numbers
	strengths map[uint32]int
}

// sniffTumble reports whether a text that begins with head is taken for XML, which no other format is.
func sniffTumble(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	for _, begin := range []string{"<?xml", "<!DOCTYPE", "<!--", "<TileConfiguration"} {
		if bytes.HasPrefix(head, []byte(begin)) {
			return true
		}
	}
	return false
}

// readTumble reads one file of the simulator; io.EOF when none is left. Nothing that a document type declares
// is ever expanded: a file with one is refused.
func readTumble(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	t := &tumble{xmlReader: newXMLReader(m, s), m: m, pal: newPalette(m), glues: map[string]uint32{}, names: []string{""},
		strengths: map[uint32]int{}}
	root, err := t.child()
	switch {
	case err != nil:
		return nil, err
	case root.Name.Local != "TileConfiguration":
		return nil, t.errorf("the element %s stands where TileConfiguration is expected", grid.Quote(root.Name.Local))
	}
	begin := t.at()
	if err := t.sections(); err != nil {
		return nil, err
	}
	if t.size.IsZero() {
		return nil, grid.Errorf(begin, "this TileConfiguration has no BoardSize")
	}
	p, err := t.instance()
	if err != nil {
		return nil, err
	}
	return p, m.Err()
}

// once notes that the element of e is there, and refuses a second one.
func (t *tumble) once(seen map[string]bool, e *xml.StartElement) error {
	if seen[e.Name.Local] {
		return t.errorf("there is a second %s", e.Name.Local)
	}
	seen[e.Name.Local] = true
	return nil
}

// sections reads what is in TileConfiguration.
func (t *tumble) sections() error {
	seen := map[string]bool{}
	for {
		e, err := t.child()
		if e == nil || err != nil {
			return err
		}
		switch name := e.Name.Local; name {
		case "PreviewTiles", "Commands": // what the editor offers, and files of moves
			err = t.skip()
		case "BoardSize", "GlueFunction", "TileData":
			if err = t.once(seen, e); err != nil {
				return err
			}
			read := map[string]func(*xml.StartElement) error{"BoardSize": t.boardSize, "GlueFunction": t.glueFunction,
				"TileData": t.tileData}
			err = read[name](e)
		default:
			err = t.unknown(e, "BoardSize, GlueFunction, PreviewTiles, TileData and Commands")
		}
		if err != nil {
			return err
		}
	}
}

// unknown is the error about an element that has no place where it is.
func (t *tumble) unknown(e *xml.StartElement, known string) error {
	return t.errorf("the element %s is not known here; known are %s", grid.Quote(e.Name.Local), known)
}

func (t *tumble) boardSize(e *xml.StartElement) (err error) {
	t.size = t.at()
	if t.h, err = t.number(e, "height", 1, maxTumble); err != nil {
		return err
	}
	if t.w, err = t.number(e, "width", 1, maxTumble); err != nil {
		return err
	}
	if t.h > maxTumble/t.w {
		return t.errorf("a board of %d × %d cells is too large; at most %d cells are possible in this format", t.h, t.w,
			maxTumble)
	}
	return t.skip()
}

// glue is the number of a label, which may be new; 0 where it is blank.
func (t *tumble) glue(label string) (uint32, error) {
	if strings.TrimSpace(label) == "" {
		return 0, nil
	}
	if n := t.glues[label]; n > 0 {
		return n, nil
	}
	if err := t.m.Hold(theBoard, bytesPerLabel+int64(len(label))); err != nil {
		return 0, err
	}
	n := uint32(len(t.names))
	t.glues[label], t.names = n, append(t.names, label)
	return n, nil
}

// glueFunction reads the strengths of glues.
func (t *tumble) glueFunction(*xml.StartElement) error {
	for {
		e, err := t.child()
		if e == nil || err != nil {
			return err
		}
		if e.Name.Local != "Function" {
			return t.unknown(e, "Function")
		}
		if err := t.function(t.at()); err != nil {
			return err
		}
	}
}

func (t *tumble) function(at grid.Pos) error {
	label, strength := uint32(0), -1
	seen := map[string]bool{}
	for {
		e, err := t.child()
		if err != nil {
			return err
		}
		if e == nil {
			break
		}
		if err := t.once(seen, e); err != nil {
			return err
		}
		switch e.Name.Local {
		case "Labels":
			label, err = t.labels(e)
		case "Strength":
			strength, err = t.strength()
		default:
			err = t.unknown(e, "Labels and Strength")
		}
		if err != nil {
			return err
		}
	}
	switch _, twice := t.strengths[label]; {
	case label == 0:
		return grid.Errorf(at, "this Function has no label: Labels with L1")
	case strength < 0:
		return grid.Errorf(at, "this Function has no Strength")
	case twice:
		return grid.Errorf(at, "the glue %s has a second strength here", grid.Quote(t.names[label]))
	}
	t.strengths[label] = strength
	return nil
}

func (t *tumble) labels(e *xml.StartElement) (uint32, error) {
	one, _, err := t.attr(e, "L1")
	if err != nil {
		return 0, err
	}
	two, both, err := t.attr(e, "L2")
	if err != nil {
		return 0, err
	}
	if both && one != two {
		return 0, t.errorf("the glues %s and %s shall bond; a glue bonds with the same one only", grid.Quote(one),
			grid.Quote(two))
	}
	n, err := t.glue(one)
	if err != nil {
		return 0, err
	}
	return n, t.skip()
}

func (t *tumble) strength() (int, error) {
	at := t.at()
	text, err := t.text()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 || n > maxStrength {
		return 0, grid.Errorf(at, "a strength is %s; it must be a whole number from 0 to %d", grid.Quote(text), maxStrength)
	}
	return n, nil
}

// tileData reads the tiles.
func (t *tumble) tileData(*xml.StartElement) error {
	for {
		e, err := t.child()
		if e == nil || err != nil {
			return err
		}
		if e.Name.Local != "Tile" {
			return t.unknown(e, "Tile")
		}
		if n := len(t.tiles); n%holdTiles == holdTiles-1 {
			if err := t.m.Hold(theBoard, bytesPerTile*holdTiles); err != nil {
				return err
			}
		}
		tile, err := t.tile(t.at())
		if err != nil {
			return err
		}
		t.tiles = append(t.tiles, tile)
	}
}

// tile reads what is in a Tile.
func (t *tumble) tile(at grid.Pos) (tile tumbleTile, err error) {
	seen := map[string]bool{}
	label, labelAt := "555555", at // what the simulator takes
	for {
		e, err := t.child()
		if err != nil {
			return tile, err
		}
		if e == nil {
			break
		}
		if err := t.once(seen, e); err != nil {
			return tile, err
		}
		switch name := e.Name.Local; name {
		case "Location":
			err = t.location(e, &tile)
		case "Color":
			labelAt = t.at()
			label, err = t.colour(e)
		case "Concrete":
			tile.wall, err = t.concrete()
		case "NorthGlue", "EastGlue", "SouthGlue", "WestGlue":
			var label string
			if label, err = t.text(); err == nil {
				side := map[byte]int{'N': north, 'E': east, 'S': south, 'W': west}[name[0]]
				tile.glues[side], err = t.glue(label)
			}
		case "Label", "label": // the simulator does not read it
			err = t.skip()
		default:
			err = t.unknown(e, "Location, Color, NorthGlue, EastGlue, SouthGlue, WestGlue, Concrete and Label")
		}
		if err != nil {
			return tile, err
		}
	}
	if !seen["Location"] {
		return tile, grid.Errorf(at, "this Tile has no Location")
	}
	if tile.wall {
		return tile, nil
	}
	if tile.code, err = t.pal.code(label); err != nil && t.m.Err() == nil {
		return tile, grid.Errorf(labelAt, "%v", err)
	}
	if err == nil && tile.code == 0 {
		return tile, grid.Errorf(labelAt, "%s is an empty cell, not a tile", grid.Quote(label))
	}
	return tile, err
}

// colour is the label that a Color tells: its attribute name, or the colour itself as six digits.
func (t *tumble) colour(e *xml.StartElement) (string, error) {
	at := t.at()
	name, named, err := t.attr(e, "name")
	if err != nil {
		return "", err
	}
	text, err := t.text()
	if err != nil || named {
		return name, err
	}
	digits := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "#"))
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	if !isColour(digits) {
		return "", grid.Errorf(at, "%s is no colour; a colour is three or six hexadecimal digits", grid.Quote(text))
	}
	return digits, nil
}

// isColour reports whether label is six hexadecimal digits, none a capital.
func isColour(label string) bool {
	return len(label) == 6 && strings.Trim(label, "0123456789abcdef") == ""
}

func (t *tumble) location(e *xml.StartElement, tile *tumbleTile) error {
	at := t.at()
	x, err := t.number(e, "x", 0, maxTumble-1)
	if err != nil {
		return err
	}
	y, err := t.number(e, "y", 0, maxTumble-1)
	if err != nil {
		return err
	}
	tile.x, tile.y, tile.line, tile.col = int32(x), int32(y), int32(at.Line), int32(at.Col)
	return t.skip()
}

func (t *tumble) concrete() (bool, error) {
	at := t.at()
	text, err := t.text()
	if err != nil {
		return false, err
	}
	switch text = strings.TrimSpace(text); {
	case strings.EqualFold(text, "true"):
		return true, nil
	case text == "" || strings.EqualFold(text, "false"):
		return false, nil
	}
	return false, grid.Errorf(at, "Concrete is %s; it must be True or False", grid.Quote(text))
}
