package tiltcheck

import "math/big"

// nearby returns the least number of tilts, 0 or 1, from the start to the target; -1 where it
// takes more or cannot be done.
func (k *work) nearby() (int, error) {
	if _, err := k.load(k.goal, place{k.p.Target, ""}); err != nil {
		return -1, err
	}
	for n, words := range [][]string{{""}, {"L", "R", "U", "D"}} {
		for _, word := range words {
			if _, err := k.load(k.other, place{k.p.Start, word}); err != nil {
				return -1, err
			}
			if equal(k.goal, k.other) {
				return n, nil
			}
		}
	}
	return -1, nil
}

// minimum returns the least number of tilts from the start to the target, nil where it
// cannot be reached.
//
// A shortest way has no tilt that moves nothing, and no two of one axis in a row: the
// first of them could be left out. So beyond one tilt it takes two at right
// angles, an entry of a ring, and then follows the ring in one direction. Every way
// that is looked at can really be gone, with the tilts that move nothing left out, so
// looking at too many does no harm: in particular entries may then cost 0 or 1.
func (k *work) minimum() (*big.Int, error) {
	n, err := k.nearby()
	if err != nil {
		return nil, err
	}
	if n >= 0 {
		return big.NewInt(int64(n)), nil
	}
	var least *big.Int
	for _, r := range rings {
		c, err := k.open(r)
		if err != nil {
			return nil, err
		}
		found, err := k.stands(place{k.p.Target, ""})
		if err != nil {
			return nil, err
		}
		for _, e := range r.entry {
			if len(found) == 0 {
				break
			}
			enter, err := k.load(k.other, place{k.p.Start, e.word})
			if err != nil {
				return nil, err
			}
			for _, s := range found {
				way := walk(c, e, s)
				way.Add(way, big.NewInt(int64(enter)))
				if least == nil || way.Cmp(least) < 0 {
					least = way
				}
			}
		}
	}
	return least, nil
}

// walk returns the least number of tilts along the ring from e to s, in the better
// direction. Tilts that move nothing cost nothing.
func walk(c cost, e entry, s stand) *big.Int {
	turn := big.NewInt(c[4])
	round := new(big.Int).Mul(turn, s.period)
	if round.Sign() == 0 {
		return round // no tilt moves anything
	}
	way := new(big.Int).Sub(s.turns, big.NewInt(int64(e.turns)))
	way.Mul(way, turn)
	way.Add(way, big.NewInt(c[s.corner]-c[e.corner]))
	way.Mod(way, round)
	if back := new(big.Int).Sub(round, way); back.Cmp(way) < 0 {
		return back
	}
	return way
}
