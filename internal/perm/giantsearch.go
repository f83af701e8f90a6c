package perm

import (
	"math/big"
	"math/rand/v2"
	"slices"
)

// The search for giants goes through elements with known words, cheap ones first: generators,
// commutators of generators that move a common cell, generators that are one cycle of any
// length, random products. An element proves an orbit to be a giant if some power of it is a
// single cycle there. On a torus board the row shift and the column shift through a cell have
// that cell alone in common, and their commutator is a 3-cycle.

type giantSearch struct {
	g      *Group
	b      *budget
	f      *forest
	done   []bool          // orbits that are decided or too small
	left   int             // orbits that are not done
	found  []Giant         // by orbit, Orbit < 0 where there is none
	blocks [][][]uint16    // by orbit, a block system that was met
	stamp  []int32         // cells already on a cycle in the current round
	round  int32           // current value of stamp
	tried  map[[2]int]bool // pairs of generators
	odd    []bool          // by orbit, whether some generator is odd there
}

const (
	cellsPerOrbit  = 64  // whose generators are paired
	pairsPerOrbit  = 400 // commutators
	randomElements = 160
)

// findGiants returns the giants that it recognises and block systems of orbits that it met on the
// way, by orbit. Not finding one is no proof that there is none.
func (g *Group) findGiants(b *budget, seed uint64) (giants []Giant, blocks [][][]uint16, err error) {
	s := &giantSearch{
		g: g, b: b, f: newForest(g.n),
		done: make([]bool, len(g.orbits)), found: make([]Giant, len(g.orbits)), blocks: make([][][]uint16, len(g.orbits)),
		stamp: make([]int32, g.n), tried: make(map[[2]int]bool), odd: g.oddOrbits(),
	}
	for k, o := range g.orbits {
		s.found[k].Orbit = -1
		s.done[k] = len(o) < 3
		if !s.done[k] {
			s.left++
		}
	}
	for _, stage := range []func() error{s.generators, s.commutators, s.singleCycles,
		func() error { return s.random(seed) }} {
		if err = stage(); err != nil {
			break
		}
	}
	for _, found := range s.found {
		if found.Orbit >= 0 {
			giants = append(giants, found)
		}
	}
	return giants, s.blocks, err
}

func (s *giantSearch) generators() error {
	for k, c := range s.g.gens {
		if s.left == 0 {
			break
		}
		if err := s.try(Word{Letter(k)}, c); err != nil {
			return err
		}
	}
	return nil
}

func (s *giantSearch) commutators() error {
	for k, orbit := range s.g.orbits {
		pairs := 0
		for _, x := range orbit[:min(len(orbit), cellsPerOrbit)] {
			moves := s.g.at(x)
			for i, a := range moves {
				for _, b := range moves[:i] {
					pair := [2]int{int(b.gen), int(a.gen)}
					if s.done[k] || pairs == pairsPerOrbit {
						break
					}
					pairs++
					if s.tried[pair] {
						continue // for this orbit too
					}
					s.tried[pair] = true
					g, h := Letter(b.gen), Letter(a.gen)
					w := Word{^g, ^h, g, h}
					if err := s.try(w, s.sparse(w)); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// sparse returns the cycles of a short word, at the cost of the cells that its letters move.
func (s *giantSearch) sparse(w Word) Cycles {
	s.round++
	var out Cycles
	for i, l := range w {
		if slices.Contains(w[:i], l.Inverse()) || slices.Contains(w[:i], l) {
			continue
		}
		for _, cycle := range s.g.gens[l.Gen()] {
			for _, start := range cycle {
				if s.stamp[start] == s.round {
					continue
				}
				var c []uint16
				for x := start; s.stamp[x] != s.round; x = s.g.image(w, x) {
					s.stamp[x] = s.round
					c = append(c, x)
				}
				if len(c) > 1 {
					out = append(out, c)
				}
			}
			s.b.work += int64(8 * len(w) * len(cycle))
		}
	}
	return out
}

// image returns Eval(w)[x].
func (g *Group) image(w Word, x uint16) uint16 {
	for _, l := range slices.Backward(w) {
		for _, m := range g.at(x) {
			if int(m.gen) == l.Gen() {
				x = m.to
				if l.Inverted() {
					x = m.from
				}
				break
			}
		}
	}
	return x
}

// singleCycles tries the generators that are one cycle of composite length.
func (s *giantSearch) singleCycles() error {
	for k, c := range s.g.gens {
		if len(c) == 1 && !s.done[s.g.orbitOf[c[0][0]]] {
			if err := s.cycle(Word{Letter(k)}, big.NewInt(1), c[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// random walks through the group, each time some generators further, and tries where it
// arrives. A random element of a giant of degree n has a cycle of prime length
// between n/2 and n−3, alone of its kind, with probability about ln 2/ln n.
func (s *giantSearch) random(seed uint64) error {
	if s.left == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x6769616e74))
	p := Identity(s.g.n)
	var w Word
	for t := range randomElements {
		for range 2 + t/4 {
			l := Letter(rng.IntN(len(s.g.gens)))
			w = append(w, l)
			s.g.Do(p, l)
		}
		if err := s.b.spend(8 * s.g.n); err != nil {
			return err
		}
		if err := s.try(w, p.Cycles()); err != nil || s.left == 0 {
			return err
		}
	}
	return nil
}

// try looks for primes that divide the length of one cycle of c only, which has that very length: the
// power of the element that kills all other cycles leaves that cycle.
func (s *giantSearch) try(w Word, c Cycles) error {
	cells := 0
	lengths := make([]int, len(c))
	for i, cycle := range c {
		lengths[i] = len(cycle)
		cells += len(cycle)
	}
	if err := s.b.spend(8 * cells); err != nil {
		return err
	}
	for i, cycle := range c {
		p := len(cycle)
		orbit := s.g.orbitOf[cycle[0]]
		// The order of the tests matters: cheap and rarely passed first.
		if s.done[orbit] || theorem(p, len(s.g.orbits[orbit])) == 0 || !isPrime(p) || !alone(lengths, i) {
			continue
		}
		rest := slices.Delete(slices.Clone(lengths), i, i+1)
		if err := s.cycle(w, lcm(rest), cycle); err != nil {
			return err
		}
	}
	return nil
}

// alone reports whether the prime lengths[i] divides no other length.
func alone(lengths []int, i int) bool {
	for j, l := range lengths {
		if j != i && l%lengths[i] == 0 {
			return false
		}
	}
	return true
}

// cycle decides the orbit of a cycle of which the given power of w is the same power, all else
// being fixed by it: a giant if the group is primitive there. The power is prime to the length.
func (s *giantSearch) cycle(w Word, power *big.Int, cycle []uint16) error {
	orbit := int(s.g.orbitOf[cycle[0]])
	size := len(s.g.orbits[orbit])
	th := theorem(len(cycle), size)
	if th == 0 {
		return nil
	}
	var k, l big.Int
	step := int(k.Mod(power, l.SetInt64(int64(len(cycle)))).Int64())
	c := make([]uint16, len(cycle))
	for i := range c {
		c[i] = cycle[i*step%len(cycle)]
	}
	pairs := cyclePairs(c)
	for _, pair := range pairs {
		if err := s.b.spend(8*len(s.g.moves) + s.g.n); err != nil {
			return err
		}
		if !s.g.whole(s.f, pair[0], pair[1]) {
			s.blocks[orbit] = s.f.classes(s.g.orbits[orbit], 1)
			s.decide(orbit)
			return nil
		}
	}
	s.found[orbit] = Giant{orbit, slices.Clone(w), power, c, pairs, th, s.odd[orbit]}
	s.decide(orbit)
	return nil
}

func (s *giantSearch) decide(orbit int) {
	s.done[orbit] = true
	s.left--
}

// oddOrbits tells the orbits on which some generator is odd.
func (g *Group) oddOrbits() []bool {
	odd := make([]bool, len(g.orbits))
	last := make([]int32, len(g.orbits)) // 1 + the last generator with an odd number of even cycles so far
	for k, c := range g.gens {
		for _, cycle := range c {
			if len(cycle)%2 == 0 {
				o := g.orbitOf[cycle[0]]
				if last[o] == int32(k+1) {
					last[o] = 0
				} else {
					last[o] = int32(k + 1)
				}
			}
		}
		for _, cycle := range c {
			o := g.orbitOf[cycle[0]]
			odd[o] = odd[o] || last[o] == int32(k+1)
		}
	}
	return odd
}
