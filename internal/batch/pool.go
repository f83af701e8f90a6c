package batch

import (
	"context"
	"slices"
	"sync"

	"github.com/gridwright/gridwright/internal/engine"
)

// A queue holds chunks between the source and the sink.
type queue struct {
	mu     sync.Mutex
	moved  sync.Cond
	chunks []*chunk // with lines that nobody has taken, the oldest first
	ended  bool     // there will be no more
	all    []*chunk // that are not yet written, in order

	most, held int64 // bytes of what has been read or answered and is not yet written
}

func newQueue(most int64) *queue {
	q := &queue{most: most}
	q.moved.L = &q.mu
	return q
}

// put adds a chunk when there is room for it; false: nobody wants it any more.
func (q *queue) put(c *chunk) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.ended && len(q.all) > 0 && q.held+c.size > q.most {
		q.moved.Wait()
	}
	if q.ended {
		return false
	}
	q.chunks = append(q.chunks, c)
	q.all = append(q.all, c)
	q.held += c.size
	q.moved.Broadcast()
	return true
}

// end says that there will be no more chunks.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.moved.Broadcast()
}

// take takes a line of the oldest chunk, waiting for one; nil when there will be none. It is also told that line at of
// the chunk before has its result, of so many bytes; whole: it was the last one.
func (q *queue) take(before *chunk, at, bytes int) (c *chunk, i int, whole bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if before != nil {
		before.done[at] = true
		before.left--
		whole = before.left == 0
		before.size += int64(bytes)
		q.held += int64(bytes)
	}
	for {
		for len(q.chunks) > 0 {
			c := q.chunks[0]
			if c.next < len(c.lines) {
				c.next++
				return c, c.next - 1, whole
			}
			q.chunks[0] = nil
			q.chunks = q.chunks[1:]
		}
		if q.ended || whole { // the caller hands the chunk on first
			return nil, 0, whole
		}
		q.moved.Wait()
	}
}

// early takes the results that could be written already out of chunks that are not yet whole: those of the oldest one
// up to the first that is missing, or, where their order is none, all.
func (q *queue) early(unordered bool) (results [][]byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, c := range q.all {
		if c.left == 0 { // it is on its way
			if unordered {
				continue
			}
			return results
		}
		if !unordered {
			for ; c.done[c.out]; c.out++ {
				results = append(results, c.results[c.out])
			}
			return results
		}
		for i, done := range c.done {
			if done && c.results[i] != nil {
				results = append(results, c.results[i])
				c.results[i] = nil
			}
		}
	}
	return results
}

// over reports whether no line is left to take, and there will be none.
func (q *queue) over() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ended && len(q.chunks) == 0
}

// written says that c has left.
func (q *queue) written(c *chunk) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held -= c.size
	q.all = slices.DeleteFunc(q.all, func(a *chunk) bool { return a == c })
	q.moved.Broadcast()
}

// left are the chunks that are not written, in order. Nobody works on them any more.
func (q *queue) left() []*chunk {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.all)
}

// resultBytes is how large the pieces are that results are written into.
const resultBytes = 32 << 10

// work does lines until there are none, or ctx ends, and hands on chunks that have all their results.
func (cfg *Config) work(ctx context.Context, q *queue, whole chan<- *chunk) {
	var last *chunk
	var out []byte
	at, bytes := 0, 0
	for {
		c, i, full := q.take(last, at, bytes)
		if full {
			whole <- last
		}
		if last = nil; c == nil {
			if q.over() {
				return
			}
			continue
		}
		if cap(out)-len(out) < resultBytes/8 {
			out = make([]byte, 0, resultBytes)
		}
		from := len(out)
		if l := &c.lines[i]; l.text == nil {
			out = cfg.Runner.Refuse(out, l.at, &engine.Error{Kind: engine.Limit, Title: cfg.tooLong()})
		} else {
			var err error
			if out, err = cfg.Runner.Append(ctx, out, l.at, l.text); err != nil {
				return // ctx has ended
			}
		}
		c.results[i] = out[from:len(out):len(out)]
		last, at, bytes = c, i, len(out)-from
	}
}
