package zmod

import (
	"fmt"

	"github.com/gridwright/gridwright/meter"
)

// A PrimePower is P^K, P prime and K ≥ 1.
type PrimePower struct {
	P uint32
	K int
}

// Value returns P^K.
func (q PrimePower) Value() uint32 {
	v := uint32(1)
	for range q.K {
		v *= q.P
	}
	return v
}

// Factor returns the prime powers of m ≥ 1, primes ascending, by trial division: at most
// 23,171 divisions for m ≤ 2^31.
func Factor(m uint32) []PrimePower {
	var f []PrimePower
	take := func(p uint32) {
		k := 0
		for m%p == 0 {
			m /= p
			k++
		}
		if k > 0 {
			f = append(f, PrimePower{p, k})
		}
	}
	if m == 0 {
		panic("zmod: Factor(0)")
	}
	take(2)
	for p := uint32(3); uint64(p)*uint64(p) <= uint64(m); p += 2 {
		take(p)
	}
	if m > 1 {
		take(m)
	}
	return f
}

// IsPrime reports whether m is prime.
func IsPrime(m uint32) bool {
	if m < 2 {
		return false
	}
	f := Factor(m)
	return len(f) == 1 && f[0].K == 1
}

// pollCells is how many entries a pass over a vector takes between two looks at its meter.
const pollCells = 1 << 16

// CRT returns the vector that is residues[i] modulo moduli[i] for each i, in entries below
// the product of the moduli. The moduli are ≥ 1 and coprime in pairs, their product is at
// most MaxModulus; all vectors have one length, and there is at least one.
func CRT(mt *meter.Meter, residues [][]uint32, moduli []uint32) []uint32 {
	x := make([]uint32, len(residues[0]))
	done := uint64(1)
	for i, r := range residues {
		m := uint64(moduli[i])
		g, inv := gcdMod(done, m)
		if g != 1 || done*m > MaxModulus || len(r) != len(x) {
			panic(fmt.Sprintf("zmod: CRT: modulus %d after %d, lengths %d and %d", m, done, len(r), len(x)))
		}
		for j, v := range r {
			if j%pollCells == 0 && mt.Work(4*min(pollCells, len(r)-j)) != nil {
				return nil
			}
			d := (uint64(v)%m + m - uint64(x[j])%m) % m
			x[j] += uint32(done * (d * inv % m))
		}
		done *= m
	}
	return x
}
