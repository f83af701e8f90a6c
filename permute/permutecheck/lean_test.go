package permutecheck

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// TestLean compares the boards that fit a goal, of what a search looks at, with those of the whole instance that have
// in each orbit what the start has there.
func TestLean(t *testing.T) {
	rng := seeded(t)
	fewer, many, none := 0, 0, 0 // with cells that do not move, with several orbits, without a goal
	for range extent.Until(t, 600, extent.Met(&fewer, 50), extent.Met(&many, 10), extent.Met(&none, 10)) {
		p, _ := randomInstance(t, rng, false)
		if len(p.Start) > 6 {
			continue
		}
		p.Goals[0] = blot(rng, p.Goals[0], 2)
		k := newWork(background, p, noLimits)
		q, err := k.lean()
		if err != nil {
			t.Fatal(err)
		}
		root, err := k.roots()
		if err != nil {
			t.Fatal(err)
		}
		sorted := func(b []permute.Tile) string { // each orbit's tiles, in order
			var list []string
			for c, tile := range b {
				list = append(list, fmt.Sprint(root[c], ":", tile))
			}
			slices.Sort(list)
			return fmt.Sprint(list)
		}
		want, got := map[string]int{}, map[string]int{}
		if err := filled(k, func(b []permute.Tile) error {
			if sorted(b) == sorted(p.Start) {
				want[fmt.Sprint(b)]++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		total := 0
		if err := filled(q, func(b []permute.Tile) error {
			board := slices.Clone(p.Start)
			for c, tile := range b {
				if q.part == nil {
					board[c] = tile
				} else {
					board[q.part.cells[c]] = q.part.tiles[tile]
				}
			}
			got[fmt.Sprint(board)]++
			total++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if q.part != nil && !maps.Equal(got, want) {
			t.Fatalf("%s: %v fit; %v should", describe(p), got, want)
		}
		if n, err := q.fillings(); n != total || err != nil {
			t.Fatalf("%s: %d fillings, %v, and not %d", describe(p), n, err, total)
		}
		if q.n < k.n {
			fewer++
		}
		if q.part != nil && len(slices.Compact(slices.Clone(q.part.orbit))) > 1 {
			many++
		}
		if len(q.p.Goals) == 0 {
			none++
		}
	}
}

// TestIdleCells searches and counts on 360,000 cells of which six move in two orbits, with cells that do not matter
// everywhere: the search holds boards of six cells, and 4 ways to fill the goal where the whole board has 359,998!.
func TestIdleCells(t *testing.T) {
	const side = 600
	start := make([]permute.Tile, side*side)
	goal := make([]permute.Tile, side*side)
	for c := range start {
		start[c], goal[c] = permute.Tile(c), permute.Any
	}
	at := func(row, col int32) int32 { return row*side + col }
	one := []int32{at(3, 4), at(500, 4), at(3, 90)}
	two := []int32{at(599, 599), at(0, 0), at(300, 300)}
	// One turn of both by a third; the first of each is fixed.
	goal[one[1]], goal[two[1]] = start[one[0]], start[two[0]]
	p := build(t, side, side, start, [][]permute.Tile{goal},
		permute.Move{Name: "a", Cost: 3, Cycles: [][]int32{one}}, permute.Move{Name: "b", Cost: 5, Cycles: [][]int32{two}},
		permute.Move{Name: "c", Cost: 9, Cycles: [][]int32{one, two}})
	w := permute.Witness{Moves: []permute.Step{{Name: "b", Times: 1}, {Name: "a", Times: 1}}, Cost: 8, Length: 2,
		AtLeast: 8, Bound: permute.BySearch}
	lim := puzzle.Limits{Memory: 48 << 20}
	if err := Check(background, p, solved(w), lim); err != nil {
		t.Error(err)
	}
	if err := CheckCount(background, p, big.NewInt(2), lim); err != nil {
		t.Error(err)
	}
	k := newWork(background, p, noLimits)
	q, err := k.lean()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := q.fillings(); q.n != 6 || n != 4 || err != nil {
		t.Errorf("%d cells, %d ways to fill the goal, %v", q.n, n, err)
	}
	before := q.held
	if err := q.bySearch(8); err != nil || q.held-before > 1<<20 {
		t.Errorf("the search holds %d bytes, %v", q.held-before, err)
	}
	w.AtLeast, w.Cost = 9, 9
	w.Moves, w.Length = []permute.Step{{Name: "c", Times: 1}}, 1
	if err := Check(background, p, solved(w), lim); err == nil {
		t.Error("a way of 9 passes for the best, and there is one of 8")
	}
}
