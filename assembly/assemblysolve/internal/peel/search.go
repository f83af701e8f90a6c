package peel

import (
	"context"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// A search takes a set apart where taking off convex blocks one by one does not decide: it tries blocks
// that can leave, remembers the sets from which that failed, and puts back.
//
// In the frontal model a convex block that can leave, and of whose neighbours its surroundings show that they stay
// connected, may be removed at once, holes or not (see the doc comment of the package). So only sets in which no such
// block is left are branched at. In the sticky model that is known of simple sets, which are decided so, and of some of
// these blocks in all sets (see Peeler.Sure).
type search struct {
	q    *Peeler
	v    *sets.Leaver
	root int32
	dead *sets.Table
	hope relaxation
	list []sets.Leave // what is still to be tried, for all levels of the search
	ctx  context.Context
	work int // blocks visited since the last look at ctx
}

// newSearch makes a search; v is a leaver for the shape, or nil.
func newSearch(ctx context.Context, q *Peeler, root int32, lim puzzle.Limits, v *sets.Leaver) (*search, error) {
	n := int64(len(q.Shape.Blocks))
	if err := lim.CheckMemory("the search", (Bytes+sets.LeaverBytes)*n); err != nil {
		return nil, err
	}
	dead, err := sets.NewTable("searching for a way to take the shape apart", len(q.Alive), lim)
	if err != nil {
		return nil, err
	}
	if v == nil {
		v = sets.NewLeaver(q.Shape)
	}
	return &search{q: q, v: v, root: root, dead: dead, ctx: ctx, hope: relaxation{q: q}}, nil
}

// run searches from the set that is alive, and returns true with one block alive, or false with the set as it was. The
// queue is empty before and after. The root is kept.
func (s *search) run() (bool, error) {
	mark := len(s.q.Order)
	found, err := s.try()
	s.list = s.list[:0]
	if !found || err != nil {
		s.q.Undo(mark)
	}
	s.q.Drain()
	return found, err
}

// A level of the search is a set that is branched at.
type level struct {
	first int // where its list starts
	mark  int // how many blocks were removed before
}

// try is a depth-first search with its own stack, since it may be as deep as there are blocks.
func (s *search) try() (bool, error) {
	var levels []level
	for {
		found, open, err := s.enter()
		if found || err != nil {
			return found, err
		}
		if open {
			levels = append(levels, level{len(s.list), len(s.q.Order)})
			s.expand()
		}
		for len(levels) > 0 && len(s.list) == levels[len(levels)-1].first {
			levels = levels[:len(levels)-1]
		}
		if len(levels) == 0 {
			return false, nil
		}
		s.q.Undo(levels[len(levels)-1].mark)
		l := s.list[len(s.list)-1]
		s.list = s.list[:len(s.list)-1]
		s.q.Remove(l.Block, l.Way)
	}
}

// enter looks at the set that is alive: it is taken apart, or has to be branched at, or can be neither.
func (s *search) enter() (found, open bool, err error) {
	q := s.q
	if s.work += len(q.Shape.Blocks); s.work >= 1<<17 {
		s.work = 0
		if err := s.ctx.Err(); err != nil {
			return false, false, err
		}
	}
	if q.Shape.Contact == assembly.Sticky {
		simple := q.Simple()
		q.wary = !simple
		q.noticeAll()
		err := q.Run(s.ctx)
		q.Drain()
		if simple || q.Left() == 1 || err != nil {
			return q.Left() == 1, false, err
		}
	} else {
		if err := q.Run(s.ctx); err != nil {
			return false, false, err
		}
		q.Drain()
		if q.Left() == 1 {
			return true, false, nil
		}
		if holes, _ := q.form(); !holes {
			return false, false, nil
		}
	}
	fresh, err := s.dead.Add(q.Alive)
	return false, fresh && !s.hope.hopeless(s.root), err
}

// expand appends what can leave to the list, the most promising last.
func (s *search) expand() {
	first := len(s.list)
	s.list = s.v.Append(s.list, s.q.Alive, s.root)
	slices.SortStableFunc(s.list[first:], func(a, b sets.Leave) int { return s.rank(a) - s.rank(b) })
}

// rank prefers blocks that are safe to remove, as it seems, and then those that open a hole.
func (s *search) rank(l sets.Leave) int {
	near := s.q.near[l.Block]
	switch {
	case s.q.ways[near] != 0:
		return 2
	case arcs(near) > 1:
		return 1
	}
	return 0
}

// arcs counts the groups of neighbours that the cells around a block do not connect to one another.
func arcs(near uint8) int {
	n := bits.OnesCount8(near & (north | east | south | west))
	for w := uint8(north | northEast | east); ; w = bits.RotateLeft8(w, 2) {
		if near&w == w {
			n--
		}
		if w == northWest|north|west {
			break
		}
	}
	return max(n, 1)
}

// form tells whether the set that is alive has holes, and whether two of its blocks touch at a corner only.
func (q *Peeler) form() (holes, pinched bool) {
	links, squares, blocks := 0, 0, q.Left()
	for w, word := range q.Alive {
		for ; word != 0; word &= word - 1 {
			near := q.near[w<<6+bits.TrailingZeros64(word)]
			links += bits.OnesCount8(near & (east | south))
			if near&(east|southEast|south) == east|southEast|south {
				squares++
			}
			pinched = pinched || near&(north|northEast|east) == northEast || near&(south|southEast|east) == southEast
		}
	}
	// Euler: every ring that no squares fill is a hole.
	return links-squares != blocks-1, pinched
}

// Simple reports whether the set that is alive has neither holes nor two blocks that touch at a corner only: a set
// whose outside is connected by sides.
func (q *Peeler) Simple() bool {
	holes, pinched := q.form()
	return !holes && !pinched
}

// noticeAll puts everything that may leave into the queue.
func (q *Peeler) noticeAll() {
	for w, word := range q.Alive {
		for ; word != 0; word &= word - 1 {
			q.notice(int32(w<<6 + bits.TrailingZeros64(word)))
		}
	}
}
