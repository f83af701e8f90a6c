package perm

import (
	"math/big"
	"math/rand/v2"
	"slices"
)

// A chainBuilder is a chain on its way: it may still be too small, but never too large. All
// orbits are complete for the generators of their levels at any time.
type chainBuilder struct {
	*Chain
	b       *budget
	scratch Perm
}

func newChain(b *budget, n int, gens []Perm, seed uint64) (*Chain, error) {
	c := &chainBuilder{&Chain{n: n, gens: gens}, b, make(Perm, n)}
	err := b.stopped
	known := make(map[string]bool)
	for _, g := range gens {
		if err != nil {
			return nil, err
		}
		if err = c.b.spend(4 * n); err != nil {
			return nil, err
		}
		if key := g.key(); !g.IsIdentity() && !known[key] {
			known[key] = true
			err = c.insert(g.Clone(), 0, c.firstMoved(g))
		}
	}
	if err == nil {
		err = c.grow(seed)
	}
	if err == nil {
		err = c.complete()
	}
	if err != nil {
		return nil, err
	}
	c.order = big.NewInt(1)
	for _, l := range c.levels {
		c.order.Mul(c.order, big.NewInt(int64(len(l.orbit))))
	}
	return c.Chain, nil
}

// key is p as a map key.
func (p Perm) key() string {
	b := make([]byte, 2*len(p))
	for i, v := range p {
		b[2*i], b[2*i+1] = byte(v), byte(v>>8)
	}
	return string(b)
}

// firstMoved returns the first level whose base cell p moves, or the number of levels.
func (c *chainBuilder) firstMoved(p Perm) int {
	i := 0
	for i < len(c.levels) && p[c.levels[i].base] == c.levels[i].base {
		i++
	}
	return i
}

// insert makes s, which is not the identity, a generator of the levels from … to. It fixes the base
// cells before level to, and moves that of level to, which is made if it is not there.
func (c *chainBuilder) insert(s Perm, from, to int) error {
	k := len(c.strong)
	c.strong = append(c.strong, s)
	if err := c.b.take(1, 2*c.n); err != nil {
		return err
	}
	if to == len(c.levels) {
		base := 0
		for int(s[base]) == base {
			base++
		}
		l := &level{base: uint16(base), orbit: []uint16{uint16(base)}, at: slices.Repeat([]int32{-1}, c.n),
			inverse: []Perm{Identity(c.n)}}
		l.at[base] = 0
		c.levels = append(c.levels, l)
		if err := c.b.take(1, 6*c.n+24); err != nil {
			return err
		}
	}
	for _, l := range c.levels[from : to+1] {
		l.gens, l.checked = append(l.gens, k), append(l.checked, 0)
		if err := c.extend(l); err != nil {
			return err
		}
	}
	return nil
}

// extend completes the orbit of a level after a generator has been added to it. Elements that are there stay
// what they are, so that what was verified remains so.
func (c *chainBuilder) extend(l *level) error {
	old := len(l.orbit)
	for i := 0; i < len(l.orbit); i++ {
		gens := l.gens
		if i < old {
			gens = gens[len(gens)-1:] // the others have been applied to this cell
		}
		for _, k := range gens {
			s := c.strong[k]
			x := s[l.orbit[i]]
			if l.at[x] >= 0 {
				continue
			}
			l.at[x] = int32(len(l.orbit))
			l.orbit = append(l.orbit, x)
			inv := make(Perm, c.n) // of s·u is u⁻¹·s⁻¹
			for j, v := range l.inverse[i] {
				inv[s[j]] = v
			}
			l.inverse = append(l.inverse, inv)
			if err := c.b.take(1, 2*c.n+26); err != nil {
				return err
			}
			if err := c.b.spend(c.n); err != nil {
				return err
			}
		}
		if err := c.b.spend(len(gens)); err != nil {
			return err
		}
	}
	return nil
}

// add sifts p, an element of the group of level from, and makes the residue a generator where it stopped. p is
// overwritten. It reports whether the chain has grown.
func (c *chainBuilder) add(p Perm, from int) (bool, error) {
	if err := c.b.spend((1 + len(c.levels) - from) * c.n); err != nil {
		return false, err
	}
	i := c.siftFrom(from, p)
	if i == len(c.levels) && p.IsIdentity() {
		return false, nil
	}
	return true, c.insert(p.Clone(), from, i)
}

// grow feeds the chain with random elements until a dozen in a row bring nothing new, each of
// which happens with probability at most 1/2 while it is too small (if they were uniform).
//
// Product replacement with an accumulator: the slots always generate the group.
func (c *chainBuilder) grow(seed uint64) error {
	if len(c.strong) == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x636861696e))
	slots := make([]Perm, max(10, len(c.strong)+1))
	if err := c.b.take(len(slots), 2*c.n); err != nil {
		return err
	}
	for i := range slots {
		slots[i] = c.strong[i%len(c.strong)].Clone()
		if err := c.b.spend(c.n); err != nil {
			return err
		}
	}
	defer func() { c.b.used -= int64(2*c.n) * int64(len(slots)) }()
	acc, tmp := Identity(c.n), make(Perm, c.n)
	for idle := 0; idle < 12; {
		for range 3 {
			i, j := rng.IntN(len(slots)), rng.IntN(len(slots)-1)
			if j >= i {
				j++
			}
			factor := slots[j]
			if rng.IntN(2) == 0 {
				factor.InverseInto(tmp)
				factor = tmp
			}
			MulInto(c.scratch, slots[i], factor)
			slots[i], c.scratch = c.scratch, slots[i]
			MulInto(c.scratch, acc, slots[i])
			acc, c.scratch = c.scratch, acc
		}
		copy(c.scratch, acc)
		if err := c.b.spend(8 * c.n); err != nil {
			return err
		}
		// The element is in H_0, whose generators are there already: the residue begins at level 1.
		grown, err := c.addRandom(c.scratch)
		if err != nil {
			return err
		}
		if idle++; grown {
			idle = 0
		}
	}
	return nil
}

// addRandom is add for an element of H_0: the generators of H_0 remain what they are.
func (c *chainBuilder) addRandom(p Perm) (bool, error) {
	l := c.levels[0]
	MulInto(p, l.inverse[l.at[p[l.base]]], p)
	return c.add(p, 1)
}

// complete sifts the Schreier generators of all levels, from the last to the first. One that does not
// sift to the identity is a new generator of the levels where it was missing, and work goes on at
// the last of them.
func (c *chainBuilder) complete() error {
	for i := len(c.levels) - 1; i >= 0; {
		next, err := c.checkLevel(i)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// checkLevel sifts the Schreier generators of level i that have not been sifted. It returns the level to go on with.
func (c *chainBuilder) checkLevel(i int) (next int, err error) {
	l := c.levels[i]
	u := make(Perm, c.n)
	for k := slices.Min(l.checked); k < len(l.orbit); k++ {
		l.inverse[k].InverseInto(u)
		for gi, done := range l.checked {
			if done != k {
				continue
			}
			l.checked[gi]++
			s := c.strong[l.gens[gi]]
			MulInto(c.scratch, s, u)
			back := l.at[s[l.orbit[k]]]
			MulInto(c.scratch, l.inverse[back], c.scratch)
			grown, err := c.add(c.scratch, i+1)
			if err != nil {
				return 0, err
			}
			if grown {
				return len(c.levels) - 1, nil // levels in between that are complete cost nothing
			}
		}
	}
	return i - 1, nil
}
