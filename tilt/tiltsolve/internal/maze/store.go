package maze

import (
	"bytes"
	"encoding/binary"
)

// A store keeps keys, each once, and numbers them from 0 as they come.
type store struct {
	size   int
	blocks [][]byte
	n      int
	table  []uint32 // number plus 1 of a key; 0: free
	shift  uint     // 64 less the bits of a place in the table
}

// Keys are kept in blocks, so that what is kept is not copied when there is more.
const (
	blockBits = 12
	perBlock  = 1 << blockBits
	firstBits = 10
)

func (s *store) key(n int) []byte {
	at := n & (perBlock - 1) * s.size
	return s.blocks[n>>blockBits][at : at+s.size : at+s.size]
}

func (s *store) hash(key []byte) uint64 {
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
	return h * 0xD6E8FEB86659FD93
}

// find is the number of key, below 0 where it is not kept, and its place in the table or that of a free one.
func (s *store) find(key []byte) (n int, at uint64) {
	mask := uint64(len(s.table) - 1)
	for at = s.hash(key) >> s.shift; ; at = (at + 1) & mask {
		n = int(s.table[at]) - 1
		if n < 0 || bytes.Equal(s.key(n), key) {
			return n, at
		}
	}
}

// add keeps key, which is new and belongs at that place of the table.
func (s *store) add(key []byte, at uint64) {
	copy(s.blocks[s.n>>blockBits][s.n&(perBlock-1)*s.size:], key)
	s.n++
	s.table[at] = uint32(s.n)
}
