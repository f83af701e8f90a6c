package permutesolve

import (
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// maxMatched is the most cells in blocks for which a person is told how they could be matched.
const maxMatched = 1 << 10

// A matching is one way to bring the start's blocks and single tiles to where a goal wants them, with no regard to
// what moves can do.
type matching struct {
	turned []turnedBlock // blocks that count
	places int           // swaps of blocks, where they count
	swaps  int           // of single cells
	sum    int64
	lacks  *lacking // of a block: then there is no matching
	have   int
	want   int
}

type turnedBlock struct {
	system, block, number int
	turn                  int64
	odd                   bool
}

type lacking struct{ name, tiles string }

// A matcher matches blocks by their tiles.
type matcher struct {
	p       *permute.Instance
	goal    []permute.Tile
	orbit   []int32
	modulus int64
}

// match finds a matching, nil where that is too much to look for. Its sum is the goal's unless a block could be
// matched otherwise.
func (a *argument) match(x *permute.Character, goal int) *matching {
	cells := len(x.Cells)
	for _, s := range x.Systems {
		cells += len(s.Blocks) * len(s.Phases)
	}
	if cells > maxMatched {
		return nil
	}
	of, _ := moveset.Compile(a.p.Moves).Orbits(nil)
	k := &matcher{a.p, a.p.Goals[goal], of, x.Modulus}
	m := &matching{}
	half, number := x.Modulus/2, 0
	for i := range x.Systems {
		s := &x.Systems[i]
		to := k.blocks(s)
		for b, t := range to {
			if t < 0 {
				k.lack(s, m, number)
				return m
			}
			turn, odd, _ := k.fit(s, s.Blocks[b], s.Blocks[t])
			if s.Weight != 0 && turn != 0 || s.Inside && odd {
				m.turned = append(m.turned, turnedBlock{i, b, number + b, turn, odd})
			}
			m.sum += s.Weight * turn % x.Modulus
			if s.Inside && odd {
				m.sum += half
			}
		}
		if s.Places {
			n := swapsOf(to)
			m.places += n
			m.sum += half * int64(n%2)
		}
		number += len(s.Blocks)
	}
	if len(x.Cells) > 0 {
		to := k.assign(x.Cells, x.Cells, func(i, j int) bool { return true })
		if to == nil {
			return nil
		}
		m.swaps = swapsOf(to)
		m.sum += half * int64(m.swaps%2)
	}
	m.sum %= x.Modulus
	return m
}

// fit finds the turn, the least trouble first, that makes the tiles of the block from those that the goal wants in
// the block to, and whether the cells of the one then come to an odd permutation.
func (k *matcher) fit(s *permute.System, from, to []int32) (turn int64, odd, ok bool) {
	for _, phase := range s.Phases {
		turn := (phase - s.Phases[0] + k.modulus) % k.modulus
		images := k.assign(from, to, func(i, j int) bool { return (s.Phases[i]+turn-s.Phases[j])%k.modulus == 0 })
		if images != nil {
			return turn, swapsOf(images)%2 == 1, true
		}
	}
	return 0, false, false
}

// assign finds for each cell of from a place in to that may be its and accepts its tile, its own place if it can be;
// nil where there is none.
func (k *matcher) assign(from, to []int32, may func(i, j int) bool) []int {
	images, taken := make([]int, len(from)), make([]bool, len(to))
	for i := range images {
		images[i] = -1
	}
	take := func(i, j int, tile permute.Tile) bool {
		if images[i] >= 0 || taken[j] || k.goal[to[j]] != tile || k.orbit[from[i]] != k.orbit[to[j]] || !may(i, j) {
			return false
		}
		images[i], taken[j] = j, true
		return true
	}
	for i, c := range from {
		take(i, i, k.p.Start[c])
	}
	for _, exact := range []bool{true, false} {
		for i, c := range from {
			tile := k.p.Start[c]
			if !exact {
				tile = permute.Any
			}
			for j := 0; j < len(to) && !take(i, j, tile); j++ {
			}
		}
	}
	for _, j := range images {
		if j < 0 {
			return nil
		}
	}
	return images
}

// blocks matches the start's blocks with the goal's: its own place first, then by augmenting paths. -1 is a block
// that finds no place.
func (k *matcher) blocks(s *permute.System) []int {
	n := len(s.Blocks)
	to, from := make([]int, n), make([]int, n)
	for b := range n {
		to[b], from[b] = -1, -1
		if turn, odd, ok := k.fit(s, s.Blocks[b], s.Blocks[b]); ok && turn == 0 && !odd {
			to[b], from[b] = b, b
		}
	}
	for b := range n {
		if to[b] < 0 {
			k.augment(s, b, to, from, make([]bool, n))
		}
	}
	return to
}

func (k *matcher) augment(s *permute.System, b int, to, from []int, seen []bool) bool {
	n := len(s.Blocks)
	for i := range n {
		t := (b + i) % n
		if _, _, ok := k.fit(s, s.Blocks[b], s.Blocks[t]); !ok || seen[t] {
			continue
		}
		seen[t] = true
		if from[t] < 0 || k.augment(s, from[t], to, from, seen) {
			to[b], from[t] = t, b
			return true
		}
	}
	return false
}

// lack finds a block of the goal for which, and for those that want the same, the start has too few.
func (k *matcher) lack(s *permute.System, m *matching, number int) {
	n := len(s.Blocks)
	suits := make([][]bool, n) // by block of the goal, and of the start
	for t := range suits {
		suits[t] = make([]bool, n)
		for b := range n {
			_, _, suits[t][b] = k.fit(s, s.Blocks[b], s.Blocks[t])
		}
	}
	for t := range suits {
		have, want := 0, 0
		for b := range n {
			if suits[t][b] {
				have++
			}
			within := true
			for c := range n {
				within = within && (!suits[b][c] || suits[t][c])
			}
			if within {
				want++
			}
		}
		if want > have {
			a := argument{p: k.p}
			m.lacks = &lacking{blockName(number + t), a.tiles(k.goal, s.Blocks[t])}
			m.have, m.want = have, want
			return
		}
	}
}

// swapsOf is how many swaps a permutation takes.
func swapsOf(to []int) int {
	seen := make([]bool, len(to))
	n := 0
	for i := range to {
		for at := i; !seen[at]; at = to[at] {
			seen[at] = true
			if to[at] != i {
				n++
			}
		}
	}
	return n
}
