// Package shrink makes smaller boards of boards with walls and other rules.
package shrink

import (
	"context"
	"iter"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
)

// mostParts is how many parts things are cut into at most where some are left out.
const mostParts = 64

// Parts yields [from, end) for halves of n things, quarters, and so on down to single ones, or to 1/most.
func Parts(n, most int) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		for size := (n + 1) / 2; size > 0 && n/size <= most; size /= 2 {
			for from := 0; from < n; from += size {
				if !yield(from, min(n, from+size)) {
					return
				}
			}
		}
	}
}

// Of yields valid boards smaller than p, which has rules: with fewer goals, rows, columns, pieces, tiles of a piece,
// walls and holes, simpler rules, fewer colours, a nearer target, and fewer cells that a target asks for. The first
// measure in which a board differs from p is less than p's, so shrinking ends; the distance to the target comes behind
// the colours. way, where it is not nil, leads to p's target: then each smaller board comes first with the target to
// which the same way leads. O(cells) for each board, and the moves of the way.
func Of(p *tilt.Instance, way tilt.Word) iter.Seq[*tilt.Instance] {
	return func(yield func(*tilt.Instance) bool) {
		s := &shrinker{p: draft(p), way: way, yield: yield}
		mend(s.p)
		_ = s.goals() && s.sides() && s.pieces() && s.ground() && s.bonds() && s.rules() && s.colours() && s.nearer() &&
			s.asked()
	}
}

// A shrinker yields; its methods report whether to go on.
type shrinker struct {
	p     *tilt.Instance
	way   tilt.Word
	yield func(*tilt.Instance) bool
}

// give yields q if it is a board, before it the board with the target to which p's way leads. It takes q over.
func (s *shrinker) give(q *tilt.Instance) bool {
	mend(q)
	if q.Validate() != nil {
		return true
	}
	if len(s.way) > 0 && q.Target != nil {
		if t := led(q, s.way); t != nil && !t.Target.Equal(q.Target) && !s.yield(t.Tidy()) {
			return false
		}
	}
	return s.yield(q.Tidy())
}

// led is q with the target to which way leads; nil where it cannot be walked.
func led(q *tilt.Instance, way tilt.Word) *tilt.Instance {
	m := meter.New(context.Background(), 0)
	g, err := maze.New(m, q)
	if err != nil {
		return nil
	}
	y, err := g.Play(m)
	if err != nil || y.Word(way) != nil {
		return nil
	}
	q = draft(q)
	if q.Rules == nil {
		q.Rules = &tilt.Rules{}
	}
	after := y.Board(q).Start
	for i := range after.Len() {
		if r, c := i/after.W, i%after.W; q.Rules.Any == nil || !q.Rules.Any[i] {
			q.Target.Set(r, c, after.At(r, c))
		}
	}
	return q
}

// draft is a copy of p that may be changed.
func draft(p *tilt.Instance) *tilt.Instance {
	q := &tilt.Instance{Palette: p.Palette, Start: p.Start.Clone()}
	if p.Target != nil {
		q.Target = p.Target.Clone()
	}
	if p.Rules == nil {
		return q
	}
	r := *p.Rules
	r.Ground, r.Pieces, r.Any = slices.Clone(r.Ground), slices.Clone(r.Pieces), slices.Clone(r.Any)
	r.Goals, r.Robots = slices.Clone(r.Goals), slices.Clone(r.Robots)
	for i, g := range r.Goals {
		r.Goals[i] = tilt.Goal{Board: g.Board.Clone(), Any: slices.Clone(g.Any)}
	}
	q.Rules = &r
	return q
}

// boards calls f with all boards of q.
func boards(q *tilt.Instance, f func(b *tilt.Board)) {
	f(q.Start)
	for _, g := range q.Goals() {
		f(g.Board)
	}
}

// mend numbers the pieces of q again: what is no longer joined is several ones.
func mend(q *tilt.Instance) {
	old := q.Rules.Pieces
	if old == nil {
		return
	}
	w, last := q.Start.W, uint32(0)
	fresh := make([]uint32, len(old))
	var todo []int
	for first, n := range old {
		if n == 0 || fresh[first] != 0 {
			continue
		}
		last++
		size := 0
		fresh[first] = last
		for todo = append(todo[:0], first); len(todo) > 0; size++ {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, j := range beside(q.Start, i) {
				if old[j] == n && fresh[j] == 0 && q.Start.At(j/w, j%w) != 0 {
					fresh[j] = last
					todo = append(todo, j)
				}
			}
		}
		if size == 1 {
			old[first], fresh[first] = 0, 0
			last--
		}
	}
	q.Rules.Pieces = fresh
}

// beside are the neighbours of a cell.
func beside(b *tilt.Board, cell int) (list []int) {
	r, c := cell/b.W, cell%b.W
	for _, at := range [4][2]int{{r - 1, c}, {r, c - 1}, {r, c + 1}, {r + 1, c}} {
		if at[0] >= 0 && at[0] < b.H && at[1] >= 0 && at[1] < b.W {
			list = append(list, at[0]*b.W+at[1])
		}
	}
	return list
}

// goals leaves out goals; the last one is a target.
func (s *shrinker) goals() bool {
	n := len(s.p.Rules.Goals)
	if n == 1 {
		q := draft(s.p)
		q.Target, q.Rules.Any, q.Rules.Goals = q.Rules.Goals[0].Board, q.Rules.Goals[0].Any, nil
		return s.give(q)
	}
	for from, end := range Parts(n, mostParts) {
		if end-from < n {
			q := draft(s.p)
			q.Rules.Goals = slices.Delete(q.Rules.Goals, from, end)
			if !s.give(q) {
				return false
			}
		}
	}
	return true
}

// sides leaves out rows, and columns.
func (s *shrinker) sides() bool {
	h, w := s.p.Start.H, s.p.Start.W
	for from, end := range Parts(h, h) {
		if end-from < h && !s.give(cut(s.p, from, end, 0, 0)) {
			return false
		}
	}
	for from, end := range Parts(w, w) {
		if end-from < w && !s.give(cut(s.p, 0, 0, from, end)) {
			return false
		}
	}
	return true
}

// cut is p without the rows and columns in [top, bottom) and [left, right).
func cut(p *tilt.Instance, top, bottom, left, right int) *tilt.Instance {
	var keep []int
	for i := range p.Start.Len() {
		r, c := i/p.Start.W, i%p.Start.W
		if (r < top || r >= bottom) && (c < left || c >= right) {
			keep = append(keep, i)
		}
	}
	h, w := p.Start.H-(bottom-top), p.Start.W-(right-left)
	q := draft(p)
	boards(q, func(b *tilt.Board) {
		b.H, b.W, b.Narrow, b.Wide = h, w, kept(b.Narrow, keep), kept(b.Wide, keep)
	})
	r := q.Rules
	r.Ground, r.Pieces, r.Any = kept(r.Ground, keep), kept(r.Pieces, keep), kept(r.Any, keep)
	for i := range r.Goals {
		r.Goals[i].Any = kept(r.Goals[i].Any, keep)
	}
	return q
}

// kept are the items at places; nil stays nil.
func kept[T any](list []T, places []int) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}
