package lightscontest

import (
	"iter"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// awkwardSide is the longest side of a room of awkward-lights.
const awkwardSide = 25

const awkwardStatement = `A floor has *m* columns and *n* rows of rooms, and each room has one lamp and one switch.
The wiring is awkward: the switch of a room toggles the lamp of that room, and the lamps of all
rooms whose Manhattan distance to it is exactly *d*. (The Manhattan distance of two rooms is the
number of columns between them plus the number of rows between them.) No other lamp changes.

Can all lamps be switched off?

## Input

The input holds up to 100 data sets. The first line of a data set holds the integers *m*, *n* and *d*
with 1 ≤ *m*, *n* ≤ 25 and 1 ≤ *d* ≤ *m* + *n*. Mind the order: the number of **columns** comes first.
Each of the next *n* lines holds *m* numbers, separated by single blanks: 1 for a lamp that is on and
0 for a lamp that is off.

A line ` + "`0 0 0`" + ` ends the input.

## Output

For each data set print a line: 1 if some switches turn off all lamps, and 0 if none do.
`

// awkwardLights: can a press of rooms, each with all rooms at distance d, turn off all lamps?
func awkwardLights() problem {
	return problem{
		Text:  puzzle.Text[*lights.Instance, lights.Witness, lights.Certificate]{Name: "awkward-lights"},
		Title: "Awkward Lights", Source: "ICPC Asia Tokyo 2010, problem D; AOJ 1308",
		Statement: awkwardStatement, Time: 5 * time.Second,
		Most: 100, Tail: "0 0 0\n",
		Limits: func(p *lights.Instance) error { _, err := awkwardDistance(p); return err },
		Assert: func(out *contest.Output, _ int, _ *lights.Instance) (contest.Assertion[lights.Witness], error) {
			yes, err := out.One("0 or 1", "0", "1")
			a := contest.Assertion[lights.Witness]{Verdict: puzzle.Impossible, Number: -1, Line: out.Line()}
			if yes == 1 {
				a.Verdict = puzzle.Solved
			}
			return a, err
		},
		Tiny: awkwardTiny, Profiles: awkwardProfiles(), Shrink: awkwardShrink,
		Submissions: contest.Programs(submissions, "submissions/awkward-lights"),
		Samples: []string{"3 2 1\n0 1 0\n1 1 1\n2 1 1\n1 0\n4 3 2\n1 0 0 1\n0 0 0 0\n0 1 1 0\n2 2 4\n1 0\n0 1\n0 0 0\n",
			"1 1 2\n1\n1 5 1\n1\n0\n0\n0\n1\n5 1 1\n1 0 0 0 0\n0 0 0\n"},
	}
}

// awkwardDistance is the distance d of p, or says where p is no data set.
func awkwardDistance(p *lights.Instance) (d int, err error) {
	if err := plainBoard(p); err != nil {
		return 0, err
	}
	if p.Width > awkwardSide || p.Height > awkwardSide {
		return 0, grid.Errorf(grid.Pos{}, "the board has %d × %d lamps; at most 25 × 25 are allowed", p.Height, p.Width)
	}
	d, err = 1, nil
	if p.Pattern.Name != "plus" {
		text, ok := strings.CutPrefix(p.Pattern.Name, "diamond:")
		if d, err = strconv.Atoi(text); !ok || err != nil {
			return 0, grid.Errorf(grid.Pos{}, "the pattern is %s; it must be a diamond", p.Pattern.Name)
		}
	}
	if d > p.Width+p.Height {
		return 0, grid.Errorf(grid.Pos{}, "the distance is %d; it must be from 1 to %d", d, p.Width+p.Height)
	}
	return d, nil
}

func diamond(d int) string { return "diamond:" + strconv.Itoa(d) }

// awkwardTiny yields every board of up to ten rooms, at most six in a line, with every distance.
func awkwardTiny(yield func(*lights.Instance) bool) {
	for _, size := range sizesUpTo(10, 6) {
		for d := 1; d <= size[0]+size[1]; d++ {
			for p := range allBoards(size[0], size[1], diamond(d)) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// awkwardShrink is lightssolve.Shrink with a distance that stays within the limits. Behind it stand all boards of up to
// six rooms: a program may be wrong of few sizes and distances, between which no small step leads.
func awkwardShrink(p *lights.Instance) iter.Seq[*lights.Instance] {
	const few, side = 6, 4
	return func(yield func(*lights.Instance) bool) {
		for q := range lightssolve.Shrink(p) {
			if q.Pattern.Name == "plus" {
				continue // smaller distances lead there
			}
			if d, _ := awkwardDistance(q); d == 0 {
				q.Pattern.Name = diamond(q.Width + q.Height)
			}
			if !yield(q) {
				return
			}
		}
		for _, size := range sizesUpTo(min(few, p.Width*p.Height-1), side) {
			for d := 1; d < size[0]+size[1]; d++ { // one more is the same
				for q := range allBoards(size[0], size[1], diamond(d)) {
					if !yield(q) {
						return
					}
				}
			}
		}
	}
}

// An awkwardProfile makes boards of awkward-lights of about so many rooms.
type awkwardProfile = func(rng *rand.Rand, size int) *lights.Instance

func awkwardProfiles() []contest.Profile[*lights.Instance] {
	const most = awkwardSide * awkwardSide
	profile := func(name, doc string, make awkwardProfile) contest.Profile[*lights.Instance] {
		return contest.Profile[*lights.Instance]{Name: name, Doc: doc, Sizes: [2]int{1, most}, Make: make}
	}
	worst := profile("worst", "25 × 25 rooms: the most unknowns, some of them free", awkwardWorst)
	worst.Sizes, worst.Slow = [2]int{most, most}, true
	return []contest.Profile[*lights.Instance]{
		profile("random", "random sizes, distances and lamps", awkwardRandom),
		profile("near-miss", "a board that can be solved, with one lamp toggled that makes it impossible", awkwardNearMiss),
		profile("pressed", "random switches pressed on a dark floor, of a size where not all boards can be solved",
			awkwardPressed),
		profile("one-lamp", "a single lamp is on, of a size where not all boards can be solved", awkwardOneLamp),
		profile("beyond", "distances that few rooms or none have", awkwardBeyond),
		profile("thin", "one column or one row", awkwardThin),
		profile("oblong", "one side is at least twice the other", awkwardOblong),
		profile("all-on", "all lamps are on, or all but one", awkwardAllOn),
		worst,
	}
}

// awkwardRules is a dark floor of about so many rooms.
func awkwardRules(rng *rand.Rand, size int) *lights.Instance {
	w, h := sides(rng, size, awkwardSide)
	d := 1 + rng.IntN(w+h)
	if rng.IntN(2) == 0 {
		d = 1 + rng.IntN(max(w, h))
	}
	return emptyBoard(w, h, diamond(d))
}

// awkwardQuiet is a dark floor that has quiet patterns.
func awkwardQuiet(rng *rand.Rand, size int) (p, quiet *lights.Instance) {
	p, quiet = quietBoard(func() *lights.Instance { return awkwardRules(rng, max(2, size)) })
	if p == nil {
		p, quiet = quietBoard(func() *lights.Instance { return emptyBoard(2, 1, diamond(1)) })
	}
	return p, quiet
}

func awkwardRandom(rng *rand.Rand, size int) *lights.Instance {
	p := awkwardRules(rng, 1+rng.IntN(min(max(size, 1), awkwardSide*awkwardSide)))
	scatter(rng, p)
	return p
}

// awkwardNearMiss toggles a lamp of a quiet pattern: as pressing is symmetric, no board can be solved that meets a
// quiet pattern an odd number of times.
func awkwardNearMiss(rng *rand.Rand, size int) *lights.Instance {
	p, quiet := awkwardQuiet(rng, size)
	p = pressSome(rng, p)
	y, x := litOf(rng, quiet.Start)
	toggle(p.Start, y, x)
	return p
}

func awkwardPressed(rng *rand.Rand, size int) *lights.Instance {
	p, _ := awkwardQuiet(rng, size)
	return pressSome(rng, p)
}

func awkwardOneLamp(rng *rand.Rand, size int) *lights.Instance {
	p, _ := awkwardQuiet(rng, size)
	p.Start.Set(rng.IntN(p.Height), rng.IntN(p.Width), 1)
	return p
}

func awkwardBeyond(rng *rand.Rand, size int) *lights.Instance {
	w, h := sides(rng, size, awkwardSide)
	p := emptyBoard(w, h, diamond(max(1, w+h-rng.IntN(5))))
	scatter(rng, p)
	return p
}

func awkwardThin(rng *rand.Rand, size int) *lights.Instance {
	n := 1 + rng.IntN(min(max(1, size), awkwardSide))
	w, h := n, 1
	if rng.IntN(2) == 0 {
		w, h = 1, n
	}
	p := emptyBoard(w, h, diamond(1+rng.IntN(n+1)))
	scatter(rng, p)
	return p
}

func awkwardOblong(rng *rand.Rand, size int) *lights.Instance {
	h := 1 + rng.IntN(max(1, min(int(math.Sqrt(float64(size/2))), awkwardSide/2)))
	w := min(awkwardSide, max(2*h, size/h))
	if rng.IntN(2) == 0 {
		w, h = h, w
	}
	p := emptyBoard(w, h, diamond(1+rng.IntN(w+h)))
	scatter(rng, p)
	return p
}

func awkwardAllOn(rng *rand.Rand, size int) *lights.Instance {
	p := awkwardRules(rng, size)
	for i := range p.Width * p.Height {
		p.Start.Set(i/p.Width, i%p.Width, 1)
	}
	if rng.IntN(2) == 0 {
		toggle(p.Start, rng.IntN(p.Height), rng.IntN(p.Width))
	}
	return p
}

func awkwardWorst(rng *rand.Rand, _ int) *lights.Instance {
	p := emptyBoard(awkwardSide, awkwardSide, diamond(1+rng.IntN(awkwardSide)))
	if rng.IntN(2) == 0 {
		return pressSome(rng, p)
	}
	scatter(rng, p)
	return p
}
