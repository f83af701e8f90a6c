package gf2

import (
	"math/bits"
	"runtime"
	"sync"

	"github.com/gridwright/gridwright/meter"
)

// The method of four Russians. To add to many rows combinations of the same 64 source
// rows, picked by a 64-bit word a row, eight tables of 256 sums are made, one for each
// byte of the word; a target row then takes eight additions instead of 32. The tables
// cover one cache line of columns at a time (8 × 256 × 64 bytes = 128 KiB), so they stay in
// the second-level cache, and the eight sums of a line are fused into one pass over it.
// blockSteps is what a row of a block costs, in steps of a meter: eight lines of 64 bytes.
const blockSteps = 16

type russians [8][256][blockWords]uint64

// combos adds to rows lo … lo+len(pick)−1 of dst, in the words from `from` on, the
// combination of the source rows that pick names: bit t of pick[i] adds src[t] to row lo+i.
// src[t] may be nil where no pick has bit t; it has the stride of dst and is not among the targets.
//
// Cost: rows·words/8 fused steps of eight additions, plus 2048 additions a column for the tables.
func (dst *Matrix) combos(mt *meter.Meter, lo int, pick []uint64, src *[wordBits][]uint64, from int, pool *tablePool) {
	if len(pick) == 0 || from >= dst.stride {
		return
	}
	first, last := from/blockWords, dst.stride/blockWords
	if len(pick) < 48 {
		dst.combosFew(mt, lo, pick, src, from)
		return
	}
	pool.run(mt, last-first, len(pick), func(t *russians, b int) {
		dst.combosBlock(lo, pick, src, from, (first+b)*blockWords, t)
	})
}

// combosFew is combos row by row, without tables.
func (dst *Matrix) combosFew(mt *meter.Meter, lo int, pick []uint64, src *[wordBits][]uint64, from int) {
	for i, p := range pick {
		row := dst.full(lo + i)[from:]
		if mt.Work(bits.OnesCount64(p)*len(row)) != nil {
			return
		}
		for ; p != 0; p &= p - 1 {
			xorInto(row, src[bits.TrailingZeros64(p)][from:])
		}
	}
}

// combosBlock is combos for the column block that starts at word c. Columns before from
// get zeros in the tables and so stay as they are.
func (dst *Matrix) combosBlock(lo int, pick []uint64, src *[wordBits][]uint64, from, c int, t *russians) {
	var zero [blockWords]uint64
	for b := range t {
		tab := &t[b]
		tab[0] = zero
		for k := range 8 {
			line := zero
			if s := src[8*b+k]; s != nil {
				for i := max(from-c, 0); i < blockWords; i++ {
					line[i] = s[c+i]
				}
			}
			half := 1 << k
			for x := range half {
				a, d := &tab[x], &tab[half+x]
				d[0], d[1], d[2], d[3] = a[0]^line[0], a[1]^line[1], a[2]^line[2], a[3]^line[3]
				d[4], d[5], d[6], d[7] = a[4]^line[4], a[5]^line[5], a[6]^line[6], a[7]^line[7]
			}
		}
	}
	pos := lo*dst.stride + c
	for _, p := range pick {
		if p != 0 {
			d := (*[blockWords]uint64)(dst.w[pos:])
			t0, t1, t2, t3 := &t[0][p&255], &t[1][p>>8&255], &t[2][p>>16&255], &t[3][p>>24&255]
			t4, t5, t6, t7 := &t[4][p>>32&255], &t[5][p>>40&255], &t[6][p>>48&255], &t[7][p>>56]
			d[0] ^= t0[0] ^ t1[0] ^ t2[0] ^ t3[0] ^ t4[0] ^ t5[0] ^ t6[0] ^ t7[0]
			d[1] ^= t0[1] ^ t1[1] ^ t2[1] ^ t3[1] ^ t4[1] ^ t5[1] ^ t6[1] ^ t7[1]
			d[2] ^= t0[2] ^ t1[2] ^ t2[2] ^ t3[2] ^ t4[2] ^ t5[2] ^ t6[2] ^ t7[2]
			d[3] ^= t0[3] ^ t1[3] ^ t2[3] ^ t3[3] ^ t4[3] ^ t5[3] ^ t6[3] ^ t7[3]
			d[4] ^= t0[4] ^ t1[4] ^ t2[4] ^ t3[4] ^ t4[4] ^ t5[4] ^ t6[4] ^ t7[4]
			d[5] ^= t0[5] ^ t1[5] ^ t2[5] ^ t3[5] ^ t4[5] ^ t5[5] ^ t6[5] ^ t7[5]
			d[6] ^= t0[6] ^ t1[6] ^ t2[6] ^ t3[6] ^ t4[6] ^ t5[6] ^ t6[6] ^ t7[6]
			d[7] ^= t0[7] ^ t1[7] ^ t2[7] ^ t3[7] ^ t4[7] ^ t5[7] ^ t6[7] ^ t7[7]
		}
		pos += dst.stride
	}
}

// A tablePool holds one set of tables a worker for the length of one elimination or product.
type tablePool struct {
	tables []*russians
}

// newTablePool plans for matrices of n words in all: one worker for small ones, since
// starting a goroutine costs as much as some ten thousand word operations.
func newTablePool(n int) *tablePool { return &tablePool{tables: make([]*russians, tableWorkers(n))} }

func tableWorkers(n int) int {
	if n < 1<<14 {
		return 1
	}
	return max(1, runtime.GOMAXPROCS(0))
}

// tableBytes is the memory of the tables for matrices of n words.
func tableBytes(n int) int64 { return int64(tableWorkers(n)) * 8 * 256 * blockWords * 8 }

// run calls f for every block 0 … n−1 of so many rows, until mt stops it. Blocks are dealt out to the workers
// in turn: they are columns, so no two workers write to one line and each builds its own tables.
func (p *tablePool) run(mt *meter.Meter, n, rows int, f func(t *russians, block int)) {
	workers := min(len(p.tables), n)
	if rows*n < 4096 {
		workers = 1
	}
	one := func(mt *meter.Meter, k int) {
		if p.tables[k] == nil {
			p.tables[k] = new(russians)
		}
		for b := k; b < n && mt.Work(blockSteps*rows+8*256*blockWords) == nil; b += workers {
			f(p.tables[k], b)
		}
	}
	var wg sync.WaitGroup
	for k := 1; k < workers; k++ {
		fork := mt.Fork()
		wg.Go(func() { one(fork, k) })
	}
	one(mt, 0)
	wg.Wait()
	if workers > 1 {
		_ = mt.Poll() // what stopped a fork stops mt
	}
}

// Mul returns the product m·o, of m.rows × o.cols. The columns of m are the rows of o.
// Cost: m.rows·o.cols·m.cols / (64·8) additions of words, on all cores.
func (m *Matrix) Mul(mt *meter.Meter, o *Matrix) *Matrix {
	if m.cols != o.rows {
		panic("gf2: Mul: shapes do not fit")
	}
	c := New(mt, m.rows, o.cols)
	if c == nil {
		return nil
	}
	pool := newTablePool(len(c.w))
	pick := make([]uint64, m.rows)
	for j := range words(m.cols) {
		if mt.Work(4*m.rows) != nil {
			return nil
		}
		var src [wordBits][]uint64
		for t := range min(wordBits, o.rows-j*wordBits) {
			src[t] = o.full(j*wordBits + t)
		}
		for i := range pick {
			pick[i] = m.w[i*m.stride+j]
		}
		c.combos(mt, 0, pick, &src, 0, pool)
	}
	return c
}
