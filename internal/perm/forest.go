package perm

// A forest is a partition of the cells, by union-find with sizes and path halving.
type forest struct {
	parent []uint16
	size   []int32
}

func newForest(n int) *forest {
	f := &forest{Identity(n), make([]int32, n)}
	for i := range f.size {
		f.size[i] = 1
	}
	return f
}

// reset makes each of the cells, which are whole classes, a class of its own.
func (f *forest) reset(cells []uint16) {
	for _, x := range cells {
		f.parent[x], f.size[x] = x, 1
	}
}

func (f *forest) find(x uint16) uint16 {
	p := f.parent
	for p[x] != x {
		p[x] = p[p[x]]
		x = p[x]
	}
	return x
}

// join unites two classes and returns the representative that lost its rank, if they were different.
func (f *forest) join(x, y uint16) (loser uint16, joined bool) {
	x, y = f.find(x), f.find(y)
	if x == y {
		return 0, false
	}
	if f.size[x] < f.size[y] {
		x, y = y, x
	}
	f.parent[y] = x
	f.size[x] += f.size[y]
	return y, true
}

// classes returns the classes of more than over cells among the given cells, which are sorted and whole
// classes: each sorted, by least cell.
func (f *forest) classes(cells []uint16, over int32) [][]uint16 {
	number := make([]int32, len(f.parent)) // 1 + index of the class of a representative
	var sizes []int32
	total := int32(0)
	for _, x := range cells {
		if r := f.find(x); f.size[r] > over && number[r] == 0 {
			sizes = append(sizes, f.size[r])
			number[r] = int32(len(sizes))
			total += f.size[r]
		}
	}
	flat := make([]uint16, total)
	r := make([][]uint16, len(sizes))
	for k, s := range sizes {
		r[k], flat = flat[:0:s], flat[s:]
	}
	for _, x := range cells {
		if k := number[f.find(x)]; k != 0 {
			r[k-1] = append(r[k-1], x)
		}
	}
	return r
}
