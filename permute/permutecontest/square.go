package permutecontest

import (
	"embed"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

//go:embed submissions/square-puzzle
var squarePrograms embed.FS

const squareStatement = `A grid of 3 × 3 cells holds the digits 1 to 9, each once. A move does one of these:

- it shifts one row right by one cell: the digit that leaves on the right comes in on the left;
- it shifts one column down by one cell: the digit that leaves below comes in above;
- it turns the whole grid clockwise by a quarter.

You are given two grids. What is the least number of moves that turns the first one into the second?

## Input

The first line holds T, the number of cases (1 ≤ T ≤ 200,000). Each case is six lines of three digits: three lines for
the grid to begin with, and three for the one that is wanted. Each grid holds the digits 1 to 9, each once. There are no
blanks between digits, and no empty lines.

## Output

For each case print a line with the least number of moves, or -1 if no moves lead from the first grid to the second.
`

// squareContest is the contest of the format permute.FormatSquare.
func squareContest() problem {
	s := newSquares()
	return problem{
		Text:      puzzle.Text[*permute.Instance, permute.Witness, permute.Certificate]{Name: permute.FormatSquare},
		Title:     "Square Puzzle",
		Source:    "Shandong provincial contest 2025, problem I; Codeforces gym 105930 I",
		Statement: squareStatement,
		Time:      2 * time.Second,
		Most:      200_000,
		Head:      func(n int) string { return fmt.Sprintln(n) },
		Write:     permute.WriteSquare,
		Limits: func(p *permute.Instance) error { // that each digit stands once in each grid is true of all instances
			return permute.FitsSquare(p)
		},
		Assert:   assertSquare,
		Compare:  compareSquare,
		Tiny:     s.tiny,
		Profiles: s.profiles(),
		Shrink:   s.shrink,

		Submissions: contest.Programs(squarePrograms, "submissions/square-puzzle"),
		Samples: []string{
			"3\n123\n456\n789\n312\n456\n789\n123\n456\n789\n231\n456\n789\n123\n456\n789\n213\n456\n789\n",
			"2\n258\n147\n369\n321\n654\n987\n195\n486\n723\n195\n486\n723\n",
		},
	}
}

// assertSquare reads a number of moves, or -1.
func assertSquare(out *contest.Output, _ int, _ *permute.Instance) (contest.Assertion[permute.Witness], error) {
	n, err := out.Int("the number of moves or -1", -1, math.MaxInt64)
	a := contest.Assertion[permute.Witness]{Verdict: puzzle.Solved, Number: n, Line: out.Line()}
	if n == -1 {
		a.Verdict = puzzle.Impossible
	}
	return a, err
}

// compareSquare is never asked whether a number is better than the reference: without moves it is a mistake.
func compareSquare(_ *permute.Instance, ref permute.Outcome, a contest.Assertion[permute.Witness]) error {
	if a.Number != ref.Witness.Cost {
		return fmt.Errorf("%s; the fewest are %d", grid.Number(a.Number, "move"), ref.Witness.Cost)
	}
	return nil
}

// A square is an arrangement: by cell, the digit there, from 0. As the target of a start that is in order it stands for
// all pairs of grids that are the same but for the names of their digits.
type square [9]uint8

// inOrder is the square 123/456/789.
func inOrder() square { return square{0, 1, 2, 3, 4, 5, 6, 7, 8} }

// after is what b becomes where s becomes of inOrder.
func (s square) after(b square) (c square) {
	for cell, from := range s {
		c[cell] = b[from]
	}
	return c
}

// inverse leads from s back to inOrder.
func (s square) inverse() (c square) {
	for cell, from := range s {
		c[from] = uint8(cell)
	}
	return c
}

// misplaced is how many digits are not where inOrder has them.
func (s square) misplaced() (n int) {
	for cell, digit := range s {
		if int(digit) != cell {
			n++
		}
	}
	return n
}

// swapped is s with the digits of two cells exchanged.
func (s square) swapped(x, y int) square {
	s[x], s[y] = s[y], s[x]
	return s
}

// swaps are the squares in which two digits have changed places.
func swaps() (all []square) {
	for y := range 9 {
		for x := range y {
			all = append(all, inOrder().swapped(x, y))
		}
	}
	return all
}

// squares makes instances, which share their moves and labels.
type squares struct {
	set    *permute.MoveSet
	labels []string
	moves  []square // what they make of inOrder
	// all are the squares that moves make of inOrder. They are made when they are first needed, once.
	all func() *squareLevels
}

// squareLevels are squares by their distance from inOrder, and the distance of each.
type squareLevels struct {
	level [][]square
	far   map[square]int
}

func newSquares() *squares {
	set, err := permute.ParseMoves(3, 3, permute.ContestMoves)
	if err != nil {
		panic(err)
	}
	s := &squares{set: set, labels: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}}
	for _, m := range set.Moves {
		b := inOrder()
		for _, cycle := range m.Cycles {
			for i, cell := range cycle {
				b[cycle[(i+1)%len(cycle)]] = uint8(cell)
			}
		}
		s.moves = append(s.moves, b)
	}
	s.all = sync.OnceValue(func() *squareLevels { return s.levels(math.MaxInt) })
	return s
}

// levels are the squares up to a distance.
func (s *squares) levels(most int) *squareLevels {
	l := &squareLevels{level: [][]square{{inOrder()}}, far: map[square]int{inOrder(): 0}}
	for d := 0; d < most; d++ {
		var next []square
		for _, b := range l.level[d] {
			for _, m := range s.moves {
				c := m.after(b)
				if _, seen := l.far[c]; !seen {
					l.far[c] = d + 1
					next = append(next, c)
				}
			}
		}
		if len(next) == 0 {
			break
		}
		l.level = append(l.level, next)
	}
	return l
}

// instance is the case from start to what target is of it.
func (s *squares) instance(start, target square) *permute.Instance {
	tiles := make([]permute.Tile, 18)
	for cell, digit := range start {
		tiles[cell] = permute.Tile(digit)
	}
	for cell, digit := range target.after(start) {
		tiles[9+cell] = permute.Tile(digit)
	}
	return &permute.Instance{Rows: 3, Cols: 3, Moves: s.set, Labels: s.labels, Start: tiles[:9:9],
		Goals: [][]permute.Tile{tiles[9:]}, Given: true}
}

// split undoes instance.
func split(p *permute.Instance) (start, target square) {
	var place square
	for cell, t := range p.Start {
		start[cell] = uint8(t)
		place[t] = uint8(cell)
	}
	for cell, t := range p.Goals[0] {
		target[cell] = place[t]
	}
	return start, target
}

// The distances of what is tiny: from a start that is in order, and from one that is a move away.
const (
	tinyFar  = 4
	tinyNear = 2
)

// tiny yields the cases whose start is in order, by distance; then the impossible ones with two digits exchanged; then
// near ones whose start is a move or an exchange away from order.
func (s *squares) tiny(yield func(*permute.Instance) bool) {
	l := s.levels(tinyFar)
	for _, target := range slices.Concat(append(l.level, swaps())...) {
		if !yield(s.instance(inOrder(), target)) {
			return
		}
	}
	for _, start := range slices.Concat(l.level[1], swaps()) {
		for _, target := range slices.Concat(append(l.level[:tinyNear+1:tinyNear+1], swaps())...) {
			if !yield(s.instance(start, target)) {
				return
			}
		}
	}
}

// anySquare is one of all 9! squares.
func anySquare(rng *rand.Rand) (b square) {
	b = inOrder()
	for i := 8; i > 0; i-- {
		b = b.swapped(i, rng.IntN(i+1))
	}
	return b
}

// even is one of the squares that moves reach.
func even(rng *rand.Rand) square {
	b := anySquare(rng)
	if odd := (9 - b.cycles()) % 2; odd == 1 {
		b = b.swapped(0, 1)
	}
	return b
}

func (s square) cycles() (n int) {
	seen := [9]bool{}
	for cell := range s {
		if !seen[cell] {
			n++
		}
		for at := cell; !seen[at]; at = int(s[at]) {
			seen[at] = true
		}
	}
	return n
}

func oneOf[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func (s *squares) profiles() []contest.Profile[*permute.Instance] {
	type make = func(rng *rand.Rand) (start, target square)
	of := func(name, doc string, make make) contest.Profile[*permute.Instance] {
		return contest.Profile[*permute.Instance]{Name: name, Doc: doc, Sizes: [2]int{9, 9},
			Make: func(rng *rand.Rand, _ int) *permute.Instance { return s.instance(make(rng)) }}
	}
	return []contest.Profile[*permute.Instance]{
		of("random", "any two grids; half of the pairs are impossible", func(rng *rand.Rand) (start, target square) {
			return anySquare(rng), anySquare(rng)
		}),
		of("reachable", "any two grids of which moves lead from one to the other",
			func(rng *rand.Rand) (start, target square) { return anySquare(rng), even(rng) }),
		of("in-order", "from the grid in order to any that moves reach", func(rng *rand.Rand) (start, target square) {
			return inOrder(), even(rng)
		}),
		of("near", "one to three moves apart", func(rng *rand.Rand) (start, target square) {
			return anySquare(rng), oneOf(rng, s.all().level[1+rng.IntN(3)])
		}),
		of("antipodes", "as many moves apart as can be, or one less", func(rng *rand.Rand) (start, target square) {
			l := s.all().level
			return anySquare(rng), oneOf(rng, l[len(l)-1-rng.IntN(2)])
		}),
		of("parity-trap", "a few moves, and then two digits exchanged; now and then twice, which can be done",
			s.parityTrap),
		of("one-way", "farther one way than back", s.oneWay),
		of("turns", "the same grid turned", func(rng *rand.Rand) (start, target square) {
			turn, target := s.moves[len(s.moves)-1], inOrder()
			for range rng.IntN(4) {
				target = turn.after(target)
			}
			return anySquare(rng), target
		}),
		of("again", "a few grids over and over, in changing pairs", func(rng *rand.Rand) (start, target square) {
			few := []square{inOrder(), s.moves[0], s.moves[3], s.moves[0].after(s.moves[3]), s.moves[6],
				inOrder().swapped(0, 8)}
			start = oneOf(rng, few)
			return start, oneOf(rng, few).after(start.inverse())
		}),
	}
}

// parityTrap exchanges two digits behind a few moves, or two pairs.
func (s *squares) parityTrap(rng *rand.Rand) (start, target square) {
	target = inOrder()
	for range rng.IntN(5) {
		target = oneOf(rng, s.moves).after(target)
	}
	for range 1 + rng.IntN(4)/3 {
		x := rng.IntN(9)
		target = target.swapped(x, (x+1+rng.IntN(8))%9)
	}
	return anySquare(rng), target
}

// oneWay looks for a target from which the way back is of another length.
func (s *squares) oneWay(rng *rand.Rand) (start, target square) {
	for {
		target = even(rng)
		if far := s.all().far; far[target] != far[target.inverse()] {
			return anySquare(rng), target
		}
	}
}

// shrink yields cases with a start that is more in order, then with a nearer target. Each has fewer misplaced digits of
// the start; or the same start and a shorter distance or, where it is impossible, fewer digits to move.
func (s *squares) shrink(p *permute.Instance) iter.Seq[*permute.Instance] {
	return func(yield func(*permute.Instance) bool) {
		start, target := split(p)
		for _, q := range tidier(start) {
			if !yield(s.instance(q, target)) {
				return
			}
		}
		for _, q := range s.nearer(target) {
			if !yield(s.instance(start, q)) {
				return
			}
		}
	}
}

// tidier are squares with fewer misplaced digits than b: inOrder, those with two exchanged, then b with one digit more
// in its place.
func tidier(b square) (all []square) {
	n := b.misplaced()
	if n > 0 {
		all = append(all, inOrder())
	}
	if n > 2 {
		all = append(all, swaps()...)
	}
	for x := range b {
		if y := slices.Index(b[:], uint8(x)); y != x && n > 3 {
			all = append(all, b.swapped(x, y))
		}
	}
	return all
}

// nearer are targets at a shorter distance: a move or two away, then those from which one move leads to b. Where b is
// out of reach, and has to stay it, they are those with two digits exchanged, then ones with fewer to move.
func (s *squares) nearer(b square) (all []square) {
	l := s.all()
	d, reached := l.far[b]
	if !reached {
		if b.misplaced() == 2 {
			return nil
		}
		all = swaps()
		for x, digit := range b {
			if int(digit) != x {
				all = append(all, b.settled(x))
			}
		}
		return all
	}
	for k := range min(d, tinyNear+1) {
		all = append(all, l.level[k]...)
	}
	for _, m := range s.moves {
		if c := m.inverse().after(b); l.far[c] == d-1 && d-1 > tinyNear {
			all = append(all, c)
		}
	}
	return all
}

// settled brings the digit x to its place by two exchanges, so that what was out of reach stays it. At least three
// digits are misplaced, x one of them, and afterwards fewer.
func (s square) settled(x int) square {
	y := slices.Index(s[:], uint8(x))
	s = s.swapped(x, y)
	for z, digit := range s {
		if int(digit) != z && z != y {
			return s.swapped(y, z)
		}
	}
	return s
}
