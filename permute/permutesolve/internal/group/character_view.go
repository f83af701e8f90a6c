package group

import (
	"context"
	"encoding/binary"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of the systems that phases solve.
const (
	maxPhaseTurns = 256
	maxPhaseSize  = 1 << 20
	maxPhaseWays  = 8
)

// blockViews makes the views of one partition: more than one where blocks turn in several directions.
func (g *Group) blockViews(ctx context.Context, ch *characters, classes [][]uint16) ([]*blockView, error) {
	v := newBlockView(g.C.N, classes)
	for b := range v.blocks {
		if v.kindOf[b] < 0 {
			if err := v.carry(ctx, ch, int32(b)); err != nil {
				return nil, err
			}
		}
	}
	ways := make([][]phasing, len(v.kinds))
	for r := range v.kinds {
		var err error
		if ways[r], err = v.phasings(ctx, ch, r); err != nil {
			return nil, err
		}
	}
	var out []*blockView
	take := func(kind, way int) error { // the first way for all kinds but this one
		w := *v
		w.kinds = append([]blockKind(nil), v.kinds...)
		for r := range w.kinds {
			x := ways[r][0]
			if r == kind {
				x = ways[r][way]
			}
			w.kinds[r].phases, w.kinds[r].turns = x.phases, x.turns
		}
		out = append(out, &w)
		return w.addMoves(ctx, g, ch)
	}
	if err := take(-1, 0); err != nil {
		return nil, err
	}
	for r := range ways {
		for i := 1; i < len(ways[r]); i++ {
			if err := take(r, i); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// newBlockView is a view of a board of n cells with these blocks, of no kinds yet.
func newBlockView(n int, classes [][]uint16) *blockView {
	v := &blockView{blockOf: make([]int32, n), slot: make([]int32, n)}
	for i := range v.blockOf {
		v.blockOf[i] = -1
	}
	for _, class := range classes {
		cells := make([]int32, len(class))
		for i, x := range class {
			cells[i] = int32(x)
			v.blockOf[x] = int32(len(v.blocks))
		}
		v.blocks = append(v.blocks, cells)
		v.kindOf = append(v.kindOf, -1)
	}
	return v
}

// addMoves notes what the moves do to blocks and single cells, each effect once.
func (v *blockView) addMoves(ctx context.Context, g *Group, ch *characters) error {
	known := make(map[string]bool)
	for i, to := range ch.images {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := v.effect(to)
		for _, cycle := range g.C.Set.Moves[i].Cycles {
			if len(cycle)%2 == 0 && v.blockOf[cycle[0]] < 0 {
				e.singles = append(e.singles, int(g.OrbitOf[cycle[0]]))
			}
		}
		e.singles = oddOnes(e.singles)
		if key := e.key(); !known[key] {
			known[key] = true
			v.moves = append(v.moves, e)
		}
	}
	return nil
}

// carry makes a kind of block first and those that moves take it to, each with its cells in the order in which they
// come there.
func (v *blockView) carry(ctx context.Context, ch *characters, first int32) error {
	r := int32(len(v.kinds))
	queue := []int32{first}
	v.kindOf[first] = r
	for at := 0; at < len(queue); at++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells := v.blocks[queue[at]]
		for i, x := range cells {
			v.slot[x] = int32(i)
		}
		for _, to := range ch.images {
			b := v.blockOf[to[cells[0]]]
			if v.kindOf[b] >= 0 {
				continue
			}
			v.kindOf[b] = r
			for i, x := range cells {
				v.blocks[b][i] = to[x]
			}
			queue = append(queue, b)
		}
	}
	v.kinds = append(v.kinds, blockKind{blocks: queue})
	return nil
}

// effect is what a permutation of the cells counts, but for single cells.
func (v *blockView) effect(to []int32) blockEffect {
	e := newEffect(len(v.kinds))
	goes := make([]int32, len(v.blocks))
	for b, cells := range v.blocks {
		goes[b] = v.blockOf[to[cells[0]]]
		r := v.kindOf[b]
		k := &v.kinds[r]
		e.turn[r] = (e.turn[r] + k.phases[v.slot[to[cells[0]]]] - k.phases[0] + k.turns) % k.turns
		image := make([]int32, len(cells))
		for i, x := range cells {
			image[i] = v.slot[to[x]]
		}
		e.inside[r] = e.inside[r] != oddImages(image, nil)
	}
	for r := range v.kinds {
		e.places[r] = oddImages(goes, v.kinds[r].blocks)
	}
	return e
}

// oddImages reports whether a permutation is odd on points that it keeps, nil standing for all.
func oddImages(to []int32, points []int32) bool {
	if points == nil {
		points = moveset.Identity(len(to))
	}
	seen := make([]bool, len(to))
	swaps := 0
	for _, first := range points {
		if seen[first] {
			continue
		}
		swaps--
		for x := first; !seen[x]; x = to[x] {
			seen[x] = true
			swaps++
		}
	}
	return swaps%2 != 0
}

// A phasing are phases of a block's places modulo turns.
type phasing struct {
	phases []int64
	turns  int64
}

// phasings finds how the moves turn the blocks of kind r: phases to all of which a move adds one number. What a move
// does to the places of a block is a permutation a that adds an unknown number to them; along a tree of such steps
// the phases are sums of these unknowns, and every step off the tree is an equation.
func (v *blockView) phasings(ctx context.Context, ch *characters, r int) ([]phasing, error) {
	k := &v.kinds[r]
	size := len(v.blocks[k.blocks[0]])
	plain := []phasing{{make([]int64, size), 1}}
	var acts [][]int32
	known := make(map[string]bool)
	for _, b := range k.blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, to := range ch.images {
			act := make([]int32, size)
			var key []byte
			same := true
			for i, x := range v.blocks[b] {
				act[i] = v.slot[to[x]]
				same = same && int(act[i]) == i
				key = binary.AppendUvarint(key, uint64(act[i]))
			}
			if same || known[string(key)] {
				continue
			}
			if len(acts) == maxPhaseTurns {
				return plain, nil
			}
			known[string(key)] = true
			acts = append(acts, act)
		}
	}
	modulus := int64(1)
	for _, act := range acts {
		// A cycle of k places comes back to its phase after k steps.
		order := int64(0)
		for _, length := range cycleLengths(act) {
			order = gcd(order, int64(length))
		}
		if modulus = lcm(modulus, order); modulus > zmod.MaxModulus/4 {
			return plain, nil
		}
	}
	if modulus == 1 || size*len(acts) > maxPhaseSize/max(1, len(acts)) {
		return plain, nil
	}
	return solvePhases(ctx, acts, size, modulus)
}

func cycleLengths(p []int32) []int {
	var out []int
	seen := make([]bool, len(p))
	for i := range p {
		n := 0
		for x := int32(i); !seen[x]; x = p[x] {
			seen[x] = true
			n++
		}
		if n > 0 {
			out = append(out, n)
		}
	}
	return out
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func lcm(a, b int64) int64 { return a / gcd(a, b) * b }

func solvePhases(ctx context.Context, acts [][]int32, size int, modulus int64) ([]phasing, error) {
	t := len(acts)
	sum := make([][]int64, size) // of each place: how often each unknown is in its phase
	var rows [][]int64
	known := make(map[string]bool)
	for first := range size {
		if sum[first] != nil {
			continue
		}
		sum[first] = make([]int64, t)
		queue := []int{first}
		for at := 0; at < len(queue); at++ {
			x := queue[at]
			for i, act := range acts {
				next := append([]int64(nil), sum[x]...)
				next[i] = (next[i] + 1) % modulus
				y := int(act[x])
				if sum[y] == nil {
					sum[y] = next
					queue = append(queue, y)
					continue
				}
				var key []byte
				for j := range next {
					next[j] = (next[j] - sum[y][j] + modulus) % modulus
					key = binary.AppendVarint(key, next[j])
				}
				if !known[string(key)] {
					known[string(key)] = true
					rows = append(rows, next)
				}
			}
		}
	}
	mt := puzzle.Limits{}.Meter(ctx)
	m := zmod.NewMatrix(mt, len(rows), t, uint32(modulus))
	if m == nil {
		return nil, mt.Err()
	}
	for i, row := range rows {
		for j, x := range row {
			m.Set(i, j, x)
		}
	}
	d := m.Decompose(mt)
	if d == nil {
		return nil, mt.Err()
	}
	return phasingsOf(d.Kernel(mt), sum, modulus), mt.Err()
}

// phasingsOf makes phases of solutions. The first are the sum of one of the largest order for each prime, which tells
// all turns apart if they are those of one cyclic group; the others are the solutions one by one, and in pairs.
func phasingsOf(kernel [][]uint32, sum [][]int64, modulus int64) []phasing {
	order := func(x []uint32) int64 {
		g := modulus
		for _, y := range x {
			g = gcd(g, int64(y))
		}
		return modulus / g
	}
	add := func(x, y []uint32) []uint32 {
		out := make([]uint32, len(x))
		for i := range x {
			out[i] = uint32((int64(x[i]) + int64(y[i])) % modulus)
		}
		return out
	}
	if len(kernel) == 0 {
		return []phasing{{make([]int64, len(sum)), 1}}
	}
	best := make([]uint32, len(kernel[0]))
	for _, x := range kernel {
		// Each belongs to one prime power: it makes the order larger where that prime has not been there, or less of it.
		if all := lcm(order(best), order(x)); all > order(best) {
			if both := add(best, x); order(both) == all {
				best = both
			} else {
				best = x
			}
		}
	}
	try := [][]uint32{best}
	for i, x := range kernel {
		try = append(try, x)
		for _, y := range kernel[:i] {
			try = append(try, add(x, y))
		}
	}
	var out []phasing
	known := make(map[string]bool)
	for _, x := range try {
		if len(out) == maxPhaseWays {
			break
		}
		n := order(x)
		p := phasing{make([]int64, len(sum)), n}
		var key []byte
		for i := range sum {
			for j, times := range sum[i] {
				p.phases[i] = (p.phases[i] + times*int64(x[j])) % modulus
			}
			p.phases[i] /= modulus / n
			key = binary.AppendVarint(key, p.phases[i])
		}
		if !known[string(key)] {
			known[string(key)] = true
			out = append(out, p)
		}
	}
	return out
}
