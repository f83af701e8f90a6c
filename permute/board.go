package permute

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// A labelled board is one as it was read: labels row by row, "." where a cell does not matter. at tells the
// place of a cell for errors.
type labelled struct {
	rows, cols int
	cells      []string
	at         func(cell int) grid.Pos
}

// errorf makes an error at a cell.
func (b *labelled) errorf(cell int, format string, args ...any) error {
	return grid.Errorf(b.at(cell), format, args...)
}

// newStart takes a board for the start of an instance.
func newStart(b *labelled) (*Instance, error) {
	for i, s := range b.cells {
		if err := checkLabel(s); err != nil {
			return nil, b.errorf(i, "%v", err)
		}
	}
	p := &Instance{Rows: b.rows, Cols: b.cols, Start: make([]Tile, len(b.cells))}
	p.Labels = slices.Clone(b.cells)
	slices.SortFunc(p.Labels, CompareLabels)
	p.Labels = slices.Compact(p.Labels)
	tiles := p.tiles()
	for i, s := range b.cells {
		p.Start[i] = tiles[s]
	}
	return p, nil
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
	goal := make([]Tile, len(b.cells))
	for i, s := range b.cells {
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

// parseBoard reads a board that is one text: rows with '/' between them. Where a comma or a blank stands in it anywhere its
// tiles are separated by these (a comma may end a row, which tells the single tile 12 from the tiles 1 and 2); elsewhere each character is a tile. at
// gives the place of a character of the text, from 0; above counts the rows that errors have to add.
func parseBoard(text, what string, above int, at func(char int) grid.Pos) (*labelled, error) {
	b := &labelled{}
	lists := strings.ContainsFunc(text, isSeparator)
	var places []int32
	char := 0
	for line := range strings.SplitSeq(text, "/") {
		before := len(b.cells)
		if lists {
			if bad, msg := b.splitRow(line, char, &places); bad >= 0 {
				return nil, grid.Errorf(at(bad), "row %d of %s: %s", above+b.rows+1, what, msg)
			}
		} else {
			i := 0
			for _, r := range line {
				b.cells = append(b.cells, string(r))
				places = append(places, int32(char+i))
				i++
			}
		}
		n := len(b.cells) - before
		char += utf8.RuneCountInString(line) + 1
		switch {
		case n == 0:
			return nil, grid.Errorf(at(char-1), "row %d of %s is empty", above+b.rows+1, what)
		case b.rows == 0:
			b.cols = n
		case n != b.cols:
			i := char - 1 // behind the row, or at the first tile too many
			if n > b.cols {
				i = int(places[before+b.cols])
			}
			return nil, grid.Errorf(at(i), "row %d of %s has %s; the rows above have %d", above+b.rows+1, what, grid.Number(n, "tile"), b.cols)
		}
		if len(b.cells) > MaxCells {
			return nil, grid.Errorf(at(char-1), "%s has more than %d cells", what, MaxCells)
		}
		b.rows++
	}
	b.at = func(cell int) grid.Pos { return at(int(places[cell])) }
	return b, nil
}

func isSeparator(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// splitRow splits a row at commas and blanks and keeps the places of its tiles. Two commas with nothing between them are a mistake.
func (b *labelled) splitRow(line string, char int, places *[]int32) (bad int, msg string) {
	comma := true // nothing stands before the next comma
	for line != "" {
		n := strings.IndexFunc(line, isSeparator)
		if n < 0 {
			n = len(line)
		}
		if n > 0 {
			b.cells = append(b.cells, line[:n])
			*places = append(*places, int32(char))
			comma = false
		} else {
			_, size := utf8.DecodeRuneInString(line)
			if line[0] == ',' {
				if comma {
					return char, "a tile is missing before this comma"
				}
				comma = true
			}
			n = size
		}
		char += utf8.RuneCountInString(line[:n])
		line = line[n:]
	}
	return -1, ""
}

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
