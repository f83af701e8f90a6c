package assembly

import "github.com/gridwright/gridwright/grid"

// checkHead reports what is wrong with everything but the blocks.
func (p *Instance) checkHead(blocks int) error {
	switch {
	case p.Rows < 1 || p.Cols < 1 || p.Rows > MaxSide || p.Cols > MaxSide:
		return inputf("the board has %d × %d cells; both sides must be from 1 to %d", p.Rows, p.Cols, MaxSide)
	case p.Contact > Sticky:
		return inputf("there is no model of contact %d", p.Contact)
	case blocks == 0:
		return inputf("there are no blocks; a shape has at least one")
	case int64(blocks) > MaxBlocks:
		return inputf("there %s; at most %d are possible", grid.Are(blocks, "block"), int64(MaxBlocks))
	}
	return nil
}

// Validate reports what is wrong with p, which is nothing where New made it and nobody changed it. It takes New's
// own slices as they are, but for blocks in place. Others cost O(blocks), and 4 bytes a block for as long as it lasts.
func (p *Instance) Validate() error {
	if p == nil {
		return inputf("there is no shape")
	}
	if err := p.checkHead(len(p.Blocks)); err != nil {
		return err
	}
	if p.Root < NoRoot || int64(p.Root) >= int64(len(p.Blocks)) {
		return inputf("the root is block %d of %d", p.Root, len(p.Blocks))
	}
	if len(p.Above) != len(p.Blocks) || len(p.Below) != len(p.Blocks) {
		return inputf("there %s with %d links up and %d down", grid.Are(len(p.Blocks), "block"), len(p.Above), len(p.Below))
	}
	if p.made == p.mark() {
		return p.checkPlaced(nil)
	}
	if err := p.checkLinks(); err != nil {
		return err
	}
	if p.components(nil, nil) != nil {
		return inputf("the shape is not connected")
	}
	return p.checkPlaced(nil)
}

// checkLinks goes the way of link and compares.
func (p *Instance) checkLinks() error {
	blocks := p.Blocks
	links, downs := int64(0), int64(0)
	j := 0
	for i, b := range blocks {
		if uint32(b.R) >= uint32(p.Rows) || uint32(b.C) >= uint32(p.Cols) {
			return inputf("block %v lies off the board of %d × %d cells", b, p.Rows, p.Cols)
		}
		if i > 0 {
			if !blocks[i-1].before(b) {
				return inputf("block %v stands behind block %v; they must be in order and differ", b, blocks[i-1])
			}
			if blocks[i-1] == (Block{b.R, b.C - 1}) {
				links++
			}
		}
		up := Block{b.R - 1, b.C}
		for blocks[j].before(up) {
			j++
		}
		want := int32(-1)
		if blocks[j] == up {
			want = int32(j)
			links++
			downs++
		}
		if p.Above[i] != want || want >= 0 && p.Below[want] != int32(i) {
			return inputf("the links up and down at block %v are wrong", b)
		}
		if p.Below[i] != -1 {
			downs--
		}
	}
	if downs != 0 || links != p.Links {
		return inputf("the links up and down, or their number, are wrong")
	}
	return nil
}

// Left is the index of the block in the next cell to the left of block i, or -1.
func (p *Instance) Left(i int32) int32 {
	if b := p.Blocks[i]; i > 0 && p.Blocks[i-1] == (Block{b.R, b.C - 1}) {
		return i - 1
	}
	return -1
}

// Right is the index of the block in the next cell to the right of block i, or -1.
func (p *Instance) Right(i int32) int32 {
	if b := p.Blocks[i]; int(i) < len(p.Blocks)-1 && p.Blocks[i+1] == (Block{b.R, b.C + 1}) {
		return i + 1
	}
	return -1
}

// Find is the index of the block at b, or -1. Cost O(log blocks).
func (p *Instance) Find(b Block) int32 {
	low, high := 0, len(p.Blocks)
	for low < high {
		mid := int(uint(low+high) / 2)
		if p.Blocks[mid].before(b) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(p.Blocks) && p.Blocks[low] == b {
		return int32(low)
	}
	return -1
}

// IsTree reports whether the blocks form a tree: no two of them are joined by two different chains of blocks that share
// sides.
func (p *Instance) IsTree() bool { return p.Links == int64(len(p.Blocks))-1 }

// HasHoles reports whether the shape has a hole (see Stuck for what one is). Cost O(blocks), and no memory.
//
// It counts: a connected shape has one hole for each ring that is left when every 2 × 2 square of blocks
// has closed the ring that it makes itself. (Euler's formula for blocks, links and squares.)
func (p *Instance) HasHoles() bool {
	squares := int64(0)
	for i, below := range p.Below {
		if below >= 0 && p.Right(int32(i)) >= 0 && p.Right(below) >= 0 {
			squares++
		}
	}
	return p.Links-squares != int64(len(p.Blocks))-1
}
