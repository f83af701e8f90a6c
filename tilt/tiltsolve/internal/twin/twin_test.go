package twin_test

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
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/twin"
)

// TestForm wants boards that are the same up to symmetry and names of colours to have one form, with the verdict
// and the minimum that they have themselves.
func TestForm(t *testing.T) {
	ctx, solver := context.Background(), tiltsolve.NewSolver(tiltsolve.Options{})
	form := func(t *rapid.T, p *tilt.Instance) *tilt.Instance {
		f, err := twin.Form(ctx, p, puzzle.Limits{})
		if err != nil || f.P.Validate() != nil {
			t.Fatal(err, f.P.Validate())
		}
		return f.P
	}
	rapid.Check(t, func(t *rapid.T) {
		seed, size := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 30).Draw(t, "size")
		p := tiltsolve.Random(rand.New(rand.NewPCG(seed, 1)), size)
		if p.Rules != nil {
			p.Rules.Pieces = paired(p)
			if rapid.Bool().Draw(t, "goals") {
				goal := tilt.Goal{Board: p.Target, Any: p.Rules.Any}
				p.Rules.Goals = []tilt.Goal{goal, {Board: p.Start.Clone()}}
				p.Target, p.Rules.Any = nil, nil
			}
			if code := p.Start.Narrow[rapid.IntRange(0, p.Start.Len()-1).Draw(t, "robot")]; code > 0 && p.Rules.Pieces == nil {
				p.Rules.Robots = []int{int(code)}
			}
			if p.Validate() != nil {
				t.Skip("no board")
			}
		}
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
		if p.Rules != nil {
			q.Rules = turnedRules(p, s, codes, turn)
		}
		f := form(t, p)
		if g := form(t, &q); !reflect.DeepEqual(f, g) {
			t.Fatalf("%v %v: %+v and %+v", p, s, f, g)
		}
		if again := form(t, f); !reflect.DeepEqual(f, again) {
			t.Fatalf("the form of the form %+v is %+v", f, again)
		}
		if len(p.Goals()) == 0 {
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

// paired joins the first two tiles that lie side by side; nil where there are none.
func paired(p *tilt.Instance) []uint32 {
	for i := range p.Start.Len() - 1 {
		if p.Start.Narrow[i] != 0 && p.Start.Narrow[i+1] != 0 && (i+1)%p.Start.W != 0 {
			list := make([]uint32, p.Start.Len())
			list[i], list[i+1] = 7, 7
			return list
		}
	}
	return nil
}

// turnedRules is p's rules after s, with other names of colours.
func turnedRules(p *tilt.Instance, s grid.Symmetry, codes []int, turn func(*tilt.Board) *tilt.Board) *tilt.Rules {
	r := *p.Rules
	h, w := p.Start.H, p.Start.W
	_, wide := s.Sides(h, w)
	at := func(i int) int {
		y, x := s.At(i/w, i%w, h, w)
		return y*wide + x
	}
	r.Ground, r.Any = make([]tilt.Ground, h*w), nil
	for i := range h * w {
		r.Ground[at(i)] = p.Ground(i)
	}
	doubts := func(list []bool) []bool {
		out := make([]bool, h*w)
		for i, v := range list {
			out[at(i)] = v
		}
		return out
	}
	if p.Rules.Any != nil {
		r.Any = doubts(p.Rules.Any)
	}
	if r.Pieces != nil {
		r.Pieces = make([]uint32, h*w)
		for i, n := range p.Rules.Pieces {
			r.Pieces[at(i)] = n + n/2
		}
	}
	r.Goals, r.Robots = nil, nil
	for _, g := range p.Rules.Goals {
		r.Goals = append(r.Goals, tilt.Goal{Board: turn(g.Board), Any: doubts(g.Any)})
	}
	for _, code := range p.Rules.Robots {
		r.Robots = append(r.Robots, codes[code-1]+1)
	}
	return &r
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestFormKnowsAllFields fails where an instance has got a field: Form has to lay it down too.
func TestFormKnowsAllFields(t *testing.T) {
	for what, fields := range map[reflect.Type]int{reflect.TypeFor[tilt.Instance](): 4, reflect.TypeFor[tilt.Rules](): 7,
		reflect.TypeFor[tilt.Goal](): 2} {
		if n := what.NumField(); n != fields {
			t.Errorf("%v has %d fields; see what Form makes of the new ones", what, n)
		}
	}
}
