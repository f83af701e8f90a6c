package tiltcheck

import "math/big"

// count returns how many different boards can be reached from the start: those of each
// ring once, and of the start and its four neighbours those that lie on no ring.
func (k *work) count() (*big.Int, error) {
	start := k.p.Start
	near := []place{{start, ""}, {start, "L"}, {start, "R"}, {start, "U"}, {start, "D"}}
	var done [len(rings)]bool // the ring has been counted
	onRing := make([]bool, len(near))
	total := new(big.Int)
	for i, r := range rings {
		if done[i] {
			continue
		}
		c, err := k.open(r)
		if err != nil {
			return nil, err
		}
		base, err := k.stands(place{start, r.base})
		if err != nil {
			return nil, err
		}
		// The boards of one corner are different for period turns. Two corners have
		// the same boards where the tilts between them move nothing, else none in common.
		total.Add(total, new(big.Int).Mul(base[0].period, big.NewInt(max(1, c[4]))))
		for j := i + 1; j < len(rings); j++ {
			if err := k.mark(&done[j], place{start, rings[j].base}); err != nil {
				return nil, err
			}
		}
		for j, x := range near {
			if err := k.mark(&onRing[j], x); err != nil {
				return nil, err
			}
		}
	}
	var alone []place
	for j, x := range near {
		if onRing[j] {
			continue
		}
		known, err := k.among(x, alone)
		if err != nil {
			return nil, err
		}
		if !known {
			alone = append(alone, x)
		}
	}
	return total.Add(total, big.NewInt(int64(len(alone)))), nil
}

// mark sets *on where x lies on the open ring.
func (k *work) mark(on *bool, x place) error {
	if *on {
		return nil
	}
	found, err := k.stands(x)
	if len(found) > 0 {
		*on = true
	}
	return err
}

// among reports whether x is the same board as one of list.
func (k *work) among(x place, list []place) (bool, error) {
	if _, err := k.load(k.goal, x); err != nil {
		return false, err
	}
	for _, y := range list {
		if _, err := k.load(k.other, y); err != nil {
			return false, err
		}
		if equal(k.goal, k.other) {
			return true, nil
		}
	}
	return false, nil
}
