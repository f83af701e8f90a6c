package gf2

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
)

// combWords is the size up to which products are made by combs; above it Karatsuba splits.
const combWords = 32

// pollWords is how many words a pass over a polynomial takes between two looks at its meter.
const pollWords = 1 << 16

// combSteps is what a comb costs for each pair of words, in steps of a meter.
const combSteps = 2

// Mul returns p·q. Cost for n words each: about 10·n² cycles up to 32 words, n^1.58 above.
func (p Poly) Mul(mt *meter.Meter, q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	if len(q) == 0 || mt.Err() != nil {
		return nil
	}
	if len(q) == 1 && q[0]&(q[0]-1) == 0 {
		return p.ShiftLeft(bits.TrailingZeros64(q[0]))
	}
	dst := make([]uint64, len(p)+len(q))
	mulWords(mt, dst, p, q)
	return Normal(dst)
}

// mulWords sets dst, of len(a)+len(b) words, to a·b. len(a) ≥ len(b) ≥ 1.
func mulWords(mt *meter.Meter, dst, a, b []uint64) {
	n := len(b)
	if len(a) <= combWords {
		comb(dst, a, b)
		_ = mt.Work(combSteps * (n + 8) * (len(a) + 8))
		return
	}
	scratch := make([]uint64, 4*n+8*bits.Len(uint(n))+2*n)
	if len(a) == n {
		karatsuba(mt, dst, a, b, scratch)
		return
	}
	// Pieces of a as long as b.
	piece, scratch := scratch[:2*n], scratch[2*n:]
	clear(dst)
	for i := 0; i < len(a) && mt.Err() == nil; i += n {
		if c := a[i:]; len(c) < n {
			piece = piece[:n+len(c)]
			mulWords(mt, piece, b, c)
		} else {
			karatsuba(mt, piece, c[:n], b, scratch)
		}
		xorInto(dst[i:], piece)
	}
}

// karatsuba sets dst, of 2n words, to a·b for a and b of n words. scratch has at least
// 4n + 8·log n words.
func karatsuba(mt *meter.Meter, dst, a, b, scratch []uint64) {
	n := len(a)
	if n <= combWords {
		comb(dst, a, b)
		_ = mt.Work(combSteps * (n + 8) * (n + 8))
		return
	}
	if mt.Work(6*n) != nil {
		return
	}
	h := (n + 1) / 2
	sa, sb, mid, rest := scratch[:h], scratch[h:2*h], scratch[2*h:4*h], scratch[4*h:]
	copy(sa, a[:h])
	xorInto(sa, a[h:])
	copy(sb, b[:h])
	xorInto(sb, b[h:])
	karatsuba(mt, mid, sa, sb, rest)
	karatsuba(mt, dst[:2*h], a[:h], b[:h], rest)
	karatsuba(mt, dst[2*h:], a[h:], b[h:], rest)
	xorInto(mid, dst[:2*h])
	xorInto(mid, dst[2*h:])
	xorInto(dst[h:], mid)
}

// comb sets dst, of len(a)+len(b) words, to a·b, both at most combWords long. It makes the
// 16 multiples of b by polynomials of degree < 4 and adds, nibble by nibble from the top, the
// ones that a asks for; eight words of a at a time, so that the sum is read and written an
// eighth as often. The multiples stand between zeros, which lets the eight be fused
// without special cases at the ends.
func comb(dst, a, b []uint64) {
	const pad = 7
	const stride = combWords + 1 + 2*pad
	if len(b) == 1 && len(a) == 1 {
		dst[1], dst[0] = mul64(a[0], b[0])
		return
	}
	var table [16][stride]uint64
	n := len(b)
	copy(table[1][pad:], b)
	for i := 2; i < 16; i += 2 {
		half, even, odd := &table[i/2], &table[i], &table[i+1]
		var carry uint64
		for j := pad; j <= n+pad; j++ {
			v := half[j]
			even[j] = v<<1 | carry
			odd[j] = even[j] ^ table[1][j]
			carry = v >> 63
		}
	}
	var acc [2*combWords + 1 + pad]uint64
	var padded [combWords + pad]uint64
	copy(padded[:], a)
	width := n + 1 + pad
	for shift := 60; ; shift -= 4 {
		for j := 0; j < len(a); j += 8 {
			k := uint(shift) & 63
			u := (*[8]uint64)(padded[j:])
			d := acc[j : j+width]
			t0 := table[u[0]>>k&15][pad:][:len(d)]
			t1 := table[u[1]>>k&15][pad-1:][:len(d)]
			t2 := table[u[2]>>k&15][pad-2:][:len(d)]
			t3 := table[u[3]>>k&15][pad-3:][:len(d)]
			t4 := table[u[4]>>k&15][pad-4:][:len(d)]
			t5 := table[u[5]>>k&15][pad-5:][:len(d)]
			t6 := table[u[6]>>k&15][pad-6:][:len(d)]
			t7 := table[u[7]>>k&15][pad-7:][:len(d)]
			for i := range d {
				d[i] ^= t0[i] ^ t1[i] ^ t2[i] ^ t3[i] ^ t4[i] ^ t5[i] ^ t6[i] ^ t7[i]
			}
		}
		if shift == 0 {
			break
		}
		for i := len(a) + n; i > 0; i-- {
			acc[i] = acc[i]<<4 | acc[i-1]>>60
		}
		acc[0] <<= 4
	}
	copy(dst, acc[:len(a)+n])
}

// mul64 returns the 127-bit product of two polynomials of degree < 64: 16 multiples of b,
// one for each nibble of a.
func mul64(a, b uint64) (hi, lo uint64) {
	// Multiples of the low 61 bits of b fit a word; the top three bits are added after.
	var t [16]uint64
	c := b & (1<<61 - 1)
	t[1] = c
	for i := 2; i < 16; i += 2 {
		t[i] = t[i/2] << 1
		t[i+1] = t[i] ^ c
	}
	for s := 60; s >= 0; s -= 4 {
		hi = hi<<4 | lo>>60
		lo = lo<<4 ^ t[a>>uint(s)&15]
	}
	for s := uint(61); s < 64; s++ {
		m := -(b >> s & 1)
		lo ^= a << s & m
		hi ^= a >> (64 - s) & m
	}
	return hi, lo
}

// Sqr returns p². Over GF(2) that only spreads the coefficients. Cost: 20 operations a word.
func (p Poly) Sqr(mt *meter.Meter) Poly {
	r := make(Poly, 2*len(p))
	for i, v := range p {
		if i%pollWords == 0 && mt.Work(8*min(pollWords, len(p)-i)) != nil {
			return nil
		}
		r[2*i] = spread(uint32(v))
		r[2*i+1] = spread(uint32(v >> 32))
	}
	return Normal(r)
}

// Sqrt returns the q with q² = p, if p is a square: its odd coefficients are ignored.
func (p Poly) Sqrt() Poly {
	r := make(Poly, (len(p)+1)/2)
	for i, v := range p {
		r[i/2] |= uint64(gather(v)) << (i % 2 * 32)
	}
	return Normal(r)
}

// spread puts bit i of v at bit 2i.
func spread(v uint32) uint64 {
	x := uint64(v)
	x = (x | x<<16) & 0x0000FFFF0000FFFF
	x = (x | x<<8) & 0x00FF00FF00FF00FF
	x = (x | x<<4) & 0x0F0F0F0F0F0F0F0F
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// gather puts bit 2i of x at bit i.
func gather(x uint64) uint32 {
	x &= 0x5555555555555555
	x = (x | x>>1) & 0x3333333333333333
	x = (x | x>>2) & 0x0F0F0F0F0F0F0F0F
	x = (x | x>>4) & 0x00FF00FF00FF00FF
	x = (x | x>>8) & 0x0000FFFF0000FFFF
	return uint32(x | x>>16)
}
