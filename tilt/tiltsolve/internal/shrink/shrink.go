// Package shrink makes smaller boards of boards with walls and other rules.
package shrink

import (
	"context"
	"iter"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/draft"
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
		s := &shrinker{p: draft.Of(p), way: way, yield: yield}
		draft.Mend(s.p)
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
	draft.Mend(q)
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
	q = draft.Of(q)
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

// goals leaves out goals; the last one is a target.
func (s *shrinker) goals() bool {
	n := len(s.p.Rules.Goals)
	if n == 1 {
		q := draft.Of(s.p)
		q.Target, q.Rules.Any, q.Rules.Goals = q.Rules.Goals[0].Board, q.Rules.Goals[0].Any, nil
		return s.give(q)
	}
	for from, end := range Parts(n, mostParts) {
		if end-from < n {
			q := draft.Of(s.p)
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
	q := draft.Of(p)
	draft.Boards(q, func(b *tilt.Board) {
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
