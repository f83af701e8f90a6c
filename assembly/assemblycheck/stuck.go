package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// holed reports whether the shape has a hole. It needs link.
func (k *work) holed() (bool, error) {
	chi, _, err := k.characteristic()
	if err != nil {
		return false, err
	}
	if _, err := k.tour(0); err != nil { // one connected part, so chi is 1 less the holes
		return false, err
	}
	return chi != 1, nil
}

// pinched reports whether two blocks of the shape touch at a corner while neither of the cells that share a side with
// both is a block.
func (k *work) pinched() (bool, error) {
	s := k.shape
	for _, b := range s.blocks {
		below := s.find(assembly.Block{R: b.R + 1, C: b.C}) >= 0
		for side := int32(-1); side <= 1 && !below; side += 2 {
			if s.find(assembly.Block{R: b.R + 1, C: b.C + side}) >= 0 && s.find(assembly.Block{R: b.R, C: b.C + side}) < 0 {
				return true, nil
			}
		}
		if err := k.spend(4); err != nil {
			return false, err
		}
	}
	return false, nil
}

// orderMatters reports whether taking off convex blocks in any order does not decide the shape: where it has a hole,
// and in the sticky model also where two blocks pinch. why says so. It needs link.
func (k *work) orderMatters() (why string, err error) {
	holed, err := k.holed()
	if err != nil {
		return "", err
	}
	if holed {
		return "the shape has a hole", nil
	}
	if k.p.Contact == assembly.Sticky {
		pinched, err := k.pinched()
		if err != nil {
			return "", err
		}
		if pinched {
			return "contact is sticky and two blocks of the shape touch at a corner alone", nil
		}
	}
	return "", nil
}

// bytesPerStuck is what checkStuck needs for a block: links, spread, the remainder, the pile.
const bytesPerStuck = 8 + bytesPerSpread + 1 + bytesPerPile

// checkStuck verifies that the shape can be taken apart down to the remainder, that is, with the time reversed, built
// from it, and that no convex block of the remainder can leave.
//
// The remainder has to be connected: then so is every set on the way to the shape, for each block comes to rest at the
// side of another; and none has a hole, for the shape has none and what leaves opens none: the next cell on its way is
// empty. So each mover could leave. That the certificate then proves what it says is the corollary in
// docs/proofs/assembly-convex.md.
func (k *work) checkStuck(c *assembly.Stuck) error {
	blocks := len(k.shape.blocks)
	switch {
	case k.p.Placed != nil:
		return puzzle.Rejectf("a stuck remainder proves nothing where blocks are in place already: one that is not convex " +
			"may be what has to leave")
	case len(c.Remainder) < 2:
		return puzzle.Rejectf("the remainder is %s; one block is no obstacle", grid.Number(len(c.Remainder), "block"))
	case len(c.Remainder) > blocks:
		return puzzle.Rejectf("the remainder is more than the shape")
	case len(c.Moves) != blocks-len(c.Remainder):
		return puzzle.Rejectf("there %s; from a remainder of %s to a shape of %d it takes %d", grid.Are(len(c.Moves), "move"),
			grid.Number(len(c.Remainder), "block"), blocks, blocks-len(c.Remainder))
	}
	if err := k.room("the check of a stuck remainder", bytesPerStuck, 8+bytesPerLine+bytesPerPileLine); err != nil {
		return err
	}
	in := newBitmap(blocks)
	for _, b := range c.Remainder {
		i := k.shape.find(b)
		switch {
		case i < 0:
			return puzzle.Rejectf("the remainder has a block in %s, which is not in the shape", place(b))
		case in.has(i):
			return puzzle.Rejectf("the remainder has two blocks in %s", place(b))
		}
		in.add(i)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	if k.p.Root != assembly.NoRoot && !in.has(k.p.Root) {
		return puzzle.Rejectf("the remainder lacks the block that is there from the start")
	}
	if err := k.link(); err != nil {
		return err
	}
	why, err := k.orderMatters()
	if err != nil {
		return err
	}
	if why != "" {
		return puzzle.Rejectf("a stuck remainder proves nothing here: %s", why)
	}
	sp, err := k.spreadFrom([]int32{k.shape.find(c.Remainder[0])}, in)
	if err != nil {
		return err
	}
	if len(sp.order) != len(c.Remainder) {
		return puzzle.Rejectf("the remainder is not connected")
	}
	p, err := k.newPile(in, k.p.Root)
	if err != nil {
		return err
	}
	for i := range int32(blocks) {
		if in.has(i) && p.canLeave(i) {
			return puzzle.Rejectf("the remainder is not stuck: the block in %s can leave", place(k.shape.blocks[i]))
		}
		if err := k.spend(4); err != nil {
			return err
		}
	}
	return k.rebuild(c, p)
}

// rebuild plays the moves from the remainder to the shape; each lets in a block that is convex then. p is
// the remainder, and its set grows with the board; its ends do not.
func (k *work) rebuild(c *assembly.Stuck, p *pile) error {
	r, err := NewReplay(k.p.Rows, k.p.Cols, k.p.Contact, c.Remainder[0])
	if err != nil {
		return err
	}
	for _, b := range c.Remainder {
		r.put(b)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	for n, m := range c.Moves {
		i, b, err := k.landing(r, n, m)
		if err != nil {
			return err
		}
		r.put(b)
		p.in.add(i)
		if _, _, convex := p.corner(i); !convex {
			return puzzle.Rejectf("move %d (%v) lets in a block, in %s, that is not convex", n+1, m, place(b))
		}
		if err := k.spend(4); err != nil {
			return err
		}
	}
	return nil
}
