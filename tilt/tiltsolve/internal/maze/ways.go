package maze

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"

	"github.com/gridwright/gridwright/tilt"
)

// Way is the first shortest way to a goal, in the order of moves; t has reached one.
func (t *Tree) Way() ([]tilt.Move, error) {
	tr, err := t.trace()
	if err != nil {
		return nil, err
	}
	x, at := t.crew.workers[0].x, t.start()
	tr.sieve = nil
	way := make([]tilt.Move, 0, t.Least)
	for len(way) < t.Least {
		x.reset()
		if err := x.expand(t.state(at)); err != nil {
			return nil, err
		}
		for i := range x.moves {
			if to := tr.leads(x.key(i), len(way)+1); to >= 0 {
				way, at = append(way, t.Game.move(x.at, x.moves[i])), to
				break
			}
		}
	}
	return way, nil
}

// start is the state at the start: the only one that is no move away.
func (t *Tree) start() int {
	spans, _ := t.layer(0)
	return spans[0].shard<<16 | spans[0].from
}

func (t *Tree) state(id int) []byte {
	return t.store.key(&t.store.shards[id>>16], id&perShard)
}

// A step leads on to a state along a shortest way.
type step struct {
	by tilt.Move
	to int
}

// Ways are all shortest ways to goals.
type Ways struct {
	tree  *Tree
	steps map[int][]step   // of each state on one of them
	count map[int]*big.Int // of ways from there
}

// bytesPerStep is what Ways keep for a step, with its share of the tables.
const bytesPerStep = 200

// Ways finds all shortest ways; t has reached a goal. It makes all moves of the states that are nearer once more.
func (t *Tree) Ways() (*Ways, error) {
	tr, err := t.trace()
	if err != nil {
		return nil, err
	}
	x := t.crew.workers[0].x
	tr.sieve = nil
	w := &Ways{tree: t, steps: map[int][]step{}, count: map[int]*big.Int{}}
	on := []int{t.start()} // in order of depth
	for depth, from := 0, 0; depth < t.Least; depth++ {
		met := map[int]bool{}
		for end := len(on); from < end; from++ {
			n := on[from]
			x.reset()
			if err := x.expand(t.state(n)); err != nil {
				return nil, err
			}
			for i, by := range x.moves {
				to := tr.leads(x.key(i), depth+1)
				if to < 0 {
					continue
				}
				if err := t.m.Hold(theWays, bytesPerStep); err != nil {
					return nil, err
				}
				w.steps[n] = append(w.steps[n], step{t.Game.move(x.at, by), to})
				if !met[to] {
					met[to] = true
					on = append(on, to)
				}
			}
		}
	}
	for i := len(on) - 1; i >= 0; i-- {
		sum := new(big.Int)
		for _, s := range w.steps[on[i]] {
			sum.Add(sum, w.count[s.to])
		}
		if len(w.steps[on[i]]) == 0 {
			sum.SetInt64(1)
		}
		w.count[on[i]] = sum
		if err := t.m.Work(200); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Count is the number of shortest ways.
func (w *Ways) Count() *big.Int { return w.count[w.tree.start()] }

// Each yields every shortest way once, in the order of their moves.
func (w *Ways) Each(yield func([]tilt.Move) error) error {
	way := make([]tilt.Move, 0, w.tree.Least)
	var from func(n int) error
	from = func(n int) error {
		if err := w.tree.m.Work(1000); err != nil {
			return err
		}
		if len(way) == w.tree.Least {
			return yield(way)
		}
		for _, s := range w.steps[n] {
			way = append(way, s.by)
			if err := from(s.to); err != nil {
				return err
			}
			way = way[:len(way)-1]
		}
		return nil
	}
	return from(w.tree.start())
}

// Digest is the sum of all states' sums; see tilt.Exhausted.
func (t *Tree) Digest() (sum [32]byte, err error) {
	t.crew.call(t.States())
	sums := make([][4]uint64, len(t.crew.called))
	err = t.crew.all(func(w *worker) error {
		var text []byte
		for k := w.number; k < len(t.store.shards); k += len(sums) {
			sh := &t.store.shards[k]
			for n := range sh.n {
				if err := w.busy(w.x.m.Work(300 + 8*len(w.x.at))); err != nil {
					return err
				}
				t.Game.unpack(t.store.key(sh, n), w.x.at)
				text = t.Game.canonical(text[:0], w.x.at)
				add(&sums[w.number], sha256.Sum256(text))
			}
		}
		return nil
	})
	var words [4]uint64
	for i := range sums {
		add(&words, number(sums[i]))
	}
	return number(words), err
}

// canonical appends a state as tilt.Exhausted says.
func (g *Game) canonical(text []byte, at []int32) []byte {
	for i := 0; i < len(at); {
		head, left, kind := len(text), uint32(0), g.kind[i]
		text = append(text, 0, 0, 0, 0)
		for ; i < len(at) && g.kind[i] == kind; i++ {
			if at[i] != gone {
				text = binary.BigEndian.AppendUint32(text, uint32(at[i]))
				left++
			}
		}
		binary.BigEndian.PutUint32(text[head:], left)
	}
	return text
}

// number writes words, the highest first.
func number(words [4]uint64) (out [32]byte) {
	for i, w := range words {
		binary.BigEndian.PutUint64(out[8*i:], w)
	}
	return out
}

// add adds to a number, its highest word first, modulo 2^256.
func add(words *[4]uint64, one [32]byte) {
	carry := uint64(0)
	for i := 3; i >= 0; i-- {
		v := binary.BigEndian.Uint64(one[8*i:])
		sum := words[i] + v + carry
		if sum < v || carry == 1 && sum == v {
			carry = 1
		} else {
			carry = 0
		}
		words[i] = sum
	}
}
