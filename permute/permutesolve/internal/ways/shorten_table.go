package ways

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// windows replaces parts of words. Its table has the cheapest words by what they do, cheapest first; a part that does
// the same as one of them, or as two of them one after the other, is replaced by these where they cost less.
//
// What a permutation does is known by a sum of random numbers, one for each cell and the cell its tile goes to; what
// is found by the sums is compared cell by cell.
type windows struct {
	f     *families
	n     int
	push  [][]int32 // by family: where its generator takes tiles, where that was asked for
	code  []uint64  // of a tile that goes from cell x to y: code[x·n+y]
	table []windowWord
	index sumIndex
	heads int   // the first words of the table, which are tried as the first of two
	reach int64 // the cost up to which the table has all words
	steps int64
}

// windowWord is a word of the table: an earlier one and one more syllable.
type windowWord struct {
	cost     int64
	before   int32
	last     syllable
	from, to []int32 // the cells it moves, and where their tiles go
}

// Bounds of the table.
const (
	maxWindowWords = 1 << 17
	maxWindowCells = 1 << 22 // of all words together
	firstHeads     = 1 << 9
)

// newWindows makes the table with a third of the steps; nil where that is too few.
func newWindows(ctx context.Context, f *families, steps int64) *windows {
	w := &windows{f: f, n: f.c.N, index: newSumIndex(), push: make([][]int32, len(f.gen)), steps: steps}
	if steps < int64(w.n)*int64(w.n) {
		return nil
	}
	w.steps -= int64(w.n) * int64(w.n)
	rng := rand.New(rand.NewPCG(1, uint64(w.n)))
	w.code = make([]uint64, w.n*w.n)
	for i := range w.code {
		w.code[i] = rng.Uint64()
	}
	if !w.fill(ctx) {
		return nil
	}
	w.heads = min(len(w.table), firstHeads)
	return w
}

// powers are the syllables there are, without those that are no cheaper in two.
func (w *windows) powers() []syllable {
	var out []syllable
	for k := range w.f.gen {
		q := max(2, len(w.f.line[k].Cost))
		for e := 1; e < q; e++ {
			out = append(out, syllable{int32(k), int32(e)})
		}
	}
	slices.SortStableFunc(out, func(a, b syllable) int {
		return int(min(1, max(-1, w.f.cost(a)-w.f.cost(b))))
	})
	return out
}

// fill is Dijkstra's algorithm from the identity.
func (w *windows) fill(ctx context.Context) bool {
	powers := w.powers()
	budget, cells := w.steps/3, 0
	type waiting struct {
		before int32
		last   syllable
	}
	var q costHeapOf
	list := []waiting{{-1, syllable{}}}
	q.push(0, 0)
	board := make([]int32, w.n) // the tile at cell x is board[x]
	for pops := 0; len(q) > 0 && len(w.table) < maxWindowWords && cells < maxWindowCells && budget > 0; pops++ {
		if pops%256 == 0 && ctx.Err() != nil {
			return false
		}
		cost, k := q.pop()
		at := list[k]
		word := windowWord{cost: cost, before: at.before, last: at.last}
		if at.before >= 0 {
			prev := &w.table[at.before]
			word.from, word.to = w.followed(board, prev.from, prev.to, at.last)
		}
		budget -= int64(4 * len(word.from))
		sum := w.sumOf(word.from, word.to)
		number := int32(len(w.table))
		if !w.index.add(sum, number) {
			continue
		}
		w.table = append(w.table, word)
		w.reach = cost
		cells += len(word.from)
		for _, s := range powers {
			if at.before >= 0 && (s.family == at.last.family ||
				w.f.commute(s.family, at.last.family) && s.family < at.last.family) {
				continue // known in another order
			}
			budget -= 8
			if len(list) >= 8*maxWindowWords {
				break
			}
			q.push(cost+w.f.cost(s), int32(len(list)))
			list = append(list, waiting{number, s})
		}
	}
	w.steps -= w.steps / 3
	return len(w.table) > 1
}

func (f *families) commute(a, b int32) bool {
	if f.cross == nil {
		return a == b
	}
	_, found := slices.BinarySearch(f.cross[a], b)
	return !found
}

// followed is what a word does, given by the cells it moves, with a syllable behind it.
func (w *windows) followed(board, from, to []int32, s syllable) (f, t []int32) {
	// board is scratch: where a tile from each cell is. Only cells that are moved are looked at.
	gen := &w.f.c.Moves[w.f.gen[s.family]]
	for k, x := range from {
		board[x] = to[k]
	}
	touched := slices.Clone(from)
	for _, x := range gen.To {
		if _, ok := slices.BinarySearch(from, x); !ok {
			board[x] = x
			touched = append(touched, x)
		}
	}
	slices.Sort(touched)
	for _, x := range touched {
		y := w.power(s, board[x])
		if y != x {
			f, t = append(f, x), append(t, y)
		}
	}
	return f, t
}

// power is where a syllable takes the tile at cell x.
func (w *windows) power(s syllable, x int32) int32 {
	m := w.f.gen[s.family]
	if 2*int(s.exp) > len(w.f.line[s.family].Cost) && len(w.f.line[s.family].Cost) > 0 {
		pull := w.f.c.Moves[m].Pull // backwards is nearer
		for range len(w.f.line[s.family].Cost) - int(s.exp) {
			x = pull[x]
		}
		return x
	}
	push := w.push[s.family]
	if push == nil {
		push = moveset.Identity(w.n)
		for k, from := range w.f.c.Moves[m].From {
			push[from] = w.f.c.Moves[m].To[k]
		}
		w.push[s.family] = push
	}
	for range s.exp {
		x = push[x]
	}
	return x
}

func (w *windows) sumOf(from, to []int32) (sum uint64) {
	for k, x := range from {
		sum += w.code[int(x)*w.n+int(to[k])] - w.code[int(x)*w.n+int(x)]
	}
	return sum
}

// run replaces windows until nothing gets cheaper or the steps are used up. When nothing does, more of the table is
// tried as the first of two words.
func (w *windows) run(ctx context.Context, word []syllable) []syllable {
	for {
		cost := w.f.sum(word)
		for _, arrange := range []func([]syllable) []syllable{nil, w.f.local} {
			if arrange != nil {
				word = arrange(word)
			}
			word = w.f.joined(w.pass(ctx, word))
		}
		if w.steps <= 0 || ctx.Err() != nil {
			return word
		}
		if w.f.sum(word) >= cost {
			if w.heads == len(w.table) {
				return word
			}
			w.heads = min(8*w.heads, len(w.table))
		}
	}
}

// pass goes along a word once. A replaced window is joined with what stands before it.
func (w *windows) pass(ctx context.Context, word []syllable) []syllable {
	longest := 2*w.reach + 4*max(1, w.reach/2)
	dest := make([]int32, w.n)  // of the window: the tile from cell x is at dest[x]
	where := make([]int32, w.n) // the tile at cell x comes from where[x]
	var moved []int32           // cells that it may have moved
	inMoved := make([]bool, w.n)
	for i := 0; i < len(word); i++ {
		if ctx.Err() != nil || w.steps <= 0 {
			return word
		}
		for x := range dest {
			dest[x], where[x] = int32(x), int32(x)
		}
		clear(inMoved)
		moved = moved[:0]
		w.steps -= int64(w.n)
		var cost, gain int64
		var best []syllable
		bestEnd := 0
		for j := i; j < len(word) && cost < longest && w.steps > 0; j++ {
			s := word[j]
			cost += w.f.cost(s)
			for _, x := range w.f.c.Moves[w.f.gen[s.family]].To {
				from := where[x]
				dest[from] = w.power(s, x)
				if !inMoved[from] {
					inMoved[from] = true
					moved = append(moved, from)
				}
			}
			for _, from := range moved {
				where[dest[from]] = from
			}
			w.steps -= int64(8 * len(moved))
			if j == i {
				continue
			}
			if other, ok := w.cheaper(dest, moved, cost-gain); ok {
				best, bestEnd = other, j+1
				gain = cost - w.f.sum(other)
			}
		}
		if bestEnd > 0 {
			word = slices.Concat(word[:i], best, word[bestEnd:])
			i = max(-1, i-3) // what stands before may go with it now
		}
	}
	return word
}

// cheaper finds a word for dest that costs less than limit.
func (w *windows) cheaper(dest, moved []int32, limit int64) ([]syllable, bool) {
	var sum uint64
	for _, x := range moved {
		sum += w.code[int(x)*w.n+int(dest[x])] - w.code[int(x)*w.n+int(x)]
	}
	if k := w.index.find(sum); k >= 0 {
		if t := &w.table[k]; t.cost < limit && w.same(dest, moved, nil, t) {
			return w.spelled(k), true
		}
		return nil, false // the table has the cheapest
	}
	bestHead, bestTail, best := int32(-1), int32(-1), limit
	for h := 1; h < w.heads && w.table[h].cost < best; h++ {
		head := &w.table[h]
		// What is left behind head: the tile that head brings from x to y goes on to dest[x].
		left := sum
		for k, x := range head.from {
			y := int(head.to[k])
			left += w.code[y*w.n+int(dest[x])] - w.code[y*w.n+int(dest[y])]
		}
		w.steps -= int64(3*len(head.from) + 24)
		if k := w.index.find(left); k >= 0 && head.cost+w.table[k].cost < best && w.same(dest, moved, head, &w.table[k]) {
			bestHead, bestTail, best = int32(h), k, head.cost+w.table[k].cost
		}
	}
	if bestHead < 0 {
		return nil, false
	}
	return append(w.spelled(bestHead), w.spelled(bestTail)...), true
}

// same compares dest with head, which may be nil, and tail behind it.
func (w *windows) same(dest, moved []int32, head, tail *windowWord) bool {
	step := func(t *windowWord, x int32) int32 {
		if t == nil {
			return x
		}
		if k, ok := slices.BinarySearch(t.from, x); ok {
			return t.to[k]
		}
		return x
	}
	ok := true
	check := func(x int32) { ok = ok && step(tail, step(head, x)) == dest[x] }
	for _, x := range moved {
		check(x)
	}
	for _, t := range [2]*windowWord{head, tail} {
		if t != nil {
			for _, x := range t.from {
				check(x)
			}
		}
	}
	return ok
}

// spelled is the word with the number k.
func (w *windows) spelled(k int32) []syllable {
	var out []syllable
	for ; w.table[k].before >= 0; k = w.table[k].before {
		out = append(out, w.table[k].last)
	}
	slices.Reverse(out)
	return out
}

// sumIndex finds the word with a sum: an open-addressing table, at most half full.
type sumIndex struct {
	sums []uint64
	word []int32 // 1 + the number; 0 where the slot is empty
}

const sumSlots = 2 * maxWindowWords

func newSumIndex() sumIndex { return sumIndex{make([]uint64, sumSlots), make([]int32, sumSlots)} }

// slot is where sum is or would be; the sums are random as they are.
func (x *sumIndex) slot(sum uint64) int {
	i := int(sum % sumSlots)
	for x.word[i] != 0 && x.sums[i] != sum {
		i = (i + 1) % sumSlots
	}
	return i
}

func (x *sumIndex) find(sum uint64) int32 { return x.word[x.slot(sum)] - 1 }

// add reports whether the sum is new.
func (x *sumIndex) add(sum uint64, number int32) bool {
	i := x.slot(sum)
	if x.word[i] != 0 {
		return false
	}
	x.sums[i], x.word[i] = sum, number+1
	return true
}
