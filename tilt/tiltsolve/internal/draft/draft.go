// Package draft is boards that are being changed.
package draft

import (
	"slices"

	"github.com/gridwright/gridwright/tilt"
)

// Of is a copy of p that may be changed.
func Of(p *tilt.Instance) *tilt.Instance {
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

// Boards calls f with all boards of q.
func Boards(q *tilt.Instance, f func(b *tilt.Board)) {
	f(q.Start)
	for _, g := range q.Goals() {
		f(g.Board)
	}
}

// Mend numbers the pieces of q again: what is no longer joined is several ones.
func Mend(q *tilt.Instance) {
	if q.Rules == nil || q.Rules.Pieces == nil {
		return
	}
	old := q.Rules.Pieces
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
