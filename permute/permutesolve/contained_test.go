package permutesolve

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// hasty is a solver that searches for no best way and does little to make others shorter: they are long, and differ
// much.
func hasty() *Solver {
	s := NewSolver(Options{})
	s.effort = effort{0, 1 << 18}
	return s
}

// answered solves p, makes sure of the way and returns its cost.
func answered(t twin.TB, s *Solver, p *permute.Instance) int64 {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	o, err := s.Solve(context.Background(), p, puzzle.Limits{})
	if err != nil || o.Verdict != puzzle.Solved {
		t.Fatalf("%v, %v", o.Verdict, err)
	}
	var path []int32
	for _, st := range o.Witness.Moves {
		m, ok := p.Moves.Find(st.Name)
		if !ok {
			t.Fatalf("there is no move %s", st.Name)
		}
		for range st.Times {
			path = append(path, int32(m))
		}
	}
	twin.CheckWay(t, p, path, o.Witness.Goal, o.Witness.Cost)
	if o.Witness.AtLeast > o.Witness.Cost || int64(len(path)) != o.Witness.Length {
		t.Fatalf("a cost of %d, at least %d, by %d moves of %d", o.Witness.Cost, o.Witness.AtLeast, o.Witness.Length,
			len(path))
	}
	return o.Witness.Cost
}

// TestMoreFreedom is a board of 6 × 6 cells. Of each chain of sets, which hold each other, every one answered longer
// than one before it.
func TestMoreFreedom(t *testing.T) {
	const rows = "33,36,4,16,28,3/22,13,34,18,12,27/2,23,19,10,14,26/31,24,7,25,21,5/17,32,11,35,30,8/29,9,15,20,6,1"
	chains := [][]string{
		{"shifts", "drag"},
		{"shifts:right,down swap:adjacent", "shifts swap:adjacent", "drag swap:adjacent"},
		{"shifts:right,down twist:2x2", "shifts twist:2x2"},
		{"shifts:right,down rotate swap:adjacent", "shifts rotate swap:adjacent"},
	}
	for _, chain := range extent.Of(chains[:1], chains[:1], chains) {
		var least int64
		for i, words := range chain {
			p := twin.RandomBoard(rand.New(rand.NewPCG(0, 0)), twin.MoveSet(t, 6, 6, words))
			for i, w := range strings.FieldsFunc(rows, func(r rune) bool { return r == ',' || r == '/' }) {
				n, err := strconv.Atoi(w)
				if err != nil {
					t.Fatal(err)
				}
				p.Start[i] = permute.Tile(n - 1)
			}
			cost := answered(t, NewSolver(Options{}), p)
			if t.Log(words, cost); i > 0 && cost > least {
				t.Errorf("%s costs %d, %s, which it holds, %d", words, cost, chain[i-1], least)
			}
			least = cost
		}
	}
}

// TestContainedUnions draws two sets of moves of which one holds the other and boards that the smaller one solves: at
// random, the larger one never answers longer.
func TestContainedUnions(t *testing.T) {
	// Each choice holds those before it that are parts of it.
	rows := []string{"", "shift-right", "shift-left", "shifts:right,left", "drag:right,left"}
	cols := []string{"", "shift-down", "shift-up", "shifts:up,down", "drag:up,down"}
	others := []string{"", "swap:adjacent", "twist-cw:2x2", "twist-ccw:2x2", "twist:2x2", "rotate-180"}
	part := func(i, j int) bool { // of choices of lines
		return i == 0 || i == j || j >= 3 && i < j
	}
	if checks := flag.Lookup("rapid.checks").Value; !extent.Whole {
		defer checks.Set(checks.String())
		checks.Set(extent.Less("20", "12")) // -short takes a fifth
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([][2]int{{3, 6}, {4, 5}, {5, 5}}).Draw(t, "size")
		inner, outer := make([]int, 2), make([]int, 2)
		for i := range inner {
			outer[i] = rapid.IntRange(0, 4).Draw(t, "outer")
			inner[i] = rapid.IntRange(0, 4).Filter(func(j int) bool { return part(j, outer[i]) }).Draw(t, "inner")
		}
		some := others // for the smaller set, which needs moves
		if inner[0] == 0 && inner[1] == 0 {
			some = others[1:]
		}
		other := rapid.SampledFrom(some).Draw(t, "other")
		twice := func(more string) bool { return more != "" && more == other }
		rest := slices.DeleteFunc(slices.Clone(others), twice)
		more := rapid.SampledFrom(rest).Draw(t, "more")
		words := func(list ...string) string { return strings.Join(list, " ") }
		few := words(rows[inner[0]], cols[inner[1]], other)
		many := words(rows[outer[0]], cols[outer[1]], other, more)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 13))
		p := twin.Scrambled(rng, twin.MoveSet(t, size[0], size[1], few), rapid.IntRange(1, 60).Draw(t, "moves"))
		q := *p
		q.Moves = twin.MoveSet(t, size[0], size[1], many)
		s := hasty()
		if a, b := answered(t, s, p), answered(t, s, &q); b > a {
			t.Errorf("%d × %d: %s costs %d, %s %d on %v", size[0], size[1], few, a, many, b, p.Start)
		}
	})
}

// TestContainedSets: the same where costs differ, and with moves that are spelled out.
func TestContainedSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	withMove := func(set *permute.MoveSet) *permute.MoveSet { // a 5-cycle of any cells, cheap or dear
		var cycle []int32
		for _, x := range rng.Perm(set.Rows * set.Cols)[:5] {
			cycle = append(cycle, int32(x))
		}
		move := permute.Source{Move: &permute.Move{Name: "X", Cycles: [][]int32{cycle}, Cost: 1 + rng.Int64N(3)}}
		out, err := permute.NewMoveSet(set.Rows, set.Cols, append(slices.Clone(set.Source), move))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	pairs := [][2]string{
		{"shifts", "drag +"}, {"shift-right shift-down", "shift-right shift-down +"}, {"twist:2x2", "shifts=2 twist:2x2"},
		{"shifts=3", "shift-right=2 shift-left shift-down=3 shift-up=3"}, {"twist:2x2", "twist:2x2 twist:3x3"},
		{"swap:adjacent=3", "swap:adjacent=3 shifts=9 +"}, {"shifts", "shifts mirror-left-right"},
		{"shifts", "drag"}, {"shifts", "drag:right,down"}, {"shifts", "shifts +"}, {"drag", "drag +"},
		{"shifts", "shifts twist:2x2"}, {"swap:adjacent", "swap:adjacent twist-cw:2x2"},
	}
	sizes := [][2]int{{3, 6}, {4, 5}, {5, 5}, {6, 6}}
	for _, size := range extent.Of(sizes[:1], sizes[:1], sizes) {
		for _, pair := range extent.Of(pairs[:2], pairs[:7], pairs) {
			inner := twin.MoveSet(t, size[0], size[1], pair[0])
			words, plus := strings.CutSuffix(pair[1], " +")
			outer := twin.MoveSet(t, size[0], size[1], words)
			if plus {
				outer = withMove(outer)
			}
			s := hasty()
			for range extent.Of(1, 1, 3) {
				p := twin.Scrambled(rng, inner, 400)
				q := *p
				q.Moves = outer
				if few, more := answered(t, s, p), answered(t, s, &q); more > few {
					t.Errorf("%d × %d: %s costs %d, %s %d on %v", size[0], size[1], pair[0], few, pair[1], more, p.Start)
				}
			}
		}
	}
}

// TestParts counts the parts of sets, which what moves do tells, and wants each in the same order whatever set it is
// found in.
func TestParts(t *testing.T) {
	for words, want := range map[string]int{
		"": 0, "shift-right": 1, "shifts": 15, "shifts:right,down": 3, "drag:right": 4, "drag": 24, "drag:right,down": 24,
		"twist:2x2":            3,
		"shifts swap:adjacent": 31, "shifts rotate": 63, "swap:adjacent mirror-up-down rotate-180": 3,
		// Three kinds: any two, and what is closed.
		"shifts:right,down twist-cw:2x2 swap:adjacent": 3 + 1 + 1 + 3 + 3 + 1,
		"shifts twist:2x2 swap:adjacent":               15 + 3 + 1 + 45 + 15 + 3 + 3,
		// Four: itself, and one or two that are closed.
		"shifts twist:2x2 twist:3x3 swap:adjacent":            1 + 6 + 12,
		"shifts:right,down twist:2x2 twist:3x3 swap:adjacent": 1 + 3 + 3,
	} {
		set := &permute.MoveSet{Rows: 5, Cols: 5}
		if words != "" {
			set = twin.MoveSet(t, 5, 5, words)
		}
		c := moveset.Compile(set)
		seen := map[string]bool{}
		for _, list := range partLists(nil, c) {
			seen[fmt.Sprint(slices.Sorted(slices.Values(list)))] = true
			if !slices.IsSortedFunc(list, func(a, b int32) int { return moveset.InOrder(&c.Moves[a], &c.Moves[b], 5, 5) }) {
				t.Errorf("%q: a part is in another order", words)
			}
		}
		if len(seen) != want || len(partLists(nil, c)) != want {
			t.Errorf("%q: %d parts, want %d", words, len(seen), want)
		}
	}
	c := moveset.Compile(twin.MoveSet(t, 6, 6, "shifts"))
	if list := partLists(nil, c)[0]; !slices.Equal(list, moveset.Identity(len(c.Moves))) {
		t.Error("shifts are not the part that they are")
	}
}

// TestPairsOfKinds asks about one board with every pair of kinds of moves, rotations among them: a search that is
// bounded by how much it sees is none that fails.
func TestPairsOfKinds(t *testing.T) {
	const board = "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,23,24,25 -> " +
		"2,3,1,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,25,23,24 : "
	kinds := []string{"shifts", "drag", "rotate", "rotate-cw", "twist:2x2", "twist:5x5", "shift-right shift-down"}
	s := hasty()
	for i, a := range kinds {
		for j, b := range kinds[:i] {
			if (i+j)%extent.Of(7, 3, 1) != 0 {
				continue
			}
			p, err := permute.Parse(board + a + " " + b)
			if err != nil {
				t.Fatalf("%s %s: %v", a, b, err)
			}
			o, err := s.Solve(context.Background(), p, puzzle.Limits{})
			if err != nil {
				t.Errorf("%s %s: %v", a, b, err)
			}
			if err == nil && o.Verdict == puzzle.Unknown {
				t.Errorf("%s %s: %v", a, b, o.Stopped)
			}
		}
	}
}
