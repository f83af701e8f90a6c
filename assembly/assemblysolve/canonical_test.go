package assemblysolve_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// TestCanonical wants shapes that are the same after turning, mirroring and moving to have one form, with their own
// verdict and number of moves.
func TestCanonical(t *testing.T) {
	ctx, solver := context.Background(), assemblysolve.NewSolver(assemblysolve.Options{})
	form := func(t *rapid.T, p *assembly.Instance) *assembly.Instance {
		f, err := assemblysolve.Canonical(ctx, p, puzzle.Limits{})
		if err != nil || f.P.Validate() != nil {
			t.Fatal(err, f.P.Validate())
		}
		return f.P
	}
	rapid.Check(t, func(t *rapid.T) {
		seed, size := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 14).Draw(t, "size")
		p := assemblysolve.Generate(rand.New(rand.NewPCG(seed, 1)), size)
		s := grid.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		dr, dc := rapid.Int32Range(0, 3).Draw(t, "down"), rapid.Int32Range(0, 3).Draw(t, "right")
		h, w := s.Sides(int(p.Rows), int(p.Cols))
		blocks := make([]assembly.Block, len(p.Blocks))
		for i, b := range p.Blocks {
			r, c := s.At(int(b.R), int(b.C), int(p.Rows), int(p.Cols))
			blocks[i] = assembly.Block{R: int32(r) + dr, C: int32(c) + dc}
		}
		q, err := assembly.New(int32(h)+dr, int32(w)+dc+1, blocks, int(p.Root), p.Contact)
		if err != nil {
			t.Fatal(err)
		}
		if p.Placed != nil {
			var placed []int32
			for _, i := range p.Placed {
				placed = append(placed, q.Find(blocks[i]))
			}
			if q, err = q.WithPlaced(placed); err != nil {
				t.Fatal(err)
			}
		}
		f := form(t, p)
		if g := form(t, q); f.String() != g.String() || f.Rows != g.Rows || f.Cols != g.Cols {
			t.Fatalf("%v %v: %v and %v", p, s, f, g)
		}
		a, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := solver.Solve(ctx, f, puzzle.Limits{})
		if err != nil || a.Verdict != b.Verdict || a.Witness != nil && len(a.Witness.Moves) != len(b.Witness.Moves) {
			t.Fatalf("%v: %+v, of the form %v: %+v, %v", p, a, f, b, err)
		}
	})
}

// TestCanonicalKnowsAllFields fails where an instance has got a field: Canonical has to lay it down too.
func TestCanonicalKnowsAllFields(t *testing.T) {
	if n := reflect.TypeFor[assembly.Instance]().NumField(); n != 10 {
		t.Errorf("an instance has %d fields; see what Canonical makes of the new ones", n)
	}
}
