package tiltcheck

import "math/big"

// A stand is where a board is met on a ring: at a corner after turns turns from the base,
// and again every period turns.
type stand struct {
	corner        int
	turns, period *big.Int
}

// stands returns where x is met on the open ring, at most one stand for each corner. Several
// corners have the same occupied cells where tilts move nothing; most boards have at
// most one stand.
func (k *work) stands(x place) ([]stand, error) {
	fit, err := k.fits(x)
	if err != nil {
		return nil, err
	}
	var found []stand
	for j, ok := range fit {
		if !ok {
			continue
		}
		if _, err := k.load(k.goal, place{x.src, x.word + back[j]}); err != nil {
			return nil, err
		}
		n, period, err := k.locate()
		if err != nil {
			return nil, err
		}
		if n != nil {
			found = append(found, stand{j, n, period})
		}
	}
	return found, nil
}

// locate returns the least number of turns that make the base k.goal and the number after which
// the base comes back; n is nil where no number of turns makes it k.goal.
func (k *work) locate() (n, period *big.Int, err error) {
	if err := k.cyclesOfTurn(); err != nil {
		return nil, nil, err
	}
	s := residues{}
	for start := 0; start < len(k.order); {
		end := k.end(start)
		t, err := k.rotation(k.order[start:end])
		if err != nil {
			return nil, nil, err
		}
		if t.none || !s.add(t) {
			return nil, nil, nil
		}
		start = end
	}
	n, period = s.solve()
	return n, period, k.ctx.Err()
}

// cyclesOfTurn lists the cycles of k.next in k.order. They depend on the occupied cells
// alone, so they stay as they are where the ring before had the same (L and R always
// do, and U and D): listing them is the slowest part of a check.
func (k *work) cyclesOfTurn() error {
	same, err := k.listed()
	if err != nil {
		return err
	}
	if same {
		return nil
	}
	if err := k.decompose(); err != nil {
		return err
	}
	k.turn = true
	return nil
}

// listed reports whether k.order lists cycles of a turn, and exactly the base's cells.
func (k *work) listed() (bool, error) {
	if !k.turn {
		return false, nil
	}
	for _, at := range k.order {
		if k.base.cells[at] == 0 {
			return false, nil
		}
		if err := k.spend(1); err != nil {
			return false, err
		}
	}
	tiles := 0
	for _, tile := range k.base.cells {
		if tile != 0 {
			tiles++
		}
	}
	return tiles == len(k.order), nil
}
