package search

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// A perimeter on disk: the magic line; the key of its set of moves; then as 8 bytes little-endian the radius, 1 where
// it is whole, the number of classes expanded at each cost with their number before them, and for each table the
// number of its boards, the boards and their distances, one byte each, or 8 where perimeterWide is said; last the
// SHA-256 of all that.
const perimeterMagic = "gridwright perimeter 2\n"

func perimeterKey(c *moveset.Compiled) moveset.Key { return c.Key("perimeter") }

// PerimeterName is the name of the file for a set of moves.
func PerimeterName(c *moveset.Compiled) string {
	key := perimeterKey(c)
	return fmt.Sprintf("perimeter-%dx%d-%x.bin", c.Set.Rows, c.Set.Cols, key[:12])
}

// save writes the perimeter into the directory.
func (pm *Perimeter) save(dir string) error {
	flags := int64(0)
	if pm.whole {
		flags |= 1
	}
	for _, t := range pm.shards {
		if t.far != nil {
			flags |= perimeterWide
		}
	}
	return disk.Write(filepath.Join(dir, PerimeterName(pm.c)), func(w *bufio.Writer) {
		word := func(v int64) { w.Write(binary.LittleEndian.AppendUint64(nil, uint64(v))) }
		w.WriteString(perimeterMagic)
		key := perimeterKey(pm.c)
		w.Write(key[:])
		word(pm.top)
		word(flags)
		word(int64(len(pm.counts)))
		for _, n := range pm.counts {
			word(n)
		}
		for _, t := range pm.shards {
			word(int64(t.n))
			dists := make([]byte, 0, t.n)
			t.each(0, t.mask+1, func(key []uint64, d int64) {
				for _, k := range key {
					word(int64(k))
				}
				if flags&perimeterWide != 0 {
					dists = binary.LittleEndian.AppendUint64(dists, uint64(d))
				} else {
					dists = append(dists, byte(d))
				}
			})
			w.Write(dists)
		}
	})
}

const perimeterWide = 2

// errBadCache marks a file that is not what it should be: it is made anew.
var errBadCache = errors.New("not a table for these moves")

// cacheReader reads a file of a known size and sums it up.
type cacheReader struct {
	r    *bufio.Reader
	sum  hash.Hash
	left int64 // bytes before the checksum
	err  error
}

func (r *cacheReader) bytes(n int64) []byte {
	if r.err != nil || n < 0 || n > r.left {
		r.err = errors.Join(r.err, errBadCache)
		return nil
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r.r, b); err != nil {
		r.err = err
		return nil
	}
	r.left -= n
	r.sum.Write(b)
	return b
}

func (r *cacheReader) word() int64 {
	b := r.bytes(8)
	if b == nil {
		return -1
	}
	return int64(binary.LittleEndian.Uint64(b))
}

// loadPerimeter reads what save wrote for the same moves.
func loadPerimeter(ctx context.Context, c *moveset.Compiled, dir string, lim puzzle.Limits) (*Perimeter, error) {
	f, size, err := disk.Open(filepath.Join(dir, PerimeterName(c)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > 64*maxPerimeter {
		return nil, errBadCache
	}
	// About what the tables will take, asked for before anything is read.
	if err := lim.CheckMemory(perimeterWhat, 2*size); err != nil {
		return nil, err
	}
	r := &cacheReader{r: bufio.NewReaderSize(f, 1<<20), sum: sha256.New(), left: size - sha256.Size}
	if string(r.bytes(int64(len(perimeterMagic)))) != perimeterMagic {
		return nil, errBadCache
	}
	if key := perimeterKey(c); !bytes.Equal(r.bytes(int64(len(key))), key[:]) {
		return nil, errBadCache
	}
	pm, err := newPerimeter(c, lim)
	if err != nil {
		return nil, err
	}
	pm.freeze()
	pm.Read = true
	pm.top = r.word()
	flags := r.word()
	pm.whole = flags&1 != 0
	counts := r.word()
	if counts < 0 || counts > r.left/8 {
		return nil, errBadCache
	}
	for range counts {
		pm.counts = append(pm.counts, r.word())
	}
	if err := pm.readShards(ctx, r, flags&perimeterWide != 0); err != nil {
		return nil, err
	}
	want := make([]byte, sha256.Size)
	if _, err := io.ReadFull(r.r, want); err != nil || r.err != nil || r.left != 0 || !slices.Equal(want, r.sum.Sum(nil)) {
		return nil, errors.Join(r.err, errBadCache)
	}
	if !pm.sound(ctx) {
		return nil, errors.Join(ctx.Err(), errBadCache)
	}
	return pm, pm.m.take(0)
}

// readShards fills the tables, several at a time.
func (pm *Perimeter) readShards(ctx context.Context, r *cacheReader, wide bool) error {
	perBoard := 8*int64(pm.lay.words) + 1
	if wide {
		perBoard += 7
	}
	var wg sync.WaitGroup
	errs := make([]error, len(pm.shards))
	meters := make([]meter, len(pm.shards))
	gate := make(chan struct{}, maxWorkers)
	for s, t := range pm.shards {
		n := r.word()
		if r.err != nil || n < 0 || n > r.left/perBoard || ctx.Err() != nil {
			wg.Wait()
			return errors.Join(ctx.Err(), r.err, errBadCache)
		}
		keys, dists := r.bytes(n*8*int64(pm.lay.words)), r.bytes(n*(perBoard-8*int64(pm.lay.words)))
		gate <- struct{}{}
		meters[s] = meter{ctx: ctx, what: pm.m.what, lim: pm.m.lim}
		t.m.give(t.perSlot() * int64(t.mask+1))
		t.m = &meters[s]
		wg.Go(func() {
			errs[s] = t.fill(keys, dists, int(n), wide)
			<-gate
		})
	}
	wg.Wait()
	for s, t := range pm.shards {
		t.m = pm.m
		pm.m.used += meters[s].used
	}
	return errors.Join(errs...)
}

// fill makes the table anew with boards that come in the order of their slots: so the memory is written from front to
// back.
func (t *boardTable) fill(keys, dists []byte, n int, wide bool) error {
	slots := firstSlots
	for 3*slots < 4*(n+1) {
		slots *= 2
	}
	t.near, t.far = nil, nil
	if wide {
		t.far = []int64{}
	}
	if err := t.size(slots); err != nil {
		return err
	}
	key := make([]uint64, t.w)
	for i := range n {
		for k := range key {
			key[k] = binary.LittleEndian.Uint64(keys[8*(i*t.w+k):])
		}
		d := int64(0)
		if wide {
			d = int64(binary.LittleEndian.Uint64(dists[8*i:]))
		} else {
			d = int64(dists[i])
		}
		slot, ok := t.find(key)
		if ok || d < 0 || !slices.ContainsFunc(key, func(k uint64) bool { return k != 0 }) {
			return errBadCache
		}
		copy(t.slots[slot*t.w:(slot+1)*t.w], key)
		t.set(slot, d)
		t.n++
	}
	return nil
}
