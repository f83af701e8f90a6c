package sets

import (
	"math/bits"

	"github.com/gridwright/gridwright/assembly"
)

// A Leaver lists which blocks can leave a set, by definition: convex or not. Every list costs O(blocks); its memory is
// LeaverBytes a block.
type Leaver struct {
	p    *assembly.Instance
	near [][4]int32 // the neighbours by direction, or -1
	ends Extremes   // of one set at a time
	// For the blocks that hold others together (cut): depth-first numbers.
	num, low, from, stack []int32
	edge                  []uint8
	Cut                   []bool

	stay  []uint64 // blocks that do not leave; nil: none
	every bool     // list all directions in which a block can leave, not one
}

// LeaverBytes is what a Leaver takes for each block.
const LeaverBytes = 60

// A Leave is a block that can leave, and in which direction.
type Leave struct {
	Block int32
	Way   assembly.Direction
}

// NewLeaver makes a leaver for the sets of p. O(blocks).
func NewLeaver(p *assembly.Instance) *Leaver {
	n := len(p.Blocks)
	v := &Leaver{p: p, near: make([][4]int32, n), ends: NewExtremes(p)}
	for i := range v.near {
		x := int32(i)
		v.near[i] = [4]int32{assembly.Left: p.Left(x), assembly.Right: p.Right(x), assembly.Up: p.Above[i],
			assembly.Down: p.Below[i]}
	}
	v.num, v.low, v.from, v.stack = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	v.edge, v.Cut = make([]uint8, n), make([]bool, n)
	return v
}

// Append appends to out the blocks of set that can leave it, except root; a root of NoRoot is none.
func (v *Leaver) Append(out []Leave, set []uint64, root int32) []Leave {
	v.extremes(set)
	cuts := false
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			if i == root || v.stay != nil && Has(v.stay, i) {
				continue
			}
			d, ok := v.way(set, i, assembly.Left)
			if !ok {
				continue
			}
			if v.degree(set, i) > 1 {
				if !cuts {
					v.Cuts(set, i)
					cuts = true
				}
				if v.Cut[i] {
					continue
				}
			}
			out = append(out, Leave{i, d})
			for v.every {
				if d, ok = v.way(set, i, d+1); !ok {
					break
				}
				out = append(out, Leave{i, d})
			}
		}
	}
	return out
}

func (v *Leaver) degree(set []uint64, i int32) (n int) {
	for _, j := range v.near[i] {
		if Has(set, j) {
			n++
		}
	}
	return n
}

func (v *Leaver) extremes(set []uint64) {
	v.ends.Clear()
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			v.ends.Add(v.p.Blocks[w<<6+bits.TrailingZeros64(word)])
		}
	}
}

// way finds the first direction, from some one on, in which i can leave set, the rest's being connected apart.
func (v *Leaver) way(set []uint64, i int32, from assembly.Direction) (assembly.Direction, bool) {
	r, c := v.ends.At(v.p.Blocks[i])
	for d := from; d <= assembly.Down; d++ {
		line, at, extremes, sign := r, c, v.ends.RowLo, int32(1)
		if d.Vertical() {
			line, at, extremes = c, r, v.ends.ColLo
		}
		switch d {
		case assembly.Right:
			extremes, sign = v.ends.RowHi, -1
		case assembly.Down:
			extremes, sign = v.ends.ColHi, -1
		}
		free := func(l int32) bool { return sign*extremes[l] >= sign*at }
		if !free(line) {
			continue
		}
		if v.p.Contact == assembly.Frontal {
			if Has(set, v.near[i][d.Opposite()]) {
				return d, true
			}
		} else if free(line-1) && free(line+1) && v.degree(set, i) > 0 {
			return d, true
		}
	}
	return 0, false
}

// Cuts marks the blocks of set without which the rest is not connected, by depth-first numbers (Hopcroft and Tarjan).
func (v *Leaver) Cuts(set []uint64, start int32) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			i := w<<6 + bits.TrailingZeros64(word)
			v.num[i], v.Cut[i], v.edge[i] = 0, false, 0
		}
	}
	clock, top, branches := int32(1), 0, 0
	v.num[start], v.low[start], v.from[start], v.stack[0] = 1, 1, -1, start
	for top >= 0 {
		i := v.stack[top]
		if v.edge[i] < 4 {
			j := v.near[i][v.edge[i]]
			v.edge[i]++
			switch {
			case !Has(set, j) || j == v.from[i]:
			case v.num[j] > 0:
				v.low[i] = min(v.low[i], v.num[j])
			default:
				clock++
				v.num[j], v.low[j], v.from[j] = clock, clock, i
				top++
				v.stack[top] = j
			}
			continue
		}
		top--
		if up := v.from[i]; up == start {
			branches++
		} else if up >= 0 {
			v.low[up] = min(v.low[up], v.low[i])
			v.Cut[up] = v.Cut[up] || v.low[i] >= v.num[up]
		}
	}
	v.Cut[start] = branches > 1
}
