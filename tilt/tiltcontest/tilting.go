package tiltcontest

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// Promises of the statement.
const (
	tilesMost    = 500 // rows, and columns
	tilesColours = 26
)

// tiltingTiles is the contest whose format the family has anyway: is there a way from one board to another?
func tiltingTiles() problem {
	p := problem{
		Title:     "Tilting Tiles",
		Source:    "ICPC World Finals 47, Luxor, problem F",
		Statement: tilesStatement,
		Time:      3 * time.Second,
		Most:      1,
		Limits:    tilesLimits,
		Assert:    tilesAssert,
		Tiny:      tilesTiny(),
		Profiles:  tilesProfiles(),
		Shrink:    tilesShrink,

		Submissions: contest.Programs(submissions, "submissions/tilting-tiles"),
		Samples: []string{
			"2 3\nab.\n.c.\n\n..b\n.ca\n",
			"1 4\n.fg.\n\n..gf\n",
			"3 3\nk..\nm.k\n...\n\n...\n..m\n.kk\n",
		},
	}
	p.Text.Name = "tilting-tiles"
	return p
}

const tilesStatement = `Tiles lie on a board of *h* rows and *w* columns, at most one on a cell. Each has a colour, and
tiles of one colour are alike. When you tilt the board to the left, right, up or down, every tile slides that way until
the edge of the board or another tile stops it. Tilts are made one after the other, as many as you like; you wait
until all tiles lie still before the next one.

You are given a board as it lies before you and a board that you would like to see. Can tilts, possibly none, turn the
first into the second?

## Input

The first line holds two integers *h* and *w* (1 ≤ *h*, *w* ≤ 500). Then follow *h* lines of *w* characters each, the
first board from its top row on; an empty line; and *h* lines of *w* characters each, the second board. A character
is a full stop, which is an empty cell, or a lower-case letter from ` + "`a` to `z`" + `, which is a tile of that
colour.

The boards need not hold the same tiles.

## Output

Print ` + "`yes`" + ` if some sequence of tilts turns the first board into the second, and ` + "`no`" + ` otherwise.
`

// tilesLimits says where p is no case of the contest.
func tilesLimits(p *tilt.Instance) error {
	switch {
	case p.Start == nil:
		return &grid.Error{Msg: "there is no first board"}
	case p.Rules != nil:
		return &grid.Error{Msg: "the boards of the contest have no walls, holes or cells that do not matter"}
	case p.Target == nil:
		return &grid.Error{Msg: "there is no second board"}
	}
	for _, b := range []*tilt.Board{p.Start, p.Target} {
		if b.H < 1 || b.W < 1 || b.H > tilesMost || b.W > tilesMost {
			return &grid.Error{Msg: fmt.Sprintf("a board has %d × %d cells; both numbers must be between 1 and %d", b.H, b.W,
				tilesMost)}
		}
	}
	for _, label := range p.Palette {
		if len(label) != 1 || label[0] < 'a' || label[0] > 'z' {
			return &grid.Error{Msg: fmt.Sprintf("%s is no colour here; tiles are the letters from a to z", grid.Quote(label))}
		}
	}
	return nil
}

// tilesAssert reads a yes or a no.
func tilesAssert(out *contest.Output, _ int, _ *tilt.Instance) (contest.Assertion[tilt.Witness], error) {
	i, err := out.One("yes or no", "yes", "no")
	if err != nil {
		return contest.Assertion[tilt.Witness]{}, err
	}
	verdict := [...]puzzle.Verdict{puzzle.Solved, puzzle.Impossible}[i]
	return contest.Assertion[tilt.Witness]{Verdict: verdict, Number: -1, Line: out.Line()}, nil
}

// A tilesClass is a set of tiny boards: those with at most colours colours, of which several are on at most mixed
// tiles. Targets are all arrangements of the start's tiles, or where anything is set all boards.
type tilesClass struct {
	h, w, colours, mixed int
	anything             bool
}

// tilesTiny yields every instance of up to four cells whose boards hold the same tiles (of one and two cells: whatever
// the boards hold), and every one of 2 × 3 and 3 × 2 cells with tiles of one colour or with two tiles. Instances that
// are the same with other names of the colours are yielded once. They are 4,499, 1,384 of them with a way: a program
// that is wrong about rings, corners, one tilt or none is wrong about some of them.
func tilesTiny() iter.Seq[*tilt.Instance] {
	classes := []tilesClass{
		{1, 1, 2, 2, true},
		{1, 2, 4, 4, true}, {2, 1, 4, 4, true},
		{1, 3, 3, 3, false}, {3, 1, 3, 3, false},
		{1, 4, 4, 4, false}, {2, 2, 4, 4, false}, {4, 1, 4, 4, false},
		{2, 3, 2, 2, false}, {3, 2, 2, 2, false},
	}
	return func(yield func(*tilt.Instance) bool) {
		for _, c := range classes {
			if !c.each(yield) {
				return
			}
		}
	}
}

const (
	tilesSmall    = 12 // cells of an instance for which tilesShrink tries others
	tilesSmallest = 3  // cells of those
)

// tilesShrink is tiltsolve.Shrink, and where that is nearly at its end all instances of a few cells: there may be one
// on which a program is wrong, and no way there from one that says no to one that says yes.
func tilesShrink(p *tilt.Instance) iter.Seq[*tilt.Instance] {
	return func(yield func(*tilt.Instance) bool) {
		for q := range tiltsolve.Shrink(p) {
			if !yield(q) {
				return
			}
		}
		if p.Start.Len() > tilesSmall {
			return
		}
		for q := range tilesTiny() {
			if n := q.Start.Len(); n >= p.Start.Len() || n > tilesSmallest || !yield(q) {
				return
			}
		}
	}
}

// each yields the instances of a class.
func (c tilesClass) each(yield func(*tilt.Instance) bool) bool {
	n := c.h * c.w
	give := func(start, target []uint8, colours int) bool {
		p := &tilt.Instance{Palette: letters(colours)}
		p.Start = &tilt.Board{H: c.h, W: c.w, Narrow: slices.Clone(start)}
		p.Target = &tilt.Board{H: c.h, W: c.w, Narrow: slices.Clone(target)}
		return yield(p)
	}
	if c.anything {
		return firstSights(make([]uint8, 2*n), 0, 0, c.colours, func(both []uint8, colours int) bool {
			return give(both[:n], both[n:], colours)
		})
	}
	return firstSights(make([]uint8, n), 0, 0, c.colours, func(start []uint8, colours int) bool {
		left := make([]int, colours+1)
		for _, code := range start {
			left[code]++
		}
		if colours > 1 && n-left[0] > c.mixed {
			return true
		}
		return rearranged(make([]uint8, n), 0, left, func(target []uint8) bool {
			return give(start, target, colours)
		})
	})
}

// firstSights yields every way to fill cells from k on with codes that are numbered by first sight, used of them so
// far and at most most, and how many there are. The cells are used again.
func firstSights(cells []uint8, k, used, most int, yield func(cells []uint8, used int) bool) bool {
	if k == len(cells) {
		return yield(cells, used)
	}
	for code := range min(used+1, most) + 1 {
		cells[k] = uint8(code)
		if !firstSights(cells, k+1, max(used, code), most, yield) {
			return false
		}
	}
	return true
}

// rearranged yields every way to fill cells from k on with left[c] codes c. The cells are used again.
func rearranged(cells []uint8, k int, left []int, yield func(cells []uint8) bool) bool {
	if k == len(cells) {
		return yield(cells)
	}
	for code := range left {
		if left[code] == 0 {
			continue
		}
		left[code]--
		cells[k] = uint8(code)
		more := rearranged(cells, k+1, left, yield)
		left[code]++
		if !more {
			return false
		}
	}
	return true
}

// letters is the palette of the first so many letters.
func letters(colours int) []string {
	all := make([]string, colours)
	for i := range all {
		all[i] = string(rune('a' + i))
	}
	return all
}
