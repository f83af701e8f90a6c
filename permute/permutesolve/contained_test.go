package permutesolve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// hasty is a solver that searches for no best way and does little to make others shorter: they are long, and differ much.
func hasty() *Solver {
	s := NewSolver("")
	s.effort = effort{0, 1 << 18}
	return s
}

// answered solves p, makes sure of the way and returns its cost.
func answered(t *testing.T, s *Solver, p *permute.Instance) int64 {
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
		t.Fatalf("a cost of %d, at least %d, by %d moves of %d", o.Witness.Cost, o.Witness.AtLeast, o.Witness.Length, len(path))
	}
	return o.Witness.Cost
}

// TestMoreFreedom is a board of 6 × 6 cells that took 76 shifts and 111 drags, of which every shift is one.
func TestMoreFreedom(t *testing.T) {
	const rows = "33,36,4,16,28,3/22,13,34,18,12,27/2,23,19,10,14,26/31,24,7,25,21,5/17,32,11,35,30,8/29,9,15,20,6,1"
	costs := map[string]int64{}
	for _, words := range []string{"shifts", "drag"} {
		p := twin.RandomBoard(rand.New(rand.NewPCG(0, 0)), twin.MoveSet(t, 6, 6, words))
		for i, w := range strings.FieldsFunc(rows, func(r rune) bool { return r == ',' || r == '/' }) {
			n, err := strconv.Atoi(w)
			if err != nil {
				t.Fatal(err)
			}
			p.Start[i] = permute.Tile(n - 1)
		}
		costs[words] = answered(t, NewSolver(""), p)
	}
	if t.Log(costs); costs["drag"] > costs["shifts"] {
		t.Errorf("%v", costs)
	}
}

// TestContainedSets: a set of moves that holds another one, at no greater costs, never answers longer.
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
		{"shifts", "drag"}, {"shifts", "drag:right,down"}, {"shifts", "shifts +"}, {"drag", "drag +"}, {"shifts", "drag +"},
		{"shift-right shift-down", "shift-right shift-down +"}, {"shifts=3", "shift-right=2 shift-left shift-down=3 shift-up=3"},
		{"shifts", "shifts twist:2x2"}, {"twist:2x2", "shifts=2 twist:2x2"}, {"twist:2x2", "twist:2x2 twist:3x3"},
		{"swap:adjacent", "swap:adjacent twist-cw:2x2"}, {"swap:adjacent=3", "swap:adjacent=3 shifts=9 +"}, {"shifts", "shifts mirror-left-right"},
	}
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for _, size := range [][2]int{{3, 6}, {4, 5}, {5, 5}, {6, 6}} {
		for _, pair := range pairs {
			inner := twin.MoveSet(t, size[0], size[1], pair[0])
			words, plus := strings.CutSuffix(pair[1], " +")
			outer := twin.MoveSet(t, size[0], size[1], words)
			if plus {
				outer = withMove(outer)
			}
			s := hasty()
			for round := range rounds {
				p := twin.Scrambled(rng, inner, 400)
				q := *p
				q.Moves = outer
				name := fmt.Sprintf("%d × %d, round %d", size[0], size[1], round)
				if few, more := answered(t, s, p), answered(t, s, &q); more > few {
					t.Errorf("%s: %s costs %d, %s %d on %v", name, pair[0], few, pair[1], more, p.Start)
				}
			}
		}
	}
}

// TestParts names the parts of sets by what moves do.
func TestParts(t *testing.T) {
	names := func(set *permute.MoveSet) (out []string) {
		c := moveset.Compile(set)
		for _, part := range NewSolver("").newParts(c) {
			kind := ""
			for k, m := range part.move {
				if !slices.EqualFunc(part.c.Set.Moves[k].Cycles, set.Moves[m].Cycles, slices.Equal) {
					t.Fatalf("move %d of a part is not move %d of the set", k, m)
				}
				if part.c.Moves[k].Cost != c.Moves[m].Cost {
					if kind = "equal "; !part.c.Unit {
						t.Fatalf("move %d of a part costs %d, move %d of the set %d", k, part.c.Moves[k].Cost, m, c.Moves[m].Cost)
					}
				}
			}
			out = append(out, fmt.Sprint(kind, len(part.move)))
		}
		return out
	}
	for words, want := range map[string][]string{
		"shifts": nil, "drag:right": {"10"}, "drag": {"20"}, "drag:right,down": {"20"}, "shift-right": nil, "twist:2x2": nil, "": nil,
		"shifts swap:adjacent":                    {"20", "40"},
		"shifts:2 twist:2x2 twist:3x3":            {"20", "32", "18"},
		"shifts:1 twist-cw:2x2=3":                 {"20", "16", "equal 36"},
		"shift-right=2 shift-left shift-down":     {"equal 15"},
		"shift-right=2 drag:left,up=3":            {"20", "equal 20", "equal 40"},
		"mirror-left-right rotate-cw shift-right": {"5"},
		"rotate-180 rotate-cw":                    nil,
	} {
		set := &permute.MoveSet{Rows: 5, Cols: 5}
		if words != "" {
			set = twin.MoveSet(t, 5, 5, words)
		}
		if got := names(set); !slices.Equal(got, want) {
			t.Errorf("%q: parts %q, want %q", words, got, want)
		}
	}
}
