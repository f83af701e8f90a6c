package permutesolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A table on disk is one file in the directory that was handed in, named by the table's key: head, key, numbers of 8 bytes
// little-endian (width, boards, levels, then cost and counts of each level), the levels of all boards, and the SHA-256 sum of all that. What
// cannot be read, or is not exactly that, is no table and is made anew; that nothing can be written is no error either. Files are
// written beside their place and renamed, so nobody reads half of one.

const tableHead = "gridwright permute table 1\n"

// leastCached is the fewest boards of a table worth a file.
const leastCached = 1 << 14

func (ts *tables) path(key tableKey) string {
	return filepath.Join(ts.dir, "permute-"+hex.EncodeToString(key[:12])+".table")
}

// save writes a table, as far as that is possible.
func (ts *tables) save(key tableKey, t *table) {
	if ts.dir == "" || t.store.n < leastCached {
		return
	}
	head := append([]byte(tableHead), key[:]...)
	for _, v := range []uint64{uint64(t.store.bits), t.store.n, uint64(len(t.values))} {
		head = binary.LittleEndian.AppendUint64(head, v)
	}
	for i := range t.values {
		for _, v := range []int64{t.values[i], t.counts[i], t.classes[i]} {
			head = binary.LittleEndian.AppendUint64(head, uint64(v))
		}
	}
	if os.MkdirAll(ts.dir, 0o777) == nil {
		_ = writeSummed(ts.path(key), head, t.store.data) // no cache is no error
	}
}

// load fills t with what the file holds about n boards; false where there is no such file or anything about it is wrong.
func (ts *tables) load(key tableKey, t *table, n uint64) bool {
	if ts.dir == "" || n < leastCached {
		return false
	}
	// No more is read than the widest table of n boards, with as many levels as boards, could take.
	body, err := readSummed(ts.path(key), int64(len(tableHead)+len(key)+24)+28*int64(n))
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
	for range levels {
		t.values = append(t.values, int64(r.number()))
		t.counts = append(t.counts, int64(r.number()))
		t.classes = append(t.classes, int64(r.number()))
	}
	t.store = &store{n, int(bits), r.rest}
	return t.store.valid(int(levels))
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

// writeSummed writes the parts and their sum to a file that is there whole or not at all.
func writeSummed(name string, parts ...[]byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	sum := sha256.New()
	for _, p := range parts {
		sum.Write(p)
		if _, err := f.Write(p); err != nil {
			f.Close()
			return err
		}
	}
	if _, err := f.Write(sum.Sum(nil)); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

var errNotWhole = errors.New("the file is damaged")

// readSummed returns what writeSummed wrote, at most as many bytes.
func readSummed(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most+sha256.Size || info.Size() < sha256.Size {
		return nil, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(data) < sha256.Size {
		return nil, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], sum) {
		return nil, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	return body, nil
}
