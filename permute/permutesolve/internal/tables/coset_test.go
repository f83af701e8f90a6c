package tables

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
)

// TestEverySplit puts from one to seven tiles into the rest, with symmetries and without: the index must stay a
// bijection between boards up to symmetry and numbers, and the distribution the same.
func TestEverySplit(t *testing.T) {
	ctx := context.Background()
	for _, s := range []struct {
		rows, cols int
		words      string
	}{
		{1, 3, "shift-right"}, {2, 2, "shifts"}, {1, 5, "shifts"}, {2, 3, "shifts"}, {2, 3, "twist:2x2"},
		{2, 3, "shift-right shift-down"}, {1, 7, "shift-right swap:adjacent"},
		{2, 4, "shifts"}, {3, 3, "shifts"},
	} {
		set := twin.MoveSet(t, s.rows, s.cols, s.words)
		c := moveset.Compile(set)
		var want []int64
		for w := 1; w <= min(7, c.N); w++ {
			for _, symmetric := range []bool{false, true} {
				even := w >= 2
				for i := range c.Moves {
					even = even && c.Moves[i].Even
				}
				var all []moveset.Symmetry
				if symmetric {
					all = c.Symmetries()
				}
				if w == 1 && c.N > 6 || w == 7 && c.N > 7 || c.N == 9 && w != 4 && w != 6 {
					continue // many blocks or many rows, and slow
				}
				x, err := fillCosets(ctx, splitCosets(c, keptMost(moveset.Identity(c.N), w, all), even, all))
				if err != nil {
					t.Fatal(err)
				}
				checkIndex(t, x)
				tab, err := buildRanked(ctx, c, x, 4, nil)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = tab.counts
				}
				if !slices.Equal(tab.counts, want) {
					t.Errorf("%d × %d %s, %d tiles in the rest, %d symmetries: %v, not %v", s.rows, s.cols, s.words, w, len(x.Carries),
						tab.counts, want)
				}
			}
		}
	}
}

// checkIndex takes every number to its board and back, and random boards to numbers that their images share.
func checkIndex(t *testing.T, x *Cosets) {
	t.Helper()
	n := uint64(x.blocks) * uint64(x.inner)
	boards := int64(0)
	for i := range n {
		at := x.board(i)
		if back, ok := x.index(&at); !ok || back != i {
			t.Fatalf("board %d comes back as %d, %v", i, back, ok)
		}
		boards += x.orbit(int(i / uint64(x.inner)))
	}
	if float64(boards) != x.Size() {
		t.Fatalf("the orbits hold %d boards, not %v", boards, x.Size())
	}
	rng := rand.New(rand.NewPCG(uint64(x.n), uint64(x.w)))
	for range 200 {
		var at [maxRanked]uint8
		for i, t := range x.order[:x.n] { // a cell of its orbit that no tile before has
			free := x.own[i]
			for _, before := range x.order[:i] {
				free &^= 1 << at[before]
			}
			at[t] = uint8(nth(free, rng.Uint32N(x.radix[i])))
		}
		i, ok := x.index(&at)
		for k := range x.Carries {
			var image [maxRanked]uint8
			for t := range x.n {
				image[x.Carries[k].cell[t]] = x.Carries[k].cell[at[t]]
			}
			j, okToo := x.index(&image)
			// A symmetry that carries the block to itself may lead to another of its boards.
			if ok != okToo || ok && (i/uint64(x.inner) != j/uint64(x.inner) || j >= n) {
				t.Fatalf("board %v has number %d, %v and its image %d, %v", at[:x.n], i, ok, j, okToo)
			}
		}
	}
}

// TestOrbitSplits does the same for sets of several orbits, with every rest that a plan looks at and some that it
// does not.
func TestOrbitSplits(t *testing.T) {
	ctx := context.Background()
	compare := func(set *permute.MoveSet, rng *rand.Rand) (bad string) {
		_, orbits := moveset.Compile(set).Orbits(nil)
		m := moveset.NewMoving(nil, moveset.Compile(set), orbits)
		c := m.Compiled
		even := true
		for i := range c.Moves {
			even = even && c.Moves[i].Even
		}
		even = even && c.N > 1
		var want []int64
		for _, all := range [][]moveset.Symmetry{nil, c.Symmetries()} {
			list := restSets(c, all)
			for range 5 {
				list = append(list, rng.Uint32N(1<<c.N))
			}
			for _, rest := range list {
				x := splitCosets(c, rest, even, all)
				if x.fact > 720 || x.w > mostPacked || x.cosets > 5000 || even && x.fact < 2 {
					continue
				}
				x, err := fillCosets(ctx, x)
				if err != nil {
					t.Fatal(err)
				}
				checkIndex(t, x)
				tab, err := buildRanked(ctx, c, x, 4, nil)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = tab.counts
				}
				if !slices.Equal(tab.counts, want) {
					return fmt.Sprintf("rest %b of %v, %d symmetries: %v, not %v", rest, c.ByOrbit(), len(x.Carries), tab.counts, want)
				}
			}
			if !c.Unit {
				break // costs take an index without symmetries
			}
		}
		return ""
	}
	for name, set := range twin.MovingTwins(t) {
		if bad := compare(set, rand.New(rand.NewPCG(1, 2))); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		set := twin.MovingSet(t, rapid.Uint64().Draw(r, "seed"))
		if bad := compare(set, rand.New(rand.NewPCG(3, 4))); bad != "" {
			r.Fatalf("%+v: %s", set.Moves, bad)
		}
	})
}
