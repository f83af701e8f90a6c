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

// A grower builds parts of a shape forwards. The extremes are those of what is there.
type grower struct {
	sets.Extremes
	p     *assembly.Instance
	there []bool
	list  []int32
}

func newGrower(p *assembly.Instance) *grower {
	return &grower{Extremes: sets.NewExtremes(p), p: p, there: make([]bool, len(p.Blocks))}
}

func (g *grower) from(root int32) []int32 {
	clear(g.there)
	g.Clear()
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
	g.there[i] = true
	g.list = append(g.list, i)
	g.Add(g.p.Blocks[i])
}

// enters reports whether i can be let in, to stop in its cell.
func (g *grower) enters(i int32) bool {
	p := g.p
	r, c := g.At(p.Blocks[i])
	at := func(j int32) bool { return j >= 0 && g.there[j] }
	left, right, above, below := at(p.Left(i)), at(p.Right(i)), at(p.Above[i]), at(p.Below[i])
	if p.Contact == assembly.Frontal {
		return left && g.RowHi[r] < c || right && g.RowLo[r] > c || above && g.ColHi[c] < r || below && g.ColLo[c] > r
	}
	// It has a neighbour, or it would not be asked about; so it stops wherever it comes in along free ways.
	return g.RowHi[r] < c && max(g.RowHi[r-1], g.RowHi[r+1]) <= c ||
		g.RowLo[r] > c && min(g.RowLo[r-1], g.RowLo[r+1]) >= c ||
		g.ColHi[c] < r && max(g.ColHi[c-1], g.ColHi[c+1]) <= r ||
		g.ColLo[c] > r && min(g.ColLo[c-1], g.ColLo[c+1]) >= r
}
