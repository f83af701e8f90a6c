package zmod

import (
	"math/big"

	"github.com/gridwright/gridwright/meter"
)

// A Decomposition is an eliminated matrix A over Z/m: one elimination for each prime power
// of m. It is immutable and safe for concurrent use.
type Decomposition struct {
	ring       Ring
	rows, cols int
	parts      []*ldu
	moduli     []uint32 // of the parts
}

// Decompose eliminates m, which stays as it is; it returns nil where mt stops it. mt holds a copy of m for
// each prime power until [Decomposition.Release]. Cost: rank·rows·cols/3 multiplications for each
// prime power of the modulus. One cycle does about six of them modulo 3, three modulo 2, 5, 7
// and 11, half of one modulo larger primes and a third of one modulo p^k, k > 1.
func (m *Matrix) Decompose(mt *meter.Meter) *Decomposition {
	d := &Decomposition{ring: m.ring, rows: m.rows, cols: m.cols}
	for _, q := range Factor(m.ring.Modulus()) {
		v := q.Value()
		if mt.Hold("an elimination", 4*int64(len(m.a))) != nil || mt.Work(len(m.a)) != nil {
			return nil
		}
		a := make([]uint32, len(m.a))
		if v == m.ring.Modulus() {
			copy(a, m.a)
		} else {
			for i, x := range m.a {
				if i%pollCells == 0 && mt.Work(4*min(pollCells, len(m.a)-i)) != nil {
					return nil
				}
				a[i] = x % v
			}
		}
		part := newLDU(q, m.rows, m.cols, a)
		eliminate := part.eliminatePrime
		if q.K > 1 {
			eliminate = part.eliminatePower
		}
		if eliminate(mt); mt.Err() != nil {
			return nil
		}
		d.parts = append(d.parts, part)
		d.moduli = append(d.moduli, v)
	}
	return d
}

// Release gives mt back what it holds for d, which is not used any more.
func (d *Decomposition) Release(mt *meter.Meter) {
	for _, p := range d.parts {
		mt.Release(4 * int64(len(p.a)))
	}
}

// Solve answers A·x = b for a vector b of rows entries in [0, m). Exactly one of the results
// is not nil: a solution x of cols entries, or a certificate y of rows entries with y·A = 0
// and y·b ≠ 0, which proves that there is none. Cost: rows·cols multiplications a prime power.
func (d *Decomposition) Solve(mt *meter.Meter, b []uint32) (x, y []uint32) {
	if len(b) != d.rows {
		panic("zmod: Solve: the right-hand side has a wrong length")
	}
	xs := make([][]uint32, len(d.parts))
	part := make([]uint32, len(b))
	for i, p := range d.parts {
		for j, v := range b {
			part[j] = p.ring.Reduce(uint64(v))
		}
		x, y := p.solve(mt, part)
		if mt.Err() != nil {
			return nil, nil
		}
		if y != nil {
			// A multiple of m / p^k vanishes modulo the other prime powers.
			c := d.ring.Modulus() / d.moduli[i]
			for j := range y {
				y[j] *= c
			}
			return nil, y
		}
		xs[i] = x
	}
	return CRT(mt, xs, d.moduli), nil
}

// Solutions returns how many x mod m have A·x = 0. Every system A·x = b has as many
// solutions, or none.
func (d *Decomposition) Solutions() *big.Int {
	n := big.NewInt(1)
	for _, p := range d.parts {
		e := (p.cols - p.rank()) * p.k
		for _, q := range p.pivots {
			e += int(q.val)
		}
		n.Mul(n, new(big.Int).Exp(big.NewInt(int64(p.p)), big.NewInt(int64(e)), nil))
	}
	return n
}

// Kernel returns generators of the group of all x with A·x = 0. For prime m they are a
// basis: one for each column without a pivot, with a 1 there and 0 at the others. For other m
// each generator belongs to one prime power and vanishes modulo the rest of m.
// Cost: rank·cols/2 multiplications a generator.
func (d *Decomposition) Kernel(mt *meter.Meter) [][]uint32 {
	var gens [][]uint32
	for i, p := range d.parts {
		// The multiple of m/p^k that is 1 modulo p^k.
		rest := d.ring.Modulus() / d.moduli[i]
		inv, _ := p.ring.Inv(p.ring.Reduce(uint64(rest)))
		for _, x := range p.kernel(mt) {
			if mt.Work(4*len(x)) != nil {
				return nil
			}
			for j, v := range x {
				x[j] = p.ring.Mul(v, inv) * rest
			}
			gens = append(gens, x)
		}
	}
	return gens
}

// Rank returns the number of Smith invariants that are not 0; for prime m the rank.
func (d *Decomposition) Rank() int {
	r := 0
	for _, p := range d.parts {
		r = max(r, p.rank())
	}
	return r
}

// Nullities returns, for each prime power p^k of m in ascending order of p, the dimension of
// the kernel modulo p: the number of columns less the rank over Z/p.
func (d *Decomposition) Nullities() []int {
	var n []int
	for _, p := range d.parts {
		units := 0
		for _, q := range p.pivots {
			if q.val == 0 {
				units++
			}
		}
		n = append(n, p.cols-units)
	}
	return n
}

// Invariants returns the Smith invariants of A over Z/m: min(rows, cols) divisors of m, each
// dividing the next, with 0 in place of m.
func (d *Decomposition) Invariants() []uint32 {
	inv := make([]uint32, min(d.rows, d.cols))
	for i := range inv {
		inv[i] = 1
	}
	for _, p := range d.parts {
		for i, v := range p.valuations() {
			for range v {
				inv[i] *= p.p
			}
		}
	}
	for i, v := range inv {
		if v == d.ring.Modulus() {
			inv[i] = 0
		}
	}
	return inv
}

// LeftNullVector returns, for prime m, a y ≠ 0 with y·A = 0, or nil if the rows of A are
// independent. It panics for other m.
func (d *Decomposition) LeftNullVector(mt *meter.Meter) []uint32 {
	p := d.parts[0]
	if len(d.parts) > 1 || p.k > 1 {
		panic("zmod: LeftNullVector: the modulus is not prime")
	}
	if p.rank() == p.rows {
		return nil
	}
	return p.left(mt, p.rank(), 1)
}

// Solve answers m·x = b as [Decomposition.Solve] does, for one right-hand side.
func (m *Matrix) Solve(mt *meter.Meter, b []uint32) (x, y []uint32) {
	d := m.Decompose(mt)
	if d == nil {
		return nil, nil
	}
	defer d.Release(mt)
	return d.Solve(mt, b)
}

// Rank returns the rank of m as [Decomposition.Rank] does.
func (m *Matrix) Rank(mt *meter.Meter) int {
	d := m.Decompose(mt)
	if d == nil {
		return 0
	}
	defer d.Release(mt)
	return d.Rank()
}

// Kernel returns generators of the x with m·x = 0 as [Decomposition.Kernel] does.
func (m *Matrix) Kernel(mt *meter.Meter) [][]uint32 {
	d := m.Decompose(mt)
	if d == nil {
		return nil
	}
	defer d.Release(mt)
	return d.Kernel(mt)
}
