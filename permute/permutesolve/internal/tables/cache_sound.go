package tables

import (
	"context"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
)

// What is read from a file has the right sum and may still be wrong: anybody can write a file. So numbers that are
// said twice are compared, and a sample of the entries, spread over the file, is compared with the neighbours: a
// board other than the roots is as far as its nearest neighbour and the move to it, and nobody is nearer to a root
// than that. Where this holds for all entries the table is right, as costs are positive. What a sample misses shows
// in answers that contradict themselves or fail their check; then no file is believed any more (see Solver.Distrust).

// Bounds of samples.
const (
	sampledSteps = 1 << 17 // moves from entries of a table: some 15 ms
)

// sample calls see with up to most of the numbers below n, spread evenly with a deterministic jitter, or all where
// they are no more, until it returns false. It reports whether see never did.
func sample(ctx context.Context, n, most uint64, see func(i uint64) bool) bool {
	if n <= most {
		for i := range n {
			if i&1023 == 0 && ctx.Err() != nil || !see(i) {
				return false
			}
		}
		return true
	}
	x := n
	for k := range most {
		if k&1023 == 0 && ctx.Err() != nil {
			return false
		}
		hi, lo := bits.Mul64(k, n)
		from, _ := bits.Div64(hi, lo, most)
		x = x*6364136223846793005 + 1442695040888963407
		if !see(min(n-1, from+(x>>32)%(n/most))) {
			return false
		}
	}
	return true
}

// sound looks at a table that was read: false where it is not what its moves make, or ctx ended.
func (t *Table) sound(ctx context.Context, roots [][]uint8) bool {
	if !t.summed(ctx) || t.classes[0] != int64(len(roots)) {
		return false
	}
	for k, root := range roots {
		i, ok := t.Index.find(root)
		if !ok || t.Store.Get(i) != 0 || k&1023 == 0 && ctx.Err() != nil {
			return false
		}
		t.root = i
	}
	board, near, buf := make([]uint8, t.C.N), make([]uint8, t.C.N), make([]uint8, t.C.N)
	return sample(ctx, t.Store.N, sampledSteps/uint64(max(1, len(t.C.Moves))), func(i uint64) bool {
		t.Index.Board(i, board)
		return t.fits(i, board, near, buf)
	})
}

// summed compares the counts in the head of a file with the levels of all boards.
func (t *Table) summed(ctx context.Context) bool {
	levels := len(t.values)
	total := int64(0)
	for v := range levels {
		if v == 0 && t.values[0] != 0 || v > 0 && t.values[v] <= t.values[v-1] || t.classes[v] < 1 ||
			t.counts[v] < t.classes[v] {
			return false
		}
		if total += t.counts[v]; total < 0 {
			return false
		}
	}
	if t.Store.Bits == 2 { // they are known modulo 3
		levels = min(levels, 3)
	}
	classes, counts := make([]int64, levels), make([]int64, levels)
	top, weight, until := t.Store.top(), int64(1), uint64(0)
	for i := range t.Store.N {
		if i&(1<<18-1) == 0 && ctx.Err() != nil {
			return false
		}
		if t.x != nil && i == until {
			weight, until = t.x.orbit(int(i/uint64(t.x.inner))), until+uint64(t.x.inner)
		}
		if v := t.Store.Get(i); v != top {
			if int(v) >= levels {
				return false
			}
			classes[v]++
			counts[v] += weight
		}
	}
	for v := range t.values {
		classes[v%levels] -= t.classes[v]
		counts[v%levels] -= t.counts[v]
	}
	return !slices.ContainsFunc(slices.Concat(classes, counts), func(n int64) bool { return n != 0 })
}

// fits reports whether the entry of a board agrees with those of its neighbours towards the roots.
func (t *Table) fits(i uint64, board, near, buf []uint8) bool {
	v, top := t.Store.Get(i), t.Store.top()
	best := int64(-1)
	for m := range t.C.Moves {
		copy(near, board)
		t.step(near, buf, int32(m), t.undoes())
		j, ok := t.Index.find(near)
		if !ok {
			return false
		}
		w := t.Store.Get(j)
		switch {
		case (w == top) != (v == top): // what can be reached from here can be reached from there: groups are finite
			return false
		case v == top:
		case t.Store.Bits == 2:
			if w == (v+2)%3 {
				best = 0
			}
		default:
			if d := t.values[w] + t.C.Moves[m].Cost; best < 0 || d < best {
				best = d
			}
		}
	}
	switch {
	case v == top:
		return true
	case t.Store.Bits == 2:
		return i == t.root || best == 0
	}
	return v == 0 || best == t.values[v]
}

// sound looks at the state of a search that was read: false where it contradicts itself, or ctx ended.
func (s *levels) sound(ctx context.Context) bool {
	x, last := s.x, len(s.counts)-1
	front, seen := int64(0), int64(0)
	for b := range x.blocks {
		if b&1023 == 0 && ctx.Err() != nil {
			return false
		}
		for w := b * x.words; w < (b+1)*x.words; w++ {
			if s.front[w]&^s.seen[w] != 0 {
				return false
			}
			front += int64(bits.OnesCount64(s.front[w]))
			seen += int64(bits.OnesCount64(s.seen[w])) * s.x.orbit(b)
		}
		if spare := x.inner & 63; spare != 0 && s.seen[(b+1)*x.words-1]>>spare != 0 {
			return false
		}
	}
	for k, n := range s.counts {
		if seen -= n; s.classes[k] < 1 || n < s.classes[k] {
			return false
		}
	}
	if seen != 0 || front != s.classes[last] {
		return false
	}
	if s.table != nil {
		t := Table{x: x, Store: s.table, counts: s.counts, classes: s.classes}
		for k := range s.counts {
			t.values = append(t.values, int64(k))
		}
		if !s.table.valid(len(s.counts)) || !t.summed(ctx) {
			return false
		}
	}
	return sample(ctx, uint64(x.blocks)*uint64(x.inner), sampledSteps/uint64(s.steps+1),
		func(i uint64) bool { return s.fits(i) })
}

// fits reports whether a board agrees with those that it is reached from: it has been seen if one of them had been
// before the last level, and only if one of them has.
func (s *levels) fits(i uint64) bool {
	x := s.x
	b, r := int(i)/x.inner, int(i)%x.inner
	in := func(set []uint64, b, r int) bool { return set[b*x.words+r>>6]>>(r&63)&1 != 0 }
	seen := in(s.seen, b, r)
	before, any := false, false
	for k := range s.steps {
		e := &s.back[b*s.steps+k]
		q := r
		if rename := x.left[e.left]; rename != nil {
			q = int(rename[q])
		}
		q = int(x.right[int(e.by)*x.inner+q])
		if in(s.seen, int(e.to), q) {
			any = true
			before = before || !in(s.front, int(e.to), q)
		}
	}
	if s.table != nil {
		v := s.table.Get(i)
		if (v != s.table.top()) != seen || seen && s.table.Bits != 2 && (v == uint32(len(s.counts)-1)) != in(s.front, b, r) {
			return false
		}
	}
	if !seen {
		return !before
	}
	return any || s.isRoot(i)
}

func (s *levels) isRoot(i uint64) bool {
	var at [maxRanked]uint8
	for k := range at {
		at[k] = uint8(k)
	}
	root, _ := s.x.index(&at)
	return i == root
}

// leads goes the way from a board of the given level (of any where it is negative) to a root. The error is that of a
// table which contradicts itself.
func (t *Table) leads(board []uint8, level int) error {
	fault := disk.Contradicts("a table of all distances")
	board, buf := slices.Clone(board), make([]uint8, t.C.N)
	left, ok := t.level(board, buf)
	if !ok || int(left) >= len(t.values) || level >= 0 && int(left) != level {
		return fault
	}
	for left > 0 {
		next, ok := left, false
		for m := 0; !ok && m < len(t.C.Moves); m++ {
			next, ok = t.down(board, buf, left, int32(m))
		}
		if !ok {
			return fault
		}
		left = next
	}
	if i, _ := t.Index.find(board); t.Store.Get(i) != 0 {
		return fault
	}
	return nil
}
