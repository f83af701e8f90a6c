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

// flipsSide is the longest side of a matrix of minimum-flips.
const flipsSide = 3

const flipsStatement = `A flip of a cell of a matrix of 0 and 1 changes the cell and its neighbours above, below, left
and right, as far as they exist: 0 becomes 1 and 1 becomes 0. How many flips does it take at least
until all cells are 0?

## Input

The first line holds the number of cases, from 1 to 1000. A case begins with a line *m n*, the numbers of
rows and columns, both from 1 to 3. Each of the next *m* lines holds *n* numbers 0 or 1 that are separated by
single blanks.

## Output

For each case print a line with the fewest flips, or -1 if no flips make all cells 0.
`

const flipsDoc = `The number of cases on the first line, then each case: a line m n, both at most 3, and m lines of n
numbers 0 or 1; where the number of cases is missing all that follows is read. A flip changes a cell
and its neighbours above, below, left and right. The answer is the fewest flips that make all cells
0, or -1. (LeetCode 1284.)`

// minimumFlips: how many presses turn off a board of at most 3 × 3?
func minimumFlips() problem {
	s := lightssolve.NewSolver(lightssolve.Options{})
	return problem{
		Text: text{
			Name: "minimum-flips", Doc: flipsDoc, Contest: true, Sample: "2\n2 2\n0 0\n0 1\n1 2\n1 0\n",
			Sniff: func(head []byte) bool {
				count, rest := headNumbers(head, 1)
				return count != nil && beginsFlips(rest)
			},
			Maybe: beginsFlips,
			Read:  readFlips,
			Write: func(w io.Writer, p *lights.Instance) error {
				if err := flipsSize(p); err != nil {
					return unsupported(err)
				}
				fmt.Fprintln(w, p.Height, p.Width)
				return writeRows(w, p.Start)
			},
			Answer: func(w io.Writer, p *lights.Instance, o lights.Outcome) error {
				if o.Verdict != puzzle.Solved {
					_, err := io.WriteString(w, "-1\n")
					return err
				}
				x, err := witnessOf(s, p, o)
				if err == nil {
					_, err = fmt.Fprintln(w, x.Presses.NonZero())
				}
				return err
			},
		},
		Title: "Minimum Flips to a Zero Matrix", Source: "LeetCode 1284",
		Statement: flipsStatement, Time: time.Second,
		Most: 1000, Head: func(n int) string { return fmt.Sprintln(n) },
		Limits: flipsSize,
		Assert: func(out *contest.Output, _ int, _ *lights.Instance) (asserted, error) {
			n, err := out.Int("the number of flips", -1, 1<<31-1)
			a := asserted{Verdict: puzzle.Solved, Number: n, Line: out.Line()}
			if n < 0 {
				a.Verdict = puzzle.Impossible
			}
			return a, err
		},
		Compare: func(_ *lights.Instance, ref lights.Outcome, a asserted) error {
			if least := ref.Witness.Presses.NonZero(); a.Number != least {
				return grid.Errorf(grid.Pos{}, "the output says %d; the least is %d", a.Number, least)
			}
			return nil
		},
		Tiny: func(yield func(*lights.Instance) bool) {
			for _, size := range sizesUpTo(flipsSide*flipsSide, flipsSide) {
				for p := range allBoards(size[0], size[1], plus) {
					if !yield(p) {
						return
					}
				}
			}
		},
		Profiles:    flipsProfiles(),
		Submissions: contest.Programs(submissions, "submissions/minimum-flips"),
		Samples:     []string{"4\n2 2\n0 0\n0 1\n1 1\n0\n1 2\n1 0\n2 3\n1 0 1\n1 1 1\n"},
	}
}

func flipsProfiles() []contest.Profile[*lights.Instance] {
	return []contest.Profile[*lights.Instance]{
		{Name: "random", Doc: "random sizes and cells", Sizes: [2]int{1, 9}, Make: makeFlips(scatter)},
		{Name: "flipped", Doc: "random flips of a zero matrix", Sizes: [2]int{1, 9},
			Make: makeFlips(func(rng *rand.Rand, p *lights.Instance) { p.Start = pressSome(rng, p).Start })},
		{Name: "full", Doc: "all cells are 1, or all but one", Sizes: [2]int{1, 9},
			Make: makeFlips(func(rng *rand.Rand, p *lights.Instance) {
				but := rng.IntN(p.Width*p.Height + 1)
				for i := range p.Width * p.Height {
					p.Start.Set(i/p.Width, i%p.Width, min(1, uint32(max(i-but, but-i))))
				}
			})},
	}
}

func flipsSize(p *lights.Instance) error {
	if err := plusBoard(p); err != nil {
		return err
	}
	if max(p.Width, p.Height) > flipsSide {
		return grid.Errorf(grid.Pos{}, "the matrix has %d × %d cells; at most 3 × 3 are allowed", p.Height, p.Width)
	}
	return nil
}

// beginsFlips reports whether a text begins as a case does.
func beginsFlips(head []byte) bool {
	size, rest := headNumbers(head, 2)
	return size != nil && min(size[0], size[1]) > 0 && max(size[0], size[1]) <= flipsSide &&
		bitRows(rest, size[1], size[0])
}

func readFlips(_ *meter.Meter, s *grid.Scanner) (*lights.Instance, error) {
	if err := countedText(s).next(s); err != nil {
		return nil, err
	}
	h, w, err := readSize(s, flipsSide)
	if err != nil {
		return nil, err
	}
	p := emptyBoard(w, h, plus)
	p.Start, err = readRows(s, w, h)
	return p, err
}

func makeFlips(fill func(rng *rand.Rand, p *lights.Instance)) func(*rand.Rand, int) *lights.Instance {
	return func(rng *rand.Rand, size int) *lights.Instance {
		w, h := sides(rng, 1+rng.IntN(min(max(size, 1), flipsSide*flipsSide)), flipsSide)
		p := emptyBoard(w, h, plus)
		fill(rng, p)
		return p
	}
}
