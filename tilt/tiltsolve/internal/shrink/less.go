package shrink

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/draft"
)

// pieces leaves out pieces, first many, then single tiles of large ones. Targets lose as many tiles of each colour, and
// the same ones in reading order.
func (s *shrinker) pieces() bool {
	list := piecesOf(s.p)
	for from, end := range Parts(len(list), mostParts) {
		if !s.give(without(s.p, slices.Concat(list[from:end]...))) {
			return false
		}
	}
	for _, cells := range list {
		for _, cell := range cells {
			if len(cells) > 1 && !s.give(without(s.p, []int{cell})) {
				return false
			}
		}
	}
	return true
}

// piecesOf lists the cells of each piece.
func piecesOf(p *tilt.Instance) (list [][]int) {
	numbers := map[uint32]int{}
	for i := range p.Start.Len() {
		n := uint32(0)
		if p.Rules.Pieces != nil {
			n = p.Rules.Pieces[i]
		}
		at, known := numbers[n]
		switch {
		case p.Start.At(i/p.Start.W, i%p.Start.W) == 0:
		case n == 0:
			list = append(list, []int{i})
		case known:
			list[at] = append(list[at], i)
		default:
			numbers[n] = len(list)
			list = append(list, []int{i})
		}
	}
	return list
}

// without is p without the tiles on cells.
func without(p *tilt.Instance, cells []int) *tilt.Instance {
	q := draft.Of(p)
	less := map[[2]int]bool{} // colour and number of its tiles that go
	gone := map[int]bool{}
	for _, i := range cells {
		gone[i] = true
	}
	each(p.Start, func(cell, code, n int) {
		if gone[cell] {
			less[[2]int{code, n}] = true
			clear1(q.Start, cell)
			if q.Rules.Pieces != nil {
				q.Rules.Pieces[cell] = 0
			}
		}
	})
	for _, g := range q.Goals() {
		each(g.Board.Clone(), func(cell, code, n int) {
			if less[[2]int{code, n}] {
				clear1(g.Board, cell)
			}
		})
	}
	return q
}

// each calls f with the cell of each tile, its colour, and how many of this colour stand before it.
func each(b *tilt.Board, f func(cell, code, n int)) {
	seen := map[int]int{}
	for i := range b.Len() {
		if code := b.At(i/b.W, i%b.W); code != 0 {
			f(i, code, seen[code])
			seen[code]++
		}
	}
}

func clear1(b *tilt.Board, cell int) { b.Set(cell/b.W, cell%b.W, 0) }

// ground makes floor of walls and holes. What a goal with cells that do not matter asks for there does not matter.
func (s *shrinker) ground() bool {
	var cells []int
	for _, kind := range []tilt.Ground{tilt.Wall, tilt.Hole} { // walls go first
		for i, g := range s.p.Rules.Ground {
			if g == kind {
				cells = append(cells, i)
			}
		}
	}
	for from, end := range Parts(len(cells), mostParts) {
		q := draft.Of(s.p)
		for _, cell := range cells[from:end] {
			wall := q.Rules.Ground[cell] == tilt.Wall
			q.Rules.Ground[cell] = tilt.Floor
			for _, any := range anys(q) {
				if wall {
					any[cell] = true
				}
			}
		}
		if !s.give(q) {
			return false
		}
	}
	return true
}

// anys are the lists of cells that do not matter, of all goals that have one.
func anys(q *tilt.Instance) (lists [][]bool) {
	for _, g := range q.Goals() {
		if g.Any != nil {
			lists = append(lists, g.Any)
		}
	}
	return lists
}

// bonds takes pieces apart.
func (s *shrinker) bonds() bool {
	count := uint32(0)
	if s.p.Rules.Pieces != nil {
		count = slices.Max(s.p.Rules.Pieces)
	}
	for from, end := range Parts(int(count), mostParts) {
		q := draft.Of(s.p)
		for i, n := range q.Rules.Pieces {
			if int(n) > from && int(n) <= end {
				q.Rules.Pieces[i] = 0
			}
		}
		if !s.give(q) {
			return false
		}
	}
	return true
}

// rules makes them simpler, one at a time.
func (s *shrinker) rules() bool {
	r := s.p.Rules
	if r.Unit {
		q := draft.Of(s.p)
		q.Rules.Unit = false
		if !s.give(q) {
			return false
		}
	}
	for i := range r.Robots {
		q := draft.Of(s.p)
		q.Rules.Robots = slices.Delete(q.Rules.Robots, i, i+1)
		if !s.give(q) {
			return false
		}
	}
	if r.One {
		q := draft.Of(s.p)
		q.Rules.One = false
		return s.give(q)
	}
	return true
}

// colours leaves out those on no board, and merges each with the one before it.
func (s *shrinker) colours() bool {
	n := len(s.p.Palette)
	used := make([]bool, n+1)
	draft.Boards(s.p, func(b *tilt.Board) {
		each(b, func(_, code, _ int) { used[code] = true })
	})
	for code := n; code > 0; code-- {
		if !used[code] && !s.give(merged(s.p, code, 0)) {
			return false
		}
	}
	for code := n; code > 1; code-- {
		if !s.give(merged(s.p, code, code-1)) {
			return false
		}
	}
	return true
}

// merged is p with one colour less: its tiles have the colour into, and are robots only where those of into are some.
func merged(p *tilt.Instance, from, into int) *tilt.Instance {
	q := draft.Of(p)
	q.Palette = slices.Delete(slices.Clone(p.Palette), from-1, from)
	fresh := func(code int) int {
		switch {
		case code == from:
			return into
		case code > from:
			return code - 1
		}
		return code
	}
	draft.Boards(q, func(b *tilt.Board) {
		for i := range b.Len() {
			b.Set(i/b.W, i%b.W, fresh(b.At(i/b.W, i%b.W)))
		}
	})
	q.Rules.Robots = slices.DeleteFunc(q.Rules.Robots, func(code int) bool { return code == from })
	for i, code := range q.Rules.Robots {
		q.Rules.Robots[i] = fresh(code)
	}
	return q
}

// nearer takes moves from the way's end.
func (s *shrinker) nearer() bool {
	if len(s.way) == 0 || s.p.Target == nil {
		return true
	}
	n := s.way.Length()
	tried := map[string]bool{n.String(): true}
	for _, left := range []*big.Int{new(big.Int).Rsh(n, 1), new(big.Int).Sub(n, big.NewInt(1))} {
		if tried[left.String()] {
			continue
		}
		tried[left.String()] = true
		before, _ := s.way.Cut(left)
		if t := led(s.p, before); t != nil && t.Validate() == nil && !s.yield(t.Tidy()) {
			return false
		}
	}
	return true
}

// asked makes cells of targets such that do not matter.
func (s *shrinker) asked() bool {
	for k, g := range s.p.Goals() {
		var cells []int
		for i := range g.Board.Len() {
			if s.p.Ground(i) != tilt.Wall && (g.Any == nil || !g.Any[i]) {
				cells = append(cells, i)
			}
		}
		for from, end := range Parts(len(cells), mostParts) {
			q := draft.Of(s.p)
			h := q.Goals()[k]
			if h.Any == nil {
				h.Any = make([]bool, h.Board.Len())
			}
			for _, cell := range cells[from:end] {
				h.Any[cell] = true
				clear1(h.Board, cell)
			}
			if q.Target != nil {
				q.Rules.Any = h.Any
			} else {
				q.Rules.Goals[k].Any = h.Any
			}
			if !s.give(q) {
				return false
			}
		}
	}
	return true
}
