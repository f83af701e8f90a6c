package assembly

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/meter"
)

// buildBytes is about the most memory in bytes that New takes for each block, what it is given and
// what it returns included.
const buildBytes = 32

// New makes the instance whose shape is blocks, in any order, on a board of rows × cols cells.
// root is the index in blocks, as they are given, of the block that is there from the start, or
// NoRoot. New does not change blocks, but keeps them where they are in order already.
//
// Errors match ErrInput and name blocks by row and column from 1: sides out of range, no blocks,
// blocks off the board, a block listed twice, a shape that is not connected.
//
// Time and memory are O(len(blocks)), whatever the size of the board: a connected shape of B blocks spans
// at most B + 1 rows and columns together, so that its lines can be counted. (What spans more is
// sorted by comparisons, to find out which error to report.)
func New(rows, cols int32, blocks []Block, root int, contact Contact) (*Instance, error) {
	return NewWithin(nil, rows, cols, blocks, root, contact)
}

// NewWithin is New that m stops. It holds buildBytes for each block.
func NewWithin(m *meter.Meter, rows, cols int32, blocks []Block, root int, contact Contact) (*Instance, error) {
	if err := m.Hold(theShape, buildBytes*int64(len(blocks))); err != nil {
		return nil, err
	}
	p := &Instance{Rows: rows, Cols: cols, Contact: contact, Root: NoRoot}
	if err := p.checkHead(len(blocks)); err != nil {
		return nil, err
	}
	if root < NoRoot || root >= len(blocks) {
		return nil, inputf("the root is block %d of %d", root, len(blocks))
	}
	box := frame{meter: m, low: blocks[0], high: blocks[0], sorted: true}
	for part := range spans(m, len(blocks)) {
		for i := part.from; i < part.to; i++ {
			b := blocks[i]
			if uint32(b.R) >= uint32(rows) || uint32(b.C) >= uint32(cols) {
				return nil, &blockError{b, 0, fmt.Sprintf("block %v lies off the board of %d × %d cells", b, rows, cols)}
			}
			box.add(b)
			box.sorted = box.sorted && (i == 0 || blocks[i-1].before(b))
		}
	}
	if m.Err() != nil {
		return nil, m.Err()
	}
	var room []int32
	if p.Blocks, room = box.sort(blocks); m.Err() != nil {
		return nil, m.Err()
	}
	for part := range spans(m, len(blocks)) {
		for i := max(1, part.from); i < part.to; i++ {
			if p.Blocks[i] == p.Blocks[i-1] {
				return nil, &blockError{p.Blocks[i], 1, fmt.Sprintf("block %v is listed twice", p.Blocks[i])}
			}
		}
	}
	p.Above, p.Below = hugepage.Make[int32](len(blocks)), hugepage.Make[int32](len(blocks))
	if p.link(m); m.Err() != nil {
		return nil, m.Err()
	}
	if root != NoRoot {
		p.Root = p.Find(blocks[root])
	}
	set := p.components(m, room)
	if m.Err() != nil {
		return nil, m.Err()
	}
	if set == nil {
		p.made = p.mark()
		return p, nil
	}
	return nil, p.blame(m, blocks, set)
}

// blame is the error about the first block, as they are given, that has no way to the very first one.
func (p *Instance) blame(m *meter.Meter, blocks []Block, set []int32) error {
	first := find(set, p.Find(blocks[0]))
	for part := range spans(m, len(blocks)) {
		for _, b := range blocks[part.from:part.to] {
			if find(set, p.Find(b)) != first {
				return &blockError{b, 0, fmt.Sprintf("the shape is not connected: no chain of blocks joins %v to %v", b, blocks[0])}
			}
		}
	}
	return m.Err()
}

// A span is a piece of the numbers from 0 to below some n.
type span struct{ from, to int }

// spans cuts the numbers below n into pieces, asks m in front of each, and ends early where m stops the work. A step of
// any of New's passes over the blocks takes some nanoseconds.
func spans(m *meter.Meter, n int) iter.Seq[span] {
	const size, steps = 1 << 15, 20
	return func(yield func(span) bool) {
		for from := 0; from < n; from += size {
			to := min(n, from+size)
			if m.Work(steps*(to-from)) != nil || !yield(span{from, to}) {
				return
			}
		}
	}
}

// A blockError is bad input, and the block behind it: readers turn it into the place where that stands.
type blockError struct {
	at   Block
	nth  int // which one of the blocks at this cell, in the order as given, from 0
	what string
}

func (e *blockError) Error() string { return e.what }

// Unwrap makes errors.Is(err, ErrInput) true.
func (e *blockError) Unwrap() error { return grid.ErrInput }

// index finds the block that e is about among blocks as they were given.
func (e *blockError) index(blocks []Block) int {
	nth := e.nth
	for i, b := range blocks {
		if b == e.at {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	return 0
}

func inputf(format string, args ...any) error {
	return &grid.Error{Msg: fmt.Sprintf(format, args...)}
}

// String writes the cell as people count, from 1: "(3, 4)".
func (b Block) String() string { return fmt.Sprintf("(%d, %d)", b.R+1, b.C+1) }

// before is the order of Instance.Blocks.
func (b Block) before(c Block) bool { return b.R < c.R || b.R == c.R && b.C < c.C }

// A frame is the smallest rectangle around blocks, and whether they are in order.
type frame struct {
	meter     *meter.Meter
	low, high Block
	sorted    bool
}

func (f *frame) add(b Block) {
	f.low.R, f.high.R = min(f.low.R, b.R), max(f.high.R, b.R)
	f.low.C, f.high.C = min(f.low.C, b.C), max(f.high.C, b.C)
}

// sort returns blocks in order; blocks themselves stay as they are. room, which may be nil, is memory as long as
// blocks that is of no use any more.
func (f *frame) sort(blocks []Block) (sorted []Block, room []int32) {
	if f.sorted {
		return blocks, nil
	}
	h, w := int64(f.high.R)-int64(f.low.R)+1, int64(f.high.C)-int64(f.low.C)+1
	if h+w > int64(len(blocks))+1 {
		out := slices.Clone(blocks) // not connected: only the message is wanted
		slices.SortFunc(out, func(a, b Block) int {
			if f.meter.Work(10) != nil {
				return 0 // and so it ends soon
			}
			return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.C, b.C))
		})
		return out, nil
	}
	// The columns row by row: counted, so that each row has its place; then put in order within it.
	start := make([]int32, h+1)
	for part := range spans(f.meter, len(blocks)) {
		for _, b := range blocks[part.from:part.to] {
			start[b.R-f.low.R]++
		}
	}
	for r, sum := 0, int32(0); r < len(start); r++ {
		start[r], sum = sum, sum+start[r]
	}
	columns := hugepage.Make[int32](len(blocks))
	for part := range spans(f.meter, len(blocks)) {
		for _, b := range blocks[part.from:part.to] {
			k := &start[b.R-f.low.R]
			columns[*k] = b.C - f.low.C
			*k++ // in the end it is where the next row starts
		}
	}
	if f.meter.Err() != nil {
		return nil, nil
	}
	out := hugepage.Make[Block](len(blocks))[:0]
	row := rowSorter{present: make([]uint64, (w+63)/64)}
	from := int32(0)
	for r, to := range start[:h] {
		cells := columns[from:to]
		if f.meter.Work(20*len(cells)) != nil {
			return nil, nil
		}
		row.sort(cells)
		for _, c := range cells {
			out = append(out, Block{f.low.R + int32(r), f.low.C + c})
		}
		from = to
	}
	return out, columns
}

// A rowSorter sorts columns that are small enough for its bitmap.
type rowSorter struct{ present []uint64 }

// sort puts cells in order: small ones by comparisons, others by way of a bitmap where they
// lie close enough to each other, which takes O(cells) then.
func (s *rowSorter) sort(cells []int32) {
	const few, dense = 12, 32
	if len(cells) <= few {
		slices.Sort(cells)
		return
	}
	low, high := cells[0], cells[0]
	for _, c := range cells {
		low, high = min(low, c), max(high, c)
	}
	words := s.present[low/64 : high/64+1]
	if len(words) > dense*len(cells) {
		slices.Sort(cells)
		return
	}
	twice := uint64(0)
	for _, c := range cells {
		w := &words[c/64-low/64]
		twice |= *w & (1 << (c % 64))
		*w |= 1 << (c % 64)
	}
	if twice != 0 {
		clear(words)
		slices.Sort(cells) // New will find the two
		return
	}
	k := 0
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			cells[k] = (low/64+int32(i))*64 + int32(bits.TrailingZeros64(w))
			k++
		}
	}
	clear(words)
}

// link fills Above, Below and Links from Blocks by merging each row with the one above it.
func (p *Instance) link(m *meter.Meter) {
	links, j := int64(0), 0
	for part := range spans(m, len(p.Blocks)) {
		n := int64(0)
		n, j = p.linkSpan(part, j)
		links += n
	}
	p.Links = links
}

// linkSpan links the blocks of a span; j is that of the first block that is not before the cell above the block in
// front of the span, and next the same for its last one.
func (p *Instance) linkSpan(part span, j int) (links int64, next int) {
	blocks, above := p.Blocks, p.Above[:len(p.Blocks)]
	below := p.Below[:len(blocks)]
	for i := part.from; i < part.to; i++ {
		b := blocks[i]
		below[i] = -1
		if i > 0 && blocks[i-1] == (Block{b.R, b.C - 1}) {
			links++
		}
		up := Block{b.R - 1, b.C}
		for blocks[j].before(up) {
			j++
		}
		above[i] = -1
		if blocks[j] == up {
			above[i], below[j] = int32(j), int32(i)
			links++
		}
	}
	return links, j
}

// components returns nil where the shape is connected, else disjoint sets of blocks for find: one set for each
// connected part. They take the place of room, or memory of their own where that is nil.
func (p *Instance) components(m *meter.Meter, room []int32) []int32 {
	set := room
	if set == nil {
		set = hugepage.Make[int32](len(p.Blocks))
	}
	set = set[:len(p.Blocks)]
	parts := 0
	for part := range spans(m, len(p.Blocks)) {
		parts += p.joinSpan(part, set)
	}
	if parts == 1 {
		return nil
	}
	return set
}

// joinSpan joins the blocks of a span to their neighbours in front of them, and returns by how many the parts grow.
func (p *Instance) joinSpan(part span, set []int32) (parts int) {
	blocks, above := p.Blocks, p.Above[:len(p.Blocks)]
	for i := part.from; i < part.to; i++ {
		b, up := blocks[i], above[i]
		if i > 0 && blocks[i-1] == (Block{b.R, b.C - 1}) {
			left := set[i-1]
			set[i] = left
			if up < 0 {
				continue
			}
			// The smaller index stays the root, so that set[i] is never more than i.
			a, c := find(set, left), find(set, up)
			if a != c {
				parts--
				set[max(a, c)] = min(a, c)
			}
		} else if up >= 0 {
			set[i] = set[up]
		} else {
			set[i] = int32(i)
			parts++
		}
	}
	return parts
}

// find returns the representative of i's set, and halves the way to it.
func find(set []int32, i int32) int32 {
	for set[i] != i {
		set[i] = set[set[i]]
		i = set[i]
	}
	return i
}
