package permutecheck

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// roads are the ways of single tiles, against their direction: a road leads from each cell to the
// cells from which one move brings a tile there. A move of cost w that moves k cells charges w/k.
type roads struct {
	k      *work
	first  []int     // the roads from cell c are first[c] to first[c+1]
	to     []int32   // where a road leads
	kind   []int32   // its charge is charge[kind]
	charge []int64   // the different charges, in units of 1/unit
	unit   uint64    // the common denominator of all charges
	least  []int64   // from the targets of the last search, unseen where nothing leads
	lines  [][]visit // the cells to visit: by the road that leads there, in the order of their charges
}

// A visit is a cell, and what it costs to come there.
type visit struct {
	least int64
	cell  int32
}

const unseen = math.MaxInt64

// byDistance verifies that the charges of all tiles add up to more than atLeast − 1, for every goal.
func (k *work) byDistance(atLeast int64) error {
	r, err := k.roads()
	if err != nil {
		return err
	}
	for g, goal := range k.p.Goals {
		sum, err := r.sum(goal, atLeast)
		if err != nil {
			return err
		}
		if !sum.exceeds(atLeast-1, r.unit) {
			return puzzle.Rejectf("the witness says that no way costs less than %d; the distances of the tiles to goal %d "+
				"show only that none costs less than %d",
				atLeast, g+1, sum.ceil(r.unit))
		}
	}
	return nil
}

// roads prepares the searches: O(cells moved by all moves).
func (k *work) roads() (*roads, error) {
	list := k.p.Moves.Moves
	r := &roads{k: k, unit: 1}
	total := 0
	for i := range list {
		cells := moved(&list[i])
		total += cells
		_, under := lowest(list[i].Cost, cells)
		hi, unit := bits.Mul64(r.unit/gcd(r.unit, under), under)
		if hi != 0 || unit > math.MaxInt64 {
			return nil, tooMuch("the distances of the tiles, whose common denominator is beyond 64 bits")
		}
		r.unit = unit
		if err := k.spend(len(list[i].Cycles)); err != nil {
			return nil, err
		}
	}
	if err := k.hold("the distances of the tiles", 24*int64(total)+60*int64(k.n)+40*int64(len(list))); err != nil {
		return nil, err
	}
	charges := make([]int64, len(list)) // of each move
	for i := range list {
		cells := moved(&list[i])
		over, under := lowest(list[i].Cost, cells)
		hi, charge := bits.Mul64(over, r.unit/under)
		// No way visits a cell twice, so that n charges are more than any distance.
		if beyond, all := bits.Mul64(charge, uint64(k.n)); hi != 0 || beyond != 0 || all >= unseen {
			return nil, tooMuch("the distances of the tiles, in units of 1/%d they are beyond 64 bits", r.unit)
		}
		charges[i] = int64(charge)
		r.charge = append(r.charge, int64(charge))
	}
	slices.Sort(r.charge)
	r.charge = slices.Compact(r.charge)
	r.lines = make([][]visit, len(r.charge)+1)
	return r, r.build(charges, total)
}

// build fills in the roads from each cell.
func (r *roads) build(charges []int64, total int) error {
	list := r.k.p.Moves.Moves
	r.first = make([]int, r.k.n+1)
	r.to = make([]int32, total)
	r.kind = make([]int32, total)
	r.least = make([]int64, r.k.n)
	for i := range list {
		for _, cycle := range list[i].Cycles {
			for _, c := range cycle {
				r.first[c+1]++
			}
			if err := r.k.spend(len(cycle)); err != nil {
				return err
			}
		}
	}
	for c := range r.k.n {
		r.first[c+1] += r.first[c]
	}
	next := slices.Clone(r.first)
	for i := range list {
		kind, _ := slices.BinarySearch(r.charge, charges[i])
		for _, cycle := range list[i].Cycles {
			for j, c := range cycle {
				at := cycle[(j+1)%len(cycle)]
				r.to[next[at]] = c
				r.kind[next[at]] = int32(kind)
				next[at]++
			}
			if err := r.k.spend(2 * len(cycle)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sum adds up the least charges of all tiles of the start on their ways to goal. It may stop when they prove
// that atLeast is reached. O(tiles that are different · (roads + cells · different charges)).
func (r *roads) sum(goal []permute.Tile, atLeast int64) (sum charges, err error) {
	from, err := r.k.byTile(r.k.p.Start)
	if err != nil {
		return sum, err
	}
	for lo, hi := 0, 0; lo < len(from); lo = hi {
		tile := r.k.p.Start[from[lo]]
		home := true
		for hi = lo; hi < len(from) && r.k.p.Start[from[hi]] == tile; hi++ {
			home = home && accepts(goal[from[hi]], tile)
		}
		if home {
			continue
		}
		if err := r.search(goal, tile, from[lo:hi]); err != nil {
			return sum, err
		}
		for _, c := range from[lo:hi] {
			if r.least[c] == unseen {
				return charges{high: math.MaxUint64}, nil // this goal cannot be reached at all
			}
			sum.add(uint64(r.least[c]))
		}
		if sum.exceeds(atLeast-1, r.unit) {
			break
		}
	}
	return sum, nil
}

// byTile lists the cells of a board tile by tile, those that do not matter first.
func (k *work) byTile(board []permute.Tile) ([]int32, error) {
	next := make([]int32, len(k.p.Labels)+2) // next[t+2] counts tile t, and then says where its cells begin
	for _, t := range board {
		next[t+2]++
	}
	for t := range len(next) - 1 {
		next[t+1] += next[t]
	}
	cells := make([]int32, len(board))
	for c, t := range board {
		cells[next[t+1]] = int32(c)
		next[t+1]++
	}
	return cells, k.spend(4*len(board) + len(next))
}

func accepts(goal, tile permute.Tile) bool { return goal == tile || goal == permute.Any }

// search finds the least charge from the cells in from to any cell where goal accepts tile, going
// backwards from those. All that come by one kind of road come in the order of their charges:
// so a line for each kind, and the first of all lines, take the place of a heap.
func (r *roads) search(goal []permute.Tile, tile permute.Tile, from []int32) error {
	for i := range r.lines {
		r.lines[i] = r.lines[i][:0]
	}
	origin := len(r.lines) - 1 // the line of the targets
	for c, want := range goal {
		r.least[c] = unseen
		if accepts(want, tile) {
			r.least[c] = 0
			r.lines[origin] = append(r.lines[origin], visit{0, int32(c)})
		}
	}
	if err := r.k.spend(r.k.n); err != nil {
		return err
	}
	missing := len(from) // no more than these are to be found
	heads := make([]int, len(r.lines))
	for {
		line := -1
		for i, l := range r.lines {
			if heads[i] < len(l) && (line < 0 || l[heads[i]].least < r.lines[line][heads[line]].least) {
				line = i
			}
		}
		if line < 0 {
			return nil
		}
		v := r.lines[line][heads[line]]
		heads[line]++
		if v.least != r.least[v.cell] {
			continue // a cheaper way came later into another line
		}
		if r.k.p.Start[v.cell] == tile {
			if missing--; missing == 0 {
				return nil
			}
		}
		for i := r.first[v.cell]; i < r.first[v.cell+1]; i++ {
			if least := v.least + r.charge[r.kind[i]]; least < r.least[r.to[i]] {
				r.least[r.to[i]] = least
				r.lines[r.kind[i]] = append(r.lines[r.kind[i]], visit{least, r.to[i]})
			}
		}
		if err := r.k.spend(r.first[v.cell+1] - r.first[v.cell] + len(r.lines)); err != nil {
			return err
		}
	}
}

// charges is a sum of charges: n of them below 2^63, in 128 bits.
type charges struct{ high, low uint64 }

func (s *charges) add(c uint64) {
	low, carry := bits.Add64(s.low, c, 0)
	s.low, s.high = low, s.high+carry
}

// exceeds reports whether the sum, in units of 1/unit, is more than whole.
func (s charges) exceeds(whole int64, unit uint64) bool {
	high, low := bits.Mul64(uint64(whole), unit)
	return s.high > high || s.high == high && s.low > low
}

// ceil is the sum rounded up to a whole number, which must be small enough.
func (s charges) ceil(unit uint64) uint64 {
	if s.high >= unit {
		return math.MaxUint64
	}
	quo, rem := bits.Div64(s.high, s.low, unit)
	if rem > 0 {
		quo++
	}
	return quo
}

// lowest reduces the fraction cost/cells.
func lowest(cost int64, cells int) (over, under uint64) {
	g := gcd(uint64(cost), uint64(cells))
	return uint64(cost) / g, uint64(cells) / g
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
