// Package flip is a toy: flip whole rows and columns of a board of 0 and 1 until it equals the target. It is the family
// that docs/new-family.md walks through. This package is its data: nothing in it can flip a board.
package flip

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// MaxCells bounds rows × columns of a board.
const MaxCells = 1 << 24

// An Instance asks whether flips turn Start into Target. Both are rows, texts of 0 and 1.
type Instance struct{ Start, Target []string }

// A Flip is the flip of a row, or of a column. They count from 1.
type Flip struct {
	Column bool
	N      int
}

// String is the flip in the family's words: "r2" or "c3".
func (f Flip) String() string {
	if f.Column {
		return "c" + strconv.Itoa(f.N)
	}
	return "r" + strconv.Itoa(f.N)
}

// Flips are a witness. It claims that they turn the start into the target.
type Flips []Flip

// A Minor is a certificate. It claims that start and target differ in an odd number of the four cells where two rows
// meet two columns. Every flip changes an even number of the four, so no flips turn the start into the target.
type Minor struct{ Rows, Columns [2]int }

// Outcome is what a solver says.
type Outcome = puzzle.Outcome[Flips, Minor]

// Data is the family without its dynamics.
func Data() puzzle.Data[*Instance, Flips, Minor] {
	row := codec.Parsed(codec.Schema{"pattern": "^[01]+$"},
		func(m *meter.Meter, text string) (string, error) { return text, m.Work(len(text)) },
		func(b []byte, row string) []byte { return append(b, row...) })
	board := codec.Sized(codec.ListOf("a row", row), 1, MaxCells)
	document := codec.Object(
		codec.Need("start", board, func(p *Instance) *[]string { return &p.Start }),
		codec.Need("target", board, func(p *Instance) *[]string { return &p.Target }))
	flips := codec.Parsed(codec.Schema{"pattern": "^[rc0-9 ]*$"}, ParseFlips, appendFlips)
	two := codec.Pair("a number", codec.Number[int](1, MaxCells))
	return puzzle.Data[*Instance, Flips, Minor]{
		Name: "flip", Title: "flipping rows and columns", Version: 1,
		Doc:      "Which flips of whole rows and columns turn one board of 0 and 1 into another?",
		Document: codec.At(document),
		Validate: (*Instance).Validate,
		Texts: []puzzle.Text[*Instance, Flips, Minor]{{
			Name: "flip-line", Doc: "A puzzle a line: flip START to TARGET, with commas between the rows of a board.",
			Sample: "flip 010,111 to 000,101\n", Sniff: sniff, Read: read, Write: write,
		}},
		Witnesses: []puzzle.Kind[Flips]{{Name: "flips", Codec: codec.Object(
			codec.Need("flips", flips, func(w *Flips) *Flips { return w }))}},
		Certificates: []puzzle.Kind[Minor]{{Name: "minor", Codec: codec.Object(
			codec.Need("rows", two, func(c *Minor) *[2]int { return &c.Rows }),
			codec.Need("columns", two, func(c *Minor) *[2]int { return &c.Columns }))}},
	}
}

// Validate wants two boards of the same size, in 0 and 1.
func (p *Instance) Validate() error {
	first := 0
	if len(p.Start) > 0 {
		first = len(p.Start[0])
	}
	if len(p.Start) != len(p.Target) || first == 0 || len(p.Start) > MaxCells/first {
		return grid.Errorf(grid.Pos{}, "the start has %s and the target %d; they must be alike, with 1 to %d cells",
			grid.Number(len(p.Start), "row"), len(p.Target), MaxCells)
	}
	for i, row := range append(p.Start[:len(p.Start):len(p.Start)], p.Target...) {
		if len(row) != first || strings.Trim(row, "01") != "" {
			return grid.Errorf(grid.Pos{}, "row %d must be %s of 0 and 1, not %s",
				i%len(p.Start)+1, grid.Number(first, "cell"), grid.Quote(row))
		}
	}
	return nil
}

// ParseFlips reads flips with blanks between them: "r2 c3". It says to m what it does and keeps.
func ParseFlips(m *meter.Meter, text string) (w Flips, err error) {
	for word := range strings.FieldsSeq(text) {
		n, bad := strconv.Atoi(word[1:])
		if bad != nil || n < 1 || n > MaxCells || word[0] != 'r' && word[0] != 'c' {
			return nil, grid.Errorf(grid.Pos{}, "%s is no flip, such as r2 or c3", grid.Quote(word))
		}
		if err := m.Hold("the flips", 64); err != nil { // more than a flip takes in a slice that grows
			return nil, err
		}
		if err := m.Work(50); err != nil {
			return nil, err
		}
		w = append(w, Flip{word[0] == 'c', n})
	}
	return w, nil
}

// String is what ParseFlips reads.
func (w Flips) String() string { return string(appendFlips(nil, w)) }

func appendFlips(b []byte, w Flips) []byte {
	for i, f := range w {
		b = append(append(b, " "[:min(i, 1)]...), f.String()...) // no blank in front of the first
	}
	return b
}

// Parse reads a line of the text format: "flip 010,111 to 000,101".
func Parse(line string) (*Instance, error) {
	return read(nil, grid.NewScanner(strings.NewReader(line), -1))
}

// String is the line that Parse reads.
func (p *Instance) String() string {
	return "flip " + strings.Join(p.Start, ",") + " to " + strings.Join(p.Target, ",")
}

func sniff(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("flip "))
}

func write(w io.Writer, p *Instance) error {
	_, err := io.WriteString(w, p.String()+"\n")
	return err
}

func read(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	line, at, err := puzzle.ReadLine(m, s, 40) // a row may be a single byte
	if err != nil {
		return nil, err
	}
	text, begins := strings.CutPrefix(line, "flip ")
	start, target, both := strings.Cut(text, " to ")
	if !begins || !both {
		return nil, grid.Errorf(at, "a line such as %q is expected", "flip 010,111 to 000,101")
	}
	p := &Instance{strings.Split(start, ","), strings.Split(target, ",")}
	if err := p.Validate(); err != nil {
		return nil, grid.Errorf(at, "%v", err)
	}
	return p, nil
}
