package permutecheck

import (
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// checkGoal verifies that every permutation for which the character is defined and that gives goal g goes to sum,
// which is not 0; or, where sum is 0, that there is none.
//
// Such a permutation matches single cells with those of their orbit, and blocks with blocks of their orbit, each by
// itself: so these are looked at one after the other. If one of them has no matching there is none at all, whatever
// the others do.
func (x *character) checkGoal(g int, sum int64) error {
	if sum < 0 || sum >= x.c.Modulus {
		return puzzle.Rejectf("the certificate says that goal %d goes to %d modulo %d", g+1, sum, x.c.Modulus)
	}
	held := x.k.held
	defer func() { x.k.held = held }()
	singles, err := x.singles(g)
	if err != nil {
		return err
	}
	possible := singles.possible
	total, loose := singles.value, singles.loose
	to := make([]int32, len(x.list)) // the block that a block is matched with, where places count
	for i := range to {
		to[i] = int32(i)
	}
	byOrbit := x.blockOrbits()
	for _, list := range byOrbit {
		if !possible {
			break
		}
		m, err := x.match(g, list)
		if err != nil {
			return err
		}
		possible = m.possible
		total += m.value
		if loose == "" {
			loose = m.loose
		}
		for _, pair := range m.fixed {
			to[pair[0]] = pair[1]
		}
	}
	switch {
	case !possible && sum == 0:
		return nil
	case !possible:
		return puzzle.Rejectf("the certificate says that goal %d goes to %d; there is no way to match its tiles", g+1, sum)
	case sum == 0:
		return puzzle.Rejectf("the certificate says that the tiles of goal %d cannot be matched; they can", g+1)
	case loose != "":
		return puzzle.Rejectf("the ways to match the tiles of goal %d do not all go to one number: %s", g+1, loose)
	}
	all := make([]int32, len(x.list))
	for i := range all {
		all[i] = int32(i)
	}
	if x.oddPlaces(all, to) {
		total += x.half
	}
	if total %= x.c.Modulus; total != sum {
		return puzzle.Rejectf("the tiles of goal %d go to %d modulo %d; the certificate says %d", g+1, total, x.c.Modulus,
			sum)
	}
	return x.k.spend(4 * len(x.list))
}

// A matched is what is known of the ways to match some of the start's tiles with a goal's cells.
type matched struct {
	possible bool
	value    int64
	loose    string     // why the ways do not all have that value; empty: they have
	fixed    [][2]int32 // blocks that have one partner only, where places count
}

// blockOrbits lists the blocks by their orbits.
func (x *character) blockOrbits() [][]int32 {
	var out [][]int32
	at := make([]int32, len(x.list)) // by root: the place of its orbit, from 1
	for b := range x.list {
		r := x.blocks.find(int32(b))
		if at[r] == 0 {
			out = append(out, nil)
			at[r] = int32(len(out))
		}
		out[at[r]-1] = append(out[at[r]-1], int32(b))
	}
	return out
}

// singles matches the tiles in cells that are in no block, orbit by orbit.
func (x *character) singles(g int) (matched, error) {
	k, goal := x.k, x.k.p.Goals[g]
	m := matched{possible: true}
	list, err := x.byOrbit()
	if err != nil {
		return m, err
	}
	left := make([]int32, len(k.p.Labels))  // tiles that no cell of the goal has asked for yet
	where := make([]int32, len(k.p.Labels)) // the last cell of the goal that does
	asked := make([]int32, k.n)
	for i := 0; i < len(list); {
		j := i
		for j < len(list) && x.cells.find(list[j]) == x.cells.find(list[i]) {
			j++
		}
		orbit := list[i:j]
		i = j
		alike, open := false, int32(-1)
		for _, c := range orbit {
			t := k.p.Start[c]
			left[t]++
			where[t] = -1
			alike = alike || left[t] > 1
		}
		for _, c := range orbit {
			switch t := goal[c]; {
			case t != permute.Any:
				left[t]--
				where[t] = c
				m.possible = m.possible && left[t] >= 0
			case open >= 0:
				alike = true
			default:
				open = c
			}
		}
		for _, c := range orbit {
			t := k.p.Start[c]
			left[t] = 0
			if asked[c] = where[t]; where[t] < 0 {
				asked[c] = open
			}
		}
		for _, c := range orbit {
			if t := goal[c]; t != permute.Any {
				left[t] = 0
			}
		}
		if err := k.spend(8 * len(orbit)); err != nil {
			return m, err
		}
		if x.odd[orbit[0]] && m.possible {
			if alike {
				m.loose = "in the orbit of " + k.cell(orbit[0]) + ", which counts, tiles can be exchanged"
			} else if x.oddCells(orbit, asked) {
				m.value += x.half
			}
		}
	}
	return m, nil
}

// byOrbit lists the cells that are in no block, orbit by orbit.
func (x *character) byOrbit() ([]int32, error) {
	end := make([]int32, x.k.n+1) // by root: where its cells end, so far
	size := 0
	for c, b := range x.block {
		if b < 0 {
			end[x.cells.find(int32(c))+1]++
			size++
		}
	}
	for r := range x.k.n {
		end[r+1] += end[r]
	}
	list := make([]int32, size)
	for c, b := range x.block {
		if b < 0 {
			r := x.cells.find(int32(c))
			list[end[r]] = int32(c)
			end[r]++
		}
	}
	return list, x.k.spend(8 * x.k.n)
}

// oddCells reports whether asked, which keeps to the cells, is odd on them.
func (x *character) oddCells(cells, asked []int32) bool {
	odd := false
	for _, first := range cells {
		for c := first; !x.seen[c]; c = asked[c] {
			x.seen[c] = true
			if asked[c] != first {
				odd = !odd
			}
		}
	}
	for _, c := range cells {
		x.seen[c] = false
	}
	return odd
}

// A sort of blocks are those of one orbit that have the same tiles in the same order; of the goal, those that want
// them.
type sortOf struct {
	block int32 // one of them
	count int
}

// sorts counts the blocks of a list by what they have on the board.
func (x *character) sorts(board []permute.Tile, list []int32) ([]sortOf, error) {
	var out []sortOf
	at := make(map[string]int)
	var key []byte
	for _, b := range list {
		key = key[:0]
		for _, c := range x.list[b] {
			key = binary.LittleEndian.AppendUint32(key, uint32(board[c]))
			key = binary.LittleEndian.AppendUint32(key, uint32(x.cells.find(c)))
		}
		if err := x.k.spend(4 * len(x.list[b])); err != nil {
			return nil, err
		}
		i, ok := at[string(key)]
		if !ok {
			if err := x.k.hold("the kinds of blocks", int64(len(key))+96); err != nil {
				return nil, err
			}
			i = len(out)
			at[string(key)] = i
			out = append(out, sortOf{block: b})
		}
		out[i].count++
	}
	return out, nil
}

// match matches the blocks of one orbit, as the start has them, with those of the goal.
func (x *character) match(g int, list []int32) (matched, error) {
	have, err := x.sorts(x.k.p.Start, list)
	if err != nil {
		return matched{}, err
	}
	want, err := x.sorts(x.k.p.Goals[g], list)
	if err != nil {
		return matched{}, err
	}
	f := newFlow(x.k, have, want)
	if err := x.edges(f, g); err != nil {
		return matched{}, err
	}
	full, err := f.fill()
	if err != nil || !full {
		return matched{}, err
	}
	if err := f.components(); err != nil {
		return matched{}, err
	}
	m := matched{possible: true}
	same, err := f.potentials(x.c.Modulus)
	if err != nil {
		return matched{}, err
	}
	if !same {
		m.loose = "blocks like that of " + x.k.cell(x.list[list[0]][0]) + " can be matched in ways that do not count the same"
		return m, nil
	}
	for i := range f.edges {
		e := &f.edges[i]
		m.value = (m.value + e.value*int64(e.flow)) % x.c.Modulus
		if e.flow > 0 {
			m.fixed = append(m.fixed, [2]int32{have[e.from].block, want[e.to].block})
		}
		if err := x.k.spend(4); err != nil {
			return matched{}, err
		}
	}
	if !x.c.Systems[x.of[list[0]]].Places {
		m.fixed = nil
		return m, nil
	}
	unique, err := f.unique()
	if err != nil {
		return matched{}, err
	}
	if !unique {
		m.loose = "blocks like that of " + x.k.cell(x.list[list[0]][0]) + ", whose places count, can be exchanged"
		m.fixed = nil
	}
	return m, nil
}

// edges finds which sorts of the start's blocks may become which of the goal's, and what that counts.
func (x *character) edges(f *flow, g int) error {
	if len(f.have) == 0 {
		return nil
	}
	s := &x.c.Systems[x.of[f.have[0].block]]
	size := len(s.Phases)
	turns := make([]int64, 0, size) // the only ones that may take the first cell's phase to one that there is
	for _, phase := range s.Phases {
		turns = append(turns, x.minus(phase, s.Phases[0]))
	}
	slices.Sort(turns)
	turns = slices.Compact(turns)
	goal := x.k.p.Goals[g]
	if float64(len(f.have))*float64(len(f.want))*float64(len(turns))*float64(size) > float64(x.k.steps) {
		return tooMuch("a character that takes more than %d steps", x.k.steps)
	}
	if err := x.k.hold("the blocks of a goal", int64(len(f.want))*(4*int64(size)+24)); err != nil {
		return err
	}
	wanted := make([][]int32, len(f.want))
	for j := range f.want {
		wanted[j] = x.ordered(f.want[j].block, goal, 0)
		if err := x.k.spend(8 * size); err != nil {
			return err
		}
	}
	pair := &pairing{x: x, s: s, goal: goal, image: make([]int32, size)}
	for i := range f.have {
		for _, by := range turns {
			order := x.ordered(f.have[i].block, x.k.p.Start, by)
			if err := x.k.spend(8 * size); err != nil {
				return err
			}
			for j := range f.want {
				ok, value, both := pair.fits(order, wanted[j], by)
				if err := x.k.spend(2 * size); err != nil {
					return err
				}
				if !ok {
					continue
				}
				if err := f.add(i, j, value, both); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// ordered lists a block's cells by orbit, phase after a turn, and tile.
func (x *character) ordered(b int32, board []permute.Tile, by int64) []int32 {
	phases := x.c.Systems[x.of[b]].Phases
	out := slices.Clone(x.list[b])
	slices.SortFunc(out, func(p, q int32) int {
		if r, s := x.cells.find(p), x.cells.find(q); r != s {
			return int(r) - int(s)
		}
		if r, s := (phases[x.slot[p]]+by)%x.c.Modulus, (phases[x.slot[q]]+by)%x.c.Modulus; r != s {
			if r < s {
				return -1
			}
			return 1
		}
		if board[p] != board[q] {
			return int(board[p]) - int(board[q]) // permute.Any is the least
		}
		return int(p) - int(q)
	})
	return out
}

// pairing compares blocks.
type pairing struct {
	x     *character
	s     *permute.System
	goal  []permute.Tile
	image []int32 // by place: the place that it is matched with
}

// fits reports whether a block with its cells in the order from can become the one with cells in the order to by this
// turn, what that counts, and whether it counts that and half of the modulus more, since tiles in it may be
// exchanged.
func (p *pairing) fits(from, to []int32, by int64) (ok bool, value int64, both bool) {
	x, m := p.x, p.x.c.Modulus
	for i := 0; i < len(from); {
		j := i + 1 // from[i:j] have one orbit and phase
		at := func(list []int32, k int, by int64) (int32, int64) {
			return x.cells.find(list[k]), (p.s.Phases[x.slot[list[k]]] + by) % m
		}
		orbit, phase := at(from, i, by)
		same := func(list []int32, k int, by int64) bool {
			o, f := at(list, k, by)
			return o == orbit && f == phase
		}
		for j < len(from) && same(from, j, by) {
			j++
		}
		for k := i; k < j; k++ { // where to has more of them, the next ones of from find no match
			if !same(to, k, 0) {
				return false, 0, false
			}
		}
		fits, free := p.tiles(from[i:j], to[i:j])
		if !fits {
			return false, 0, false
		}
		both = both || free
		i = j
	}
	value = p.s.Weight * by % m
	if !p.s.Inside {
		return true, value, false
	}
	if !both && oddList(p.image) {
		value = (value + x.half) % m
	}
	return true, value, both
}

// tiles matches cells of one orbit and phase, by rising tiles, and reports whether two of them may be exchanged.
func (p *pairing) tiles(from, to []int32) (ok, free bool) {
	start, slot := p.x.k.p.Start, p.x.slot
	open := 0 // cells of the goal that do not matter: to[:open]
	for open < len(to) && p.goal[to[open]] == permute.Any {
		open++
	}
	free = open > 1
	rest, next := 0, open
	for i, c := range from {
		free = free || i > 0 && start[from[i-1]] == start[c]
		switch {
		case next < len(to) && p.goal[to[next]] == start[c]:
			p.image[slot[c]] = slot[to[next]]
			next++
		case rest < open:
			p.image[slot[c]] = slot[to[rest]]
			rest++
		default:
			return false, false
		}
	}
	return true, free
}
