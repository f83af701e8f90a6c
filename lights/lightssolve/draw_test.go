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
	solver := NewSolver(Options{})
	for range 200 {
		p := Generate(rng, 1+rng.IntN(12))
		p.Choice, p.LitOnly = nil, false // see TestChoice, TestLitOnly
		s := Draw(p, scene.Window{}).Scenes[0]
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		lamps := int64(len(s.Pieces))
		if p.Net != nil {
			lamps -= int64(p.Net.Buttons)
		}
		if lamps != p.Start.NonZero() {
			t.Fatalf("%d lamps are drawn, %d are on", lamps, p.Start.NonZero())
		}
		for _, h := range s.Handles {
			if _, err := solver.Apply(ctx, p, h.Move, puzzle.Limits{}); err != nil {
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
		if !Draw(q, scene.Corner(1, 1)).Scenes[0].Done {
			t.Fatal("a solution has been pressed, and the scene is not done")
		}
	}
}

// A cell looks the same wherever it is drawn: with the start, the target, a frame and weights by what it lacks, and among
// presses by whether it has a button. Ghosts of the target stand on cells that lack nothing.
func TestGroundIsTheSame(t *testing.T) {
	ctx, rng, solver := context.Background(), rand.New(rand.NewPCG(22, 22)), NewSolver(Options{})
	kinds := map[lights.Cell]scene.Kind{lights.NoButton: scene.Dead, lights.NoLamp: scene.Any, lights.Hole: scene.Hole}
	drawn := map[string]int{}
	for range 300 {
		p := Generate(rng, 1+rng.IntN(12))
		p.Choice, p.LitOnly = nil, false // see TestChoice, TestLitOnly
		if p.Cells == nil {
			continue
		}
		d := Draw(p, scene.Window{})
		scenes := append([]*scene.Scene{}, d.Scenes...)
		o, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Verdict == puzzle.Solved {
			st, err := TellPresses(ctx, p, o.Witness, scene.Window{}, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			scenes = append(scenes, st.Pictures...)
			if st.Frames.Len != nil {
				for f, err := range st.Frames.All() {
					if err != nil {
						t.Fatal(err)
					}
					scenes = append(scenes, f.Scene)
				}
			}
		} else {
			st, err := TellWeights(ctx, p, o.Certificate, scene.Window{}, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			scenes = append(scenes, st.Pictures...)
		}
		for _, s := range scenes {
			drawn[s.Caption]++
			for i, c := range p.Cells {
				want, got := kinds[c], s.Cell(i/p.Width, i%p.Width).Kind
				if s.Caption == "presses" && c == lights.NoLamp {
					want = scene.Floor
				}
				if s == d.Scenes[0] && p.Target != nil && c == lights.Whole && p.Target.At(i/p.Width, i%p.Width) != 0 {
					want = scene.Ghost
				}
				if got != want {
					t.Fatalf("%v: cell %d of %q is of kind %d, not %d", p, i, s.Caption, got, want)
				}
			}
		}
	}
	if drawn["presses"] == 0 || drawn["weights"] == 0 || drawn["marked lamps"] == 0 || drawn["target"] == 0 || drawn[""] == 0 {
		t.Errorf("not everything was drawn: %v", drawn)
	}
}

func needsNothing(p *lights.Instance) bool {
	for y := range p.Height {
		for x := range p.Width {
			if (p.Cells == nil || p.Cells[y*p.Width+x]&lights.NoLamp == 0) && p.Wanted(y, x) != 0 {
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
	s := Draw(p, text.Window()).Scenes[0]
	s.Caption = ""
	if err := text.Board(&b, s); err != nil {
		t.Fatal(err)
	}
	want := "#" + strings.Repeat(".", 29) + "\n." + "#" + strings.Repeat(".", 28) + "\n..#" + strings.Repeat(".", 27) + "\n...#" + strings.Repeat(".", 26) +
		"\n… 19996 more rows and 19970\nmore columns\n"
	if b.String() != want || len(s.Handles) != 120 || s.Done {
		t.Errorf("%d handles, done %v\n%s\nwant\n%s", len(s.Handles), s.Done, &b, want)
	}
}
