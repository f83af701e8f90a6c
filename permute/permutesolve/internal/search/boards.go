package search

import (
	"context"

	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/puzzle"
)

// meter counts the bytes that a piece of work holds and refuses what is beyond its limit. ctx ends what takes long in
// the structures that it watches over.
type meter struct {
	ctx  context.Context
	what string
	lim  puzzle.Limits
	used int64
}

func (m *meter) take(bytes int64) error {
	if err := m.lim.CheckMemory(m.what, m.used+bytes); err != nil {
		return err
	}
	m.used += bytes
	return nil
}

func (m *meter) give(bytes int64) { m.used -= bytes }

// boardTable maps packed boards to distances. It is an open-addressing table with linear probing; the home of a board
// is the top of its hash, so that its boards lie about in the order of their hashes. An empty slot is all zero: a
// board of two or more kinds of tiles never is.
type boardTable struct {
	w     int // words of a board
	n     int // boards in it
	mask  int
	shift uint
	slots []uint64
	near  []uint8 // distances, while all are below 256
	far   []int64 // distances beyond
	m     *meter
}

const firstSlots = 256

func newBoardTable(w int, m *meter) (*boardTable, error) {
	t := &boardTable{w: w, m: m}
	if err := t.size(firstSlots); err != nil {
		return nil, err
	}
	return t, nil
}

// perSlot is what a slot takes, in bytes.
func (t *boardTable) perSlot() int64 {
	if t.far != nil {
		return 8*int64(t.w) + 8
	}
	return 8*int64(t.w) + 1
}

// size makes the table empty, with slots places: a power of 2.
func (t *boardTable) size(slots int) error {
	if err := t.m.take(t.perSlot() * int64(slots)); err != nil {
		return err
	}
	t.slots = hugepage.Make[uint64](slots * t.w)
	if t.far != nil {
		t.far = hugepage.Make[int64](slots)
	} else {
		t.near = hugepage.Make[uint8](slots)
	}
	t.mask, t.n = slots-1, 0
	t.shift = 64
	for s := slots; s > 1; s >>= 1 {
		t.shift--
	}
	return nil
}

// drop gives the memory back to the meter.
func (t *boardTable) drop() {
	t.m.give(t.perSlot() * int64(t.mask+1))
	t.slots, t.near, t.far = nil, nil, nil
}

// hashBoard mixes all bits of a board into all bits of the result; the constants are from MurmurHash3 (Austin
// Appleby, public domain).
func hashBoard(key []uint64) uint64 {
	h := key[0]
	for _, k := range key[1:] {
		h ^= h >> 33
		h = h*0xff51afd7ed558ccd ^ k
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// find returns the slot of key, and whether key is there.
func (t *boardTable) find(key []uint64) (int, bool) {
	return t.findFrom(int(hashBoard(key)>>t.shift), key)
}

func (t *boardTable) findFrom(i int, key []uint64) (int, bool) {
	if t.w == 1 {
		k := key[0]
		for {
			switch t.slots[i&t.mask] {
			case 0:
				return i & t.mask, false
			case k:
				return i & t.mask, true
			}
			i++
		}
	}
	for ; ; i++ {
		i &= t.mask
		at := t.slots[i*t.w : (i+1)*t.w]
		var any, differ uint64
		for j, k := range key {
			any |= at[j]
			differ |= at[j] ^ k
		}
		if differ == 0 && any != 0 {
			return i, true
		}
		if any == 0 {
			return i, false
		}
	}
}

func (t *boardTable) dist(slot int) int64 {
	if t.far != nil {
		return t.far[slot]
	}
	return int64(t.near[slot])
}

// lookup returns the distance of key, or -1.
func (t *boardTable) lookup(key []uint64) int64 {
	if i, ok := t.find(key); ok {
		return t.dist(i)
	}
	return -1
}

// lower stores d for key where that is new or less than before, and reports whether it was.
func (t *boardTable) lower(key []uint64, d int64) (bool, error) {
	i, ok := t.find(key)
	if ok && t.dist(i) <= d {
		return false, nil
	}
	if d > 255 && t.far == nil {
		if err := t.widen(); err != nil {
			return false, err
		}
	}
	if !ok {
		if 4*(t.n+1) > 3*(t.mask+1) {
			if err := t.grow(); err != nil {
				return false, err
			}
			i, _ = t.find(key)
		}
		copy(t.slots[i*t.w:(i+1)*t.w], key)
		t.n++
	}
	t.set(i, d)
	return true, nil
}

func (t *boardTable) set(slot int, d int64) {
	if t.far != nil {
		t.far[slot] = d
	} else {
		t.near[slot] = uint8(d)
	}
}

func (t *boardTable) widen() error {
	slots := int64(t.mask + 1)
	if err := t.m.take(8 * slots); err != nil {
		return err
	}
	t.far = make([]int64, slots)
	for i, d := range t.near {
		t.far[i] = int64(d)
	}
	t.near = nil
	t.m.give(slots)
	return nil
}

// grow doubles the slots.
func (t *boardTable) grow() error {
	old := *t
	if err := t.size(2 * (old.mask + 1)); err != nil {
		*t = old
		return err
	}
	step := 1 + 1<<16/t.w
	for from := 0; from <= old.mask; from += step {
		if err := t.m.ctx.Err(); err != nil {
			t.drop()
			*t = old
			return err
		}
		old.each(from, from+step, func(key []uint64, d int64) {
			i, _ := t.find(key)
			copy(t.slots[i*t.w:(i+1)*t.w], key)
			t.set(i, d)
		})
	}
	t.n = old.n
	old.drop()
	return nil
}

// each calls f with the boards in the slots from to until-1 and their distances.
func (t *boardTable) each(from, until int, f func(key []uint64, d int64)) {
	for i := from; i < min(until, t.mask+1); i++ {
		key := t.slots[i*t.w : (i+1)*t.w]
		for _, k := range key {
			if k != 0 {
				f(key, t.dist(i))
				break
			}
		}
	}
}
