package maze

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/big"

	"github.com/gridwright/gridwright/tilt"
)

// layer is the numbers of the states that are depth moves away.
func (t *Tree) layer(depth int) (from, end int) {
	if depth > 0 {
		from = t.Layers[depth-1]
	}
	return from, t.Layers[depth]
}

// Way is a shortest way to a goal; t has reached one. Of each layer it takes the first state that leads on.
func (t *Tree) Way() ([]tilt.Move, error) {
	x, err := newExpander(t.Game, t.m)
	if err != nil {
		return nil, err
	}
	way := make([]tilt.Move, t.Least)
	next := t.goals[0]
	for depth := t.Least - 1; depth >= 0; depth-- {
		from, end := t.layer(depth)
		found := false
		for n := from; n < end && !found; n++ {
			if err := x.expand(t.store.key(n)); err != nil {
				return nil, err
			}
			for i := range x.moves {
				if bytes.Equal(x.key(i), t.store.key(next)) {
					way[depth], next, found = t.Game.move(x.at, x.moves[i]), n, true
					break
				}
			}
		}
	}
	return way, nil
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
	x, err := newExpander(t.Game, t.m)
	if err != nil {
		return nil, err
	}
	w := &Ways{tree: t, steps: map[int][]step{}, count: map[int]*big.Int{}}
	for _, n := range t.goals {
		w.count[n] = big.NewInt(1)
	}
	for depth := t.Least - 1; depth >= 0; depth-- {
		for n, end := t.layer(depth); n < end; n++ {
			if err := x.expand(t.store.key(n)); err != nil {
				return nil, err
			}
			for i, by := range x.moves {
				to, _ := t.store.find(x.key(i))
				more, ok := w.count[to]
				if !ok || to < end { // as near as n, or nearer
					continue
				}
				if err := t.m.Hold("all shortest ways", bytesPerStep); err != nil {
					return nil, err
				}
				if w.count[n] == nil {
					w.count[n] = new(big.Int)
				}
				w.count[n].Add(w.count[n], more)
				w.steps[n] = append(w.steps[n], step{t.Game.move(x.at, by), to})
			}
		}
	}
	return w, nil
}

// Count is the number of shortest ways.
func (w *Ways) Count() *big.Int { return w.count[0] }

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
	return from(0)
}

// Digest is the sum of all states' sums; see tilt.Exhausted.
func (t *Tree) Digest() (sum [32]byte, err error) {
	g := t.Game
	at, text := make([]int32, len(g.kind)), make([]byte, 0, 8*len(g.kind))
	var words [4]uint64
	for n := range t.store.n {
		if err := t.m.Work(300 + 8*len(at)); err != nil {
			return sum, err
		}
		g.unpack(t.store.key(n), at)
		text = text[:0]
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
		add(&words, sha256.Sum256(text))
	}
	for i, w := range words {
		binary.BigEndian.PutUint64(sum[8*i:], w)
	}
	return sum, nil
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
