package twin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
)

func CertificateKind(c *permute.Certificate) string {
	switch {
	case c == nil:
		return "none"
	case c.Orbit != nil:
		return "orbit"
	case c.Parity != nil:
		return "parity"
	case c.Blocks != nil:
		return "blocks"
	case c.Characters != nil:
		return "characters"
	case c.Chain != nil:
		return "chain"
	}
	return "exhausted"
}

// Distinct makes an instance of different tiles; start and goals list labels by number.
func Distinct(set *permute.MoveSet, start []permute.Tile, goals ...[]permute.Tile) *permute.Instance {
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Start: start, Goals: goals, Given: true}
	for i := range start {
		p.Labels = append(p.Labels, fmt.Sprint(i+1))
	}
	return p
}

func IdentityTiles(n int) []permute.Tile {
	out := make([]permute.Tile, n)
	for i := range out {
		out[i] = permute.Tile(i)
	}
	return out
}

func Swapped(b []permute.Tile, pairs ...int) []permute.Tile {
	b = slices.Clone(b)
	for i := 0; i < len(pairs); i += 2 {
		b[pairs[i]], b[pairs[i+1]] = b[pairs[i+1]], b[pairs[i]]
	}
	return b
}

// Cycled makes a set of moves that are spelled out.
func Cycled(t testing.TB, rows, cols int, moves ...permute.Move) *permute.MoveSet {
	t.Helper()
	sources := make([]permute.Source, len(moves))
	for i := range moves {
		sources[i] = permute.Source{Move: &moves[i]}
	}
	set, err := permute.NewMoveSet(rows, cols, sources)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Embedded is a set on some rows and columns of a larger board. With twice, each move also does to the last rows and
// columns what it does to the first: two orbits that go together.
func Embedded(t testing.TB, set *permute.MoveSet, rows, cols int, row, col []int, twice bool) *permute.MoveSet {
	t.Helper()
	var moves []permute.Move
	for _, m := range set.Moves {
		m.Cycles = slices.Clone(m.Cycles)
		for _, cycle := range slices.Clone(m.Cycles) {
			var here, there []int32
			for _, x := range cycle {
				r, c := row[int(x)/set.Cols], col[int(x)%set.Cols]
				here = append(here, int32(r*cols+c))
				there = append(there, int32((rows-1-r)*cols+cols-1-c))
			}
			m.Cycles = append(m.Cycles, here)
			if twice {
				m.Cycles = append(m.Cycles, there)
			}
		}
		m.Cycles = m.Cycles[len(m.Cycles)-len(m.Cycles)/2:]
		moves = append(moves, m)
	}
	return Cycled(t, rows, cols, moves...)
}

// MovingSet draws a set with idle cells, or several orbits, or both, with at most some thousand boards.
func MovingSet(tb testing.TB, seed uint64) *permute.MoveSet {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows, cols := 1+rng.IntN(4), 2+rng.IntN(4)
	n := rows * cols
	cells := rng.Perm(n)
	var orbits [][]int
	boards := 1
	for len(cells) > 1 && len(orbits) < 4 {
		size := 2 + rng.IntN(min(len(cells), 5)-1)
		for i := 2; i <= size; i++ {
			boards *= i
		}
		if boards > 3000 {
			break
		}
		orbits, cells = append(orbits, cells[:size]), cells[size:]
		if rng.IntN(3) == 0 {
			break
		}
	}
	sameCost := rng.IntN(3) > 0
	even := rng.IntN(3) == 0
	var sources []permute.Source
	for i := range 1 + rng.IntN(5) {
		m := &permute.Move{Name: fmt.Sprintf("M%d", i+1), Cost: 1}
		if !sameCost {
			m.Cost = 1 + rng.Int64N(4)
		}
		for _, o := range orbits {
			if rng.IntN(3) == 0 {
				continue
			}
			o = slices.Clone(o)
			rng.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
			size := 2 + rng.IntN(len(o)-1)
			if even && size%2 == 0 && size > 2 {
				size--
			}
			var cycle []int32
			for _, x := range o[:size] {
				cycle = append(cycle, int32(x))
			}
			m.Cycles = append(m.Cycles, cycle)
		}
		if len(m.Cycles) > 0 {
			sources = append(sources, permute.Source{Move: m, Inverse: rng.IntN(2) == 0})
		}
	}
	set, err := permute.NewMoveSet(rows, cols, sources)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}

// MovingTwins are sets with symmetries: on part of a board, and twice on one board; and sets of some lines.
func MovingTwins(t testing.TB) map[string]*permute.MoveSet {
	return map[string]*permute.MoveSet{
		"2x3 in 4x4": Embedded(t, MoveSet(t, 2, 3, "shifts"), 4, 4, []int{1, 3}, []int{0, 1, 3}, false),
		"1x5 in 3x7": Embedded(t, MoveSet(t, 1, 5, "shift-right=2 swap:adjacent"), 3, 7, []int{1},
			[]int{0, 1, 3, 4, 6}, false),
		"some lines":         MoveSet(t, 3, 3, "shifts:rows=1,3:cols=2"),
		"a locked cell":      MoveSet(t, 2, 3, "drag=2 swap:adjacent locked:1,1"),
		"2x2 twice":          Embedded(t, MoveSet(t, 2, 2, "shifts"), 2, 5, []int{0, 1}, []int{0, 1}, true),
		"2x2 twice, one way": Embedded(t, MoveSet(t, 2, 2, "rotate-cw"), 4, 2, []int{0, 1}, []int{0, 1}, true),
		"1x4 twice, apart": Cycled(t, 2, 4, append(Embedded(t, MoveSet(t, 1, 4, "swap:adjacent"), 2, 4, []int{0},
			[]int{0, 1, 2, 3}, false).Moves, Renamed("x",
			Embedded(t, MoveSet(t, 1, 4, "swap:adjacent"), 2, 4, []int{1}, []int{0, 1, 2, 3}, false).Moves)...)...),
		"2x3 twists, two ways": Embedded(t, MoveSet(t, 2, 3, "twist:2x2=2"), 4, 3, []int{0, 1}, []int{0, 1, 2}, true),
		"a plus": Cycled(t, 3, 3, permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{1, 5, 7, 3}}},
			permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{{1, 4}}},
			permute.Move{Name: "c", Cost: 1, Cycles: [][]int32{{7, 4}}}),
		"corners and edges": Cycled(t, 3, 3, permute.Move{Name: "a", Cost: 1,
			Cycles: [][]int32{{0, 2, 8, 6}, {1, 5, 7, 3}}}, permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{{0, 2}, {1, 5}}}),
	}
}

func Renamed(prefix string, moves []permute.Move) []permute.Move {
	out := slices.Clone(moves)
	for i := range out {
		out[i].Name = prefix + out[i].Name
	}
	return out
}

// MadeUpMoves makes up a set of moves: each a few disjoint cycles.
func MadeUpMoves(rng *rand.Rand, rows, cols, moves int, costs bool) *permute.MoveSet {
	set := &permute.MoveSet{Rows: rows, Cols: cols}
	n := rows * cols
	for i := range moves {
		m := permute.Move{Name: fmt.Sprintf("m%d", i), Cost: 1}
		if costs {
			m.Cost = 1 + rng.Int64N(5)
		}
		cells := rng.Perm(n)
		for len(cells) >= 2 && (len(m.Cycles) == 0 || rng.IntN(2) == 0) {
			k := 2 + rng.IntN(min(3, len(cells)-1))
			var cycle []int32
			for _, c := range cells[:k] {
				cycle = append(cycle, int32(c))
			}
			m.Cycles = append(m.Cycles, cycle)
			cells = cells[k:]
		}
		set.Moves = append(set.Moves, m)
	}
	return set
}

// MadeUpInstance makes up a start, with repeated tiles or without, and goals, some of whose cells may not matter.
func MadeUpInstance(rng *rand.Rand, set *permute.MoveSet) *permute.Instance {
	n := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Given: true}
	kinds := n
	if rng.IntN(2) == 0 {
		kinds = 1 + rng.IntN(n)
	}
	for k := range kinds {
		p.Labels = append(p.Labels, fmt.Sprint(k+1))
	}
	for i := range n {
		p.Start = append(p.Start, permute.Tile(i%kinds))
	}
	rng.Shuffle(n, func(i, j int) { p.Start[i], p.Start[j] = p.Start[j], p.Start[i] })
	for range 1 + rng.IntN(2) {
		goal := slices.Clone(p.Start)
		if rng.IntN(3) == 0 {
			for range rng.IntN(12) {
				goal = MapMove(goal, &set.Moves[rng.IntN(len(set.Moves))])
			}
		} else {
			rng.Shuffle(n, func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
		}
		if rng.IntN(2) == 0 {
			for i := range goal {
				if rng.IntN(3) == 0 {
					goal[i] = permute.Any
				}
			}
		}
		p.Goals = append(p.Goals, goal)
	}
	return p
}
