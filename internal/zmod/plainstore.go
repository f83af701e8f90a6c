package zmod

import "github.com/gridwright/gridwright/meter"

// plainStore is the store for large p: the rows of the elimination themselves.
type plainStore struct{ d *ldu }

func (s *plainStore) width() int              { return 32 }
func (s *plainStore) load(int, int, []uint32) {}
func (s *plainStore) swap(int, int)           {} // the elimination has done it

func (s *plainStore) update(mt *meter.Meter, lo, n, c int, neg []uint32) {
	const chunk = 256 // columns whose sums stay in the first-level cache
	d := s.d
	blocks := (d.cols - c + chunk - 1) / chunk
	parallel(mt, blocks, blocks*(d.rows-lo)*n*chunk, func(mt *meter.Meter, _, b int) {
		from := c + b*chunk
		to := min(from+chunk, d.cols)
		var acc [chunk]uint64
		var tops [maxPanel][]uint32
		for t := range n {
			tops[t] = d.row(lo + t)[from:to]
		}
		for i := 0; i < d.rows-lo && mt.Work((n/2+2)*(to-from)) == nil; i++ {
			r := d.row(lo + i)[from:to]
			mult := neg[i*maxPanel : i*maxPanel+min(i, n)]
			d.ring.combine(acc[:len(r)], r, tops[:len(mult)], mult)
		}
	})
}

// combine sets r to r + Σ mult[t]·tops[t]; acc is scratch of the length of r.
func (r Ring) combine(acc []uint64, dst []uint32, tops [][]uint32, mult []uint32) {
	for j, v := range dst {
		acc[j] = uint64(v)
	}
	left := r.terms
	for len(mult) > 0 {
		if left < 4 {
			for j, v := range acc {
				acc[j] = uint64(r.Reduce(v))
			}
			left = r.terms
		}
		left -= 4 // terms is at least 4
		if len(mult) < 4 {
			for t, m := range mult {
				addMul(acc, tops[t], uint64(m))
			}
			break
		}
		m0, m1, m2, m3 := uint64(mult[0]), uint64(mult[1]), uint64(mult[2]), uint64(mult[3])
		u0, u1, u2, u3 := tops[0][:len(acc)], tops[1][:len(acc)], tops[2][:len(acc)], tops[3][:len(acc)]
		for j := range acc {
			acc[j] += m0*uint64(u0[j]) + m1*uint64(u1[j]) + m2*uint64(u2[j]) + m3*uint64(u3[j])
		}
		mult, tops = mult[4:], tops[4:]
	}
	for j, v := range acc {
		dst[j] = r.Reduce(v)
	}
}
