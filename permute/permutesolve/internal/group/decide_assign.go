package group

import (
	"context"

	"github.com/gridwright/gridwright/internal/perm"
)

// An assigner looks for an element of a chain's group that takes every point to one which accepts its kind: it
// chooses the images of the base cells one after the other, and goes back where a point would get to a wrong place.
// It finds in groups of any order what has many answers, and refutes what fails early.
type assigner struct {
	s      *looseSearch
	levels []assignLevel
	nodes  int
	n      int
}

type assignLevel struct {
	// ways take the base cell to each cell of its orbit, itself first, and fix the base cells before.
	ways []perm.Perm
	// settled are the points whose images are known once this level has been chosen: all that follows fixes them.
	settled []int
}

// assignNodes bounds the choices that an assigner makes.
const assignNodes = 1 << 20

func newAssigner(s *looseSearch, chain *perm.Chain) *assigner {
	a := &assigner{s: s, n: chain.Degree()}
	gens := fewStrong(chain)
	known := make([]bool, a.n)
	for _, b := range chain.Base() {
		var rest []perm.Perm
		for _, p := range gens {
			if p[b] == b {
				rest = append(rest, p)
			}
		}
		l := assignLevel{ways: []perm.Perm{perm.Identity(a.n)}}
		at := map[uint16]bool{b: true}
		for i := 0; i < len(l.ways); i++ {
			for _, p := range gens {
				// As functions: first the way there, then p.
				if to := p[l.ways[i][b]]; !at[to] {
					at[to] = true
					l.ways = append(l.ways, perm.Mul(p, l.ways[i]))
				}
			}
		}
		gens = rest
		for x := range a.n {
			fixed := !known[x]
			for _, p := range gens {
				fixed = fixed && int(p[x]) == x
			}
			if fixed {
				known[x] = true
				l.settled = append(l.settled, x)
			}
		}
		a.levels = append(a.levels, l)
	}
	return a
}

// run returns an element that does, nil where there is none; sure is false where that is not known.
func (a *assigner) run(ctx context.Context) (found perm.Perm, sure bool, err error) {
	if len(a.levels) == 0 {
		return nil, false, nil
	}
	found, err = a.choose(ctx, 0, perm.Identity(a.n))
	return found, found != nil || a.nodes < assignNodes, err
}

// choose goes on at level i with the element that has been chosen so far.
func (a *assigner) choose(ctx context.Context, i int, so perm.Perm) (perm.Perm, error) {
	if i == len(a.levels) {
		return so.Clone(), nil
	}
	next := make(perm.Perm, a.n)
	for _, way := range a.levels[i].ways {
		if a.nodes++; a.nodes >= assignNodes {
			return nil, nil
		}
		if a.nodes%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		ok := true
		for _, x := range a.levels[i].settled {
			if want := a.s.accept[so[way[x]]]; want >= 0 && want != int32(a.s.start[x]) {
				ok = false
				break
			}
		}
		if !ok {
			continue
		}
		perm.MulInto(next, so, way) // first way, then what was chosen before: next[x] = so[way[x]]
		if found, err := a.choose(ctx, i+1, next); found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}
