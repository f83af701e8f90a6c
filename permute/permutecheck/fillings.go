package permutecheck

import (
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// fillings is how many boards fit a goal, those that fit several counted several times; more than the bound of
// a search where it is more than that.
func (k *work) fillings() (int, error) {
	total := uint64(0)
	bound := uint64(k.bound)
	for _, goal := range k.p.Goals {
		if err := k.hold("the boards that fit a goal", 12*int64(k.n)); err != nil {
			return 0, err
		}
		tiles, err := k.spare(goal)
		k.held -= 12 * int64(k.n)
		if err != nil {
			return 0, err
		}
		total += k.arrangements(tiles, bound)
		if total > bound {
			break
		}
	}
	return int(total), nil
}

// arrangements is in how many ways the tiles, a rising list, can be put in order within their orbits; more than
// bound, which is below 2^32, where it is more than that.
func (k *work) arrangements(tiles []permute.Tile, bound uint64) uint64 {
	ways := uint64(1)
	for i, run, first := 0, 0, 0; i < len(tiles); i++ {
		switch {
		case i == 0 || !k.sameOrbit(tiles[i-1], tiles[i]):
			first, run = i, 1
		case tiles[i] == tiles[i-1]:
			run++
		default:
			run = 1
		}
		// With one tile more in its orbit there are (i-first+1)/run times as many ways. That falls never below 1.
		if ways = ways * uint64(i-first+1) / uint64(run); ways > bound {
			return bound + 1
		}
	}
	return ways
}

// filled calls f with every board that fits a goal and has the start's tiles.
func filled[T tile](k *work, f func(board []T) error) error {
	for _, goal := range k.p.Goals {
		tiles, err := k.spare(goal)
		if err != nil {
			return err
		}
		board := make([]T, len(goal))
		var open []int
		for c, t := range goal {
			if t == permute.Any {
				open = append(open, c)
			} else {
				board[c] = T(t)
			}
		}
		for more := true; more; more = k.next(tiles) {
			for i, c := range open {
				board[c] = T(tiles[i])
			}
			if err := k.spend(2 * len(open)); err != nil {
				return err
			}
			if err := f(board); err != nil {
				return err
			}
		}
	}
	return nil
}

// next puts the tiles, orbit by orbit, into an order that has not been, and reports whether there is one: the last
// orbit that has an order to follow takes it, and those behind it begin anew.
func (k *work) next(tiles []permute.Tile) bool {
	for hi := len(tiles); hi > 0; {
		lo := hi - 1
		for lo > 0 && k.sameOrbit(tiles[lo-1], tiles[lo]) {
			lo--
		}
		if next(tiles[lo:hi]) {
			return true
		}
		slices.Reverse(tiles[lo:hi]) // which fell
		hi = lo
	}
	return false
}

// next puts the tiles into the order that follows lexicographically, and reports whether there is one.
func next(tiles []permute.Tile) bool {
	i := len(tiles) - 2
	for ; i >= 0 && tiles[i] >= tiles[i+1]; i-- {
	}
	if i < 0 {
		return false
	}
	j := len(tiles) - 1
	for ; tiles[j] <= tiles[i]; j-- {
	}
	tiles[i], tiles[j] = tiles[j], tiles[i]
	slices.Reverse(tiles[i+1:])
	return true
}
