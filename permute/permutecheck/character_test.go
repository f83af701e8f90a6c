package permutecheck

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// value is what a character makes of a permutation, by its definition; ok is false where it is not defined there.
// orbit are the orbits of the cells.
func value(c *permute.Character, to []int32, orbit []int) (v int64, ok bool) {
	for x, y := range to {
		if orbit[x] != orbit[y] {
			return 0, false
		}
	}
	half := c.Modulus / 2
	var image []int // of the blocks whose places count, in their order
	number := 0
	for _, s := range c.Systems {
		first := number
		number += len(s.Blocks)
		for _, cells := range s.Blocks {
			there := slices.IndexFunc(s.Blocks, func(o []int32) bool { return slices.Contains(o, to[cells[0]]) })
			if there < 0 {
				return 0, false
			}
			places := make([]int, len(cells))
			by := int64(-1)
			for i, x := range cells {
				j := slices.Index(s.Blocks[there], to[x])
				if j < 0 {
					return 0, false
				}
				d := ((s.Phases[j]-s.Phases[i])%c.Modulus + c.Modulus) % c.Modulus
				if by >= 0 && d != by {
					return 0, false
				}
				by, places[i] = d, j
			}
			v += s.Weight * by
			if s.Inside && inversions(places)%2 != 0 {
				v += half
			}
			if s.Places {
				image = append(image, first+there)
			}
		}
	}
	if inversions(image)%2 != 0 {
		v += half
	}
	var singles []int
	for _, x := range slices.Sorted(slices.Values(c.Cells)) {
		if !slices.Contains(c.Cells, to[x]) {
			return 0, false
		}
		singles = append(singles, int(to[x]))
	}
	if inversions(singles)%2 != 0 {
		v += half
	}
	return v % c.Modulus, true
}

// inversions is how many pairs of a list are in falling order. The lists of cells and blocks that are mapped rise.
func inversions(list []int) (n int) {
	for i := range list {
		for _, x := range list[:i] {
			if x > list[i] {
				n++
			}
		}
	}
	return n
}

// valid reports whether the lists of a character are those of one.
func valid(c *permute.Character, n int) bool {
	if c.Modulus < 1 || c.Modulus > permute.MaxModulus {
		return false
	}
	seen := make([]bool, n)
	take := func(x int32) bool {
		if x < 0 || int(x) >= n || seen[x] {
			return false
		}
		seen[x] = true
		return true
	}
	for _, x := range c.Cells {
		if !take(x) {
			return false
		}
	}
	halves := len(c.Cells) > 0
	for _, s := range c.Systems {
		halves = halves || s.Inside || s.Places
		if s.Weight < 0 || s.Weight >= c.Modulus {
			return false
		}
		for _, phase := range s.Phases {
			if phase < 0 || phase >= c.Modulus {
				return false
			}
		}
		for _, b := range s.Blocks {
			if len(b) < 2 || len(b) != len(s.Phases) {
				return false
			}
			for _, x := range b {
				if !take(x) {
					return false
				}
			}
		}
	}
	return !halves || c.Modulus%2 == 0
}

// orbitsOf numbers the orbits of the cells.
func orbitsOf(p *permute.Instance) []int {
	orbit := make([]int, len(p.Start))
	for i := range orbit {
		orbit[i] = i
	}
	for changed := true; changed; {
		changed = false
		for _, to := range images(p) {
			for x, y := range to {
				if m := min(orbit[x], orbit[y]); orbit[x] != orbit[y] {
					orbit[x], orbit[y], changed = m, m, true
				}
			}
		}
	}
	return orbit
}

// ways calls f with every permutation that gives a goal.
func waysTo(p *permute.Instance, goal []permute.Tile, f func(to []int32)) {
	to := make([]int32, len(goal))
	used := make([]bool, len(goal))
	var next func(x int)
	next = func(x int) {
		if x == len(to) {
			f(to)
			return
		}
		for y, want := range goal {
			if !used[y] && (want == permute.Any || want == p.Start[x]) {
				used[y], to[x] = true, int32(y)
				next(x + 1)
				used[y] = false
			}
		}
	}
	next(0)
}

// values are the values of all permutations that give a goal, rising, each once.
func values(p *permute.Instance, c *permute.Character, goal []permute.Tile, orbit []int) []int64 {
	var out []int64
	waysTo(p, goal, func(to []int32) {
		if v, ok := value(c, to, orbit); ok && !slices.Contains(out, v) {
			out = append(out, v)
		}
	})
	slices.Sort(out)
	return out
}

// trueCharacters judges a certificate by its definition, over all permutations.
func trueCharacters(p *permute.Instance, c *permute.Characters) bool {
	if len(c.Goals) != len(p.Goals) {
		return false
	}
	orbit := orbitsOf(p)
	used := make([]bool, len(c.List))
	for g, says := range c.Goals {
		if says.Character < 0 || says.Character >= len(c.List) {
			return false
		}
		x := &c.List[says.Character]
		used[says.Character] = true
		if !valid(x, len(p.Start)) {
			return false
		}
		for _, to := range images(p) {
			if v, ok := value(x, to, orbit); !ok || v != 0 {
				return false
			}
		}
		all := values(p, x, p.Goals[g], orbit)
		if len(all) > 1 || len(all) == 1 && (says.Sum == 0 || all[0] != says.Sum) || len(all) == 0 && says.Sum != 0 {
			return false
		}
	}
	return !slices.Contains(used, false)
}

// charactered makes a small instance with a character whose moves go to 0, and a certificate that is honest where
// that is possible; honest is false otherwise.
func charactered(t *testing.T, rng *rand.Rand) (p *permute.Instance, c *permute.Characters, honest bool) {
	size, blocks, singles := 2+rng.IntN(2), 1+rng.IntN(3), rng.IntN(4)
	if size == 3 {
		blocks = min(blocks, 2)
	}
	n := size*blocks + singles
	if n > 7 {
		singles -= n - 7
		n = 7
	}
	cells := rng.Perm(n)
	x := permute.Character{Modulus: int64(1 + rng.IntN(6))}
	s := permute.System{Phases: make([]int64, size), Weight: rng.Int64N(x.Modulus)}
	if x.Modulus%int64(size) == 0 && rng.IntN(4) > 0 {
		for i := range s.Phases {
			s.Phases[i] = int64(i) * x.Modulus / int64(size)
		}
	}
	if x.Modulus%2 == 0 {
		s.Inside, s.Places = rng.IntN(3) == 0, rng.IntN(3) == 0
	}
	for b := range blocks {
		var list []int32
		for _, cell := range cells[b*size : (b+1)*size] {
			list = append(list, int32(cell))
		}
		s.Blocks = append(s.Blocks, list)
	}
	x.Systems = []permute.System{s}
	if blocks > 1 && rng.IntN(3) == 0 {
		rest := s
		rest.Blocks, s.Blocks = s.Blocks[1:], s.Blocks[:1]
		rest.Weight = rng.Int64N(x.Modulus)
		rest.Inside, rest.Places = s.Places, s.Inside
		x.Systems = []permute.System{s, rest}
		s.Blocks = append(slices.Clone(s.Blocks), rest.Blocks...)
	}
	if x.Modulus%2 == 0 && rng.IntN(2) == 0 {
		for _, cell := range cells[blocks*size:] {
			x.Cells = append(x.Cells, int32(cell))
		}
		slices.Sort(x.Cells)
	}
	together := make([]int, n) // no orbits: to make permutations
	random := func() []int32 {
		for {
			to := make([]int32, n)
			order := rng.Perm(blocks)
			for b, list := range s.Blocks {
				for i, j := range rng.Perm(size) {
					to[list[i]] = s.Blocks[order[b]][j]
				}
			}
			for i, j := range rng.Perm(singles) {
				to[cells[blocks*size+i]] = int32(cells[blocks*size+j])
			}
			if _, ok := value(&x, to, together); ok {
				return to
			}
		}
	}
	var moves []permute.Move
	for range 200 {
		to := random()
		if v, _ := value(&x, to, together); v == 0 && len(moves) < 1+rng.IntN(3) {
			m := permute.Move{Name: string(rune('a' + len(moves))), Cost: 1, Cycles: cyclesOf(to)}
			if len(m.Cycles) > 0 {
				moves = append(moves, m)
			}
		}
	}
	if len(moves) == 0 {
		return charactered(t, rng)
	}
	start := make([]permute.Tile, n)
	kinds := max(1, n-rng.IntN(4))
	for i := range start {
		start[i] = permute.Tile(min(i, kinds-1))
	}
	rng.Shuffle(n, func(i, j int) { start[i], start[j] = start[j], start[i] })
	var goals [][]permute.Tile
	for range 1 + rng.IntN(2) {
		goal := after(start, random())
		if rng.IntN(4) == 0 {
			rng.Shuffle(n, func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
		}
		for range max(0, rng.IntN(6)-3) {
			goal[rng.IntN(n)] = permute.Any
		}
		goals = append(goals, goal)
	}
	p = build(t, 1, n, start, goals, moves...)
	c = &permute.Characters{List: []permute.Character{x}}
	honest = true
	for _, goal := range goals {
		sum := int64(0)
		switch all := values(p, &x, goal, orbitsOf(p)); {
		case len(all) == 1 && all[0] != 0:
			sum = all[0]
		case len(all) > 0:
			honest = false
			sum = rng.Int64N(x.Modulus)
		}
		c.Goals = append(c.Goals, permute.CharacterGoal{Sum: sum})
	}
	return p, c, honest
}

func cyclesOf(to []int32) (out [][]int32) {
	seen := make([]bool, len(to))
	for x := range to {
		var cycle []int32
		for at := int32(x); !seen[at]; at = to[at] {
			seen[at] = true
			cycle = append(cycle, at)
		}
		if len(cycle) > 1 {
			out = append(out, cycle)
		}
	}
	return out
}

// TestCharactersAgainstAllPermutations compares the checker with the definition over all permutations, and with the
// boards that can be reached: honest certificates and forged ones, each in one field.
func TestCharactersAgainstAllPermutations(t *testing.T) {
	rng := seeded(t)
	var accepted, none, sums, several, timid, forged, forgedTrue int
	for range extent.Until(t, 1500, extent.Met(&accepted, 200), extent.Met(&none, 50), extent.Met(&sums, 50),
		extent.Met(&several, 150), extent.Met(&forgedTrue, 1)) {
		p, c, honest := charactered(t, rng)
		if honest != trueCharacters(p, c) {
			t.Fatalf("the test is wrong: %s: %+v", describe(p), c)
		}
		accept := func(c *permute.Characters) bool {
			t.Helper()
			err := Check(background, p, impossible(p, permute.Certificate{Characters: c}), noLimits)
			if err != nil && !errors.Is(err, puzzle.ErrRejected) {
				t.Fatal(err)
			}
			right := trueCharacters(p, c)
			if err == nil && !right {
				t.Fatalf("%s: accepted: %+v", describe(p), c)
			}
			if err != nil && right {
				// Where places count and blocks have several partners the checker does not look at all ways.
				if !slices.ContainsFunc(c.List, func(x permute.Character) bool {
					return slices.ContainsFunc(x.Systems, func(s permute.System) bool { return s.Places })
				}) {
					t.Fatalf("%s: %+v: %v", describe(p), c, err)
				}
				timid++
			}
			return err == nil
		}
		if accept(c) {
			accepted++
			if b := explore(p, mostBoards); b.least() >= 0 {
				t.Fatalf("%s: a goal can be reached, and this is accepted: %+v", describe(p), c)
			}
			for _, g := range c.Goals {
				if g.Sum == 0 {
					none++
				} else {
					sums++
				}
			}
			if len(p.Labels) < len(p.Start) {
				several++
			}
		}
		for range 6 {
			if f := forgedCharacters(c, len(p.Start), rng); accept(f) {
				forgedTrue++
			}
			forged++
		}
	}
	t.Logf("%d accepted, %d goals without a match, %d with a sum, %d with alike tiles, %d true ones refused; %d forged, "+
		"%d of them true", accepted, none, sums, several, timid, forged, forgedTrue)
	if accepted < extent.Less(1, 200) || none < extent.Less(1, 50) || sums < extent.Less(1, 50) || several < extent.Less(1, 150) ||
		timid > accepted/10 || forgedTrue > forged/2 || forgedTrue == 0 {
		t.Errorf("the instances do not show enough")
	}
}

// forgedCharacters changes one field of a copy.
func forgedCharacters(c *permute.Characters, n int, rng *rand.Rand) *permute.Characters {
	out := &permute.Characters{Goals: slices.Clone(c.Goals)}
	for _, x := range c.List {
		x.Cells = slices.Clone(x.Cells)
		systems := x.Systems
		x.Systems = nil
		for _, s := range systems {
			s.Phases = slices.Clone(s.Phases)
			blocks := s.Blocks
			s.Blocks = nil
			for _, b := range blocks {
				s.Blocks = append(s.Blocks, slices.Clone(b))
			}
			x.Systems = append(x.Systems, s)
		}
		out.List = append(out.List, x)
	}
	x := &out.List[0]
	s := &x.Systems[0]
	b := s.Blocks[rng.IntN(len(s.Blocks))]
	g := &out.Goals[rng.IntN(len(out.Goals))]
	other := rng.Int64N(9) - 1
	switch rng.IntN(14) {
	case 0:
		x.Modulus = other
	case 1:
		x.Cells = append(x.Cells, int32(rng.IntN(n+2)-1))
	case 2:
		if len(x.Cells) > 0 {
			x.Cells = slices.Delete(x.Cells, 0, 1+rng.IntN(len(x.Cells)))
		}
	case 3:
		b[rng.IntN(len(b))] = int32(rng.IntN(n+2) - 1)
	case 4:
		i, j := rng.IntN(len(b)), rng.IntN(len(b))
		b[i], b[j] = b[j], b[i]
	case 5:
		s.Blocks = s.Blocks[1:]
	case 6:
		s.Blocks = append(s.Blocks, b)
	case 7:
		s.Phases[rng.IntN(len(s.Phases))] = other
	case 8:
		s.Phases = s.Phases[1:]
	case 9:
		s.Weight = other
	case 10:
		s.Inside = !s.Inside
	case 11:
		s.Places = !s.Places
	case 12:
		g.Sum = other
	case 13:
		g.Character = int(other)
	}
	return out
}
