package twin_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// turned is p after s, cell by cell, with all values raised by shift; lamps that do not matter get other values.
func turned(p *lights.Instance, s grid.Symmetry, shift uint32) *lights.Instance {
	q := *p
	q.Height, q.Width = s.Sides(p.Height, p.Width)
	q.Start, q.Target = lights.NewBoard(q.Height, q.Width, p.Modulus), lights.NewBoard(q.Height, q.Width, p.Modulus)
	if p.Cells != nil {
		q.Cells = make([]lights.Cell, len(p.Cells))
	}
	if p.Costs != nil {
		q.Costs = make([]uint32, len(p.Costs))
	}
	for y := range p.Height {
		for x := range p.Width {
			r, c := s.At(y, x, p.Height, p.Width)
			if p.Cells != nil {
				q.Cells[r*q.Width+c] = p.Cell(y, x)
			}
			if p.Costs != nil {
				q.Costs[r*q.Width+c] = p.Costs[y*p.Width+x]
			}
			if p.Cell(y, x) == lights.Hole {
				continue
			}
			q.Start.Set(r, c, (p.Start.At(y, x)+shift)%p.Modulus)
			want := uint32(0)
			if p.Target != nil {
				want = p.Target.At(y, x)
			}
			q.Target.Set(r, c, (want+shift)%p.Modulus)
		}
	}
	if p.Choice != nil {
		c := *p.Choice
		c.Goals = nil
		for _, g := range p.Choice.Goals {
			one := *p
			one.Choice, one.Target = nil, g
			c.Goals = append([]*lights.Board{turned(&one, s, shift).Target}, c.Goals...)
		}
		if q.Choice = &c; c.Uniform || c.Goals != nil {
			q.Target = nil
		}
	}
	return &q
}

// TestForm wants boards that are the same up to symmetry and the name of the first value to have one form, with
// the verdict, the minimum and the number of optima that they have themselves.
func TestForm(t *testing.T) {
	ctx, solver := context.Background(), lightssolve.NewSolver(lightssolve.Options{})
	form := func(t *rapid.T, p *lights.Instance) puzzle.Form[*lights.Instance] {
		f, err := twin.Form(ctx, p, puzzle.Limits{})
		if err != nil || f.P.Validate() != nil {
			t.Fatal(err, f.P.Validate())
		}
		return f
	}
	rapid.Check(t, func(t *rapid.T) {
		seed, size := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 16).Draw(t, "size")
		p := lightssolve.Generate(rand.New(rand.NewPCG(seed, 1)), size)
		f := form(t, p)
		if again := form(t, f.P); !reflect.DeepEqual(again.P, f.P) {
			t.Fatalf("the form of a form is another one: %+v, %+v", f.P, again.P)
		}
		a, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := solver.Solve(ctx, f.P, puzzle.Limits{})
		if err != nil || a.Verdict != b.Verdict || a.Witness != nil &&
			!reflect.DeepEqual([]any{a.Witness.Cost, a.Witness.Optima}, []any{b.Witness.Cost, b.Witness.Optima}) {
			t.Fatalf("%+v and its form %+v: %+v, %+v, %v", p, f.P, a, b, err)
		}
		if p.Net != nil || p.LitOnly {
			return
		}
		s := grid.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		shift := rapid.Uint32Range(0, p.Modulus-1).Draw(t, "shift")
		if p.Pattern.Name == "" || s.Transposes() && p.Topology == lights.Cylinder {
			s = 0 // named patterns keep all eight
		}
		if g := form(t, turned(p, s, shift)); !reflect.DeepEqual(f.P, g.P) {
			t.Fatalf("%+v and the same %v have two forms: %+v, %+v", p, s, f.P, g.P)
		}
	})
}

// TestFormKeepsPress wants no symmetry that changes what a press does, and shifts where edges are joined.
func TestFormKeepsPress(t *testing.T) {
	board := func(rows ...string) *lights.Board {
		b := lights.NewBoard(len(rows), len(rows[0]), 2)
		for y, row := range rows {
			for x := range row {
				b.Set(y, x, uint32(row[x]-'0'))
			}
		}
		return b
	}
	right := lights.Pattern{Offsets: []lights.Offset{{Weight: 1}, {DX: 1, Weight: 1}}}
	for _, c := range []struct {
		pattern  lights.Pattern
		topology lights.Topology
		a, b     *lights.Board
		same     bool
	}{
		{right, lights.Plane, board("100", "000"), board("000", "100"), true},
		{right, lights.Plane, board("100", "000"), board("001", "000"), false},
		{right, lights.Plane, board("10", "00"), board("10", "00"), true},
		{lights.Pattern{Name: "plus"}, lights.Plane, board("100", "000"), board("10", "00", "00"), true},
		{lights.Pattern{Name: "plus"}, lights.Plane, board("100", "000"), board("010", "000"), false},
		{lights.Pattern{Name: "plus"}, lights.Plane, board("100", "000"), board("011", "111"), false}, // the target differs
		{lights.Pattern{Name: "plus"}, lights.Cylinder, board("1000", "0100"), board("0001", "0010"), true},
		{lights.Pattern{Name: "plus"}, lights.Cylinder, board("1000", "0000", "0000"), board("0000", "1000", "0000"), false},
		{lights.Pattern{Name: "plus"}, lights.Torus, board("1000", "0000", "0000"), board("0000", "0010", "0000"), true},
	} {
		forms := [2]puzzle.Form[*lights.Instance]{}
		for i, b := range []*lights.Board{c.a, c.b} {
			var err error
			forms[i], err = twin.Form(context.Background(), &lights.Instance{Modulus: 2, Width: b.W, Height: b.H,
				Pattern: c.pattern, Topology: c.topology, Start: b}, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
		}
		if reflect.DeepEqual(forms[0].P, forms[1].P) != c.same {
			t.Errorf("%+v on a %v: %v and %v are the same: %v", c.pattern, c.topology, c.a, c.b, !c.same)
		}
	}
}

// TestFormKnowsAllFields fails where an instance has got a field: Form has to lay it down too.
func TestFormKnowsAllFields(t *testing.T) {
	if n := reflect.TypeFor[lights.Instance]().NumField(); n != 12 {
		t.Errorf("an instance has %d fields; see what Form makes of the new ones", n)
	}
}
