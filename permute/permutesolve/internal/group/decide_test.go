package group

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// checkDecision verifies what a decision says about p as far as that can be seen without words.
func checkDecision(t *testing.T, p *permute.Instance, d Decision) {
	t.Helper()
	ctx := context.Background()
	switch d.Verdict {
	case puzzle.Solved:
		after := make([]permute.Tile, len(p.Start))
		used := make([]bool, len(p.Start))
		for i, to := range d.Dest {
			if used[to] {
				t.Fatalf("dest is no permutation: %v", d.Dest)
			}
			used[to] = true
			after[to] = p.Start[i]
		}
		if !moveset.Fits(p.Goals[d.Goal], after) {
			t.Fatalf("dest does not lead to goal %d: %v", d.Goal, d.Dest)
		}
	case puzzle.Impossible:
		if d.Certificate == nil {
			t.Fatal("no certificate")
		}
		o := permute.Outcome{Verdict: puzzle.Impossible, Certificate: d.Certificate}
		if err := permutecheck.Check(ctx, p, o, puzzle.DefaultLimits()); err != nil {
			t.Fatalf("the certificate is not accepted: %v\n%+v", err, d.Certificate)
		}
	default:
		t.Fatal("unknown without an error")
	}
}

// TestDecideAgainstNaive decides small generated boards of all kinds, and looks at all their boards.
func TestDecideAgainstNaive(t *testing.T) {
	ctx := context.Background()
	kinds := map[string]int{}
	for seed := range uint64(2000) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 1)), 1+int(seed%7))
		if err := p.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := twin.NaiveReach(p, 50000)
		c := moveset.Compile(p.Moves)
		d, err := New(nil, c, moveset.NewTorus(nil, c)).Decide(ctx, p, puzzle.DefaultLimits())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if (d.Verdict == puzzle.Solved) != (want >= 0) {
			t.Fatalf("seed %d: %v, but a search says %d\n%+v\n%+v", seed, d.Verdict, want, p, p.Moves.Moves)
		}
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { checkDecision(t, p, d) })
		kinds[d.Verdict.String()]++
		if d.Verdict == puzzle.Impossible {
			kinds[twin.CertificateKind(d.Certificate)]++
		}
	}
	t.Log(kinds)
	for _, k := range []string{"solved", "orbit", "parity", "blocks", "characters", "chain", "exhausted"} {
		if kinds[k] == 0 {
			t.Errorf("no instance comes out as %s", k)
		}
	}
}

func TestDecideKinds(t *testing.T) {
	ctx := context.Background()
	id := twin.IdentityTiles
	// Two giants: the rows of 5 cells, each with all of its permutations by shifts and swaps; odd only together.
	linked, err := permute.NewMoveSet(2, 5, []permute.Source{
		{Move: &permute.Move{Name: "A", Cost: 1, Cycles: [][]int32{{0, 1, 2, 3, 4}}}},
		{Move: &permute.Move{Name: "B", Cost: 1, Cycles: [][]int32{{5, 6, 7, 8, 9}}}},
		{Move: &permute.Move{Name: "C", Cost: 1, Cycles: [][]int32{{0, 1}, {5, 6}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	mixed, err := permute.NewMoveSet(3, 5, []permute.Source{
		{Move: &permute.Move{Name: "A", Cost: 1, Cycles: [][]int32{{0, 1, 2, 3, 4}}}},
		{Move: &permute.Move{Name: "B", Cost: 1, Cycles: [][]int32{{0, 1}, {5, 6, 7, 8}}}},
		{Move: &permute.Move{Name: "C", Cost: 1, Cycles: [][]int32{{5, 7}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		p    *permute.Instance
		want string
	}{
		{"an odd permutation of the torus", twin.Distinct(twin.MoveSet(t, 5, 5, "shifts"), id(25),
			twin.Swapped(id(25), 0, 1)), "parity"},
		{"an even one", twin.Distinct(twin.MoveSet(t, 5, 5, "shifts"), id(25), twin.Swapped(id(25), 0, 1, 2, 3)), "solved"},
		{"an odd one of an even torus", twin.Distinct(twin.MoveSet(t, 5, 6, "shifts"), id(30), twin.Swapped(id(30), 0, 1)),
			"solved"},
		{"another orbit", twin.Distinct(twin.MoveSet(t, 4, 4, "shifts:2"), id(16), twin.Swapped(id(16), 0, 1)), "orbit"},
		{"2 x 3 twists", twin.Distinct(twin.MoveSet(t, 2, 3, "twist:2x2"), id(6), twin.Swapped(id(6), 0, 1)), "chain"},
		{"3 x 4 big twists", twin.Distinct(twin.MoveSet(t, 3, 4, "twist:3x3"), id(12), twin.Swapped(id(12), 0, 2, 8, 10)),
			"chain"},
		{"linked giants, apart", twin.Distinct(linked, id(10), twin.Swapped(id(10), 0, 1)), "parity"},
		{"linked giants, together", twin.Distinct(linked, id(10), twin.Swapped(id(10), 0, 1, 8, 9)), "solved"},
		{"linked giants, two goals", twin.Distinct(linked, id(10), twin.Swapped(id(10), 0, 1), twin.Swapped(id(10), 8, 9)),
			"parity"},
		{"an orbit and a parity", twin.Distinct(linked, id(10), twin.Swapped(id(10), 0, 1), twin.Swapped(id(10), 0, 9)),
			"characters"},
		{"a giant and a square", twin.Distinct(mixed, id(15), twin.Swapped(id(15), 0, 1)), "characters"},
		{"a giant and a square, blocks", twin.Distinct(mixed, id(15), twin.Swapped(id(15), 0, 1, 5, 6)), "blocks"},
		{"a giant and a square, both kinds", twin.Distinct(mixed, id(15), twin.Swapped(id(15), 0, 1),
			twin.Swapped(id(15), 5, 6)), "characters"},
		{"a giant and a square, solved", twin.Distinct(mixed, id(15), twin.Swapped(id(15), 0, 1, 5, 7, 5, 6, 7, 8)),
			"solved"},
		{"a second goal", twin.Distinct(twin.MoveSet(t, 5, 5, "shifts"), id(25), twin.Swapped(id(25), 0, 1),
			twin.Swapped(id(25), 0, 1, 0, 2)), "solved"},
		{"a large orbit", twin.Distinct(twin.MoveSet(t, 300, 300, "shift-right"), id(90000), twin.Swapped(id(90000), 0, 300)),
			"orbit"},
		{"a large board", twin.Distinct(twin.MoveSet(t, 301, 301, "shifts"), id(90601), twin.Swapped(id(90601), 0, 300)),
			"parity"},
		{"a large board, solved", twin.Distinct(twin.MoveSet(t, 300, 301, "shifts"), id(90300),
			twin.Swapped(id(90300), 0, 300)), "solved"},
		{"a large board of rows and a turn", twin.Distinct(twin.MoveSet(t, 300, 300, "shift-right rotate-cw"), id(90000),
			twin.Swapped(id(90000), 0, 300)), "size"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.p.Validate(); err != nil {
				t.Fatal(err)
			}
			c := moveset.Compile(test.p.Moves)
			d, err := New(nil, c, moveset.NewTorus(nil, c)).Decide(ctx, test.p, puzzle.DefaultLimits())
			got := d.Verdict.String()
			var limit *puzzle.LimitError
			if errors.As(err, &limit) {
				got = limit.Limit
			} else if err != nil {
				t.Fatal(err)
			} else {
				checkDecision(t, test.p, d)
			}
			if d.Verdict == puzzle.Impossible {
				got = twin.CertificateKind(d.Certificate)
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
