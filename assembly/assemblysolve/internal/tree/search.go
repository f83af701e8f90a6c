package tree

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// A cycleSearch looks for cycles of all constraints, breadth first from one block after the other.
type cycleSearch struct {
	t    *tree
	part []int32 // blocks of different parts, or of a negative one, have no cycle together
	best []int32 // the shortest cycle so far
	work int64

	// Of the search from one block: which blocks were met, from where, and in which order.
	round int32
	met   []int32 // the round in which a block was met last
	by    []int32
	queue []int32
	// For each row and column and each direction along it what blocks have been passed, so that none is
	// passed twice in a round.
	low    assembly.Block
	passed [4][]passed
}

// passed are the blocks of a line from the coordinate at on, seen in the direction from which blocks come in.
type passed struct{ round, at int32 }

func newCycleSearch(t *tree, part []int32) *cycleSearch {
	blocks := t.p.Blocks
	s := &cycleSearch{t: t, part: part, met: make([]int32, len(blocks)), by: make([]int32, len(blocks))}
	var high assembly.Block
	s.low, high = sets.Frame(t.p)
	for d := range s.passed {
		lines := high.R - s.low.R
		if assembly.Direction(d).Vertical() {
			lines = high.C - s.low.C
		}
		s.passed[d] = make([]passed, lines+1)
	}
	return s
}

// from finds a shortest cycle through start, if it is shorter than the best one. It reports false where nothing more is
// to be gained, or may be tried: a cycle of three, or too much work.
func (s *cycleSearch) from(ctx context.Context, start int32) (more bool, err error) {
	s.round++
	s.queue = append(s.queue[:0], start)
	s.met[start] = s.round
	depth, layer := 0, 1
	check := s.work
	for head := 0; head < len(s.queue); head++ {
		if head == layer {
			depth, layer = depth+1, len(s.queue)
		}
		if s.best != nil && depth+1 >= len(s.best) {
			return true, nil // a cycle from here on is no shorter
		}
		if s.work >= check {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			if s.best != nil && s.work > maxCycleWork {
				return false, nil
			}
			check = s.work + checkEvery
		}
		if i := s.queue[head]; s.expand(i, start) {
			s.best = s.best[:0]
			for ; i != start; i = s.by[i] {
				s.best = append(s.best, i)
			}
			s.best = append(s.best, start)
			for a, b := 0, len(s.best)-1; a < b; a, b = a+1, b-1 {
				s.best[a], s.best[b] = s.best[b], s.best[a]
			}
			return len(s.best) > 3, nil
		}
	}
	return true, nil
}

// expand meets everything that has to come after i, and reports whether start is among it.
func (s *cycleSearch) expand(i, start int32) bool {
	t := s.t
	way := assembly.Direction(t.way(i))
	for d := assembly.Left; d <= assembly.Down; d++ {
		s.work++
		j := t.neighbour(i, d)
		if d != way && j >= 0 && s.meet(j, i, start) {
			return true
		}
	}
	// Coordinates along the line count from the side where i comes in.
	in := way.Opposite()
	line, sign := t.p.Blocks[i].R-s.low.R, int32(1)
	if way.Vertical() {
		line = t.p.Blocks[i].C - s.low.C
	}
	if way == assembly.Left || way == assembly.Up {
		sign = -1
	}
	done := &s.passed[way][line]
	own := sign * t.coordinate(i, way)
	end := int32(-1 << 31)
	if done.round == s.round {
		end = done.at
	}
	if own <= end {
		return false // all that i passes has been passed by a block met before
	}
	*done = passed{s.round, own}
	for j := t.along(i, in); j >= 0 && sign*t.coordinate(j, way) >= end; j = t.along(j, in) {
		s.work++
		if s.meet(j, i, start) {
			return true
		}
	}
	return false
}

// meet takes note that j has to come after i, and reports whether j is start.
func (s *cycleSearch) meet(j, i, start int32) bool {
	if j == start {
		return true
	}
	if s.met[j] != s.round && s.part[j] == s.part[start] {
		s.met[j], s.by[j] = s.round, i
		s.queue = append(s.queue, j)
	}
	return false
}

// coordinate is where block i lies along the line in which d goes.
func (t *tree) coordinate(i int32, d assembly.Direction) int32 {
	if d.Vertical() {
		return t.p.Blocks[i].R
	}
	return t.p.Blocks[i].C
}

// neighbour is the block in the next cell in the direction d, or -1.
func (t *tree) neighbour(i int32, d assembly.Direction) int32 {
	switch d {
	case assembly.Left:
		return t.p.Left(i)
	case assembly.Right:
		return t.p.Right(i)
	case assembly.Up:
		return t.p.Above[i]
	}
	return t.p.Below[i]
}
