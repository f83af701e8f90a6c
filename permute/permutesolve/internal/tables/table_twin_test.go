package tables

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// twinSets are sets of all characters on boards small enough for the naive search.
var twinSets = []struct {
	rows, cols int
	words      string
}{
	{1, 1, ""}, {1, 2, ""}, {1, 2, "swap:adjacent"}, {1, 3, "shift-right"}, {1, 4, "shift-right swap:adjacent=3"},
	{1, 5, "shift-left=2 swap:adjacent"},
	{2, 2, "shifts"}, {2, 2, "rotate-cw"}, {2, 2, "shift-right=5 shift-down=7 rotate-cw=11"}, {2, 2, "drag rotate"},
	{2, 3, "shifts"}, {2, 3, "shift-right shift-down"}, {2, 3, "twist:2x2"}, {2, 3, "twist-cw:2x2"},
	{2, 3, "shift-right=2 shift-down=5 rotate-180"},
	{3, 2, "shift-up=3 shift-left=1000003 twist-ccw:2x2=999983"}, {2, 3, "swap:adjacent=7"}, {3, 2, "drag"},
	{2, 3, "mirror-left-right shift-down"},
	{1, 6, "shift-right=3 shift-left swap:adjacent=2147483647"}, {2, 3, "rotate-180 mirror-up-down"},
}

// TestTablesAgainstNaive compares everything that tables answer with a search from the very start.
func TestTablesAgainstNaive(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	ctx := context.Background()
	for _, s := range twinSets {
		set := twin.MoveSet(t, s.rows, s.cols, s.words)
		c := moveset.Compile(set)
		ts := NewShelf("")
		for range 25 {
			p := twin.RandomInstance(rng, set)
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if bad := compareWithNaive(ctx, ts, c, p); bad != "" {
				t.Fatalf("seed %d: %d × %d %q, start %v, goals %v: %s", seed, s.rows, s.cols, s.words, p.Start, p.Goals, bad)
			}
		}
	}
}

func compareWithNaive(ctx context.Context, ts *Shelf, c *moveset.Compiled, p *permute.Instance) string {
	cost, ways := twin.NaiveSearch(p.Moves, twin.Letters(p.Start))
	best, count := int64(-1), new(big.Int)
	for b, d := range cost {
		if !slices.ContainsFunc(p.Goals, func(g []permute.Tile) bool { return twin.FitsGoal(b, g) }) {
			continue
		}
		if best < 0 || d < best {
			best = d
			count.SetInt64(0)
		}
		if d == best {
			count.Add(count, ways[b])
		}
	}
	var order *big.Int // known or not
	if len(p.Start)%2 == 0 {
		group, _ := twin.NaiveSearch(p.Moves, "abcdefghijklmnop"[:c.N])
		order = big.NewInt(int64(len(group)))
	}
	d, reachable, err := ts.Distance(ctx, c, p, order, puzzle.Limits{})
	if err != nil || reachable != (best >= 0) || reachable && d != best {
		return fmt.Sprintf("distance %d, %v, %v; naively %d", d, reachable, err, best)
	}
	path, goal, d, reachable, err := ts.Solve(ctx, c, p, order, puzzle.Limits{})
	if err != nil || reachable != (best >= 0) || reachable && (d != best || !twin.Leads(p, path, goal, d)) {
		return fmt.Sprintf("path %v to goal %d at cost %d, %v; naively %d", path, goal, d, err, best)
	}
	n, err := ts.Optima(ctx, c, p, order, puzzle.Limits{})
	if err != nil || n.Cmp(count) != 0 {
		return fmt.Sprintf("%v ways, %v; naively %v", n, err, count)
	}
	seen := map[string]bool{}
	bad := ""
	err = ts.allOptima(ctx, c, p, order, puzzle.Limits{}, func(path []int32, goal int) error {
		if key := fmt.Sprint(path); seen[key] || !twin.Leads(p, path, goal, best) {
			bad = fmt.Sprintf("the way %v to goal %d is wrong, or not the first", path, goal)
		} else {
			seen[key] = true
		}
		if len(seen) == 2000 {
			return errEnough
		}
		return nil
	})
	if bad != "" || err != nil && err != errEnough || err == nil && big.NewInt(int64(len(seen))).Cmp(count) != 0 {
		return fmt.Sprintf("%d ways listed, %v, %s; naively %v", len(seen), err, bad, count)
	}
	return ""
}

var errEnough = errors.New("enough")

// TestDistributionAgainstNaive compares distributions and antipodes, for different tiles and for goals.
func TestDistributionAgainstNaive(t *testing.T) {
	ctx := context.Background()
	for _, s := range twinSets {
		set := twin.MoveSet(t, s.rows, s.cols, s.words)
		c := moveset.Compile(set)
		solved := "abcdefghijklmnop"[:c.N]
		cost, _ := twin.NaiveSearch(set, solved)
		want := map[int64]int64{}
		for _, d := range cost {
			want[d]++
		}
		for _, order := range []*big.Int{nil, big.NewInt(int64(len(cost)))} {
			d, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{Order: order, Antipodes: 1 << 20},
				puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			twin.CompareDistribution(t, set, s.words, twin.Count{Costs: d.Costs, Boards: d.Boards, Classes: d.Classes,
				Symmetries: d.Symmetries, Total: d.Total}, want)
			most := d.Costs[len(d.Costs)-1]
			seen := map[string]bool{}
			for i, a := range d.Antipodes {
				if got, ok := cost[twin.Letters(a)]; !ok || got != most || seen[twin.Letters(a)] {
					t.Errorf("%q: %s is said to be reached at %d, naively %d", s.words, twin.Letters(a), most, got)
				}
				seen[twin.Letters(a)] = true
				if i < 3 {
					from, _ := twin.NaiveSearch(set, twin.Letters(d.Hardest[i]))
					if got, ok := from[solved]; !ok || got != most {
						t.Errorf("%q: %v is said to be %d from solved, naively %d", s.words, d.Hardest[i], most, got)
					}
				}
			}
			if int64(len(seen)) != want[most] {
				t.Errorf("%q: %d antipodes, not %d", s.words, len(seen), want[most])
			}
		}
	}
}

// TestGoalDistribution compares the distances to goals with searches from every start.
func TestGoalDistribution(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 2, 3, "shift-right=2 shift-down=3")
	c := moveset.Compile(set)
	p := &permute.Instance{Rows: 2, Cols: 3, Moves: set, Labels: []string{"a", "b", "c"},
		Start: []permute.Tile{0, 0, 1, 2, 1, 1}, Given: true,
		Goals: [][]permute.Tile{{0, 1, -1, -1, 0, 1}, {1, 1, 1, 0, 0, -1}}}
	want, best := map[int64]int64{}, int64(0)
	starts, _ := twin.NaiveSearch(twin.MoveSet(t, 2, 3, "swap:adjacent"), twin.Letters(p.Start))
	for start := range starts {
		cost, _ := twin.NaiveSearch(set, start)
		least := int64(-1)
		for b, d := range cost {
			if (twin.FitsGoal(b, p.Goals[0]) || twin.FitsGoal(b, p.Goals[1])) && (least < 0 || d < least) {
				least = d
			}
		}
		want[least]++
		best = max(best, least)
	}
	for _, order := range []*big.Int{nil, big.NewInt(720)} {
		d, err := NewShelf("").Distribution(ctx, c, p, DistributionOptions{Antipodes: 100, Order: order}, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		twin.CompareDistribution(t, set, "goals", twin.Count{Costs: d.Costs, Boards: d.Boards, Classes: d.Classes,
			Symmetries: d.Symmetries, Total: d.Total}, want)
		for _, a := range d.Hardest {
			q := *p
			q.Start = a
			if got, ok, err := NewShelf("").Distance(ctx, c, &q, order, puzzle.Limits{}); err != nil || !ok || got != best {
				t.Errorf("antipode %v is at %d (%v), not %d", a, got, err, best)
			}
		}
		if int64(len(d.Hardest)) != want[best] {
			t.Errorf("%d hardest starts, not %d", len(d.Hardest), want[best])
		}
	}
}

// TestLooseGoal is about a board too large for all permutations, of which the goal wants three cells: what does not
// matter is alike, and 14·13·12 boards are left.
func TestLooseGoal(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 2, 7, "shift-right shift-down=2")
	c, ts := moveset.Compile(set), NewShelf("")
	p := &permute.Instance{Rows: 2, Cols: 7, Moves: set, Given: true, Goals: [][]permute.Tile{make([]permute.Tile, 14)}}
	for i := range 14 {
		p.Labels = append(p.Labels, fmt.Sprint(i))
		p.Start = append(p.Start, permute.Tile(i))
		p.Goals[0][i] = permute.Any
	}
	p.Goals[0][13], p.Goals[0][2], p.Goals[0][8] = 0, 5, 10
	cost, ways := twin.NaiveSearch(set, "a____f____k___")
	want, count := int64(-1), big.NewInt(0)
	for b, d := range cost {
		if b[13] == 'a' && b[2] == 'f' && b[8] == 'k' {
			want, count = d, ways[b]
		}
	}
	path, goal, d, ok, err := ts.Solve(ctx, c, p, nil, puzzle.Limits{Memory: 1 << 20})
	if err != nil || !ok || d != want || !twin.Leads(p, path, goal, d) {
		t.Errorf("%v to goal %d at cost %d, %v, %v; naively %d", path, goal, d, ok, err, want)
	}
	if n, err := ts.Optima(ctx, c, p, nil, puzzle.Limits{}); err != nil || n.Cmp(count) != 0 {
		t.Errorf("%v ways, %v; naively %v", n, err, count)
	}
}
