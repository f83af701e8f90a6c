package lightscheck

import "math/bits"

// parityForm is the row echelon form of equations modulo 2, 64 columns to a word.
type parityForm struct {
	pivots   []parityPivot // each row is 0 at the columns of the pivots before it
	solvable bool
}

type parityPivot struct {
	row    []uint64
	column int
}

// eliminate makes the form of e.
func (f *parityForm) eliminate(e *equations) error {
	stride := e.width/64 + 1 // room for the right side
	if err := e.k.room("the elimination", (8*int64(stride)+24)*int64(e.height)); err != nil {
		return err
	}
	all := make([]uint64, stride*e.height)
	rows := make([][]uint64, e.height)
	for i := range rows {
		rows[i] = all[i*stride:][:stride]
	}
	set := func(row, column int32, v uint64) { rows[row][column/64] ^= v & 1 << (uint(column) % 64) }
	err := e.entries(set)
	if err == nil && e.augmented {
		err = e.wanted(func(row int32, v uint64) { set(row, int32(e.width), v) })
	}
	if err != nil {
		return err
	}
	f.solvable = true
	for i, row := range rows {
		column := firstBit(row)
		if err := e.k.spend(stride); err != nil {
			return err
		}
		if column >= e.width { // 0 = 0, or 0 = 1
			f.solvable = f.solvable && column > e.width
			continue
		}
		f.pivots = append(f.pivots, parityPivot{row, column})
		for _, other := range rows[i+1:] {
			if err := e.k.spend(1); err != nil {
				return err
			}
			if other[column/64]>>(uint(column)%64)&1 == 0 {
				continue
			}
			for j := column / 64; j < stride; j++ { // the row begins there
				other[j] ^= row[j]
			}
			if err := e.k.spend(stride); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstBit is the place of the first bit that is set, beyond the end where there is none.
func firstBit(row []uint64) int {
	for i, word := range row {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return 64 * len(row)
}

// generators returns a basis of the solutions of A·x = 0: for each column without pivot the
// one that is 1 there and 0 at the others of these columns.
func (f *parityForm) generators(e *equations) ([][]uint64, error) {
	pivoted := make([]bool, e.width)
	for _, pv := range f.pivots {
		pivoted[pv.column] = true
	}
	var basis [][]uint64
	for free, has := range pivoted {
		if has {
			continue
		}
		x := make([]uint64, e.width/64+1)
		x[free/64] |= 1 << (uint(free) % 64)
		if err := f.fill(e, x); err != nil {
			return nil, err
		}
		basis = append(basis, x)
	}
	return basis, nil
}

// fill sets the unknowns of the pivots, which are 0 in x, such that every row adds up to 0.
func (f *parityForm) fill(e *equations, x []uint64) error {
	for i := len(f.pivots) - 1; i >= 0; i-- {
		pv, odd := f.pivots[i], uint64(0)
		for j, word := range pv.row {
			odd ^= word & x[j]
		}
		x[pv.column/64] ^= uint64(bits.OnesCount64(odd)&1) << (uint(pv.column) % 64)
		if err := e.k.spend(len(x)); err != nil {
			return err
		}
	}
	return nil
}
