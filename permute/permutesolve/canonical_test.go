package permutesolve_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

// symmetric are sets of moves, and whether a board with them is the same game after each symmetry of its sides.
var symmetric = []struct {
	moves string
	all   bool
}{{"shifts", true}, {"shift-right", false}, {"swap-adjacent", true}, {"twist:2x2", false}}

// TestCanonical wants boards that are the same up to symmetry and names of tiles to have one form, with their own
// verdict and cost.
func TestCanonical(t *testing.T) {
	ctx, solver := context.Background(), permutesolve.NewSolver(permutesolve.Options{})
	form := func(t *rapid.T, p *permute.Instance) *permute.Instance {
		f, err := permutesolve.Canonical(ctx, p, puzzle.Limits{})
		if err != nil || f.P.Validate() != nil {
			t.Fatal(err, f.P.Validate())
		}
		return f.P
	}
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SampledFrom(symmetric).Draw(t, "moves")
		rows, cols := rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "columns")
		moves, err := permute.ParseMoves(rows, cols, set.moves)
		if err != nil {
			return // there are none of this size
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 1))
		n := rows * cols
		kinds := 1 + rng.IntN(n)
		p := &permute.Instance{Rows: rows, Cols: cols, Moves: moves, Given: true}
		for i := range n {
			p.Start = append(p.Start, permute.Tile(i%kinds))
		}
		for i := range kinds {
			p.Labels = append(p.Labels, string(rune('a'+i)))
		}
		goal := slices.Clone(p.Start)
		rng.Shuffle(n, func(i, j int) { p.Start[i], p.Start[j] = p.Start[j], p.Start[i] })
		rng.Shuffle(n, func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
		p.Goals = [][]permute.Tile{goal}
		if p.Validate() != nil {
			t.Fatal(p.Validate())
		}

		s := grid.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		if !set.all || s.Transposes() && rows != cols {
			s = 0
		}
		names := rng.Perm(kinds)
		turn := func(b []permute.Tile) []permute.Tile {
			out := make([]permute.Tile, n)
			for i, tile := range b {
				r, c := s.At(i/cols, i%cols, rows, cols)
				out[r*cols+c] = permute.Tile(names[tile])
			}
			return out
		}
		q := *p
		q.Start, q.Goals = turn(p.Start), [][]permute.Tile{turn(goal)}
		f := form(t, p)
		if g := form(t, &q); !reflect.DeepEqual(f, g) {
			t.Fatalf("%+v %v %+v: %+v and %+v", p, s, q, f, g)
		}
		a, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := solver.Solve(ctx, f, puzzle.Limits{})
		if err != nil || a.Verdict != b.Verdict || a.Witness != nil && a.Witness.Cost != b.Witness.Cost {
			t.Fatalf("%+v: %+v, of the form %+v: %+v, %v", p, a, f, b, err)
		}
	})
}

// TestCanonicalKnowsAllFields fails where an instance has got a field: Canonical has to lay it down too.
func TestCanonicalKnowsAllFields(t *testing.T) {
	if n := reflect.TypeFor[permute.Instance]().NumField(); n != 7 {
		t.Errorf("an instance has %d fields; see what Canonical makes of the new ones", n)
	}
}
