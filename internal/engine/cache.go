package engine

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"sync"

	"github.com/gridwright/gridwright/puzzle"
)

// A cache keeps answers about puzzles, by what they are: the document without its head, so that a name hinders nobody
// and is told to nobody. What is kept was sure when it was made: a claim has passed its check, and no limit had ended
// the work. Limits are a part of the key all the same, as more time may find a better way.
type cache struct {
	most int64

	mu     sync.Mutex
	byKey  map[key]*list.Element
	order  list.List // of *kept, the last used one in front
	bytes  int64
	hits   int64
	misses int64
}

type key [sha256.Size]byte

// A kept answer is an object of JSON. At is where the head of a puzzle goes; −1 where it has no place.
type kept struct {
	key  key
	body []byte
	at   int
}

// keptCost is what an answer takes beside its bytes, about.
const keptCost = 300

func newCache(most int64) *cache { return &cache{most: most, byKey: map[key]*list.Element{}} }

// get finds an answer; nil where there is none.
func (c *cache) get(k key) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[k]
	if e == nil {
		c.misses++
		return nil
	}
	c.hits++
	c.order.MoveToFront(e)
	return e.Value.(*kept)
}

// put keeps an answer, and gives up those that nobody has asked for longest. One that would fill an eighth of the cache
// is not kept.
func (c *cache) put(a *kept) {
	cost := int64(cap(a.body)) + keptCost
	if cost > c.most/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[a.key] != nil {
		return
	}
	c.byKey[a.key] = c.order.PushFront(a)
	for c.bytes += cost; c.bytes > c.most; {
		last := c.order.Remove(c.order.Back()).(*kept)
		delete(c.byKey, last.key)
		c.bytes -= int64(cap(last.body)) + keptCost
	}
}

// CacheStats are what a cache of answers holds, and how often it had one.
type CacheStats struct {
	Entries      int
	Bytes        int64
	Hits, Misses int64
}

// CacheStats tells of e's cache; all is 0 where it has none.
func (e *Engine) CacheStats() CacheStats {
	c := e.cache
	if c == nil {
		return CacheStats{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return CacheStats{len(c.byKey), c.bytes, c.hits, c.misses}
}

// ready is a result that is JSON already.
type ready []byte

// about makes a Verb of a question about one puzzle. sure tells whether an answer may be kept.
func about[R any](name, doc string, run func(c *call, in puzzle.Instance, f *puzzle.Family) (R, error),
	sure func(R) bool) Verb {
	ask := func(c *call, raw []byte) (any, error) {
		var args One
		if err := readArgs(raw, &args); err != nil {
			return nil, err
		}
		in, f, err := c.puzzle(args.Document)
		if err != nil {
			return nil, err
		}
		if c.cache == nil {
			return run(c, in, f)
		}
		head := in.Head()
		in = in.WithHead(puzzle.Head{})
		k, first, err := c.key(name, in)
		if err != nil {
			return nil, err
		}
		if known := c.cache.get(k); known != nil {
			c.hit = true
			return known.with(head)
		}
		out, err := run(c, in, f)
		if err != nil {
			return nil, err
		}
		body, err := encode(out)
		if err != nil {
			return nil, err
		}
		// Quotes within texts are escaped, so that this is where a document begins.
		a := &kept{k, bytes.Clone(body), bytes.Index(body, first)}
		if a.at >= 0 {
			a.at += len(first)
		}
		if sure(out) {
			c.cache.put(a)
		}
		return a.with(head)
	}
	look := func(raw []byte) error { return readArgs(raw, new(One)) }
	return Verb{name, doc, reflect.TypeFor[One](), reflect.TypeFor[R](), look, ask}
}

// key is the one of an answer about in, which has no head; first is how documents of its family begin, up to where a
// head goes.
func (c *call) key(verb string, in puzzle.Instance) (k key, first []byte, err error) {
	doc, err := c.document(in)
	if err != nil {
		return k, nil, err
	}
	const version = `,"version":`
	end := bytes.Index(doc, []byte(version)) + len(version)
	for end < len(doc) && doc[end] >= '0' && doc[end] <= '9' {
		end++
	}
	h := sha256.New()
	h.Write([]byte(verb))
	h.Write(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64([]byte{0}, uint64(c.lim.Time)),
		uint64(c.lim.Memory)))
	h.Write(doc)
	h.Sum(k[:0])
	return k, doc[:end], nil
}

// with is the answer about a puzzle with this head.
func (a *kept) with(head puzzle.Head) (ready, error) {
	if a.at < 0 || head == (puzzle.Head{}) {
		return a.body, nil
	}
	fields, err := head.BeginJSON(nil)
	if err != nil || len(fields) == 1 {
		return a.body, err
	}
	fields[0] = ','
	out := make([]byte, 0, len(a.body)+len(fields))
	return append(append(append(out, a.body[:a.at]...), fields...), a.body[a.at:]...), nil
}
