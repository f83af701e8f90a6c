package assembly

import (
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// Start lists what is on the board now, as indices in ascending order: the blocks in place, or the root alone, or
// nothing where any block may be the first. The list is the instance's own where there are blocks in place.
func (p *Instance) Start() []int32 {
	switch {
	case p.Placed != nil:
		return p.Placed
	case p.Root != NoRoot:
		return []int32{p.Root}
	}
	return nil
}

// WithPlaced returns p with other blocks in place, given as indices in Blocks in any order; none: building has not
// begun. It shares all else with p. An error matches ErrInput: a block listed twice, the root not among them, blocks
// that do not hang together. Cost O(blocks).
func (p *Instance) WithPlaced(placed []int32) (*Instance, error) { return p.withPlaced(nil, placed) }

// withPlaced is WithPlaced that m stops.
func (p *Instance) withPlaced(m *meter.Meter, placed []int32) (*Instance, error) {
	q := *p
	q.Placed = nil
	if len(placed) > 0 && !(len(placed) == 1 && placed[0] == p.Root) {
		q.Placed = slices.Clone(placed)
		slices.Sort(q.Placed)
	}
	if err := q.checkPlaced(m); err != nil {
		return nil, err
	}
	return &q, nil
}

// placedBatch is how many blocks are reached between two questions to a meter.
const placedBatch = 1 << 14

// checkPlaced reports what is wrong with the list of blocks in place.
func (p *Instance) checkPlaced(m *meter.Meter) error {
	if p.Placed == nil {
		return nil
	}
	if len(p.Placed) == 0 || len(p.Placed) == 1 && p.Placed[0] == p.Root {
		return inputf("the list of blocks in place says nothing; it has to be left out then")
	}
	in := make([]uint64, (len(p.Blocks)+63)/64)
	for k, i := range p.Placed {
		switch {
		case i < 0 || int(i) >= len(p.Blocks):
			return inputf("block %d of %d is said to be in place", i, len(p.Blocks))
		case k > 0 && i == p.Placed[k-1]:
			return &blockError{p.Blocks[i], 1, fmt.Sprintf("block %v is listed twice", p.Blocks[i])}
		case k > 0 && i < p.Placed[k-1]:
			return inputf("the list of blocks in place is not in order")
		}
		in[i>>6] |= 1 << (i & 63)
	}
	if p.Root != NoRoot && in[p.Root>>6]>>(p.Root&63)&1 == 0 {
		return inputf("the block at %v is there from the start, and is not among the blocks in place", p.Blocks[p.Root])
	}
	reached := []int32{p.Placed[0]}
	in[reached[0]>>6] &^= 1 << (reached[0] & 63)
	for k := 0; k < len(reached); k++ {
		if k%placedBatch == 0 && m.Work(20*placedBatch) != nil {
			return m.Err()
		}
		i := reached[k]
		for _, j := range [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
			if j >= 0 && in[j>>6]>>(j&63)&1 != 0 {
				in[j>>6] &^= 1 << (j & 63)
				reached = append(reached, j)
			}
		}
	}
	for _, i := range p.Placed {
		if in[i>>6]>>(i&63)&1 != 0 {
			return &blockError{p.Blocks[i], 0, fmt.Sprintf("the blocks in place do not hang together: no chain of them "+
				"joins %v to %v", p.Blocks[i], p.Blocks[p.Placed[0]])}
		}
	}
	return nil
}

// placedIndices finds the blocks in place among those of the shape; a *blockError tells of one that is none.
func (p *Instance) placedIndices(cells []Block) ([]int32, error) {
	out := make([]int32, len(cells))
	for k, b := range cells {
		if out[k] = p.Find(b); out[k] < 0 {
			return nil, &blockError{b, 0, fmt.Sprintf("block %v is said to be in place, and is not in the shape", b)}
		}
	}
	return out, nil
}

// placedCells are the cells of the blocks in place; nil where building has not begun.
func (p *Instance) placedCells() (cells cellList) {
	for _, i := range p.Placed {
		cells = append(cells, p.Blocks[i])
	}
	return cells
}

// noPlaced says why p has no place in a text format where blocks are in place.
func (p *Instance) noPlaced(format string) error {
	if p.Placed == nil {
		return nil
	}
	return unsupportedf("there %s in place, for which the format %s has no room; a document has",
		grid.Are(len(p.Placed), "block"), format)
}
