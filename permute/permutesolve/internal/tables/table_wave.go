package tables

import (
	"container/heap"
	"context"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// wave settles boards in the order of their cost, for moves of any costs and any index.
//
// A board has cost D where a move of cost w leads to it from one of cost D − w, and none has settled it before. So
// for each D that can be, in rising order, the boards settled at D − w are expanded by the moves of cost w, for each
// w. No board waits twice in a queue, as in Dijkstra's algorithm with buckets, and the costs may be as far apart as
// they like. Where all moves cost the same it is breadth-first search.
type wave struct {
	level  []uint32   // of each board; unsettled where it has none. Grows with the index.
	values []int64    // the cost of each level
	sizes  []int      // boards of each level
	lists  [][]uint32 // the boards of a level, as long as moves may still start there
}

const unsettled = 1<<32 - 1

type costHeap []int64

func (h costHeap) Len() int           { return len(h) }
func (h costHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h costHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *costHeap) Push(x any)        { *h = append(*h, x.(int64)) }
func (h *costHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// run settles everything from the sources, at cost 0, of n boards or, where n is 0, of as many as there will be. expand
// appends the boards that the moves of a class lead to.
func (w *wave) run(ctx context.Context, n uint64, sources []uint32, classes []moveset.CostClass,
	expand func(board uint32, class int, out []uint32) ([]uint32, error)) error {
	w.level = slices.Grow(w.level, int(n))
	settle := func(list []uint32, board uint32, level int) []uint32 {
		for int(board) >= len(w.level) {
			w.level = append(w.level, unsettled)
		}
		if w.level[board] == unsettled {
			w.level[board] = uint32(level)
			list = append(list, board)
		}
		return list
	}
	var first []uint32
	for _, s := range sources {
		first = settle(first, s, 0)
	}
	at := map[int64]int{} // levels by cost
	var due costHeap
	queued := map[int64]bool{}
	open := 0 // levels before this have no list any more
	add := func(d int64, list []uint32) {
		at[d] = len(w.values)
		w.values, w.sizes, w.lists = append(w.values, d), append(w.sizes, len(list)), append(w.lists, list)
		for _, c := range classes {
			if !queued[d+c.Cost] {
				queued[d+c.Cost] = true
				heap.Push(&due, d+c.Cost)
			}
		}
	}
	add(0, first)
	var buf []uint32
	for len(due) > 0 {
		d := heap.Pop(&due).(int64)
		delete(queued, d)
		for ; w.values[open] < d-classes[len(classes)-1].Cost; open++ {
			delete(at, w.values[open])
			w.lists[open] = nil
		}
		var list []uint32
		for k, c := range classes {
			j, ok := at[d-c.Cost]
			if !ok {
				continue
			}
			for i, s := range w.lists[j] {
				if i&1023 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				var err error
				if buf, err = expand(s, k, buf[:0]); err != nil {
					return err
				}
				for _, t := range buf {
					list = settle(list, t, len(w.values))
				}
			}
		}
		if len(list) > 0 {
			add(d, list)
		}
	}
	for uint64(len(w.level)) < n {
		w.level = append(w.level, unsettled)
	}
	w.lists = nil
	return ctx.Err()
}

// store returns the levels in as few bits as will do.
func (w *wave) store() *Store {
	s := newStore(uint64(len(w.level)), narrowest(len(w.values)))
	for i, v := range w.level {
		if v != unsettled {
			s.Set(uint64(i), v)
		}
	}
	return s
}
