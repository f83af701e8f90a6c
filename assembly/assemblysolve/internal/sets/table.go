package sets

import "github.com/gridwright/gridwright/puzzle"

// A Table remembers sets of blocks, as bitmaps. It compares whole bitmaps: two sets are never
// taken for one another.
type Table struct {
	what  string // names the work in errors
	words int    // of a bitmap
	lim   puzzle.Limits
	sets  []uint64 // the bitmaps one behind the other
	slots []uint32 // index of a set + 1, or 0
	n     int
}

// maxSets keeps indices in 32 bits.
const maxSets = 1 << 30

// NewTable makes a table for bitmaps of so many words. What it takes stays within lim; what names the work in errors.
func NewTable(what string, words int, lim puzzle.Limits) (*Table, error) {
	t := &Table{what: what, words: words, lim: lim}
	return t, t.grow(64)
}

// grow makes room for size/2 sets; what it takes is the new table, next to the old one for as long as it is filled.
func (t *Table) grow(size int) error {
	if size > maxSets {
		return &puzzle.LimitError{Limit: "memory",
			Msg: t.what + " meets more than 2^29 sets of blocks, which is beyond what it can hold"}
	}
	need := int64(size)*4 + int64(size/2)*int64(t.words)*8
	if err := t.lim.CheckMemory(t.what, need+need/2); err != nil {
		return err
	}
	sets := make([]uint64, t.n*t.words, size/2*t.words)
	copy(sets, t.sets)
	t.sets, t.slots = sets, make([]uint32, size)
	for k := range t.n {
		at := t.slot(t.at(k))
		t.slots[at] = uint32(k) + 1
	}
	return nil
}

// at is set k; it stays valid, and must not be changed.
func (t *Table) at(k int) []uint64 { return t.sets[k*t.words : (k+1)*t.words] }

// slot finds the place of set, or the free one where it belongs.
func (t *Table) slot(set []uint64) int {
	h := uint64(0)
	for _, w := range set {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := uint64(len(t.slots) - 1)
	for at := (h ^ h>>32) & mask; ; at = (at + 1) & mask {
		k := t.slots[at]
		if k == 0 || equalSets(t.at(int(k-1)), set) {
			return int(at)
		}
	}
}

func equalSets(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// Add remembers a copy of set and reports whether it is new.
func (t *Table) Add(set []uint64) (fresh bool, err error) {
	at := t.slot(set)
	if t.slots[at] != 0 {
		return false, nil
	}
	if t.n == len(t.slots)/2 {
		if err := t.grow(2 * len(t.slots)); err != nil {
			return false, err
		}
		at = t.slot(set)
	}
	t.sets = append(t.sets, set...)
	t.n++
	t.slots[at] = uint32(t.n)
	return true, nil
}
