package group

import (
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// Parities knows for every move on which orbits it is odd: a rising list of orbits, taken as a vector over the
// two-element field. What the group can do has a sum of such vectors.
type Parities struct {
	rows [][]int // of the moves, without doubles and without the empty one
	Move []int32 // a move with this row, the cheapest
}

func newParities(mt *meter.Meter, g *Group) *Parities {
	ps := &Parities{}
	index := make(map[string]int)
	for i := range g.C.Set.Moves {
		if mt.Work(64+16*len(g.C.Moves[i].To)) != nil {
			break
		}
		var odd []int
		for _, cycle := range g.C.Set.Moves[i].Cycles {
			if len(cycle)%2 == 0 {
				odd = append(odd, int(g.OrbitOf[cycle[0]]))
			}
		}
		odd = oddOnes(odd)
		if len(odd) == 0 {
			continue
		}
		var key []byte
		for _, k := range odd {
			key = binary.AppendUvarint(key, uint64(k))
		}
		if k, ok := index[string(key)]; ok {
			if g.C.Moves[i].Cost < g.C.Moves[ps.Move[k]].Cost {
				ps.Move[k] = int32(i)
			}
			continue
		}
		index[string(key)] = len(ps.rows)
		ps.rows = append(ps.rows, odd)
		ps.Move = append(ps.Move, int32(i))
	}
	return ps
}

// oddOnes sorts a list and keeps one of each number that it has an odd number of times.
func oddOnes(list []int) []int {
	slices.Sort(list)
	out := list[:0]
	for i := 0; i < len(list); {
		j := i
		for j < len(list) && list[j] == list[i] {
			j++
		}
		if (j-i)%2 != 0 {
			out = append(out, list[i])
		}
		i = j
	}
	return out
}

// Of is the vector of a permutation that keeps the orbits.
func (ps *Parities) Of(g *Group, dest []int32) []int {
	var odd []int
	seen := make([]bool, len(dest))
	for i := range dest {
		if seen[i] {
			continue
		}
		swaps := -1
		for j := int32(i); !seen[j]; j = dest[j] {
			seen[j] = true
			swaps++
		}
		if swaps%2 != 0 {
			odd = append(odd, int(g.OrbitOf[i]))
		}
	}
	return oddOnes(odd)
}

// suit exchanges tiles of a that may be exchanged until a.dest is odd and even where a product of moves can be. It
// reports false where there is no way to do so: then no such product takes the start to the goal.
func (ps *Parities) suit(g *Group, a *aim) bool {
	want := ps.Of(g, a.dest)
	if _, ok := ps.Sum(want, nil); ok {
		return true
	}
	fixed := func(k int) bool { return a.swap[k][0] < 0 } // nothing may be exchanged there
	moves, ok := ps.Sum(want, fixed)
	if !ok {
		return false
	}
	for _, i := range moves {
		want = symmetricDifference(want, ps.rows[i])
	}
	for _, k := range want {
		s := a.swap[k]
		a.dest[s[0]], a.dest[s[1]] = a.dest[s[1]], a.dest[s[0]]
	}
	return true
}

// Sum finds rows that add up to v on the orbits that count, nil standing for all.
func (ps *Parities) Sum(v []int, counts func(orbit int) bool) (rows []int, ok bool) {
	cut := func(v []int) []int {
		if counts == nil {
			return v
		}
		var out []int
		for _, k := range v {
			if counts(k) {
				out = append(out, k)
			}
		}
		return out
	}
	e := make(echelon)
	for i, r := range ps.rows {
		e.add(cut(r), i)
	}
	return e.express(cut(v))
}

// An echelon is a basis of vectors over the two-element field, by their least elements.
type echelon map[int]echelonRow

type echelonRow struct {
	v    []int
	from []int // numbers of vectors given to add, rising, whose sum this is
}

// add takes in vector number i.
func (e echelon) add(v []int, i int) {
	from := []int{i}
	for len(v) > 0 {
		r, ok := e[v[0]]
		if !ok {
			e[v[0]] = echelonRow{v, from}
			return
		}
		v, from = symmetricDifference(v, r.v), symmetricDifference(from, r.from)
	}
}

// express says which vectors add up to v.
func (e echelon) express(v []int) (from []int, ok bool) {
	for len(v) > 0 {
		r, ok := e[v[0]]
		if !ok {
			return nil, false
		}
		v, from = symmetricDifference(v, r.v), symmetricDifference(from, r.from)
	}
	return from, true
}

// symmetricDifference is what is in one of two rising lists and not in the other.
func symmetricDifference(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// separate finds orbits on which every move is even, taken together, and every one of the given vectors odd; ok is
// false where there are none such.
func (ps *Parities) separate(orbits int, asked [][]int) (in []int, ok bool) {
	// There is an unknown bit for each orbit: each row and each vector is an equation, and the element orbits
	// stands for a 1 on the right.
	e := make(echelon)
	for _, r := range ps.rows {
		e.add(r, 0)
	}
	for _, v := range asked {
		e.add(append(slices.Clone(v), orbits), 0)
	}
	if _, wrong := e[orbits]; wrong {
		return nil, false // 0 = 1
	}
	pivots := make([]int, 0, len(e))
	for k := range e {
		pivots = append(pivots, k)
	}
	slices.Sort(pivots)
	value := map[int]bool{orbits: true} // the others are 0 as long as nothing else is said
	for _, k := range slices.Backward(pivots) {
		one := false
		for _, x := range e[k].v[1:] {
			one = one != value[x]
		}
		if one {
			value[k] = true
			in = append(in, k)
		}
	}
	slices.Reverse(in)
	return in, true
}
