package lightssolve

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A scene shows each lamp that is on, its handles are moves, and it is done where a solution has been pressed.
func TestDraw(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(21, 21))
	solver := NewSolver()
	for range 200 {
		p := Generate(rng, 1+rng.IntN(12))
		s := Draw(p, scene.Window{})
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		lamps := int64(len(s.Pieces))
		if p.Net != nil && len(s.Marks) > 0 {
			lamps -= int64(p.Net.Buttons)
		}
		if lamps != p.Start.NonZero() {
			t.Fatalf("%d lamps are drawn, %d are on", lamps, p.Start.NonZero())
		}
		for _, h := range s.Handles {
			if _, err := Apply(ctx, p, h.Move, puzzle.Limits{}); err != nil {
				t.Fatalf("the handle %q: %v", h.Label, err)
			}
		}
		o, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Done != (o.Verdict == puzzle.Solved && needsNothing(p)) {
			t.Fatalf("done is %v", s.Done)
		}
		if o.Verdict != puzzle.Solved {
			continue
		}
		q, err := engine.Pressed(nil, p, o.Witness.Presses)
		if err != nil {
			t.Fatal(err)
		}
		if !Draw(q, scene.Corner(1, 1)).Done {
			t.Fatal("a solution has been pressed, and the scene is not done")
		}
	}
}

func needsNothing(p *lights.Instance) bool {
	for y := range p.Height {
		for x := range p.Width {
			if (p.Cells == nil || p.Cells[y*p.Width+x]&lights.NoLamp == 0) && p.Wanted(x, y) != 0 {
				return false
			}
		}
	}
	return true
}

// A corner of a large board costs what the corner holds, and says what is left out.
func TestDrawLarge(t *testing.T) {
	p := &lights.Instance{Modulus: 2, Width: 20000, Height: 20000, Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(20000, 20000, 2)}
	for y := range 20000 {
		p.Start.Set(y, y, 1)
	}
	text := scene.Text{Width: 30, Rows: 4}
	var b strings.Builder
	s := Draw(p, text.Window())
	if err := text.Board(&b, s); err != nil {
		t.Fatal(err)
	}
	want := "#" + strings.Repeat(".", 29) + "\n." + "#" + strings.Repeat(".", 28) + "\n..#" + strings.Repeat(".", 27) + "\n...#" + strings.Repeat(".", 26) +
		"\n… 19996 more rows and 19970\nmore columns\n"
	if b.String() != want || len(s.Handles) != 120 || s.Done {
		t.Errorf("%d handles, done %v\n%s\nwant\n%s", len(s.Handles), s.Done, &b, want)
	}
}
