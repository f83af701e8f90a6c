package search

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Perimeter holds all positions of a set of moves within some cost of the solved one, one for each class of the
// twists. On the 4 × 4 torus with unit shifts a class has up to 256 positions, so that all 3·10⁹ within 9 moves are
// 14 million. A position y is a board of different tiles, y(i) being the place where the tile in cell i belongs.
//
// Its boards are spread over tables by their hash so that all cores can fill it. It grows a bucket of equal cost at a
// time; between that it does not change and is safe for concurrent use.
type Perimeter struct {
	c      *moveset.Compiled
	canon  *canon
	lay    layout // of all cells but the last, which follows from the others
	unit   int64  // costs are counted in this
	cost   []int64
	shards []*boardTable
	top    int64    // the radius: the cost of the next bucket to be expanded
	whole  bool     // there is none
	wait   *buckets // keys at each cost from top on; empty while frozen
	frozen bool
	Read   bool  // from a file, which may lie
	under  int64 // the limit of memory that stopped it, or 0
	m      *meter
	counts []int64 // classes at each cost done, for estimates
	// halfway: the next bucket has been begun; it is to be finished, whatever estimates say, so that stops change
	// nothing.
	halfway bool
	pull    []position
	push    []position // the inverses
}

const (
	shardBits     = 6
	perimeterWhat = "a table of the positions near the solved one"
)

// radius is the cost up to which every position is in the perimeter with its exact distance, in units; whole reports
// that no others can be reached.
func (pm *Perimeter) radius() (units int64, whole bool) { return pm.top, pm.whole }

// freeze drops the boards that wait: they are only needed for growing, and can be found again.
func (pm *Perimeter) freeze() {
	for !pm.wait.empty() {
		pm.wait.free(pm.wait.pop())
	}
	pm.frozen = true
}

// thaw finds the boards that wait again, if they were dropped.
func (pm *Perimeter) thaw() error {
	if !pm.frozen {
		return nil
	}
	pm.frozen = false
	var err error
	for _, t := range pm.shards {
		if err == nil {
			err = pm.m.ctx.Err()
		}
		t.each(0, t.mask+1, func(key []uint64, d int64) {
			if err == nil && d >= pm.top && !pm.whole {
				err = pm.wait.push(d, key)
			}
		})
	}
	if err != nil {
		pm.freeze()
	}
	return err
}

func newPerimeter(c *moveset.Compiled, lim puzzle.Limits) (*Perimeter, error) {
	pm := &Perimeter{c: c, canon: newCanon(c.N, findTwists(c)), lay: newLayout(c.N, max(c.N, 9)), unit: 1}
	pm.lay.n = c.N - 1
	pm.lay.words = (c.N - 1 + pm.lay.per - 1) / pm.lay.per
	pm.m = &meter{ctx: context.Background(), what: perimeterWhat, lim: lim}
	if c.Unit {
		pm.unit = c.Moves[0].Cost
	}
	for i := range c.Moves {
		pm.cost = append(pm.cost, c.Moves[i].Cost/pm.unit)
		var pull, push position
		for k := range c.N {
			pull[k] = uint8(c.Moves[i].Pull[k])
			push[pull[k]] = uint8(k)
		}
		pm.pull, pm.push = append(pm.pull, pull), append(pm.push, push)
	}
	for range 1 << shardBits {
		t, err := newBoardTable(pm.lay.words, pm.m)
		if err != nil {
			return nil, err
		}
		pm.shards = append(pm.shards, t)
	}
	pm.wait = newBuckets(pm.m)
	var id position
	for i := range c.N {
		id[i] = uint8(i)
	}
	key := make([]uint64, pm.lay.words)
	pm.key(key, &id)
	if _, err := pm.shard(key).lower(key, 0); err != nil {
		return nil, err
	}
	return pm, pm.wait.push(0, key)
}

// leastKey writes the key of y's representative.
func (pm *Perimeter) leastKey(dst []uint64, y *position, sc *canonScratch) {
	if pm.lay.bits <= 4 {
		dst[0] = pm.canon.leastWord(y, sc)
		return
	}
	var best position
	pm.canon.least(&best, y, sc)
	pm.key(dst, &best)
}

func (pm *Perimeter) key(dst []uint64, y *position) {
	if len(dst) == 1 {
		var k uint64
		for i := range pm.lay.n {
			k |= uint64(y[i&31]) << (i * pm.lay.bits & 63)
		}
		dst[0] = k
		return
	}
	clear(dst)
	for i := range pm.lay.n {
		dst[i/pm.lay.per] |= uint64(y[i]) << (i % pm.lay.per * pm.lay.bits)
	}
}

func (pm *Perimeter) position(y *position, key []uint64) {
	left := uint32(1)<<pm.c.N - 1
	if pm.c.N == 32 {
		left = ^uint32(0)
	}
	for i := range pm.lay.n {
		y[i] = uint8(pm.lay.at(key, i))
		left &^= 1 << y[i]
	}
	y[pm.lay.n] = 0
	for left > 1 {
		left >>= 1
		y[pm.lay.n]++
	}
}

// shard returns the table for a key. The tables themselves use the top of the hash, so this takes bits below it.
func (pm *Perimeter) shard(key []uint64) *boardTable {
	return pm.shards[pm.shardOf(hashBoard(key))]
}

func (pm *Perimeter) shardOf(h uint64) int { return int(h & (1<<shardBits - 1)) }

// after writes the position that a move makes of y.
func (pm *Perimeter) after(dst, y *position, move int) {
	pull := &pm.pull[move]
	for i := range pm.c.N {
		dst[i&31] = y[pull[i&31]&31]
	}
}

// batch is how many keys are expanded before they are put into the tables: it bounds what the lists between take.
const batch = 1 << 13

const maxWorkers = 8

// foundKeys is what the expansion of a part of a batch yields: keys for each shard and cost of a move.
type foundKeys [][]uint64

// grow expands the next bucket. At an error all that radius says still holds, and grow may be called again.
func (pm *Perimeter) grow(ctx context.Context, lim puzzle.Limits) error {
	pm.m.ctx, pm.m.lim = ctx, lim
	if pm.whole {
		return nil
	}
	if err := pm.thaw(); err != nil {
		return err
	}
	costs := slices.Clone(pm.cost)
	slices.Sort(costs)
	costs = slices.Compact(costs)
	workers := min(maxWorkers, runtime.GOMAXPROCS(0))
	words := pm.lay.words
	between := 8 * int64(words) * 4 * batch * int64(len(pm.cost))
	if err := pm.m.take(between); err != nil {
		return err
	}
	defer pm.m.give(between)
	bk := pm.wait.pop()
	pm.halfway = true
	fail := func(err error) error {
		// Some neighbours are in the tables and in no list: next time the lists are made anew. Expanding a board again does
		// no harm.
		pm.wait.free(bk)
		pm.freeze()
		return err
	}
	for at := 0; at < len(bk.keys); at += batch * words {
		part := bk.keys[at:min(len(bk.keys), at+batch*words)]
		news, err := pm.expandBatch(ctx, part, bk.cost, costs, workers)
		if err != nil {
			return fail(err)
		}
		for k := range costs {
			for s := range pm.shards {
				if list := news[s*len(costs)+k]; len(list) > 0 {
					if err := pm.wait.push(bk.cost+costs[k], list); err != nil {
						return fail(err)
					}
				}
			}
		}
	}
	pm.counts = append(pm.counts, int64(len(bk.keys)/words))
	pm.wait.free(bk)
	pm.halfway = false
	if pm.whole = pm.wait.empty(); !pm.whole {
		pm.top = pm.wait.top()
	}
	return nil
}

// expandBatch puts all neighbours of the boards in part into the tables and returns those that were news, for each
// shard and cost.
func (pm *Perimeter) expandBatch(ctx context.Context, part []uint64, d int64, costs []int64,
	workers int) (foundKeys, error) {
	words := pm.lay.words
	lists := make([]foundKeys, workers)
	var wg sync.WaitGroup
	size := (len(part)/words + workers - 1) / workers * words
	for w := range workers {
		from, until := min(len(part), w*size), min(len(part), (w+1)*size)
		wg.Go(func() { lists[w] = pm.expandPart(ctx, part[from:until], d, costs) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	news := make(foundKeys, len(pm.shards)*len(costs))
	errs := make([]error, workers)
	meters := make([]meter, workers)
	for w := range workers {
		wg.Go(func() {
			meters[w] = meter{ctx: ctx, what: pm.m.what, lim: pm.m.lim, used: pm.m.used}
			errs[w] = pm.insertPart(lists, news, d, costs, w, workers, &meters[w])
		})
	}
	wg.Wait()
	used := pm.m.used
	for w := range workers {
		pm.m.used += meters[w].used - used
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return news, nil
}

// expandPart returns the representatives of all neighbours of the boards in part, some of them often.
func (pm *Perimeter) expandPart(ctx context.Context, part []uint64, d int64, costs []int64) foundKeys {
	words := pm.lay.words
	out := make(foundKeys, len(pm.shards)*len(costs))
	kind := make([]int, len(pm.cost))
	for m, w := range pm.cost {
		kind[m], _ = slices.BinarySearch(costs, w)
	}
	var sc canonScratch
	var y, z position
	key := make([]uint64, words)
	add := func(m int) {
		pm.leastKey(key, &z, &sc)
		s := pm.shardOf(hashBoard(key))*len(costs) + kind[m]
		out[s] = append(out[s], key...)
	}
	for at := 0; at < len(part); at += words {
		if at/words%256 == 0 && ctx.Err() != nil {
			return nil
		}
		board := part[at : at+words]
		if pm.shard(board).lookup(board) != d {
			continue
		}
		pm.position(&y, board)
		for m := range pm.push {
			push := &pm.push[m]
			// The positions from which move m leads to y, and, for the classes that twists with a flip join, those from which
			// it does so to an image of y: there the move comes first.
			for i := range pm.c.N {
				z[i&31] = y[push[i&31]&31]
			}
			add(m)
			if pm.canon.some {
				for i := range pm.c.N {
					z[i&31] = push[y[i&31]&31]
				}
				add(m)
			}
		}
	}
	return out
}

// insertPart fills the shards that are worker w's.
func (pm *Perimeter) insertPart(lists []foundKeys, news foundKeys, d int64, costs []int64, w, workers int,
	m *meter) error {
	words := pm.lay.words
	for s := w; s < len(pm.shards); s += workers {
		t := pm.shards[s]
		t.m = m
		defer func() { t.m = pm.m }()
		for k := range costs {
			at := s*len(costs) + k
			for _, list := range lists {
				if list == nil {
					continue
				}
				for i := 0; i < len(list[at]); i += words {
					key := list[at][i : i+words]
					isNew, err := t.lower(key, d+costs[k])
					if err != nil {
						return err
					}
					if isNew {
						news[at] = append(news[at], key...)
					}
				}
			}
		}
	}
	return nil
}

// size is the number of classes.
func (pm *Perimeter) size() (n int64) {
	for _, t := range pm.shards {
		n += int64(t.n)
	}
	return n
}
