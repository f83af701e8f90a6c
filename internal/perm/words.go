package perm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Words writes the elements of a chain's group as words in its generators and their inverses, by
// Minkwitz's method: for each level and each cell of its orbit a short word whose value fixes the base cells
// before and takes the level's base cell there. An element is the product of one word for each level.
// The words are short, not shortest.
type Words struct {
	chain   *Chain
	table   [][]wordEntry // by level and index in the orbit
	missing int
	max     int
	b       *budget
}

type wordEntry struct {
	p, inv Perm // nil where no word is known yet
	w      Word
}

// WordOptions are limits for [Chain.Words].
type WordOptions struct {
	Memory    int64  // bytes; 0 means DefaultMemory
	Seed      uint64 // of the random words
	MaxLength int    // letters of a word in the table; 0 means 5,000
}

const (
	shortWords     = 20000   // tried in order of length
	shortWordCells = 1 << 22 // or as many as have this many cells
	idleRounds     = 8       // of random words that bring nothing, before giving up
	improvePairs   = 10000   // products tried at each level in one pass
	improvePasses  = 4
)

// Words builds the table. The error wraps that of ctx, ErrMemory, or ErrWordLength if no words within
// MaxLength were found for some cell.
func (c *Chain) Words(ctx context.Context, o WordOptions) (*Words, error) {
	w := &Words{chain: c, max: o.MaxLength, b: newBudget(ctx, Options{Memory: o.Memory})}
	if w.max == 0 {
		w.max = 5000
	}
	for _, l := range c.levels {
		entries := make([]wordEntry, len(l.orbit))
		entries[0] = wordEntry{p: Identity(c.n), inv: Identity(c.n)}
		w.table = append(w.table, entries)
		w.missing += len(entries) - 1
		if err := w.b.take(2*len(entries)+2, 2*c.n+40); err != nil {
			return nil, err
		}
	}
	if len(c.levels) == 0 {
		return w, w.b.stopped
	}
	if err := w.feedShort(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0x776f726473))
	before, idle := w.missing, 0
	for round := 0; ; round++ {
		if err := w.improve(); err != nil {
			return nil, err
		}
		if err := w.fill(); err != nil {
			return nil, err
		}
		if w.missing == 0 {
			break
		}
		if idle++; w.missing < before {
			before, idle = w.missing, 0
		}
		if idle == idleRounds {
			return nil, fmt.Errorf("%w: no words of %d letters for %d cells of the chain's orbits", ErrWordLength, w.max,
				w.missing)
		}
		if err := w.feedRandom(rng, 2000, min(10+5*round, w.max)); err != nil {
			return nil, err
		}
	}
	for range improvePasses {
		if err := w.improve(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Word returns a word whose value is p; ok is false if p is not in the group. It has
// at most as many letters as MaxLen says.
func (w *Words) Word(p Perm) (word Word, ok bool) {
	p = p.Clone()
	for i, l := range w.chain.levels {
		k := l.at[p[l.base]]
		if k < 0 {
			return nil, false
		}
		e := &w.table[i][k]
		MulInto(p, e.inv, p)
		word = append(word, e.w...)
	}
	if !p.IsIdentity() {
		return nil, false
	}
	return word.Reduce(), true
}

// feed takes an element with its word down the levels from i on. A word that is shorter than the one in the
// table takes its place, and the old one goes on.
func (w *Words) feed(i int, p Perm, word Word) error {
	p = p.Clone()
	for ; i < len(w.table) && len(word) <= w.max; i++ {
		l := w.chain.levels[i]
		k := l.at[p[l.base]]
		if k == 0 {
			continue
		}
		if err := w.b.spend(2 * w.chain.n); err != nil {
			return err
		}
		inv := p.Inverse()
		w.offer(i, inv, p, word.Inverse()) // takes base where p takes it from
		e := &w.table[i][k]
		known := *e
		if !w.offer(i, p, inv, word) {
			MulInto(p, known.inv, p)
			word = append(known.w.Inverse(), word...).Reduce()
			continue
		}
		if known.p == nil {
			return nil
		}
		// The new word is in the table: go on with new⁻¹·old.
		p, word = Mul(e.inv, known.p), append(e.w.Inverse(), known.w...).Reduce()
	}
	return nil
}

// offer puts an element into the table at level i if it is the first or has a shorter word.
func (w *Words) offer(i int, p, inv Perm, word Word) bool {
	l := w.chain.levels[i]
	e := &w.table[i][l.at[p[l.base]]]
	if e.p != nil && len(e.w) <= len(word) {
		return false
	}
	if e.p == nil {
		w.missing--
	}
	*e = wordEntry{p.Clone(), inv.Clone(), slices.Clone(word)}
	return true
}

// letters returns the generators and their inverses that move anything.
func (w *Words) letters() ([]Letter, []Perm) {
	var letters []Letter
	var values []Perm
	for k, g := range w.chain.gens {
		if !g.IsIdentity() {
			letters = append(letters, Letter(k), ^Letter(k))
			values = append(values, g, g.Inverse())
		}
	}
	return letters, values
}

// feedShort feeds the elements in order of the length of their words.
func (w *Words) feedShort() error {
	letters, values := w.letters()
	type element struct {
		p Perm
		w Word
	}
	queue := []element{{Identity(w.chain.n), nil}}
	known := map[string]bool{queue[0].p.key(): true}
	limit := min(shortWords, shortWordCells/w.chain.n)
	for head := 0; head < len(queue); head++ {
		x := queue[head]
		if err := w.feed(0, x.p, x.w); err != nil {
			return err
		}
		for i, l := range letters {
			if len(queue) >= limit {
				break
			}
			y := Mul(x.p, values[i])
			if key := y.key(); !known[key] {
				known[key] = true
				queue = append(queue, element{y, append(slices.Clone(x.w), l)})
			}
		}
	}
	return nil
}

// feedRandom feeds random words.
func (w *Words) feedRandom(rng *rand.Rand, count, length int) error {
	letters, values := w.letters()
	p, tmp := make(Perm, w.chain.n), make(Perm, w.chain.n)
	for range count {
		p.setIdentity()
		var word Word
		for range length {
			k := rng.IntN(len(letters))
			MulInto(tmp, p, values[k])
			p, tmp = tmp, p
			word = append(word, letters[k])
		}
		if err := w.b.spend(length * w.chain.n); err != nil {
			return err
		}
		if err := w.feed(0, p, word.Reduce()); err != nil {
			return err
		}
	}
	return nil
}

// byLength returns the known words of the levels from i to j−1 that are not empty, shortest first.
func (w *Words) byLength(i, j int) []wordEntry {
	var list []wordEntry
	for _, entries := range w.table[i:j] {
		for _, e := range entries {
			if len(e.w) > 0 {
				list = append(list, e)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b wordEntry) int { return len(a.w) - len(b.w) })
	return list
}

// improve feeds the products of the shorter words at each level.
func (w *Words) improve() error {
	for i := range w.table {
		list := w.byLength(i, i+1)
		pairs := 0
		for sum := 0; sum <= 2*len(list)-2 && pairs < improvePairs; sum++ { // short with short first
			for a := max(0, sum-len(list)+1); a <= min(sum, len(list)-1) && pairs < improvePairs; a++ {
				x, y := list[a], list[sum-a]
				pairs++
				if err := w.b.spend(w.chain.n); err != nil {
					return err
				}
				if err := w.feed(i, Mul(x.p, y.p), append(slices.Clone(x.w), y.w...).Reduce()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// fill finds words for cells that have none: an element of this or a later level after one of this
// level. It goes on until nothing is new.
func (w *Words) fill() error {
	for i := range w.table {
		l := w.chain.levels[i]
		for changed := true; changed; {
			changed = false
			movers := w.byLength(i, len(w.table))
			for _, e := range w.byLength(i, i+1) {
				x := e.p[l.base]
				for _, m := range movers {
					if len(m.w)+len(e.w) > w.max {
						break
					}
					k := l.at[m.p[x]]
					if w.table[i][k].p != nil {
						continue
					}
					p := Mul(m.p, e.p)
					changed = w.offer(i, p, p.Inverse(), append(slices.Clone(m.w), e.w...).Reduce()) || changed
				}
				if err := w.b.spend(len(movers) + w.chain.n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
