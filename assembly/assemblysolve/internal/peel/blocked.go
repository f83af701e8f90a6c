package peel

import (
	"context"
	"slices"
	"sort"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// blockedStarts is how many blocks are tried as the first of a small set that is in its own way.
const blockedStarts = 64

// Blocked looks for blocks that are in each other's way for good, and returns nil where there are none. What the
// relaxation leaves are such blocks, all there can be; of these a few are picked that stand in each other's way
// already: from one block on, for each direction in which it might come in, one that is in its way. q is whole.
func Blocked(ctx context.Context, q *Peeler) (*assembly.Blocked, error) {
	x := relaxation{q: q, stay: sets.Start(q.Shape)}
	if !x.hopeless(assembly.NoRoot) {
		return nil, nil
	}
	f := &blockFinder{p: q.Shape, stay: x.stay, rows: map[int32][]int32{}, cols: map[int32][]int32{}}
	for i := range int32(len(q.Shape.Blocks)) {
		if sets.Has(x.rest, i) {
			b := q.Shape.Blocks[i]
			f.all = append(f.all, i)
			f.rows[b.R] = append(f.rows[b.R], i)
			f.cols[b.C] = append(f.cols[b.C], i)
		}
	}
	var best []int32
	step := max(1, len(f.all)/blockedStarts)
	for at := 0; at < len(f.all); at += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if sets.Has(x.stay, f.all[at]) {
			continue
		}
		if set := f.close(f.all[at], len(best)); set != nil && (best == nil || len(set) < len(best)) {
			best = set
		}
	}
	slices.Sort(best)
	out := &assembly.Blocked{}
	for _, i := range best {
		out.Blocks = append(out.Blocks, q.Shape.Blocks[i])
	}
	return out, nil
}

// A blockFinder holds the blocks that never go, by lines. The lists rise, as the indices of blocks do.
type blockFinder struct {
	p          *assembly.Instance
	stay       []uint64
	all        []int32
	rows, cols map[int32][]int32
}

// close adds to a block what is in its way, and what is in the way of that, until nothing is missing; nil where that
// comes to most blocks or more (0: no bound).
func (f *blockFinder) close(first int32, most int) []int32 {
	set, in := []int32{first}, map[int32]bool{first: true}
	for at := 0; at < len(set); at++ {
		if most > 0 && len(set) >= most {
			return nil
		}
		i := set[at]
		if sets.Has(f.stay, i) {
			continue
		}
		for d := assembly.Left; d <= assembly.Down; d++ {
			if !f.stops(i, d) {
				continue
			}
			found := int32(-1)
			for _, j := range f.ways(i, d) {
				if found < 0 || in[j] && !in[found] {
					found = j
				}
			}
			if found >= 0 && !in[found] {
				in[found] = true
				set = append(set, found)
			}
		}
	}
	return set
}

// stops reports whether a block of the shape would stop block i when it comes in in the direction d.
func (f *blockFinder) stops(i int32, d assembly.Direction) bool {
	b := f.p.Blocks[i]
	dr, dc := d.Delta()
	there := func(dr, dc int32) bool { return f.p.Find(assembly.Block{R: b.R + dr, C: b.C + dc}) >= 0 }
	return there(dr, dc) || f.p.Contact == assembly.Sticky && (there(dc, dr) || there(-dc, -dr))
}

// ways lists blocks that never go on the way of block i, the nearest of each line.
func (f *blockFinder) ways(i int32, d assembly.Direction) (out []int32) {
	b := f.p.Blocks[i]
	lines, line := f.rows, b.R
	if d.Vertical() {
		lines, line = f.cols, b.C
	}
	last := int32(0)
	if f.p.Contact == assembly.Sticky {
		last = 1
	}
	for side := -last; side <= last; side++ {
		list := lines[line+side]
		along := func(j int32) int32 { // how far j lies on the side where i comes in
			a := f.p.Blocks[j]
			dr, dc := d.Delta()
			return (b.R-a.R)*dr + (b.C-a.C)*dc
		}
		rising := d == assembly.Left || d == assembly.Up // along rises with the index
		k := sort.Search(len(list), func(k int) bool { return (along(list[k]) > 0) == rising })
		if !rising {
			k-- // the last one of those that lie there
		}
		if k >= 0 && k < len(list) {
			out = append(out, list[k])
		}
	}
	return out
}
