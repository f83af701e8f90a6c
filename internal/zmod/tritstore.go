package zmod

import "github.com/gridwright/gridwright/meter"

// A tritStore keeps entries mod 3 in two bit planes: bit 0 of 1 in the first, of 2 in the
// second, 64 entries to a pair of words. Adding two pairs takes seven operations, negating
// none. Groups of four pivot rows have 81 combinations, of which a row takes one.
type tritStore struct {
	blocks  int // column blocks in a row
	rows    int
	w       []tritLine // block by block, each from the first row to the last
	scratch []*tritScratch
	pick    [][tritTables]uint8
}

const (
	tritGroup  = 4
	tritTables = maxPanel / tritGroup
	tritCombos = 81
	tritWords  = 4 // pairs of words in a column block, which is one cache line
	tritCols   = 64 * tritWords
)

// A tritLine is one column block of a row: the first planes of its words, then the second.
type tritLine [2 * tritWords]uint64

type tritScratch [tritTables][tritCombos]tritLine

// add adds o to l (Harrison, Page and Smart).
func (l *tritLine) add(o *tritLine) {
	for j := range tritWords {
		a, b := l[j], l[tritWords+j]
		c, d := o[j], o[tritWords+j]
		t := (a | d) ^ (b | c)
		l[j], l[tritWords+j] = (b|d)^t, (a|c)^t
	}
}

// packTrits packs the rows of d, p = 3.
func packTrits(mt *meter.Meter, d *ldu) *tritStore {
	s := &tritStore{rows: d.rows, blocks: (d.cols + tritCols - 1) / tritCols}
	s.w = make([]tritLine, s.rows*s.blocks)
	s.pick = make([][tritTables]uint8, s.rows)
	s.scratch = make([]*tritScratch, workers())
	for i := 0; i < d.rows && mt.Work(4*d.cols) == nil; i++ {
		for j, v := range d.row(i) {
			l := &s.w[j/tritCols*s.rows+i]
			j %= tritCols
			l[j/64] |= uint64(v&1) << (j % 64)
			l[tritWords+j/64] |= uint64(v>>1) << (j % 64)
		}
	}
	return s
}

func (s *tritStore) width() int { return maxPanel }

func (s *tritStore) load(i, c int, dst []uint32) {
	l := &s.w[c/tritCols*s.rows+i] // a panel is one word wide and never leaves its block
	k := c % tritCols / 64
	a, b := l[k], l[tritWords+k]
	for j := range dst {
		dst[j] = uint32(a>>j&1 | b>>j&1<<1)
	}
}

func (s *tritStore) swap(i, j int) {
	for k := 0; k < len(s.w); k += s.rows {
		s.w[k+i], s.w[k+j] = s.w[k+j], s.w[k+i]
	}
}

func (s *tritStore) update(mt *meter.Meter, lo, n, c int, neg []uint32) {
	for i := 0; i < s.rows-lo && mt.Work(2*n) == nil; i++ {
		mult := neg[i*maxPanel : (i+1)*maxPanel]
		var pick [tritTables]uint8
		for k := range (n + tritGroup - 1) / tritGroup { // multipliers from n on are 0
			m := mult[k*tritGroup : (k+1)*tritGroup]
			pick[k] = uint8(m[0] + 3*m[1] + 9*m[2] + 27*m[3])
		}
		s.pick[i] = pick
	}
	first := c / tritCols
	blocks := s.blocks - first
	parallel(mt, blocks, blocks*(s.rows-lo+tritCombos)*n, func(mt *meter.Meter, worker, b int) {
		if mt.Work((s.rows-lo+tritCombos)*2*n) != nil {
			return
		}
		if s.scratch[worker] == nil {
			s.scratch[worker] = new(tritScratch)
		}
		s.updateBlock(lo, n, c/64, first+b, s.scratch[worker])
	})
}

// updateBlock is update for one block of columns; words before from stay.
func (s *tritStore) updateBlock(lo, n, from, block int, tabs *tritScratch) {
	skip := max(0, from-block*tritWords)
	w := s.w[block*s.rows+lo : (block+1)*s.rows]
	// Each pivot row in turn takes its entries of the tables so far and then enters its own.
	base := 1
	for i := range n {
		k := i / tritGroup
		if i%tritGroup == 0 {
			base = 1
			tabs[k][0] = tritLine{}
		}
		row := &w[i]
		line := *row
		clear(line[:skip])
		clear(line[tritWords : tritWords+skip])
		for g := range k + 1 {
			line.add(&tabs[g][s.pick[i][g]%tritCombos])
		}
		copy(row[skip:tritWords], line[skip:tritWords])
		copy(row[tritWords+skip:], line[tritWords+skip:])
		for x := base; x < 3*base; x++ {
			tabs[k][x] = tabs[k][x-base]
			tabs[k][x].add(&line)
		}
		base *= 3
	}
	groups := (n + tritGroup - 1) / tritGroup
	for i := n; i < len(w); i++ {
		pick, row := &s.pick[i], &w[i]
		a0, a1, a2, a3, b0, b1, b2, b3 := row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]
		for k := range groups {
			if pick[k&(tritTables-1)] == 0 {
				continue
			}
			o := &tabs[k&(tritTables-1)][pick[k&(tritTables-1)]%tritCombos]
			t := (a0 | o[4]) ^ (b0 | o[0])
			a0, b0 = (b0|o[4])^t, (a0|o[0])^t
			t = (a1 | o[5]) ^ (b1 | o[1])
			a1, b1 = (b1|o[5])^t, (a1|o[1])^t
			t = (a2 | o[6]) ^ (b2 | o[2])
			a2, b2 = (b2|o[6])^t, (a2|o[2])^t
			t = (a3 | o[7]) ^ (b3 | o[3])
			a3, b3 = (b3|o[7])^t, (a3|o[3])^t
		}
		*row = tritLine{a0, a1, a2, a3, b0, b1, b2, b3}
	}
}
