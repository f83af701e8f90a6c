package engine

import (
	"slices"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// residueLine is the line over Z/p for odd primes, and for 2 the plain twin of bitLine.
type residueLine struct {
	mt     *meter.Meter
	w      int
	field  zmod.Field
	bInv   uint32
	negC   uint32 // −c/b
	negA   uint32 // −a/b
	ring   bool
	f      zmod.Poly
	middle zmod.Poly // S mod f
}

func newResidueLine(mt *meter.Meter, w int, p uint32, a arms, ring bool) *residueLine {
	l := &residueLine{mt: mt, w: w, field: zmod.NewField(p), ring: ring || a.a%p == 0} // see newBitLine
	f := l.field
	l.bInv, _ = f.Inv(a.b % p)
	c, arm := f.Mul(a.c%p, l.bInv), f.Mul(a.a%p, l.bInv)
	l.negC, l.negA = f.Neg(c), f.Neg(arm)
	t := zmod.Monomial(1)
	if l.ring {
		l.f = f.PolySub(zmod.Monomial(w), zmod.Monomial(0))
		t = f.PolyAdd(t, zmod.Monomial(w-1))
	} else {
		l.f = f.PathPoly(mt, w)
	}
	l.middle = f.PolyMod(mt, f.PolyAdd(l.constant(c), f.PolyScale(arm, t)), l.f)
	return l
}

func (l *residueLine) degree(p zmod.Poly) int       { return p.Degree() }
func (l *residueLine) monomial(n int) zmod.Poly     { return zmod.Monomial(n) }
func (l *residueLine) add(p, q zmod.Poly) zmod.Poly { return l.field.PolyAdd(p, q) }
func (l *residueLine) sub(p, q zmod.Poly) zmod.Poly { return l.field.PolySub(p, q) }
func (l *residueLine) mul(p, q zmod.Poly) zmod.Poly { return l.field.PolyMul(l.mt, p, q) }
func (l *residueLine) divMod(p, q zmod.Poly) (quo, rem zmod.Poly) {
	return l.field.PolyDivMod(l.mt, p, q)
}
func (l *residueLine) extGCD(p, q zmod.Poly) (g, x, y zmod.Poly) {
	return l.field.PolyExtGCD(l.mt, p, q)
}
func (l *residueLine) modulus() zmod.Poly     { return l.f }
func (l *residueLine) shift() zmod.Poly       { return l.middle }
func (l *residueLine) rowBytes() int64        { return 4 * int64(l.w) }
func (l *residueLine) stepWork() int          { return 4 * l.w }
func (l *residueLine) newRow() []uint32       { return make([]uint32, l.w) }
func (l *residueLine) characteristic() uint32 { return l.field.Modulus() }
func (l *residueLine) constant(c uint32) zmod.Poly {
	return zmod.Normal([]uint32{c % l.field.Modulus()})
}
func (l *residueLine) newBoard(h int) *lights.Board {
	return lights.NewBoard(h, l.w, l.field.Modulus())
}

func (l *residueLine) pathPair(n int) (p, q zmod.Poly) {
	minus := l.field.PolySub(nil, l.middle)
	return l.field.PathPairAt(l.mt, bigInt(n), minus, l.f)
}

func (l *residueLine) toPoly(r []uint32) zmod.Poly {
	if l.ring {
		return zmod.Normal(append([]uint32(nil), r...))
	}
	return l.field.FromPathBasis(l.mt, r)
}

func (l *residueLine) toRow(p zmod.Poly) []uint32 {
	if l.ring {
		return append(make([]uint32, 0, l.w), p...)[:l.w]
	}
	return l.field.ToPathBasis(l.mt, p, l.w)
}

// flip replaces z by 1/z on a ring; on a path everything is symmetric.
func (l *residueLine) flip(p zmod.Poly) zmod.Poly {
	if !l.ring {
		return p
	}
	out := make([]uint32, l.w)
	for i, v := range p {
		out[(l.w-i)%l.w] = v
	}
	return zmod.Normal(out)
}

func (l *residueLine) under(mt *meter.Meter) line[zmod.Poly, []uint32] {
	c := *l
	c.mt = mt
	return &c
}

func (l *residueLine) clone(r []uint32) []uint32 { return append([]uint32(nil), r...) }

func (l *residueLine) equal(r, s []uint32) bool { return slices.Equal(r, s) }

func (l *residueLine) unit(k int) []uint32 {
	r := l.newRow()
	r[k] = 1
	return r
}

func (l *residueLine) firstNonZero(r []uint32) int {
	for i, v := range r {
		if v != 0 {
			return i
		}
	}
	return -1
}

// pivots reduces each row by those before it, which are few.
func (l *residueLine) pivots(rows [][]uint32) []int {
	f := l.field
	var done [][]uint32
	var at []int
	for _, r := range rows {
		r = l.clone(r)
		for i, d := range done {
			if l.mt.Work(4*len(d)) != nil {
				return nil
			}
			if c := f.Neg(r[at[i]]); c != 0 {
				for x, v := range d {
					r[x] = f.Add(r[x], f.Mul(c, v))
				}
			}
		}
		k := l.firstNonZero(r)
		if k < 0 || l.mt.Work(4*len(r)) != nil {
			return nil // stopped
		}
		inv, _ := f.Inv(r[k])
		for x, v := range r {
			r[x] = f.Mul(inv, v)
		}
		done, at = append(done, r), append(at, k)
	}
	return at
}

// step costs four multiplications and a reduction a cell. The sum of products stays below
// 4·(p−1)² + p < 2^64.
func (l *residueLine) step(next, cur, prev, beta []uint32) {
	w, p := l.w, uint64(l.field.Modulus())
	next, cur, prev, beta = next[:w], cur[:w], prev[:w], beta[:w]
	bInv, c, a := uint64(l.bInv), uint64(l.negC), uint64(l.negA)
	left, right := uint64(0), uint64(0)
	if l.ring {
		left, right = uint64(cur[w-1]), uint64(cur[0])
	}
	for i, v := range cur {
		r := right
		if i+1 < w {
			r = uint64(cur[i+1])
		}
		next[i] = l.field.Reduce(bInv*uint64(beta[i]) + c*uint64(v) + a*(left+r) + p - uint64(prev[i]))
		left = uint64(v)
	}
}

func (l *residueLine) read(b *lights.Board, y int, buf []uint32) []uint32 {
	switch {
	case b.Wide != nil:
		return b.Wide[y*l.w : (y+1)*l.w]
	case b.Bytes != nil:
		for i, v := range b.Bytes[y*l.w : (y+1)*l.w] {
			buf[i] = uint32(v)
		}
	default:
		for x := range buf {
			buf[x] = b.At(y, x)
		}
	}
	return buf
}

func (l *residueLine) write(b *lights.Board, y int, r []uint32) {
	switch {
	case b.Wide != nil:
		copy(b.Wide[y*l.w:(y+1)*l.w], r)
	case b.Bytes != nil:
		for i, v := range r {
			b.Bytes[y*l.w+i] = uint8(v)
		}
	default:
		for x, v := range r {
			b.Set(y, x, v)
		}
	}
}
