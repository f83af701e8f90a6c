package tiltcheck

// turn is one turn clockwise from LU; after j of its tilts the board is at corners[j].
const turn = "RDLU"

var corners = [4]string{"LU", "RU", "RD", "LD"}

// back[j] tilts a board at corners[j] back to LU: it undoes the first j tilts of turn.
var back = [4]string{"", "L", "UL", "RUL"}

// A ring is the boards that can be reached by a first tilt and others after it, the
// second being at right angles to the first.
type ring struct {
	first string   // L, R, U or D
	base  string   // leads from the start to the ring's base, at LU
	entry [2]entry // the boards after two tilts
}

// An entry is one of a ring's two boards after two tilts, and where it stands: corner tilts and
// 4·turns more after the base.
type entry struct {
	word          string
	turns, corner int
}

// The second tilt of an entry shuts the ring's first tilt in: from LU, the tilt D leads back
// to LD, the corner before it. So the entries are neighbours on the ring, and the ring
// does not depend on which is taken.
var rings = [4]ring{
	{"L", "LU", [2]entry{{"LU", 0, 0}, {"LD", -1, 3}}},
	{"R", "RUL", [2]entry{{"RU", 0, 1}, {"RD", 0, 2}}},
	{"U", "UL", [2]entry{{"UL", 0, 0}, {"UR", 0, 1}}},
	{"D", "DLU", [2]entry{{"DL", -1, 3}, {"DR", -1, 2}}},
}

// cost[j] is how many of the first j tilts of a turn move tiles; cost[4] is 4, or less
// where all rows or all columns that hold tiles are full: then some tilts move nothing.
type cost [5]int64

// open makes k.base the base of r, and k.next where one turn takes its tiles.
func (k *work) open(r ring) (cost, error) {
	var c cost
	if _, err := k.load(k.base, place{k.p.Start, r.base}); err != nil {
		return c, err
	}
	moved, err := k.permute(k.base, turn)
	for j, m := range moved {
		c[j+1] = c[j]
		if m {
			c[j+1]++
		}
	}
	return c, err
}

// fits reports at which corners of the open ring the occupied cells are those of x.
// It uses k.goal and k.other.
func (k *work) fits(x place) (fit [4]bool, err error) {
	if _, err := k.load(k.goal, x); err != nil {
		return fit, err
	}
	k.other.copyFrom(k.base)
	for j := range fit {
		if j > 0 {
			if _, err := k.tilt(k.other, turn[j-1]); err != nil {
				return fit, err
			}
		}
		if fit[j], err = k.sameCells(k.goal, k.other); err != nil {
			return fit, err
		}
	}
	return fit, nil
}
