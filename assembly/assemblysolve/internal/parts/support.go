package parts

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// Supports are cells beside a shape that, added to it, make it buildable on its board, and what is known about
// the fewest.
type Supports struct {
	// Known says whether Cells make the shape buildable; if not, no way was found and Cells is empty.
	Known bool
	Cells []assembly.Block
	// AtLeast is a lower bound: fewer supports do not suffice.
	AtLeast int
}

// Exact reports whether no fewer supports suffice.
func (s Supports) Exact() bool { return s.Known && len(s.Cells) == s.AtLeast }

// maxFilled is the largest rectangle that is filled with supports to begin with.
const maxFilled = 2500

// Supporting finds few blocks that make p buildable when they are added to its shape.
//
// An upper bound comes from filling the smallest rectangle around the shape, and from taking supports out again one by
// one for as long as the rest can be built. Then 0, 1, 2, … supports are tried in all ways that leave the whole
// connected, anywhere on the board, for as long as the work is bearable.
func Supporting(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (Supports, error) {
	tr := newTrials(ctx, p, lim)
	var s Supports
	verdict, err := tr.cells(slices.Clone(p.Blocks))
	if err != nil {
		return s, err
	}
	if verdict == puzzle.Solved {
		return Supports{Known: true}, nil
	}
	if err := tr.fill(&s); err != nil {
		return s, err
	}
	tr.work = 0 // a share for each of the two
	for k := 1; verdict == puzzle.Impossible; k++ {
		s.AtLeast = k
		if s.Exact() || !s.Known && k > 64 {
			break
		}
		var found []assembly.Block
		if found, verdict, err = tr.with(k); err != nil {
			return s, err
		}
		if found != nil {
			s.Known, s.Cells = true, found
		}
	}
	return s, nil
}

// fill finds supports by filling and taking out.
func (tr *trials) fill(s *Supports) error {
	p := tr.p
	low, high := sets.Frame(p)
	if int64(high.R-low.R+1)*int64(high.C-low.C+1) > maxFilled {
		return nil
	}
	var supports []assembly.Block
	for r := low.R; r <= high.R; r++ {
		for c := low.C; c <= high.C; c++ {
			if b := (assembly.Block{R: r, C: c}); p.Find(b) < 0 {
				supports = append(supports, b)
			}
		}
	}
	built := func(list []assembly.Block) (bool, error) {
		v, err := tr.cells(slices.Concat(p.Blocks, list))
		return v == puzzle.Solved, err
	}
	if ok, err := built(supports); !ok || err != nil {
		return err
	}
	// Again and again, since one that was needed may be needed no more; first by large pieces.
	for piece := max(1, len(supports)/2); piece >= 1 && !tr.spent(); {
		smaller := false
		for at := 0; at < len(supports) && !tr.spent(); {
			fewer := slices.Delete(slices.Clone(supports), at, min(at+piece, len(supports)))
			ok, err := built(fewer)
			if err != nil {
				return err
			}
			if ok {
				supports, smaller = fewer, true
			} else {
				at += piece
			}
		}
		switch {
		case piece > 1:
			piece /= 2
		case !smaller:
			piece = 0
		}
	}
	s.Known, s.Cells = true, supports
	return nil
}

// with adds k supports in all connected ways. It returns some that suffice, or nil: then Impossible if there are none,
// and Unknown if not all could be tried.
func (tr *trials) with(k int) ([]assembly.Block, puzzle.Verdict, error) {
	p := tr.p
	verdict := puzzle.Impossible
	seen := map[assembly.Block]bool{}
	var untried []assembly.Block
	// beside appends the cells next to b that are neither the shape's nor seen.
	beside := func(list []assembly.Block, b assembly.Block) []assembly.Block {
		for d := assembly.Left; d <= assembly.Down; d++ {
			dr, dc := d.Delta()
			c := assembly.Block{R: b.R + dr, C: b.C + dc}
			if c.R < 0 || c.C < 0 || c.R >= p.Rows || c.C >= p.Cols || seen[c] || p.Find(c) >= 0 {
				continue
			}
			seen[c] = true
			list = append(list, c)
		}
		return list
	}
	for _, b := range p.Blocks {
		untried = beside(untried, b)
	}
	// As polyominoes are enumerated: each set of supports once.
	var chosen []assembly.Block
	var try func(untried []assembly.Block) ([]assembly.Block, error)
	try = func(untried []assembly.Block) ([]assembly.Block, error) {
		for len(untried) > 0 {
			if tr.spent() {
				verdict = puzzle.Unknown
				return nil, nil
			}
			b := untried[len(untried)-1]
			untried = untried[:len(untried)-1]
			chosen = append(chosen, b)
			if len(chosen) == k {
				v, err := tr.cells(slices.Concat(p.Blocks, chosen))
				if v == puzzle.Solved || err != nil {
					return slices.Clone(chosen), err
				}
				if v == puzzle.Unknown {
					verdict = v
				}
			} else {
				more := beside(slices.Clone(untried), b)
				found, err := try(more)
				if found != nil || err != nil {
					return found, err
				}
				for _, c := range more[len(untried):] {
					delete(seen, c)
				}
			}
			chosen = chosen[:len(chosen)-1]
		}
		return nil, nil
	}
	found, err := try(untried)
	if found != nil {
		verdict = puzzle.Solved
	}
	return found, verdict, err
}
