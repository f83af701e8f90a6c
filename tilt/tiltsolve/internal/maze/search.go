package maze

import (
	"fmt"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Tree is what has been reached from the start.
type Tree struct {
	Game   *Game
	Layers []int // how many states are at most so many moves away; the last layer may not be whole
	Least  int   // moves to the nearest goal; below 0 where none has been reached

	m        *meter.Meter
	store    *store
	crew     *crew
	branches int
	shown    int   // states when progress was told last
	bound    bound // states on no way of at most
	most     int   // moves are left out, as far as it says
	proved   int   // there is no way of fewer moves
}

// theStates names what is held.
const theStates = "a search of all boards that can be reached"

// Search meets states nearest first, until all those are known that are as near as the nearest goal; with all
// it goes on until there are no more. Without all, pieces that no goal tells apart are alike and states from which
// no goal is near are left out; but where no goal can be reached, the Tree holds all states of the board.
// Where it is stopped the Tree has got as far as it has: a goal takes at least Depth moves. What is found does not
// depend on how many processors there are.
//
// A layer is expanded in batches. The workers make the moves of a batch, each of its own part of it; then
// each keeps what is new in its own shards.
func (g *Game) Search(m *meter.Meter, all bool, progress func(puzzle.Progress)) (*Tree, error) {
	if !all && len(g.goals) > 0 {
		before := m.Held()
		q := g.merged()
		b, err := newBound(m, q)
		if err != nil {
			return nil, err
		}
		if q != g || b != nil {
			t, err := q.newTree(m)
			if err == nil {
				err = t.nearest(b, progress)
			}
			if err != nil || t.Least >= 0 {
				return t, err
			}
			m.Release(m.Held() - before)
		}
	}
	t, err := g.newTree(m)
	if err != nil {
		return t, err
	}
	return t, t.search(all, progress)
}

func (g *Game) newTree(m *meter.Meter) (*Tree, error) {
	t := &Tree{Game: g, Least: -1, m: m, store: newStore(g.size), branches: g.branches()}
	var err error
	t.crew, err = newCrew(g, m)
	return t, err
}

func (t *Tree) search(all bool, progress func(puzzle.Progress)) error {
	if err := t.begin(); err != nil {
		return err
	}
	for known := 0; ; {
		n := t.States()
		if n == known {
			return nil
		}
		known = n
		if err := t.endLayer(n); err != nil || t.Least >= 0 && !all {
			return err
		}
		for {
			batch, n := t.batch()
			if n == 0 {
				break
			}
			if err := t.advance(batch, n, len(t.Layers)); err != nil {
				return err
			}
			if n := t.States(); progress != nil && n-t.shown >= 1<<18 {
				t.shown = n
				progress(puzzle.Progress{Stage: fmt.Sprintf("%d moves away", len(t.Layers)), Done: int64(n),
					Unit: "states", Memory: t.m.Held()})
			}
		}
	}
}

// reset forgets all states, and keeps their memory.
func (t *Tree) reset() {
	s := t.store
	for i := range s.shards {
		for sh := &s.shards[i]; len(sh.blocks) > 0; {
			sh.blocks = s.give(theBlocks, sh.blocks)
		}
		for sh := &s.shards[i]; len(sh.pages) > 0; {
			sh.pages = s.give(thePages, sh.pages)
		}
	}
	s.shards, s.bits, t.Layers = make([]shard, 1), 0, nil
}

// begin meets the start.
func (t *Tree) begin() error {
	w := t.crew.call(1)[0]
	x := w.x
	x.keys = append(x.keys[:0], t.Game.first...)
	x.moves = append(x.moves[:0], move{})
	w.hash = append(w.hash[:0], hash(x.keys))
	return t.settle(0)
}

// endLayer closes the layer of the states met last; n are known.
func (t *Tree) endLayer(n int) error {
	if err := t.m.Hold(theStates, int64(8+2*len(t.store.shards))); err != nil {
		return err
	}
	t.Layers = append(t.Layers, n)
	for i := range t.store.shards {
		sh := &t.store.shards[i]
		sh.ends = append(sh.ends, uint16(sh.n))
	}
	return t.m.Work(5 * len(t.store.shards))
}

// A span is some of the keys of a shard.
type span struct{ shard, from, to int }

// batch takes states of the last layer that have not been expanded, so many that each shard gets a few thousand keys.
func (t *Tree) batch() (spans []span, count int) {
	most := min(1<<9<<t.store.bits, 1<<18, 1<<24/max(1, t.store.size))
	left := max(1, most/t.branches)
	for i := range t.store.shards {
		sh := &t.store.shards[i]
		end := int(sh.ends[len(sh.ends)-1])
		if n := min(left, end-sh.next); n > 0 {
			spans = append(spans, span{i, sh.next, sh.next + n})
			sh.next += n
			left -= n
			count += n
		}
	}
	return spans, count
}

// layer is all states that are depth moves away, as spans, and their number.
func (t *Tree) layer(depth int) (spans []span, count int) {
	for i := range t.store.shards {
		sp := t.store.shards[i].layer(i, depth)
		if n := sp.to - sp.from; n > 0 {
			spans = append(spans, sp)
			count += n
		}
	}
	return spans, count
}

func (sh *shard) layer(number, depth int) span {
	sp := span{number, 0, int(sh.ends[depth])}
	if depth > 0 {
		sp.from = int(sh.ends[depth-1])
	}
	return sp
}

// advance makes the moves of a batch of n states; the boards they make are depth moves away where they are new.
func (t *Tree) advance(batch []span, n, depth int) error {
	g := t.Game
	need := int64(n*t.branches) * int64(g.size+24)
	if err := t.m.Hold(theStates, need); err != nil {
		return err
	}
	defer t.m.Release(need)
	t.crew.call(n * t.branches)
	err := t.crew.each(batch, n, func(w *worker, states []span) error {
		w.x.reset()
		w.x.bound, w.x.room = t.bound, t.most-depth
		w.hash = w.hash[:0]
		for _, sp := range states {
			sh := &t.store.shards[sp.shard]
			for k := sp.from; k < sp.to; k++ {
				if err := w.busy(w.x.expand(t.store.key(sh, k))); err != nil {
					return err
				}
			}
		}
		for i := range w.x.moves {
			w.hash = append(w.hash, hash(w.x.key(i)))
		}
		return w.x.m.Work(10 * len(w.hash))
	})
	if err != nil {
		return err
	}
	return t.settle(depth)
}

// settle keeps the boards made by all workers that are new.
func (t *Tree) settle(depth int) error {
	s := t.store
	for {
		if err := t.crew.all(func(w *worker) error { return w.arrange(s) }); err != nil {
			return err
		}
		if !t.tooFull() {
			break
		}
		if err := t.halve(); err != nil {
			return err
		}
	}
	workers := t.crew.called
	err := t.crew.all(func(w *worker) error {
		for k := w.number; k < len(s.shards); k += len(workers) {
			sh := &s.shards[k]
			for _, v := range workers {
				made := v.order[v.from[k]:v.from[k+1]]
				for j, i := range made {
					if j%ahead == 0 {
						w.warm(s, sh, v, made[j:min(j+ahead, len(made))])
					}
					key := v.x.key(int(i))
					added, err := s.add(w.x.m, sh, key, v.hash[i])
					if added && (t.Least < 0 || t.Least == depth) && !w.found {
						t.Game.unpack(key, w.x.next)
						w.found = t.Game.Reached(w.x.next)
					}
					if err := w.busy(err); err != nil {
						return err
					}
				}
				if err := w.x.m.Work(40 * int(v.from[k+1]-v.from[k])); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for _, w := range workers {
		if w.found {
			t.Least, w.found = depth, false
		}
	}
	return err
}

// tooFull reports whether a shard may get more keys than it can number.
func (t *Tree) tooFull() bool {
	for k := range t.store.shards {
		n := t.store.shards[k].n
		for _, w := range t.crew.called {
			n += int(w.from[k+1] - w.from[k])
		}
		if n > t.store.most {
			return true
		}
	}
	return false
}

// halve halves all shards.
func (t *Tree) halve() error {
	s := t.store
	shards := make([]shard, 2*len(s.shards))
	workers := t.crew.called
	err := t.crew.all(func(w *worker) error {
		for k := w.number; k < len(s.shards); k += len(workers) {
			if err := w.busy(s.halve(w.x.m, &s.shards[k], &shards[2*k], &shards[2*k+1])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.shards = shards
	s.bits++
	return t.crew.all(func(w *worker) error {
		for k := w.number; k < len(s.shards); k += len(workers) {
			if err := w.busy(s.index(w.x.m, &shards[k], pagesFor(shards[k].n))); err != nil {
				return err
			}
		}
		return nil
	})
}

// Depth is how many moves a goal takes at the least, as far as t knows.
func (t *Tree) Depth() int {
	if t.Least >= 0 {
		return t.Least
	}
	return max(t.proved, len(t.Layers))
}

// States is how many states have been met.
func (t *Tree) States() int {
	n := 0
	for i := range t.store.shards {
		n += t.store.shards[i].n
	}
	return n
}
