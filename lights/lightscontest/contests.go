package lightscontest

import (
	"context"
	"embed"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

type problem = contest.Contest[*lights.Instance, lights.Witness, lights.Certificate]

// Contests are the contests of the family; each is a file here.
func Contests() []problem {
	return []problem{
		awkwardLights(),
		extendedLightsOut(),
		fliptile(),
		minimumFlips(),
	}
}

//go:embed submissions
var submissions embed.FS

// plainBoard says where p is more than a plane of bits all of which are to be off. Its pattern is not looked at.
func plainBoard(p *lights.Instance) error {
	switch {
	case p.Net != nil:
		return grid.Errorf(grid.Pos{}, "the lamps are a net")
	case p.Modulus != 2:
		return grid.Errorf(grid.Pos{}, "the modulus is %d; it must be 2", p.Modulus)
	case p.Topology != lights.Plane:
		return grid.Errorf(grid.Pos{}, "the board is a %v; it must be a plane", p.Topology)
	case p.Target != nil || p.Choice != nil || p.LitOnly || p.Cells != nil || p.Costs != nil:
		return grid.Errorf(grid.Pos{}, "the board has a target, cells that lack something, or costs")
	}
	return nil
}

// emptyBoard is a plane of bits, all off.
func emptyBoard(w, h int, pattern string) *lights.Instance {
	return &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: pattern},
		Start: lights.NewBoard(h, w, 2)}
}

// allBoards yields every board of a size, by the number that its lamps are, the first the lowest.
func allBoards(w, h int, pattern string) iter.Seq[*lights.Instance] {
	return func(yield func(*lights.Instance) bool) {
		for code := range 1 << (w * h) {
			p := emptyBoard(w, h, pattern)
			for c := range w * h {
				p.Start.Set(c/w, c%w, uint32(code>>c&1))
			}
			if !yield(p) {
				return
			}
		}
	}
}

// sizesUpTo are the sizes with so many cells at most and no side longer than side, those with fewer cells first.
func sizesUpTo(cells, side int) (sizes [][2]int) {
	for n := 1; n <= cells; n++ {
		for h := 1; h <= n; h++ {
			if n%h == 0 && h <= side && n/h <= side {
				sizes = append(sizes, [2]int{n / h, h})
			}
		}
	}
	return sizes
}

// sides are a width and a height of about that many cells, none longer than most.
func sides(rng *rand.Rand, cells, most int) (w, h int) {
	cells = min(max(cells, 1), most*most)
	least := (cells + most - 1) / most
	h = least + rng.IntN(min(most, cells)-least+1)
	return max(1, min(most, cells/h)), h
}

// scatter switches every lamp on or off by chance.
func scatter(rng *rand.Rand, p *lights.Instance) {
	for y := range p.Height {
		for x := range p.Width {
			p.Start.Set(y, x, uint32(rng.IntN(2)))
		}
	}
}

// toggle switches a lamp.
func toggle(b *lights.Board, y, x int) { b.Set(y, x, 1-b.At(y, x)) }

// witnessOf is the witness of o, which may lack it where only the verdict was asked for.
func witnessOf(s *lightssolve.Solver, p *lights.Instance, o lights.Outcome) (*lights.Witness, error) {
	if o.Witness != nil {
		return o.Witness, nil
	}
	o, err := s.Solve(context.Background(), p, puzzle.Limits{})
	return o.Witness, err
}

// quietBoard is a board of make's, all off, that has quiet patterns: presses that change nothing together. Not every
// board can be solved then. With it come the buttons of all of them. Where make seems to make none it is nil.
func quietBoard(make func() *lights.Instance) (p, quiet *lights.Instance) {
	const tries = 20
	for range tries {
		p = make()
		s, err := lightssolve.NewSolver(lightssolve.Options{}).Prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			continue
		}
		kernel, err := s.Kernel(context.Background(), puzzle.Limits{})
		if err != nil || len(kernel) == 0 {
			continue
		}
		quiet = emptyBoard(p.Width, p.Height, p.Pattern.Name)
		for _, k := range kernel { // the buttons of all, so that it does not matter which ones span the others
			for i, v := range k.Bits {
				quiet.Start.Bits[i] |= v
			}
		}
		return p, quiet
	}
	return nil, nil
}

// pressSome presses random buttons.
func pressSome(rng *rand.Rand, p *lights.Instance) *lights.Instance {
	var presses strings.Builder
	for y := range p.Height {
		for x := range p.Width {
			if rng.IntN(2) == 1 {
				fmt.Fprintf(&presses, " %d,%d", y+1, x+1)
			}
		}
	}
	s := lightssolve.NewSolver(lightssolve.Options{})
	q, err := s.Apply(context.Background(), p, presses.String(), puzzle.Limits{})
	if err != nil {
		return p // nobody cancels, and there is no limit
	}
	return q
}

// litOf is a random lamp of b, which has one.
func litOf(rng *rand.Rand, b *lights.Board) (y, x int) {
	n := rng.IntN(int(b.NonZero()))
	for i := range b.W * b.H {
		if y, x = i/b.W, i%b.W; b.At(y, x) != 0 {
			if n == 0 {
				break
			}
			n--
		}
	}
	return y, x
}
