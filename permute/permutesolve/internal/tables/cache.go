package tables

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"path/filepath"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// A table on disk is one file in the directory that was handed in, named by the table's key: head, key, numbers of 8
// bytes little-endian (width, boards, levels, then cost and counts of each level), and the levels of all boards. What
// cannot be read, or is not exactly that, or what a look at it refutes (see sound), is no table and is made anew;
// that nothing can be written is no error either.

const tableHead = "gridwright permute table 1\n"

// leastKept is the work, in nanoseconds, from which a table is worth a file. To look at every entry of a file would
// take as long as to make it anew: so what is made soon is made, and of what is read a sample is looked at.
const leastKept = 50e6

func (ts *Shelf) path(key moveset.Key) string {
	return filepath.Join(ts.dir, "permute-"+hex.EncodeToString(key[:12])+".table")
}

// save writes a table, as far as that is possible.
func (ts *Shelf) save(key moveset.Key, t *Table) {
	if ts.dir == "" {
		return
	}
	head := append([]byte(tableHead), key[:]...)
	for _, v := range []uint64{uint64(t.Store.Bits), t.Store.N, uint64(len(t.values))} {
		head = binary.LittleEndian.AppendUint64(head, v)
	}
	for i := range t.values {
		for _, v := range []int64{t.values[i], t.counts[i], t.classes[i]} {
			head = binary.LittleEndian.AppendUint64(head, uint64(v))
		}
	}
	_ = disk.Write(ts.path(key), func(w *bufio.Writer) { // no cache is no error
		w.Write(head)
		w.Write(t.Store.Data)
	})
}

// load fills t with what the file holds about n boards; false where there is no such file or anything about it is
// wrong. roots are the boards of level 0.
func (ts *Shelf) load(ctx context.Context, key moveset.Key, t *Table, n uint64, roots [][]uint8,
	lim puzzle.Limits) bool {
	if ts.dir == "" || ts.Distrusted.Load() {
		return false
	}
	// No more is read than the widest table of n boards, with as many levels as boards, could take.
	most := int64(len(tableHead)+len(key)+24) + 28*int64(n)
	if lim.Memory > 0 {
		most = min(most, lim.Memory)
	}
	body, err := disk.Read(ctx, ts.path(key), most)
	if err != nil {
		return false
	}
	r := reader{rest: body}
	if string(r.bytes(len(tableHead))) != tableHead || !bytes.Equal(r.bytes(len(key)), key[:]) {
		return false
	}
	bits, boards, levels := r.number(), r.number(), r.number()
	if boards != n || levels == 0 || levels > n || bits != 2 && bits != 4 && bits != 8 && bits != 16 && bits != 32 {
		return false
	}
	if uint64(len(r.rest)) != 24*levels+uint64(storeBytes(n, int(bits))) {
		return false
	}
	t.values, t.counts, t.classes = nil, nil, nil
	for range levels {
		t.values = append(t.values, int64(r.number()))
		t.counts = append(t.counts, int64(r.number()))
		t.classes = append(t.classes, int64(r.number()))
	}
	t.Store = &Store{n, int(bits), r.rest}
	t.Read = true
	return t.Store.valid(int(levels)) && t.sound(ctx, roots)
}

// reader takes bytes and numbers off a slice; what is not there is zero.
type reader struct{ rest []byte }

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.rest = nil
		return make([]byte, n)
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) number() uint64 { return binary.LittleEndian.Uint64(r.bytes(8)) }
