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

// fliptileSide is the longest side of a field of fliptile.
const fliptileSide = 15

const fliptileStatement = `A field has *M* rows of *N* square tiles that are black on one side and white on the other.
Whoever turns a tile over turns its neighbours too: those above, below, left and right of it, as far
as they exist. All tiles are to show white.

Find the fewest tiles to turn. Where several choices are as small, take the one that comes first when
the choices are written as rows of 0 and 1, 1 for a tile to turn, and compared from the top left.

## Input

The first line holds *M* and *N*, both from 1 to 15. Each of the next *M* lines holds *N* numbers that are
separated by single blanks: 1 for a tile that shows black and 0 for one that shows white.

## Output

Print *M* lines of *N* numbers: 1 for a tile to turn and 0 for another. If no choice makes all tiles
white print ` + "`IMPOSSIBLE`" + ` instead.
`

const fliptileDoc = `A line M N, then M lines of N numbers 0 or 1, 1 for a tile that shows black; both are at most 15.
Turning a tile turns its neighbours above, below, left and right too, and all are to show white. The
answer is the tiles to turn, as such a picture: the fewest, and the first of these in lexicographic
order; or IMPOSSIBLE. Several fields may follow each other. (USACO 2007 November; POJ 3279.)`

// fliptile: which fewest presses, the lexicographically least among them, turn off a board?
func fliptile() problem {
	s := lightssolve.NewSolver(lightssolve.Options{})
	return problem{
		Text: text{
			Name: "fliptile", Doc: fliptileDoc, Contest: true, Sample: "3 4\n0 1 0 0\n1 1 1 0\n0 1 0 1\n",
			Sniff: func(head []byte) bool {
				size, rest := headNumbers(head, 2)
				return size != nil && min(size[0], size[1]) > 0 && max(size[0], size[1]) <= fliptileSide &&
					bitRows(rest, size[1], size[0])
			},
			Read: readFliptile,
			Write: func(w io.Writer, p *lights.Instance) error {
				if err := fliptileSize(p); err != nil {
					return unsupported(err)
				}
				fmt.Fprintln(w, p.Height, p.Width)
				return writeRows(w, p.Start)
			},
			Answer: func(w io.Writer, p *lights.Instance, o lights.Outcome) error {
				if o.Verdict != puzzle.Solved {
					_, err := io.WriteString(w, "IMPOSSIBLE\n")
					return err
				}
				x, err := witnessOf(s, p, o)
				if err != nil {
					return err
				}
				return writeRows(w, x.Presses)
			},
		},
		Title: "Fliptile", Source: "USACO 2007 November; POJ 3279",
		Statement: fliptileStatement, Time: 2 * time.Second,
		Most: 1, Limits: fliptileSize, Assert: assertFliptile, Compare: compareFliptile,
		Tiny: func(yield func(*lights.Instance) bool) {
			for _, size := range sizesUpTo(9, 5) {
				for p := range allBoards(size[0], size[1], plus) {
					if !yield(p) {
						return
					}
				}
			}
		},
		Profiles:    fliptileProfiles(),
		Submissions: contest.Programs(submissions, "submissions/fliptile"),
		Samples:     []string{"3 4\n0 1 0 0\n1 1 1 0\n0 1 0 1\n", "1 2\n1 0\n", "2 3\n0 1 1\n1 1 0\n"},
	}
}

func fliptileSize(p *lights.Instance) error {
	if err := plusBoard(p); err != nil {
		return err
	}
	if max(p.Width, p.Height) > fliptileSide {
		return grid.Errorf(grid.Pos{}, "the field has %d × %d tiles; at most 15 × 15 are allowed", p.Height, p.Width)
	}
	return nil
}

func readFliptile(_ *meter.Meter, s *grid.Scanner) (*lights.Instance, error) {
	if !s.SkipBlank() {
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	h, w, err := readSize(s, fliptileSide)
	if err != nil {
		return nil, err
	}
	p := emptyBoard(w, h, plus)
	p.Start, err = readRows(s, w, h)
	return p, err
}

func assertFliptile(out *contest.Output, _ int, p *lights.Instance) (a asserted, err error) {
	first, err := out.One("a press, 0 or 1, or IMPOSSIBLE", "0", "1", "impossible")
	a = asserted{Verdict: puzzle.Impossible, Number: -1, Line: out.Line()}
	if err == nil && first < 2 {
		a.Verdict = puzzle.Solved
		a.Witness, err = readPresses(out, p.Width, p.Height, first)
	}
	return a, err
}

// compareFliptile wants the fewest presses, and of those the lexicographically least. Solve finds these, and a checker
// verifies it, wherever Instance.Verifiable says so: on all boards of this contest.
func compareFliptile(_ *lights.Instance, ref lights.Outcome, a asserted) error {
	got, want := a.Witness.Presses, ref.Witness.Presses
	switch n, least := got.NonZero(), want.NonZero(); {
	case n > least:
		return grid.Errorf(grid.Pos{}, "the output turns %s; the least is %d", grid.Number(n, "tile"), least)
	case n < least:
		return contest.ErrBetter
	}
	for i := range got.W * got.H {
		y, x := i/got.W, i%got.W
		switch g, w := got.At(y, x), want.At(y, x); {
		case g > w:
			return grid.Errorf(grid.Pos{}, "the output turns as few tiles as can be, but of such choices another comes first: "+
				"it differs in row %d, column %d, with a 0 in place of the 1", y+1, x+1)
		case g < w:
			return contest.ErrBetter
		}
	}
	return nil
}

func fliptileProfiles() []contest.Profile[*lights.Instance] {
	const most = fliptileSide * fliptileSide
	profile := func(name, doc string, least int, make func(*rand.Rand, int) *lights.Instance,
	) contest.Profile[*lights.Instance] {
		return contest.Profile[*lights.Instance]{Name: name, Doc: doc, Sizes: [2]int{least, most}, Slow: least == most,
			Make: make}
	}
	any := func(rng *rand.Rand, size int) *lights.Instance {
		w, h := sides(rng, size, fliptileSide)
		return emptyBoard(w, h, plus)
	}
	quiet := func(rng *rand.Rand, size int) (p, quiet *lights.Instance) {
		p, quiet = quietBoard(func() *lights.Instance { return any(rng, max(2, size)) })
		if p == nil {
			p, quiet = quietBoard(func() *lights.Instance { return emptyBoard(2, 1, plus) })
		}
		return p, quiet
	}
	return []contest.Profile[*lights.Instance]{
		profile("random", "random sizes and tiles", 1, func(rng *rand.Rand, size int) *lights.Instance {
			p := any(rng, size)
			scatter(rng, p)
			return p
		}),
		profile("ties", "many choices, some of them as small as the best", 1,
			func(rng *rand.Rand, size int) *lights.Instance {
				p, _ := quiet(rng, size)
				return pressSome(rng, p)
			}),
		profile("near-miss", "a field that can be made white, with one tile turned that makes it impossible", 1,
			func(rng *rand.Rand, size int) *lights.Instance {
				p, quiet := quiet(rng, size)
				p = pressSome(rng, p)
				y, x := litOf(rng, quiet.Start)
				toggle(p.Start, y, x)
				return p
			}),
		profile("thin", "one row or one column", 1, func(rng *rand.Rand, size int) *lights.Instance {
			p := emptyBoard(1+rng.IntN(min(max(1, size), fliptileSide)), 1, plus)
			if rng.IntN(2) == 0 {
				p = emptyBoard(1, p.Width, plus)
			}
			return pressSome(rng, p)
		}),
		profile("worst", "15 × 15 tiles", most, func(rng *rand.Rand, _ int) *lights.Instance {
			p := emptyBoard(fliptileSide, fliptileSide, plus)
			scatter(rng, p)
			return p
		}),
	}
}
