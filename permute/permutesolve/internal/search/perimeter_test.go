package search

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// grown returns a perimeter with at least so many classes, or a whole one.
func grown(t testing.TB, c *moveset.Compiled, classes int64) *Perimeter {
	t.Helper()
	pm, err := newPerimeter(c, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for !pm.whole && pm.size() < classes {
		if err := pm.grow(context.Background(), puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	return pm
}

// image applies a twist the plain way, by its definition.
func (w *twist) image(y *position, n int) (out position) {
	for i := range n {
		if w.flip {
			out[w.s[y[i]]] = w.s[i]
		} else {
			out[w.s[i]] = w.s[y[i]]
		}
	}
	return out
}

func randomPosition(rng *rand.Rand, n int) (y position) {
	for i, v := range rng.Perm(n) {
		y[i] = uint8(v)
	}
	return y
}

// Every image of a position has one representative, and that is an image.
func TestCanonIsOneImage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, tc := range []struct {
		rows, cols int
		moves      string
		twists     int // with flips, as counted by hand
	}{
		{4, 4, "shifts", 256}, {4, 4, "shifts:right,down", 64}, {4, 4, "shift-right", 64}, {3, 3, "shifts rotate-cw", 8},
		{3, 4, "shifts", 96}, {2, 5, "shifts", 40}, {5, 5, "shifts", 400}, {4, 6, "shifts", 192}, {4, 4, "twist-cw:2x2", 8},
		{3, 4, "twist:2x2", 8},
		{2, 2, "shifts", 16}, {1, 7, "swap:adjacent", 4},
	} {
		t.Run(fmt.Sprintf("%dx%d %s", tc.rows, tc.cols, tc.moves), func(t *testing.T) {
			c := moveset.Compile(twin.MoveSet(t, tc.rows, tc.cols, tc.moves))
			twists := findTwists(c)
			if len(twists) != tc.twists {
				t.Errorf("%d twists, want %d", len(twists), tc.twists)
			}
			pm, err := newPerimeter(c, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var sc canonScratch
			key := func(y *position) []uint64 {
				k := make([]uint64, pm.lay.words)
				pm.leastKey(k, y, &sc)
				return k
			}
			for round := range 40 {
				y := randomPosition(rng, c.N)
				if round%2 == 0 { // near ones have more symmetry
					for i := range c.N {
						y[i] = uint8(i)
					}
					for range rng.IntN(4) {
						z := y
						pm.after(&y, &z, rng.IntN(len(c.Moves)))
					}
				}
				want := key(&y)
				var back position
				pm.position(&back, want)
				isImage := false
				for k := range twists {
					z := twists[k].image(&y, c.N)
					if got := key(&z); !slices.Equal(got, want) {
						t.Fatalf("%v has %x and its image %v %x", y[:c.N], want, z[:c.N], got)
					}
					isImage = isImage || z == back
				}
				if !isImage {
					t.Fatalf("%v is represented by %v, which is no image", y[:c.N], back[:c.N])
				}
			}
		})
	}
}

// Whole perimeters give the known numbers of positions by distance (design/permute.md, found by breadth-first search
// over all boards).
func TestPerimeterDistributions(t *testing.T) {
	for _, tc := range []struct {
		rows, cols int
		moves      string
		want       []int64
	}{
		{2, 2, "shifts", []int64{1, 4, 10, 8, 1}},
		{2, 3, "shifts", []int64{1, 7, 31, 115, 274, 253, 36, 3}},
		{3, 3, "shift-right shift-down rotate-cw", []int64{1, 7, 40, 207, 1035, 4880, 20560, 64254, 79535, 10906, 15}},
		{3, 3, "shifts", []int64{1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475}},
		{2, 5, "shifts", []int64{1, 9, 58, 328, 1649, 7601, 32339, 125968, 425978, 1096249, 1485270, 439370, 13775, 205}},
	} {
		t.Run(fmt.Sprintf("%dx%d %s", tc.rows, tc.cols, tc.moves), func(t *testing.T) {
			c := moveset.Compile(twin.MoveSet(t, tc.rows, tc.cols, tc.moves))
			pm := grown(t, c, 1<<40)
			twists := findTwists(c)
			got := make([]int64, len(tc.want)+1)
			for _, table := range pm.shards {
				table.each(0, table.mask+1, func(key []uint64, d int64) {
					var y position
					pm.position(&y, key)
					fixed := 0
					for k := range twists {
						if twists[k].image(&y, c.N) == y {
							fixed++
						}
					}
					got[min(int(d), len(tc.want))] += int64(len(twists) / fixed)
				})
			}
			if !slices.Equal(got[:len(tc.want)], tc.want) || got[len(tc.want)] != 0 {
				t.Errorf("got %d, want %d", got, tc.want)
			}
		})
	}
}

// middleSets are sets with a perimeter that is not whole, with costs, one-directional, without any symmetry.
func middleSets(t testing.TB) map[string]*moveset.Compiled {
	rng := rand.New(rand.NewPCG(11, 4))
	costs := twin.MoveSet(t, 3, 4, "shifts")
	for i := range costs.Moves {
		costs.Moves[i].Cost = 1 + int64(i%3)*2
	}
	return map[string]*moveset.Compiled{
		"4x4 both ways": moveset.Compile(twin.MoveSet(t, 4, 4, "shifts")),
		"4x4 one way":   moveset.Compile(twin.MoveSet(t, 4, 4, "shifts:right,down")),
		"4x4 drags":     moveset.Compile(twin.MoveSet(t, 4, 4, "drag")),
		"3x4 both ways": moveset.Compile(twin.MoveSet(t, 3, 4, "shifts")),
		"3x4 costs":     moveset.Compile(costs),
		"4x4 twists":    moveset.Compile(twin.MoveSet(t, 4, 4, "twist-cw:2x2")),
		"3x5 made up":   moveset.Compile(twin.MadeUpMoves(rng, 3, 5, 5, false)),
		"3x5 priced":    moveset.Compile(twin.MadeUpMoves(rng, 3, 5, 5, true)),
		"5x5 both ways": moveset.Compile(twin.MoveSet(t, 5, 5, "shifts")),
		"4x6 one way":   moveset.Compile(twin.MoveSet(t, 4, 6, "shifts:right,down")),
	}
}

func TestDeepeningAgainstBidirectional(t *testing.T) {
	ctx := context.Background()
	for name, c := range middleSets(t) {
		t.Run(name, func(t *testing.T) {
			prep := NewPreparations(c, "")
			prep.Most = 3000 // so that there is something left for the deepening
			if _, err := prep.Near(ctx, puzzle.Limits{}); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(5, uint64(c.N)))
			for round := range extent.Less(4, 12) {
				p := twin.Scrambled(rng, c.Set, round*2/3+1)
				switch round % 4 {
				case 2: // two tiles alike
					p.Start[slices.Index(p.Start, 1)] = 0
					p.Goals[0][1] = 0
				case 3: // a second goal, and two free cells
					other := slices.Clone(p.Goals[0])
					other[0], other[1], other[2] = other[1], other[2], other[0]
					p.Goals[0][3], p.Goals[0][2] = -1, -1
					p.Goals = append(p.Goals, other)
				}
				s, err := newBidirectional(ctx, NewProblem(c, p), puzzle.Limits{}, 0)
				if err != nil {
					t.Fatal(err)
				}
				want, err := s.run(ctx)
				if err != nil {
					t.Fatal(err)
				}
				got, err := Optimal(ctx, c, p, prep, puzzle.Limits{})
				if err != nil || !got.Found || got.Cost != want.cost || got.Lower != want.cost {
					t.Fatalf("round %d: %+v, %v; want cost %d", round, got, err, want.cost)
				}
				twin.CheckWay(t, p, got.Path, got.Goal, got.Cost)
				if c.Unit && (!slices.Equal(got.Path, want.path) || got.Goal != want.goal) {
					t.Fatalf("round %d: the searches answer %v to goal %d and %v to goal %d", round, got.Path, got.Goal, want.path,
						want.goal)
				}
				if round >= 8 || !c.Unit { // these the small twins have
					continue
				}
				all, err := All(ctx, c, p, prep, puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				again, err := All(ctx, c, p, nil, puzzle.Limits{})
				if err != nil || again.Count.Cmp(all.Count) != 0 {
					t.Fatalf("round %d: %v ways by the perimeter, %v by the search (%v)", round, all.Count, again.Count, err)
				}
				if all.Count.Cmp(big.NewInt(1000)) < 0 {
					one, two := slices.Collect(all.All()), slices.Collect(again.All())
					if !slices.EqualFunc(one, two, func(a, b []int32) bool { return slices.Equal(a, b) }) {
						t.Fatalf("round %d: the lists of ways differ", round)
					}
				}
			}
		})
	}
}

// Distances of a set that shifts one way only are not symmetric, and the searches know.
func TestDistancesAreDirected(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 3, 3, "shift-right shift-down rotate-cw"))
	p := twin.Scrambled(rand.New(rand.NewPCG(1, 1)), c.Set, 0)
	p.Start = twin.MapMove(p.Start, &c.Set.Moves[0])
	there, err := Optimal(context.Background(), c, p, nil, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start, p.Goals[0] = p.Goals[0], p.Start
	back, err := Optimal(context.Background(), c, p, nil, puzzle.Limits{})
	if err != nil || there.Cost != 2 || back.Cost != 1 {
		t.Fatalf("%d there and %d back (%v), want 2 and 1", there.Cost, back.Cost, err)
	}
}

func TestPerimeterOnDisk(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"3x4 both ways", "3x5 priced", "5x5 both ways"} {
		t.Run(name, func(t *testing.T) {
			c := middleSets(t)[name]
			dir := filepath.Join(t.TempDir(), "not", "there", "yet")
			first := NewPreparations(c, dir)
			first.Most = 60000
			a, err := first.Near(ctx, puzzle.Limits{})
			if err != nil || first.saved != nil {
				t.Fatal(err, first.saved)
			}
			b, err := loadPerimeter(ctx, c, dir, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			samePerimeter(t, a, b)
			// Both go on in the same way.
			for _, pm := range []*Perimeter{a, b} {
				if err := pm.grow(ctx, puzzle.Limits{}); err != nil {
					t.Fatal(err)
				}
			}
			samePerimeter(t, a, b)
			if _, err := loadPerimeter(ctx, c, dir, puzzle.Limits{Memory: 1 << 17}); !errors.Is(err, puzzle.ErrLimit) {
				t.Fatalf("loading under a limit: %v", err)
			}
			file := filepath.Join(dir, PerimeterName(c))
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 9))
			for round := range extent.Less(6, 30) {
				bad := slices.Clone(data)
				switch at := rng.IntN(len(bad)); round % 3 {
				case 0:
					bad[at%400] ^= 1 << rng.IntN(8)
				case 1:
					bad[at] ^= 1 << rng.IntN(8)
				default:
					bad = bad[:at]
				}
				if err := os.WriteFile(file, bad, 0o666); err != nil {
					t.Fatal(err)
				}
				if _, err := loadPerimeter(ctx, c, dir, puzzle.Limits{}); err == nil {
					t.Fatalf("round %d: a damaged file was read", round)
				}
			}
			// A damaged file is made anew.
			second := NewPreparations(c, dir)
			second.Most = 60000
			if _, err := second.Near(ctx, puzzle.Limits{}); err != nil {
				t.Fatal(err)
			}
			if again, err := os.ReadFile(file); err != nil || !slices.Equal(again, data) {
				t.Fatalf("the file was not made anew as it was (%v)", err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
				t.Fatalf("left behind: %v", left)
			}
		})
	}
}

func samePerimeter(t *testing.T, a, b *Perimeter) {
	t.Helper()
	if a.top != b.top || a.whole != b.whole || a.size() != b.size() || !slices.Equal(a.counts, b.counts) {
		t.Fatalf("radius %d and %d, %d and %d classes", a.top, b.top, a.size(), b.size())
	}
	for s, table := range a.shards {
		table.each(0, table.mask+1, func(key []uint64, d int64) {
			if got := b.shards[s].lookup(key); got != d {
				t.Fatalf("%x: %d and %d", key, d, got)
			}
		})
	}
}

// Many searches at once share one perimeter, which the first of them makes.
func TestSearchesShareOnePerimeter(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	prep := NewPreparations(c, t.TempDir())
	prep.Most = 20000
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(8, uint64(i)))
			pm, err := prep.Near(context.Background(), puzzle.Limits{})
			if err != nil || pm != prep.perimeter.Load() {
				t.Error(pm, err)
				return
			}
			for range 3 {
				p := twin.Scrambled(rng, c.Set, 8)
				out, err := Optimal(context.Background(), c, p, prep, puzzle.Limits{})
				if err != nil || !out.Found || out.Cost > 8 {
					t.Errorf("%+v, %v", out, err)
				}
			}
		})
	}
	wg.Wait()
}
