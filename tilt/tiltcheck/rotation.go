package tiltcheck

// A turns says what one cycle leaves n, the number of turns: n ≡ turn (mod period).
// Where none is set no n will do.
type turns struct {
	turn, period int
	none         bool
}

// rotation compares the colours of k.base and k.goal along a cycle, given as its cells. After n
// turns the tile of cells[i] is at cells[i+n] (counted round), so n must satisfy
//
//	goal[cells[i+n]] = base[cells[i]] for all i.
//
// The base's colours are looked for in the goal's, twice in a row, by Knuth, Morris and
// Pratt's method: O(tiles). The first place where they are found is below the
// period, since one period earlier they would be found as well. k.source and k.wanted hold
// the colours afterwards.
func (k *work) rotation(cells []int32) (turns, error) {
	n := len(cells)
	source, wanted, border := k.source[:n], k.wanted[:n], k.border[:n]
	for i, at := range cells {
		source[i], wanted[i] = k.base.cells[at], k.goal.cells[at]
		if err := k.spend(1); err != nil {
			return turns{}, err
		}
	}
	border[0] = 0
	for i, have := 1, 0; i < n; i++ {
		have = extend(source, border, have, source[i])
		border[i] = int32(have)
		if err := k.spend(1); err != nil {
			return turns{}, err
		}
	}
	out := turns{period: n, none: true}
	if shift := n - int(border[n-1]); n%shift == 0 {
		out.period = shift
	}
	for i, have := 0, 0; i < 2*n-1; i++ {
		have = extend(source, border, have, wanted[i%n])
		if have == n {
			out.turn, out.none = i-n+1, false
			return out, nil
		}
		if err := k.spend(1); err != nil {
			return turns{}, err
		}
	}
	return out, nil
}

// extend returns how many leading colours of source end the text read so far, once colour
// has been read as well; have < len(source) is that number before.
func extend(source, border []int32, have int, colour int32) int {
	for have > 0 && source[have] != colour {
		have = int(border[have-1])
	}
	if source[have] == colour {
		have++
	}
	return have
}
