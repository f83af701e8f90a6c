package tilt

import (
	"slices"

	"github.com/gridwright/gridwright/grid"
)

// A Ground is what a cell is, whatever stands on it.
type Ground uint8

// The grounds.
const (
	Floor Ground = iota
	Wall         // nothing stands here
	Hole         // a piece wholly over holes is gone
)

// Rules are what a board has beyond the contest's, whose instances have none: a nil *Rules. Lists with an
// entry for each cell are row-major; nil stands for zero values alone.
//
// A tilt is unit steps until nothing moves. In a unit step a set of pieces is blocked, the least one with each piece of
// which a cell would leave the board, enter a wall or enter a cell of a blocked piece; all others move one cell
// at once. Then the pieces that lie wholly over holes are gone, before the next step; holes stay open. Each
// tile of the start that is in no piece of several cells is a piece by itself. Pieces of one shape and colouring are
// alike: boards differ by where pieces stand, up to swapping alike ones.
type Rules struct {
	Ground []Ground // of each cell
	Pieces []uint32 // of each cell of the start: the number, from 1, of the piece of several cells there; 0: none
	Any    []bool   // of each cell of the target: whatever stands here, or nothing, is right
	Goals  []Goal   // in place of a target: to reach any of them
	One    bool     // a move names a piece, which slides alone; all others are walls meanwhile
	Robots []int    // codes of the colours whose pieces move only when they are named: with One the only ones that can be
	Unit   bool     // a move is one unit step
}

// A Goal is a board to reach. Goals compare colours, and do not ask which pieces the tiles belong to.
type Goal struct {
	Board *Board
	Any   []bool // of each cell: whatever stands here is right; nil: none is like that
}

// Goals are the boards any of which answers the question; none where there is no question.
func (p *Instance) Goals() []Goal {
	switch {
	case p.Target != nil && p.Rules != nil:
		return []Goal{{p.Target, p.Rules.Any}}
	case p.Target != nil:
		return []Goal{{p.Target, nil}}
	case p.Rules != nil:
		return p.Rules.Goals
	}
	return nil
}

// Wrong counts the cells of the start that do not hold what g asks for: 0 where the start is g.
func (p *Instance) Wrong(g Goal) (n int64) {
	for i := range p.Start.Len() {
		r, c := i/p.Start.W, i%p.Start.W
		if p.Start.At(r, c) != g.Board.At(r, c) && (g.Any == nil || !g.Any[i]) {
			n++
		}
	}
	return n
}

// Nameable reports whether a move can name a piece of this colour.
func (p *Instance) Nameable(code int) bool {
	switch {
	case p.Rules == nil || code == 0:
		return false
	case len(p.Rules.Robots) > 0:
		return slices.Contains(p.Rules.Robots, code)
	}
	return p.Rules.One
}

// Ground is what the cell is, counted row by row from 0.
func (p *Instance) Ground(cell int) Ground {
	if p.Rules == nil || p.Rules.Ground == nil {
		return Floor
	}
	return p.Rules.Ground[cell]
}

// Plain reports whether r says nothing beyond the contest's rules.
func (r *Rules) Plain() bool {
	return r == nil || !slices.ContainsFunc(r.Ground, func(g Ground) bool { return g != Floor }) &&
		!slices.ContainsFunc(r.Pieces, func(n uint32) bool { return n != 0 }) && !slices.Contains(r.Any, true) &&
		len(r.Goals) == 0 && !r.One && len(r.Robots) == 0 && !r.Unit
}

// Tidy is p without rules that say nothing, and with lists of equal values left out.
func (p *Instance) Tidy() *Instance {
	r := p.Rules
	if r.Plain() {
		p.Rules = nil
		return p
	}
	if !slices.ContainsFunc(r.Ground, func(g Ground) bool { return g != Floor }) {
		r.Ground = nil
	}
	if !slices.ContainsFunc(r.Pieces, func(n uint32) bool { return n != 0 }) {
		r.Pieces = nil
	}
	if !slices.Contains(r.Any, true) {
		r.Any = nil
	}
	return p
}

// validate reports what is wrong with the rules of p, whose boards are sound.
func (r *Rules) validate(p *Instance) error {
	n, colours := p.Start.Len(), len(p.Palette)
	if r.Ground != nil && len(r.Ground) != n || r.Pieces != nil && len(r.Pieces) != n || r.Any != nil && len(r.Any) != n {
		return inputf("the rules do not tell of all %s", grid.Number(n, "cell"))
	}
	for i, g := range r.Ground {
		if g > Hole {
			return inputf("row %d, column %d has no ground", i/p.Start.W+1, i%p.Start.W+1)
		}
	}
	for i, code := range r.Robots {
		if code < 1 || code > colours || slices.Contains(r.Robots[:i], code) {
			return inputf("the robots list the colour code %d; each is from 1 to %d, and different", code, colours)
		}
	}
	if err := r.validateGoals(p); err != nil {
		return err
	}
	if err := r.validateStart(p); err != nil {
		return err
	}
	return r.validatePieces(p)
}

func (r *Rules) validateGoals(p *Instance) error {
	if p.Target != nil && r.Goals != nil {
		return inputf("there are both a target and goals")
	}
	if p.Target == nil && r.Any != nil {
		return inputf("there are cells of a target that do not matter, and no target")
	}
	if r.Goals != nil && len(r.Goals) == 0 {
		return inputf("there are no goals in the list of goals")
	}
	for _, g := range r.Goals {
		if g.Board == nil {
			return inputf("a goal has no board")
		}
		if err := p.validateTarget(g.Board, "goal"); err != nil {
			return err
		}
		if g.Any != nil && len(g.Any) != g.Board.Len() {
			return inputf("a goal does not tell of all cells whether they matter")
		}
	}
	for _, g := range p.Goals() {
		for i := range g.Board.Len() {
			code := g.Board.At(i/g.Board.W, i%g.Board.W)
			if code != 0 && p.Ground(i) == Wall {
				return inputf("row %d, column %d is a wall, and a target has a tile there", i/p.Start.W+1, i%p.Start.W+1)
			}
			if code != 0 && g.Any != nil && g.Any[i] {
				return inputf("row %d, column %d of a target does not matter and has a tile", i/p.Start.W+1, i%p.Start.W+1)
			}
		}
	}
	return nil
}

// validateStart looks at tiles alone, where no piece of several cells stands.
func (r *Rules) validateStart(p *Instance) error {
	for i := range r.Ground {
		if p.Start.At(i/p.Start.W, i%p.Start.W) == 0 {
			continue
		}
		switch alone := r.Pieces == nil || r.Pieces[i] == 0; {
		case r.Ground[i] == Wall:
			return inputf("row %d, column %d of the start is a wall and holds a tile", i/p.Start.W+1, i%p.Start.W+1)
		case r.Ground[i] == Hole && alone:
			return inputf("row %d, column %d of the start is a hole: no tile can lie there", i/p.Start.W+1, i%p.Start.W+1)
		}
	}
	return nil
}

// validatePieces wants pieces of tiles, joined by sides, none wholly over holes and none a robot in part.
func (r *Rules) validatePieces(p *Instance) error {
	robot := make([]bool, len(p.Palette)+1)
	for _, code := range r.Robots {
		robot[code] = true
	}
	seen := map[uint32]bool{}
	var done []bool
	var todo []int
	h, w := p.Start.H, p.Start.W
	for first, n := range r.Pieces {
		if n == 0 || done != nil && done[first] {
			continue
		}
		if seen[n] {
			return inputf("row %d, column %d belongs to a piece that is not joined by sides", first/w+1, first%w+1)
		}
		if done == nil {
			done = make([]bool, len(r.Pieces))
		}
		seen[n], done[first] = true, true
		rests, kind := false, robot[p.Start.At(first/w, first%w)]
		for todo = append(todo[:0], first); len(todo) > 0; {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			y, x := i/w, i%w
			code := p.Start.At(y, x)
			if code == 0 {
				return inputf("row %d, column %d belongs to a piece, and the start has no tile there", y+1, x+1)
			}
			if robot[code] != kind {
				return inputf("the piece at row %d, column %d is a robot only in part", y+1, x+1)
			}
			rests = rests || p.Ground(i) != Hole
			for _, next := range [4][2]int{{y - 1, x}, {y, x - 1}, {y, x + 1}, {y + 1, x}} {
				if next[0] < 0 || next[0] >= h || next[1] < 0 || next[1] >= w {
					continue
				}
				if j := next[0]*w + next[1]; r.Pieces[j] == n && !done[j] {
					done[j] = true
					todo = append(todo, j)
				}
			}
		}
		if !rests {
			return inputf("the piece at row %d, column %d of the start lies wholly over holes", first/w+1, first%w+1)
		}
	}
	return nil
}
