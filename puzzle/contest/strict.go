package contest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Validate says where input differs from what the statement allows by as much as a byte: it is read leniently, each
// case has to keep the limits and promises, and what is then written again has to be the same text (where the lines of
// a case may stand in any order, with the same lines). m, which may be nil, stops it.
func (p *Problem) Validate(m *meter.Meter, input []byte) error {
	_, err := p.ValidCases(m, input)
	return err
}

// ValidCases is Validate, and returns the cases.
func (p *Problem) ValidCases(m *meter.Meter, input []byte) ([]Case, error) {
	cases, err := p.Read(m, bytes.NewReader(input), int64(len(input)))
	if err != nil {
		return nil, err
	}
	if len(cases) > p.Most() {
		return nil, grid.Errorf(grid.Pos{Line: cases[p.Most()].Line, Col: 1}, "the file holds %s; at most %d are allowed",
			grid.Number(len(cases), "case"), p.Most())
	}
	ins := make([]puzzle.Instance, len(cases))
	for i, c := range cases {
		if err := p.Valid(c.In); err != nil {
			return nil, grid.Errorf(grid.Pos{Line: c.Line, Col: 1}, "the case that begins here breaks a promise: %v", err)
		}
		ins[i] = c.In
	}
	var want bytes.Buffer
	if err := p.WriteFile(&want, ins); err != nil {
		return nil, err
	}
	if bytes.Equal(input, want.Bytes()) {
		return cases, nil
	}
	if p.about.anyOrder {
		return cases, differ(sorted(input), sorted(want.Bytes()))
	}
	return cases, differ(lines(input), lines(want.Bytes()))
}

// A line is a line of a text with its number, from 1.
type line struct {
	text []byte
	n    int
}

func lines(text []byte) (all []line) {
	for i, l := range bytes.SplitAfter(text, []byte("\n")) {
		if len(l) > 0 {
			all = append(all, line{l, i + 1})
		}
	}
	return all
}

// fixed is how many lines of a text have their place where the others may stand in any order.
const fixed = 2

func sorted(text []byte) []line {
	all := lines(text)
	if len(all) > fixed {
		slices.SortStableFunc(all[fixed:], func(a, b line) int { return bytes.Compare(a.text, b.text) })
	}
	return all
}

// differ tells where got, in which a reader has found what want says, is written in another way.
func differ(got, want []line) error {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(want) && string(got[i].text) == "\n":
			return grid.Errorf(grid.Pos{Line: got[i].n, Col: 1}, "an empty line stands behind the end of the input")
		case i >= len(want):
			return grid.Errorf(grid.Pos{Line: got[i].n, Col: 1}, "the input goes on behind its end with %s", show(got[i].text))
		case i >= len(got):
			last := 1
			if len(got) > 0 {
				last = got[len(got)-1].n + 1
			}
			return grid.Errorf(grid.Pos{Line: last, Col: 1}, "the input ends where %s is expected", show(want[i].text))
		case !bytes.Equal(got[i].text, want[i].text):
			at := 0
			for at < min(len(got[i].text), len(want[i].text)) && got[i].text[at] == want[i].text[at] {
				at++
			}
			if at == len(got[i].text) && string(want[i].text[at:]) == "\n" {
				return grid.Errorf(grid.Pos{Line: got[i].n, Col: 1}, "the last line has no line end")
			}
			col := 1 + len([]rune(string(got[i].text[:at])))
			return grid.Errorf(grid.Pos{Line: got[i].n, Col: col}, "%s stands where %s is expected", show(got[i].text[at:]),
				show(want[i].text[at:]))
		}
	}
	return nil
}

// show shows the beginning of a piece of a line.
func show(text []byte) string {
	const most = 20
	switch {
	case len(text) == 0:
		return "nothing"
	case text[0] == '\n':
		return "the end of the line"
	case text[0] == '\r':
		return "a carriage return"
	case text[0] == ' ':
		return "a blank"
	}
	return fmt.Sprintf("%.*q", most, bytes.TrimRight(text, "\r\n"))
}
