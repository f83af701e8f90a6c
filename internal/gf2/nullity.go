package gf2

import (
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// Boards and path polynomials (Sutner; Hunziker, Machiavelo and Park). The matrix of the
// w × h board with the plus pattern is singular as far as p_h(1+t) and p_w(t) have zeros in
// common: its nullity over GF(2) is deg gcd(p_h(1+t), p_w(t)).
//
// The gcd is taken of much smaller polynomials. Let w + 1 = 2^a·m and h + 1 = 2^b·k, m and
// k odd. Then p_w = t^{2^a − 1}·G_m^{2^{a+1}}, where
//
//	G_m = p_{(m−1)/2} + p_{(m−1)/2 − 1}
//
// has degree (m−1)/2, no multiple zeros and not the zero 0; and G_m(1) = 0 just when 3 | m.
// Comparing multiplicities zero by zero,
//
//	nullity = 2^{min(a,b)+1}·deg gcd(G_m(t), G_k(1+t))
//	        + [3 | k]·min(2^a − 1, 2^{b+1}) + [3 | m]·min(2^b − 1, 2^{a+1}).
//
// For squares gcd(G(t), G(1+t)) is a polynomial in t² + t of half the degree ([Poly.splitShift]).

// Nullity returns the nullity over GF(2) of the w × h board, w, h ≥ 1, on which a press
// toggles a cell and its four neighbours: the dimension of the space of press patterns that
// change nothing. Cost: a gcd of degree max(w, h)/2, for squares of degree w/4.
func Nullity(mt *meter.Meter, w, h int) int {
	if w < 1 || h < 1 {
		panic("gf2: Nullity: empty board")
	}
	a, b := bits.TrailingZeros(uint(w+1)), bits.TrailingZeros(uint(h+1))
	m, k := (w+1)>>a, (h+1)>>b
	var d int
	switch {
	case m == 1 || k == 1:
		d = 0
	case m == k:
		p, q := oddRoot(mt, m).splitShift(mt)
		d = 2 * max(p.GCD(mt, q).Degree(), 0)
	default:
		d = oddRoot(mt, m).GCD(mt, oddRoot(mt, k).Shift(mt)).Degree()
	}
	return combineNullity(a, b, d, m%3 == 0, k%3 == 0)
}

// combineNullity adds up the multiplicities of the common zeros. Powers are of 64 bits: they
// may pass an int where the minimum does not.
func combineNullity(a, b, d int, m3, k3 bool) int {
	pow := func(e int) int64 { return 1 << e }
	n := int64(d) * pow(min(a, b)+1)
	if k3 {
		n += min(pow(a)-1, pow(b+1))
	}
	if m3 {
		n += min(pow(b)-1, pow(a+1))
	}
	return int(n)
}

// NullityBig is [Nullity] for a board of any height h ≥ 1, by doubling modulo G_m. Cost:
// log h squarings modulo a polynomial of degree w/2.
func NullityBig(mt *meter.Meter, w int, h *big.Int) int {
	if w < 1 || h.Sign() < 1 {
		panic("gf2: NullityBig: empty board")
	}
	k := new(big.Int).Add(h, big.NewInt(1))
	a, b := bits.TrailingZeros(uint(w+1)), int(k.TrailingZeroBits())
	k.Rsh(k, uint(b))
	m := (w + 1) >> a
	d := 0
	if m > 1 && k.BitLen() > 1 {
		g := oddRoot(mt, m)
		p, q := PathPairAt(mt, k.Rsh(k, 1), FromExponents(1, 0), NewModulus(mt, g))
		d = g.GCD(mt, p.Add(q)).Degree()
		k.Lsh(k, 1).SetBit(k, 0, 1)
	}
	k3 := new(big.Int).Mod(k, big.NewInt(3)).Sign() == 0
	// What lies above a in b does not count: min(2^a − 1, 2^{b+1}) and the like.
	return combineNullity(a, min(b, a+2), d, m%3 == 0, k3)
}

// oddRoot returns G_m for odd m: its square is p_{m−1}.
func oddRoot(mt *meter.Meter, m int) Poly {
	n := (m - 1) / 2
	r := make([]uint64, words(n+1))
	for i := max(n-1, 0); i <= n; i++ {
		r[i/wordBits] |= 1 << (uint(i) % wordBits)
	}
	return FromPathBasis(mt, r, n+1)
}

// PathPairAt returns p_n(x) and p_{n−1}(x) modulo f, n ≥ 0, by doubling:
//
//	p_{2k} = (p_k + p_{k−1})²,  p_{2k+1} = x·p_k².
//
// Cost: two squarings and one multiplication by x modulo f for each bit of n.
func PathPairAt(mt *meter.Meter, n *big.Int, x Poly, f *Modulus) (p, q Poly) {
	if n.Sign() < 0 {
		panic("gf2: PathPairAt: negative index")
	}
	x = f.Reduce(mt, x)
	p, q = f.Reduce(mt, One()), nil // p_0 and p_{−1}
	for i := n.BitLen() - 1; i >= 0 && mt.Err() == nil; i-- {
		even := f.Sqr(mt, p.Add(q))
		if n.Bit(i) == 0 {
			p, q = even, f.Mul(mt, x, f.Sqr(mt, q))
		} else {
			p, q = f.Mul(mt, x, f.Sqr(mt, p)), even
		}
	}
	return p, q
}

// PathAt returns p_n(x) modulo f, n ≥ 0; n = 10^41 is as good as any. For x = c + a·t, c
// and a in {0, 1}, this is what the rows of a board of height n do to its first row.
func PathAt(mt *meter.Meter, n *big.Int, x Poly, f *Modulus) Poly {
	p, _ := PathPairAt(mt, n, x, f)
	return p
}
