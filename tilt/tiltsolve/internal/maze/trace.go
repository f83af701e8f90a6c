package maze

// A trace is the states that lie on shortest ways to goals, found backwards from these.
type trace struct {
	t     *Tree
	on    [][]uint64 // of each shard: a bit for each of its states
	sieve []uint64   // bits of the hashes of those of the last layer
}

// theWays names what is held.
const theWays = "all shortest ways"

// trace makes all moves once more of the states that are nearer than the goals; t has reached one.
func (t *Tree) trace() (*trace, error) {
	tr := &trace{t: t}
	if err := t.m.Hold(theWays, int64(t.States()/8+32*len(t.store.shards))); err != nil {
		return nil, err
	}
	for i := range t.store.shards {
		tr.on = append(tr.on, make([]uint64, (t.store.shards[i].n+63)/64))
	}
	for _, w := range t.crew.workers {
		w.x.bound = nil
	}
	states, n := t.layer(t.Least)
	t.crew.call(n * t.branches)
	err := t.crew.each(states, n, func(w *worker, part []span) error {
		for _, sp := range part {
			for k := sp.from; k < sp.to; k++ {
				if err := w.busy(w.x.m.Work(50 + 5*len(w.x.next))); err != nil {
					return err
				}
				t.Game.unpack(t.store.key(&t.store.shards[sp.shard], k), w.x.next)
				if t.Game.Reached(w.x.next) {
					w.hits = append(w.hits, sp.shard<<16|k)
				}
			}
		}
		return nil
	})
	for depth := t.Least - 1; depth >= 0 && err == nil; depth-- {
		if err = tr.mark(); err == nil {
			err = tr.back(depth)
		}
	}
	if err != nil {
		return nil, err
	}
	return tr, tr.mark()
}

// mark notes the states that workers have hit, and makes the sieve for them.
func (tr *trace) mark() error {
	n := 0
	for _, w := range tr.t.crew.workers {
		n += len(w.hits)
	}
	size := 64
	for size < n/4 {
		size *= 2
	}
	if size > len(tr.sieve) {
		if err := tr.t.m.Hold(theWays, int64(8*(size-len(tr.sieve)))); err != nil {
			return err
		}
		tr.sieve = nil
	}
	if tr.sieve == nil {
		tr.sieve = make([]uint64, size)
	}
	clear(tr.sieve)
	for _, w := range tr.t.crew.workers {
		for _, id := range w.hits {
			k, n := id>>16, id&perShard
			tr.on[k][n/64] |= 1 << (n % 64)
			word, bit := tr.place(hash(tr.t.store.key(&tr.t.store.shards[k], n)))
			tr.sieve[word] |= bit
		}
		w.hits = w.hits[:0]
	}
	return tr.t.m.Work(50 * n)
}

func (tr *trace) place(h uint64) (word int, bit uint64) {
	return int(h>>16) & (len(tr.sieve) - 1), 1 << (h >> 8 & 63)
}

// back hits the states that are depth moves away and lead on to one that is marked.
func (tr *trace) back(depth int) error {
	t := tr.t
	states, n := t.layer(depth)
	t.crew.call(n * t.branches)
	return t.crew.each(states, n, func(w *worker, part []span) error {
		for _, sp := range part {
			for k := sp.from; k < sp.to; k++ {
				w.x.reset()
				err := w.x.expand(t.store.key(&t.store.shards[sp.shard], k))
				if err := w.busy(err); err != nil {
					return err
				}
				for i := range w.x.moves {
					if tr.leads(w.x.key(i), depth+1) >= 0 {
						if err := w.x.m.Hold(theWays, 8); err != nil {
							return err
						}
						w.hits = append(w.hits, sp.shard<<16|k)
						break
					}
				}
			}
		}
		return nil
	})
}

// leads is the state key, its shard and number in one, if it is marked and depth moves away; otherwise below 0.
func (tr *trace) leads(key []byte, depth int) int {
	h := hash(key)
	if len(tr.sieve) > 0 {
		if word, bit := tr.place(h); tr.sieve[word]&bit == 0 {
			return -1
		}
	}
	s := tr.t.store
	k := s.shard(h)
	sh := &s.shards[k]
	if len(sh.pages) == 0 {
		return -1
	}
	n, _, _ := s.find(sh, key, h)
	if sp := sh.layer(k, depth); n < sp.from || n >= sp.to || tr.on[k][n/64]>>(n%64)&1 == 0 {
		return -1
	}
	return k<<16 | n
}
