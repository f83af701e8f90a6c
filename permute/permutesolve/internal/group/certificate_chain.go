package group

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of chains as certificates: the numbers that are written down, and the images that the checker looks up
// without the sifting, of which it bears 2^35 in all.
const (
	maxChainNumbers = 1 << 22
	maxChainImages  = 1 << 32
)

// chainFor makes a stabiliser chain of the group of all moves, or of none where that would be too large for a
// certificate.
//
// internal/perm has a chain of the reduced group, in which a pair of points stands for each giant. Those are the
// giant's last two cells here; before them come its other cells, each with the 3-cycle of that cell and the last two.
// These 3-cycles generate all even permutations of the giant, and what is left of the group when they are divided out
// is the reduced one.
//
// Giants that are dropped, by their orbits, do not come in; the chain is then about the other cells. drop may be nil.
func (g *Group) chainFor(ctx context.Context, st *perm.Structure, drop func(orbit int) bool,
	lim puzzle.Limits) (*permute.Chain, error) {
	red := st.Reduction()
	dropped := make([]bool, len(red.Giants))
	out := &permute.Chain{Base: []int32{}, Strong: [][]int32{}}
	for i, k := range red.Giants {
		dropped[i] = drop != nil && drop(int(g.OrbitOf[st.Group().Orbits()[k][0]]))
	}
	if slices.Contains(dropped, true) {
		out.Cells = []int32{}
		for x, k := range g.OrbitOf {
			if !drop(int(k)) {
				out.Cells = append(out.Cells, int32(x))
			}
		}
	}
	chain, err := g.reducedChain(ctx, st, dropped)
	if err != nil {
		return nil, err
	}
	// The cell of each point, and the last two cells of each giant.
	cell := make([]int32, red.Degree())
	for i, x := range red.Kept {
		cell[i] = int32(x)
	}
	var threes [][3]int32
	images := int64(0)
	for i, k := range red.Giants {
		orbit := st.Group().Orbits()[k]
		last := len(orbit) - 2
		a, b := int32(orbit[last]), int32(orbit[last+1])
		at := len(red.Kept) + 2*i
		cell[at], cell[at+1] = a, b
		if dropped[i] {
			continue
		}
		for _, x := range orbit[:last] {
			out.Base = append(out.Base, int32(x))
			threes = append(threes, [3]int32{int32(x), a, b})
		}
		// Level j has the orbit of all cells from j on, and all generators behind it.
		images += int64(len(orbit)) * int64(len(orbit)) * 3 * int64(g.C.N)
	}
	strong := fewStrong(chain)
	if err := g.suits(chain, len(strong), len(threes), images, lim); err != nil {
		return nil, err
	}
	for _, t := range threes {
		p := moveset.Identity(g.C.N)
		p[t[0]], p[t[1]], p[t[2]] = t[1], t[2], t[0]
		out.Strong = append(out.Strong, p)
	}
	for _, q := range strong {
		p := moveset.Identity(g.C.N)
		for i, to := range q {
			p[cell[i]] = cell[to]
		}
		out.Strong = append(out.Strong, p)
	}
	for _, b := range chain.Base() {
		out.Base = append(out.Base, cell[b])
	}
	return out, nil
}

// suits says why a chain is too large for a certificate: with so many strong generators, and 3-cycles before them
// whose levels have so many images for each generator.
func (g *Group) suits(chain *perm.Chain, strong, threes int, images int64, lim puzzle.Limits) error {
	total := threes + strong
	images *= int64(total)
	for _, length := range chain.OrbitLengths() {
		images += int64(length) * int64(strong) * 3 * int64(g.C.N)
	}
	if total > maxChainNumbers/max(1, g.C.N) || images > maxChainImages || images < 0 {
		return &puzzle.LimitError{Limit: "check", Msg: "a stabiliser chain of this group is too large for a certificate"}
	}
	return lim.CheckMemory("a stabiliser chain as a certificate", 4*int64(total)*int64(g.C.N))
}

// reducedChain is a chain of the reduced group, without the pairs of the giants that are dropped.
func (g *Group) reducedChain(ctx context.Context, st *perm.Structure, dropped []bool) (*perm.Chain, error) {
	red := st.Reduction()
	if chain := st.Chain(); chain != nil && !slices.Contains(dropped, true) {
		return chain, nil
	}
	var gens []perm.Perm
	known := make(map[string]bool)
	var key []byte
	for i := range g.C.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := red.Reduce(st.Group().Gens()[i].Perm(g.C.N))
		key = key[:0]
		for j := range p {
			if k := j - len(red.Kept); k >= 0 && dropped[k/2] {
				p[j] = uint16(j)
			}
			key = binary.LittleEndian.AppendUint16(key, p[j])
		}
		if !known[string(key)] {
			known[string(key)] = true
			gens = append(gens, p)
		}
	}
	chain, err := perm.NewChain(ctx, red.Degree(), gens, perm.Options{})
	if err != nil {
		return nil, GroupError(ctx, err, perm.DefaultMemory)
	}
	return chain, nil
}

// fewStrong leaves out generators of a strong generating set that it is strong without: from the last level up, one
// is kept if it makes the orbit of the level's base cell larger. When all orbits have their full length, the group is
// the whole one, by its order.
//
// Elements are functions of points. As functions they form the same group whichever way one reads them.
func fewStrong(chain *perm.Chain) []perm.Perm {
	base, lengths := chain.Base(), chain.OrbitLengths()
	depth := func(p perm.Perm) int {
		d := 0
		for d < len(base) && p[base[d]] == base[d] {
			d++
		}
		return d
	}
	all := chain.Strong()
	depths := make([]int, len(all))
	for i, p := range all {
		depths[i] = depth(p)
	}
	var kept []perm.Perm
	for level := len(base) - 1; level >= 0; level-- {
		length := orbitLength(base[level], kept, chain.Degree())
		// One that brings nothing may do so when others have been taken: around and around, until the orbit is whole.
		for i := 0; length < lengths[level]; i = (i + 1) % len(all) {
			p := all[i]
			if depths[i] != level {
				continue
			}
			if l := orbitLength(base[level], append(kept, p), chain.Degree()); l > length {
				kept, length = append(kept, p), l
			}
		}
	}
	return kept
}

func orbitLength(x uint16, gens []perm.Perm, n int) int {
	in := make([]bool, n)
	in[x] = true
	queue := []uint16{x}
	for at := 0; at < len(queue); at++ {
		for _, p := range gens {
			if to := p[queue[at]]; !in[to] {
				in[to] = true
				queue = append(queue, to)
			}
		}
	}
	return len(queue)
}
