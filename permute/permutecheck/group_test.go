package permutecheck

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
)

// differ makes an instance with tiles that are all different.
func differ(t testing.TB, rng *rand.Rand, sizes [][2]int, moves int) *permute.Instance {
	size := sizes[rng.IntN(len(sizes))]
	n := size[0] * size[1]
	start := randomStart(rng, n, n)
	p := build(t, size[0], size[1], start, [][]permute.Tile{start}, randomMoves(rng, n, moves)...)
	p.Goals = nil
	for range 1 + rng.IntN(4)/3 {
		p.Goals = append(p.Goals, shuffled(rng, start))
	}
	return p
}

// wanted lists where each goal takes the tile of each cell.
func wanted(p *permute.Instance) (out [][]int32) {
	for _, g := range p.Goals {
		var list []int32
		for _, tile := range p.Start {
			list = append(list, int32(slices.Index(g, tile)))
		}
		out = append(out, list)
	}
	return out
}

// subset lists the cells of a set of bits.
func subset(bits, n int) []int32 {
	out := []int32{}
	for c := range n {
		if bits>>c&1 != 0 {
			out = append(out, int32(c))
		}
	}
	return out
}

// takes reports whether the image of a set is a set, in any order.
func takes(image, from, to []int32) bool {
	var got []int32
	for _, c := range from {
		got = append(got, image[c])
	}
	slices.Sort(got)
	want := slices.Clone(to)
	slices.Sort(want)
	return slices.Equal(got, want)
}

// odd counts inversions of a permutation within cells, which rise.
func odd(image, cells []int32) bool {
	n := 0
	for i, a := range cells {
		for _, b := range cells[:i] {
			if image[b] > image[a] {
				n++
			}
		}
	}
	return n%2 == 1
}

// TestParity tries all sets of cells.
func TestParity(t *testing.T) {
	rng := seeded(t)
	good := 0
	for range extent.Until(t, 400, extent.Met(&good, 20)) {
		p := differ(t, rng, sizes[:5], 2)
		n := len(p.Start)
		if n > 6 {
			continue
		}
		b := explore(p, mostBoards)
		claim := func(cells []int32) permute.Outcome {
			return impossible(p, permute.Certificate{Parity: &permute.Parity{Cells: cells}})
		}
		for bits := range 1 << n {
			cells := subset(bits, n)
			truth := true
			for _, m := range images(p) {
				truth = truth && takes(m, cells, cells) && !odd(m, cells)
			}
			for _, g := range wanted(p) {
				truth = truth && takes(g, cells, cells) && odd(g, cells)
			}
			judge(t, p, claim(cells), truth)
			if bits == 1<<n-1 {
				judge(t, p, claim(nil), truth)
			}
			if !truth {
				continue
			}
			good++
			if b.least() >= 0 {
				t.Fatalf("%s: %v is no proof", describe(p), cells)
			}
			judge(t, p, claim(append(cells, cells[0])), false)
		}
	}
}

// TestOrbit tries all sets of cells and all tiles.
func TestOrbit(t *testing.T) {
	rng := seeded(t)
	good, several := 0, 0 // several: of several goals
	for range extent.Until(t, 900, extent.Met(&good, 50), extent.Met(&several, 10)) {
		p, _ := randomInstance(t, rng, false)
		n := len(p.Start)
		if n > 6 {
			continue
		}
		b := explore(p, mostBoards)
		var proofs, lying []permute.OrbitGoal // of each goal
		honest := true
		for _, goal := range p.Goals {
			var list, lies []permute.OrbitGoal
			for bits := range 1 << n {
				cells := subset(bits, n)
				closed := true
				for _, m := range images(p) {
					closed = closed && takes(m, cells, cells)
				}
				for tile := range p.Labels {
					o := permute.OrbitGoal{Cells: cells, Tile: p.Labels[tile]}
					for _, c := range cells {
						if p.Start[c] == permute.Tile(tile) {
							o.Have++
						}
						if goal[c] == permute.Tile(tile) {
							o.Want++
						}
					}
					if closed && o.Have < o.Want {
						list = append(list, o)
					} else {
						lies = append(lies, o)
					}
				}
			}
			lying = append(lying, lies[rng.IntN(len(lies))])
			if len(list) == 0 {
				honest = false
				proofs = append(proofs, lying[len(lying)-1])
			} else {
				proofs = append(proofs, list[rng.IntN(len(list))])
			}
			// All are tried where this is the only goal.
			if len(p.Goals) == 1 {
				for i, o := range slices.Concat(list, lies) {
					truth := i < len(list)
					judge(t, p, impossible(p, permute.Certificate{Orbit: &permute.Orbit{Goals: []permute.OrbitGoal{o}}}), truth)
					if !truth {
						continue
					}
					good++
					if b.least() >= 0 {
						t.Fatalf("%s: %+v is no proof", describe(p), o)
					}
					for _, forge := range []func(o *permute.OrbitGoal){
						func(o *permute.OrbitGoal) { o.Have++ },
						func(o *permute.OrbitGoal) { o.Have-- },
						func(o *permute.OrbitGoal) { o.Want++ },
						func(o *permute.OrbitGoal) { o.Want-- },
						func(o *permute.OrbitGoal) { o.Have, o.Want = o.Want, o.Have },
						func(o *permute.OrbitGoal) { o.Tile += "0" },
						func(o *permute.OrbitGoal) { o.Tile = "" },
						func(o *permute.OrbitGoal) { o.Cells = append(slices.Clone(o.Cells), o.Cells[0]) },
						func(o *permute.OrbitGoal) { o.Cells = append([]int32{o.Cells[0]}, o.Cells...) },
						func(o *permute.OrbitGoal) { o.Cells = append([]int32{-1}, o.Cells...) },
						func(o *permute.OrbitGoal) { o.Cells = append(slices.Clone(o.Cells), int32(n)) },
						func(o *permute.OrbitGoal) { o.Cells = nil },
						func(o *permute.OrbitGoal) { // the same cells in another order, or one that is none
							o.Cells = append(slices.Clone(o.Cells[1:]), o.Cells[0])
							if len(o.Cells) == 1 {
								o.Cells[0] = -1
							}
						},
					} {
						f := o
						forge(&f)
						judge(t, p, impossible(p, permute.Certificate{Orbit: &permute.Orbit{Goals: []permute.OrbitGoal{f}}}), false)
					}
				}
			}
		}
		claim := func(list []permute.OrbitGoal) permute.Outcome {
			return impossible(p, permute.Certificate{Orbit: &permute.Orbit{Goals: list}})
		}
		judge(t, p, claim(proofs), honest)
		judge(t, p, claim(proofs[1:]), false)
		judge(t, p, claim(append(slices.Clone(proofs), proofs[0])), false)
		if honest && len(proofs) > 1 {
			several++
			if b.least() >= 0 {
				t.Fatalf("%s: %+v is no proof", describe(p), proofs)
			}
			for i := range proofs {
				forged := slices.Clone(proofs)
				forged[i] = lying[i]
				judge(t, p, claim(forged), false)
			}
		}
	}
}

// TestBlocks tries systems of blocks that moves make out of one, and others, with all pairs of cells.
func TestBlocks(t *testing.T) {
	rng := seeded(t)
	good, bad := 0, 0
	for range extent.Until(t, 1500, extent.Met(&good, 100), extent.Met(&bad, 100)) {
		p := differ(t, rng, [][2]int{{2, 2}, {2, 3}, {1, 6}, {2, 4}, {1, 5}}, 2)
		p.Goals = p.Goals[:1]
		n := len(p.Start)
		var system [][]int32
		if rng.IntN(3) == 0 {
			cells := rng.Perm(n)
			for len(cells) >= 2 && rng.IntN(4) > 0 {
				size := min(2+rng.IntN(2), len(cells))
				var block []int32
				for _, c := range cells[:size] {
					block = append(block, int32(c))
				}
				system = append(system, block)
				cells = cells[size:]
			}
		} else { // the images of a block of two or three, all of them or not
			var block []int32
			for _, c := range rng.Perm(n)[:2+rng.IntN(2)] {
				block = append(block, int32(c))
			}
			system = append(system, block)
			for i := 0; i < len(system) && len(system) < n; i++ {
				for _, m := range images(p) {
					if slices.ContainsFunc(system, func(b []int32) bool { return takes(m, system[i], b) }) || rng.IntN(9) == 0 {
						continue
					}
					var next []int32
					for _, c := range system[i] {
						next = append(next, m[c])
					}
					system = append(system, next)
				}
			}
		}
		in := func(c int32) []int { // the blocks that hold a cell
			var out []int
			for i, b := range system {
				for _, x := range b {
					if x == c {
						out = append(out, i)
					}
				}
			}
			return out
		}
		kept := true
		for c := range int32(n) {
			kept = kept && len(in(c)) <= 1
		}
		for _, m := range images(p) {
			for _, b := range system {
				kept = kept && slices.ContainsFunc(system, func(to []int32) bool { return takes(m, b, to) })
			}
		}
		g := wanted(p)[0]
		for a := range int32(n) {
			for b := range int32(n) {
				truth := kept && a != b && len(in(a)) == 1 && slices.Equal(in(a), in(b)) &&
					(len(in(g[a])) == 0 || !slices.Equal(in(g[a]), in(g[b])))
				c := permute.Certificate{Blocks: &permute.Blocks{System: system, Pairs: [][2]int32{{a, b}}}}
				judge(t, p, impossible(p, c), truth)
				if !truth {
					bad++
					continue
				}
				good++
				if r := explore(p, mostBoards); r.whole && r.least() >= 0 {
					t.Fatalf("%s: %+v is no proof", describe(p), c.Blocks)
				}
			}
		}
	}
}

// generate lists the group of some permutations of n cells.
func generate(n int, gens [][]int32) map[string][]int32 {
	one := subset(1<<n-1, n)
	group := map[string][]int32{fmt.Sprint(one): one}
	for queue := [][]int32{one}; len(queue) > 0; queue = queue[1:] {
		for _, g := range gens {
			next := make([]int32, n)
			for c, to := range queue[0] {
				next[c] = g[to]
			}
			if key := fmt.Sprint(next); group[key] == nil {
				group[key] = next
				queue = append(queue, next)
			}
		}
	}
	return group
}

// isChain knows the sentences of permute.Chain by listing groups: every level generates all that fixes the base
// cells before, the last is trivial, every move is in the group and no goal is.
func isChain(p *permute.Instance, c permute.Chain) bool {
	n := len(p.Start)
	h := generate(n, c.Strong)
	for k := 0; k <= len(c.Base); k++ {
		fixes := func(g []int32) bool {
			return !slices.ContainsFunc(c.Base[:k], func(b int32) bool { return g[b] != b })
		}
		var level [][]int32
		for _, g := range c.Strong {
			if fixes(g) {
				level = append(level, g)
			}
		}
		stabiliser := 0
		for _, g := range h {
			if fixes(g) {
				stabiliser++
			}
		}
		if len(generate(n, level)) != stabiliser || k == len(c.Base) && stabiliser > 1 {
			return false
		}
	}
	inside := func(x int32) bool { return c.Cells == nil || slices.Contains(c.Cells, x) }
	for _, m := range images(p) {
		m = slices.Clone(m)
		for x, to := range m {
			if inside(int32(x)) != inside(to) {
				return false
			}
			if !inside(int32(x)) {
				m[x] = int32(x)
			}
		}
		if h[fmt.Sprint(m)] == nil {
			return false
		}
	}
	for _, goal := range p.Goals {
		for _, g := range h {
			gives := true
			for x, to := range g {
				gives = gives && (!inside(to) || goal[to] == permute.Any || goal[to] == p.Start[x])
			}
			if gives {
				return false
			}
		}
	}
	return true
}

// makeChain finds generators of every stabiliser by listing the group.
func makeChain(rng *rand.Rand, n int, gens [][]int32, base []int32) permute.Chain {
	h := generate(n, gens)
	c := permute.Chain{Base: base}
	for k := len(base) - 1; k >= 0; k-- {
		var fix [][]int32
		for _, g := range h {
			if !slices.ContainsFunc(base[:k], func(b int32) bool { return g[b] != b }) {
				fix = append(fix, g)
			}
		}
		slices.SortFunc(fix, slices.Compare)
		for len(generate(n, c.Strong)) < len(fix) {
			c.Strong = append(c.Strong, fix[rng.IntN(len(fix))])
		}
	}
	return c
}

func randomImages(rng *rand.Rand, n int) []int32 {
	out := make([]int32, n)
	for i, c := range rng.Perm(n) {
		out[i] = int32(c)
	}
	return out
}

// TestChain tries chains, some whole and some not, of the moves' group and of larger ones.
func TestChain(t *testing.T) {
	rng := seeded(t)
	good, bad := 0, 0
	for range extent.Until(t, 1000, extent.Met(&good, 100), extent.Met(&bad, 100)) {
		p := differ(t, rng, [][2]int{{2, 2}, {1, 4}, {1, 5}, {1, 5}, {2, 3}, {1, 3}}, 2)
		n := len(p.Start)
		gens := images(p)
		if rng.IntN(6) == 0 {
			gens = append(gens, randomImages(rng, n))
		}
		base := randomImages(rng, n)
		if rng.IntN(3) == 0 {
			base = base[:rng.IntN(n)]
		}
		c := makeChain(rng, n, gens, base)
		rng.Shuffle(len(c.Strong), func(i, j int) { c.Strong[i], c.Strong[j] = c.Strong[j], c.Strong[i] })
		switch rng.IntN(6) {
		case 0:
			if len(c.Strong) > 0 {
				c.Strong = slices.Delete(c.Strong, 0, 1)
			}
		case 1:
			c.Strong = append(c.Strong, randomImages(rng, n))
		case 2:
			c.Strong = append(c.Strong, subset(1<<n-1, n)) // the identity does no harm
		case 3:
			if len(c.Base) > 1 {
				c.Base[0], c.Base[1] = c.Base[1], c.Base[0]
			}
		}
		truth := isChain(p, c)
		judge(t, p, impossible(p, permute.Certificate{Chain: &c}), truth)
		if !truth {
			bad++
			continue
		}
		good++
		if b := explore(p, mostBoards); b.whole && b.least() >= 0 {
			t.Fatalf("%s: %+v is no proof", describe(p), c)
		}
		for _, f := range []permute.Chain{
			{Base: append(slices.Clone(c.Base), -1), Strong: c.Strong},
			{Base: append(slices.Clone(c.Base), int32(n)), Strong: c.Strong},
			{Base: append(slices.Clone(c.Base), c.Base[0]), Strong: c.Strong},
			{Base: make([]int32, n+1), Strong: c.Strong},
			{Base: c.Base, Strong: append(slices.Clone(c.Strong), nil)},
			{Base: c.Base, Strong: append(slices.Clone(c.Strong), make([]int32, n))},
			{Base: c.Base, Strong: append(slices.Clone(c.Strong), make([]int32, n+1))},
			{Base: c.Base, Strong: append(slices.Clone(c.Strong), append([]int32{-1}, c.Strong[0][1:]...))},
			{Base: c.Base, Strong: append(slices.Clone(c.Strong), append([]int32{int32(n)}, c.Strong[0][1:]...))},
			{Base: c.Base},
			{},
		} {
			judge(t, p, impossible(p, permute.Certificate{Chain: &f}), false)
		}
	}
}
