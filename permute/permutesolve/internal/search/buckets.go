package search

// bucket holds the boards that wait at one cost.
type bucket struct {
	cost int64
	keys []uint64
}

// buckets is a priority queue of boards by cost: a heap of the costs that occur, few as a rule, and a list of boards
// for each. A board that was lowered stands in two lists; who takes it from the later one sees that its distance is
// less.
type buckets struct {
	heap []int64
	at   map[int64]*bucket
	m    *meter
}

func newBuckets(m *meter) *buckets { return &buckets{at: make(map[int64]*bucket), m: m} }

func (b *buckets) empty() bool { return len(b.heap) == 0 }

// top is the least cost at which a board waits.
func (b *buckets) top() int64 { return b.heap[0] }

// width is the number of words that wait there.
func (b *buckets) width() int { return len(b.at[b.heap[0]].keys) }

// push lets boards wait at a cost: one, or several behind each other.
func (b *buckets) push(cost int64, keys []uint64) error {
	bk := b.at[cost]
	if bk == nil {
		bk = &bucket{cost: cost}
		b.put(bk)
	}
	if len(bk.keys)+len(keys) > cap(bk.keys) {
		// Grown by hand, so that the meter hears of it: append may round up.
		size := max(64, 2*len(bk.keys), len(bk.keys)+len(keys))
		if err := b.m.take(8 * int64(size)); err != nil {
			return err
		}
		grown := make([]uint64, len(bk.keys), size)
		copy(grown, bk.keys)
		b.m.give(8 * int64(cap(bk.keys)))
		bk.keys = grown
	}
	bk.keys = append(bk.keys, keys...)
	return nil
}

// put adds a bucket of a cost that no other has.
func (b *buckets) put(bk *bucket) {
	b.at[bk.cost] = bk
	b.heap = append(b.heap, bk.cost)
	for i := len(b.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if b.heap[up] <= b.heap[i] {
			break
		}
		b.heap[up], b.heap[i] = b.heap[i], b.heap[up]
		i = up
	}
}

// pop takes the list of the least cost off the queue; give it back to the meter with free.
func (b *buckets) pop() *bucket {
	cost := b.heap[0]
	last := len(b.heap) - 1
	b.heap[0] = b.heap[last]
	b.heap = b.heap[:last]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && b.heap[down] < b.heap[least] {
				least = down
			}
		}
		if least == i {
			break
		}
		b.heap[least], b.heap[i] = b.heap[i], b.heap[least]
		i = least
	}
	bk := b.at[cost]
	delete(b.at, cost)
	return bk
}

func (b *buckets) free(bk *bucket) {
	b.m.give(8 * int64(cap(bk.keys)))
	bk.keys = nil
}
