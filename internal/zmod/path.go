package zmod

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/meter"
)

// PathPoly returns p_n(t) mod p for n ≥ −1 (p_{−1} = 0): the characteristic polynomial of the
// path on n cells, whose coefficient of t^{n−2k} is (−1)^k·C(n−k, k). Cost: n/2 binomials
// by Lucas's theorem, each as many steps as n has digits to the base p.
func (f Field) PathPoly(mt *meter.Meter, n int) Poly {
	if n < 0 || mt.Hold("the polynomial of a path", 4*int64(n)+4) != nil {
		return nil
	}
	defer mt.Release(4*int64(n) + 4)
	// Factorials below min(p, n+1) and their inverses.
	size := n + 1
	if uint64(size) > f.m {
		size = int(f.m)
	}
	fact, inv := make([]uint32, size), make([]uint32, size)
	fact[0] = 1
	for i := 1; i < size; i++ {
		if mt.Work(4) != nil {
			return nil
		}
		fact[i] = f.Mul(fact[i-1], uint32(i))
	}
	inv[size-1], _ = f.Inv(fact[size-1])
	for i := size - 1; i > 0 && mt.Work(4) == nil; i-- {
		inv[i-1] = f.Mul(inv[i], uint32(i))
	}
	p := make(Poly, n+1)
	for k := 0; 2*k <= n; k++ {
		if mt.Work(20) != nil {
			return nil
		}
		c := uint32(1)
		for a, b := uint64(n-k), uint64(k); b > 0 && c != 0; a, b = a/f.m, b/f.m {
			x, y := a%f.m, b%f.m
			if y > x {
				c = 0
				break
			}
			c = f.Mul(c, f.Mul(fact[x], f.Mul(inv[y], inv[x-y])))
		}
		if k%2 == 1 {
			c = f.Neg(c)
		}
		p[n-2*k] = c
	}
	return p
}

// FromPathBasis returns Σ r_k·p_k(t) by Clenshaw's recurrence
// y_k = r_k + t·y_{k+1} − y_{k+2}. Cost: n²/2 additions for n = len(r).
func (f Field) FromPathBasis(mt *meter.Meter, r []uint32) Poly {
	n := len(r)
	// y and next hold y_k and y_{k+1}; both grow by one coefficient a step.
	y, next := make([]uint32, n+2), make([]uint32, n+2)
	for k := n - 1; k >= 0 && mt.Work(n-k) == nil; k-- {
		// next becomes r_k + t·y − next, in place.
		for i := n - 1 - k; i > 0; i-- {
			next[i] = f.Sub(y[i-1], next[i])
		}
		next[0] = f.Sub(r[k], next[0])
		y, next = next, y
	}
	return Normal(y[:n])
}

// ToPathBasis returns the vector r of w entries with Σ r_k·p_k = q, deg q < w, by Horner's rule:
// t·p_k = p_{k+1} + p_{k−1}. Cost: w²/2 additions.
func (f Field) ToPathBasis(mt *meter.Meter, q Poly, w int) []uint32 {
	if len(q) > w {
		panic(fmt.Sprintf("zmod: ToPathBasis: degree %d in a space of dimension %d", q.Degree(), w))
	}
	r := make([]uint32, w+1)
	for k := len(q) - 1; k >= 0 && mt.Work(len(q)-k) == nil; k-- {
		// r ← t·r + q_k
		below := uint32(0)
		for i := range len(q) - k {
			here := r[i]
			r[i] = f.Add(below, r[i+1])
			below = here
		}
		r[0] = f.Add(r[0], q[k])
	}
	return r[:w]
}

// PathPairAt returns p_n(x) and p_{n−1}(x) modulo d, n ≥ 0, deg d ≥ 0, by doubling:
//
//	p_{2k} = p_k² − p_{k−1}²,  p_{2k+1} = p_k·(x·p_k − 2·p_{k−1}),
//	p_{2k−1} = p_{k−1}·(2·p_k − x·p_{k−1}).
//
// Cost: four or five products modulo d for each bit of n.
func (f Field) PathPairAt(mt *meter.Meter, n *big.Int, x, d Poly) (p, q Poly) {
	if n.Sign() < 0 {
		panic("zmod: PathPairAt: negative index")
	}
	x = f.PolyMod(mt, x, d)
	p, q = f.PolyMod(mt, Poly{1}, d), nil
	for i := n.BitLen() - 1; i >= 0 && mt.Err() == nil; i-- {
		even := f.PolyMod(mt, f.PolySub(f.PolyMul(mt, p, p), f.PolyMul(mt, q, q)), d)
		if n.Bit(i) == 0 {
			s := f.PolySub(f.PolyAdd(p, p), f.PolyMulMod(mt, x, q, d))
			p, q = even, f.PolyMulMod(mt, q, s, d)
		} else {
			s := f.PolySub(f.PolyMulMod(mt, x, p, d), f.PolyAdd(q, q))
			p, q = f.PolyMulMod(mt, p, s, d), even
		}
	}
	return p, q
}

// PathAt returns p_n(x) modulo d, n ≥ 0; see [Field.PathPairAt].
func (f Field) PathAt(mt *meter.Meter, n *big.Int, x, d Poly) Poly {
	p, _ := f.PathPairAt(mt, n, x, d)
	return p
}
