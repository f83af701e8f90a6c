package tables

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/internal/hugepage"
)

// levels is a breadth-first search over all boards of an index, by moves that cost the same.
//
// A level is found by pulling: each block collects from the blocks that its moves come from. Nobody writes to
// another's block, so processors share the work without locks. What a move does to a block is one
// permutation of its boards; it is applied to the boards of the last level where these are few, and asked
// of the boards still missing where those are fewer, until one of its predecessors is in the last level.
type levels struct {
	x     *Cosets
	steps int    // distinct moves
	back  []edge // what undoing each step does
	table *Store // where the level of each board is written, or nil

	seen, front, next []uint64 // sets of boards, x.words to a block
	fronts, nexts     []uint16 // sizes per block
	missing           []uint16 // boards of each block not seen yet
	counts            []int64  // boards of each level, all of an orbit counted
	classes           []int64  // the same, one of each orbit
	workers           int
	read              bool // its beginning was read from a file
}

// levelsMemory is about what a search needs beside the index and the table.
func levelsMemory(x *Cosets) int64 { return int64(x.blocks) * int64(24*x.words+6) }

func newLevels(ctx context.Context, x *Cosets, pulls [][]int32, table *Store) (*levels, error) {
	s := &levels{x: x, steps: len(pulls), table: table}
	var err error
	if s.back, err = x.edges(ctx, pulls); err != nil {
		return nil, err
	}
	n := x.blocks * x.words
	s.seen, s.front, s.next = hugepage.Make[uint64](n), hugepage.Make[uint64](n), hugepage.Make[uint64](n)
	s.fronts, s.nexts, s.missing = make([]uint16, x.blocks), make([]uint16, x.blocks), make([]uint16, x.blocks)
	for b := range s.missing {
		s.missing[b] = uint16(x.inner)
	}
	s.workers = 1
	if n > 1<<14 && (table == nil || x.inner*table.Bits%8 == 0) { // no two blocks in one byte
		s.workers = runtime.GOMAXPROCS(0)
	}
	return s, nil
}

// begin makes the identity level 0.
func (s *levels) begin() {
	var at [maxRanked]uint8
	for i := range at {
		at[i] = uint8(i)
	}
	i, _ := s.x.index(&at)
	b, r := int(i)/s.x.inner, int(i)%s.x.inner
	s.front[b*s.x.words+r>>6] |= 1 << (r & 63)
	s.seen[b*s.x.words+r>>6] |= 1 << (r & 63)
	s.fronts[b]++
	s.missing[b]--
	s.counts, s.classes = []int64{s.x.orbit(b)}, []int64{1}
	if s.table != nil {
		s.table.Set(i, 0)
	}
}

// orbit is the number of cosets that block b stands for.
func (x *Cosets) orbit(b int) int64 {
	if x.weight == nil {
		return 1
	}
	return int64(x.weight[b])
}

// step finds the next level; false where it is empty. tell, if not nil, hears now and then, from one of the
// workers at a time, how many boards it has so far.
func (s *levels) step(ctx context.Context, tell func(found int64)) (bool, error) {
	const chunk = 64
	level := len(s.counts)
	table := s.table
	if table != nil && !table.holds(uint32(level)) {
		s.table = nil // a level that is empty after all shall not make it wider
		defer func() { s.table = table }()
	}
	var from, found, classes atomic.Int64
	var telling sync.Mutex
	work := func() {
		reach := make([]uint64, s.x.words)
		for ctx.Err() == nil {
			b := int(from.Add(chunk)) - chunk
			if b >= s.x.blocks {
				return
			}
			n, k := int64(0), int64(0)
			for end := min(b+chunk, s.x.blocks); b < end; b++ {
				m := int64(s.pull(b, reach, uint32(level)))
				n, k = n+m*s.x.orbit(b), k+m
			}
			found.Add(n)
			classes.Add(k)
			if tell != nil && telling.TryLock() {
				tell(found.Load())
				telling.Unlock()
			}
		}
	}
	if s.workers == 1 {
		work()
	} else {
		var wg sync.WaitGroup
		for range s.workers {
			wg.Go(work)
		}
		wg.Wait()
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if classes.Load() == 0 {
		return false, nil
	}
	s.counts, s.classes = append(s.counts, found.Load()), append(s.classes, classes.Load())
	s.front, s.next = s.next, s.front
	s.fronts, s.nexts = s.nexts, s.fronts
	if table != s.table {
		table.allow(uint32(level))
		for b := range s.fronts {
			if b&4095 == 0 && ctx.Err() != nil {
				return false, ctx.Err()
			}
			if s.fronts[b] > 0 {
				s.write(table, b, s.front[b*s.x.words:(b+1)*s.x.words], uint32(level))
			}
		}
	}
	return true, nil
}

// write notes the level of a set of boards of block b.
func (s *levels) write(table *Store, b int, set []uint64, level uint32) {
	base := uint64(b) * uint64(s.x.inner)
	for w, set := range set {
		for ; set != 0; set &= set - 1 {
			table.Set(base+uint64(w<<6|bits.TrailingZeros64(set)), level)
		}
	}
}

// spread adds to reach the boards that the step e leads to front's from, and returns how many are then missing in it.
func (x *Cosets) spread(e *edge, front, reach []uint64) (left int) {
	row := x.right[int(x.inverse[e.by])*x.inner:][:x.inner]
	if un := x.unleft[e.left]; un == nil {
		for w, set := range front {
			for ; set != 0; set &= set - 1 {
				r := row[w<<6|bits.TrailingZeros64(set)]
				reach[r>>6] |= 1 << (r & 63)
			}
		}
	} else {
		for w, set := range front {
			for ; set != 0; set &= set - 1 {
				r := un[row[w<<6|bits.TrailingZeros64(set)]]
				reach[r>>6] |= 1 << (r & 63)
			}
		}
	}
	for _, set := range reach {
		left += bits.OnesCount64(^set)
	}
	return left
}

// gather does the same from the boards that are missing in reach, and returns how many it finds.
func (x *Cosets) gather(e *edge, front, reach []uint64) (found int) {
	row := x.right[int(e.by)*x.inner:][:x.inner]
	rename := x.left[e.left]
	for w := range reach {
		for set := ^reach[w]; set != 0; set &= set - 1 {
			q := w<<6 | bits.TrailingZeros64(set)
			if rename != nil {
				q = int(rename[q])
			}
			q = int(row[q])
			if front[q>>6]>>(q&63)&1 != 0 {
				reach[w] |= set & -set
				found++
			}
		}
	}
	return found
}

// pull finds the boards of block b that are on the next level, and returns their number.
func (s *levels) pull(b int, reach []uint64, level uint32) int {
	x, words := s.x, s.x.words
	next := s.next[b*words : (b+1)*words]
	missing := int(s.missing[b])
	s.nexts[b] = 0
	if missing == 0 {
		clear(next)
		return 0
	}
	seen := s.seen[b*words : (b+1)*words]
	copy(reach, seen)
	if spare := x.inner & 63; spare != 0 {
		reach[words-1] |= ^uint64(0) << spare // no boards
	}
	left := missing // not yet reached
	for i := range s.back[b*s.steps : (b+1)*s.steps] {
		e := &s.back[b*s.steps+i]
		few := int(s.fronts[e.to])
		if few == 0 {
			continue
		}
		front := s.front[int(e.to)*words : (int(e.to)+1)*words]
		if few <= left {
			left = x.spread(e, front, reach)
		} else {
			left -= x.gather(e, front, reach)
		}
		if left == 0 {
			break
		}
	}
	n := missing - left
	s.nexts[b], s.missing[b] = uint16(n), uint16(left)
	if n == 0 {
		clear(next)
		return 0
	}
	if spare := x.inner & 63; spare != 0 {
		reach[words-1] &= 1<<spare - 1
	}
	for w := range next {
		next[w] = reach[w] &^ seen[w]
		seen[w] = reach[w]
	}
	if s.table != nil {
		s.write(s.table, b, next, level)
	}
	return n
}
