package permutesolve

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestMovingAgainstNaive compares all that a solver says with a search over whole boards.
func TestMovingAgainstNaive(t *testing.T) {
	ctx := context.Background()
	for name, set := range twin.MovingTwins(t) {
		rng := rand.New(rand.NewPCG(rand.Uint64(), 3))
		for range 12 {
			if bad := compareMoving(ctx, twin.RandomInstance(rng, set), rng); bad != "" {
				t.Fatalf("%s: %s", name, bad)
			}
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		set := twin.MovingSet(t, rapid.Uint64().Draw(r, "seed"))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "boards"), 2))
		if bad := compareMoving(ctx, twin.RandomInstance(rng, set), rng); bad != "" {
			r.Fatalf("%d × %d, %+v: %s", set.Rows, set.Cols, set.Moves, bad)
		}
	})
}

func compareMoving(ctx context.Context, p *permute.Instance, rng *rand.Rand) string {
	if rng.IntN(2) == 0 { // a goal that can be reached, some of it open
		goal := slices.Clone(p.Start)
		buf := make([]permute.Tile, len(goal))
		c := moveset.Compile(p.Moves)
		for range rng.IntN(20) {
			if len(c.Moves) > 0 {
				c.Apply(goal, buf, rng.Int32N(int32(len(c.Moves))))
			}
		}
		for i := range goal {
			if rng.IntN(4) == 0 {
				goal[i] = permute.Any
			}
		}
		p.Goals[rng.IntN(len(p.Goals))] = goal
	}
	here := fmt.Sprintf("start %v, goals %v", p.Start, p.Goals)
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
	s := NewSolver(Options{})
	lim := puzzle.Limits{Memory: 1 << 30}
	if bad := compareSolver(ctx, s, p, lim, best, count); bad != "" {
		return here + ": " + bad
	}
	g := gameOf(s, p.Moves)
	st, err := g.moving.Stage(ctx, p)
	if err != nil {
		return err.Error()
	}
	if st.Instance == nil {
		if best >= 0 {
			return here + ": no goal is left of those that can be reached"
		}
		return ""
	}
	r, err := search.Optimal(ctx, st.Compiled, st.Instance, g.prep, lim)
	if err != nil || r.Found != (best >= 0) || r.Found &&
		(r.Cost != best || !twin.Leads(p, r.Path, st.Goal(r.Goal), best)) {
		return fmt.Sprintf("%s: a search finds %+v, %v; naively %d", here, r, err, best)
	}
	if !r.Found {
		return ""
	}
	all, err := search.All(ctx, st.Compiled, st.Instance, g.prep, lim)
	if err != nil || all.Count.Cmp(count) != 0 {
		return fmt.Sprintf("%s: %v ways by search, %v; naively %v", here, all.Count, err, count)
	}
	return ""
}

func compareSolver(ctx context.Context, s *Solver, p *permute.Instance, lim puzzle.Limits, best int64,
	count *big.Int) string {
	for _, only := range []bool{true, false, true} {
		lim.VerdictOnly = only
		o, err := s.Solve(ctx, p, lim)
		if err != nil && o.Verdict == puzzle.Unknown && best < 0 {
			continue // impossible, and no certificate says why
		}
		if err != nil || (o.Verdict == puzzle.Solved) != (best >= 0) || best >= 0 && o.Witness.Cost != best {
			return fmt.Sprintf("%+v, %v; naively %d", o, err, best)
		}
		if only {
			continue
		}
		if err := permutecheck.Check(ctx, p, o, lim); err != nil {
			return fmt.Sprintf("%+v, %+v: the checker says %v", o.Witness, o.Certificate, err)
		}
		if best < 0 {
			continue
		}
		var path []int32
		for _, step := range o.Witness.Moves {
			m, _ := p.Moves.Find(step.Name)
			path = append(path, slices.Repeat([]int32{int32(m)}, int(step.Times))...)
		}
		if !twin.Leads(p, path, o.Witness.Goal, best) {
			return fmt.Sprintf("%+v does not lead to its goal", o.Witness)
		}
	}
	n, err := s.Count(ctx, p, lim)
	if err != nil || n.Cmp(count) != 0 {
		return fmt.Sprintf("%v ways, %v; naively %v", n, err, count)
	}
	if err := permutecheck.CheckCount(ctx, p, n, lim); err != nil {
		return fmt.Sprintf("%v ways: the checker says %v", n, err)
	}
	listed := int64(0)
	if count.Cmp(big.NewInt(500)) <= 0 {
		if err := s.All(ctx, p, lim, func(w permute.Witness) error { listed++; return nil }); err != nil ||
			listed != count.Int64() {
			return fmt.Sprintf("%d ways listed, %v; naively %v", listed, err, count)
		}
	}
	return ""
}

// TestMovingDistances compares distributions and the farthest boards with a search over whole boards.
func TestMovingDistances(t *testing.T) {
	compare := func(t *testing.T, set *permute.MoveSet, name string) {
		solved := "abcdefghijklmnopqrstu"[:set.Rows*set.Cols]
		cost, _ := twin.NaiveSearch(set, solved)
		want := map[int64]int64{}
		for _, d := range cost {
			want[d]++
		}
		d, err := Distances(context.Background(), set, tables.DistributionOptions{Antipodes: 1 << 20},
			puzzle.Limits{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		twin.CompareDistribution(t, set, name, twin.Count{Costs: d.Costs, Boards: d.Boards, Classes: d.Classes,
			Symmetries: d.Symmetries, Total: d.Total}, want)
		most := d.Costs[len(d.Costs)-1]
		for i, a := range d.Antipodes {
			if got, ok := cost[twin.Letters(a)]; !ok || got != most {
				t.Errorf("%s: %v is said to be reached at %d, naively %d", name, a, most, got)
			}
			if i < 2 {
				if from, _ := twin.NaiveSearch(set, twin.Letters(d.Hardest[i])); from[solved] != most {
					t.Errorf("%s: %v is said to be %d from solved, naively %d", name, d.Hardest[i], most, from[solved])
				}
			}
		}
		if int64(len(d.Antipodes)) != want[most] {
			t.Errorf("%s: %d antipodes, not %d", name, len(d.Antipodes), want[most])
		}
	}
	for name, set := range twin.MovingTwins(t) {
		t.Run(name, func(t *testing.T) { compare(t, set, name) })
	}
	rapid.Check(t, func(r *rapid.T) {
		set := twin.MovingSet(t, rapid.Uint64().Draw(r, "seed"))
		compare(t, set, fmt.Sprintf("%+v", set.Moves))
		if t.Failed() {
			r.FailNow()
		}
	})
}

// fillingsOf lists what can stand where goals are open, in letters: every arrangement of the start's tiles that fits
// one.
func fillingsOf(p *permute.Instance) (out []string) {
	seen := map[string]bool{}
	for _, g := range p.Goals {
		left := make([]int, len(p.Labels))
		for i, t := range p.Start {
			left[t]++
			if g[i] != permute.Any {
				left[g[i]]--
			}
		}
		board := []byte(twin.Letters(g))
		var fill func(i int)
		fill = func(i int) {
			if i == len(g) {
				if !seen[string(board)] {
					seen[string(board)] = true
					out = append(out, string(board))
				}
				return
			}
			if g[i] != permute.Any {
				fill(i + 1)
				return
			}
			for t := range left {
				if left[t] > 0 {
					left[t]--
					board[i] = byte('a' + t)
					fill(i + 1)
					left[t]++
				}
			}
		}
		fill(0)
	}
	return out
}

// startsNaively is how far each start is from the nearest goal, by searches backwards from everything that fits one.
func startsNaively(p *permute.Instance) map[string]int64 {
	back := &permute.MoveSet{Rows: p.Rows, Cols: p.Cols}
	for _, m := range p.Moves.Moves {
		cycles := make([][]int32, len(m.Cycles))
		for i := range cycles {
			cycles[i] = slices.Clone(m.Cycles[i])
			slices.Reverse(cycles[i])
		}
		m.Cycles = cycles
		back.Moves = append(back.Moves, m)
	}
	out := map[string]int64{}
	for _, goal := range fillingsOf(p) {
		cost, _ := twin.NaiveSearch(back, goal)
		for b, d := range cost {
			if old, ok := out[b]; !ok || d < old {
				out[b] = d
			}
		}
	}
	return out
}

// TestMovingGoals compares distances to goals, and scrambles, where goals are open in idle cells and in several orbits.
func TestMovingGoals(t *testing.T) {
	whole, reduced := 0, 0
	check := func(r *rapid.T) {
		set := twin.MovingSet(t, rapid.Uint64().Draw(r, "seed"))
		n := set.Rows * set.Cols
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "boards"), 5))
		p := twin.RandomInstance(rng, set)
		open := 0
		for i := range n { // few cells, as all ways to fill them are tried
			for _, g := range p.Goals {
				if g[i] == permute.Any {
					open++
				}
			}
		}
		if n > 10 || open > 6 {
			return
		}
		s := NewSolver(Options{})
		g := gameOf(s, set)
		st, err := g.moving.FromGoals(context.Background(), g.c, p, nil)
		if err != nil {
			r.Fatal(err)
		}
		if st.Compiled == g.c {
			whole++
		} else {
			reduced++
		}
		// Tiles that no goal asks for are one for the table.
		asked := tables.NewTiles(g.c, p)
		name := func(b string) string {
			out := []byte(b)
			for i := range out {
				out[i] = 'a' + asked.Class[out[i]-'a']
			}
			return string(out)
		}
		far := startsNaively(p)
		named, want := map[string]int64{}, map[int64]int64{}
		for b, d := range far {
			named[name(b)] = d
		}
		for _, d := range named {
			want[d]++
		}
		lim := puzzle.Limits{Memory: 1 << 30}
		if tables.OwnTable(st.Instance) || tables.Loose(st.Instance) {
			d, err := s.tables.Distribution(context.Background(), st.Compiled, st.Instance,
				tables.DistributionOptions{Antipodes: 5}, lim)
			if err != nil {
				r.Fatal(err)
			}
			twin.CompareDistribution(t, set, fmt.Sprint(p.Start, p.Goals),
				twin.Count{Costs: d.Costs, Boards: d.Boards, Classes: d.Classes, Symmetries: d.Symmetries, Total: d.Total}, want)
			for _, b := range d.Hardest {
				if got, ok := far[twin.Letters(st.Board(b))]; !ok || got != d.Costs[len(d.Costs)-1] {
					r.Fatalf("%v is not as far as it is said to be: %d, %v", st.Board(b), got, ok)
				}
			}
			if t.Failed() {
				r.Fatalf("start %v, goals %v, moves %+v", p.Start, p.Goals, set.Moves)
			}
		}
		for d := range want {
			q, err := s.Scramble(context.Background(), p, d, rng, lim)
			if err != nil {
				r.Fatalf("no scramble at %d: %v; start %v, goals %v, moves %+v", d, err, p.Start, p.Goals, set.Moves)
			}
			if got, ok := far[twin.Letters(q.Start)]; !ok || got != d {
				r.Fatalf("%v is at %d, not %d", q.Start, got, d)
			}
		}
	}
	for range extent.Until(t, 1, extent.Met(&whole, 1), extent.Met(&reduced, 1)) {
		rapid.Check(t, check)
	}
}
