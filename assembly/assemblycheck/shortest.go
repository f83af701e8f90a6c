package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// maxVisits bounds the search for a cycle shorter than the claimed one: blocks visited, summed over
// all searches; some ten seconds.
const maxVisits = 1 << 30

// bytesPerHunt is what checkShortest needs for a block besides the links and the spread: four near lists, two lists
// for degrees, a queue and marks.
const bytesPerHunt = 16 + 8 + 8 + 8

// A hunt looks for short cycles of constraints.
type hunt struct {
	k    *work
	sp   *spread
	near [4][]int32
	core bitmap // blocks that may be on a cycle

	marks  []mark
	queue  []int32
	visits int64
}

// checkShortest verifies that no cycle has fewer than n constraints.
func (k *work) checkShortest(sp *spread, n int64) error {
	if n <= 2 {
		return nil // no block is its own parent or in its own way
	}
	// The root comes before all others; so it is on a cycle only if it lies in the way of one, and then those two are a
	// cycle. From here on constraints are between other blocks.
	for d := range 4 {
		e := assembly.Direction(d)
		for j := k.shape.next(k.p.Root, e); j >= 0; j = k.shape.next(j, e) {
			if sp.back[j] == e {
				return puzzle.Rejectf("there is a cycle of 2 constraints: the block that is there from the start is in the way "+
					"of the one in %s", place(k.shape.blocks[j]))
			}
			if err := k.spend(1); err != nil {
				return err
			}
		}
	}
	if err := k.room("the search for a shorter cycle", 8+bytesPerSpread+bytesPerHunt, 8); err != nil {
		return err
	}
	h := &hunt{k: k, sp: sp}
	if err := h.trim(); err != nil {
		return err
	}
	return h.search(n)
}

// followers yields blocks that must come after i: its children, and what lies in its way up to and including the first
// block there that moves as i does. What lies farther out is in that one's way too, so that this is enough for
// knowing what must come after what, though not for the lengths of chains.
func (h *hunt) followers(i int32, yield func(j int32)) {
	s := h.k.shape
	for d := assembly.Left; d <= assembly.Down; d++ {
		if j := s.beside(i, d); j >= 0 && h.sp.back[j] == d.Opposite() {
			yield(j)
		}
	}
	m := h.sp.back[i]
	if m == source {
		return
	}
	for j := s.next(i, m.Opposite()); j >= 0; j = s.next(j, m.Opposite()) {
		yield(j)
		if h.sp.back[j] == m {
			return
		}
	}
}

// leaders yields the blocks of which j is a follower.
func (h *hunt) leaders(j int32, yield func(i int32)) {
	if h.sp.back[j] != source {
		yield(h.k.shape.beside(j, h.sp.back[j]))
	}
	for d := range h.near {
		if i := h.near[d][j]; i >= 0 {
			yield(i)
		}
	}
}

// trim finds the core: it takes away blocks before which no other must come, until none is left, and then those
// after which none must.
func (h *hunt) trim() error {
	for d := range h.near {
		var err error
		if h.near[d], err = h.k.nearest(h.sp, assembly.Direction(d)); err != nil {
			return err
		}
	}
	n := len(h.k.shape.blocks)
	h.core = newBitmap(n)
	for i := range int32(n) {
		h.core.add(i)
	}
	for _, pass := range [2]struct{ ahead, behind func(int32, func(int32)) }{
		{h.leaders, h.followers}, {h.followers, h.leaders},
	} {
		degree := make([]int32, n)
		var bare []int32
		var here int32 // functions are made once a pass: one for each block would be garbage
		count := func(j int32) {
			if h.core.has(j) {
				degree[here]++
			}
		}
		release := func(j int32) {
			if degree[j]--; degree[j] == 0 && h.core.has(j) {
				bare = append(bare, j)
			}
		}
		for i := range int32(n) {
			if !h.core.has(i) {
				continue
			}
			here = i
			if pass.ahead(i, count); degree[i] == 0 {
				bare = append(bare, i)
			}
			if err := h.k.spend(8); err != nil {
				return err
			}
		}
		for len(bare) > 0 {
			i := bare[len(bare)-1]
			bare = bare[:len(bare)-1]
			h.core.remove(i)
			pass.behind(i, release)
			if err := h.k.spend(8); err != nil {
				return err
			}
		}
	}
	return nil
}

// search looks for a cycle of fewer than n constraints from each block of the core.
func (h *hunt) search(n int64) error {
	s := h.k.shape
	h.marks, h.queue = make([]mark, len(s.blocks)), make([]int32, 0, len(s.blocks))
	for from := range int32(len(s.blocks)) {
		if !h.core.has(from) {
			continue
		}
		length, err := h.back(from, n)
		if err != nil {
			return err
		}
		if length > 0 {
			return puzzle.Rejectf("there is a cycle of %d constraints, one of them about %s", length, place(s.blocks[from]))
		}
	}
	return nil
}

// A mark is what searches know of a block.
type mark struct {
	search int32 // 1 + the block from which the last search began that met it
	gone   uint8 // bit d: that search has met all from here on in the direction d
}

// back is the least number of constraints over which block from comes before itself; 0 where they are not fewer than n.
// What lies in a block's way is everything from there outwards; where another block of the same search has
// gone the same way before, the rest of it has been met. So one search meets each block a few times only.
func (h *hunt) back(from int32, n int64) (int64, error) {
	s := h.k.shape
	h.queue = append(h.queue[:0], from)
	found := false
	meet := func(j int32) {
		h.visits++
		if m := &h.marks[j]; m.search != from+1 {
			*m = mark{search: from + 1}
			if h.core.has(j) {
				h.queue = append(h.queue, j)
			}
		}
		found = found || j == from
	}
	for at, length, end := 0, int64(1), 1; at < len(h.queue) && length < n; at++ {
		i, before := h.queue[at], h.visits
		for d := assembly.Left; d <= assembly.Down; d++ {
			if j := s.beside(i, d); j >= 0 && h.sp.back[j] == d.Opposite() {
				meet(j)
			}
		}
		if m := h.sp.back[i]; m != source {
			out := m.Opposite()
			for j := s.next(i, out); j >= 0; j = s.next(j, out) {
				meet(j)
				if h.marks[j].gone>>out&1 != 0 {
					break
				}
				h.marks[j].gone |= 1 << out
			}
		}
		if found {
			return length, nil
		}
		if h.visits > maxVisits {
			return 0, tooMuch("that no cycle is shorter, for that takes more than %d visits", int64(maxVisits))
		}
		if err := h.k.spend(int(h.visits-before) + 1); err != nil {
			return 0, err
		}
		if at+1 == end {
			length++
			end = len(h.queue)
		}
	}
	return 0, nil
}
