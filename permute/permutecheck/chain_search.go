package permutecheck

import (
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// A search looks for an element of the chain's group that takes the start to a goal.
//
// Each element is in one way a product: first an element of level 1, which fixes the first base cell, and then one of
// the ways that take that cell along its orbit; the element of level 1 likewise, and so on. So the ways are chosen
// from the first level down. so[i] is what has been chosen at the levels before i: the element takes cell c to
// so[i][q[c]], where q is some element of level i and keeps the orbits of that level.
type search struct {
	x       *chain
	goal    []permute.Tile // Any where the cell does not count
	orbits  [][][]int32    // by level, one behind the last: those of the elements that fix all base cells before
	so      [][]int32
	back    [][]int32 // by level: scratch
	left    []int32   // by tile: scratch
	choices int       // that may still be made
}

// search verifies that there is no such element for any goal, by no more choices than there are boards in a search.
func (x *chain) search(inside []bool) error {
	k := x.k
	s := &search{x: x, goal: make([]permute.Tile, k.n), left: make([]int32, len(k.p.Labels)), choices: k.bound}
	depth := len(x.levels)
	if err := k.hold("the search in a stabiliser chain",
		56*int64(k.n)*int64(depth+2)+4*int64(len(k.p.Labels))); err != nil {
		return err
	}
	for i := range depth + 1 {
		orbits, err := x.orbits(i)
		if err != nil {
			return err
		}
		s.orbits = append(s.orbits, orbits)
		s.so, s.back = append(s.so, make([]int32, k.n)), append(s.back, make([]int32, k.n))
	}
	for c := range s.so[0] {
		s.so[0][c] = int32(c)
	}
	for g, goal := range k.p.Goals {
		for c, t := range goal {
			if s.goal[c] = t; !inside[c] {
				s.goal[c] = permute.Any
			}
		}
		found, err := s.enough(0)
		if err == nil && found {
			found, err = s.choose(0)
		}
		if err != nil {
			return err
		}
		if found {
			return puzzle.Rejectf("the chain's group holds a permutation that gives goal %d", g+1)
		}
	}
	return nil
}

// orbits lists the orbits of level i; behind the last level each cell is one.
func (x *chain) orbits(i int) ([][]int32, error) {
	s := newSets(x.k.n)
	if i < len(x.levels) {
		for _, p := range x.levels[i].gens {
			for c, to := range p {
				s.join(int32(c), to)
			}
			if err := x.spend(x.k.n); err != nil {
				return nil, err
			}
		}
	}
	at := make([]int32, x.k.n) // by root: the place of its orbit, from 1
	var out [][]int32
	for c := range s {
		r := s.find(int32(c))
		if at[r] == 0 {
			out = append(out, nil)
			at[r] = int32(len(out))
		}
		out[at[r]-1] = append(out[at[r]-1], int32(c))
	}
	return out, x.spend(2 * x.k.n)
}

// enough reports whether every orbit of level i has the tiles that the goal wants in the cells to which so[i] takes it.
func (s *search) enough(i int) (bool, error) {
	start, so := s.x.k.p.Start, s.so[i]
	for _, orbit := range s.orbits[i] {
		for _, c := range orbit {
			s.left[start[c]]++
		}
		ok := true
		for _, c := range orbit {
			if t := s.goal[so[c]]; t != permute.Any {
				s.left[t]--
				ok = ok && s.left[t] >= 0
			}
		}
		for _, c := range orbit {
			s.left[start[c]] = 0
			if t := s.goal[so[c]]; t != permute.Any {
				s.left[t] = 0
			}
		}
		if !ok {
			return false, s.x.spend(4 * s.x.k.n)
		}
	}
	return true, s.x.spend(4 * s.x.k.n)
}

// choose goes on from so[i], which has enough; it reports whether an element was found.
func (s *search) choose(i int) (bool, error) {
	if i == len(s.x.levels) {
		return true, nil // every cell is an orbit, and has its tile
	}
	l := s.x.levels[i]
	for at := range l.orbit {
		if s.choices--; s.choices < 0 {
			return false, tooMuch("that no goal is in the chain's group, which takes more than %d choices", s.x.k.bound)
		}
		for c, to := range l.home[at] {
			s.back[i][to] = int32(c)
		}
		for c, to := range s.back[i] {
			s.so[i+1][c] = s.so[i][to]
		}
		if err := s.x.spend(2 * s.x.k.n); err != nil {
			return false, err
		}
		found, err := s.enough(i + 1)
		if err == nil && found {
			found, err = s.choose(i + 1)
		}
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}
