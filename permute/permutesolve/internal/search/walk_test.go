package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

func walksOf(t testing.TB, c *moveset.Compiled) *walks {
	t.Helper()
	w, err := newWalks(c, &meter{ctx: context.Background(), what: "a test"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Walking distances are no more than the distances of a plain search, on 10,000 boards or all, and sometimes equal.
func TestWalksAgainstSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	sets := map[string]*moveset.Compiled{}
	for _, tc := range []struct {
		rows, cols int
		moves      string
	}{
		{3, 3, "shifts"}, {2, 4, "shifts"}, {3, 3, "shifts:right,down"}, {3, 3, "drag"}, {2, 5, "shifts"}, {4, 4, "shifts"},
		{3, 4, "shifts:rows=1,3"}, {2, 6, "shifts"}, {4, 4, "shift-right shift-up"}, {5, 5, "shifts"},
	} {
		name := fmt.Sprintf("%dx%d %s", tc.rows, tc.cols, tc.moves)
		sets[name] = moveset.Compile(twin.MoveSet(t, tc.rows, tc.cols, tc.moves))
	}
	for i := range 20 {
		sets[fmt.Sprint("made up ", i)] = moveset.Compile(twin.MadeUpMoves(rng, 3, 3, 2+i%4, false))
	}
	walked := 0
	for name, c := range sets {
		t.Run(name, func(t *testing.T) {
			w := walksOf(t, c)
			if w == nil {
				return
			}
			walked++
			pm, err := newPerimeter(c, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var id position
			for i := range c.N {
				id[i] = uint8(i)
			}
			dist := map[position]int64{id: 0}
			equal := 0
			for queue := []position{id}; len(queue) > 0 && len(dist) < 10000; queue = queue[1:] {
				y := queue[0]
				for m := range pm.push {
					var z position // from which the move leads to y
					for i := range c.N {
						z[i] = y[pm.push[m][i]]
					}
					if _, ok := dist[z]; !ok {
						dist[z] = dist[y] + 1
						queue = append(queue, z)
					}
				}
			}
			for y, d := range dist {
				switch bound := w.bound(&y, &id); {
				case bound > d:
					t.Fatalf("%v is at %d, and its bound is %d", y[:c.N], d, bound)
				case bound == d:
					equal++
				}
			}
			if equal < 2 {
				t.Errorf("no bound but that of the solved board is a distance")
			}
			walksFollow(t, rng, w, pm)
		})
	}
	if walked < 10 {
		t.Errorf("%d sets have walking distances", walked)
	}
}

// walksFollow compares the key after a move with that of the board after it.
func walksFollow(t *testing.T, rng *rand.Rand, w *walks, pm *Perimeter) {
	t.Helper()
	for range 50 {
		y, place := randomPosition(rng, pm.c.N), randomPosition(rng, pm.c.N)
		for m := range pm.pull {
			var z position
			pm.after(&z, &y, m)
			for k := range w.list {
				wk := &w.list[k]
				want := wk.of(&z, &place)
				got := wk.of(&y, &place)
				if int(w.class[m]) == k {
					got = wk.after(got, &pm.c.Moves[m], &y, &place)
				}
				if got != want {
					t.Fatalf("move %d, class %d: key %x, want %x", m, k, got, want)
				}
			}
		}
	}
}

// The smaller world of the 4 × 4 torus has 10,147 boards (matrices of 4 × 4 counts with all sums 4), for rows and
// columns the same; that of two rows of six has 7.
func TestWalkWorlds(t *testing.T) {
	four := walksOf(t, moveset.Compile(twin.MoveSet(t, 4, 4, "shifts")))
	if len(four.list) != 2 || four.list[0].near.n != 10147 || four.list[0].near != four.list[1].near {
		t.Errorf("4 × 4: %d classes, %d matrices", len(four.list), four.list[0].near.n)
	}
	six := walksOf(t, moveset.Compile(twin.MoveSet(t, 2, 6, "shifts")))
	sizes := map[int]bool{}
	for _, w := range six.list {
		sizes[w.near.n] = true
	}
	if len(six.list) != 2 || !sizes[7] {
		t.Errorf("2 × 6: %d classes, %v", len(six.list), sizes)
	}
	for _, words := range []string{"twist:2x2", "swap:adjacent", "shift-right"} {
		if w := walksOf(t, moveset.Compile(twin.MoveSet(t, 4, 4, words))); w != nil {
			t.Errorf("%s: %d classes have blocks", words, len(w.list))
		}
	}
}
