package group

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// graphMoves are moves of the edges of a complete graph of 5 corners, and of five cells behind them: two moves make
// all permutations of the corners, the first of them odd on the five cells too, and two turn three of the five.
func graphMoves(t *testing.T) *permute.MoveSet {
	index := map[[2]int]int32{}
	for i := range 5 {
		for j := range i {
			index[[2]int{j, i}] = int32(len(index))
		}
	}
	move := func(name string, by []int, more ...[]int32) permute.Source {
		to := moveset.Identity(15)
		for e, x := range index {
			i, j := by[e[0]], by[e[1]]
			to[x] = index[[2]int{min(i, j), max(i, j)}]
		}
		m := &permute.Move{Name: name, Cost: 1, Cycles: more}
		seen := make([]bool, 15)
		for x := range to {
			var cycle []int32
			for at := int32(x); !seen[at]; at = to[at] {
				seen[at] = true
				cycle = append(cycle, at)
			}
			if len(cycle) > 1 {
				m.Cycles = append(m.Cycles, cycle)
			}
		}
		return permute.Source{Move: m}
	}
	set, err := permute.NewMoveSet(1, 15, []permute.Source{
		move("S", []int{1, 0, 2, 3, 4}, []int32{10, 11}), move("C", []int{1, 2, 3, 4, 0}),
		move("A", []int{0, 1, 2, 3, 4}, []int32{10, 11, 12, 13, 14}), move("B", []int{0, 1, 2, 3, 4}, []int32{10, 11, 12}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestRefuteInChain compares searches in stabiliser chains with a look at all boards: graphs in a few colours beside
// an orbit that can do everything, or everything even.
func TestRefuteInChain(t *testing.T) {
	ctx := context.Background()
	set := graphMoves(t)
	c := moveset.Compile(set)
	g := New(nil, c, nil)
	st, err := g.Structure(ctx, puzzle.Limits{})
	if err != nil || len(st.Giants()) != 1 || st.Chain() == nil {
		t.Fatalf("%v, %v", st, err)
	}
	rng := rand.New(rand.NewPCG(1, 3))
	counts := map[string]int{}
	for range 400 {
		p := twin.Distinct(set, make([]permute.Tile, 15))
		kinds := 2 + rng.IntN(2)
		far := 1 + rng.IntN(5) // kinds of the five cells
		for i := range p.Start {
			if i < 10 {
				p.Start[i] = permute.Tile(rng.IntN(kinds))
			} else {
				p.Start[i] = permute.Tile(3 + min(i-10, far-1))
			}
		}
		for range 1 + rng.IntN(2) {
			goal := slices.Clone(p.Start)
			rng.Shuffle(10, func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
			rng.Shuffle(5, func(i, j int) { goal[10+i], goal[10+j] = goal[10+j], goal[10+i] })
			for range max(0, rng.IntN(4)-2) {
				goal[rng.IntN(15)] = permute.Any
			}
			p.Goals = append(p.Goals, goal)
		}
		var used []permute.Tile
		for _, board := range append([][]permute.Tile{p.Start}, p.Goals...) {
			for i, tile := range board {
				if tile == permute.Any {
					continue
				}
				k := slices.Index(used, tile)
				if k < 0 {
					k = len(used)
					used = append(used, tile)
				}
				board[i] = permute.Tile(k)
			}
		}
		p.Labels = p.Labels[:len(used)]
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var aims []*aim
		for i := range p.Goals {
			aims = append(aims, g.aim(p, i))
		}
		chain, err := g.refuteInChain(ctx, p, aims, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if reached := twin.NaiveReach(p, 50000); (chain == nil) != (reached >= 0) {
			t.Fatalf("a chain: %v, and a search says %d: %+v", chain != nil, reached, p)
		}
		if chain == nil {
			counts["reached"]++
			continue
		}
		checkDecision(t, p, Decision{Verdict: puzzle.Impossible,
			Certificate: &permute.Certificate{Cols: p.Cols, Chain: chain}})
		if chain.Cells != nil {
			counts["without the giant"]++
		} else {
			counts["with the giant"]++
		}
	}
	t.Log(counts)
	for _, k := range []string{"reached", "without the giant", "with the giant"} {
		if counts[k] < 20 {
			t.Errorf("%s: %d", k, counts[k])
		}
	}
}

// dominoes are eight upright dominoes of which one lies the other way; only an even number can turn.
const dominoes = `{"start":["xbcdefgh","axxxxxxx"],"target":["abcdefgh","xxxxxxxx"],"moves":[` +
	`{"name":"S","cycles":[[[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8]],[[2,1],[2,2],[2,3],[2,4],[2,5],[2,6],[2,7],[2,8]]],"inverse":true},` +
	`{"name":"W","cycles":[[[1,1],[1,2]],[[2,1],[2,2]]]},{"name":"F","cycles":[[[1,1],[2,1]],[[1,2],[2,2]]]}]}`

// TestRefuteStops cancels the search for certificates at every poll of its context.
func TestRefuteStops(t *testing.T) {
	p, err := permute.Parse(dominoes)
	if err != nil {
		t.Fatal(err)
	}
	c := moveset.Compile(p.Moves)
	for after := int64(1); ; after++ {
		g := New(nil, c, nil)
		if _, err := g.Structure(context.Background(), puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
		q := puzzletest.NewPolls(after)
		d, err := g.Decide(q, p, puzzle.Limits{})
		if err == nil {
			if after <= 10 || twin.CertificateKind(d.Certificate) != "characters" {
				t.Errorf("%d polls, %s", q.Asked(), twin.CertificateKind(d.Certificate))
			}
			return
		}
		if !errors.Is(err, context.Canceled) || q.Asked()-after >= 8 { // each of the callers may ask once more
			t.Fatalf("canceled at poll %d: %v, %d more", after, err, q.Asked()-after)
		}
	}
}
