package engine

import (
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// bitLine is the line over GF(2), 64 cells to a word. A plus modulo 2 has b = 1.
type bitLine struct {
	mt     *meter.Meter
	w      int
	n      int    // words of a row
	tail   uint64 // the bits of the last word that are in use
	c, a   uint64 // masks: all ones where the weight is 1
	ring   bool
	f      gf2.Poly
	mod    *gf2.Modulus
	middle gf2.Poly // c + a·T mod f
}

// newBitLine makes the line of a row of w cells, which may close to a ring. Where a row's cells have
// nothing to do with each other it is called a ring, since that algebra is the simpler one.
func newBitLine(mt *meter.Meter, w int, a arms, ring bool) *bitLine {
	l := &bitLine{mt: mt, w: w, n: lights.Stride(w), tail: ^uint64(0), ring: ring || a.a&1 == 0}
	if w%64 != 0 {
		l.tail = 1<<(w%64) - 1
	}
	l.c, l.a = -uint64(a.c&1), -uint64(a.a&1)
	t := gf2.Monomial(1)
	if l.ring {
		l.f = gf2.Monomial(w).Add(gf2.One())
		t = t.Add(gf2.Monomial(w - 1))
	} else {
		l.f = gf2.PathPoly(mt, w)
	}
	l.mod = gf2.NewModulus(mt, l.f)
	if l.c != 0 {
		l.middle = gf2.One()
	}
	if l.a != 0 {
		l.middle = l.middle.Add(t)
	}
	l.middle = l.mod.Reduce(l.mt, l.middle)
	return l
}

func (l *bitLine) degree(p gf2.Poly) int                            { return p.Degree() }
func (l *bitLine) monomial(n int) gf2.Poly                          { return gf2.Monomial(n) }
func (l *bitLine) add(p, q gf2.Poly) gf2.Poly                       { return p.Add(q) }
func (l *bitLine) sub(p, q gf2.Poly) gf2.Poly                       { return p.Add(q) }
func (l *bitLine) mul(p, q gf2.Poly) gf2.Poly                       { return p.Mul(l.mt, q) }
func (l *bitLine) divMod(p, q gf2.Poly) (quo, rem gf2.Poly)         { return p.DivMod(l.mt, q) }
func (l *bitLine) extGCD(p, q gf2.Poly) (g, x, y gf2.Poly)          { return p.ExtGCD(l.mt, q) }
func (l *bitLine) modulus() gf2.Poly                                { return l.f }
func (l *bitLine) shift() gf2.Poly                                  { return l.middle }
func (l *bitLine) rowBytes() int64                                  { return 8 * int64(l.n) }
func (l *bitLine) stepWork() int                                    { return 2 * l.n }
func (l *bitLine) newRow() []uint64                                 { return make([]uint64, l.n) }
func (l *bitLine) read(b *lights.Board, y int, _ []uint64) []uint64 { return b.Row(y) }
func (l *bitLine) write(b *lights.Board, y int, r []uint64)         { copy(b.Row(y), r) }
func (l *bitLine) clone(r []uint64) []uint64                        { return append([]uint64(nil), r...) }
func (l *bitLine) newBoard(h int) *lights.Board                     { return lights.NewBoard(h, l.w, 2) }
func (l *bitLine) characteristic() uint32                           { return 2 }

func (l *bitLine) under(mt *meter.Meter) line[gf2.Poly, []uint64] {
	c := *l
	c.mt = mt
	return &c
}

func (l *bitLine) equal(r, s []uint64) bool { return slices.Equal(r, s) }

func (l *bitLine) constant(c uint32) gf2.Poly {
	if c&1 == 0 {
		return nil
	}
	return gf2.One()
}

func (l *bitLine) pathPair(n int) (p, q gf2.Poly) {
	return gf2.PathPairAt(l.mt, bigInt(n), l.middle, l.mod)
}

func (l *bitLine) toPoly(r []uint64) gf2.Poly {
	if l.ring {
		return gf2.Normal(append([]uint64(nil), r...))
	}
	return gf2.FromPathBasis(l.mt, r, l.w)
}

func (l *bitLine) toRow(p gf2.Poly) []uint64 {
	if l.ring {
		return p.Words(l.w)
	}
	return gf2.ToPathBasis(l.mt, p, l.w)
}

// flip replaces z by 1/z on a ring; on a path everything is symmetric.
func (l *bitLine) flip(p gf2.Poly) gf2.Poly {
	if !l.ring || l.mt.Err() != nil {
		return p
	}
	return l.mod.Reduce(l.mt, p.Reverse(l.w))
}

func (l *bitLine) unit(k int) []uint64 {
	r := l.newRow()
	r[k/64] = 1 << (k % 64)
	return r
}

func (l *bitLine) firstNonZero(r []uint64) int {
	for i, v := range r {
		if v != 0 {
			return 64*i + bits.TrailingZeros64(v)
		}
	}
	return -1
}

func (l *bitLine) pivots(rows [][]uint64) []int {
	m := gf2.New(l.mt, len(rows), l.w)
	if m == nil {
		return nil
	}
	defer m.Release(l.mt)
	for i, r := range rows {
		copy(m.Row(i), r)
	}
	e := m.EliminateInPlace(l.mt)
	if e == nil {
		return nil
	}
	return e.Pivots()
}

// step costs about ten operations a word.
func (l *bitLine) step(next, cur, prev, beta []uint64) {
	n := l.n
	next, cur, prev, beta = next[:n], cur[:n], prev[:n], beta[:n]
	c, a := l.c, l.a
	v, before := cur[0], uint64(0)
	first := v
	for i := range n - 1 {
		after := cur[i+1]
		next[i] = beta[i] ^ prev[i] ^ v&c ^ (v<<1^before>>63^v>>1^after<<63)&a
		before, v = v, after
	}
	last := beta[n-1] ^ prev[n-1] ^ v&c ^ (v<<1^before>>63^v>>1)&a
	if l.ring && a != 0 {
		last ^= (first & 1) << ((l.w - 1) % 64)
		end := v >> ((l.w - 1) % 64) & 1
		if n == 1 {
			last ^= end
		} else {
			next[0] ^= end
		}
	}
	next[n-1] = last & l.tail
}
