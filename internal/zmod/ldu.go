package zmod

import (
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// An ldu is a matrix eliminated over Z/p^k: with a row permutation and a column order,
// row i = Σ_{s<min(i,rank)} l(i,s)·(pivot row s) + what is left, and nothing is left from row
// rank on. l(i,s) is kept at the column of pivot s, in place of what it has made zero; the
// pivot rows keep their entries at the pivots from their own on and at the free columns.
// Everything in a row from its pivot on is divisible by p^val of the pivot, and val does
// not decrease; for k = 1 it is 0.
type ldu struct {
	ring   Ring // Z/p^k
	p      uint32
	k      int
	rows   int
	cols   int
	a      []uint32 // rows × cols
	rowOf  []int32  // rowOf[i] is the row of the matrix that has become row i
	pivots []pivot
}

type pivot struct {
	col     int32
	val     uint8  // the pivot is p^val·unit
	unitInv uint32 // inverse of unit
	power   uint32 // p^val
}

// newLDU returns the elimination, not begun, of a; it keeps a.
func newLDU(q PrimePower, rows, cols int, a []uint32) *ldu {
	d := &ldu{ring: NewRing(q.Value()), p: q.P, k: q.K, rows: rows, cols: cols, a: a, rowOf: make([]int32, rows)}
	for i := range d.rowOf {
		d.rowOf[i] = int32(i)
	}
	return d
}

func (d *ldu) rank() int { return len(d.pivots) }

func (d *ldu) row(i int) []uint32 { return d.a[i*d.cols : (i+1)*d.cols] }

func (d *ldu) swapRows(i, j int) {
	a, b := d.row(i), d.row(j)
	for k, v := range a {
		a[k], b[k] = b[k], v
	}
	d.rowOf[i], d.rowOf[j] = d.rowOf[j], d.rowOf[i]
}

// addPivot makes the entry (s, col) of the next pivot row s the next pivot.
func (d *ldu) addPivot(col int) {
	v := d.row(len(d.pivots))[col]
	p := pivot{col: int32(col), power: 1}
	for v%d.p == 0 {
		v /= d.p
		p.val++
		p.power *= d.p
	}
	p.unitInv, _ = d.ring.Inv(v)
	d.pivots = append(d.pivots, p)
}

// freeCols returns the columns without a pivot, ascending.
func (d *ldu) freeCols() []int {
	taken := make([]bool, d.cols)
	for _, p := range d.pivots {
		taken[p.col] = true
	}
	var f []int
	for c, t := range taken {
		if !t {
			f = append(f, c)
		}
	}
	return f
}

// solve returns an x with A·x = b or a y with y·A = 0, y·b ≠ 0, mod p^k.
func (d *ldu) solve(mt *meter.Meter, b []uint32) (x, y []uint32) {
	// c = L⁻¹·P·b; on holds it at the pivot columns, for the dot products. Entries of a row
	// at later pivots and free columns meet zeros there.
	on, c := make([]uint32, d.cols), make([]uint32, d.rows)
	for i, o := range d.rowOf {
		if mt.Work(d.cols) != nil {
			return nil, nil
		}
		c[i] = d.ring.Sub(b[o], d.ring.dot(d.row(i), on))
		if i >= d.rank() {
			if c[i] != 0 {
				return nil, d.left(mt, i, 1)
			}
			continue
		}
		if p := d.pivots[i]; c[i]%p.power != 0 {
			return nil, d.left(mt, i, d.ring.Reduce(d.ring.m/uint64(p.power)))
		}
		on[d.pivots[i].col] = c[i]
	}
	x = make([]uint32, d.cols)
	d.back(mt, x, c, d.rank())
	return x, nil
}

// back fills in the unknowns of the first n pivots, the last first, from the right-hand
// sides c (nil for 0) and the unknowns that x has: unknowns of pivots below n are 0 in it.
func (d *ldu) back(mt *meter.Meter, x, c []uint32, n int) {
	for s := n - 1; s >= 0 && mt.Work(d.cols) == nil; s-- {
		p := d.pivots[s]
		v := d.ring.Neg(d.ring.dot(d.row(s), x))
		if c != nil {
			v = d.ring.Add(v, c[s])
		}
		x[p.col] = d.ring.Mul(v/p.power, p.unitInv)
	}
}

// left returns the y for which y·P·A is scale times what elimination has left of row i.
func (d *ldu) left(mt *meter.Meter, i int, scale uint32) []uint32 {
	y := make([]uint32, d.rows)
	y[d.rowOf[i]] = scale
	s := d.ring.newSum(d.cols) // Σ y·l over the rows so far, at the pivot columns
	s.add(d.row(i), scale)
	for r := min(i, d.rank()) - 1; r >= 0 && mt.Work(d.cols) == nil; r-- {
		v := d.ring.Neg(d.ring.Reduce(s.acc[d.pivots[r].col]))
		y[d.rowOf[r]] = v
		s.add(d.row(r), v)
	}
	return y
}

// kernel returns generators of the x with A·x = 0: one for each free column, and one for each
// pivot that is not a unit.
func (d *ldu) kernel(mt *meter.Meter) [][]uint32 {
	var gens [][]uint32
	for s, p := range d.pivots {
		if p.val > 0 {
			if mt.Hold("a kernel", 4*int64(d.cols)) != nil {
				return nil
			}
			x := make([]uint32, d.cols)
			x[p.col] = uint32(d.ring.m / uint64(p.power))
			d.back(mt, x, nil, s)
			gens = append(gens, x)
		}
	}
	for _, c := range d.freeCols() {
		if mt.Hold("a kernel", 4*int64(d.cols)) != nil {
			return nil
		}
		x := make([]uint32, d.cols)
		x[c] = 1
		d.back(mt, x, nil, d.rank())
		gens = append(gens, x)
	}
	return gens
}

// valuations returns the p-valuations of the Smith form, ascending, min(rows, cols) of
// them; k stands for a zero.
func (d *ldu) valuations() []int {
	v := make([]int, 0, min(d.rows, d.cols))
	for _, p := range d.pivots {
		v = append(v, int(p.val))
	}
	for len(v) < min(d.rows, d.cols) {
		v = append(v, d.k)
	}
	return v
}

// eliminatePower eliminates over Z/p^k, k > 1: the next pivot is an entry of least valuation
// among those left, so that it divides all of them. Cost: rank·rows·cols/3 multiplications.
func (d *ldu) eliminatePower(mt *meter.Meter) {
	level := uint32(1) // p^v: all entries left are divisible by it
	free := make([]int, d.cols)
	for c := range free {
		free[c] = c
	}
	for len(d.pivots) < d.rows && len(free) > 0 {
		s := len(d.pivots)
		i, at := d.findPivot(mt, s, free, level)
		if mt.Work(d.cols) != nil {
			return
		}
		if i < 0 {
			if uint64(level)*uint64(d.p) >= d.ring.m {
				return // all that is left is 0
			}
			level *= d.p
			continue
		}
		if i != s {
			d.swapRows(i, s)
		}
		col := free[at]
		free = slices.Delete(free, at, at+1)
		d.addPivot(col)
		d.clearBelow(mt, s, free)
	}
}

// findPivot returns a row from s on and the index of a free column where the entry has the
// valuation of level exactly, or −1.
func (d *ldu) findPivot(mt *meter.Meter, s int, free []int, level uint32) (row, at int) {
	next := uint64(level) * uint64(d.p)
	for i := s; i < d.rows; i++ {
		r := d.row(i)
		if mt.Work(2*len(free)) != nil {
			break
		}
		for k, c := range free {
			if uint64(r[c])%next != 0 {
				return i, k
			}
		}
	}
	return -1, -1
}

// clearBelow subtracts multiples of pivot row s from the rows below it.
func (d *ldu) clearBelow(mt *meter.Meter, s int, free []int) {
	p := d.pivots[s]
	// The free columns of the pivot row in one run, zeros at the pivots between them: a
	// straight loop over all of it is faster than one by way of free.
	first, end := 0, 0
	if len(free) > 0 {
		first, end = free[0], free[len(free)-1]+1
	}
	top := make([]uint32, end-first)
	for _, c := range free {
		top[c-first] = d.row(s)[c]
	}
	for i := s + 1; i < d.rows && mt.Work(2*len(top)+4) == nil; i++ {
		r := d.row(i)
		l := d.ring.Mul(r[p.col]/p.power, p.unitInv)
		r[p.col] = l
		if l == 0 {
			continue
		}
		neg := uint64(d.ring.Neg(l))
		r = r[first:end]
		for j, v := range top {
			r[j] = d.ring.Reduce(uint64(r[j]) + neg*uint64(v))
		}
	}
}
