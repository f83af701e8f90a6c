package zmod

import "github.com/gridwright/gridwright/meter"

// Elimination over a prime field goes by panels of columns. The panel is taken out of the
// packed rows and eliminated entry by entry, with sums reduced late; the multipliers
// found there are then applied to all columns right of it, in one pass over the matrix, by
// the store that suits p.

// A store holds the rows in the form in which they are fastest to combine.
type store interface {
	// width is the number of columns of a panel: at most maxPanel pivots come of it.
	width() int
	// load unpacks columns c … c+len(dst)−1 of row i.
	load(i, c int, dst []uint32)
	// swap exchanges rows i and j.
	swap(i, j int)
	// update applies multipliers to the columns from c on: first to the pivot rows lo … lo+n−1, in
	// order, then to all rows below them. Row lo+i gets Σ neg[i·maxPanel+t]·row(lo+t), t < n;
	// for a pivot row only t < i counts, and neg is 0 from there on.
	update(mt *meter.Meter, lo, n, c int, neg []uint32)
}

// maxPanel is the largest number of columns in a panel.
const maxPanel = 64

// What a row costs in steps of a meter: to be loaded for a panel, and in it besides the products.
const (
	loadSteps  = 200
	panelSteps = 200
)

// eliminatePrime eliminates over Z/p. The pivot columns are those of the echelon form.
func (d *ldu) eliminatePrime(mt *meter.Meter) {
	scratch := d.scratchBytes()
	if mt.Hold("an elimination", scratch) != nil {
		return
	}
	defer mt.Release(scratch)
	var s store
	switch {
	case d.p == 3:
		s = packTrits(mt, d)
	case d.p <= maxBytePrime:
		s = packBytes(mt, d)
	default:
		s = &plainStore{d: d}
	}
	w := s.width()
	neg := make([]uint32, d.rows*maxPanel)
	for c := 0; c < d.cols; c += w {
		if mt.Work(loadSteps*d.rows) != nil {
			return
		}
		width := min(w, d.cols-c)
		for i := range d.rows {
			s.load(i, c, d.row(i)[c:c+width])
		}
		lo := len(d.pivots)
		if lo == d.rows {
			continue
		}
		if n := d.panel(mt, c, width, s, neg); n > 0 && c+width < d.cols {
			s.update(mt, lo, n, c+width, neg)
		}
	}
}

// scratchBytes is the memory of eliminatePrime besides the matrix.
func (d *ldu) scratchBytes() int64 {
	rows, neg := int64(d.rows), 4*maxPanel*int64(d.rows)
	switch {
	case d.p == 3:
		return neg + 64*rows*int64((d.cols+tritCols-1)/tritCols) + tritTables*(rows+64*tritCombos*int64(workers()))
	case d.p <= maxBytePrime:
		return neg + 64*rows*int64((d.cols+byteCols-1)/byteCols) + byteTables*(rows+64*256*int64(workers()))
	}
	return neg
}

// panel eliminates columns c … c+width−1 in the rows that have no pivot yet and returns the
// number of new pivots. neg gets the negated multipliers, from the first of these rows on.
//
// Rows are reduced one by one by the pivots found so far; what is left of a row makes the next
// pivot, at its first entry. Pivot rows are reduced by the earlier ones, so a row that has
// been reduced in order has zeros at all pivots.
func (d *ldu) panel(mt *meter.Meter, c, width int, s store, neg []uint32) int {
	lo := len(d.pivots)
	var acc [maxPanel]uint64
	var tops [maxPanel][]uint32 // pivot rows, without the multipliers in them
	n := 0
	for i := lo; i < d.rows; i++ {
		if mt.Work(panelSteps+n*width) != nil {
			return 0
		}
		r := d.row(i)[c : c+width]
		for j, v := range r {
			acc[j] = uint64(v)
		}
		mult := neg[(i-lo)*maxPanel : (i-lo+1)*maxPanel]
		clear(mult)
		left := d.ring.terms
		a := acc[:width]
		for t := range n {
			p := &d.pivots[lo+t]
			v := d.ring.Reduce(a[int(p.col)-c])
			if v == 0 {
				continue
			}
			if left == 0 {
				for j, x := range a {
					a[j] = uint64(d.ring.Reduce(x))
				}
				left = d.ring.terms
			}
			left--
			l := d.ring.Mul(v, p.unitInv)
			mult[t] = d.ring.Neg(l)
			addMul(a, tops[t], uint64(mult[t]))
		}
		first := -1
		for j, v := range a {
			r[j] = d.ring.Reduce(v)
			if first < 0 && r[j] != 0 {
				first = j
			}
		}
		var top []uint32
		if first >= 0 {
			top = append(top, r...)
		}
		for t := range n { // where elimination has made zeros, the multipliers
			r[int(d.pivots[lo+t].col)-c] = d.ring.Neg(mult[t])
		}
		if first < 0 {
			continue
		}
		if at := lo + n; i != at {
			d.swapRows(i, at)
			s.swap(i, at)
			other := neg[n*maxPanel : (n+1)*maxPanel]
			for t, v := range mult {
				mult[t], other[t] = other[t], v
			}
		}
		d.addPivot(c + first)
		tops[n] = top
		n++
		if n == width {
			d.panelRest(mt, c, width, i+1, n, &tops, neg)
			break
		}
	}
	return n
}

// panelRest is the end of panel for the rows from i on when all columns have pivots: what
// is left of a row is 0, and only the multipliers are wanted.
func (d *ldu) panelRest(mt *meter.Meter, c, width, i, n int, tops *[maxPanel][]uint32, neg []uint32) {
	if d.p <= maxLanePrime {
		d.panelLanes(mt, c, width, i, n, tops, neg)
		return
	}
	lo := len(d.pivots) - n
	s := d.ring.newSum(width)
	for ; i < d.rows && mt.Work(panelSteps+n*width) == nil; i++ {
		r := d.row(i)[c : c+width]
		mult := neg[(i-lo)*maxPanel : (i-lo+1)*maxPanel]
		clear(mult)
		clear(s.acc)
		s.left = d.ring.terms
		s.add(r, 1)
		for t := range n {
			p := &d.pivots[lo+t]
			at := int(p.col) - c
			l := d.ring.Mul(d.ring.Reduce(s.acc[at]), p.unitInv)
			r[at] = l
			mult[t] = d.ring.Neg(l)
			s.add(tops[t], mult[t])
		}
	}
}

// maxLanePrime is the largest prime for which an element and maxPanel products of two
// elements add up to less than 2^16.
const maxLanePrime = 31

// panelLanes is panelRest for small p, four columns in a word.
func (d *ldu) panelLanes(mt *meter.Meter, c, width, i, n int, tops *[maxPanel][]uint32, neg []uint32) {
	const lanes = 4
	type vector [maxPanel / lanes]uint64
	pack := func(v *vector, r []uint32) {
		*v = vector{}
		for j, x := range r {
			v[j/lanes] |= uint64(x) << (j % lanes * 16)
		}
	}
	lo := len(d.pivots) - n
	var packed [maxPanel]vector
	for t := range n {
		pack(&packed[t], tops[t])
	}
	used := (width + lanes - 1) / lanes
	var acc vector
	for ; i < d.rows && mt.Work(panelSteps+n*width) == nil; i++ {
		r := d.row(i)[c : c+width]
		mult := neg[(i-lo)*maxPanel : (i-lo+1)*maxPanel]
		clear(mult)
		pack(&acc, r)
		for t := range n {
			p := &d.pivots[lo+t]
			at := uint(int(p.col) - c)
			v := d.ring.Reduce(acc[at/lanes%uint(len(acc))] >> (at % lanes * 16) & 0xFFFF)
			l := d.ring.Mul(v, p.unitInv)
			r[at] = l
			if l == 0 {
				continue
			}
			mult[t] = d.ring.Neg(l)
			m, top := uint64(mult[t]), packed[t][:used]
			for j, x := range top {
				acc[j] += m * x
			}
		}
	}
}
