package zmod

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/meter"
)

// SmithInvariants returns the Smith invariants over the integers of the matrix with rows a:
// min(rows, cols) numbers d_1 | d_2 | … ≥ 0, zeros last; nil where mt stops it. Modulo m, A·x = 0 has
// Π gcd(d_i, m) solutions (times m for each column beyond the rows).
//
// A minor of full rank, by fraction-free elimination, is a multiple of all invariants that
// are not 0; modulo twice that minor, numbers stay small and the rest is Euclid on rows and
// columns. Meant for matrices of up to some hundred rows: 100 rows take a tenth of a second.
func SmithInvariants(mt *meter.Meter, a [][]int64) []*big.Int {
	rows := len(a)
	if rows == 0 {
		return nil
	}
	cols := len(a[0])
	m := make([][]*big.Int, rows)
	for i, r := range a {
		if len(r) != cols {
			panic(fmt.Sprintf("zmod: SmithInvariants: rows 0 and %d differ in length", i))
		}
		m[i] = make([]*big.Int, cols)
		for j, v := range r {
			m[i][j] = big.NewInt(v)
		}
	}
	minor, rank := bareiss(mt, m)
	s := smith{mt: mt, mod: new(big.Int).Lsh(minor.Abs(minor), 1), a: make([][]*big.Int, rows)}
	for i, r := range a {
		s.a[i] = make([]*big.Int, cols)
		for j, v := range r {
			s.a[i][j] = new(big.Int).Mod(big.NewInt(v), s.mod)
		}
	}
	d := make([]*big.Int, min(rows, cols))
	for i := range d {
		d[i] = new(big.Int)
		if i < rank {
			if s.step(i); mt.Err() != nil {
				return nil
			}
			d[i].GCD(nil, nil, s.a[i][i], s.mod)
		}
	}
	return d
}

// bareiss eliminates m in place without fractions and returns a nonzero minor of the size of
// the rank (1 for rank 0), and the rank.
func bareiss(mt *meter.Meter, m [][]*big.Int) (minor *big.Int, rank int) {
	prev := big.NewInt(1)
	var t big.Int
	cols := len(m[0])
	for c := 0; c < cols && rank < len(m); c++ {
		at := rank
		for at < len(m) && m[at][c].Sign() == 0 {
			at++
		}
		if at == len(m) {
			continue
		}
		m[rank], m[at] = m[at], m[rank]
		top := m[rank]
		for _, r := range m[rank+1:] {
			if mt.Work(3*(cols-c)*bigSteps(prev)) != nil {
				return prev, rank
			}
			for j := c + 1; j < cols; j++ {
				r[j].Mul(r[j], top[c])
				r[j].Sub(r[j], t.Mul(r[c], top[j]))
				r[j].Quo(r[j], prev)
			}
			r[c].SetInt64(0)
		}
		prev = top[c]
		rank++
	}
	return new(big.Int).Set(prev), rank
}

// bigSteps is what an operation on numbers up to x costs, in steps of a meter.
func bigSteps(x *big.Int) int {
	n := x.BitLen()/64 + 1
	return 50 + 2*n*n
}

// A smith is a matrix over Z/mod on its way to Smith form; entries are in [0, mod).
type smith struct {
	mt  *meter.Meter
	mod *big.Int
	a   [][]*big.Int
}

// step makes entry (k, k) divide, with mod, all of rows and columns from k on, and clears the rest of
// row and column k.
func (s *smith) step(k int) {
	var g, best, q big.Int
	// The entry with the least gcd with mod; an entry 1 is as good as any and common.
	bi, bj := k, k
	best.Set(s.mod)
search:
	for i := k; i < len(s.a); i++ {
		for j := k; j < len(s.a[i]); j++ {
			if s.mt.Work(20*bigSteps(s.mod)) != nil {
				return
			}
			if g.GCD(nil, nil, s.a[i][j], s.mod).Cmp(&best) < 0 {
				best.Set(&g)
				bi, bj = i, j
				if best.IsInt64() && best.Int64() == 1 {
					break search
				}
			}
		}
	}
	s.a[k], s.a[bi] = s.a[bi], s.a[k]
	for _, r := range s.a {
		r[k], r[bj] = r[bj], r[k]
	}
	for s.mt.Err() == nil {
		s.normalise(k)
		p := s.a[k][k]
		if p.Sign() == 0 {
			return
		}
		// An entry that the pivot does not divide gives a smaller pivot by one Euclidean step.
		if i, j := s.notDivided(k, p); i >= 0 {
			if i != k && j != k {
				// Clear the column first, so that adding row i keeps the pivot.
				s.addRow(i, k, q.Quo(s.a[i][k], p))
				s.addRow(k, i, big.NewInt(-1))
				i = k
			}
			if i == k {
				s.addCol(j, k, q.Quo(s.a[k][j], p))
				for _, r := range s.a {
					r[k], r[j] = r[j], r[k]
				}
			} else {
				s.addRow(i, k, q.Quo(s.a[i][k], p))
				s.a[k], s.a[i] = s.a[i], s.a[k]
			}
			continue
		}
		for i := k + 1; i < len(s.a); i++ {
			if s.a[i][k].Sign() != 0 && s.mt.Err() == nil {
				s.addRow(i, k, q.Quo(s.a[i][k], p))
			}
		}
		for _, v := range s.a[k][k+1:] {
			v.SetInt64(0)
		}
		return
	}
}

// normalise multiplies row k by a unit so that the pivot becomes its gcd with mod: with
// x·p ≡ g, some x + i·mod/g is a unit.
func (s *smith) normalise(k int) {
	p := s.a[k][k]
	if p.Sign() == 0 {
		return
	}
	var g, x, step, t big.Int
	g.GCD(&x, nil, p, s.mod)
	step.Quo(s.mod, &g)
	x.Mod(&x, s.mod)
	for t.GCD(nil, nil, &x, s.mod).Cmp(big.NewInt(1)) != 0 {
		if s.mt.Work(20*bigSteps(s.mod)) != nil {
			return
		}
		x.Add(&x, &step)
	}
	_ = s.mt.Work(2 * len(s.a[k]) * bigSteps(s.mod))
	for _, v := range s.a[k] {
		v.Mod(v.Mul(v, &x), s.mod)
	}
}

// notDivided returns the place of an entry in rows and columns from k on, row and column k first,
// that p does not divide, or −1.
func (s *smith) notDivided(k int, p *big.Int) (int, int) {
	if p.IsInt64() && p.Int64() == 1 {
		return -1, -1
	}
	var r big.Int
	for j := k; j < len(s.a[k]); j++ {
		if r.Rem(s.a[k][j], p).Sign() != 0 {
			return k, j
		}
	}
	for i := k; i < len(s.a); i++ {
		if r.Rem(s.a[i][k], p).Sign() != 0 {
			return i, k
		}
	}
	for i := k + 1; i < len(s.a); i++ {
		if s.mt.Work((len(s.a[i])-k)*bigSteps(s.mod)) != nil {
			return -1, -1
		}
		for j := k + 1; j < len(s.a[i]); j++ {
			if r.Rem(s.a[i][j], p).Sign() != 0 {
				return i, j
			}
		}
	}
	return -1, -1
}

// addRow subtracts c times row j from row i.
func (s *smith) addRow(i, j int, c *big.Int) {
	c = new(big.Int).Set(c)
	var t big.Int
	_ = s.mt.Work(2 * len(s.a[j]) * bigSteps(s.mod))
	for l, v := range s.a[j] {
		if v.Sign() != 0 {
			s.a[i][l].Mod(s.a[i][l].Sub(s.a[i][l], t.Mul(c, v)), s.mod)
		}
	}
}

// addCol subtracts c times column j from column i.
func (s *smith) addCol(i, j int, c *big.Int) {
	c = new(big.Int).Set(c)
	var t big.Int
	_ = s.mt.Work(2 * len(s.a) * bigSteps(s.mod))
	for _, r := range s.a {
		if r[j].Sign() != 0 {
			r[i].Mod(r[i].Sub(r[i], t.Mul(c, r[j])), s.mod)
		}
	}
}
