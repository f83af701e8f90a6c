package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
)

// A shape finds blocks by their cells and by their places in lines. It takes nothing from the instance but the
// list of blocks: the links that an instance holds are another's work.
type shape struct {
	blocks        []assembly.Block
	top, left     int32   // the first row and column with a block
	height, width int32   // how many rows and columns have one: they are consecutive, for the shape is connected
	start         []int32 // for each row the index of its first block, and at the end how many blocks there are
	up, down      []int32 // the next block in the column, adjacent or not; -1: none. See link.
}

// survey makes k.shape, and makes sure of what the instance promises about its list: blocks on the board, in order,
// none twice, no row without one in between. What it finds wrong is an error about the instance.
func (k *work) survey() error {
	p := k.p
	bad := func(format string, args ...any) error {
		return grid.Errorf(grid.Pos{}, "the instance is broken: "+format, args...)
	}
	switch {
	case p == nil || len(p.Blocks) == 0:
		return bad("it has no blocks")
	case p.Rows < 1 || p.Cols < 1 || p.Rows > assembly.MaxSide || p.Cols > assembly.MaxSide:
		return bad("its board is %d × %d", p.Rows, p.Cols)
	case len(p.Blocks) > assembly.MaxBlocks:
		return bad("it has %s", grid.Number(len(p.Blocks), "block"))
	case p.Contact != assembly.Frontal && p.Contact != assembly.Sticky:
		return bad("its contact is %d", p.Contact)
	case p.Root != assembly.NoRoot && (p.Root < 0 || int(p.Root) >= len(p.Blocks)):
		return bad("its root is block %d of %d", p.Root, len(p.Blocks))
	}
	n := int64(len(p.Blocks))
	height := int64(p.Blocks[n-1].R) - int64(p.Blocks[0].R) + 1
	if height < 1 || height > n {
		return bad("its blocks are out of order, or not connected")
	}
	if err := k.lim.CheckMemory("the check of a shape of this size", 4*(height+1)); err != nil {
		return err
	}
	s := &shape{blocks: p.Blocks, top: p.Blocks[0].R, left: p.Blocks[0].C, start: make([]int32, 0, height+1)}
	right, last := s.left, assembly.Block{R: s.top - 1}
	for i, b := range p.Blocks {
		switch {
		case b.R < 0 || b.R >= p.Rows || b.C < 0 || b.C >= p.Cols:
			return bad("the block in %s is off the board", place(b))
		case b.R < last.R || b.R == last.R && b.C <= last.C:
			return bad("the block in %s is out of order", place(b))
		case b.R > last.R+1:
			return bad("the shape is not connected")
		case b.R > last.R:
			s.start = append(s.start, int32(i))
		}
		last = b
		s.left, right = min(s.left, b.C), max(right, b.C)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	s.start = append(s.start, int32(n))
	if int64(right)-int64(s.left) >= n {
		return bad("the shape is not connected")
	}
	s.height, s.width = int32(height), right-s.left+1
	k.shape = s
	return k.surveyStart(bad)
}

// surveyStart makes k.start and makes sure of what the instance promises about the blocks in place: they are of the
// shape, in order, none twice, and the root is among them. That they hang together is for joinedSet.
func (k *work) surveyStart(bad func(string, ...any) error) error {
	p := k.p
	if p.Placed == nil {
		if p.Root != assembly.NoRoot {
			k.start = []int32{p.Root}
		}
		return nil
	}
	rooted, last := p.Root == assembly.NoRoot, int32(-1)
	for _, i := range p.Placed {
		if i <= last || int(i) >= len(p.Blocks) {
			return bad("its list of blocks in place is out of order, or names blocks that are none")
		}
		last = i
		rooted = rooted || i == p.Root
	}
	if len(p.Placed) == 0 || !rooted {
		return bad("the block that is there from the start is not in place")
	}
	k.start = p.Placed
	return nil
}

// joinedSet is the set of the blocks of start, which are in place and have to hang together. It needs link.
func (k *work) joinedSet(start []int32) (bitmap, error) {
	set := newBitmap(len(k.shape.blocks))
	for _, i := range start {
		set.add(i)
	}
	if len(start) > 1 {
		sp, err := k.spreadFrom(start[:1], set)
		if err != nil {
			return nil, err
		}
		if len(sp.order) != len(start) {
			return nil, grid.Errorf(grid.Pos{}, "the instance is broken: its blocks in place do not hang together")
		}
	}
	return set, nil
}

// find is the index of the block at b, or -1.
func (s *shape) find(b assembly.Block) int32 {
	row := int64(b.R) - int64(s.top)
	if row < 0 || row >= int64(s.height) {
		return -1
	}
	low, high := s.start[row], s.start[row+1]-1
	first, last := s.blocks[low].C, s.blocks[high].C
	if b.C < first || b.C > last {
		return -1
	}
	// Columns increase by at least 1 from block to block, so the index is no more than this far from
	// either end; in a row without gaps that leaves one candidate.
	low, high = max(low, high-(last-b.C)), min(high, low+(b.C-first))
	for low <= high {
		middle := low + (high-low)/2
		switch c := s.blocks[middle].C; {
		case c == b.C:
			return middle
		case c < b.C:
			low = middle + 1
		default:
			high = middle - 1
		}
	}
	return -1
}

// link finds the next block in each column; O(blocks + columns).
func (k *work) link() error {
	s := k.shape
	if s.up != nil {
		return nil
	}
	last := make([]int32, s.width)
	for c := range last {
		last[c] = -1
	}
	up, down := make([]int32, len(s.blocks)), make([]int32, len(s.blocks))
	for i, b := range s.blocks {
		above := &last[b.C-s.left]
		up[i], down[i] = *above, -1
		if *above >= 0 {
			down[*above] = int32(i)
		}
		*above = int32(i)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	s.up, s.down = up, down
	return nil
}

// next is the next block from i in the direction d, adjacent or not; -1 where there is none.
func (s *shape) next(i int32, d assembly.Direction) int32 {
	switch d {
	case assembly.Up:
		return s.up[i]
	case assembly.Down:
		return s.down[i]
	case assembly.Left:
		i--
		if i < 0 || s.blocks[i].R != s.blocks[i+1].R {
			return -1
		}
	default:
		i++
		if int(i) == len(s.blocks) || s.blocks[i].R != s.blocks[i-1].R {
			return -1
		}
	}
	return i
}

// beside is the block that shares i's side in the direction d, or -1.
func (s *shape) beside(i int32, d assembly.Direction) int32 {
	j := s.next(i, d)
	if j < 0 {
		return -1
	}
	dr, dc := d.Delta()
	if a, b := s.blocks[i], s.blocks[j]; a.R+dr != b.R || a.C+dc != b.C {
		return -1
	}
	return j
}

// What spread says of a block that has no direction.
const (
	unmet  assembly.Direction = 255 // no way leads there
	source assembly.Direction = 254 // it is where all begins
)

// A spread is a breadth-first search over blocks that share sides.
type spread struct {
	order []int32              // the blocks that were met, the nearest first
	back  []assembly.Direction // for each block: towards the block that it was met from
	depth int32                // how far the last one is away
}

const bytesPerSpread = 5

// spreadFrom walks from some blocks over those of within; nil: over all. It needs link.
func (k *work) spreadFrom(from []int32, within bitmap) (*spread, error) {
	s := k.shape
	sp := &spread{order: append(make([]int32, 0, len(s.blocks)), from...), back: make([]assembly.Direction, len(s.blocks))}
	for i := range sp.back {
		sp.back[i] = unmet
	}
	for _, i := range from {
		sp.back[i] = source
	}
	end := len(from) // in order: where the blocks that are depth away end
	for n := 0; n < len(sp.order); n++ {
		if n == end {
			sp.depth++
			end = len(sp.order)
		}
		i := sp.order[n]
		for d := assembly.Left; d <= assembly.Down; d++ {
			if j := s.beside(i, d); j >= 0 && sp.back[j] == unmet && (within == nil || within.has(j)) {
				sp.back[j] = d.Opposite()
				sp.order = append(sp.order, j)
			}
		}
		if err := k.spend(4); err != nil {
			return nil, err
		}
	}
	return sp, nil
}

// tour is spreadFrom over the whole shape: each block has to be joined to one of from. So the shape is connected where
// these are.
func (k *work) tour(from ...int32) (*spread, error) {
	sp, err := k.spreadFrom(from, nil)
	if err == nil && len(sp.order) != len(k.shape.blocks) {
		return nil, grid.Errorf(grid.Pos{}, "the instance is broken: the shape is not connected")
	}
	return sp, err
}

// characteristic is Euler's for the set of cells: blocks, less the pairs that share a side, plus the 2 × 2 squares that
// are full. It is the number of connected parts less the number of holes, holes as package assembly means
// them: blocks are joined by sides, so empty cells are joined by corners too. It needs link.
func (k *work) characteristic() (chi, links int64, err error) {
	s := k.shape
	squares := int64(0)
	for i := range int32(len(s.blocks)) {
		right, below := s.beside(i, assembly.Right), s.beside(i, assembly.Down)
		if right >= 0 {
			links++
		}
		if below >= 0 {
			links++
		}
		if right >= 0 && below >= 0 && s.beside(right, assembly.Down) >= 0 {
			squares++
		}
		if err := k.spend(2); err != nil {
			return 0, 0, err
		}
	}
	return int64(len(s.blocks)) - links + squares, links, nil
}
