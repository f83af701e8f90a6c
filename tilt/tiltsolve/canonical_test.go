package tiltsolve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// TestCanonical wants boards that are the same up to symmetry and names of colours to have one form, with the verdict
// and the minimum that they have themselves.
func TestCanonical(t *testing.T) {
	ctx, solver := context.Background(), tiltsolve.NewSolver(tiltsolve.Options{})
	form := func(t *rapid.T, p *tilt.Instance) *tilt.Instance {
		f, err := tiltsolve.Canonical(ctx, p, puzzle.Limits{})
		if err != nil || f.P.Validate() != nil {
			t.Fatal(err, f.P.Validate())
		}
		return f.P
	}
	rapid.Check(t, func(t *rapid.T) {
		seed, size := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 30).Draw(t, "size")
		p := tiltsolve.Generate(rand.New(rand.NewPCG(seed, 1)), size)
		s := grid.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		codes := rapid.Permutation(indices(len(p.Palette))).Draw(t, "colours")
		q := *p
		q.Palette = make([]string, len(p.Palette))
		for i := range q.Palette {
			q.Palette[i] = fmt.Sprint("new", i)
		}
		turn := func(b *tilt.Board) *tilt.Board {
			h, w := s.Sides(b.H, b.W)
			out := tilt.NewBoard(h, w, len(p.Palette))
			for y := range b.H {
				for x := range b.W {
					if code := b.At(y, x); code > 0 {
						r, c := s.At(y, x, b.H, b.W)
						out.Set(r, c, codes[code-1]+1)
					}
				}
			}
			return out
		}
		q.Start = turn(p.Start)
		if p.Target != nil {
			q.Target = turn(p.Target)
		}
		f := form(t, p)
		if g := form(t, &q); !reflect.DeepEqual(f, g) {
			t.Fatalf("%v %v: %+v and %+v", p, s, f, g)
		}
		if again := form(t, f); !reflect.DeepEqual(f, again) {
			t.Fatalf("the form of the form %+v is %+v", f, again)
		}
		if p.Target == nil {
			return
		}
		a, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := solver.Solve(ctx, f, puzzle.Limits{})
		if err != nil || a.Verdict != b.Verdict || a.Witness != nil && !reflect.DeepEqual(a.Witness.Length, b.Witness.Length) {
			t.Fatalf("%+v, of the form %+v, %v", a, b, err)
		}
	})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestCanonicalKnowsAllFields fails where an instance has got a field: Canonical has to lay it down too.
func TestCanonicalKnowsAllFields(t *testing.T) {
	if n := reflect.TypeFor[tilt.Instance]().NumField(); n != 3 {
		t.Errorf("an instance has %d fields; see what Canonical makes of the new ones", n)
	}
}
