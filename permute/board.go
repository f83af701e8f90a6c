package permute

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// A labelled board is one as it was read: labels row by row, "." where a cell does not matter. at tells the
// place of a cell for errors.
type labelled struct {
	rows, cols int
	cells      []string
	at         func(cell int) grid.Pos
	meter      *meter.Meter
	held       int64 // bytes of the meter, until release
}

// What a board takes while it is read, and what one of an instance's own takes, for each cell: labels are sorted and
// looked up. A meter is asked about holdCells cells at a time.
const (
	bytesPerRead  = 64
	bytesPerStart = 128
	bytesPerGoal  = 4
	bytesPerList  = 96 // of a goal, however small: its place among the goals while their list grows, and its own memory
	stepsPerCell  = 50
	holdCells     = 64
)

const theBoard = "a board of this size"

// put appends a cell.
func (b *labelled) put(label string) error {
	if len(b.cells)%holdCells == 0 {
		if err := b.hold(bytesPerRead * holdCells); err != nil {
			return err
		}
	}
	b.cells = append(b.cells, label)
	return nil
}

// hold is about the work on holdCells cells, too.
func (b *labelled) hold(bytes int64) error {
	if err := b.meter.Work(stepsPerCell * holdCells); err != nil {
		return err
	}
	if err := b.meter.Hold(theBoard, bytes); err != nil {
		return err
	}
	b.held += bytes
	return nil
}

// release is called when b is of no use any more.
func (b *labelled) release() { b.meter.Release(b.held) }

// errorf makes an error at a cell.
func (b *labelled) errorf(cell int, format string, args ...any) error {
	return grid.Errorf(b.at(cell), format, args...)
}

// newStart takes a board for the start of an instance.
func newStart(b *labelled) (*Instance, error) {
	if err := b.meter.Hold(theBoard, bytesPerStart*int64(len(b.cells))); err != nil {
		return nil, err
	}
	for i, s := range b.cells {
		if err := checkLabel(s); err != nil {
			return nil, b.errorf(i, "%v", err)
		}
	}
	p := &Instance{Rows: b.rows, Cols: b.cols, Start: make([]Tile, len(b.cells))}
	if err := b.meter.Work(stepsPerCell * len(b.cells)); err != nil {
		return nil, err
	}
	if p.Labels = b.labels(); b.meter.Err() != nil {
		return nil, b.meter.Err()
	}
	tiles := p.tiles()
	for i, s := range b.cells {
		p.Start[i] = tiles[s]
	}
	return p, nil
}

// labels are the different labels in their natural order. They do not keep the text alive from which they were cut.
func (b *labelled) labels() []string {
	var labels []string
	if len(b.cells) <= 64 {
		labels = slices.Clone(b.cells)
	} else {
		seen := map[string]struct{}{}
		for _, s := range b.cells {
			if _, ok := seen[s]; !ok {
				seen[s] = struct{}{}
				labels = append(labels, s)
			}
		}
	}
	slices.SortFunc(labels, func(x, y string) int {
		if b.meter.Work(stepsPerCell) != nil {
			return 0 // and so it ends soon
		}
		return CompareLabels(x, y)
	})
	labels = slices.Compact(labels)
	for i, s := range labels {
		if len(s) > 1 {
			labels[i] = strings.Clone(s)
		}
	}
	return labels
}

// tiles is the inverse of Labels.
func (p *Instance) tiles() map[string]Tile {
	tiles := make(map[string]Tile, len(p.Labels))
	for i, s := range p.Labels {
		tiles[s] = Tile(i)
	}
	return tiles
}

// goal makes a goal for p of a board; what names it in errors ("the goal").
func (p *Instance) goal(b *labelled, tiles map[string]Tile, what string) ([]Tile, error) {
	if b.rows != p.Rows || b.cols != p.Cols {
		return nil, b.errorf(0, "%s has %d × %d cells; the start has %d × %d", what, b.rows, b.cols, p.Rows, p.Cols)
	}
	if err := b.meter.Hold("a list of goals like this", bytesPerList+bytesPerGoal*int64(len(b.cells))); err != nil {
		return nil, err
	}
	goal := make([]Tile, len(b.cells))
	for i, s := range b.cells {
		if i%holdCells == 0 {
			if err := b.meter.Work(stepsPerCell * holdCells); err != nil {
				return nil, err
			}
		}
		t, ok := tiles[s]
		switch {
		case s == anyLabel:
			t = Any
		case !ok:
			if err := checkLabel(s); err != nil {
				return nil, b.errorf(i, "%v", err)
			}
			return nil, b.errorf(i, "%s has the tile %s and the start does not", what, s)
		}
		goal[i] = t
	}
	if cell, msg := p.surplus(goal, what); cell >= 0 {
		return nil, b.errorf(cell, "%s", msg)
	}
	return goal, nil
}

// surplus is the first cell of a goal with one tile more than the start has of its kind, and the sentence that
// says so; -1 where there is none. All tiles are within Labels.
func (p *Instance) surplus(goal []Tile, what string) (int, string) {
	var few [64]int32
	left := few[:]
	if len(p.Labels) > len(few) {
		left = make([]int32, len(p.Labels))
	}
	for _, t := range p.Start {
		left[t]++
	}
	for i, t := range goal {
		if t == Any {
			continue
		}
		if left[t]--; left[t] < 0 {
			return i, p.surplusText(goal, t, what)
		}
	}
	return -1, ""
}

func (p *Instance) surplusText(goal []Tile, t Tile, what string) string {
	have, want := make([]int64, len(p.Labels)), make([]int64, len(p.Labels))
	for i, u := range goal {
		have[p.Start[i]]++
		if u != Any {
			want[u]++
		}
	}
	msg := what + " has the tile " + p.Labels[t] + " " + times(want[t]) + " and the start " + times(have[t])
	if slices.Contains(goal, Any) {
		return msg
	}
	for u := range p.Labels { // something else is then missing
		if want[u] < have[u] {
			return msg + "; the tile " + p.Labels[u] + " of the start stands there " + times(want[u])
		}
	}
	return msg
}

// solved is the natural order of the start's tiles.
func (p *Instance) solved() []Tile {
	goal := slices.Clone(p.Start)
	slices.Sort(goal)
	return goal
}

// mostChars is how many characters a board of one text with a character a tile may have, and more.
const mostChars = 2*MaxCells + 2

// parseBoard reads a board that is one text: rows with '/' between them. Where a comma or a blank stands in it
// anywhere its tiles are separated by these (a comma may end a row, which tells the single tile 12 from the tiles 1
// and 2); elsewhere each character is a tile. at gives the place of a character of the text, from 0; above counts the
// rows that errors have to add.
func parseBoard(m *meter.Meter, text, what string, above int, at func(char int) grid.Pos) (*labelled, error) {
	b := &labelled{meter: m}
	t := textReader{labelled: b}
	// Without a separator among so many characters there are too many tiles, or one with too long a label.
	lists := strings.ContainsFunc(text[:min(len(text), utf8.UTFMax*mostChars)], isSeparator)
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "/")
		before := len(b.cells)
		var msg string
		var err error
		if lists {
			msg, err = t.list(line)
		} else {
			err = t.chars(line)
		}
		if err != nil {
			return nil, err
		}
		n := len(b.cells) - before
		switch {
		case msg != "":
			return nil, grid.Errorf(at(t.char), "row %d of %s: %s", above+b.rows+1, what, msg)
		case len(b.cells) > MaxCells:
			return nil, grid.Errorf(at(t.char), "%s has more than %d cells", what, MaxCells)
		case n == 0:
			return nil, grid.Errorf(at(t.char), "row %d of %s is empty", above+b.rows+1, what)
		case b.rows == 0:
			b.cols = n
		case n != b.cols:
			i := t.char // behind the row, or at the first tile too many
			if n > b.cols {
				i = int(t.places[before+b.cols])
			}
			return nil, grid.Errorf(at(i), "row %d of %s has %s; the rows above have %d", above+b.rows+1, what,
				grid.Number(n, "tile"), b.cols)
		}
		t.char++
		b.rows++
	}
	b.at = func(cell int) grid.Pos { return at(int(t.places[cell])) }
	return b, nil
}

func isSeparator(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// A textReader reads the tiles of a text and keeps their places. It stops where there are more than MaxCells.
type textReader struct {
	*labelled
	places []int32
	char   int // the number of the next character
}

func (t *textReader) put(label string) error {
	t.places = append(t.places, int32(t.char))
	return t.labelled.put(label)
}

// chars reads a row with a character a tile.
func (t *textReader) chars(line string) error {
	for _, r := range line {
		if err := t.put(string(r)); err != nil || len(t.cells) > MaxCells {
			return err
		}
		t.char++
	}
	return nil
}

// list reads a row whose tiles are separated by commas and blanks. Two commas with nothing between them are a
// mistake, msg.
func (t *textReader) list(line string) (msg string, err error) {
	comma := true // nothing stands before the next comma
	for line != "" && len(t.cells) <= MaxCells {
		n := 0
		for n < len(line) { // of the label
			r, size := utf8.DecodeRuneInString(line[n:])
			if isSeparator(r) {
				break
			}
			if n += size; n > maxLabel {
				if n, err = longLabel(t.meter, line); err != nil {
					return "", err
				}
				break
			}
		}
		if n > 0 {
			if err := t.put(line[:n]); err != nil {
				return "", err
			}
			comma = false
		} else {
			if err := t.meter.Work(stepsPerCell); err != nil {
				return "", err
			}
			if line[0] == ',' {
				if comma {
					return "a tile is missing before this comma", nil
				}
				comma = true
			}
			_, n = utf8.DecodeRuneInString(line)
		}
		t.char += utf8.RuneCountInString(line[:n])
		line = line[n:]
	}
	return "", nil
}

// longLabel is the length of a label that is too long.
func longLabel(m *meter.Meter, line string) (n int, err error) {
	for n < len(line) {
		if err := m.Work(5 * chunk); err != nil {
			return 0, err
		}
		part := line[n:min(len(line), n+chunk)]
		if i := strings.IndexAny(part, ", \t\r\n\v\f"); i >= 0 {
			return n + i, nil
		}
		n += len(part)
	}
	return n, nil
}

// chunk is how much of a text is looked at between two calls of a meter.
const chunk = 64 << 10

// appendBoard writes a board as one text that parseBoard reads, or reports false where a label has no place in one.
func (p *Instance) appendBoard(out []byte, board []Tile) ([]byte, bool) {
	commas := false
	for _, s := range p.Labels {
		if !plain(s) {
			return out, false
		}
		commas = commas || !single(s)
	}
	for i, t := range board {
		if i > 0 && i%p.Cols == 0 {
			out = append(out, '/')
		} else if i > 0 && commas {
			out = append(out, ',')
		}
		out = append(out, p.Label(t)...)
		if commas && p.Cols == 1 {
			out = append(out, ',')
		}
	}
	return out, true
}

// Label is the label of a tile, "." for Any.
func (p *Instance) Label(t Tile) string {
	if t == Any {
		return anyLabel
	}
	return p.Labels[t]
}
