package ways

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// A syllable is a move with its power: exp times the generator of a family of moves that are powers of each other.
type syllable struct {
	family int32
	exp    int32
}

// families groups the moves of a set: shifts of one line to either side and by any distance are one family. A family
// of order q is a ring of q powers, of which line knows the cheapest moves.
type families struct {
	c     *moveset.Compiled
	of    []int32        // by move: its family
	exp   []int32        // by move: which power it is of the family's generator
	line  []moveset.Line // by family: costs of all powers; none where the order is not known to be small
	gen   []int32        // by family: the move that generates it
	cross [][]int32      // by family: others that move a cell in common; nil as a whole where they would be too many
}

// Bounds of the powers of moves that are looked at.
const (
	maxOrder = 1 << 12
	maxCross = 1 << 22
)

func newFamilies(ctx context.Context, c *moveset.Compiled) (*families, error) {
	f := &families{c: c, of: make([]int32, len(c.Moves)), exp: make([]int32, len(c.Moves))}
	byKey := make(map[string][]int32, len(c.Moves))
	orders := make([]int32, len(c.Moves))
	for i := range c.Moves {
		f.of[i] = -1
		orders[i] = smallOrder(c.Set.Moves[i].Cycles)
		k := moveset.EffectKey(c.Moves[i].To, c.Moves[i].From, 0)
		byKey[k] = append(byKey[k], int32(i))
	}
	byOrder := moveset.Identity(len(c.Moves))
	slices.SortStableFunc(byOrder, func(a, b int32) int { return int(orders[b] - orders[a]) })
	for _, m := range byOrder {
		if f.of[m] >= 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		family := int32(len(f.line))
		f.gen = append(f.gen, m)
		f.of[m], f.exp[m] = family, 1
		if orders[m] == 0 {
			f.line = append(f.line, moveset.Line{})
			continue
		}
		// The powers of m, one after another, among the moves.
		mv := &c.Moves[m]
		place := make(map[int32]int32, len(mv.To))
		for k, to := range mv.To {
			place[to] = int32(k)
		}
		now := slices.Clone(mv.From) // the tile at to[k] comes from there
		for e := int32(1); e < orders[m]; e++ {
			for _, j := range byKey[movedKey(mv.To, now)] {
				if f.of[j] < 0 || j == m {
					f.of[j], f.exp[j] = family, e
				}
			}
			for k, from := range now {
				now[k] = mv.From[place[from]]
			}
		}
		f.line = append(f.line, moveset.Line{})
	}
	options := make([][]int32, len(f.line))
	for m, k := range f.of {
		options[k] = append(options[k], int32(m))
	}
	for k := range f.line {
		if q := orders[f.gen[k]]; q > 0 {
			f.line[k] = f.ring(int(q), options[k])
		}
	}
	f.findCrossings()
	return f, nil
}

// movedKey is EffectKey where some of the cells may stay.
func movedKey(to, from []int32) string {
	if !slices.ContainsFunc(moveset.Identity(len(to)), func(k int32) bool { return to[k] == from[k] }) {
		return moveset.EffectKey(to, from, 0)
	}
	var t, f []int32
	for k, x := range to {
		if x != from[k] {
			t, f = append(t, x), append(f, from[k])
		}
	}
	return moveset.EffectKey(t, f, 0)
}

// smallOrder is the order of a permutation, 0 where it is more than maxOrder.
func smallOrder(cycles [][]int32) int32 {
	order := 1
	for _, c := range cycles {
		a, b := order, len(c)
		for b > 0 {
			a, b = b, a%b
		}
		if order = order / a * len(c); order > maxOrder {
			return 0
		}
	}
	return int32(order)
}

// ring finds the cheapest moves for each power, by Dijkstra's algorithm.
func (f *families) ring(q int, moves []int32) moveset.Line {
	const far = int64(1) << 62
	ln := moveset.Line{Cost: make([]int64, q), Last: make([]int32, q), Back: make([]int32, q)}
	for k := range ln.Cost {
		ln.Cost[k] = far
	}
	ln.Cost[0] = 0
	var h costHeapOf
	h.push(0, 0)
	for len(h) > 0 {
		cost, at := h.pop()
		if cost > ln.Cost[at] {
			continue
		}
		for _, m := range moves {
			to := (at + f.exp[m]) % int32(q)
			if d := cost + f.c.Moves[m].Cost; d < ln.Cost[to] {
				ln.Cost[to], ln.Last[to], ln.Back[to] = d, m, at
				h.push(d, to)
			}
		}
	}
	return ln
}

// findCrossings notes which families do not simply commute.
func (f *families) findCrossings() {
	at := make([][]int32, f.c.N)
	for k, m := range f.gen {
		for _, x := range f.c.Moves[m].To {
			at[x] = append(at[x], int32(k))
		}
	}
	pairs := 0
	for _, list := range at {
		if pairs += len(list) * len(list); pairs > maxCross {
			return
		}
	}
	f.cross = make([][]int32, len(f.gen))
	for _, list := range at {
		for _, a := range list {
			for _, b := range list {
				if a != b {
					f.cross[a] = append(f.cross[a], b)
				}
			}
		}
	}
	for k, list := range f.cross {
		slices.Sort(list)
		f.cross[k] = slices.Compact(list)
	}
}

func (f *families) cost(s syllable) int64 {
	if q := len(f.line[s.family].Cost); q > 0 {
		return f.line[s.family].Cost[s.exp]
	}
	return int64(s.exp) * f.c.Moves[f.gen[s.family]].Cost
}

func (f *families) sum(word []syllable) (cost int64) {
	for _, s := range word {
		cost += f.cost(s)
	}
	return cost
}

// spell turns syllables into moves.
func (f *families) spell(word []syllable) []int32 {
	var out []int32
	for _, s := range word {
		ln := &f.line[s.family]
		if len(ln.Cost) == 0 {
			for range s.exp {
				out = append(out, f.gen[s.family])
			}
			continue
		}
		for k := s.exp; k != 0; k = ln.Back[k] {
			out = append(out, ln.Last[k])
		}
	}
	return out
}

// joined puts syllables of one family together wherever those between them move none of their cells, and drops what
// comes to nothing.
func (f *families) joined(word []syllable) []syllable {
	out := make([]syllable, 0, len(word))
	places := make([][]int32, len(f.gen)) // by family: where it stands in out
	last := func(k int32) int32 {
		if n := len(places[k]); n > 0 {
			return places[k][n-1]
		}
		return -1
	}
	var alive []int32 // without crossings: what stands in out
	for _, s := range word {
		mine, other := last(s.family), int32(-1)
		if f.cross == nil {
			if n := len(alive); n > 0 {
				other = alive[n-1]
				if other == mine {
					other = -1
				}
			}
		} else {
			for _, k := range f.cross[s.family] {
				other = max(other, last(k))
			}
		}
		q := int64(len(f.line[s.family].Cost))
		if mine < 0 || mine < other {
			if q == 0 || s.exp%int32(q) != 0 {
				places[s.family] = append(places[s.family], int32(len(out)))
				alive = append(alive, int32(len(out)))
				out = append(out, s)
			}
			continue
		}
		e := int64(out[mine].exp) + int64(s.exp)
		if q > 0 {
			e %= q
		}
		if out[mine].exp = int32(e); e == 0 {
			places[s.family] = places[s.family][:len(places[s.family])-1]
			if f.cross == nil {
				alive = alive[:len(alive)-1]
			}
		}
	}
	return slices.DeleteFunc(out, func(s syllable) bool { return s.exp == 0 })
}

// local reorders a word within what commutes, so that syllables which move common cells stand together: windows are
// taken from words as they stand.
func (f *families) local(word []syllable) []syllable {
	if f.cross == nil {
		return word
	}
	// Each syllable waits for the last one of every family that crosses its own, and of its own.
	n := len(word)
	waits := make([]int32, n)
	next := make([][]int32, n)
	last := make([]int32, len(f.gen))
	for k := range last {
		last[k] = -1
	}
	for i, s := range word {
		for _, k := range f.cross[s.family] {
			if j := last[k]; j >= 0 {
				next[j] = append(next[j], int32(i))
				waits[i]++
			}
		}
		if j := last[s.family]; j >= 0 {
			next[j] = append(next[j], int32(i))
			waits[i]++
		}
		last[s.family] = int32(i)
	}
	// Depth first: what has just become ready goes next.
	var stack []int32
	for i := n - 1; i >= 0; i-- {
		if waits[i] == 0 {
			stack = append(stack, int32(i))
		}
	}
	out := make([]syllable, 0, n)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, word[i])
		for _, j := range slices.Backward(next[i]) {
			if waits[j]--; waits[j] == 0 {
				stack = append(stack, j)
			}
		}
	}
	return out
}

// Shorten makes a word of moves cheaper where it can, and never dearer: the result does the same to every board.
// Powers of moves that meet are joined; then windows of the word are replaced by cheaper ones that do the same, found
// in a table of all cheap words. steps bounds the work of that, a few nanoseconds each; the same word and steps give
// the same result, unless ctx ends first. With 0 steps powers are joined only. Beyond MaxDense cells there are no
// windows. The table takes up to 80 MB.
func Shorten(ctx context.Context, c *moveset.Compiled, word []int32, steps int64) []int32 {
	f, err := newFamilies(ctx, c)
	if err != nil {
		return word
	}
	now := make([]syllable, len(word))
	var before int64
	for i, m := range word {
		now[i] = syllable{f.of[m], f.exp[m]}
		before += c.Moves[m].Cost
	}
	now = f.joined(now)
	if steps > 0 && c.N <= moveset.MaxDense {
		if w := newWindows(ctx, f, steps); w != nil {
			now = w.run(ctx, now)
		}
	}
	out := f.spell(now)
	var after int64
	for _, m := range out {
		after += c.Moves[m].Cost
	}
	if after > before || after == before && len(out) >= len(word) {
		return word
	}
	return out
}
