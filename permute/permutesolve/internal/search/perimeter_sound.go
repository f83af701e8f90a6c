package search

import (
	"context"
	"slices"
)

// sound looks at a perimeter that was read: false where it is not what its moves make, or ctx ended.
func (pm *Perimeter) sound(ctx context.Context) bool {
	if pm.top < 0 {
		return false
	}
	var id position
	for i := range pm.c.N {
		id[i] = uint8(i)
	}
	key := make([]uint64, pm.lay.words)
	if pm.key(key, &id); pm.shard(key).lookup(key) != 0 {
		return false
	}
	s := perimeterLook{pm: pm, key: key}
	for _, t := range pm.shards {
		if ctx.Err() != nil {
			return false
		}
		if t.n <= 2*sampledSlots {
			ok := true
			t.each(0, t.mask+1, func(key []uint64, d int64) { ok = ok && s.fits(key, d) })
			if !ok {
				return false
			}
			continue
		}
		for k := range sampledSlots {
			at := k * (t.mask + 1) / sampledSlots
			for at <= t.mask && !slices.ContainsFunc(t.slots[at*t.w:(at+1)*t.w], func(k uint64) bool { return k != 0 }) {
				at++
			}
			if at <= t.mask && !s.fits(t.slots[at*t.w:(at+1)*t.w], t.dist(at)) {
				return false
			}
		}
	}
	return true
}

// perimeterLook has what looking at entries of a perimeter takes.
type perimeterLook struct {
	pm      *Perimeter
	scratch canonScratch
	key     []uint64
}

// fits reports whether an entry agrees with those of its neighbours, before and behind.
func (s *perimeterLook) fits(key []uint64, d int64) bool {
	pm, n := s.pm, s.pm.c.N
	var y, z position
	pm.position(&y, key)
	var cells uint64
	for _, x := range y[:n] {
		cells |= 1 << x
	}
	if cells != 1<<n-1 || d < 0 {
		return false
	}
	if s.dist(&y); !slices.Equal(s.key, key) {
		return false
	}
	known := func(d int64) bool { return pm.whole || d < pm.top } // then all neighbours are there
	nearest := d == 0 && isPosition(&y, n)
	for m, cost := range pm.cost {
		for _, first := range []bool{false, true} {
			if first && !pm.canon.some {
				continue // see expandPart
			}
			if first {
				for i := range n {
					z[i] = pm.pull[m][y[i]]
				}
			} else {
				pm.after(&z, &y, m)
			}
			if v := s.dist(&z); v >= 0 {
				if known(v) && v+cost < d {
					return false
				}
				nearest = nearest || v+cost == d
			}
			for i := range n {
				if first {
					z[i] = pm.push[m][y[i]]
				} else {
					z[i] = y[pm.push[m][i]]
				}
			}
			if v := s.dist(&z); known(d) && (v < 0 || v > d+cost) {
				return false
			}
		}
	}
	return nearest
}

// dist is the distance of y, or -1; the key of its class is in s.key then.
func (s *perimeterLook) dist(y *position) int64 {
	s.pm.leastKey(s.key, y, &s.scratch)
	return s.pm.shard(s.key).lookup(s.key)
}

func isPosition(y *position, n int) bool {
	for i := range n {
		if int(y[i]) != i {
			return false
		}
	}
	return true
}

// sampledSlots is the number of positions of each part of a perimeter that are looked at.
const sampledSlots = 64
