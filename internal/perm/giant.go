package perm

import (
	"fmt"
	"math/big"
)

// A Theorem says why a primitive group of degree n that contains a cycle (and nothing else
// moved) contains all even permutations.
type Theorem int

// Theorems, each about a primitive group of degree n.
const (
	// TranspositionTheorem: with a 2-cycle it is S_n (Jordan 1871; Wielandt 13.3).
	TranspositionTheorem Theorem = iota + 1
	// ThreeCycleTheorem: with a 3-cycle it contains A_n (Jordan 1871; Wielandt 13.3).
	ThreeCycleTheorem
	// PrimeCycleTheorem: with a p-cycle, p prime, p ≤ n−3, it contains A_n (Jordan 1873; Wielandt 13.9).
	PrimeCycleTheorem
	// CycleTheorem: with a cycle that fixes three cells or more it contains A_n (Jones 2014; it rests
	// on the classification of the finite simple groups).
	CycleTheorem
)

func (t Theorem) String() string {
	switch t {
	case TranspositionTheorem:
		return "a primitive group with a transposition is symmetric"
	case ThreeCycleTheorem:
		return "a primitive group with a 3-cycle contains the alternating group"
	case PrimeCycleTheorem:
		return "a primitive group with a cycle of prime length that fixes three points contains the alternating group " +
			"(Jordan)"
	case CycleTheorem:
		return "a primitive group with a cycle that fixes three points contains the alternating group (Jones)"
	}
	return fmt.Sprintf("Theorem(%d)", int(t))
}

// A Giant is the evidence that the group contains all even permutations of one orbit, with all
// cells outside it fixed. To check it:
//
//  1. Eval(Word) to the power Power is the one cycle Cycle, all of it in the orbit;
//  2. Congruence(pair) is the whole orbit for each of Pairs, so the group is primitive on it;
//  3. the length of the cycle is as Theorem wants it.
//
// One closure is enough for 2 if the cycle has prime length: a block through one of its cells that
// is not inside the cycle contains a cell which the cycle fixes, so it contains the cycle;
// and one inside it would divide its length. In general, a block inside the cycle consists of every
// d-th cell, so that there is one pair for each prime divisor q: the cells 0 and length/q of the cycle.
//
// The theorem makes the group a giant on the orbit. The conjugates of the cycle fix all cells
// outside too, and they generate a normal subgroup of that giant: all even permutations.
type Giant struct {
	Orbit     int // index in Group.Orbits
	Word      Word
	Power     *big.Int
	Cycle     []uint16
	Pairs     [][2]uint16
	Theorem   Theorem
	Symmetric bool // some generator is odd on the orbit: the group is S_n there, not A_n
}

// cyclePairs returns the pairs of cells whose closures decide primitivity, as said at Giant.
func cyclePairs(cycle []uint16) [][2]uint16 {
	var pairs [][2]uint16
	for l, q := len(cycle), 2; l > 1; q++ {
		if l%q == 0 {
			pairs = append(pairs, [2]uint16{cycle[0], cycle[len(cycle)/q]})
			for l%q == 0 {
				l /= q
			}
		}
	}
	return pairs
}

// theorem returns what makes a primitive group of degree n with one cycle of the given length a giant, 0 if
// nothing here does. n is at least 3: for n = 2 there is nothing to be said.
func theorem(length, n int) Theorem {
	switch {
	case n < 3 || length < 2:
		return 0
	case length == 2:
		return TranspositionTheorem
	case length == 3:
		return ThreeCycleTheorem
	case length > n-3:
		return 0
	case isPrime(length):
		return PrimeCycleTheorem
	}
	return CycleTheorem
}

func isPrime(n int) bool {
	for q := 2; q*q <= n; q++ {
		if n%q == 0 {
			return false
		}
	}
	return n > 1
}
