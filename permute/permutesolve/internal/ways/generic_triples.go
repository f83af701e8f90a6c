package ways

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// triple is a 3-cycle: the tile at cell 0 goes to cell 1, that to cell 2, that to cell 0.
type triple [3]int32

// turned begins with the least cell.
func (t triple) turned() triple {
	for t[0] > t[1] || t[0] > t[2] {
		t = triple{t[1], t[2], t[0]}
	}
	return t
}

// element is a permutation of few cells with a word for it.
type element struct {
	word []letter
	back []letter // a word for the inverse
	cost int64    // of word
	undo int64    // of back
	// from[k] → to[k] is where tiles go; from rises. mask has a bit for each cell.
	from, to []int32
	mask     []uint64
}

// tripleFinder looks for short words that are 3-cycles within an orbit.
type tripleFinder struct {
	a     *alphabet
	in    []bool // the orbit
	pool  []element
	found map[triple]element
	best  int64
	work  int64
}

// Bounds of the search for 3-cycles.
const (
	poolSize     = 3000
	tripleWork   = 1 << 28 // steps
	manyTriples  = 1 << 15
	randomWords  = 20000
	randomLength = 10
	maxPower     = 1 << 16 // letters of a power
)

func newTripleFinder(a *alphabet, orbit []int32) *tripleFinder {
	f := &tripleFinder{a: a, in: make([]bool, a.c.N), found: map[triple]element{}}
	for _, x := range orbit {
		f.in[x] = true
	}
	return f
}

// run fills found. It is empty where nothing was found.
func (f *tripleFinder) run(ctx context.Context) error {
	if err := f.fillPool(ctx); err != nil {
		return err
	}
	for i := range f.pool {
		f.powers(f.pool[i])
	}
	// Commutators: two elements that share one cell give a 3-cycle, and those that share few cells something small.
	for sum := 0; f.work < tripleWork; sum++ { // short ones first
		if err := ctx.Err(); err != nil {
			return err
		}
		// Those that are too dear beside the cheapest one are of no use.
		for f.best > 0 && len(f.pool) > 0 {
			first, last := &f.pool[0], &f.pool[len(f.pool)-1]
			if first.cost+first.undo+last.cost+last.undo <= f.best {
				break
			}
			f.pool = f.pool[:len(f.pool)-1]
		}
		if sum >= 2*len(f.pool) {
			break
		}
		for i := max(0, sum-len(f.pool)+1); 2*i < sum; i++ {
			x, y := &f.pool[i], &f.pool[sum-i]
			cost := x.cost + x.undo + y.cost + y.undo
			f.work += 4
			if f.best > 0 && cost > f.best {
				continue
			}
			shared := 0
			for w := range x.mask {
				shared += bits.OnesCount64(x.mask[w] & y.mask[w])
			}
			if f.work += int64(len(x.mask)); shared == 0 || shared > 4 {
				continue
			}
			e := f.product(f.product(inverted(*x), inverted(*y)), f.product(*x, *y))
			f.work += int64(8 * len(e.from))
			f.powers(e)
		}
	}
	if len(f.found) > 0 {
		return nil
	}
	// Any word has a good chance to be a 3-cycle and others whose length 3 does not divide: a power leaves the 3-cycle.
	rng := rand.New(rand.NewPCG(3, uint64(f.a.c.N)))
	letters := f.letters()
	for i := range randomWords {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if f.work > 2*tripleWork || len(letters) == 0 {
			break
		}
		e := letters[rng.IntN(len(letters))]
		for range 1 + rng.IntN(randomLength) {
			e = f.product(e, letters[rng.IntN(len(letters))])
			f.work += int64(8 * len(e.from))
		}
		f.powers(e)
	}
	return nil
}

// letters are the moves and their inverses as elements.
func (f *tripleFinder) letters() []element {
	var out []element
	for m := range f.a.c.Moves {
		mv := &f.a.c.Moves[m]
		undo, ok := f.a.cost(^letter(m))
		if !ok || len(mv.To) == 0 {
			continue
		}
		e := element{word: []letter{letter(m)}, back: []letter{^letter(m)}, cost: mv.Cost, undo: undo}
		e.from, e.to = slices.Clone(mv.To), make([]int32, len(mv.To))
		for k, from := range mv.From {
			at, _ := slices.BinarySearch(e.from, from)
			e.to[at] = mv.To[k]
		}
		f.masked(&e)
		out = append(out, e)
		if f.a.c.Inverse[m] < 0 {
			out = append(out, inverted(e))
		}
	}
	return out
}

func (f *tripleFinder) masked(e *element) {
	e.mask = make([]uint64, (f.a.c.N+63)/64)
	for _, x := range e.from {
		e.mask[x/64] |= 1 << (x % 64)
	}
}

// inverted is the inverse of an element.
func inverted(e element) element {
	out := element{word: e.back, back: e.word, cost: e.undo, undo: e.cost, from: e.from, mask: e.mask,
		to: make([]int32, len(e.to))}
	for k, to := range e.to {
		at, _ := slices.BinarySearch(e.from, to)
		out.to[at] = e.from[k]
	}
	return out
}

// at is where e brings the tile at cell x.
func (e *element) at(x int32) int32 {
	if e.mask[x/64]>>(x%64)&1 == 0 {
		return x
	}
	k, _ := slices.BinarySearch(e.from, x)
	return e.to[k]
}

// product is first x, then y.
func (f *tripleFinder) product(x, y element) element {
	out := element{cost: x.cost + y.cost, undo: x.undo + y.undo}
	out.word = append(append(make([]letter, 0, len(x.word)+len(y.word)), x.word...), y.word...)
	out.back = append(append(make([]letter, 0, len(x.back)+len(y.back)), y.back...), x.back...)
	i, j := 0, 0
	for i < len(x.from) || j < len(y.from) {
		var c int32
		if j == len(y.from) || i < len(x.from) && x.from[i] <= y.from[j] {
			if j < len(y.from) && x.from[i] == y.from[j] {
				j++
			}
			c = x.from[i]
			i++
		} else {
			c = y.from[j]
			j++
		}
		if to := y.at(x.at(c)); to != c {
			out.from, out.to = append(out.from, c), append(out.to, to)
		}
	}
	f.masked(&out)
	return out
}

// fillPool collects short words, each letter of which touches what the letters before it move: words that do not hang
// together are of no use here.
func (f *tripleFinder) fillPool(ctx context.Context) error {
	letters := f.letters()
	known := map[string]bool{}
	add := func(e element) {
		if len(e.from) == 0 || len(f.pool) == poolSize {
			return
		}
		key := make([]byte, 0, 4*len(e.from))
		for k, x := range e.from {
			key = append(key, byte(x), byte(x>>8), byte(e.to[k]), byte(e.to[k]>>8))
		}
		if !known[string(key)] {
			known[string(key)] = true
			f.pool = append(f.pool, e)
		}
	}
	for _, l := range letters {
		add(l)
	}
	for at := 0; at < len(f.pool) && len(f.pool) < poolSize && f.work < tripleWork/4; at++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range letters {
			near := false
			for w := range letters[i].mask {
				near = near || f.pool[at].mask[w]&letters[i].mask[w] != 0
			}
			f.work += int64(len(letters[i].mask))
			if near {
				e := f.product(f.pool[at], letters[i])
				f.work += int64(8 * len(e.from))
				add(e)
			}
		}
	}
	slices.SortStableFunc(f.pool, func(x, y element) int {
		return int(min(1, max(-1, x.cost+x.undo-y.cost-y.undo)))
	})
	return nil
}

// powers notes e where a power of it is a 3-cycle in the orbit: it has one cycle of length 3, and 3 divides no other
// length.
func (f *tripleFinder) powers(e element) {
	var t triple
	times, most := int64(1), int64(maxPower/len(e.word))
	if f.best > 0 {
		most = min(most, f.best/e.cost)
	}
	seen := make([]bool, len(e.from))
	threes := 0
	for k := range e.from {
		if seen[k] {
			continue
		}
		length := int64(0)
		for at := k; !seen[at]; {
			seen[at] = true
			length++
			at, _ = slices.BinarySearch(e.from, e.to[at])
		}
		switch {
		case length == 3:
			threes++
			t = triple{e.from[k], e.at(e.from[k]), e.at(e.at(e.from[k]))}
		case length%3 == 0:
			return
		default:
			g, b := times, length
			for b > 0 {
				g, b = b, g%b
			}
			times = times / g * length
		}
		if times > most {
			return
		}
	}
	if threes != 1 || !f.in[t[0]] {
		return
	}
	if times%3 == 2 {
		t[1], t[2] = t[2], t[1]
	}
	out := element{cost: e.cost * times, undo: e.undo * times}
	for range times {
		out.word, out.back = append(out.word, e.word...), append(out.back, e.back...)
	}
	f.note(t, out)
	f.note(triple{t[0], t[2], t[1]}, element{word: out.back, back: out.word, cost: out.undo, undo: out.cost})
}

// note keeps the best word for a 3-cycle, and only such as are about as good as the best.
func (f *tripleFinder) note(t triple, e element) {
	t = t.turned()
	if f.best == 0 || e.cost < f.best {
		f.best = e.cost
	}
	if old, ok := f.found[t]; (ok || len(f.found) < manyTriples) && (!ok || e.cost < old.cost) {
		f.found[t] = e
	}
}
