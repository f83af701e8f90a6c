package parts

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// growRoots is from how many first blocks a part is grown where the shape has no root.
const growRoots = 64

// grow builds forwards, greedily, whatever of p can be let in, and returns the largest part that it got, in
// ascending order. O(blocks) for each of up to growRoots first blocks.
func grow(ctx context.Context, p *assembly.Instance) ([]int32, error) {
	n := len(p.Blocks)
	roots := []int32{p.Root}
	if p.Root == assembly.NoRoot {
		roots = roots[:0]
		for k := range min(n, growRoots) {
			roots = append(roots, int32(k*n/min(n, growRoots)))
		}
	}
	var best []int32
	g := newGrower(p)
	for _, root := range roots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if part := g.from(root); len(part) > len(best) {
			best = slices.Clone(part)
		}
	}
	slices.Sort(best)
	return best, nil
}

// A grower builds parts of a shape forwards. Extremes are those of what is there, as coordinates.
type grower struct {
	p                          *assembly.Instance
	r0, c0                     int32
	rowLo, rowHi, colLo, colHi []int32
	there                      []bool
	list                       []int32
}

func newGrower(p *assembly.Instance) *grower {
	low, high := sets.Frame(p)
	g := &grower{p: p, r0: low.R - 1, c0: low.C - 1, there: make([]bool, len(p.Blocks))}
	rows, cols := high.R-low.R+3, high.C-low.C+3
	g.rowLo, g.rowHi = make([]int32, rows), make([]int32, rows)
	g.colLo, g.colHi = make([]int32, cols), make([]int32, cols)
	return g
}

func (g *grower) from(root int32) []int32 {
	clear(g.there)
	for _, s := range [][]int32{g.rowLo, g.colLo} {
		for i := range s {
			s[i] = sets.None
		}
	}
	for _, s := range [][]int32{g.rowHi, g.colHi} {
		for i := range s {
			s[i] = -1
		}
	}
	g.list = g.list[:0]
	g.add(root)
	for k := 0; k < len(g.list); k++ {
		i := g.list[k]
		for _, j := range [4]int32{g.p.Left(i), g.p.Right(i), g.p.Above[i], g.p.Below[i]} {
			if j >= 0 && !g.there[j] && g.enters(j) {
				g.add(j)
			}
		}
	}
	return g.list
}

func (g *grower) add(i int32) {
	b := g.p.Blocks[i]
	r, c := b.R-g.r0, b.C-g.c0
	g.there[i] = true
	g.list = append(g.list, i)
	g.rowLo[r], g.rowHi[r] = min(g.rowLo[r], c), max(g.rowHi[r], c)
	g.colLo[c], g.colHi[c] = min(g.colLo[c], r), max(g.colHi[c], r)
}

// enters reports whether i can be let in, to stop in its cell.
func (g *grower) enters(i int32) bool {
	p := g.p
	b := p.Blocks[i]
	r, c := b.R-g.r0, b.C-g.c0
	at := func(j int32) bool { return j >= 0 && g.there[j] }
	left, right, above, below := at(p.Left(i)), at(p.Right(i)), at(p.Above[i]), at(p.Below[i])
	if p.Contact == assembly.Frontal {
		return left && g.rowHi[r] < c || right && g.rowLo[r] > c || above && g.colHi[c] < r || below && g.colLo[c] > r
	}
	// It has a neighbour, or it would not be asked about; so it stops wherever it comes in along free ways.
	return g.rowHi[r] < c && max(g.rowHi[r-1], g.rowHi[r+1]) <= c ||
		g.rowLo[r] > c && min(g.rowLo[r-1], g.rowLo[r+1]) >= c ||
		g.colHi[c] < r && max(g.colHi[c-1], g.colHi[c+1]) <= r ||
		g.colLo[c] > r && min(g.colLo[c-1], g.colLo[c+1]) >= r
}
