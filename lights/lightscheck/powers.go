package lightscheck

// primePower is q = p^exponent.
type primePower struct {
	p, exponent uint32
	q           uint64
}

// factor takes m ≥ 2 apart into powers of different primes.
func factor(m uint32) (list []primePower) {
	for p := uint32(2); m > 1; p++ {
		if uint64(p)*uint64(p) > uint64(m) {
			p = m
		}
		f := primePower{p: p, q: 1}
		for ; m%p == 0; m /= p {
			f.exponent++
			f.q *= uint64(p)
		}
		if f.exponent > 0 {
			list = append(list, f)
		}
	}
	return list
}

// power is p^n.
func (f primePower) power(n uint32) uint64 {
	v := uint64(1)
	for range n {
		v *= uint64(f.p)
	}
	return v
}

// inverse is the inverse of u, which p does not divide, modulo n, a power of p: Euclid's
// algorithm, keeping a ≡ x·u and b ≡ y·u (mod n).
func inverse(u, n uint64) uint64 {
	a, b := int64(n), int64(u%n)
	x, y := int64(0), int64(1)
	for b > 1 {
		t := a / b
		a, b, x, y = b, a-t*b, y, x-t*y
	}
	if b == 0 { // n = 1
		return 0
	}
	return uint64((y%int64(n) + int64(n)) % int64(n))
}

// powerForm is the echelon form of equations modulo q = p^k. Over Z/q, row and
// column operations lead to a diagonal of powers of p, its Smith form. Rows are enough to
// find it if each pivot is one of least valuation (how often p divides it) among all that
// is left: then it divides its whole row and column.
type powerForm struct {
	primePower
	pivots   []powerPivot // valuations do not fall; each row is 0 at the columns of the pivots before it
	solvable bool
}

type powerPivot struct {
	row       []uint32 // divisible by scale, but for the right side
	column    int
	valuation uint32
	scale     uint64 // p^valuation
	unit      uint64 // inverse of row[column]/scale modulo q/scale
}

// eliminate makes the form of e. Valuation after valuation it goes through the rows. Once no
// entry of a row has the valuation v at hand none will: what is still subtracted from it
// at that stage are rows divisible by p^v, times factors divisible by p.
func (f *powerForm) eliminate(e *equations) error {
	rows, err := f.matrix(e)
	if err != nil {
		return err
	}
	return f.reduce(e.k, rows, e.width)
}

// reduce makes the form of rows of width numbers and a right side.
func (f *powerForm) reduce(k *work, rows [][]uint32, width int) error {
	done := make([]bool, len(rows))
	for v := range f.exponent {
		scale := f.power(v)
		for i, row := range rows {
			if done[i] {
				continue
			}
			column := -1
			for c, a := range row[:width] {
				if uint64(a)%(scale*uint64(f.p)) != 0 {
					column = c
					break
				}
			}
			if err := k.spend(len(row)); err != nil {
				return err
			}
			if column < 0 {
				continue
			}
			done[i] = true
			pv := powerPivot{row, column, v, scale, inverse(uint64(row[column])/scale, f.q/scale)}
			f.pivots = append(f.pivots, pv)
			for j, other := range rows {
				if done[j] {
					continue
				}
				if err := f.clear(k, pv, other); err != nil {
					return err
				}
			}
		}
	}
	f.solvable = f.consistent(rows, done, width)
	return nil
}

// matrix makes the dense matrix modulo q, with the right side as its last column.
func (f *powerForm) matrix(e *equations) ([][]uint32, error) {
	width := e.width + 1
	if err := e.k.room("the elimination", (4*int64(width)+25)*int64(e.height)); err != nil {
		return nil, err
	}
	all := make([]uint32, width*e.height)
	rows := make([][]uint32, e.height)
	for i := range rows {
		rows[i] = all[i*width:][:width]
	}
	set := func(row, column int32, v uint64) { rows[row][column] = uint32((uint64(rows[row][column]) + v) % f.q) }
	err := e.entries(set)
	if err == nil && e.augmented {
		err = e.wanted(func(row int32, v uint64) { set(row, int32(e.width), v) })
	}
	return rows, err
}

// clear subtracts from other the multiple of the pivot's row that makes it 0 at the pivot.
func (f *powerForm) clear(k *work, pv powerPivot, other []uint32) error {
	if other[pv.column] == 0 {
		return k.spend(1)
	}
	times := uint64(other[pv.column]) / pv.scale * pv.unit % (f.q / pv.scale)
	minus := f.q - times
	for c, a := range pv.row {
		other[c] = uint32((uint64(other[c]) + minus*uint64(a)) % f.q)
	}
	return k.spend(4 * len(other))
}

// consistent reports whether the last column can be reached: it must be divisible by what its
// pivot's row is divisible by, and 0 in rows without.
func (f *powerForm) consistent(rows [][]uint32, done []bool, width int) bool {
	for i, row := range rows {
		if !done[i] && row[width] != 0 {
			return false
		}
	}
	for _, pv := range f.pivots {
		if uint64(pv.row[width])%pv.scale != 0 {
			return false
		}
	}
	return true
}

// A generator is a solution of A·x = 0 modulo q, and how many multiples of it are different.
type generator struct {
	x     []uint32
	order uint64
}

// generators returns solutions of A·x = 0 of which every solution is a sum of multiples in
// exactly one way. Each column without pivot has one that is 1 there; a pivot of valuation v > 0
// leaves its unknown free in its last v digits, and has one that is p^(k−v) there. In
// both, pivots before are solved for, and all else is 0. Since p^(k−v) divides the second
// kind, its order is p^v.
func (f *powerForm) generators(e *equations) ([]generator, error) {
	var list []generator
	add := func(column int, value, order uint64, before int) error {
		x := make([]uint32, e.width)
		x[column] = uint32(value)
		list = append(list, generator{x, order})
		return f.solve(e, x, before)
	}
	pivoted := make([]bool, e.width)
	for i, pv := range f.pivots {
		pivoted[pv.column] = true
		if pv.valuation == 0 {
			continue
		}
		if err := add(pv.column, f.q/pv.scale, pv.scale, i); err != nil {
			return nil, err
		}
	}
	for c, has := range pivoted {
		if has {
			continue
		}
		if err := add(c, 1, f.q, len(f.pivots)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// solve sets the unknowns of the first n pivots, from the last to the first, such that their
// rows are met.
func (f *powerForm) solve(e *equations, x []uint32, n int) error {
	for i := n - 1; i >= 0; i-- {
		pv, sum := f.pivots[i], uint64(0)
		for c, v := range x {
			if v != 0 {
				sum = (sum + uint64(pv.row[c])*uint64(v)) % f.q
			}
		}
		rest := f.q / pv.scale
		x[pv.column] = uint32((rest - sum/pv.scale*pv.unit%rest) % rest)
		if err := e.k.spend(2 * len(x)); err != nil {
			return err
		}
	}
	return nil
}
