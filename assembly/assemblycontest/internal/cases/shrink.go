package cases

import (
	"iter"
	"slices"

	"github.com/gridwright/gridwright/assembly"
)

// Shrink yields instances smaller than p, which has a root, the most promising first: the smallest board; a part of the
// tree from another root on; without leaves, without twigs up to some size, without one branch; without some lines,
// which closes the gap; with two lines made one; with one block less between a branch and the rest; and of small ones
// with one block for two others. Some are not connected, and left out; some may be no trees. Each costs O(blocks).
func Shrink(p *assembly.Instance) iter.Seq[*assembly.Instance] {
	return func(yield func(*assembly.Instance) bool) {
		s := survey(p)
		_ = s.board(yield) && s.rerooted(yield) && s.pruned(yield) && s.branches(yield) && s.squeezed(yield) &&
			s.merged(yield) && s.contracted(yield) && s.swapped(yield)
	}
}

// A shrinker knows a spanning tree of an instance: its own, where it is a tree.
type shrinker struct {
	p      *assembly.Instance
	order  []int32 // the blocks, from the root on
	parent []int32 // of each block; −1 of the root
	size   []int32 // how many blocks hang on each, itself among them
}

func survey(p *assembly.Instance) *shrinker {
	n := len(p.Blocks)
	s := &shrinker{p: p, order: make([]int32, 0, n), parent: make([]int32, n), size: make([]int32, n)}
	root := max(0, p.Root)
	for i := range s.parent {
		s.parent[i] = -2
	}
	s.parent[root] = -1
	s.order = append(s.order, root)
	for k := 0; k < len(s.order); k++ {
		i := s.order[k]
		for _, j := range [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
			if j >= 0 && s.parent[j] == -2 {
				s.parent[j] = i
				s.order = append(s.order, j)
			}
		}
	}
	for _, i := range slices.Backward(s.order) {
		s.size[i]++
		if s.parent[i] >= 0 {
			s.size[s.parent[i]] += s.size[i]
		}
	}
	return s
}

// offer yields cells on the smallest board, where they are a shape; it reports whether to go on.
func (s *shrinker) offer(yield func(*assembly.Instance) bool, cells []assembly.Block, root int) bool {
	if len(cells) == 0 || len(cells) >= len(s.p.Blocks) {
		return true
	}
	cells = moved(cells)
	_, high := frame(cells)
	q, err := assembly.New(high.R+1, high.C+1, cells, root, s.p.Contact)
	return err != nil || yield(q)
}

// kept offers the blocks that keep says of, called from the root on.
func (s *shrinker) kept(yield func(*assembly.Instance) bool, keep func(i int32) bool) bool {
	cells, root := make([]assembly.Block, 0, len(s.p.Blocks)), -1
	for _, i := range s.order {
		if keep(i) {
			if i == s.order[0] {
				root = len(cells)
			}
			cells = append(cells, s.p.Blocks[i])
		}
	}
	return s.offer(yield, cells, max(root, 0))
}

func (s *shrinker) board(yield func(*assembly.Instance) bool) bool {
	q := fitting(s.p.Blocks, int(s.order[0]))
	return q.Rows == s.p.Rows && q.Cols == s.p.Cols || yield(q)
}

// few is how many branches are tried of a large tree.
const few = 400

// branch lists some blocks behind the root, those with the most blocks on them first.
func (s *shrinker) branch() []int32 {
	list := slices.Clone(s.order[1:])
	slices.SortStableFunc(list, func(a, b int32) int { return int(s.size[b] - s.size[a]) })
	if len(list) > few {
		some := make([]int32, few)
		for k := range some {
			some[k] = list[k*len(list)/few]
		}
		list = some
	}
	return list
}

// below marks the blocks on i.
func (s *shrinker) below(i int32) []bool {
	in := make([]bool, len(s.p.Blocks))
	in[i] = true
	for _, j := range s.order[1:] {
		in[j] = in[j] || in[s.parent[j]]
	}
	return in
}

// rerooted makes another block the root, with what hangs on it alone; up to so many of them.
func (s *shrinker) rerooted(yield func(*assembly.Instance) bool) bool {
	const most = 40
	list := s.branch()
	for _, i := range list[:min(len(list), most)] {
		in := s.below(i)
		if !s.kept(yield, func(j int32) bool { return in[j] }) {
			return false
		}
	}
	return true
}

// pruned leaves out what is farthest from the root, and then all twigs of up to so many blocks.
func (s *shrinker) pruned(yield func(*assembly.Instance) bool) bool {
	n := len(s.order)
	rank := make([]int32, n)
	for k, i := range s.order {
		rank[i] = int32(k)
	}
	for _, part := range [4]int{n / 4, n / 2, n * 3 / 4, n * 9 / 10} {
		if !s.kept(yield, func(i int32) bool { return rank[i] < int32(part) }) {
			return false
		}
	}
	for most := int32(n) / 2; most > 0; most /= 2 {
		if !s.kept(yield, func(i int32) bool { return i == s.order[0] || s.size[i] > most }) {
			return false
		}
	}
	return true
}

// branches leaves out one branch after the other.
func (s *shrinker) branches(yield func(*assembly.Instance) bool) bool {
	for _, i := range s.branch() {
		in := s.below(i)
		if !s.kept(yield, func(j int32) bool { return !in[j] }) {
			return false
		}
	}
	return true
}

// squeezed leaves out some rows next to each other, or columns, and closes the gap.
func (s *shrinker) squeezed(yield func(*assembly.Instance) bool) bool {
	low, high := frame(s.p.Blocks)
	h, w := high.R-low.R+1, high.C-low.C+1
	for many := max(h, w) / 2; many > 0; many /= 2 {
		for from := int32(0); from < h && many < h; from += many {
			if !s.without(yield, func(b *assembly.Block) *int32 { return &b.R }, low.R+from, many) {
				return false
			}
		}
		for from := int32(0); from < w && many < w; from += many {
			if !s.without(yield, func(b *assembly.Block) *int32 { return &b.C }, low.C+from, many) {
				return false
			}
		}
	}
	return true
}

// without leaves out lines; the root, where it stands there, becomes the nearest of its line.
func (s *shrinker) without(yield func(*assembly.Instance) bool, line func(b *assembly.Block) *int32, from, many int32,
) bool {
	cells, root := make([]assembly.Block, 0, len(s.p.Blocks)), -1
	for _, i := range s.order {
		b := s.p.Blocks[i]
		switch at := line(&b); {
		case *at >= from+many:
			*at -= many
		case *at >= from:
			continue
		}
		if root < 0 {
			root = len(cells) // the first in the order: the root, or the nearest
		}
		cells = append(cells, b)
	}
	return s.offer(yield, cells, root)
}

// contracted leaves out one block each, and moves what hangs on it into its place.
func (s *shrinker) contracted(yield func(*assembly.Instance) bool) bool {
	for _, i := range s.branch() {
		in := s.below(i)
		a, b := s.p.Blocks[s.parent[i]], s.p.Blocks[i]
		var cells []assembly.Block
		for _, j := range s.order {
			at := s.p.Blocks[j]
			if in[j] {
				at.R, at.C = at.R+a.R-b.R, at.C+a.C-b.C
			}
			if j != i {
				cells = append(cells, at)
			}
		}
		if !s.offer(yield, cells, 0) {
			return false
		}
	}
	return true
}

// merged lays one row on the next one, or one column.
func (s *shrinker) merged(yield func(*assembly.Instance) bool) bool {
	low, high := frame(s.p.Blocks)
	for k := low.R; k < high.R; k++ {
		if !s.merge(yield, func(b *assembly.Block) *int32 { return &b.R }, k) {
			return false
		}
	}
	for k := low.C; k < high.C; k++ {
		if !s.merge(yield, func(b *assembly.Block) *int32 { return &b.C }, k) {
			return false
		}
	}
	return true
}

func (s *shrinker) merge(yield func(*assembly.Instance) bool, line func(b *assembly.Block) *int32, k int32) bool {
	cells := slices.Clone(s.p.Blocks)
	for i := range cells {
		if at := line(&cells[i]); *at > k {
			*at--
		}
	}
	root := cells[s.order[0]]
	slices.SortFunc(cells, compare)
	cells = slices.Compact(cells)
	return s.offer(yield, cells, slices.Index(cells, root))
}

// swappable is the number of blocks up to which one is put in place of two others.
const swappable = 18

// swapped puts one block in place of two others. Where the root is one of these, the new block is the root, or one
// beside the old root.
func (s *shrinker) swapped(yield func(*assembly.Instance) bool) bool {
	n := len(s.p.Blocks)
	if n > swappable {
		return true
	}
	low, high := frame(s.p.Blocks)
	old := s.p.Blocks[s.order[0]]
	for i := range n {
		for j := range i {
			left := slices.Delete(slices.Delete(slices.Clone(s.p.Blocks), i, i+1), j, j+1)
			for k := range (high.R - low.R + 1) * (high.C - low.C + 1) {
				b := assembly.Block{R: low.R + k/(high.C-low.C+1), C: low.C + k%(high.C-low.C+1)}
				if s.p.Find(b) >= 0 {
					continue
				}
				cells := append(slices.Clone(left), b)
				if !isTree(cells) {
					continue
				}
				root := slices.Index(cells, old)
				for r, c := range cells {
					isRoot := r == root || root < 0 && (r == len(cells)-1 || touch(c, old))
					if isRoot && !s.offer(yield, cells, r) {
						return false
					}
				}
			}
		}
	}
	return true
}

func touch(a, b assembly.Block) bool {
	r, c := a.R-b.R, a.C-b.C
	return r*r+c*c == 1
}

// isTree tells of few cells: as each is reached from the first, and there are as many pairs that touch as a tree has.
func isTree(cells []assembly.Block) bool {
	pairs := 0
	reached := []assembly.Block{cells[0]}
	in := make([]bool, len(cells))
	in[0] = true
	for k := 0; k < len(reached); k++ {
		for i, b := range cells {
			if touch(reached[k], b) {
				pairs++
				if !in[i] {
					in[i] = true
					reached = append(reached, b)
				}
			}
		}
	}
	return len(reached) == len(cells) && pairs == 2*len(cells)-2
}
