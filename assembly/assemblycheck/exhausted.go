package assemblycheck

import (
	"crypto/sha256"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of the search backwards: sets that are met, and blocks touched on the way; some twenty seconds.
const (
	maxSets    = 1 << 24
	maxTouches = 1 << 33
)

// bytesPerSet is what a set in a map needs besides its bitmap.
const bytesPerSet = 80

// A closure is all sets that are met when a shape is taken apart in every way, those of one size at a time.
type closure struct {
	k       *work
	stay    bitmap // the blocks that stay, one if none is listed
	goal    int    // how many blocks are left in the end
	most    int64  // no more sets than that are wanted
	beside  [4][]int32
	level   map[string]struct{} // the bitmaps of the sets of some size
	sets    int64               // how many sets have been met, all sizes
	digest  [sha256.Size]byte
	touches int64

	cells []int32 // the blocks of the set at hand
	in    bitmap  // the same
	met   bitmap  // scratch of joined
	stack []int32 // scratch of joined
}

// checkExhausted repeats the search and compares.
func (k *work) checkExhausted(c *assembly.Exhausted) error {
	blocks := len(k.shape.blocks)
	switch {
	case blocks == max(1, len(k.start)):
		return puzzle.Rejectf("the shape is built as it stands")
	case c.Sets < 1:
		return puzzle.Rejectf("the search is said to have met %d sets; it met the shape at least", c.Sets)
	case blocks < 63 && c.Sets >= 1<<blocks:
		return puzzle.Rejectf("the search is said to have met %d sets; a shape of %d blocks has fewer", c.Sets, blocks)
	case c.Sets > maxSets:
		return tooMuch("a search that met %d sets, for %d is the most that is repeated", c.Sets, int64(maxSets))
	}
	cl, err := k.takeApart(k.start, c.Sets)
	switch {
	case err != nil:
		return err
	case cl.sets > c.Sets:
		return puzzle.Rejectf("the search is said to have met %d sets; there are more", c.Sets)
	case len(cl.level) > 0:
		return puzzle.Rejectf("the shape can be taken apart down to what is there at the start, so it can be built")
	case cl.sets < c.Sets:
		return puzzle.Rejectf("the search is said to have met %d sets; there are %d", c.Sets, cl.sets)
	case cl.digest != c.Digest:
		return puzzle.Rejectf("the digest of the %d sets is %x, not %x", cl.sets, cl.digest, c.Digest)
	}
	return nil
}

// takeApart meets all sets in which the blocks of start stay, until they are more than most. The level that is left is
// that of start, or of single blocks where it is empty.
func (k *work) takeApart(start []int32, most int64) (*closure, error) {
	n := len(k.shape.blocks)
	if err := k.room("the search backwards", 8+bytesPerSpread+16+8+1, 4); err != nil {
		return nil, err
	}
	if err := k.link(); err != nil {
		return nil, err
	}
	if _, err := k.tour(0); err != nil {
		return nil, err
	}
	stay, err := k.joinedSet(start)
	if err != nil {
		return nil, err
	}
	cl := &closure{k: k, stay: stay, goal: max(1, len(start)), most: most, in: newBitmap(n), met: newBitmap(n)}
	for d := range cl.beside {
		cl.beside[d] = make([]int32, n)
		for i := range cl.beside[d] {
			cl.beside[d][i] = k.shape.beside(int32(i), assembly.Direction(d))
			if err := k.spend(1); err != nil {
				return nil, err
			}
		}
	}
	whole := make([]byte, (n+7)/8)
	for i := range n {
		whole[i/8] |= 1 << (i % 8)
	}
	cl.level = map[string]struct{}{string(whole): {}}
	for size := n; len(cl.level) > 0; size-- {
		if cl.sets += int64(len(cl.level)); cl.sets > most || size == cl.goal {
			break
		}
		if err := cl.descend(); err != nil {
			return nil, err
		}
	}
	return cl, nil
}

// descend replaces the sets of the level by those that remain when a block leaves one of them.
func (cl *closure) descend() error {
	below := map[string]struct{}{}
	var smaller []byte
	for set := range cl.level {
		sum := sha256.Sum256([]byte(set))
		for i, b := range sum {
			cl.digest[i] ^= b
		}
		cl.open(set)
		for _, i := range cl.cells {
			if err := cl.touch(4 * int64(len(cl.cells))); err != nil {
				return err
			}
			if cl.stay.has(i) || !cl.lands(i) {
				continue
			}
			if whole, err := cl.joined(i); err != nil {
				return err
			} else if !whole {
				continue
			}
			smaller = append(smaller[:0], set...)
			smaller[i/8] &^= 1 << (i % 8)
			below[string(smaller)] = struct{}{}
			if cl.sets+int64(len(below)) > cl.most { // takeApart sees that when it adds them up
				cl.level = below
				return nil
			}
			if err := cl.watch(int64(len(cl.level)+len(below)), int64(len(set))); err != nil {
				return err
			}
		}
	}
	cl.level = below
	return nil
}

// open reads a set from its bitmap.
func (cl *closure) open(set string) {
	clear(cl.in)
	cl.cells = cl.cells[:0]
	for i := range int32(len(cl.k.shape.blocks)) {
		if set[i/8]>>(i%8)&1 != 0 {
			cl.in.add(i)
			cl.cells = append(cl.cells, i)
		}
	}
}

// watch makes sure of the memory for n sets of a bitmap of so many bytes, whenever n has about doubled.
func (cl *closure) watch(n, bytes int64) error {
	if n&(n-1) != 0 {
		return nil
	}
	return cl.k.lim.CheckMemory("a search backwards over so many sets", 2*n*(bytesPerSet+bytes))
}

// touch says that n more blocks have been touched.
func (cl *closure) touch(n int64) error {
	if cl.touches += n; cl.touches > maxTouches {
		return tooMuch("a search backwards that touches more than %d blocks", int64(maxTouches))
	}
	return cl.k.spend(int(n))
}
