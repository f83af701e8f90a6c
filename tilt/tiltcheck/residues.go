package tiltcheck

import (
	"maps"
	"math/big"
	"slices"
)

// residues is a set of conditions n ≡ residues[m] (mod m), one for each m. Many cycles
// have the same period, so they are merged as they come: on T tiles at most
// about √(2T) different periods are left.
type residues map[int]int

// add adds n ≡ turn (mod period) and reports whether that does not contradict the
// condition of the same period.
func (s residues) add(t turns) bool {
	if turn, known := s[t.period]; known {
		return turn == t.turn
	}
	s[t.period] = t.turn
	return true
}

// solve returns the least n ≥ 0 that meets all conditions and the least common multiple
// of the periods, modulo which it is the only one; n is nil where there is none.
//
// The conditions are joined one by one. If n ≡ a (mod all) and n ≡ r (mod m), then n = a + t·all
// with t·all ≡ r − a (mod m), which has a solution where g = gcd(all, m) divides r − a,
// and then one t modulo m/g.
func (s residues) solve() (n, all *big.Int) {
	n, all = new(big.Int), big.NewInt(1)
	for _, m := range slices.Sorted(maps.Keys(s)) {
		allm := remainder(all, m)
		g := gcd(allm, m)
		diff := s[m] - remainder(n, m)
		if diff < 0 {
			diff += m
		}
		if diff%g != 0 {
			return nil, nil
		}
		part := big.NewInt(int64(m / g))
		t := big.NewInt(int64(allm / g))
		t.ModInverse(t, part) // they have no common divisor; 0 modulo 1
		t.Mul(t, big.NewInt(int64(diff/g)))
		t.Mod(t, part)
		n.Add(n, t.Mul(t, all))
		all.Mul(all, part)
	}
	return n, all
}

// remainder is n modulo m, from 0 to m-1, for n ≥ 0.
func remainder(n *big.Int, m int) int {
	b := big.NewInt(int64(m))
	return int(b.Rem(n, b).Int64())
}

// gcd is the greatest common divisor of a ≥ 0 and b ≥ 1.
func gcd(a, b int) int {
	for a != 0 {
		a, b = b%a, a
	}
	return b
}
