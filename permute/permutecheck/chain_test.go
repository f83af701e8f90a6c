package permutecheck

import (
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
)

// TestChainAlike tries chains for tiles that are alike and cells that do not matter, some of them about some cells
// only.
func TestChainAlike(t *testing.T) {
	rng := seeded(t)
	good, bad, some := 0, 0, 0 // some: about some cells
	for range extent.Until(t, 1500, extent.Met(&good, 150), extent.Met(&bad, 150), extent.Met(&some, 20)) {
		size := [][2]int{{2, 2}, {1, 4}, {1, 5}, {2, 3}}[rng.IntN(4)]
		n := size[0] * size[1]
		start := randomStart(rng, n, max(2, n-rng.IntN(4)))
		p := build(t, size[0], size[1], start, [][]permute.Tile{start}, randomMoves(rng, n, 2)...)
		p.Goals = nil
		for range 1 + rng.IntN(4)/3 {
			goal := shuffled(rng, start)
			for range rng.IntN(6) - 3 {
				goal[rng.IntN(n)] = permute.Any
			}
			p.Goals = append(p.Goals, goal)
		}
		c := permute.Chain{}
		if orbit := orbitsOf(p); rng.IntN(2) == 0 {
			c.Cells = []int32{}
			for x, o := range orbit {
				if o != orbit[0] || rng.IntN(20) == 0 {
					c.Cells = append(c.Cells, int32(x))
				}
			}
		}
		gens := images(p)
		for _, m := range gens {
			for x := range m {
				if c.Cells != nil && !slices.Contains(c.Cells, int32(x)) {
					m[x] = int32(x)
				}
			}
		}
		closed := !slices.ContainsFunc(gens,
			func(m []int32) bool { return len(slices.Compact(slices.Sorted(slices.Values(m)))) < n })
		if !closed {
			continue // cells that are not closed: TestForgedChain has them
		}
		if rng.IntN(8) == 0 {
			gens = append(gens, randomImages(rng, n))
		}
		made := makeChain(rng, n, gens, randomImages(rng, n))
		c.Base, c.Strong = made.Base, made.Strong
		if rng.IntN(6) == 0 && len(c.Strong) > 0 {
			c.Strong = c.Strong[1:]
		}
		truth := isChain(p, c)
		judge(t, p, impossible(p, permute.Certificate{Chain: &c}), truth)
		if !truth {
			bad++
			continue
		}
		good++
		if len(c.Cells) > 0 && len(c.Cells) < n {
			some++
		}
		if b := explore(p, mostBoards); b.whole && b.least() >= 0 {
			t.Fatalf("%s: %+v is no proof", describe(p), c)
		}
	}
}

// TestForgedChain changes what a chain says about cells, and how much may be looked at.
func TestForgedChain(t *testing.T) {
	// The first row is turned, with two tiles alike; the second one is swapped at will.
	p := build(t, 2, 4, []permute.Tile{0, 0, 1, 2, 3, 3, 3, 4}, [][]permute.Tile{{0, 1, 0, 2, 3, 3, 4, 3}},
		permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1, 2, 3}}},
		permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{{4, 5}}},
		permute.Move{Name: "c", Cost: 1, Cycles: [][]int32{{4, 5, 6, 7}}})
	claim := func(cells []int32, base []int32, strong ...[]int32) permute.Outcome {
		return impossible(p, permute.Certificate{Chain: &permute.Chain{Cells: cells, Base: base, Strong: strong}})
	}
	turn, row := []int32{1, 2, 3, 0, 4, 5, 6, 7}, []int32{0, 1, 2, 3}
	judge(t, p, claim(row, []int32{0}, turn), true)
	judge(t, p, claim([]int32{3, 1, 0, 2}, []int32{2}, turn), true)
	for _, c := range []struct {
		reason string
		o      permute.Outcome
	}{
		{`does not hold move "b"`, claim(nil, []int32{0}, turn)},
		{"are not closed", claim([]int32{0, 1, 2}, []int32{0}, turn)},
		{"names cell 9 of 8", claim([]int32{0, 1, 2, 3, 8}, []int32{0}, turn)},
		{"names cell 0", claim([]int32{-1, 0, 1, 2, 3}, []int32{0}, turn)},
		{"twice", claim([]int32{0, 1, 2, 3, 3}, []int32{0}, turn)},
		{"gives goal 1", claim([]int32{}, nil)},
		{`does not hold move "b"`, claim([]int32{4, 5, 6, 7}, []int32{0}, turn)},
		{"gives goal 1", claim([]int32{0, 1, 2, 3}, []int32{0, 1, 2}, turn, []int32{1, 0, 2, 3, 4, 5, 6, 7},
			[]int32{0, 2, 1, 3, 4, 5, 6, 7}, []int32{0, 1, 3, 2, 4, 5, 6, 7})},
	} {
		refuse(t, p, c.o, c.reason)
	}
	k := newWork(background, p, noLimits)
	k.bound = 3 // the first level has four choices, unless the goal fails before one is made
	limited(t, k.checkChain(claim(row, []int32{0}, turn).Certificate.Chain), "check", "more than 3 choices")
	k = newWork(background, p, noLimits)
	k.bound = 4
	if err := k.checkChain(claim(row, []int32{0}, turn).Certificate.Chain); err != nil {
		t.Error(err)
	}
}
