// Package congruence solves systems n ≡ a (mod m) with many small moduli and a big
// common period, and names the two congruences that clash where there is no solution.
//
// Moduli are natural numbers up to 2^31; a system may hold hundreds of thousands of
// congruences with a few thousand different moduli. Equal moduli are merged as they
// come; different ones are compared prime power by prime power, which costs one
// factorisation a modulus instead of one gcd a pair.
package congruence

import (
	"math/big"
	"slices"
)

// A Congruence is n ≡ Residue (mod Modulus), 0 ≤ Residue < Modulus; Tag is the
// caller's and says where it came from.
type Congruence struct {
	Modulus, Residue, Tag int64
}

// tableSize bounds the moduli that are looked up in a slice instead of a map.
const tableSize = 4096

// A System is a set of congruences. The zero System has every n as a solution.
type System struct {
	distinct []Congruence
	table    []int32         // modulus → 1 + index into distinct
	index    map[int64]int32 // the same for moduli ≥ tableSize
}

// Reset empties s and keeps its memory.
func (s *System) Reset() {
	for _, c := range s.distinct {
		if c.Modulus < int64(len(s.table)) {
			s.table[c.Modulus] = 0
		}
	}
	s.distinct = s.distinct[:0]
	clear(s.index)
}

func (s *System) find(m int64) int32 {
	if m < int64(len(s.table)) {
		return s.table[m]
	}
	if m < tableSize || s.index == nil {
		return 0
	}
	return s.index[m]
}

func (s *System) store(m int64, i int32) {
	if m >= tableSize {
		if s.index == nil {
			s.index = make(map[int64]int32)
		}
		s.index[m] = i
		return
	}
	if m >= int64(len(s.table)) {
		size := int64(64)
		for size <= m {
			size *= 2
		}
		s.table = append(s.table, make([]int32, size-int64(len(s.table)))...)
	}
	s.table[m] = i
}

// Add adds a congruence. It reports false, and the earlier congruence, where one with
// the same modulus has another residue; the system is then unsolvable and unchanged.
func (s *System) Add(c Congruence) (earlier Congruence, ok bool) {
	if i := s.find(c.Modulus); i > 0 {
		e := s.distinct[i-1]
		return e, e.Residue == c.Residue
	}
	if c.Modulus == 1 {
		return c, true
	}
	s.distinct = append(s.distinct, c)
	s.store(c.Modulus, int32(len(s.distinct)))
	return c, true
}

// Distinct returns the merged congruences, in order of arrival. It shares memory with s.
func (s *System) Distinct() []Congruence { return s.distinct }

// A part is what one congruence says modulo one prime power.
type part struct {
	power   int64 // p^e
	residue int64 // modulo power
	from    int   // index into distinct
}

// Solve returns the least n ≥ 0 of the system and its period (the lcm of the moduli),
// or ok false and two congruences that no n satisfies together. A system is solvable
// iff every two of its congruences are; two are iff they agree modulo each common
// prime power, so it is enough to compare each one with the one that holds the highest
// power of its prime.
func (s *System) Solve() (n, period *big.Int, clash [2]Congruence, ok bool) {
	top, clash, ok := s.merge()
	if !ok {
		return nil, nil, clash, false
	}
	parts := make([]part, 0, len(top))
	for _, p := range top {
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return int(a.power - b.power) })
	n, period = combine(parts)
	return n, period, clash, true
}

// Solvable is Solve without the numbers.
func (s *System) Solvable() (clash [2]Congruence, ok bool) {
	_, clash, ok = s.merge()
	return clash, ok
}

// merge finds for each prime the congruence with its highest power.
func (s *System) merge() (top map[int64]part, clash [2]Congruence, ok bool) {
	top = make(map[int64]part)
	for i, c := range s.distinct {
		for p, power := range primePowers(c.Modulus) {
			mine := part{power, c.Residue % power, i}
			best, found := top[p]
			if found {
				common := min(power, best.power)
				if mine.residue%common != best.residue%common {
					return nil, [2]Congruence{s.distinct[best.from], c}, false
				}
			}
			if !found || power > best.power {
				top[p] = mine
			}
		}
	}
	return top, clash, true
}

// primePowers yields the primes of m with their powers in m, by trial division.
func primePowers(m int64) func(yield func(p, power int64) bool) {
	return func(yield func(p, power int64) bool) {
		for p := int64(2); p*p <= m; p++ {
			if m%p != 0 {
				continue
			}
			power := int64(1)
			for m%p == 0 {
				m /= p
				power *= p
			}
			if !yield(p, power) {
				return
			}
		}
		if m > 1 {
			yield(m, m)
		}
	}
}

// combine solves coprime congruences by halves, so that big numbers meet numbers of
// their own size.
func combine(parts []part) (n, period *big.Int) {
	switch len(parts) {
	case 0:
		return new(big.Int), big.NewInt(1)
	case 1:
		return big.NewInt(parts[0].residue), big.NewInt(parts[0].power)
	}
	half := len(parts) / 2
	a, m := combine(parts[:half])
	b, k := combine(parts[half:])
	// n = a + m·((b − a)·m⁻¹ mod k)
	t := new(big.Int).Sub(b, a)
	t.Mul(t, new(big.Int).ModInverse(m, k))
	t.Mod(t, k)
	n = t.Mul(t, m).Add(t, a)
	return n, new(big.Int).Mul(m, k)
}

// Lcm returns the least common multiple of the numbers in set (each ≥ 1), exactly.
func Lcm(set map[int64]bool) *big.Int {
	top := make(map[int64]int64)
	for m := range set {
		for p, power := range primePowers(m) {
			top[p] = max(top[p], power)
		}
	}
	powers := make([]int64, 0, len(top))
	for _, power := range top {
		powers = append(powers, power)
	}
	slices.Sort(powers)
	return product(powers)
}

func product(f []int64) *big.Int {
	switch len(f) {
	case 0:
		return big.NewInt(1)
	case 1:
		return big.NewInt(f[0])
	}
	return new(big.Int).Mul(product(f[:len(f)/2]), product(f[len(f)/2:]))
}
