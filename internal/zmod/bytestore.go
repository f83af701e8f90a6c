package zmod

import "github.com/gridwright/gridwright/meter"

// maxBytePrime is the largest prime whose elements are kept as bytes: a sum of an element
// and a product, p − 1 + (p − 1)², stays below 128, so that eight of them can be
// compared with a bound in one word at a time.
const maxBytePrime = 11

const (
	ones  = 0x0101010101010101 // a byte in all lanes, when multiplied
	highs = 0x8080808080808080
	// byteTables is how many tables are added up before the bytes are reduced: 16 elements and
	// the row itself stay below 128 for p ≤ 7, eight of them for p = 11.
	byteTables = 16
	byteWords  = 8 // words of a column block
	byteCols   = 8 * byteWords
)

// A byteLine is one column block of a row: a cache line.
type byteLine [byteWords]uint64

// A byteStore keeps eight entries in a word. Pivot rows go in groups of g; a table holds all p^g
// combinations of a group for one column block, reduced, and a row takes one entry of each table.
type byteStore struct {
	p         uint64
	g, tables int
	combos    int // p^g
	rows      int
	w         []byteLine // column block by column block, each from the first row to the last
	bounds    [4]uint64  // 8p, 4p, 2p, p in each byte
	scratch   []*byteScratch
	pick      [][byteTables]uint8
}

// byteScratch is what one worker needs: the tables of one column block.
type byteScratch [byteTables][256]byteLine

// packBytes packs the rows of d, p ≤ maxBytePrime.
func packBytes(mt *meter.Meter, d *ldu) *byteStore {
	s := &byteStore{p: uint64(d.p), rows: d.rows, tables: byteTables, pick: make([][byteTables]uint8, d.rows),
		scratch: make([]*byteScratch, workers())}
	if s.p > 7 {
		s.tables = byteTables / 2
	}
	s.combos = 1
	for s.combos*int(s.p) <= 256 && (s.g+1)*s.tables <= maxPanel {
		s.g++
		s.combos *= int(s.p)
	}
	for k := range s.bounds {
		s.bounds[k] = s.p << (3 - k) * ones
	}
	s.w = make([]byteLine, (d.cols+byteCols-1)/byteCols*d.rows)
	for i := 0; i < d.rows && mt.Work(4*d.cols) == nil; i++ {
		for j, v := range d.row(i) {
			s.w[j/byteCols*d.rows+i][j/8%byteWords] |= uint64(v) << (j % 8 * 8)
		}
	}
	return s
}

func (s *byteStore) width() int { return s.g * s.tables }

func (s *byteStore) load(i, c int, dst []uint32) {
	for j := range dst {
		k := c + j
		dst[j] = uint32(s.w[k/byteCols*s.rows+i][k/8%byteWords] >> (k % 8 * 8) & 255)
	}
}

func (s *byteStore) swap(i, j int) {
	for k := 0; k < len(s.w); k += s.rows {
		s.w[k+i], s.w[k+j] = s.w[k+j], s.w[k+i]
	}
}

// below subtracts bound from those bytes of x that are not below it. Bytes of x and bound are
// less than 128.
func below(x, bound uint64) uint64 {
	m := ((x | highs) - bound) & highs
	return x - bound&(m-m>>7)
}

func (s *byteStore) update(mt *meter.Meter, lo, n, c int, neg []uint32) {
	groups := (n + s.g - 1) / s.g
	for i := 0; i < s.rows-lo && mt.Work(2*n) == nil; i++ {
		mult := neg[i*maxPanel : i*maxPanel+n]
		var pick [byteTables]uint8
		for k := range groups {
			x := 0
			for t := min(n, (k+1)*s.g) - 1; t >= k*s.g; t-- {
				x = x*int(s.p) + int(mult[t])
			}
			pick[k] = uint8(x)
		}
		s.pick[i] = pick
	}
	first := c / byteCols
	blocks := len(s.w)/s.rows - first
	parallel(mt, blocks, blocks*byteWords*(s.rows-lo+s.combos)*groups, func(mt *meter.Meter, worker, b int) {
		if mt.Work(byteWords*(s.rows-lo+s.combos)*(groups+4)/2) != nil {
			return
		}
		if s.scratch[worker] == nil {
			s.scratch[worker] = new(byteScratch)
		}
		s.updateBlock(lo, n, c/8, first+b, s.scratch[worker])
	})
}

// updateBlock is update for one block of columns; words before from stay.
func (s *byteStore) updateBlock(lo, n, from, block int, tabs *byteScratch) {
	bound := s.bounds[3]
	skip := max(0, from-block*byteWords)
	w := s.w[block*s.rows+lo : (block+1)*s.rows]
	// Each pivot row in turn takes its entries of the tables so far and then enters its own.
	base := 1
	for i := range n {
		k, d := i/s.g, i%s.g
		if d == 0 {
			base = 1
			tabs[k][0] = byteLine{}
		}
		line := w[i]
		clear(line[:skip])
		for g := range k + 1 {
			t := &tabs[g][s.pick[i][g]]
			for j := range line {
				line[j] = below(line[j]+t[j], bound)
			}
		}
		copy(w[i][skip:], line[skip:])
		tab := &tabs[k]
		for x := base; x < base*int(s.p); x++ {
			a, b := &tab[(x-base)&255], &tab[x&255]
			for j := range line {
				b[j] = below(a[j]+line[j], bound)
			}
		}
		base *= int(s.p)
	}
	groups := (n + s.g - 1) / s.g
	b8, b4, b2 := s.bounds[0], s.bounds[1], s.bounds[2]
	for i := n; i < len(w); i++ {
		pick, d := &s.pick[i], &w[i]
		t0, t1, t2, t3 := &tabs[0][pick[0]], &tabs[1][pick[1]], &tabs[2][pick[2]], &tabs[3][pick[3]]
		t4, t5, t6, t7 := &tabs[4][pick[4]], &tabs[5][pick[5]], &tabs[6][pick[6]], &tabs[7][pick[7]]
		if groups <= 8 {
			for j := range d {
				x := d[j] + t0[j] + t1[j] + t2[j] + t3[j] + t4[j] + t5[j] + t6[j] + t7[j]
				d[j] = below(below(below(below(x, b8), b4), b2), bound)
			}
			continue
		}
		var sum byteLine
		for j := range d {
			sum[j] = d[j] + t0[j] + t1[j] + t2[j] + t3[j] + t4[j] + t5[j] + t6[j] + t7[j]
		}
		t0, t1, t2, t3 = &tabs[8][pick[8]], &tabs[9][pick[9]], &tabs[10][pick[10]], &tabs[11][pick[11]]
		t4, t5, t6, t7 = &tabs[12][pick[12]], &tabs[13][pick[13]], &tabs[14][pick[14]], &tabs[15][pick[15]]
		for j := range d {
			x := sum[j] + t0[j] + t1[j] + t2[j] + t3[j] + t4[j] + t5[j] + t6[j] + t7[j]
			d[j] = below(below(below(below(x, b8), b4), b2), bound)
		}
	}
}
