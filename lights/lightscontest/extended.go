package lightscontest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// The size of all puzzles of extended-lights-out.
const extendedWidth, extendedHeight = 6, 5

const extendedStatement = `A puzzle has 5 rows of 6 buttons, and each button has a light in it. A press of a button
toggles its own light and those directly above, below, left and right of it, as far as they exist.

Which buttons have to be pressed so that all lights are off? No button needs to be pressed twice, and
for each puzzle there is exactly one such choice.

## Input

The first line holds the number of puzzles, from 1 to 1000. Then come the puzzles, each of 5 lines of
6 numbers that are separated by single blanks: 1 for a light that is on and 0 for one that is off.

## Output

For each puzzle print a line ` + "`PUZZLE #k`" + `, where k is its number, counted from 1. Print below it 5 lines of
6 numbers: 1 for a button that has to be pressed and 0 for one that has not.
`

const extendedDoc = `The number of puzzles on the first line, then each puzzle as 5 lines of 6 numbers 0 or 1, 1 for a
light that is on; where the number is missing all that follows is read. A press toggles a light and
its neighbours above, below, left and right. The answer to puzzle k is a line PUZZLE #k and the
presses, 5 lines of 6 numbers. (Greater New York 2002; POJ 1222.)`

// extendedLightsOut: which buttons turn off 5 × 6 lights?
func extendedLightsOut() problem {
	s := lightssolve.NewSolver(lightssolve.Options{})
	const puzzle1 = "0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n"
	const puzzle2 = "0 0 0 0 0 0\n0 0 0 1 0 0\n0 0 1 1 1 0\n0 0 0 1 0 0\n0 0 0 0 0 0\n"
	return problem{
		Text: text{
			Name: "extended-lights-out", Doc: extendedDoc, Contest: true, Sample: "1\n" + puzzle1,
			Sniff: func(head []byte) bool {
				count, rest := headNumbers(head, 1)
				return count != nil && bitRows(rest, extendedWidth, extendedHeight)
			},
			Maybe: func(head []byte) bool { return bitRows(head, extendedWidth, extendedHeight) },
			Read:  readExtended,
			Write: func(w io.Writer, p *lights.Instance) error {
				if err := extendedSize(p); err != nil {
					return unsupported(err)
				}
				return writeRows(w, p.Start)
			},
			Answer: func(w io.Writer, p *lights.Instance, o lights.Outcome) error {
				x, err := witnessOf(s, p, o)
				if err != nil {
					return err
				}
				return writeRows(w, x.Presses)
			},
		},
		Title: "Extended Lights Out", Source: "Greater New York 2002; POJ 1222",
		Statement: extendedStatement, Time: 2 * time.Second,
		Most: 1000, Head: func(n int) string { return fmt.Sprintln(n) },
		Before: func(k int) string { return fmt.Sprintf("PUZZLE #%d\n", k+1) },
		Limits: extendedSize, Assert: assertExtended,
		Tiny: extendedTiny, Profiles: extendedProfiles(),
		Submissions: contest.Programs(submissions, "submissions/extended-lights-out"),
		Samples:     []string{"2\n" + puzzle1 + puzzle2},
	}
}

func extendedSize(p *lights.Instance) error {
	if err := plusBoard(p); err != nil {
		return err
	}
	if p.Width != extendedWidth || p.Height != extendedHeight {
		return grid.Errorf(grid.Pos{}, "the board has %d × %d lights; it must have 5 × 6", p.Height, p.Width)
	}
	return nil
}

func readExtended(_ *meter.Meter, s *grid.Scanner) (*lights.Instance, error) {
	if err := countedText(s).next(s); err != nil {
		return nil, err
	}
	p := emptyBoard(extendedWidth, extendedHeight, plus)
	var err error
	p.Start, err = readRows(s, extendedWidth, extendedHeight)
	return p, err
}

// assertExtended reads "PUZZLE #k" and the presses.
func assertExtended(out *contest.Output, k int, _ *lights.Instance) (a asserted, err error) {
	if _, err := out.One("PUZZLE", "puzzle"); err != nil {
		return a, err
	}
	want := fmt.Sprintf("#%d", k+1)
	number, err := out.Word(want)
	if err == nil && number != want {
		err = out.Errorf("%s stands where %s is expected", grid.Quote(number), want)
	}
	if err != nil {
		return a, err
	}
	a = asserted{Verdict: puzzle.Solved, Number: -1, Line: out.Line()}
	a.Witness, err = readPresses(out, extendedWidth, extendedHeight)
	return a, err
}

// extendedTiny yields the board that is off, all boards with one light or two on, and all that one press or two make.
func extendedTiny(yield func(*lights.Instance) bool) {
	const cells = extendedWidth * extendedHeight
	if !yield(emptyBoard(extendedWidth, extendedHeight, plus)) {
		return
	}
	for _, change := range []func(b *lights.Board, y, x int){toggle, togglePlus} {
		for i := range cells {
			for j := range i + 1 { // twice the same: once
				p := emptyBoard(extendedWidth, extendedHeight, plus)
				change(p.Start, i/extendedWidth, i%extendedWidth)
				if j < i {
					change(p.Start, j/extendedWidth, j%extendedWidth)
				}
				if !yield(p) {
					return
				}
			}
		}
	}
}

// togglePlus presses a button.
func togglePlus(b *lights.Board, y, x int) {
	for _, at := range [][2]int{{y, x}, {y - 1, x}, {y + 1, x}, {y, x - 1}, {y, x + 1}} {
		if at[0] >= 0 && at[0] < b.H && at[1] >= 0 && at[1] < b.W {
			toggle(b, at[0], at[1])
		}
	}
}

func extendedProfiles() []contest.Profile[*lights.Instance] {
	const cells = extendedWidth * extendedHeight
	profile := func(name, doc string, fill func(rng *rand.Rand, p *lights.Instance)) contest.Profile[*lights.Instance] {
		return contest.Profile[*lights.Instance]{Name: name, Doc: doc, Sizes: [2]int{cells, cells},
			Make: func(rng *rand.Rand, _ int) *lights.Instance {
				p := emptyBoard(extendedWidth, extendedHeight, plus)
				fill(rng, p)
				return p
			}}
	}
	return []contest.Profile[*lights.Instance]{
		profile("random", "random lights", scatter),
		profile("few", "three to six lights are on", func(rng *rand.Rand, p *lights.Instance) {
			for range 3 + rng.IntN(4) {
				p.Start.Set(rng.IntN(extendedHeight), rng.IntN(extendedWidth), 1)
			}
		}),
		profile("pressed", "a few presses away from all off", func(rng *rand.Rand, p *lights.Instance) {
			for range 1 + rng.IntN(8) {
				togglePlus(p.Start, rng.IntN(extendedHeight), rng.IntN(extendedWidth))
			}
		}),
		profile("lines", "whole rows and columns are on", func(rng *rand.Rand, p *lights.Instance) {
			rows, cols := rng.IntN(1<<extendedHeight), rng.IntN(1<<extendedWidth)
			for i := range cells {
				y, x := i/extendedWidth, i%extendedWidth
				p.Start.Set(y, x, uint32(rows>>y&1|cols>>x&1))
			}
		}),
	}
}
