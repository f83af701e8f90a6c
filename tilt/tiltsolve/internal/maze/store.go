package maze

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"sync"

	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/meter"
)

// A store keeps keys, each once. The first bits of their hashes divide them among shards, which different workers fill
// at the same time. A shard holds so few keys that two bytes number them; when one gets too full all are halved.
//
// Keys lie in blocks and indexes in pages of fixed size, which are handed on when shards grow or are halved. So nothing
// is copied to larger memory, and there is no garbage: a key takes its own bytes and less than four more.
type store struct {
	size   int  // bytes of a key
	block  uint // a block has room for 1<<block keys
	bits   uint // of a hash that say which shard
	most   int  // keys in a shard
	shards []shard

	mu    sync.Mutex
	made  int         // bytes of blocks and pages
	spare [2][][]byte // blocks and pages that are free
}

// A shard keeps keys in the order in which they come, which is layer by layer.
type shard struct {
	n      int
	blocks [][]byte
	pages  [][]byte // a tag for each place, 0 where it is free, and then the number of the key
	ends   []uint16 // of each layer
	next   int      // keys before have been expanded
}

const (
	perShard  = 1<<16 - 1
	pageBits  = 11
	perPage   = 1 << pageBits
	pageBytes = 3 * perPage
	theBlocks = 0
	thePages  = 1
	slab      = 16 << 20 // the most that is made at once
)

func newStore(size int) *store {
	s := &store{size: size, most: perShard, shards: make([]shard, 1)}
	for s.block < 8 && size<<(s.block+1) <= 4096 {
		s.block++
	}
	return s
}

// hash mixes a key; all its bits are good.
func hash(key []byte) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for ; len(key) >= 8; key = key[8:] {
		h = (h ^ binary.LittleEndian.Uint64(key)) * 0xD6E8FEB86659FD93
		h ^= h >> 32
	}
	if len(key) >= 4 {
		h = (h ^ uint64(binary.LittleEndian.Uint32(key))) * 0xD6E8FEB86659FD93
		h ^= h >> 32
		key = key[4:]
	}
	for _, b := range key {
		h = (h ^ uint64(b)) * 0xD6E8FEB86659FD93
	}
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// shard is the number of the one that a hash belongs to.
func (s *store) shard(h uint64) int { return int(h >> (64 - s.bits)) }

// key is the n-th one of a shard.
func (s *store) key(sh *shard, n int) []byte {
	at := n & (1<<s.block - 1) * s.size
	return sh.blocks[n>>s.block][at : at+s.size : at+s.size]
}

// find is the number of a key in its shard; below 0 where it is not kept, and then the free place for it.
func (s *store) find(sh *shard, key []byte, h uint64) (n int, page []byte, at int) {
	first, _ := bits.Mul64(h<<s.bits, uint64(len(sh.pages)<<pageBits))
	tag, k, at := uint64(tagOf(h))*ones, int(first>>pageBits), int(first&(perPage-1))
	for {
		page = sh.pages[k]
		for ; at < perPage; at += 8 {
			tags, valid := eight(page, at)
			free := zeros(tags) & valid
			same := zeros(tags^tag) & valid
			if free != 0 {
				same &= free&-free - 1
			}
			for ; same != 0; same &= same - 1 {
				i := at + bits.TrailingZeros64(same)/8
				n = int(binary.LittleEndian.Uint16(page[perPage+2*i:]))
				if bytes.Equal(s.key(sh, n), key) {
					return n, page, i
				}
			}
			if free != 0 {
				return -1, page, at + bits.TrailingZeros64(free)/8
			}
		}
		if at, k = 0, k+1; k == len(sh.pages) {
			k = 0
		}
	}
}

// eight are the tags of a page from at on, and which of them are tags.
func eight(page []byte, at int) (tags, valid uint64) {
	tags, valid = binary.LittleEndian.Uint64(page[at:]), ^uint64(0)
	if left := perPage - at; left < 8 {
		valid = 1<<(8*left) - 1
	}
	return tags, valid
}

const ones = 0x0101010101010101

// zeros has the highest bit of the first byte of x that is 0. It may have that of later ones that are not.
func zeros(x uint64) uint64 { return (x - ones) &^ x & (ones << 7) }

func tagOf(h uint64) byte { return max(1, byte(h)) }

// add keeps a key unless it is kept; the shard has room for it.
func (s *store) add(m *meter.Meter, sh *shard, key []byte, h uint64) (added bool, err error) {
	if 100*sh.n >= 92*len(sh.pages)<<pageBits {
		if err := s.index(m, sh, len(sh.pages)+1+len(sh.pages)/7); err != nil {
			return false, err
		}
	}
	n, page, at := s.find(sh, key, h)
	if n >= 0 {
		return false, nil
	}
	return true, s.append(m, sh, key, h, page, at)
}

func (s *store) append(m *meter.Meter, sh *shard, key []byte, h uint64, page []byte, at int) error {
	if err := s.put(m, sh, key); err != nil {
		return err
	}
	page[at] = tagOf(h)
	binary.LittleEndian.PutUint16(page[perPage+2*at:], uint16(sh.n-1))
	return nil
}

// put adds a key behind the others, and leaves the index as it is.
func (s *store) put(m *meter.Meter, sh *shard, key []byte) error {
	if sh.n == len(sh.blocks)<<s.block {
		b, err := s.take(m, theBlocks, s.size<<s.block)
		if err != nil {
			return err
		}
		sh.blocks = append(sh.blocks, b)
	}
	sh.n++
	copy(s.key(sh, sh.n-1), key)
	return nil
}

// index makes an index of so many pages.
func (s *store) index(m *meter.Meter, sh *shard, pages int) error {
	for len(sh.pages) > pages {
		sh.pages = s.give(thePages, sh.pages)
	}
	for _, p := range sh.pages {
		clear(p[:perPage])
	}
	for len(sh.pages) < pages {
		p, err := s.take(m, thePages, pageBytes)
		if err != nil {
			return err
		}
		clear(p[:perPage])
		sh.pages = append(sh.pages, p)
	}
	size := uint64(pages << pageBits)
	for n := 0; n < sh.n; {
		block := sh.blocks[n>>s.block]
		for end := min(sh.n, n+1<<s.block); n < end; n++ {
			h := hash(block[:s.size])
			block = block[s.size:]
			page, at := freePlace(sh.pages, h<<s.bits, size)
			page[at] = tagOf(h)
			binary.LittleEndian.PutUint16(page[perPage+2*at:], uint16(n))
		}
	}
	return m.Work(20*sh.n + 500*pages)
}

// freePlace is the first one of an index of size places for a hash without its first bits, which tell the shard.
func freePlace(pages [][]byte, h, size uint64) (page []byte, at int) {
	first, _ := bits.Mul64(h, size)
	k, at := int(first>>pageBits), int(first&(perPage-1))
	for {
		page = pages[k]
		for ; at < perPage; at += 8 {
			tags, valid := eight(page, at)
			if free := zeros(tags) & valid; free != 0 {
				return page, at + bits.TrailingZeros64(free)/8
			}
		}
		if at, k = 0, k+1; k == len(pages) {
			k = 0
		}
	}
}

// take is memory of a kind: some that is free, or new. The more there is the more is made at once, on large pages.
func (s *store) take(m *meter.Meter, kind, size int) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.spare[kind]) == 0 {
		pieces := max(1, min(slab, s.made/24)/max(1, size))
		if err := m.Hold(theStates, int64(pieces*(size+24))); err != nil {
			return nil, err
		}
		s.made += pieces * size
		b := hugepage.Make[byte](pieces * size)
		for i := pieces - 1; i >= 0; i-- {
			s.spare[kind] = append(s.spare[kind], b[i*size:(i+1)*size:(i+1)*size])
		}
	}
	n := len(s.spare[kind]) - 1
	b := s.spare[kind][n]
	s.spare[kind] = s.spare[kind][:n]
	return b, nil
}

// give takes back the last of some memory of a kind.
func (s *store) give(kind int, from [][]byte) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(from) - 1
	s.spare[kind] = append(s.spare[kind], from[n])
	return from[:n]
}

// halve divides a shard by the next bit of its keys' hashes; their order stays.
func (s *store) halve(m *meter.Meter, sh, low, high *shard) error {
	if err := m.Hold(theStates, int64(2*len(sh.ends))); err != nil {
		return err
	}
	low.blocks, low.pages = sh.blocks, sh.pages
	low.ends, high.ends = make([]uint16, 0, len(sh.ends)+1), make([]uint16, 0, len(sh.ends)+1)
	for n := range sh.n + 1 {
		for len(low.ends) < len(sh.ends) && int(sh.ends[len(low.ends)]) == n {
			low.ends, high.ends = append(low.ends, uint16(low.n)), append(high.ends, uint16(high.n))
		}
		if n == sh.next {
			low.next, high.next = low.n, high.n
		}
		if n == sh.n {
			break
		}
		key := s.key(sh, n)
		to := low // where no key is moved to a higher place
		if hash(key)>>(63-s.bits)&1 == 1 {
			to = high
		}
		if err := s.put(m, to, key); err != nil {
			return err
		}
	}
	for (len(low.blocks)-1)<<s.block >= low.n && len(low.blocks) > 0 {
		low.blocks = s.give(theBlocks, low.blocks)
	}
	return m.Work(20 * sh.n)
}

// pagesFor is how many pages a shard of n keys gets that is to grow.
func pagesFor(n int) int { return 1 + 5*n/4>>pageBits }
