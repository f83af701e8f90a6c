package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
)

// maxPeeled bounds the blocks taken away in the count of first blocks, which are up to blocks² where the shape has no
// holes; some twenty seconds.
const maxPeeled = 1 << 26

// countFirst is how many blocks can be the first. With the time reversed: how many can be the last one.
func (k *work) countFirst() (int64, error) {
	if err := k.room("the count of first blocks", bytesPerStuck+1+4, 8+bytesPerPileLine); err != nil {
		return 0, err
	}
	if err := k.link(); err != nil {
		return 0, err
	}
	why, err := k.orderMatters()
	if err != nil {
		return 0, err
	}
	if why != "" {
		cl, err := k.takeApart(nil, maxSets)
		if err != nil {
			return 0, err
		}
		if cl.sets > maxSets {
			return 0, tooMuch("how many blocks can be the first, for that takes a search backwards over more than %d sets",
				int64(maxSets))
		}
		return int64(len(cl.level)), nil
	}
	n := int64(len(k.shape.blocks))
	if n*n > maxPeeled {
		return 0, tooMuch("how many blocks can be the first: without holes a shape of up to %d blocks is tried block by "+
			"block, and this one has %d", 1<<13, n)
	}
	count := int64(0)
	for first := range int32(n) {
		left, err := k.peel(first)
		if err != nil {
			return 0, err
		}
		if left == 1 {
			count++
		}
	}
	return count, nil
}

// peel takes convex blocks other than root away from a shape without holes, as long as one can leave, and returns how
// many are left. Which one is taken does not matter.
func (k *work) peel(root int32) (int64, error) {
	s := k.shape
	in := newBitmap(len(s.blocks))
	queue := make([]int32, len(s.blocks)) // blocks that may have become able to leave
	queued := newBitmap(len(s.blocks))
	for i := range int32(len(s.blocks)) {
		in.add(i)
		queued.add(i)
		queue[i] = i
	}
	p, err := k.newPile(in, root)
	if err != nil {
		return 0, err
	}
	again := func(i int32) {
		if i >= 0 && in.has(i) && !queued.has(i) {
			queued.add(i)
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		queued.remove(i)
		if err := k.spend(4); err != nil {
			return 0, err
		}
		if !p.canLeave(i) {
			continue
		}
		p.remove(i)
		// What changes are the windows and neighbours of the blocks around it, the ways in along its lines and, sticky, the
		// lines beside them. A block that can leave is at an end of one of its lines, and all these lie in
		// the lines of i and those next to them.
		b := s.blocks[i]
		for step := int32(-1); step <= 1; step++ {
			again(p.end(assembly.Left, b.R-s.top+step))
			again(p.end(assembly.Right, b.R-s.top+step))
			again(p.end(assembly.Up, b.C-s.left+step))
			again(p.end(assembly.Down, b.C-s.left+step))
		}
	}
	return p.left, nil
}
